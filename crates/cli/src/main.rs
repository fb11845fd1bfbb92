//! The `bellwether` command.

mod flow;

use std::process::ExitCode;

use clap::Parser;

/// A game-AI laboratory: plays, measures and proves.
#[derive(Parser)]
#[command(version, about)]
enum Command {
    /// Flow Free puzzles: solve, count, generate, play, show.
    #[command(subcommand)]
    Flow(flow::FlowCommand),
}

fn main() -> ExitCode {
    let Command::Flow(command) = Command::parse();
    match flow::run(command) {
        Ok(code) => code,
        Err(error) => {
            anstream::eprintln!("bellwether: {error:#}");
            ExitCode::from(2)
        }
    }
}
