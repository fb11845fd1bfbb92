//! The entrants: makes players and header entries from a list of agents with names.

use bellwether_core::Error;

use crate::record::Entrant;
use crate::record::journal::MOST_PLAYERS;

/// Why a list of agents makes no tournament.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EnterError {
    /// Two different agents have one name.
    #[error("two agents are called '{name}'")]
    SameName {
        /// The name.
        name: String,
        /// The second agent of this name.
        agent: String,
    },
    /// There are too many.
    #[error("a tournament has at most {MOST_PLAYERS} players")]
    TooMany,
}

impl From<EnterError> for Error {
    fn from(error: EnterError) -> Self {
        Self::invalid(error)
    }
}

/// A name that none of the players has: this one, or with a number after it.
#[must_use]
pub fn free_name(name: &str, players: &[Entrant]) -> String {
    let is_free = |name: &String| players.iter().all(|player| player.name != *name);
    let numbered = (2..).map(|copy| format!("{name} #{copy}"));
    [name.to_owned()].into_iter().chain(numbered).find(is_free).unwrap_or_default()
}

/// The players and the entries of a tournament. At a table of two the same agent given twice plays itself
/// under two names; at a larger one it sits in several seats under one.
///
/// # Errors
/// If two different agents have one name, or there are too many.
pub fn enter(
    entrants: impl IntoIterator<Item = Entrant>,
    seats: usize,
) -> Result<(Vec<Entrant>, Vec<usize>), EnterError> {
    let mut players: Vec<Entrant> = Vec::new();
    let mut entries = Vec::new();
    for entrant in entrants {
        let same = players.iter().position(|player| *player == entrant);
        if let Some(at) = same.filter(|_| seats > 2) {
            entries.push(at);
            continue;
        }
        let Entrant { name, agent } = entrant;
        let free = free_name(&name, &players);
        if free != name && same.is_none() {
            return Err(EnterError::SameName { name, agent });
        }
        entries.push(players.len());
        players.push(Entrant { name: free, agent });
    }
    if players.len() > MOST_PLAYERS {
        return Err(EnterError::TooMany);
    }
    Ok((players, entries))
}
