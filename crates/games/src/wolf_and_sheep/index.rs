//! Indexing of positions: a tier for each number of ranks that the sheep have still to go.
//!
//! Within a tier the sets of sheep are ranked, and every set has a row of numbers, one for each dark
//! square the wolf may stand on. Numbers that would put the wolf on a sheep's square have no position.
//! The board has no symmetry: a mirror would put the sheep on light squares.

use bellwether_core::bits::Bits;
use bellwether_core::numbering::{Indexed, Numbering, TableIndex};

use super::{SHEEP, State, WOLF, WolfAndSheep};

/// Sets of sheep, by how many ranks they have to go and their rank among those.
///
/// A set is ranked from its highest square down: before it come all sets that agree with it so far and
/// have their next sheep on a lower square.
#[derive(Clone, Debug)]
pub struct SheepNumbering {
    /// Dark squares on a rank.
    half: usize,
    /// Dark squares of the board: the length of a row.
    pub(super) squares: usize,
    sheep: usize,
    /// How many sets of `k` squares below `square` have `t` ranks to go, at
    /// `(square * (sheep + 1) + k) * tiers + t`.
    counts: Vec<u64>,
    tiers: usize,
}

impl SheepNumbering {
    fn new(size: usize) -> Self {
        let (half, sheep) = (size / 2, size / 2);
        let (squares, tiers) = (size * half, sheep * (size - 1) + 1);
        let mut flocks = Self {
            half,
            squares,
            sheep,
            counts: vec![0; (squares + 1) * (sheep + 1) * tiers],
            tiers,
        };
        for square in 0..=squares {
            let at = flocks.at(square, 0, 0);
            flocks.counts[at] = 1;
            for k in 1..=sheep {
                for t in 0..tiers {
                    if square == 0 {
                        continue;
                    }
                    let rank = (square - 1) / half;
                    let with =
                        if t >= rank { flocks.count(square - 1, k - 1, t - rank) } else { 0 };
                    let at = flocks.at(square, k, t);
                    flocks.counts[at] = flocks.count(square - 1, k, t) + with;
                }
            }
        }
        flocks
    }

    #[inline]
    fn at(&self, square: usize, k: usize, t: usize) -> usize {
        (square * (self.sheep + 1) + k) * self.tiers + t
    }

    #[inline]
    fn count(&self, square: usize, k: usize, t: usize) -> u64 {
        self.counts[self.at(square, k, t)]
    }

    /// How many sets have `tier` ranks to go.
    pub(super) fn sets(&self, tier: usize) -> u64 {
        self.count(self.squares, self.sheep, tier)
    }

    /// How many ranks a set has to go.
    #[inline]
    pub(super) fn tier(&self, sheep: impl Bits) -> usize {
        sheep.iter().map(|square| square / self.half).sum()
    }

    /// The number of a set among those of its tier.
    #[inline]
    pub(super) fn rank<B: Bits>(&self, sheep: B) -> u64 {
        let (mut k, mut t, mut rank) = (0, 0, 0);
        for square in sheep.iter() {
            k += 1;
            t += square / self.half;
            rank += self.count(square, k, t);
        }
        rank
    }

    /// The set with this number.
    pub(super) fn set<B: Bits>(&self, mut tier: usize, mut rank: u64) -> B {
        let mut set = B::EMPTY;
        let mut above = self.squares;
        for k in (1..=self.sheep).rev() {
            // The highest square before which no more sets come than are to be passed over.
            let square =
                (0..above).rev().find(|square| self.count(*square, k, tier) <= rank).unwrap_or(0);
            rank -= self.count(square, k, tier);
            tier -= square / self.half;
            set |= B::single(square);
            above = square;
        }
        set
    }
}

impl<B: Bits> Numbering<WolfAndSheep<B>> for SheepNumbering {
    fn tiers(&self) -> usize {
        self.tiers
    }

    fn tier_name(&self, tier: usize) -> String {
        format!("{tier} {} to go", if tier == 1 { "rank" } else { "ranks" })
    }

    fn len(&self, tier: usize) -> u64 {
        2 * self.sets(tier) * self.squares as u64
    }

    /// The wolf stands on no sheep.
    fn positions(&self) -> u64 {
        let sets: u64 = (0..self.tiers).map(|tier| self.sets(tier)).sum();
        2 * sets * (self.squares - self.sheep) as u64
    }

    /// Every move keeps its tier or goes to the one below.
    fn lowest_needed(&self, tier: usize) -> usize {
        tier.saturating_sub(1)
    }

    #[inline]
    fn index_of(&self, state: &State<B>) -> Option<TableIndex> {
        let wolf = state.wolf?;
        if state.sheep.count() != self.sheep {
            return None;
        }
        let tier = self.tier(state.sheep);
        let sets = self.sets(tier);
        let row = self.rank(state.sheep) + if state.mover == WOLF { 0 } else { sets };
        Some(TableIndex { tier, index: row * self.squares as u64 + u64::from(wolf) })
    }

    fn state(&self, place: TableIndex) -> Option<State<B>> {
        let (row, wolf) = (place.index / self.squares as u64, place.index % self.squares as u64);
        let sets = self.sets(place.tier);
        let (mover, rank) = if row < sets { (WOLF, row) } else { (SHEEP, row - sets) };
        let sheep: B = self.set(place.tier, rank);
        let free = !sheep.has(wolf as usize);
        free.then_some(State { sheep, wolf: Some(wolf as u8), mover })
    }
}

impl<B: Bits> Indexed for WolfAndSheep<B> {
    type Numbering = SheepNumbering;

    fn numbering(&self) -> Option<SheepNumbering> {
        // 14 × 14 has more than a billion sets of sheep.
        (self.setup.size <= 12).then(|| SheepNumbering::new(self.setup.size))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wolf_and_sheep::Setup;
    use bellwether_core::contract;

    fn game(size: usize) -> WolfAndSheep<u128> {
        WolfAndSheep::new(Setup::new(size, None).unwrap())
    }

    #[test]
    fn numbers_and_positions_agree() {
        // C(8, 2) · 6 · 2 and C(18, 3) · 15 · 2.
        assert_eq!(contract::check_numbering(&game(4)), 336);
        assert_eq!(contract::check_numbering(&game(6)), 24_480);
    }

    #[test]
    fn the_standard_board_has_as_many_sets_as_can_be_chosen() {
        let flocks = game(8).numbering().unwrap();
        let sets: u64 = (0..flocks.tiers).map(|tier| flocks.sets(tier)).sum();
        assert_eq!(sets, 35_960);
        let large = game(12).numbering().unwrap();
        let sets: u64 = (0..large.tiers).map(|tier| large.sets(tier)).sum();
        assert_eq!(sets, 156_238_908);
        assert!(game(14).numbering().is_none());
    }

    #[test]
    fn positions_from_play_have_a_place_once_the_wolf_has_chosen() {
        for size in [4, 8, 10, 12] {
            let game = game(size);
            let flocks = game.numbering().unwrap();
            contract::for_each_position(&game, 1, 5, |state| match flocks.index_of(state) {
                Some(place) => {
                    assert_eq!(flocks.state(place), Some(*state));
                    assert_eq!(place.tier, game.tier(state));
                }
                None => assert_eq!(state.wolf, None),
            });
        }
    }
}
