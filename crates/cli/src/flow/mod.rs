//! `bellwether flow`: Flow Free puzzles at the command line.
//!
//! Exit codes: 0 when all went well, 1 when a puzzle is proven unsolvable, 2 for bad input, 3 when a limit was reached
//! before an answer, 130 when interrupted.

mod animate;
mod batch;
mod count;
mod editor;
mod generate;
mod input;
mod play;
mod show;
mod solve;

use std::process::ExitCode;

/// What to do with puzzles.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum FlowCommand {
    /// Solve puzzles and prove whether the solution is the only one
    Solve(solve::FlowSolveArguments),
    /// Count the solutions exactly, without listing them
    Count(count::CountArguments),
    /// Make new puzzles that have exactly one solution
    Generate(generate::GenerateArguments),
    /// Play a puzzle at the terminal
    Play(play::FlowPlayArguments),
    /// Draw puzzles at the terminal or as SVG
    Show(show::ShowArguments),
}

/// Runs a command; an error is bad input: one sentence, exit code 2.
pub(crate) fn run(command: FlowCommand, json: bool) -> anyhow::Result<ExitCode> {
    let result = match command {
        FlowCommand::Solve(solve) => solve.run(json),
        FlowCommand::Count(count) => count.run(json),
        FlowCommand::Generate(generate) => generate.run(json),
        FlowCommand::Play(play) => play.run(),
        FlowCommand::Show(show) => show.run(json),
    };
    Ok(result?.code())
}

/// How a command ended, the gravest of all its puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum FlowExit {
    #[default]
    Fine,
    GaveUp,
    Unsolvable,
    BadInput,
    Interrupted,
}

impl FlowExit {
    fn code(self) -> ExitCode {
        ExitCode::from(match self {
            Self::Fine => 0,
            Self::Unsolvable => 1,
            Self::BadInput => 2,
            Self::GaveUp => 3,
            Self::Interrupted => 130,
        })
    }
}
