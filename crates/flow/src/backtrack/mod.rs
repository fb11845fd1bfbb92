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

use grid::ColorGrid;

use crate::puzzle::{Color, Puzzle, Solution};
use crate::report::{AttemptBudget, GaveUp, SearchEnd, SearchStep, SolveReport, SolverLimits};
use bellwether_core::random::{seeded, shuffle};

/// Random order of cells and colours, drawn from `seed`.
pub fn dumb(
    puzzle: &Puzzle,
    seed: u64,
    most: usize,
    limits: &SolverLimits<'_>,
    observer: impl FnMut(SearchStep),
) -> SolveReport {
    let mut random = seeded(seed);
    let mut order = empty_cells(puzzle);
    shuffle(&mut random, &mut order);
    let values = order.iter().map(|_| {
        let mut colors = all_colors(puzzle);
        shuffle(&mut random, &mut colors);
        colors
    });
    let values = values.collect();
    CellOrder { order, values }.run(puzzle, most, limits, observer)
}

/// The cell with the fewest colours first; the colours are those that the sources alone do not forbid.
pub fn smart(
    puzzle: &Puzzle,
    most: usize,
    limits: &SolverLimits<'_>,
    observer: impl FnMut(SearchStep),
) -> SolveReport {
    let mut candidates = candidates(puzzle);
    // Ties go to the cell read last, as they did in the report: its counts come out to the last digit.
    candidates.reverse();
    candidates.sort_by_key(|(_, colors)| colors.len());
    let (order, values) = candidates.into_iter().unzip();
    CellOrder { order, values }.run(puzzle, most, limits, observer)
}

/// Fewest colours first, with forward checking: colours that an assignment rules out for its neighbours are struck out.
pub fn forward(
    puzzle: &Puzzle,
    most: usize,
    limits: &SolverLimits<'_>,
    observer: impl FnMut(SearchStep),
) -> SolveReport {
    forward::run(puzzle, most, limits, observer)
}

/// Row by row, every colour in every cell.
pub fn scan(
    puzzle: &Puzzle,
    most: usize,
    limits: &SolverLimits<'_>,
    observer: impl FnMut(SearchStep),
) -> SolveReport {
    let order = empty_cells(puzzle);
    let values = vec![all_colors(puzzle); order.len()];
    CellOrder { order, values }.run(puzzle, most, limits, observer)
}

fn empty_cells(puzzle: &Puzzle) -> Vec<usize> {
    (0..puzzle.area()).filter(|&index| puzzle.cells()[index].is_none()).collect()
}

fn all_colors(puzzle: &Puzzle) -> Vec<Color> {
    (0..puzzle.colors()).map(|color| Color(color as u16)).collect()
}

/// Every empty cell with the colours that may be put there while the rest of the board is empty.
fn candidates(puzzle: &Puzzle) -> Vec<(usize, Vec<Color>)> {
    let mut grid = ColorGrid::new(puzzle);
    let colors = all_colors(puzzle);
    let cells = empty_cells(puzzle);
    let allowed = cells.into_iter().map(|cell| {
        let allowed = colors.iter().copied().filter(|&color| {
            let allowed = grid.paint(cell, color);
            grid.erase(cell);
            allowed
        });
        (cell, allowed.collect())
    });
    allowed.collect()
}

/// A fixed order of cells, and for each the colours to try: all that tells three of the methods apart.
struct CellOrder {
    order: Vec<usize>,
    values: Vec<Vec<Color>>,
}

impl CellOrder {
    fn run(
        &self,
        puzzle: &Puzzle,
        most: usize,
        limits: &SolverLimits<'_>,
        mut observer: impl FnMut(SearchStep),
    ) -> SolveReport {
        let mut solutions = Vec::new();
        let mut budget = AttemptBudget::new(*limits);
        let end = match self.search(puzzle, most, &mut budget, &mut solutions, &mut observer) {
            Ok(end) => end,
            Err(gave_up) => SearchEnd::GaveUp(gave_up),
        };
        SolveReport { solutions, end, attempts: budget.spent }
    }

    fn search(
        &self,
        puzzle: &Puzzle,
        most: usize,
        budget: &mut AttemptBudget<'_>,
        solutions: &mut Vec<Solution>,
        observer: &mut impl FnMut(SearchStep),
    ) -> Result<SearchEnd, GaveUp> {
        let mut grid = ColorGrid::new(puzzle);
        let mut depth = 0;
        let mut tried = vec![0; self.order.len() + 1];
        if most == 0 {
            return Ok(SearchEnd::Enough);
        }
        loop {
            if depth == self.order.len() {
                if let Some(solution) = grid.solution(puzzle) {
                    observer(SearchStep::Solved);
                    solutions.push(solution);
                    if solutions.len() >= most {
                        return Ok(SearchEnd::Enough);
                    }
                    budget.check_memory(solutions.len(), puzzle.area())?;
                }
            } else if let Some(&color) = self.values[depth].get(tried[depth]) {
                budget.poll()?;
                tried[depth] += 1;
                let cell = self.order[depth];
                if grid.paint(cell, color) {
                    budget.spend()?;
                    observer(SearchStep::Paint(cell, color));
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
            grid.erase(self.order[depth]);
            observer(SearchStep::Erase(self.order[depth]));
        }
    }
}
