//! Indexing of positions: a tier for each number of sheep, folded by symmetry.
//!
//! A position's number is made of whose turn it is, the *class* of its wolves and the rank of its
//! sheep. Sets of wolves that the board's symmetries map to each other form a class; the smallest of them,
//! as a word, is its representative, and a position is mapped so that its wolves stand there. The sheep
//! are then ranked among all sets of as many of the remaining squares.

use bellwether_core::bits::Bits;
use bellwether_core::numbering::{Binomials, Indexed, Numbering, TableIndex, next_set};

use super::{SHEEP, State, TOO_FEW_SHEEP, WOLVES, WolvesEatSheep};

/// Sets of wolves beyond this number are not listed: no table of such a game would fit a disk.
const MOST_WOLF_SETS: u64 = 20_000_000;

/// The numbers of the positions of one board with as many wolves, and as many sheep or fewer.
#[derive(Clone, Debug)]
pub struct FoldedNumbering {
    /// Squares of the board.
    pub(super) squares: usize,
    wolves: usize,
    most_sheep: usize,
    binomials: Binomials,
    /// The sets that stand for their classes, in order.
    pub(super) classes: Vec<u64>,
    /// For each set of wolves, by its rank: its class, and a symmetry that carries it there.
    class_of: Vec<(u32, u8)>,
    /// For each symmetry, for each byte of a set, the image of every value of that byte.
    turned: Vec<[[u64; 256]; 8]>,
}

impl FoldedNumbering {
    fn new(game: &WolvesEatSheep) -> Option<Self> {
        let squares = game.columns() * game.rows();
        let (wolves, most_sheep) = (game.setup.wolves.count(), game.setup.sheep.count());
        let binomials = Binomials::up_to(64);
        let sets = binomials.choose(squares, wolves);
        if sets > MOST_WOLF_SETS {
            return None;
        }
        let turned = game.images.iter().map(turned_bytes).collect();
        let classes = Vec::new();
        let class_of = Vec::with_capacity(sets as usize);
        let mut folded = Self { squares, wolves, most_sheep, binomials, classes, class_of, turned };
        folded.list_classes();
        (0..folded.tiers()).try_fold(0u64, |total, tier| {
            let sets = folded.sheep_sets(folded.sheep_of(tier));
            total.checked_add(sets.checked_mul(2 * folded.classes.len() as u64)?)
        })?;
        Some(folded)
    }

    /// In ascending order the smallest set of a class comes first, and the others find it there.
    fn list_classes(&mut self) {
        let mut set = u64::first(self.wolves);
        for rank in 0..self.binomials.choose(self.squares, self.wolves) {
            let images = (0..self.turned.len()).map(|symmetry| self.turn(set, symmetry));
            let (symmetry, smallest) =
                images.enumerate().min_by_key(|(_, image)| *image).unwrap_or((0, set));
            let class = if smallest == set {
                self.classes.push(set);
                self.classes.len() as u32 - 1
            } else {
                self.class_of[self.binomials.rank(smallest) as usize].0
            };
            self.class_of.push((class, symmetry as u8));
            if rank + 1 < self.binomials.choose(self.squares, self.wolves) {
                set = next_set(set);
            }
        }
    }

    /// Squares that the wolves leave to the sheep.
    pub(super) const fn free_squares(&self) -> usize {
        self.squares - self.wolves
    }

    /// The class of a set of wolves, and a symmetry that carries it there.
    #[inline]
    pub(super) fn class_of(&self, wolves: u64) -> (usize, usize) {
        let (class, symmetry) = self.class_of[self.binomials.rank(wolves) as usize];
        (class as usize, usize::from(symmetry))
    }

    /// How many symmetries the board has.
    pub(super) fn symmetries(&self) -> usize {
        self.turned.len()
    }

    /// The set as a symmetry shows it.
    #[inline]
    pub(super) fn turn(&self, set: u64, symmetry: usize) -> u64 {
        let bytes = &self.turned[symmetry];
        (0..self.squares.div_ceil(8))
            .fold(0, |image, byte| image | bytes[byte][(set >> (8 * byte) & 0xFF) as usize])
    }

    /// How many sheep there are in a tier.
    pub(super) const fn sheep_of(&self, tier: usize) -> usize {
        tier + TOO_FEW_SHEEP + 1
    }

    /// In how many ways so many sheep can stand beside the wolves.
    pub(super) fn sheep_sets(&self, sheep: usize) -> u64 {
        self.binomials.choose(self.free_squares(), sheep)
    }

    /// How many numbers a tier has for each side to move.
    pub(super) fn side_len(&self, tier: usize) -> u64 {
        self.classes.len() as u64 * self.sheep_sets(self.sheep_of(tier))
    }
}

/// The set without the squares of `holes`, which hold none of it: what is above moves down.
#[inline]
fn close_up(mut set: u64, holes: u64) -> u64 {
    let mut rest = holes;
    while rest != 0 {
        let hole = rest.highest();
        let below = (1u64 << hole) - 1;
        set = (set & below) | ((set >> 1) & !below);
        rest ^= 1 << hole;
    }
    set
}

/// The inverse of [`close_up`]: what is at or above a hole moves up.
fn spread(mut set: u64, holes: u64) -> u64 {
    for hole in holes.iter() {
        let below = (1u64 << hole) - 1;
        set = (set & below) | ((set & !below) << 1);
    }
    set
}

fn turned_bytes(images: &[u8; 64]) -> [[u64; 256]; 8] {
    let mut turned = [[0; 256]; 8];
    for (byte, values) in turned.iter_mut().enumerate() {
        for (value, image) in values.iter_mut().enumerate() {
            let squares = (value as u64).iter().map(|bit| usize::from(images[8 * byte + bit]));
            *image = u64::from_indices(squares);
        }
    }
    turned
}

impl Numbering<WolvesEatSheep> for FoldedNumbering {
    fn tiers(&self) -> usize {
        self.most_sheep - TOO_FEW_SHEEP
    }

    fn tier_name(&self, tier: usize) -> String {
        format!("{} sheep", self.sheep_of(tier))
    }

    fn len(&self, tier: usize) -> u64 {
        2 * self.side_len(tier)
    }

    /// Every move keeps its tier or goes to the one below.
    fn lowest_needed(&self, tier: usize) -> usize {
        tier.saturating_sub(1)
    }

    #[inline]
    fn index_of(&self, state: &State) -> Option<TableIndex> {
        let (wolves, sheep) = (state.wolves.count(), state.sheep.count());
        let numbered =
            wolves == self.wolves && (TOO_FEW_SHEEP + 1..=self.most_sheep).contains(&sheep);
        if !numbered {
            return None;
        }
        let tier = sheep - TOO_FEW_SHEEP - 1;
        let (class, symmetry) = self.class_of(state.wolves);
        let closed = close_up(self.turn(state.sheep, symmetry), self.classes[class]);
        let of_class = class as u64 * self.sheep_sets(sheep) + self.binomials.rank(closed);
        let side = if state.mover == WOLVES { 0 } else { self.side_len(tier) };
        Some(TableIndex { tier, index: side + of_class })
    }

    fn state(&self, place: TableIndex) -> Option<State> {
        let (sheep, side) = (self.sheep_of(place.tier), self.side_len(place.tier));
        let (mover, of_side) =
            if place.index < side { (WOLVES, place.index) } else { (SHEEP, place.index - side) };
        let sets = self.sheep_sets(sheep);
        let wolves = self.classes[(of_side / sets) as usize];
        let closed = self.binomials.set(of_side % sets, sheep);
        Some(State { wolves, sheep: spread(closed, wolves), mover })
    }
}

impl Indexed for WolvesEatSheep {
    type Numbering = FoldedNumbering;

    fn numbering(&self) -> Option<FoldedNumbering> {
        FoldedNumbering::new(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wolves_eat_sheep::Setup;
    use bellwether_core::{Symmetric, contract};

    fn game(layout: &str) -> WolvesEatSheep {
        WolvesEatSheep::new(Setup::from_layout(layout).unwrap())
    }

    #[test]
    fn the_standard_game_has_as_many_numbers_as_counted_by_hand() {
        let folded = game("standard").numbering().unwrap();
        // Burnside: all 300 pairs of squares stay under the identity, 12 under the half turn, none under a
        // quarter turn, and 10 + 10 under each of the four mirrors: (300 + 12 + 4 · 20) / 8.
        assert_eq!(folded.classes.len(), 49);
        let sets: u64 = (3..=10).map(|sheep| folded.sheep_sets(sheep)).sum();
        assert_eq!(sets, 2_841_949);
        assert_eq!(folded.total(), 2 * folded.classes.len() as u64 * sets);
    }

    #[test]
    fn numbers_and_positions_agree() {
        for layout in ["SSS/SSS/WW.", "SSS/.../.W.", "SSSS/4/W3", "SSS/SS./W.."] {
            let game = game(layout);
            let total = game.numbering().unwrap().total();
            assert_eq!(contract::check_numbering(&game), total, "{layout}");
        }
    }

    #[test]
    fn positions_that_look_alike_share_a_place_unless_the_wolves_are_alike_too() {
        for layout in ["standard", "three-wolves", "SSSSSSSS/SSSSSSSS/8/8/8/8/8/W6W", "SSSS/4/W3"] {
            let game = game(layout);
            let folded = game.numbering().unwrap();
            contract::for_each_position(&game, 3, 10, |state| {
                let Some(place) = folded.index_of(state) else { return };
                let images = (0..game.symmetries()).map(|symmetry| game.transform(state, symmetry));
                let twin = folded.state(place).unwrap();
                assert!(images.into_iter().any(|image| image == twin), "{layout}");
            });
        }
    }

    #[test]
    fn what_the_table_leaves_out_has_no_place() {
        let game = game("standard");
        let folded = game.numbering().unwrap();
        for (wolves, sheep) in [(0b11, 0b1100), (0b1, 0b11100), (0b111, 0b11_1000)] {
            assert_eq!(folded.index_of(&State { wolves, sheep, mover: WOLVES }), None);
        }
        // Eleven sheep are one more than the layout has.
        assert_eq!(folded.index_of(&State { wolves: 3, sheep: 0x1FFC, mover: SHEEP }), None);
    }

    #[test]
    fn boards_beyond_any_table_are_not_numbered() {
        assert!(game("SSSSSSSS/SSSSSSSS/8/8/8/8/WWWWWWWW/WW1WWW2").numbering().is_none());
    }

    #[test]
    fn closing_up_and_spreading_are_inverse() {
        for (set, holes) in
            [(0b1_0100_1001, 0b10_0010_0100), (1 << 63 | 1, 0b10), (0, 7), (0b101, 0)]
        {
            let closed = close_up(set, holes);
            assert_eq!((spread(closed, holes), closed.count()), (set, set.count()));
        }
        assert_eq!(close_up(0b1_0100_1001, 0b10_0010_0100), 0b101_0101);
    }
}
