//! A player's drawing on a puzzle: at most one path per colour, begun at either source.
//!
//! A [`Drawing`] is well-formed (paths go from cell to cell and never share one) but need not be right:
//! [`Drawing::faults`] lists violations of the rules, and [`hint`](mod@crate::hint) decides whether it can be completed.

use thiserror::Error;

use crate::puzzle::{Cell, Color, Puzzle, Solution};

/// A well-formed drawing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing<'p> {
    puzzle: &'p Puzzle,
    paths: Vec<Vec<usize>>,
    /// The colour in each cell: of a source, or of the path through it.
    colors: Vec<Option<Color>>,
}

/// Why lists of cells are not a drawing.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum DrawingError {
    /// There must be a list for every colour; an empty one will do.
    #[error("the drawing has {found} paths, and the puzzle {wanted} colours")]
    Paths {
        /// Paths given.
        found: usize,
        /// Colours there are.
        wanted: usize,
    },
    /// A path begins elsewhere than at a source of its colour.
    #[error("the path of colour {0} does not begin at one of its sources")]
    Start(String),
    /// A path goes to a cell that does not lie beside the last one, or lies off the board.
    #[error("the path of colour {label} does not go on from row {}, column {} to a cell beside it", .cell.row + 1, .cell.column + 1)]
    Jump {
        /// The colour's label.
        label: String,
        /// The last cell before the jump.
        cell: Cell,
    },
    /// A path enters a cell that is taken: by a source, by another path, or by itself.
    #[error("the path of colour {label} enters row {}, column {}, which is taken", .cell.row + 1, .cell.column + 1)]
    Taken {
        /// The colour's label.
        label: String,
        /// The cell.
        cell: Cell,
    },
}

/// A reason why a drawing is not a solution, by the rules alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DrawingFault {
    /// The path through this cell touches itself here.
    Touches(Color, usize),
    /// The two sources of a colour are not joined.
    Apart(Color),
    /// Nothing is drawn in a cell.
    Empty(usize),
}

impl<'p> Drawing<'p> {
    /// Checks one list of cells for each colour, in the order in which they were drawn.
    ///
    /// # Errors
    /// When the lists are not paths from a source, or cross each other.
    pub fn new(puzzle: &'p Puzzle, paths: Vec<Vec<usize>>) -> Result<Self, DrawingError> {
        if paths.len() != puzzle.colors() {
            return Err(DrawingError::Paths { found: paths.len(), wanted: puzzle.colors() });
        }
        let mut drawn = Self { puzzle, paths, colors: puzzle.cells().to_vec() };
        puzzle.each_color().try_for_each(|color| drawn.check_path(color))?;
        Ok(drawn)
    }

    fn check_path(&mut self, color: Color) -> Result<(), DrawingError> {
        let puzzle = self.puzzle;
        let label = || puzzle.label(color).to_owned();
        let path = &self.paths[color.index()];
        let Some(&start) = path.first() else { return Ok(()) };
        let sources = puzzle.sources()[color.index()];
        let Some(goal) = other_source(sources, start) else {
            return Err(DrawingError::Start(label()));
        };
        for pair in path.windows(2) {
            let [here, next] = [pair[0], pair[1]];
            if puzzle.neighbors(here).all(|beside| beside != next) {
                return Err(DrawingError::Jump { label: label(), cell: puzzle.place(here) });
            }
            // A path ends at the second source.
            if here == goal || (next != goal && self.colors[next].is_some()) {
                let cell = puzzle.place(if here == goal { here } else { next });
                return Err(DrawingError::Taken { label: label(), cell });
            }
            self.colors[next] = Some(color);
        }
        Ok(())
    }

    /// The puzzle drawn on.
    pub fn puzzle(&self) -> &'p Puzzle {
        self.puzzle
    }

    /// The cells of each colour's path in the order drawn; none if nothing is drawn.
    pub fn paths(&self) -> &[Vec<usize>] {
        &self.paths
    }

    /// Whether a colour's path goes from one source to the other.
    pub fn is_joined(&self, color: Color) -> bool {
        let path = &self.paths[color.index()];
        self.puzzle.sources()[color.index()].iter().all(|source| path.contains(source))
    }

    /// All reasons why the drawing is not a solution: touches first, then colours not joined, then empty cells. If
    /// empty, it is one.
    pub fn faults(&self) -> Vec<DrawingFault> {
        let mut faults: Vec<DrawingFault> = Vec::new();
        for color in self.puzzle.each_color() {
            faults.extend(self.touches(color).map(|cell| DrawingFault::Touches(color, cell)));
        }
        let apart = self.puzzle.each_color().filter(|&color| !self.is_joined(color));
        faults.extend(apart.map(DrawingFault::Apart));
        let empty = (0..self.puzzle.area()).filter(|&cell| self.colors[cell].is_none());
        faults.extend(empty.map(DrawingFault::Empty));
        faults
    }

    /// Cells of a path beside a cell of the same colour that they are not joined to. The end of an unfinished path may be
    /// beside its other source.
    fn touches(&self, color: Color) -> impl Iterator<Item = usize> + '_ {
        let path = &self.paths[color.index()];
        let goal = path
            .first()
            .and_then(|&start| other_source(self.puzzle.sources()[color.index()], start));
        path.iter().enumerate().filter_map(move |(index, &cell)| {
            let before = index.checked_sub(1).map(|before| path[before]);
            let after = path.get(index + 1).copied().or(goal);
            let touches = self.puzzle.neighbors(cell).any(|beside| {
                self.colors[beside] == Some(color)
                    && Some(beside) != before
                    && Some(beside) != after
            });
            touches.then_some(cell)
        })
    }

    /// Whether everything drawn is part of a solution.
    pub fn agrees_with(&self, solution: &Solution) -> bool {
        let length = |color: Color| self.paths[color.index()].len();
        self.puzzle.each_color().all(|color| self.agreed(solution, color) == length(color))
    }

    /// The number of cells of a colour's path, from its beginning, that agree with the solution.
    pub(crate) fn agreed(&self, solution: &Solution, color: Color) -> usize {
        let path = &self.paths[color.index()];
        let right = self.solved_path(solution, color);
        path.iter().zip(&right).take_while(|(drawn, right)| drawn == right).count()
    }

    /// A colour's path in a solution, from the source at which the drawing begins.
    pub(crate) fn solved_path(&self, solution: &Solution, color: Color) -> Vec<usize> {
        let mut right = solution.path(self.puzzle, color);
        if self.paths[color.index()].first().is_some_and(|start| right.first() != Some(start)) {
            right.reverse();
        }
        right
    }
}

fn other_source([first, second]: [usize; 2], start: usize) -> Option<usize> {
    match start {
        start if start == first => Some(second),
        start if start == second => Some(first),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    fn puzzle() -> Puzzle {
        parse("A_B\n___\nA_B").unwrap().remove(0)
    }

    #[test]
    fn refuses_what_is_not_a_path() {
        let puzzle = puzzle();
        let error = |a: &[usize], b: &[usize]| {
            Drawing::new(&puzzle, vec![a.to_vec(), b.to_vec()]).unwrap_err().to_string()
        };
        assert_eq!(error(&[1], &[]), "the path of colour A does not begin at one of its sources");
        assert!(error(&[0, 2], &[]).contains("from row 1, column 1 to a cell beside it"));
        assert!(error(&[0, usize::MAX], &[]).contains("to a cell beside it"));
        assert!(error(&[0, 1, 2], &[]).contains("enters row 1, column 3, which is taken"));
        assert!(error(&[0, 1, 0], &[]).contains("enters row 1, column 1, which is taken"));
        assert!(error(&[0, 1, 4], &[2, 5, 4]).contains("colour B enters row 2, column 2"));
        assert!(error(&[0, 3, 6, 7], &[]).contains("enters row 3, column 1"));
        assert_eq!(
            Drawing::new(&puzzle, vec![]).unwrap_err().to_string(),
            "the drawing has 0 paths, and the puzzle 2 colours"
        );
    }

    #[test]
    fn finds_violations_of_the_rules() {
        let puzzle = puzzle();
        let drawn =
            |a: &[usize], b: &[usize]| Drawing::new(&puzzle, vec![a.to_vec(), b.to_vec()]).unwrap();
        assert_eq!(drawn(&[], &[]).faults().len(), 2 + 5);
        let joined = drawn(&[0, 3, 6], &[2, 5, 8]);
        assert_eq!(joined.faults(), [1, 4, 7].map(DrawingFault::Empty));
        assert_eq!(joined.colors.iter().flatten().count(), 6);
        // Full and joined, and yet wrong: A touches itself.
        let full = drawn(&[0, 1, 4, 3, 6], &[2, 5, 8]);
        assert_eq!(
            full.faults()[..2],
            [DrawingFault::Touches(Color(0), 0), DrawingFault::Touches(Color(0), 3)]
        );
        // An end may be beside its other source; passing that source is a fault.
        let lanes = parse("A_A\n___").unwrap().remove(0);
        let near = Drawing::new(&lanes, vec![vec![0, 1]]).unwrap();
        assert!(!near.faults().contains(&DrawingFault::Touches(Color(0), 1)));
        let past = Drawing::new(&lanes, vec![vec![0, 1, 4]]).unwrap();
        assert_eq!(past.faults()[0], DrawingFault::Touches(Color(0), 1));
    }

    #[test]
    fn a_solved_board_has_no_fault() {
        let puzzle = parse("ABC\n___\nABC").unwrap().remove(0);
        let drawn =
            Drawing::new(&puzzle, vec![vec![0, 3, 6], vec![7, 4, 1], vec![2, 5, 8]]).unwrap();
        assert_eq!(drawn.faults(), []);
        let solution = Solution([0, 1, 2].repeat(3).into_iter().map(Color).collect());
        assert!(drawn.agrees_with(&solution));
    }
}
