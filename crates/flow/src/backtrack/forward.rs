//! Fewest colours first, with forward checking.

use super::candidates;
use super::grid::ColorGrid;
use crate::puzzle::{Color, Puzzle};
use crate::report::{AttemptBudget, GaveUp, SearchEnd, SearchStep, SolveReport, SolverLimits};

/// One coloured cell on the path: the colours left to try, and the candidates that its colour removed.
struct Level {
    cell: usize,
    colors: Vec<Color>,
    struck: Vec<(usize, Color)>,
}

pub(super) fn run(
    puzzle: &Puzzle,
    most: usize,
    limits: &SolverLimits<'_>,
    mut observer: impl FnMut(SearchStep),
) -> SolveReport {
    let mut report = SolveReport { solutions: Vec::new(), end: SearchEnd::Enough, attempts: 0 };
    let mut budget = AttemptBudget::new(*limits);
    report.end = search(puzzle, most, &mut budget, &mut report.solutions, &mut observer)
        .unwrap_or_else(SearchEnd::GaveUp);
    report.attempts = budget.spent;
    report
}

fn search(
    puzzle: &Puzzle,
    most: usize,
    budget: &mut AttemptBudget<'_>,
    solutions: &mut Vec<crate::Solution>,
    observer: &mut impl FnMut(SearchStep),
) -> Result<SearchEnd, GaveUp> {
    if most == 0 {
        return Ok(SearchEnd::Enough);
    }
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
            match order
                .iter()
                .copied()
                .filter(|&cell| grid.is_empty(cell))
                .min_by_key(|&cell| allowed[cell].len())
            {
                // Reversed, so that popping takes the colours in their order.
                Some(cell) => {
                    let colors = allowed[cell].iter().rev().copied().collect();
                    levels.push(Level { cell, colors, struck: Vec::new() });
                }
                None => {
                    if let Some(solution) = grid.solution(puzzle) {
                        observer(SearchStep::Solved);
                        solutions.push(solution);
                        if solutions.len() >= most {
                            return Ok(SearchEnd::Enough);
                        }
                        budget.check_memory(solutions.len(), puzzle.area())?;
                    }
                }
            }
        }
        let Some(level) = levels.last_mut() else {
            return Ok(SearchEnd::Exhausted);
        };
        if !grid.is_empty(level.cell) {
            grid.erase(level.cell);
            observer(SearchStep::Erase(level.cell));
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
        budget.poll()?;
        budget.spend()?;
        going_down = grid.paint(level.cell, color);
        if going_down {
            observer(SearchStep::Paint(level.cell, color));
            going_down = strike_out(&mut grid, &mut allowed, level);
        } else {
            grid.erase(level.cell);
        }
    }
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
