//! Puzzles, solutions, and the checker of solutions.
//!
//! A puzzle is a rectangle with two sources of every colour. A solution colours every cell so that each colour is one
//! path between its sources which never touches itself: a source has exactly one neighbour of its colour, every other
//! cell exactly two, and there is no detached loop. Everything else in this crate is tested against
//! [`Solution::check`].

use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The longest side a puzzle may have.
pub const MAX_SIDE: usize = 64;

/// One colour of a puzzle, numbered from zero in the order in which the sources are read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Color(pub u16);

impl Color {
    /// The colour as an index.
    pub fn index(self) -> usize {
        usize::from(self.0)
    }
}

/// A cell: its row and column, both from zero, row zero on top.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell {
    /// Rows down from the top.
    pub row: usize,
    /// Columns from the left.
    pub column: usize,
}

/// A checked puzzle: at least one colour, and exactly two sources of each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Puzzle {
    width: usize,
    height: usize,
    cells: Vec<Option<Color>>,
    labels: Vec<String>,
    sources: Vec<[usize; 2]>,
}

/// Why a grid of labels is not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// A side is zero or longer than [`MAX_SIDE`], or the cells do not fill the rectangle.
    #[error("a puzzle is 1x1 to {MAX_SIDE}x{MAX_SIDE} cells, not {width}x{height}")]
    Size {
        /// Columns asked for.
        width: usize,
        /// Rows asked for.
        height: usize,
    },
    /// No cell holds a source.
    #[error("the puzzle has no colours")]
    NoColors,
    /// A colour has one source, or three and more.
    #[error("colour {label} has {}; every colour needs exactly two", if *found == 1 { "one source".to_owned() } else { format!("{found} sources") })]
    Sources {
        /// The colour's label.
        label: String,
        /// How many sources it has.
        found: usize,
        /// The cell to point at: the only source, or the third.
        cell: Cell,
    },
}

impl Puzzle {
    /// Checks a grid of labels, row by row; `None` is an empty cell.
    ///
    /// # Errors
    /// When the size is out of bounds, no label is present, or a label does not occur exactly twice.
    pub fn new(
        width: usize,
        height: usize,
        grid: &[Option<impl AsRef<str>>],
    ) -> Result<Self, PuzzleError> {
        if !(1..=MAX_SIDE).contains(&width)
            || !(1..=MAX_SIDE).contains(&height)
            || grid.len() != width * height
        {
            return Err(PuzzleError::Size { width, height });
        }
        let mut labels: Vec<String> = Vec::new();
        let mut places: Vec<Vec<usize>> = Vec::new();
        let mut known: rustc_hash::FxHashMap<&str, usize> = rustc_hash::FxHashMap::default();
        let mut cells = vec![None; grid.len()];
        for (index, label) in grid.iter().enumerate() {
            let Some(label) = label.as_ref().map(AsRef::as_ref) else { continue };
            let color = *known.entry(label).or_insert_with(|| {
                labels.push(label.to_owned());
                places.push(Vec::new());
                labels.len() - 1
            });
            places[color].push(index);
            cells[index] = Some(Color(color as u16));
        }
        if labels.is_empty() {
            return Err(PuzzleError::NoColors);
        }
        let mut sources = Vec::with_capacity(labels.len());
        for (label, places) in labels.iter().zip(&places) {
            let [first, second] = places[..] else {
                let pointed = if places.len() == 1 { places[0] } else { places[2] };
                return Err(PuzzleError::Sources {
                    label: label.clone(),
                    found: places.len(),
                    cell: Cell { row: pointed / width, column: pointed % width },
                });
            };
            sources.push([first, second]);
        }
        Ok(Self { width, height, cells, labels, sources })
    }

    /// Builds a puzzle from the index pairs of its sources, labelling colours `A`, `B`, … (see [`label_of`]).
    ///
    /// # Errors
    /// As [`Puzzle::new`]; a cell named twice counts for the later colour.
    pub fn from_sources(
        width: usize,
        height: usize,
        sources: &[[usize; 2]],
    ) -> Result<Self, PuzzleError> {
        if !(1..=MAX_SIDE).contains(&width) || !(1..=MAX_SIDE).contains(&height) {
            return Err(PuzzleError::Size { width, height });
        }
        let mut grid = vec![None; width * height];
        let mut order: Vec<[usize; 2]> = sources.to_vec();
        order.sort_by_key(|pair| pair[0].min(pair[1]));
        for (color, &pair) in order.iter().enumerate() {
            for index in pair {
                if let Some(cell) = grid.get_mut(index) {
                    *cell = Some(label_of(color, order.len()));
                }
            }
        }
        Self::new(width, height, &grid)
    }

    /// Columns.
    pub fn width(&self) -> usize {
        self.width
    }

    /// Rows.
    pub fn height(&self) -> usize {
        self.height
    }

    /// Cells of the rectangle.
    pub fn area(&self) -> usize {
        self.cells.len()
    }

    /// How many colours there are.
    pub fn colors(&self) -> usize {
        self.labels.len()
    }

    /// The colours, in the order of their numbers.
    pub fn each_color(&self) -> impl Iterator<Item = Color> + use<> {
        (0..self.labels.len()).map(|color| Color(color as u16))
    }

    /// The source in each cell, row by row.
    pub fn cells(&self) -> &[Option<Color>] {
        &self.cells
    }

    /// The label a colour was read with.
    pub fn label(&self, color: Color) -> &str {
        &self.labels[color.index()]
    }

    /// The cell indices of each colour's two sources, in reading order.
    pub fn sources(&self) -> &[[usize; 2]] {
        &self.sources
    }

    /// The row and column of a cell.
    pub fn place(&self, index: usize) -> Cell {
        Cell { row: index / self.width, column: index % self.width }
    }

    /// The indices of the up to four neighbours of a cell.
    pub fn neighbors(&self, index: usize) -> impl Iterator<Item = usize> + use<> {
        neighbors(self.width, self.height, index)
    }

    /// The puzzle mirrored about its main diagonal: rows become columns.
    pub fn transposed(&self) -> Self {
        let turn = |index: usize| (index % self.width) * self.height + index / self.width;
        let mut cells = vec![None; self.cells.len()];
        for (index, cell) in self.cells.iter().enumerate() {
            cells[turn(index)] = *cell;
        }
        Self {
            width: self.height,
            height: self.width,
            cells,
            labels: self.labels.clone(),
            sources: self
                .sources
                .iter()
                .map(|pair| pair.map(turn))
                .map(|[a, b]| [a.min(b), a.max(b)])
                .collect(),
        }
    }
}

/// A short label for the numbered colour: one letter or digit while they last, then two letters for every colour.
pub fn label_of(color: usize, colors: usize) -> String {
    const ALPHABET: &[u8; 62] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
    let letter = |index: usize| char::from(ALPHABET[index % 62]);
    if colors <= 62 {
        letter(color).to_string()
    } else {
        format!("{}{}", letter(color / 52 % 52), letter(color % 52))
    }
}

/// The indices of the up to four neighbours of a cell, in the order up, right, down, left.
pub(crate) fn neighbors(
    width: usize,
    height: usize,
    index: usize,
) -> impl Iterator<Item = usize> + use<> {
    let (row, column) = (index / width, index % width);
    [
        (row > 0).then(|| index - width),
        (column + 1 < width).then_some(index + 1),
        (row + 1 < height).then_some(index + width),
        (column > 0).then(|| index - 1),
    ]
    .into_iter()
    .flatten()
}

/// A colour for every cell, row by row; [`Solution::check`] verifies that it solves a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Solution(pub Vec<Color>);

/// The first rule that a colouring breaks.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum RuleBroken {
    /// Not as many cells as the puzzle has.
    #[error("the solution has {0} cells")]
    Size(usize),
    /// A source has another colour.
    #[error("the source at row {}, column {} has another colour", .0.row + 1, .0.column + 1)]
    Source(Cell),
    /// A cell has the wrong number of neighbours of its own colour.
    #[error("row {}, column {} has {found} neighbours of its colour instead of {wanted}", .cell.row + 1, .cell.column + 1)]
    Neighbors {
        /// Where.
        cell: Cell,
        /// Neighbours of the same colour.
        found: usize,
        /// One for a source, two elsewhere.
        wanted: usize,
    },
    /// Some cells of a colour form a detached loop.
    #[error("a loop through row {}, column {} belongs to no source", .0.row + 1, .0.column + 1)]
    Loop(Cell),
}

impl Solution {
    /// Verifies the colouring by the rules alone, sharing no code with any solver.
    ///
    /// # Errors
    /// The first rule broken, in reading order.
    pub fn check(&self, puzzle: &Puzzle) -> Result<(), RuleBroken> {
        if self.0.len() != puzzle.area() {
            return Err(RuleBroken::Size(self.0.len()));
        }
        let place = |index: usize| puzzle.place(index);
        for (index, &color) in self.0.iter().enumerate() {
            let source = puzzle.cells[index];
            if source.is_some_and(|source| source != color) {
                return Err(RuleBroken::Source(place(index)));
            }
            let found = puzzle.neighbors(index).filter(|&next| self.0[next] == color).count();
            let wanted = if source.is_some() { 1 } else { 2 };
            if found != wanted {
                return Err(RuleBroken::Neighbors { cell: place(index), found, wanted });
            }
        }
        match self.outside_paths(puzzle) {
            Some(index) => Err(RuleBroken::Loop(place(index))),
            None => Ok(()),
        }
    }

    /// A cell that no path from a source reaches, in a colouring that keeps the neighbour rule.
    fn outside_paths(&self, puzzle: &Puzzle) -> Option<usize> {
        let mut reached = vec![false; self.0.len()];
        for &[start, _] in &puzzle.sources {
            let mut here = start;
            reached[here] = true;
            while let Some(next) =
                puzzle.neighbors(here).find(|&next| !reached[next] && self.0[next] == self.0[start])
            {
                reached[next] = true;
                here = next;
            }
        }
        reached.iter().position(|&reached| !reached)
    }

    /// The cells of one colour in order along its path, from the source read first.
    pub fn path(&self, puzzle: &Puzzle, color: Color) -> Vec<usize> {
        let mut path = vec![puzzle.sources[color.index()][0]];
        let mut before = usize::MAX;
        loop {
            let here = path[path.len() - 1];
            let next = puzzle.neighbors(here).find(|&next| next != before && self.0[next] == color);
            match next {
                Some(next) if path.len() < self.0.len() => path.push(next),
                _ => return path,
            }
            before = here;
        }
    }

    /// The colouring of the transposed puzzle that corresponds to this one, `width` being this one's.
    pub fn transposed(&self, width: usize) -> Self {
        let height = self.0.len() / width.max(1);
        Self(
            (0..self.0.len())
                .map(|index| self.0[(index % height) * width + index / height])
                .collect(),
        )
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn colored(text: &str) -> Solution {
        Solution(
            text.bytes()
                .filter(u8::is_ascii_alphabetic)
                .map(|byte| Color(u16::from(byte - b'A')))
                .collect(),
        )
    }

    #[test]
    fn accepts_good_and_rejects_bad_colourings() {
        let puzzle = Puzzle::from_sources(3, 3, &[[0, 6], [1, 7]]).unwrap();
        assert_eq!(
            colored("ABB AAB ABB").check(&puzzle),
            Err(RuleBroken::Neighbors { cell: Cell { row: 1, column: 0 }, found: 3, wanted: 2 })
        );
        assert_eq!(
            colored("ABB ABB ABB").check(&puzzle),
            Err(RuleBroken::Neighbors { cell: Cell { row: 0, column: 1 }, found: 2, wanted: 1 })
        );
        assert_eq!(colored("BAB").check(&puzzle), Err(RuleBroken::Size(3)));
        assert_eq!(
            colored("BBB ABB ABB").check(&puzzle),
            Err(RuleBroken::Source(Cell { row: 0, column: 0 }))
        );
        let lanes = Puzzle::from_sources(3, 3, &[[0, 6], [1, 7], [2, 8]]).unwrap();
        assert_eq!(colored("ABC ABC ABC").check(&lanes), Ok(()));
    }

    #[test]
    fn finds_a_detached_loop() {
        // Both colours keep the neighbour rule; the four A in the corner belong to no source.
        let puzzle = Puzzle::from_sources(5, 2, &[[2, 7], [3, 8], [4, 9]]).unwrap();
        let looped = Solution([2, 2, 0, 1, 2, 2, 2, 0, 1, 2].map(Color).to_vec());
        assert_eq!(looped.check(&puzzle), Err(RuleBroken::Loop(Cell { row: 0, column: 0 })));
    }

    #[test]
    fn transposing_twice_changes_nothing() {
        let puzzle = Puzzle::from_sources(3, 2, &[[0, 3], [1, 5]]).unwrap();
        assert_eq!(puzzle.transposed().transposed(), puzzle);
        let solution = colored("ABC DEF");
        assert_eq!(solution.transposed(3), colored("AD BE CF"));
        assert_eq!(solution.transposed(3).transposed(2), solution);
    }

    #[test]
    fn walks_a_path_from_source_to_source() {
        let puzzle = Puzzle::from_sources(3, 2, &[[0, 3]]).unwrap();
        assert_eq!(colored("AAA AAA").path(&puzzle, Color(0)).first(), Some(&0));
        let lanes = Puzzle::from_sources(2, 3, &[[0, 4], [1, 5]]).unwrap();
        assert_eq!(colored("AB AB AB").path(&lanes, Color(1)), [1, 3, 5]);
    }

    #[test]
    fn labels_are_distinct() {
        for colors in [1, 62, 63, 2048] {
            let mut labels: Vec<String> =
                (0..colors).map(|color| label_of(color, colors)).collect();
            labels.sort_unstable();
            labels.dedup();
            assert_eq!(labels.len(), colors);
        }
    }
}
