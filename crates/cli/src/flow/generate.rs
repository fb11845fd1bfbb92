//! `flow generate`: new puzzles with exactly one solution.

use std::io::{BufWriter, Write};
use std::time::Duration;

use bellwether_core::Error;
use bellwether_flow::generate::{Difficulty, GenerateError, GenerateRequest, Generated, generate};
use bellwether_flow::text;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::FlowExit;
use super::batch;
use crate::interrupt::Interrupt;

/// Make new puzzles that have exactly one solution.
#[derive(Debug, clap::Args)]
pub(crate) struct GenerateArguments {
    #[command(flatten)]
    arguments: PuzzleArguments,
    /// How many puzzles; the second is what the next seed gives, and so on
    #[arg(long, value_name = "K", default_value_t = 1)]
    count: u64,
    /// Give a puzzle up after this many seconds
    #[arg(long, value_name = "S", value_parser = batch::seconds)]
    time_limit: Option<Duration>,
    /// Puzzles to make at the same time [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<usize>,
}

/// What kind of puzzle.
#[derive(Clone, Copy, Debug, clap::Args)]
pub(super) struct PuzzleArguments {
    /// Columns and rows
    #[arg(long, value_name = "WxH", default_value = "8x8", value_parser = size)]
    size: (usize, usize),
    /// Colours [default: about as many as a side has cells]
    #[arg(long, value_name = "N")]
    colors: Option<usize>,
    /// How hard, by the solver's effort [default: as it comes]
    #[arg(long, value_parser = difficulty())]
    difficulty: Option<Difficulty>,
    /// The same seed gives the same puzzle for ever
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Allow sources of a colour side by side
    #[arg(long)]
    allow_trivial: bool,
}

/// Reads a difficulty by its name.
fn difficulty() -> impl TypedValueParser<Value = Difficulty> {
    let names = Difficulty::ALL.map(Difficulty::name);
    PossibleValuesParser::new(names).try_map(|name| Difficulty::named(&name).ok_or("unknown"))
}

impl PuzzleArguments {
    /// The request for the puzzle `later` seeds after the first.
    pub(super) fn request(&self, later: u64) -> GenerateRequest {
        GenerateRequest {
            width: self.size.0,
            height: self.size.1,
            colors: self.colors,
            difficulty: self.difficulty,
            allow_trivial: self.allow_trivial,
            seed: self.seed.wrapping_add(later),
        }
    }
}

fn size(text: &str) -> Result<(usize, usize), String> {
    let sides = text
        .split_once(['x', 'X', '×'])
        .and_then(|(width, height)| Some((width.parse().ok()?, height.parse().ok()?)));
    sides.ok_or_else(|| "a size is columns x rows, such as 10x8".to_owned())
}

impl GenerateArguments {
    pub(super) fn run(&self, json: bool) -> anyhow::Result<FlowExit> {
        let interrupt = Interrupt::listen()?;
        let mut out = BufWriter::new(anstream::stdout().lock());
        let requests: Vec<GenerateRequest> =
            (0..self.count).map(|later| self.arguments.request(later)).collect();
        let threads = self.threads.unwrap_or_else(batch::all_cores);
        let mut first_error = None;
        let mut outcome = FlowExit::Fine;
        let (width, height) = self.arguments.size;
        let waiting = waiting(width, height, self.time_limit);
        batch::work_through(
            &requests,
            threads,
            &interrupt,
            |request| generate(request, &interrupt.or_after(self.time_limit)),
            &mut out,
            |out, request, made| {
                match made {
                    Ok(made) if json => writeln!(out, "{}", to_json(request, &made))?,
                    Ok(made) => print(out, request, &made)?,
                    Err(GenerateError::Stopped) if interrupt.is_set() => {}
                    Err(GenerateError::Stopped) => {
                        let seed = request.seed;
                        let message = format!("seed {seed}: no {width}x{height} puzzle in time");
                        let _ = writeln!(anstream::stderr(), "{message}");
                        outcome = FlowExit::GaveUp;
                    }
                    Err(error) => first_error = first_error.take().or(Some((request.seed, error))),
                }
                Ok(())
            },
        )?;
        waiting.finish_and_clear();
        if interrupt.is_set() {
            return Ok(FlowExit::Interrupted);
        }
        match first_error {
            Some((seed, error @ GenerateError::NotFound { .. })) => {
                Err(Error::invalid(error).at(format!("seed {seed}")).into())
            }
            Some((_, error)) => Err(Error::invalid(error).into()),
            None => Ok(outcome),
        }
    }
}

/// Boards of more cells take minutes, or are not found at all.
const QUICK_CELLS: usize = 40 * 40;

/// Says that a large board takes long, and shows the time at a terminal.
fn waiting(width: usize, height: usize, limit: Option<Duration>) -> ProgressBar {
    if width * height <= QUICK_CELLS {
        return ProgressBar::hidden();
    }
    let hint = if limit.is_none() { "; --time-limit S gives up, Ctrl-C stops" } else { "" };
    let _ = writeln!(
        anstream::stderr(),
        "a {width}x{height} puzzle with one solution is hard to find and may take hours{hint}"
    );
    let bar =
        ProgressBar::new_spinner().with_message(format!("looking for a {width}x{height} puzzle"));
    bar.enable_steady_tick(Duration::from_millis(200));
    if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed_precise}  {msg}") {
        bar.set_style(style);
    }
    bar
}

fn print(out: &mut impl Write, request: &GenerateRequest, made: &Generated) -> anyhow::Result<()> {
    let (puzzle, class) = (&made.puzzle, Difficulty::of(made.effort).name());
    let (width, height, colors) = (puzzle.width(), puzzle.height(), puzzle.colors());
    writeln!(
        out,
        "# {width}x{height}, {colors} colours, {class} (effort {:.2}), seed {}",
        made.effort, request.seed
    )?;
    writeln!(out, "{}", text::write_puzzle(puzzle))?;
    Ok(())
}

fn to_json(request: &GenerateRequest, made: &Generated) -> serde_json::Value {
    let rows = |text: String| text.lines().map(str::to_owned).collect::<Vec<_>>();
    json!({
        "seed": request.seed,
        "width": made.puzzle.width(),
        "height": made.puzzle.height(),
        "colors": made.puzzle.colors(),
        "difficulty": Difficulty::of(made.effort),
        "effort": made.effort,
        "puzzle": rows(text::write_puzzle(&made.puzzle)),
        "solution": rows(text::write_solution(&made.puzzle, &made.solution)),
    })
}
