//! A partly coloured board and the consistency test that all four methods share.

use crate::puzzle::{Color, Puzzle, Solution};

/// A colour or none for every cell, with precomputed neighbours.
pub(super) struct ColorGrid {
    cells: Vec<Option<Color>>,
    wanted: Vec<usize>,
    neighbors: Vec<Vec<usize>>,
}

impl ColorGrid {
    pub(super) fn new(puzzle: &Puzzle) -> Self {
        Self {
            cells: puzzle.cells().to_vec(),
            wanted: puzzle
                .cells()
                .iter()
                .map(|source| if source.is_some() { 1 } else { 2 })
                .collect(),
            neighbors: (0..puzzle.area()).map(|index| puzzle.neighbors(index).collect()).collect(),
        }
    }

    pub(super) fn is_empty(&self, cell: usize) -> bool {
        self.cells[cell].is_none()
    }

    pub(super) fn neighbors(&self, cell: usize) -> &[usize] {
        &self.neighbors[cell]
    }

    /// Colours a cell and returns whether it and its neighbours can still be completed.
    pub(super) fn paint(&mut self, cell: usize, color: Color) -> bool {
        self.cells[cell] = Some(color);
        self.completable(cell) && self.neighbors[cell].iter().all(|&next| self.completable(next))
    }

    pub(super) fn erase(&mut self, cell: usize) {
        self.cells[cell] = None;
    }

    /// The report's constraint: 0 ≤ wanted − neighbours of the same colour ≤ neighbours without a colour.
    fn completable(&self, cell: usize) -> bool {
        let Some(color) = self.cells[cell] else { return true };
        let (mut same, mut empty) = (0, 0);
        for &next in &self.neighbors[cell] {
            match self.cells[next] {
                Some(other) => same += usize::from(other == color),
                None => empty += 1,
            }
        }
        same <= self.wanted[cell] && self.wanted[cell] <= same + empty
    }

    /// The full board as a solution, unless it has a detached loop, which the constraint alone does not exclude.
    pub(super) fn solution(&self, puzzle: &Puzzle) -> Option<Solution> {
        let colors: Option<Vec<Color>> = self.cells.iter().copied().collect();
        colors.map(Solution).filter(|solution| solution.check(puzzle).is_ok())
    }
}
