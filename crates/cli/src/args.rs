//! The command line's arguments.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use bellwether_arena::settings::MoveLimits;
use bellwether_catalog::{Catalog, GameHistory, move_texts};
use bellwether_core::Error;
use bellwether_reproduce::ReproduceArguments;
use clap::{Args, Parser, Subcommand};

use crate::cage::CageArguments;
use crate::calibrate::CalibrateArguments;
use crate::cluster::{ClusterCommand, WorkerArguments};
use crate::data::DataArguments;
use crate::engine::EngineArguments;
use crate::flow::FlowCommand;
use crate::grade::GradeArguments;
use crate::host::HostArguments;
use crate::new_bot::NewCommand;
use crate::replay::ReplayArguments;
use crate::report::ReportArguments;
use crate::serve::ServeArguments;
use crate::solve::{SolveArguments, TableFolder};
use crate::tournament::MatchArguments;

/// Board games and puzzles: play them, let agents play tournaments, solve them.
///
/// Without a command the page opens in the browser, as with `serve`.
#[derive(Parser, Debug)]
#[command(name = "bellwether", version, max_term_width = 100, arg_required_else_help = false, after_help = TOUR)]
pub(crate) struct Arguments {
    /// Print JSON for machines instead of text for people.
    #[arg(long, global = true)]
    pub(crate) json: bool,
    #[command(subcommand)]
    pub(crate) command: Option<CliCommand>,
}

/// What the terminal can do, for a start.
const TOUR: &str = "\
Examples:
  bellwether                                    the page: play, watch, ask
  bellwether show wolves-eat-sheep              a board and whose turn it is
  bellwether play breakthrough                  play White against a greedy agent
  bellwether best breakthrough --agent pvs:time=1        ask for a move and see why
  bellwether flow generate --size 8x8           a puzzle with exactly one solution";

#[derive(Subcommand, Debug)]
pub(crate) enum CliCommand {
    /// Open the page: a server on this machine, and the browser on it.
    #[command(
        after_help = "Only this machine is served unless --bind says otherwise; then visitors need the token.\n\n\
        Examples: bellwether serve --port 9000 --no-open\n\
        \x20         bellwether serve --bot \"dolly=bot:cmd=python3 my_bot.py\""
    )]
    Serve(ServeArguments),
    /// List the games, or one game with its options and variants.
    Games {
        /// Show this game only.
        name: Option<String>,
    },
    /// List the agents that play a game, with their options.
    Agents {
        /// The game: `name` or `name:option=value,…`.
        game: String,
    },
    /// Draw a position.
    Show {
        #[command(flatten)]
        at: PositionArgs,
        /// Show what this seat sees (1 is the first): matters in hidden games.
        #[arg(long, alias = "eyes", value_name = "SEAT")]
        view: Option<usize>,
    },
    /// List the legal moves.
    Moves {
        #[command(flatten)]
        at: PositionArgs,
    },
    /// Count the move sequences of a given length: the usual test of move generation.
    Perft {
        #[command(flatten)]
        at: PositionArgs,
        /// How many moves each sequence has.
        #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u32).range(0..=64))]
        depth: u32,
        /// Also print the count below each move.
        #[arg(long)]
        divide: bool,
        /// Threads that count; by default all cores.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
    },
    /// Ask an agent for its move, with its evaluation.
    Best {
        #[command(flatten)]
        at: PositionArgs,
        /// The agent (`bellwether agents GAME` lists them).
        #[arg(long, value_name = "AGENT")]
        agent: String,
        /// Also show the best K moves with what is expected of each.
        #[arg(long, value_name = "K")]
        multipv: Option<usize>,
        /// The random seed.
        #[arg(long, default_value_t = 1, value_name = "N")]
        seed: u64,
        #[command(flatten)]
        limits: SearchLimitArgs,
    },
    /// Solve a game completely: every position's value, into a table on disk.
    #[command(
        after_help = "A killed or stopped run loses at most the tier it was at: the same command goes on.\n\n\
        Example: bellwether solve wolves-eat-sheep --memory 4G"
    )]
    Solve(SolveArguments),
    /// Ask a table: the value of a position and of every move, best first.
    #[command(
        after_help = "Values are the side to move's. Small games are solved on the spot; the others need \
        `bellwether solve GAME` first.\n\n\
        Example: bellwether query wolf-and-sheep --moves @c1,c1d2 --line"
    )]
    Query {
        #[command(flatten)]
        at: PositionArgs,
        #[command(flatten)]
        tables: TableFolder,
        /// Also show the whole best line.
        #[arg(long)]
        line: bool,
    },
    /// Prove a table again: work every value out from its successors by the naive rules.
    CheckTable {
        /// The table's file.
        file: PathBuf,
        /// Threads; by default all cores.
        #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
        threads: Option<u16>,
    },
    /// Let agents play each other: a match, or a whole tournament.
    #[command(
        visible_alias = "tournament",
        after_help = "Ctrl-C stops cleanly and prints the command that goes on; so does a run that was killed.\n\n\
        Examples: bellwether match breakthrough --agent pvs:nodes=10000 --agent mcts:simulations=2000 --games 20\n\
        \x20         bellwether match battle-sheep --agent mcts --agent uct --agent uct --agent greedy --games 8"
    )]
    Match(Box<MatchArguments>),
    /// Play games for tournaments of other machines, or search parts of their proofs, until Ctrl-C.
    #[command(
        after_help = "It takes part in every `match --cluster` of the same server, and may come and go at any time: \
        what it leaves unfinished goes to others.\n\n\
        Example: bellwether worker --cluster nats://big.example:4222 --slots 8"
    )]
    Worker(WorkerArguments),
    /// Many machines: try it out on this one, or see who is there.
    #[command(subcommand)]
    Cluster(ClusterCommand),
    /// Host Battle Sheep for the course's own clients, over TCP.
    #[command(
        after_help = "A client plays one game a connection: for the next game it connects again, or --spawn starts it \
        again. A started client runs as you, with all that you may do: it is not caged, because it has to reach this \
        server. Ctrl-C stops cleanly and prints the command that goes on.\n\n\
        Examples: bellwether host battle-sheep --seat client --seat client --seat mcts:time=2.85 --seat random\n\
        \x20         bellwether host battle-sheep:hidden --seat client --seat uct --seat uct --seat uct --games 4 \\\n\
        \x20           --spawn 'python3 client.py'"
    )]
    Host(Box<HostArguments>),
    /// Run the experiments of five course reports again, and print their figures beside ours.
    #[command(
        after_help = "Journals go to STEM.d: what was played once is read, not played again. Ctrl-C keeps what is \
        finished, and the same command goes on.\n\n\
        Examples: bellwether reproduce --quick\n\
        \x20         bellwether reproduce A1 D --out breakthrough-and-battle-sheep"
    )]
    Reproduce(ReproduceArguments),
    /// Play games of an agent with itself, and write their positions as arrays for numpy, with search scores and results.
    #[command(after_help = "Ctrl-C keeps what is played, and the same command goes on.\n\n\
        Examples: bellwether data breakthrough --agent pvs:nodes=5000 --games 10000 --out positions\n\
        \x20         bellwether data --from games.jsonl --out positions")]
    Data(DataArguments),
    /// Run an agent as a UGI or UCI engine on standard input and output.
    #[command(
        after_help = "Example: printf 'ugi\\nposition startpos\\ngo nodes 1000\\n' | bellwether engine breakthrough --agent pvs"
    )]
    Engine(EngineArguments),
    /// Show which protections of the cage work on this machine, or run a program in it.
    #[command(after_help = "Examples: bellwether cage\n\
        \x20         bellwether cage --folder bots/mine --memory 512 -- python3 bot.py")]
    Cage(CageArguments),
    /// Create a bot from a template.
    #[command(subcommand)]
    New(NewCommand),
    /// Grade a bot: protocol, legality, strength, speed and accuracy.
    #[command(
        after_help = "Exit code 0 if the bot is sound and good enough, 1 if not, 2 for bad input.\n\n\
        Examples: bellwether grade breakthrough -- python3 bot.py\n\
        \x20         bellwether grade wolf-and-sheep --min-accuracy 0.8 --json -- ./bot"
    )]
    Grade(Box<GradeArguments>),
    /// Run the same small searches for every game and agent, and print their signature.
    Bench,
    /// Fit what turns the values of a game's searches into chances to win, to games that are played for it.
    #[command(
        after_help = "The figures are printed as Rust, for `Playable::calibrations` of the game.\n\n\
        Example: bellwether calibrate breakthrough breakthrough:rows=6,columns=6 --games 400"
    )]
    Calibrate(CalibrateArguments),
    /// Flow Free puzzles: solve, count, generate, play, show.
    #[command(subcommand)]
    Flow(FlowCommand),
    /// Play at the terminal, against people or agents.
    #[command(
        after_help = "Without --agent you take the first seat and greedy agents the others.\n\
        `person` is somebody at this terminal: give it for several seats to share the keyboard.\n\n\
        Example: bellwether play breakthrough:rows=6,columns=6 --agent person --agent greedy"
    )]
    Play {
        #[command(flatten)]
        at: PositionArgs,
        /// The player of each seat, in order: `person`, `random`, `greedy`, ….
        #[arg(long = "agent", value_name = "AGENT")]
        agents: Vec<String>,
        /// The random seed.
        #[arg(long, default_value_t = 1, value_name = "N")]
        seed: u64,
        /// Seconds that a bot has for a move, unless its own `time=` is shorter.
        #[arg(long, value_name = "SECONDS", default_value_t = 10.0, value_parser = seconds)]
        bot_time: f64,
    },
    /// Step through a recorded game.
    #[command(
        after_help = "At a terminal the arrow keys step; into a pipe every position is printed.\n\n\
        Example: bellwether replay match.jsonl --game 3"
    )]
    Replay(ReplayArguments),
    /// Put recorded tournaments into other forms.
    #[command(
        after_help = "Example: bellwether report match.jsonl --pgn match.pgn --sqlite games.db"
    )]
    Report(ReportArguments),
}

/// The limits of a search for a move, besides those in the agent's options.
#[derive(Args, Debug)]
pub(crate) struct SearchLimitArgs {
    /// Seconds for the move.
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    pub(crate) time: Option<f64>,
    /// Positions to visit.
    #[arg(long, value_name = "N")]
    pub(crate) nodes: Option<u64>,
    /// Plies to look ahead.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) depth: Option<u32>,
    /// Games to simulate.
    #[arg(long, value_name = "N")]
    pub(crate) simulations: Option<u64>,
}

impl SearchLimitArgs {
    pub(crate) fn move_limits(&self) -> MoveLimits {
        let Self { time, nodes, depth, simulations } = *self;
        MoveLimits { time, nodes, depth, simulations }
    }
}

/// Reads a number of such units.
pub(crate) fn within(text: &str, units: &str, range: RangeInclusive<f64>) -> Result<f64, String> {
    match text.parse() {
        Ok(number) if range.contains(&number) => Ok(number),
        _ => Err(format!("it takes {units}, from {} to {}", range.start(), range.end())),
    }
}

pub(crate) fn seconds(text: &str) -> Result<f64, String> {
    within(text, "seconds", 0.0..=86_400.0)
}

pub(crate) fn milliseconds(text: &str) -> Result<f64, String> {
    within(text, "milliseconds", 0.0..=60_000.0)
}

/// A game and a position in it.
#[derive(Args, Debug)]
pub(crate) struct PositionArgs {
    /// The game: `name` or `name:option=value,…` (`bellwether games` lists them).
    game: String,
    /// Begin at this position instead of the game's start.
    #[arg(long, value_name = "TEXT")]
    position: Option<String>,
    /// Then make these moves, separated by spaces or commas.
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
}

impl PositionArgs {
    /// The game, with the moves that lead to the position.
    pub(crate) fn find(&self, catalog: &Catalog) -> Result<GameHistory, Error> {
        let moves = self.moves.iter().flat_map(|list| move_texts(list));
        GameHistory::new(catalog.game(&self.game)?, self.position.as_deref(), moves)
    }
}

/// A number of bytes: `500M`, `8G`, `1.5GB`.
pub(crate) fn size(text: &str) -> Result<u64, String> {
    let upper = text.to_ascii_uppercase();
    let body = upper.strip_suffix("IB").or_else(|| upper.strip_suffix('B')).unwrap_or(&upper);
    let units = [('K', 1e3), ('M', 1e6), ('G', 1e9), ('T', 1e12)];
    let scaled = units.iter().find_map(|(unit, bytes)| Some((body.strip_suffix(*unit)?, *bytes)));
    let (digits, unit) = scaled.unwrap_or((body, 1.0));
    let most = if unit == 1.0 { 1e15 } else { 1e6 };
    match digits.trim().parse::<f64>() {
        Ok(number) if (0.0..most).contains(&number) => Ok((number * unit) as u64),
        _ => Err("it takes a size like 500M or 8G".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;

    #[test]
    fn the_experiments_commands_can_be_typed() {
        let list = Arguments::try_parse_from(["bellwether", "reproduce", "--list"]).unwrap();
        let Some(CliCommand::Reproduce(list)) = list.command else { panic!("another command") };
        let (text, _) =
            bellwether_reproduce::run(&list, true, &Arc::default(), crate::board::plain).unwrap();
        let list: Vec<serde_json::Value> = serde_json::from_str(&text).unwrap();
        let commands = list.iter().flat_map(|one| one["commands"].as_array().unwrap());
        for command in commands {
            let words = command.as_str().unwrap().split(' ');
            let parsed = Arguments::try_parse_from(words).unwrap();
            assert!(matches!(parsed.command, Some(CliCommand::Match(_))), "{command}");
        }
    }

    #[test]
    fn sizes_are_read() {
        let sizes = ["8G", "500M", "1.5gb", "64KiB", "1000"].map(|text| size(text).unwrap());
        assert_eq!(sizes, [8_000_000_000, 500_000_000, 1_500_000_000, 64_000, 1000]);
        for text in ["", "G", "-1G", "eight", "8GG", "1e99", "NaN"] {
            assert!(size(text).is_err(), "{text}");
        }
    }
}
