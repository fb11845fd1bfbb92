//! Natural starts: how a person would lay out so many wolves and sheep, for the search for a fair start.

use bellwether_core::bits::Bits;
use bellwether_core::square::Square;
use bellwether_core::{Game, Seat};

use super::{TOO_FEW_SHEEP, WOLVES, WolvesEatSheep};

/// How large a board of Wolves Eat Sheep is, and how many pieces are on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BoardSize {
    /// Squares from left to right.
    pub columns: usize,
    /// Squares from bottom to top.
    pub rows: usize,
    /// Wolves.
    pub wolves: usize,
    /// Sheep.
    pub sheep: usize,
}

/// A start a person would lay out: sheep from the far rank on, wolves in a symmetric row on the near one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NaturalStart {
    /// How many sheep.
    pub sheep: usize,
    /// The wolves' squares.
    pub wolves: Vec<Square>,
    /// The ranks from the top, as the option `layout` takes them.
    pub layout: String,
}

impl NaturalStart {
    /// The position with this side to move first.
    #[must_use]
    pub fn position(&self, first: Seat) -> String {
        let letter = if first == WOLVES { 'w' } else { 's' };
        format!("{} {letter}", self.layout)
    }
}

impl BoardSize {
    /// The board of a game and its pieces.
    #[must_use]
    pub fn of(game: &WolvesEatSheep) -> Self {
        let start = game.start();
        let (wolves, sheep) = (start.wolves.count(), start.sheep.count());
        Self { columns: game.columns(), rows: game.rows(), wolves, sheep }
    }

    /// A layout with these pieces: a natural one if there is one.
    #[must_use]
    pub fn layout(&self) -> Option<String> {
        let natural = self.starts().into_iter().rfind(|start| start.sheep == self.sheep);
        natural.map(|start| start.layout).or_else(|| layout(*self))
    }

    /// Whether some row of so many wolves looks the same in a mirror.
    #[must_use]
    pub const fn is_symmetric(&self) -> bool {
        self.columns % 2 == 1 || self.wolves.is_multiple_of(2)
    }

    /// The natural starts with at most as many sheep, fewest first. Where no row of wolves is symmetric
    /// every row counts, but only one of two that mirror each other.
    #[must_use]
    pub fn starts(&self) -> Vec<NaturalStart> {
        let fewest = TOO_FEW_SHEEP + 1;
        let most = self.sheep.min(self.columns * self.rows.saturating_sub(1));
        let rows_of_wolves = self.rows_of_wolves();
        (fewest..=most)
            .flat_map(|sheep| rows_of_wolves.iter().map(move |wolves| self.start(sheep, wolves)))
            .collect()
    }

    fn rows_of_wolves(&self) -> Vec<Vec<usize>> {
        let mirrored = |set: u32| set.reverse_bits() >> (32 - self.columns);
        let wanted = |set: &u32| {
            set.count_ones() as usize == self.wolves
                && if self.is_symmetric() { *set == mirrored(*set) } else { *set <= mirrored(*set) }
        };
        let rows = (0..1_u32 << self.columns).filter(wanted);
        let files = |set: u32| (0..self.columns).filter(|file| set >> file & 1 == 1).collect();
        let mut rows: Vec<Vec<usize>> = rows.map(files).collect();
        rows.sort();
        rows
    }

    fn start(&self, sheep: usize, wolves: &[usize]) -> NaturalStart {
        let rank = |files: &[usize], letter: char| -> String {
            (0..self.columns).map(|file| if files.contains(&file) { letter } else { '.' }).collect()
        };
        let mut ranks = Vec::with_capacity(self.rows);
        let mut left = sheep;
        for _ in 1..self.rows {
            let here = left.min(self.columns);
            ranks.push(rank(&centred(self.columns, here), 'S'));
            left -= here;
        }
        ranks.push(rank(wolves, 'W'));
        NaturalStart {
            sheep,
            wolves: wolves.iter().map(|file| Square::new(*file, 0)).collect(),
            layout: ranks.join("/"),
        }
    }
}

/// A layout with as many pieces: wolves from the bottom, sheep from the top, the rest between them, so
/// that a wolf can move.
#[must_use]
pub fn layout(size: BoardSize) -> Option<String> {
    let BoardSize { columns, rows, wolves, sheep } = size;
    let squares = columns.checked_mul(rows).filter(|squares| (9..=64).contains(squares))?;
    let free = squares.checked_sub(wolves.checked_add(sheep)?)?;
    let letters: Vec<char> = std::iter::repeat_n('W', wolves)
        .chain(std::iter::repeat_n('.', free))
        .chain(std::iter::repeat_n('S', sheep))
        .collect();
    let ranks: Vec<String> =
        letters.chunks(columns).rev().map(|rank| rank.iter().collect()).collect();
    Some(ranks.join("/"))
}

/// So many files of a rank, from the middle outwards; the middle file itself only if that makes the row
/// symmetric. A row that cannot be symmetric leans to the left.
fn centred(columns: usize, count: usize) -> Vec<usize> {
    let half = columns / 2;
    let mut files = Vec::with_capacity(count);
    let middle = !columns.is_multiple_of(2) && !count.is_multiple_of(2);
    if middle {
        files.push(half);
    }
    for step in 0..half {
        files.extend([half - 1 - step, columns - half + step]);
    }
    files.truncate(count);
    files
}

/// Squares as people list them: `b1 d1`.
#[must_use]
pub fn squares_text(squares: &[Square]) -> String {
    squares.iter().map(Square::to_string).collect::<Vec<String>>().join(" ")
}

#[cfg(test)]
mod tests {
    use bellwether_core::Notation;
    use bellwether_core::square::file_name;

    use super::super::Setup;
    use super::*;

    fn files(columns: usize, count: usize) -> String {
        let mut files = centred(columns, count);
        files.sort_unstable();
        files.into_iter().map(file_name).collect()
    }

    #[test]
    fn ranks_are_filled_symmetrically_where_they_can_be() {
        let five: Vec<String> = (0..=5).map(|count| files(5, count)).collect();
        assert_eq!(five, ["", "c", "bd", "bcd", "abde", "abcde"]);
        let four: Vec<String> = (0..=4).map(|count| files(4, count)).collect();
        assert_eq!(four, ["", "b", "bc", "abc", "abcd"]);
    }

    #[test]
    fn the_standard_start_is_natural() {
        let standard = WolvesEatSheep::new(Setup::default());
        let size = BoardSize::of(&standard);
        assert_eq!(size, BoardSize { columns: 5, rows: 5, wolves: 2, sheep: 10 });
        let starts = size.starts();
        // 3 to 10 sheep; wolves on a1 e1 or b1 d1.
        assert_eq!(starts.len(), 8 * 2);
        let start = starts.last().unwrap();
        assert_eq!(squares_text(&start.wolves), "b1 d1");
        assert_eq!(
            standard.parse_position(&start.position(Seat::FIRST)).unwrap(),
            standard.start()
        );
    }

    #[test]
    fn one_wolf_on_an_even_board_has_no_mirror_so_each_half_counts_once() {
        let size = BoardSize { columns: 4, rows: 4, wolves: 1, sheep: 3 };
        let rows: Vec<String> =
            size.starts().iter().map(|start| squares_text(&start.wolves)).collect();
        assert_eq!(rows, ["a1", "b1"]);
    }
}
