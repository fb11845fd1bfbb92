//! Four textbook backtracking methods that colour one cell after another.
//!
//! They come from a student report on constraint satisfaction, and are as simple as described there, for reading and
//! comparison: `dumb` takes cells and colours at random, `smart` takes the cell with the fewest colours first, `forward`
//! adds forward checking, and `scan` goes row by row without any heuristic, which beats the others more often than not.
//!
//! One attempt is one consistent assignment of a colour to a cell. Counted so, `smart` and `scan` reproduce the report's
//! numbers exactly.

mod forward;
mod grid;

use bellwether_core::random::{seeded, shuffle};

pub use forward::forward;
use grid::ColorGrid;

use crate::puzzle::{Color, Puzzle, Solution};
use crate::report::{AttemptBudget, GaveUp, SearchEnd, SearchStep, SolveReport, SolverLimits};

/// The empty cells in the order in which they are coloured, each with the colours to try.
pub type CellOrder = Vec<(usize, Vec<Color>)>;

/// Cells and colours in random order, drawn from `seed`: the method `dumb`.
pub fn at_random(puzzle: &Puzzle, seed: u64) -> CellOrder {
    let mut random = seeded(seed);
    let mut order = row_by_row(puzzle);
    shuffle(&mut random, &mut order);
    order.iter_mut().for_each(|(_, colors)| shuffle(&mut random, colors));
    order
}

/// The cell with the fewest colours that fit first: the method `smart`.
pub fn fewest_colors_first(puzzle: &Puzzle) -> CellOrder {
    let mut order = candidates(puzzle);
    // Ties go to the cell read last, as they did in the report: its counts come out to the last digit.
    order.reverse();
    order.sort_by_key(|(_, colors)| colors.len());
    order
}

/// Row by row, every colour in turn: the method `scan`.
pub fn row_by_row(puzzle: &Puzzle) -> CellOrder {
    let empty = (0..puzzle.area()).filter(|&cell| puzzle.cells()[cell].is_none());
    empty.map(|cell| (cell, puzzle.each_color().collect())).collect()
}

/// The colours that fit each empty cell of the unsolved puzzle.
fn candidates(puzzle: &Puzzle) -> CellOrder {
    let mut grid = ColorGrid::new(puzzle);
    let mut cells = row_by_row(puzzle);
    for (cell, colors) in &mut cells {
        colors.retain(|&color| grid.paint(*cell, color));
        grid.erase(*cell);
    }
    cells
}

/// Colours the cells in this order.
pub fn in_order(
    puzzle: &Puzzle,
    order: &CellOrder,
    most: usize,
    limits: &SolverLimits<'_>,
    observer: impl FnMut(SearchStep),
) -> SolveReport {
    BacktrackRun::report(puzzle, most, limits, observer, |run| {
        let mut grid = ColorGrid::new(puzzle);
        let mut depth = 0;
        let mut tried = vec![0; order.len() + 1];
        loop {
            if depth == order.len() {
                if run.take(&grid)? {
                    return Ok(SearchEnd::Enough);
                }
            } else if let (cell, Some(&color)) = (order[depth].0, order[depth].1.get(tried[depth]))
            {
                run.budget.poll()?;
                tried[depth] += 1;
                if grid.paint(cell, color) {
                    run.budget.spend()?;
                    (run.observer)(SearchStep::Paint(cell, color));
                    depth += 1;
                    tried[depth] = 0;
                } else {
                    grid.erase(cell);
                }
                continue;
            }
            if depth == 0 {
                return Ok(SearchEnd::Exhausted);
            }
            depth -= 1;
            grid.erase(order[depth].0);
            (run.observer)(SearchStep::Erase(order[depth].0));
        }
    })
}

/// A search at work: its budget, and the solutions so far.
struct BacktrackRun<'a, O> {
    puzzle: &'a Puzzle,
    most: usize,
    budget: AttemptBudget<'a>,
    solutions: Vec<Solution>,
    observer: O,
}

impl<'a, O: FnMut(SearchStep)> BacktrackRun<'a, O> {
    /// Runs `search` and reports what it found.
    fn report(
        puzzle: &'a Puzzle,
        most: usize,
        limits: &SolverLimits<'a>,
        observer: O,
        search: impl FnOnce(&mut Self) -> Result<SearchEnd, GaveUp>,
    ) -> SolveReport {
        let budget = AttemptBudget::new(*limits);
        let mut run = Self { puzzle, most, budget, solutions: Vec::new(), observer };
        let end = if most == 0 { Ok(SearchEnd::Enough) } else { search(&mut run) };
        let end = end.unwrap_or_else(SearchEnd::GaveUp);
        SolveReport { solutions: run.solutions, end, attempts: run.budget.spent }
    }

    /// Stores the solution of a full grid, if it is one; returns whether there are enough now.
    fn take(&mut self, grid: &ColorGrid) -> Result<bool, GaveUp> {
        let Some(solution) = grid.solution(self.puzzle) else { return Ok(false) };
        (self.observer)(SearchStep::Solved);
        self.solutions.push(solution);
        if self.solutions.len() >= self.most {
            return Ok(true);
        }
        self.budget.check_memory(self.solutions.len(), self.puzzle.area())?;
        Ok(false)
    }
}
