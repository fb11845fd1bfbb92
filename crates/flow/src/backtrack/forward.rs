//! Fewest colours first, with forward checking.

use super::grid::ColorGrid;
use super::{BacktrackRun, candidates};
use crate::puzzle::{Color, Puzzle};
use crate::report::{SearchEnd, SearchStep, SolveReport, SolverLimits};

/// One coloured cell on the path: the colours left to try, and the candidates that its colour removed.
struct Level {
    cell: usize,
    colors: Vec<Color>,
    struck: Vec<(usize, Color)>,
}

/// The cell with the fewest colours first, with forward checking.
pub fn forward(
    puzzle: &Puzzle,
    most: usize,
    limits: &SolverLimits<'_>,
    observer: impl FnMut(SearchStep),
) -> SolveReport {
    BacktrackRun::report(puzzle, most, limits, observer, |run| {
        let mut grid = ColorGrid::new(puzzle);
        let mut allowed: Vec<Vec<Color>> = vec![Vec::new(); puzzle.area()];
        let cells = candidates(puzzle);
        // Ties go to the cell read last, as in `smart`.
        let order: Vec<usize> = cells.iter().rev().map(|&(cell, _)| cell).collect();
        for (cell, colors) in cells {
            allowed[cell] = colors;
        }
        let mut levels: Vec<Level> = Vec::new();
        let mut going_down = true;
        loop {
            if going_down {
                let empty = order.iter().copied().filter(|&cell| grid.is_empty(cell));
                match empty.min_by_key(|&cell| allowed[cell].len()) {
                    // Reversed, so that popping takes the colours in their order.
                    Some(cell) => {
                        let colors = allowed[cell].iter().rev().copied().collect();
                        levels.push(Level { cell, colors, struck: Vec::new() });
                    }
                    None if run.take(&grid)? => return Ok(SearchEnd::Enough),
                    None => {}
                }
            }
            let Some(level) = levels.last_mut() else { return Ok(SearchEnd::Exhausted) };
            if !grid.is_empty(level.cell) {
                grid.erase(level.cell);
                (run.observer)(SearchStep::Erase(level.cell));
                for (cell, color) in level.struck.drain(..).rev() {
                    let place = allowed[cell].partition_point(|&other| other < color);
                    allowed[cell].insert(place, color);
                }
            }
            let Some(color) = level.colors.pop() else {
                levels.pop();
                going_down = false;
                continue;
            };
            run.budget.poll()?;
            run.budget.spend()?;
            going_down = grid.paint(level.cell, color);
            if going_down {
                (run.observer)(SearchStep::Paint(level.cell, color));
                going_down = strike_out(&mut grid, &mut allowed, level);
            } else {
                grid.erase(level.cell);
            }
        }
    })
}

/// Removes colours that the neighbours of a newly coloured cell can no longer take; `false` when one has none left.
fn strike_out(grid: &mut ColorGrid, allowed: &mut [Vec<Color>], level: &mut Level) -> bool {
    for next in grid.neighbors(level.cell).to_vec() {
        if !grid.is_empty(next) {
            continue;
        }
        allowed[next].retain(|&color| {
            let possible = grid.paint(next, color);
            if !possible {
                level.struck.push((next, color));
            }
            possible
        });
        grid.erase(next);
        if allowed[next].is_empty() {
            return false;
        }
    }
    true
}
