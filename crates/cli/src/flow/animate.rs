//! Replaying a search at the terminal.

use std::io::{IsTerminal, Write};
use std::thread;
use std::time::Duration;

use bellwether_flow::draw::{CellDrawing, Style};
use bellwether_flow::{Method, Puzzle, SearchStep, SolverLimits};

use crate::interrupt::Interrupt;

/// Frames of a replay at most; a longer search is shown in larger steps.
const FRAMES: usize = 400;

/// How long a frame is shown.
const FRAME: Duration = Duration::from_millis(25);

/// Steps stored of a search; a longer one is shown as far as that.
const STEPS: usize = 2_000_000;

/// Searches again, keeping the steps, and draws them one after another. Off a terminal only the last frame is drawn.
pub(super) fn replay(
    out: &mut impl Write,
    puzzle: &Puzzle,
    method: Method,
    most: usize,
    interrupt: &Interrupt,
) -> anyhow::Result<()> {
    let mut steps = Vec::new();
    let stop = || interrupt.is_set();
    let limits = SolverLimits { attempts: STEPS as u64, stop: &stop, ..SolverLimits::NONE };
    method.solve_observed(puzzle, most, &limits, |step| {
        if steps.len() < STEPS {
            steps.push(step);
        }
    });
    let moving = std::io::stdout().is_terminal();
    let stride = steps.len().div_ceil(FRAMES).max(1);
    let mut drawing = CellDrawing::new(puzzle);
    for (index, &step) in steps.iter().enumerate() {
        drawing.follow(puzzle, step);
        let shown = step == SearchStep::Solved || index % stride == 0;
        if moving && shown && !interrupt.is_set() {
            write!(out, "{}\x1b[{}A", drawing.pipes(puzzle, Style::Ansi), puzzle.height())?;
            out.flush()?;
            thread::sleep(if step == SearchStep::Solved { FRAME * 20 } else { FRAME });
        }
    }
    if moving {
        // The result is printed over the replay.
        write!(out, "\x1b[J")?;
    }
    Ok(())
}
