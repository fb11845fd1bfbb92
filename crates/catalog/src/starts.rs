//! Starts worth comparing: those a game has names for, and those a person would lay out.

use std::path::Path;

use bellwether_core::picture::{Picture, PieceKind};
use bellwether_core::square::Square;
use bellwether_core::{ParseError, Seat};
use bellwether_games::{wolf_and_sheep, wolves_eat_sheep};

use crate::{AnyGame, AnyOracle, AnySolvable};

/// A start with a name, as a game of its own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedStart {
    /// What people call it.
    pub name: String,
    /// How it is asked for.
    pub game: String,
}

/// The starts that a game has names for: layouts, or the squares its wolf may choose.
#[must_use]
pub fn named_starts(game: &dyn AnyGame) -> Vec<NamedStart> {
    match game.info().name {
        wolves_eat_sheep::NAME => wolves_eat_sheep::LAYOUTS
            .iter()
            .map(|(name, _)| NamedStart {
                name: (*name).to_owned(),
                game: format!("{}:layout={name}", wolves_eat_sheep::NAME),
            })
            .collect(),
        wolf_and_sheep::NAME => {
            let size = game.start().picture(None).columns;
            let squares = (0..size).step_by(2).map(|file| Square::new(file, 0));
            squares
                .map(|square| NamedStart {
                    name: format!("wolf on {square}"),
                    game: format!("{}:size={size},wolf={square}", wolf_and_sheep::NAME),
                })
                .collect()
        }
        _ => Vec::new(),
    }
}

/// The same game with other numbers of pieces, as far as its options go: what changes, and the game.
#[must_use]
pub fn other_sizes(game: &dyn AnyGame) -> Vec<NamedStart> {
    if game.info().name != wolf_and_sheep::NAME {
        return Vec::new();
    }
    let sizes = (4..=16).step_by(2);
    sizes
        .map(|size| NamedStart {
            name: format!("{size}×{size}, {} sheep", size / 2),
            game: format!("{}:size={size}", wolf_and_sheep::NAME),
        })
        .collect()
}

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
        let letter = if first == wolves_eat_sheep::WOLVES { 'w' } else { 's' };
        format!("{} {letter}", self.layout)
    }
}

impl BoardSize {
    /// The board of this game; none if it is another game than Wolves Eat Sheep.
    #[must_use]
    pub fn of(game: &dyn AnyGame) -> Option<Self> {
        if game.info().name != wolves_eat_sheep::NAME {
            return None;
        }
        let picture = game.start().picture(None);
        let count = |kind: PieceKind| {
            let pieces = picture.cells.iter().filter_map(|cell| cell.piece);
            pieces.filter(|piece| piece.kind == kind).count()
        };
        let (wolves, sheep) = (count(PieceKind::Wolf), count(PieceKind::Sheep));
        let Picture { columns, rows, .. } = picture;
        Some(Self { columns, rows, wolves, sheep })
    }

    /// A game with these pieces.
    ///
    /// # Errors
    /// If no layout of them is playable.
    pub fn game(&self) -> Result<Box<dyn AnyGame>, ParseError> {
        let natural = self.starts().into_iter().rfind(|start| start.sheep == self.sheep);
        let layout = natural.map(|start| start.layout).or_else(|| {
            let number = |name: &str| match name {
                "columns" => Some(self.columns),
                "rows" => Some(self.rows),
                "wolves" => Some(self.wolves),
                _ => Some(self.sheep),
            };
            crate::solved::layout(&number)
        });
        let layout =
            layout.ok_or_else(|| ParseError::new("the board has no room for the pieces"))?;
        crate::game(&format!("{}:layout={layout}", wolves_eat_sheep::NAME))
    }

    /// The table in a folder with as many wolves and the most sheep, and the game it is asked with; none
    /// if there is none.
    ///
    /// # Errors
    /// If there is one but it is damaged.
    pub fn largest_table(&self, folder: &Path) -> Result<Option<FoundTable>, ParseError> {
        let most = (self.columns * self.rows).saturating_sub(self.wolves + 1);
        for sheep in (wolves_eat_sheep::TOO_FEW_SHEEP + 1..=most).rev() {
            let pasture = Self { sheep, ..*self };
            let Ok(game) = pasture.game() else { continue };
            let Some(solver) = game.solvable() else { continue };
            let found = open(solver.as_ref(), folder)?;
            if let Some(oracle) = found {
                return Ok(Some(FoundTable { pasture, game, oracle }));
            }
        }
        Ok(None)
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
        let fewest = wolves_eat_sheep::TOO_FEW_SHEEP + 1;
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

/// A table found by [`Pasture::largest_table`].
pub struct FoundTable {
    /// Board and pieces.
    pub pasture: BoardSize,
    /// The game whose positions the oracle knows.
    pub game: Box<dyn AnyGame>,
    /// What answers.
    pub oracle: Box<dyn AnyOracle>,
}

impl std::fmt::Debug for FoundTable {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Grazed").field("pasture", &self.pasture).finish_non_exhaustive()
    }
}

fn open(solver: &dyn AnySolvable, folder: &Path) -> Result<Option<Box<dyn AnyOracle>>, ParseError> {
    solver.open(folder).map_err(|error| ParseError::new(error.to_string()))
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
    use bellwether_core::square::file_name;

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
        let standard = crate::game("wolves-eat-sheep").unwrap();
        let pasture = BoardSize::of(standard.as_ref()).unwrap();
        assert_eq!(pasture, BoardSize { columns: 5, rows: 5, wolves: 2, sheep: 10 });
        let starts = pasture.starts();
        // 3 to 10 sheep; wolves on a1 e1 or b1 d1.
        assert_eq!(starts.len(), 8 * 2);
        let start = starts.last().unwrap();
        assert_eq!(squares_text(&start.wolves), "b1 d1");
        let position = standard.position(&start.position(Seat::FIRST)).unwrap();
        assert_eq!(position.text(None), standard.start().text(None));
    }

    #[test]
    fn one_wolf_on_an_even_board_has_no_mirror_so_each_half_counts_once() {
        let pasture = BoardSize { columns: 4, rows: 4, wolves: 1, sheep: 3 };
        let rows: Vec<String> =
            pasture.starts().iter().map(|start| squares_text(&start.wolves)).collect();
        assert_eq!(rows, ["a1", "b1"]);
    }

    #[test]
    fn every_named_start_is_a_game() {
        for name in ["wolves-eat-sheep", "wolf-and-sheep", "wolf-and-sheep:size=6,wolf=c1"] {
            let game = crate::game(name).unwrap();
            let starts = named_starts(game.as_ref());
            assert!(!starts.is_empty());
            for start in starts.iter().chain(&other_sizes(game.as_ref())) {
                assert!(crate::game(&start.game).is_ok(), "{start:?}");
            }
        }
        assert!(named_starts(crate::game("breakthrough").unwrap().as_ref()).is_empty());
    }
}
