//! The players of a hosted tournament, and the names of its clients.

use bellwether_arena::entries::free_name;
use bellwether_arena::record::{Entrant, RecordHeader};
use bellwether_core::{Error, bail};
use bellwether_course_server::entry::ClientEntry;

use crate::tournament::{self, entrant};

/// The players and entries of these seats. A client without a name is `client 1` until its team is known.
pub(super) fn entered(seats: &[String]) -> Result<(Vec<Entrant>, Vec<usize>), Error> {
    let mut clients = 0;
    let mut named = Vec::new();
    for text in seats {
        let Entrant { name, agent } = entrant(text)?;
        if ClientEntry::parse(&agent)?.is_none() {
            named.push(text.clone());
            continue;
        }
        clients += 1;
        let is_named = name != agent;
        named.push(if is_named { text.clone() } else { format!("client {clients}={agent}") });
    }
    // Tables of two would give the same client two names of its own; here each has one already.
    tournament::entered(&named, seats.len())
}

/// The clients among the players.
///
/// # Errors
/// If there is none.
pub(super) fn clients(header: &RecordHeader) -> Result<Vec<ClientEntry>, Error> {
    let entries = header.players.iter().map(|player| ClientEntry::parse(&player.agent));
    let clients: Vec<ClientEntry> =
        entries.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
    if clients.is_empty() {
        bail!(
            "no seat is a client's: give --seat client, or let agents play with `bellwether match`"
        );
    }
    Ok(clients)
}

/// Names the clients by their teams, now that they are known, and reserves their seats.
pub(super) fn name_teams(header: &mut RecordHeader, teams: &[ClientEntry]) {
    let mut teams = teams.iter();
    for at in 0..header.players.len() {
        let Ok(Some(_)) = ClientEntry::parse(&header.players[at].agent) else { continue };
        let Some(entry) = teams.next() else { return };
        header.players[at].agent = entry.to_string();
        let Some(team) = entry.team else { continue };
        if is_number(&header.players[at].name) {
            header.players[at].name = free_name(&format!("team {team}"), &header.players);
        }
    }
}

/// Whether a name is one that we gave.
fn is_number(name: &str) -> bool {
    name.strip_prefix("client ").is_some_and(|number| number.parse::<usize>().is_ok())
}
