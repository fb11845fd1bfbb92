//! `host`: the course's Battle Sheep server, with agents beside its clients.

mod arguments;
mod roster;

use std::io::{IsTerminal, Write};
use std::net::{Ipv4Addr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use bellwether_arena::bots::launch::shell_word;
use bellwether_arena::record::journal::JournalError;
use bellwether_arena::workers::LocalWorkers;
use bellwether_catalog::Catalog;
use bellwether_core::Error;
use bellwether_course_server::PORT;
use bellwether_course_server::client_command::ClientCommand;
use bellwether_course_server::client_pool::{ClientEvent, ClientPool};
use bellwether_course_server::listener::{Listener, Stranger};
use bellwether_course_server::runner;
use bellwether_report::printable;
use crossterm::cursor::MoveToColumn;
use crossterm::terminal::{Clear, ClearType};

pub(crate) use arguments::HostArguments;

use crate::interrupt::Interrupt;
use crate::tournament::{RunOptions, hold};

/// Hosts a tournament; what is to be printed at its end, and whether it came to one.
pub(crate) fn run(
    catalog: &Catalog,
    arguments: &HostArguments,
    json: bool,
) -> anyhow::Result<(String, bool)> {
    let mut tournament = arguments.run.open(|| arguments.header(catalog))?;
    if let Some(path) = arguments.run.records.as_ref().filter(|path| path.exists()) {
        return Err(Error::from(JournalError::Exists { path: path.clone() }).into());
    }
    let game = runner::course_game(catalog, &tournament.header.game)?;
    let header = &mut tournament.header;
    // A record that is resumed says how its clients are started, unless it is said anew.
    let spawn = arguments.spawn.clone().or_else(|| header.spawn.clone());
    let spawn_command = spawn.as_deref().map(ClientCommand::parse).transpose()?;
    let entries = roster::clients(header)?;
    let total = header.schedule()?.total();
    let is_spawned = spawn_command.is_some();
    let listener = open(arguments)?;
    let teams = arguments.teams.clone();
    let clients =
        Arc::new(ClientPool::new(listener, &entries, teams, spawn_command, Box::new(report_event)));
    let patience = Duration::from_secs_f64(arguments.wait);
    let tables = bellwether_catalog::tables_folder();
    // Errors in an agent are reported before clients are awaited.
    runner::course_runner(game.as_ref(), header, &tables, &clients, Some(patience))?;
    let interrupt = Interrupt::listen()?;
    say(RULES[usize::from(runner::is_lenient(&header.game)?)]);
    if let (Some(command), None) = (&spawn, &arguments.spawn) {
        say(&format!("clients are started as before: {}", printable(command)));
    }
    if total.is_some_and(|total| total > tournament.past.len() as u64) {
        // People may take their time to start the first clients; programs are not waited for so long.
        let first = is_spawned.then_some(patience);
        if clients.wait_for_all(first, interrupt.flag())?.is_none() {
            clients.close();
            let text = if json {
                "{\"games\":0,\"end\":\"stopped\"}\n"
            } else {
                "Stopped before the first game.\n"
            };
            return Ok((text.to_owned(), false));
        }
    }
    if arguments.run.resume.is_none() {
        roster::name_teams(header, &clients.entries());
    }
    let game_runner =
        runner::course_runner(game.as_ref(), header, &tables, &clients, Some(patience))?;
    let options = RunOptions {
        arguments: &arguments.run,
        cluster: None,
        interval: 10,
        json,
        resume: &|path| resume_command(arguments, path),
    };
    let mut workers = LocalWorkers::new(game_runner, 1);
    let result = hold(game.as_ref(), tournament, &mut workers, &options, &interrupt);
    clients.close();
    result
}

fn open(arguments: &HostArguments) -> anyhow::Result<Listener> {
    let address = SocketAddr::new(arguments.bind, arguments.port);
    Listener::open(address).map_err(|error| match error.kind() {
        std::io::ErrorKind::AddrInUse => anyhow::anyhow!(
            "{address} is in use, perhaps by another host: end that, or give another --port"
        ),
        _ => anyhow::anyhow!("cannot listen on {address}: {error}"),
    })
}

/// The command that resumes a record.
fn resume_command(arguments: &HostArguments, path: &Path) -> String {
    let mut command =
        format!("bellwether host --resume {}", shell_word(&path.display().to_string()));
    if arguments.port != PORT {
        command.push_str(&format!(" --port {}", arguments.port));
    }
    if arguments.bind != Ipv4Addr::LOCALHOST {
        command.push_str(&format!(" --bind {}", arguments.bind));
    }
    if let Some(spawn) = &arguments.spawn {
        command.push_str(&format!(" --spawn {}", shell_word(spawn)));
    }
    command
}

/// What is in force, strict and lenient.
const RULES: [&str; 2] = [
    "rules: strict: a client that makes an illegal move or is late is out (--rules course: it loses the turn)",
    "rules: course: a client that makes an illegal move or is late loses the turn, and an illegal place is made a random one",
];

/// Prints client events to standard error.
fn report_event(event: ClientEvent) {
    say(&match event {
        ClientEvent::Waiting(missing, address) => format!("{} on {address}", awaited(&missing)),
        ClientEvent::Came(team, 0) => format!("team {team} has connected"),
        ClientEvent::Came(team, missing) => format!("team {team} has connected, {missing} missing"),
        ClientEvent::Left(team, missing) => format!("team {team} has left: {}", awaited(&missing)),
        ClientEvent::LeftAgain(team) => {
            format!("team {team} has left again: nothing more is said of its coming and going")
        }
        ClientEvent::Returned(team) => format!("team {team} has connected again, in its game"),
        ClientEvent::Refused(team) => {
            format!("team {team} was refused: it has no seat here (this is said once)")
        }
        ClientEvent::Stranger(Stranger { address, bytes }) => format!(
            "somebody at {address} was sent away: \"{}\" is not a team id (this is said once)",
            bytes.escape_ascii()
        ),
        ClientEvent::Fault(Some(team), seat, sentence) => {
            format!("team {team} in seat {seat}: {sentence}")
        }
        ClientEvent::Fault(None, seat, sentence) => {
            format!("the client in seat {seat}: {sentence}")
        }
    });
}

/// Who is waited for.
fn awaited(missing: &[Option<i32>]) -> String {
    let clients = if missing.len() == 1 { "client" } else { "clients" };
    let teams: Vec<String> = missing.iter().flatten().map(|team| format!("team {team}")).collect();
    let rest = missing.len() - teams.len();
    let named = match (teams.is_empty(), rest) {
        (true, _) => String::new(),
        (false, 0) => format!(" ({})", teams.join(", ")),
        (false, rest) => format!(" ({} and {rest} more)", teams.join(", ")),
    };
    format!("waiting for {} {clients}{named}", missing.len())
}

/// Prints a line to standard error.
fn say(line: &str) {
    let mut out = anstream::stderr().lock();
    if std::io::stderr().is_terminal() {
        // The progress bar may be there.
        let _ = write!(out, "{}{}", MoveToColumn(0), Clear(ClearType::CurrentLine));
    }
    let _ = writeln!(out, "{line}");
}
