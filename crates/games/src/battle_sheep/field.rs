//! The field: its playing cells, and precomputed neighbours and rays of each.
//!
//! As text a field is lines of `.` (a playing cell) and `#` (a wall), the top rank first. Playing
//! cells are numbered rank by rank from the lower left, walls left out, so that a set of them is the
//! bits of one `u128` whatever the size of the square around them.
//!
//! *Decided:* a field given as text may be any rectangle with sides up to [`MOST_SIDE`]. Filling it up
//! to a square with walls would change nothing: a cell at the edge and a cell beside a wall are both
//! border cells.

use std::fmt;

use bellwether_core::bits::Bits;
use bellwether_core::square::Square;
use bellwether_core::{ParseError, bail};

/// Most playing cells a field may have.
pub const MOST_CELLS: usize = u128::CAPACITY;
/// Longest side of the square a field lies in.
pub const MOST_SIDE: usize = 32;

/// One of the eight directions in which sheep slide.
///
/// In this order a cell's neighbours come in the order of their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Left and down.
    SouthWest,
    /// Down.
    South,
    /// Right and down.
    SouthEast,
    /// Left.
    West,
    /// Right.
    East,
    /// Left and up.
    NorthWest,
    /// Up.
    North,
    /// Right and up.
    NorthEast,
}

impl Direction {
    /// All eight.
    pub const ALL: [Self; 8] = [
        Self::SouthWest,
        Self::South,
        Self::SouthEast,
        Self::West,
        Self::East,
        Self::NorthWest,
        Self::North,
        Self::NorthEast,
    ];

    /// How many files to the right and ranks up one step goes.
    #[must_use]
    pub const fn step(self) -> (isize, isize) {
        // In the order of the directions.
        const STEPS: [(isize, isize); 8] =
            [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)];
        STEPS[self as usize]
    }

    /// Whether cells have larger and larger numbers this way.
    #[inline]
    const fn ascends(self) -> bool {
        self as usize >= Self::East as usize
    }

    /// Whether a step this way crosses an edge rather than a corner.
    pub(super) const fn is_straight(self) -> bool {
        matches!(self, Self::South | Self::West | Self::East | Self::North)
    }
}

/// A connected field of at most [`MOST_CELLS`] playing cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Field {
    columns: usize,
    rows: usize,
    /// The number of the playing cell on each square, rank by rank from the bottom.
    numbers: Vec<Option<u8>>,
    cells: Vec<CellInfo<u128>>,
    /// The same in words of half the length, for simulated games; none if there are too many.
    narrow: Vec<CellInfo<u64>>,
    border: u128,
}

/// Precomputed data of a playing cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct CellInfo<B> {
    pub(super) square: Square,
    /// The neighbours in all eight directions.
    pub(super) around: B,
    /// The neighbours through edges.
    pub(super) beside: B,
    /// The ray in each direction, up to the next wall.
    rays: [B; 8],
    /// How many cells are at most two and at most three steps away.
    pub(super) reach: [u8; 2],
}

impl<B: Bits> CellInfo<B> {
    /// The cells that sheep which leave in a direction pass and stop on.
    #[inline]
    pub(super) fn path(&self, direction: Direction, taken: B) -> B {
        let ray = self.rays[direction as usize];
        let blockers = ray & taken;
        if direction.ascends() {
            ray & blockers.below_lowest()
        } else {
            ray & !blockers.up_to_highest()
        }
    }

    /// The last cell of a path, which must have one.
    #[inline]
    pub(super) fn end(path: B, direction: Direction) -> usize {
        if direction.ascends() { path.highest() } else { path.lowest() }
    }
}

impl CellInfo<u128> {
    /// The same if no cell has a number above 63.
    fn narrow(&self) -> Option<CellInfo<u64>> {
        let [around, beside] = [self.around, self.beside].map(u64::try_from);
        let mut rays = [0; 8];
        for (narrow, wide) in rays.iter_mut().zip(self.rays) {
            *narrow = u64::try_from(wide).ok()?;
        }
        let [around, beside] = [around.ok()?, beside.ok()?];
        Some(CellInfo { square: self.square, around, beside, rays, reach: self.reach })
    }
}

impl Field {
    /// Reads lines of `.` and `#`, the top rank first.
    ///
    /// # Errors
    /// If the lines differ in length, hold another character, are too many or too long, or the
    /// playing cells are none, too many or not connected.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        let lines: Vec<&str> = text.trim_end().lines().map(str::trim_end).collect();
        let rows = lines.len();
        let Some(columns) = lines.first().map(|line| line.chars().count()) else {
            bail!("the field is empty");
        };
        if rows > MOST_SIDE {
            bail!("the field has {rows} lines, more than {MOST_SIDE}");
        }
        if columns > MOST_SIDE {
            bail!("the field is {columns} squares wide, more than {MOST_SIDE}");
        }
        let mut playing = vec![false; columns * rows];
        for (index, line) in lines.iter().enumerate() {
            let width = line.chars().count();
            if width != columns {
                bail!(
                    "line {} of the field has {width} squares, but line 1 has {columns}",
                    index + 1
                );
            }
            let rank = rows - 1 - index;
            for (file, character) in line.chars().enumerate() {
                playing[rank * columns + file] = match character {
                    '.' => true,
                    '#' => false,
                    other => {
                        bail!(
                            "{} of the field: '{}' is neither '.' (a playing cell) nor '#' (a wall)",
                            Square::new(file, rank),
                            other.escape_debug()
                        );
                    }
                };
            }
        }
        Self::new(columns, rows, &playing)
    }

    /// The field whose playing cells are these squares, rank by rank from the bottom.
    pub(super) fn new(columns: usize, rows: usize, playing: &[bool]) -> Result<Self, ParseError> {
        let count = playing.iter().filter(|&&cell| cell).count();
        if count == 0 {
            bail!("the field has no playing cell");
        }
        if count > MOST_CELLS {
            bail!("the field has {count} playing cells, more than {MOST_CELLS}");
        }
        let mut numbers = vec![None; playing.len()];
        let mut squares = Vec::with_capacity(count);
        for index in (0..playing.len()).filter(|&index| playing[index]) {
            numbers[index] = Some(squares.len() as u8);
            squares.push(Square::new(index % columns, index / columns));
        }
        let number = |square: Square| numbers[square.rank * columns + square.file];
        let ray = |from: Square, direction: Direction| -> u128 {
            let mut at = from;
            let cells = std::iter::from_fn(|| {
                at = neighbour(at, direction, columns, rows)?;
                number(at).map(usize::from)
            });
            Bits::from_indices(cells)
        };
        let mut cells = Vec::with_capacity(count);
        let mut border = 0;
        for (index, &square) in squares.iter().enumerate() {
            let near = |direction: &Direction| {
                neighbour(square, *direction, columns, rows).and_then(number).map(usize::from)
            };
            let straight = Direction::ALL.iter().filter(|direction| direction.is_straight());
            let beside = u128::from_indices(straight.filter_map(near));
            if beside.count() < 4 {
                border |= u128::single(index);
            }
            cells.push(CellInfo {
                square,
                around: u128::from_indices(Direction::ALL.iter().filter_map(near)),
                beside,
                rays: Direction::ALL.map(|direction| ray(square, direction)),
                reach: [0; 2],
            });
        }
        let spread = |set: u128| set.iter().fold(set, |all, cell| all | cells[cell].around);
        let reaches: Vec<[u8; 2]> = (0..count)
            .map(|cell| {
                let two = spread(spread(u128::single(cell)));
                [two, spread(two)].map(|near| near.count() as u8 - 1)
            })
            .collect();
        for (cell, reach) in cells.iter_mut().zip(reaches) {
            cell.reach = reach;
        }
        let narrow = cells.iter().map(CellInfo::narrow).collect::<Option<_>>().unwrap_or_default();
        let field = Self { columns, rows, numbers, cells, narrow, border };
        let reached = field.region(field.all(), 0);
        match (field.all() & !reached).iter().next() {
            None => Ok(field),
            Some(island) => bail!(
                "the field is not connected: no way through edges leads from {} to {}",
                field.square(0),
                field.square(island)
            ),
        }
    }

    /// Squares from left to right.
    #[must_use]
    pub const fn columns(&self) -> usize {
        self.columns
    }

    /// Squares from bottom to top.
    #[must_use]
    pub const fn rows(&self) -> usize {
        self.rows
    }

    /// How many playing cells there are.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.cells.len()
    }

    /// Whether a square is a playing cell; squares outside are walls.
    #[must_use]
    pub fn is_playing(&self, square: Square) -> bool {
        self.number(square).is_some()
    }

    /// Whether sheep may start on a square: a playing cell at the edge or edge-adjacent to a wall.
    #[must_use]
    pub fn is_border(&self, square: Square) -> bool {
        self.number(square).is_some_and(|cell| self.border.has(cell))
    }

    /// The number of the playing cell on a square.
    pub(super) fn number(&self, square: Square) -> Option<usize> {
        if square.file >= self.columns || square.rank >= self.rows {
            return None;
        }
        self.numbers[square.rank * self.columns + square.file].map(usize::from)
    }

    /// The square of a playing cell.
    pub(super) fn square(&self, cell: usize) -> Square {
        self.cells[cell].square
    }

    /// All playing cells.
    #[inline]
    pub(super) fn all(&self) -> u128 {
        u128::MAX >> (MOST_CELLS - self.cells.len())
    }

    /// The cells on which sheep may start.
    #[inline]
    pub(super) const fn border(&self) -> u128 {
        self.border
    }

    /// The neighbours of a cell in all eight directions.
    #[inline]
    pub(super) fn around(&self, cell: usize) -> u128 {
        self.cells[cell].around
    }

    /// Where sheep that leave `from` stop, if their first step is free.
    #[inline]
    pub(super) fn slide(&self, from: usize, direction: Direction, taken: u128) -> Option<usize> {
        let path = self.cells[from].path(direction, taken);
        path.any().then(|| CellInfo::end(path, direction))
    }

    /// The data of each cell.
    #[inline]
    pub(super) fn cells(&self) -> &[CellInfo<u128>] {
        &self.cells
    }

    /// The same in shorter words, if the field is small enough.
    #[inline]
    pub(super) fn narrow(&self) -> Option<&[CellInfo<u64>]> {
        (!self.narrow.is_empty()).then_some(&self.narrow)
    }

    /// The direction in which the neighbour `to` of `from` lies.
    #[inline]
    pub(super) fn direction_to(&self, from: usize, to: usize) -> Direction {
        let (from, to) = (self.cells[from].square, self.cells[to].square);
        // Ranks below, level and above give 0, 3 and 6; the file then says which of three; and the
        // cell itself, number 4 of the nine, is no direction.
        let nine = (to.rank + 1 - from.rank) * 3 + (to.file + 1 - from.file);
        Direction::ALL[nine - usize::from(nine > 4)]
    }

    /// The cells of `within` that are connected to its member `start` through edges.
    #[inline]
    pub(super) fn region(&self, within: u128, start: usize) -> u128 {
        let mut region = u128::single(start);
        let mut edge = region;
        while edge.any() {
            let fresh = self.cells[edge.lowest()].beside & within & !region;
            region |= fresh;
            edge = edge.without_lowest() | fresh;
        }
        region
    }
}

/// Lines of `.` and `#`, the top rank first, without a line break at the end.
impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for rank in (0..self.rows).rev() {
            for file in 0..self.columns {
                f.write_str(if self.is_playing(Square::new(file, rank)) { "." } else { "#" })?;
            }
            if rank > 0 {
                f.write_str("\n")?;
            }
        }
        Ok(())
    }
}

/// The next square in a direction, if the board goes on there.
pub(super) fn neighbour(
    from: Square,
    direction: Direction,
    columns: usize,
    rows: usize,
) -> Option<Square> {
    let (files, ranks) = direction.step();
    let file = from.file.checked_add_signed(files).filter(|&file| file < columns)?;
    let rank = from.rank.checked_add_signed(ranks).filter(|&rank| rank < rows)?;
    Some(Square::new(file, rank))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn error(text: &str) -> String {
        Field::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn texts_round_trip() {
        for text in [".", "..\n..", "#.#\n...\n#.#", "....", ".\n.\n."] {
            assert_eq!(Field::parse(text).unwrap().to_string(), text);
        }
        let loose = Field::parse("#. \r\n..\r\n\r\n").unwrap();
        assert_eq!(loose, Field::parse("#.\n..").unwrap());
    }

    #[test]
    fn impossible_fields_say_why() {
        assert_eq!(error(" \n\n"), "the field is empty");
        assert_eq!(error("##\n##"), "the field has no playing cell");
        assert_eq!(error("...\n..\n..."), "line 2 of the field has 2 squares, but line 1 has 3");
        assert_eq!(
            error("...\n.x.\n..."),
            "b2 of the field: 'x' is neither '.' (a playing cell) nor '#' (a wall)"
        );
        // A corner is no way.
        assert_eq!(
            error("#.\n.#"),
            "the field is not connected: no way through edges leads from a1 to b2"
        );
        assert_eq!(error(&".".repeat(33)), "the field is 33 squares wide, more than 32");
        assert_eq!(error(&".\n".repeat(33)), "the field has 33 lines, more than 32");
        let full = format!("{}\n", ".".repeat(12)).repeat(12);
        assert_eq!(error(&full), "the field has 144 playing cells, more than 128");
    }

    #[test]
    fn border_cells_touch_a_wall_or_the_edge_through_an_edge() {
        let field = Field::parse(".....\n.....\n..#..\n.....\n.....").unwrap();
        let border = |name| field.is_border(Square::parse(name).unwrap());
        assert!(["a1", "e3", "b3", "c2", "c4", "d3"].into_iter().all(border));
        // These touch the wall by a corner only, or are one, or are outside.
        assert!(!["b2", "b4", "d2", "d4", "c3", "f3"].into_iter().any(border));
    }

    #[test]
    fn sheep_slide_up_to_what_blocks_them() {
        let field = Field::parse("....\n..#.\n....\n....").unwrap();
        let cell = |name: &str| field.number(Square::parse(name).unwrap()).unwrap();
        let slide = |from, direction, taken: &[&str]| {
            let taken = Bits::from_indices(taken.iter().map(|name| cell(name)));
            field.slide(cell(from), direction, taken).map(|end| field.square(end).to_string())
        };
        let to = |name: &str| Some(name.to_owned());
        assert_eq!(slide("a1", Direction::North, &[]), to("a4"));
        assert_eq!(slide("a1", Direction::NorthEast, &[]), to("b2"));
        assert_eq!(slide("a1", Direction::East, &["d1"]), to("c1"));
        assert_eq!(slide("a1", Direction::East, &["c1", "d1"]), to("b1"));
        assert_eq!(slide("a1", Direction::East, &["b1"]), None);
        assert_eq!(slide("a1", Direction::South, &[]), None);
        assert_eq!(slide("d4", Direction::West, &["a4"]), to("b4"));
        assert_eq!(slide("d4", Direction::South, &["a4", "d1"]), to("d2"));
        assert_eq!(slide("d4", Direction::SouthWest, &[]), None);
        assert_eq!(slide("a4", Direction::SouthEast, &["d1"]), to("c2"));
        assert_eq!(slide("d1", Direction::NorthWest, &["a1", "d4", "a4"]), to("b3"));
        for direction in Direction::ALL {
            let (files, ranks) = direction.step();
            let near =
                Square::new(1usize.strict_add_signed(files), 1usize.strict_add_signed(ranks));
            if let Some(near) = field.number(near) {
                assert_eq!(field.direction_to(cell("b2"), near), direction);
            }
        }
    }
}
