//! The `bellwether` command: arguments in, tables out.
//!
//! | module | commands |
//! |---|---|
//! | `list` | `games`, `agents` |
//! | `show` | `show`, `moves`, `perft` |
//! | `best` | `best` |
//! | `bench` | `bench` |
//! | `calibrate` | `calibrate` |
//! | `play` | `play` |
//! | `engine` | `engine` |
//! | `cage` | `cage` |
//! | `new_bot` | `new bot` |
//! | `grade` | `grade` |
//! | `tournament` | `match` |
//! | `cluster` | `worker`, `cluster …` |
//! | `data` | `data`: self-play, as arrays |
//! | `host` | `host` |
//! | `replay` | `replay` |
//! | `report` | `report` |
//! | `bellwether_reproduce` | `reproduce` |
//! | `solve` | `solve`, `query`, `check-table` |
//! | `flow` | `flow …`: puzzles |
//! | `serve` | `serve`, or no command at all: the page |
//!
//! What a command prints about games is built as one text and written at the end; only `play`, `replay` at a
//! terminal and the puzzles talk as they go. Bad input ends with one sentence on standard error and exit code 2.

mod args;
mod bench;
mod best;
mod board;
mod cage;
mod calibrate;
mod cluster;
mod data;
mod engine;
mod flow;
mod grade;
mod host;
mod interrupt;
mod lines;
mod list;
mod new_bot;
mod play;
mod records;
mod replay;
mod report;
mod screen;
mod serve;
mod show;
mod solve;
mod tournament;
mod turn;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use bellwether_catalog::Catalog;
use bellwether_core::outside::printable;
use bellwether_core::{Error, ErrorKind, ParseError};
use clap::{CommandFactory, FromArgMatches};

use args::{Arguments, CliCommand};
use interrupt::Interrupt;
use serve::ServeArguments;

/// Runs the command line with the games of a catalogue, the program's name first among the arguments; returns the
/// exit code.
///
/// Call it at the very start of `main`, before there is a second thread: the cage starts this program again as its
/// helper. Wrong arguments and `--help` end the process.
pub fn run(catalog: &Catalog, arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    // Before anything else: building a cage takes a process with a single thread.
    if let Some(code) = bellwether_cage::enter(arguments.iter().cloned()) {
        return code;
    }
    let matches = with_negative_numbers(Arguments::command()).get_matches_from(arguments);
    let arguments = match Arguments::from_arg_matches(&matches) {
        Ok(arguments) => arguments,
        Err(error) => error.exit(),
    };
    match dispatch(catalog, arguments) {
        Ok(code) => code,
        Err(error) if is_closed_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            let message = format!("{error:#}");
            let lines: Vec<String> = message.lines().map(printable).collect();
            let _ = writeln!(anstream::stderr(), "error: {}", lines.join("\n"));
            exit_code(&error)
        }
    }
}

/// The same command, where `-5` after an option is a value, and not an option that nobody knows.
fn with_negative_numbers(command: clap::Command) -> clap::Command {
    let taught = |argument: clap::Arg| {
        if argument.get_action().takes_values() && !argument.is_positional() {
            argument.allow_negative_numbers(true)
        } else {
            argument
        }
    };
    command.mut_args(taught).mut_subcommands(with_negative_numbers)
}

fn dispatch(catalog: &Catalog, arguments: Arguments) -> anyhow::Result<ExitCode> {
    let json = arguments.json;
    let text = match arguments.command {
        None => return serve::run(catalog, &ServeArguments::default(), json),
        Some(CliCommand::Serve(arguments)) => return serve::run(catalog, &arguments, json),
        Some(CliCommand::Games { name }) => list::games(catalog, name.as_deref(), json)?,
        Some(CliCommand::Agents { game }) => list::agents(catalog, &game, json)?,
        Some(CliCommand::Show { at, view }) => show::show(catalog, &at, view, json)?,
        Some(CliCommand::Moves { at }) => show::moves(catalog, &at, json)?,
        Some(CliCommand::Perft { at, depth, divide, threads }) => {
            show::perft(catalog, &at, depth, divide, threads, json)?
        }
        Some(CliCommand::Best { at, agent, multipv, seed, limits }) => {
            best::best(catalog, &at, &agent, seed, multipv, &limits, json)?
        }
        Some(CliCommand::Solve(arguments)) => solve::solve(catalog, &arguments, json)?,
        Some(CliCommand::Query { at, tables, line }) => {
            solve::query(catalog, &at, &tables, line, json)?
        }
        Some(CliCommand::CheckTable { file, threads }) => {
            solve::check(catalog, &file, threads, json)?
        }
        Some(CliCommand::Match(arguments)) => {
            return print_result(tournament::run(catalog, &arguments, json)?);
        }
        Some(CliCommand::Data(arguments)) => {
            return print_result(data::run(catalog, &arguments, json)?);
        }
        Some(CliCommand::Worker(arguments)) => cluster::work(catalog, &arguments, json)?,
        Some(CliCommand::Cluster(command)) => cluster::run(&command, json)?,
        Some(CliCommand::Host(arguments)) => {
            return print_result(host::run(catalog, &arguments, json)?);
        }
        Some(CliCommand::Reproduce(arguments)) => {
            let stop = Interrupt::listen()?.shared();
            return print_result(bellwether_reproduce::run(&arguments, json, &stop, board::plain)?);
        }
        Some(CliCommand::New(command)) => new_bot::run(catalog, &command, json)?,
        Some(CliCommand::Grade(arguments)) => {
            let (text, code) = grade::run(catalog, &arguments, json)?;
            print(&text)?;
            return Ok(code);
        }
        Some(CliCommand::Bench) => bench::bench(catalog, json)?,
        Some(CliCommand::Calibrate(arguments)) => calibrate::run(catalog, &arguments, json)?,
        Some(CliCommand::Replay(arguments)) => {
            let (text, is_right) = replay::run(catalog, &arguments, json)?;
            print(&text)?;
            return Ok(if is_right { ExitCode::SUCCESS } else { ExitCode::FAILURE });
        }
        Some(CliCommand::Report(arguments)) => report::run(catalog, &arguments, json)?,
        Some(CliCommand::Play { at, agents, seed, bot_time }) => {
            anyhow::ensure!(!json, Error::invalid("play talks to a person: it has no --json"));
            return play::run(catalog, &at, &agents, seed, bot_time);
        }
        Some(CliCommand::Engine(arguments)) => {
            anyhow::ensure!(!json, Error::invalid("engine has no --json"));
            engine::run(catalog, &arguments)?;
            return Ok(ExitCode::SUCCESS);
        }
        Some(CliCommand::Cage(arguments)) => cage::run(&arguments, json)?,
        Some(CliCommand::Flow(command)) => {
            return flow::run(command, json);
        }
    };
    print(&text)?;
    Ok(ExitCode::SUCCESS)
}

/// The end of a tournament, and whether it came to one.
fn print_result((text, is_over): (String, bool)) -> anyhow::Result<ExitCode> {
    print(&text)?;
    // Interrupted, as shells know it.
    Ok(if is_over { ExitCode::SUCCESS } else { ExitCode::from(130) })
}

fn print(text: &str) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    out.write_all(text.as_bytes())?;
    out.flush()
}

/// 2 if the user can mend it by another command, 1 if something failed, 130 if somebody stopped it.
fn exit_code(error: &anyhow::Error) -> ExitCode {
    let kind = error.chain().find_map(|cause| {
        let known = cause.downcast_ref::<Error>().map(Error::kind);
        let text = || cause.downcast_ref::<ParseError>().map(|_| ErrorKind::Invalid);
        let file =
            || cause.downcast_ref::<std::io::Error>().map(|error| ErrorKind::from(error.kind()));
        known.or_else(text).or_else(file)
    });
    ExitCode::from(match kind {
        None | Some(ErrorKind::Io) => 1,
        // Interrupted, as shells know it.
        Some(ErrorKind::Stopped) => 130,
        Some(_) => 2,
    })
}

/// The reader of our output has closed it (`bellwether games | head`): not an error.
fn is_closed_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<std::io::Error>();
    io.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}
