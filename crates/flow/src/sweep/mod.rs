//! The fast solver: it sweeps the board diagonal by diagonal and propagates forced corners.
//!
//! **The corner theorem.** Let a path turn in a cell, joining its lower and right neighbours (`┌`). The cell diagonally
//! below right touches both. Were it of the same colour, four cells of one colour would form a square, which the rules
//! forbid; so it has another colour and cannot be joined upwards or to the left: it is a source, or it turns the same
//! way. Hence every corner begins a diagonal row of like corners that ends in a source, in each of the four directions.
//! This needs no assumption about the number of solutions: it follows from "no path touches itself" alone.
//!
//! **The sweep.** Cells are decided after their upper and left neighbours, so it is known whether these join the cell.
//! At most two possibilities remain, and the theorem usually excludes one of them.
//! Filling by diagonals with forced corners is Thomas Dybdahl Ahle's idea; what is added here was chosen by measuring:
//!
//! - Forced cells go first, wherever they lie along the frontier, and a cell counts as forced too when trying one of its
//!   two possibilities breaks a rule at once. Ten times fewer attempts on 50×50 boards than in strict diagonal order.
//! - Among open choices, the one on the earliest diagonal. Staying near the last choice, or going row by row, took a
//!   hundred times longer.
//! - Which paths have touched is tracked exactly (`paths.rs`), so a path that would touch itself is rejected when it is
//!   joined, not when the board is full.
//! - Four sweeps, one from each corner, take turns: a proof is finished when the fastest of them is.

mod board;
mod paths;

use board::{AttemptResult, SweepBoard};

use crate::puzzle::{Color, Puzzle, Solution};
use crate::report::{AttemptBudget, GaveUp, SearchEnd, SearchStep, SolveReport, SolverLimits};

/// Attempts of the first sweep before the other three corners start.
const HEAD_START: u64 = 4_096;

/// Attempts per turn after that.
const TURN: u64 = 16_384;

/// Finds up to `most` solutions; one attempt is one way to continue one cell.
///
/// Searching for two solutions and finding one proves that it is the only one.
pub fn solve(puzzle: &Puzzle, most: usize, limits: &SolverLimits<'_>) -> SolveReport {
    let mut sweeps = vec![Sweep::new(puzzle, Corner::ALL[0], most)];
    let mut budget = AttemptBudget::new(*limits);
    let mut turn = HEAD_START;
    loop {
        for sweep in &mut sweeps {
            if let Some(end) = sweep.run(turn, &mut budget, &mut |_| {}) {
                let solutions = std::mem::take(&mut sweep.found);
                return SolveReport { solutions, end, attempts: budget.spent };
            }
        }
        if sweeps.len() == 1 {
            sweeps.extend(Corner::ALL[1..].iter().map(|&corner| Sweep::new(puzzle, corner, most)));
        }
        turn = TURN;
    }
}

/// As [`solve`], from one corner only, reporting every step.
pub fn solve_observed(
    puzzle: &Puzzle,
    most: usize,
    limits: &SolverLimits<'_>,
    mut observer: impl FnMut(SearchStep),
) -> SolveReport {
    let mut sweep = Sweep::new(puzzle, Corner::ALL[0], most);
    let mut budget = AttemptBudget::new(*limits);
    loop {
        if let Some(end) = sweep.run(u64::MAX, &mut budget, &mut observer) {
            return SolveReport { solutions: sweep.found, end, attempts: budget.spent };
        }
    }
}

/// The corner of the board that a sweep starts from.
#[derive(Clone, Copy)]
struct Corner {
    bottom: bool,
    right: bool,
}

impl Corner {
    const ALL: [Self; 4] = [
        Self { bottom: false, right: false },
        Self { bottom: true, right: true },
        Self { bottom: false, right: true },
        Self { bottom: true, right: false },
    ];

    /// Where a cell of the puzzle lies when the corner is turned to the top left, and back: it is its own inverse.
    fn turn(self, puzzle: &Puzzle, index: usize) -> usize {
        let (width, height) = (puzzle.width(), puzzle.height());
        let (row, column) = (index / width, index % width);
        let row = if self.bottom { height - 1 - row } else { row };
        let column = if self.right { width - 1 - column } else { column };
        row * width + column
    }
}

/// A search from one corner that can be paused and continued.
struct Sweep<'p> {
    puzzle: &'p Puzzle,
    corner: Corner,
    board: SweepBoard,
    most: usize,
    found: Vec<Solution>,
}

impl<'p> Sweep<'p> {
    fn new(puzzle: &'p Puzzle, corner: Corner, most: usize) -> Self {
        let sources: Vec<Option<Color>> =
            (0..puzzle.area()).map(|index| puzzle.cells()[corner.turn(puzzle, index)]).collect();
        let board = SweepBoard::new(puzzle.width(), puzzle.height(), &sources);
        Self { puzzle, corner, board, most, found: Vec::new() }
    }

    /// Continues for `turn` attempts; `None` means that there is more to do.
    fn run(
        &mut self,
        turn: u64,
        budget: &mut AttemptBudget<'_>,
        observer: &mut impl FnMut(SearchStep),
    ) -> Option<SearchEnd> {
        if self.found.len() >= self.most {
            return Some(SearchEnd::Enough);
        }
        let pause = budget.spent.saturating_add(turn);
        let (puzzle, corner) = (self.puzzle, self.corner);
        let mut report_step = |step: SearchStep| {
            let turned = |index| corner.turn(puzzle, index);
            observer(match step {
                SearchStep::Link(a, b) => SearchStep::Link(turned(a), turned(b)),
                SearchStep::Unlink(a, b) => SearchStep::Unlink(turned(a), turned(b)),
                other => other,
            });
        };
        while budget.spent < pause {
            match self.board.advance(budget, &mut report_step) {
                Err(gave_up) => return Some(SearchEnd::GaveUp(gave_up)),
                Ok(AttemptResult::Moved) => {}
                Ok(AttemptResult::Exhausted) => return Some(SearchEnd::Exhausted),
                Ok(AttemptResult::Solved) => {
                    report_step(SearchStep::Solved);
                    let turned = self.board.colors();
                    let colors = (0..puzzle.area())
                        .map(|index| turned[corner.turn(puzzle, index)])
                        .collect();
                    self.found.push(Solution(colors));
                    if self.found.len() >= self.most {
                        return Some(SearchEnd::Enough);
                    }
                    if let Err(gave_up) = budget.check_memory(self.found.len(), puzzle.area()) {
                        return Some(SearchEnd::GaveUp(gave_up));
                    }
                }
            }
        }
        None
    }
}

/// The reasons a sweep stops early all come from its budget.
type Advance = Result<AttemptResult, GaveUp>;
