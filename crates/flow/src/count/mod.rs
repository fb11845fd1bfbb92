//! The exact number of solutions, without enumerating them (frontier-based dynamic programming).
//!
//! The board is read cell by cell. All ways to fill the cells read so far that leave the same *frontier* can be
//! continued in the same ways, so only the frontier and their number are kept: for every column the colour of its last
//! cell, and for every path that is still open there, where its other end is, its *mate*: another column, or a source.
//! An end never meets its own mate, so no loop closes; equal colours side by side are always joined, so no path touches
//! itself. The work grows with the number of different frontiers, not with the number of solutions.

mod layer;

use layer::{Column, Layer, WayCount};
use num_bigint::BigUint;

use crate::puzzle::{Color, Puzzle};
use crate::report::{AttemptBudget, GaveUp, SolverLimits};

/// The result of counting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolutionCount {
    /// The number of solutions, or the limit that was reached first.
    pub solutions: Result<BigUint, GaveUp>,
    /// Frontiers processed: what [`SolverLimits::attempts`] limits here.
    pub frontiers: u64,
    /// The maximal number of frontiers stored at a time.
    pub widest: usize,
}

/// Counts the solutions of a puzzle.
pub fn count(puzzle: &Puzzle, limits: &SolverLimits<'_>) -> SolutionCount {
    // The frontier is as long as a row: make rows the short side.
    let turned = (puzzle.width() > puzzle.height()).then(|| puzzle.transposed());
    let board = CountBoard::new(turned.as_ref().unwrap_or(puzzle));
    let mut budget = AttemptBudget::new(*limits);
    let mut widest = 0;
    let solutions = board.run(limits.memory, &mut budget, &mut widest);
    SolutionCount { solutions, frontiers: budget.spent, widest }
}

/// The colour of a column whose last cell can meet no further cell of its colour.
const FINISHED: u16 = u16::MAX;

/// The mate of a column from which no path goes on.
const CLOSED: u8 = u8::MAX;

/// The mate of a path that began at a source.
const SOURCE: u8 = u8::MAX - 1;

/// A column before its first cell, and no path that goes on to the right.
const NOTHING: Column = Column { color: FINISHED, mate: CLOSED };

/// One entry a column, and a last one for the path that goes on to the right.
type Frontier = [Column];

struct CountBoard<'p> {
    puzzle: &'p Puzzle,
    /// Cells whose diagonal down right meets a source. Only there can a path turn from right to down: the cell inside
    /// the turn has another colour, so it is a source or turns alike, and so on until a source.
    may_open: Vec<bool>,
}

/// The ways on from one cell: whether the path goes right, and whether it goes down.
struct Ways {
    right: bool,
    down: bool,
}

impl<'p> CountBoard<'p> {
    fn new(puzzle: &'p Puzzle) -> Self {
        let (width, height) = (puzzle.width(), puzzle.height());
        let mut may_open = vec![false; puzzle.area()];
        for cell in (0..puzzle.area()).rev() {
            let inside =
                (cell % width + 1 < width && cell / width + 1 < height).then(|| cell + width + 1);
            may_open[cell] =
                inside.is_some_and(|inside| puzzle.cells()[inside].is_some() || may_open[inside]);
        }
        Self { puzzle, may_open }
    }

    fn run(
        &self,
        memory: usize,
        budget: &mut AttemptBudget<'_>,
        widest: &mut usize,
    ) -> Result<BigUint, GaveUp> {
        let length = self.puzzle.width() + 1;
        let (mut layer, mut next) = (Layer::new(length), Layer::new(length));
        let mut scratch = vec![NOTHING; length];
        layer.add(&scratch, &WayCount::Small(1));
        for cell in 0..self.puzzle.area() {
            for (frontier, count) in layer.iter() {
                budget.poll()?;
                budget.spend()?;
                self.continue_with(cell, frontier, &mut scratch, &mut |found| {
                    next.add(found, count);
                });
                if layer.memory() + next.memory() > memory {
                    return Err(GaveUp::Memory);
                }
            }
            *widest = next.len().max(*widest);
            std::mem::swap(&mut layer, &mut next);
            next.clear();
        }
        let mut total = WayCount::Small(0);
        layer.iter().for_each(|(_, count)| total.add(count));
        Ok(total.into())
    }

    /// Generates every frontier that arises when the cell is filled.
    fn continue_with(
        &self,
        cell: usize,
        frontier: &Frontier,
        scratch: &mut Frontier,
        found: &mut impl FnMut(&Frontier),
    ) {
        let width = self.puzzle.width();
        let (row, column) = (cell / width, cell % width);
        let source = self.puzzle.cells()[cell];
        let above = frontier[column];
        let left = if column > 0 { frontier[column - 1] } else { NOTHING };
        let (from_above, from_left) = (above.mate != CLOSED, frontier[width].mate != CLOSED);
        let links = usize::from(from_above) + usize::from(from_left);
        let wanted = if source.is_some() { 1 } else { 2 };
        if links > wanted || (links == 2 && usize::from(above.mate) == width) {
            return; // too many paths meet, or one meets itself
        }
        let ways: &[Ways] = match wanted - links {
            0 => &[Ways { right: false, down: false }],
            1 => &[Ways { right: true, down: false }, Ways { right: false, down: true }],
            _ if !self.may_open[cell] => return,
            _ => &[Ways { right: true, down: true }],
        };
        let colors = match (source, from_above, from_left) {
            (Some(source), ..) => source.0..source.0 + 1,
            (None, true, _) => above.color..above.color + 1,
            (None, false, true) => left.color..left.color + 1,
            (None, false, false) => 0..self.puzzle.colors() as u16,
        };
        for color in colors {
            // Neighbours are joined exactly when they have the same colour.
            if (above.color == color) != from_above || (left.color == color) != from_left {
                continue;
            }
            if links == 0 && source.is_none() && !self.is_alive(color, cell, frontier) {
                continue;
            }
            for ways in ways {
                let right_ok =
                    !ways.right || (column + 1 < width && self.may_hold(cell + 1, color));
                let down_ok = !ways.down
                    || (row + 1 < self.puzzle.height() && self.may_hold(cell + width, color));
                if right_ok && down_ok {
                    self.fill(cell, frontier, color, ways, scratch);
                    found(scratch);
                }
            }
        }
    }

    fn may_hold(&self, cell: usize, color: u16) -> bool {
        self.puzzle.cells()[cell].is_none_or(|source| source == Color(color))
    }

    /// Whether a new piece of a colour could still become part of its path.
    fn is_alive(&self, color: u16, cell: usize, frontier: &Frontier) -> bool {
        self.puzzle.sources()[usize::from(color)][1] >= cell
            || frontier.iter().any(|column| column.color == color && column.mate != CLOSED)
    }

    /// The frontier after the cell got its colour and its ways on.
    fn fill(&self, cell: usize, before: &Frontier, color: u16, ways: &Ways, after: &mut Frontier) {
        let width = self.puzzle.width();
        let column = cell % width;
        after.copy_from_slice(before);
        after[column] = Column { color, mate: CLOSED };
        after[width] = if ways.right { after[column] } else { NOTHING };
        // Exactly two ends come together in a cell: far ends of paths that arrived, a source, and ways that go on.
        let arrived =
            [before[column].mate, before[width].mate].into_iter().filter(|&mate| mate != CLOSED);
        let source = self.puzzle.cells()[cell].map(|_| SOURCE);
        let down = ways.down.then_some(column as u8);
        let right = ways.right.then_some(width as u8);
        let mut ends = arrived.chain(source).chain(down).chain(right);
        if let (Some(one), Some(other)) = (ends.next(), ends.next()) {
            for (end, mate) in [(one, other), (other, one)] {
                if end != SOURCE {
                    after[usize::from(end)].mate = mate;
                }
            }
        }
        self.forget_finished(cell, color, after);
    }

    /// A colour whose sources are joined occurs no more: its cells need no identity any longer.
    fn forget_finished(&self, cell: usize, color: u16, frontier: &mut Frontier) {
        let open = frontier.iter().any(|column| column.color == color && column.mate != CLOSED);
        if !open && self.puzzle.sources()[usize::from(color)][1] <= cell {
            for column in frontier.iter_mut().filter(|column| column.color == color) {
                column.color = FINISHED;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_lane_a_square_and_nothing() {
        let number = |width, height, sources: &[[usize; 2]]| {
            let puzzle = Puzzle::from_sources(width, height, sources).unwrap();
            count(&puzzle, &SolverLimits::NONE).solutions.unwrap()
        };
        assert_eq!(number(5, 1, &[[0, 4]]), BigUint::from(1_u8));
        assert_eq!(number(2, 2, &[[0, 1], [2, 3]]), BigUint::from(1_u8));
        assert_eq!(number(2, 2, &[[0, 3]]), BigUint::from(0_u8));
        assert_eq!(number(3, 3, &[[0, 8], [2, 6]]), BigUint::from(0_u8));
    }

    #[test]
    fn limits_are_reported() {
        let puzzle = &crate::text::parse(include_str!("../../puzzles/12x12.txt")).unwrap()[0];
        let tight = SolverLimits { memory: 100_000, ..SolverLimits::NONE };
        assert_eq!(count(puzzle, &tight).solutions, Err(GaveUp::Memory));
        assert_eq!(count(puzzle, &SolverLimits::attempts(100)).solutions, Err(GaveUp::Attempts));
        let stop = SolverLimits { stop: &|| true, ..SolverLimits::NONE };
        assert_eq!(count(puzzle, &stop).solutions, Err(GaveUp::Stopped));
    }
}
