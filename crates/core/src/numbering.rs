//! Positions by number: what a solved table needs to know of a game.
//!
//! The positions of an [`Indexed`] game fall into *tiers*: whatever is played, the game stays in its
//! tier or goes to a lower one, never up. A solver takes them one after the other from tier 0, and
//! within a tier every position has a number.

use crate::{Game, ZeroSum2};

/// Where a position stands in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableIndex {
    /// The tier, counted from zero.
    pub tier: usize,
    /// The number within the tier.
    pub index: u64,
}

/// A two-player game whose positions can be numbered.
///
/// Between numbered positions the seats take turns strictly: a game in which somebody moves twice
/// leaves the position before it out.
pub trait Indexed: ZeroSum2 {
    /// The numbering, which may hold tables of its own.
    type Numbering: Numbering<Self>;

    /// The numbering of this game's positions; `None` if there are too many to number.
    fn numbering(&self) -> Option<Self::Numbering>;
}

/// Numbers for the positions of one game, and positions for the numbers.
///
/// Positions that are the same up to a symmetry of the board may share a number; then
/// [`state`](Self::state) gives one of them. Numbers may be left without a position.
pub trait Numbering<G: Game>: Send + Sync + 'static {
    /// How many tiers there are.
    fn tiers(&self) -> usize;

    /// What a tier is called in print: "5 sheep".
    fn tier_name(&self, tier: usize) -> String;

    /// How many numbers a tier has. Those below half of it are positions with the first seat to move,
    /// the others with the second.
    fn len(&self, tier: usize) -> u64;

    /// The number of a position; `None` for one that the table leaves out, because the game is over
    /// there by rule or the same seat moves again.
    fn index_of(&self, state: &G::State) -> Option<TableIndex>;

    /// The position with this number, if there is one. `place` must be below
    /// [`tiers`](Self::tiers) and [`len`](Self::len).
    fn state(&self, place: TableIndex) -> Option<G::State>;

    /// All numbers of all tiers together.
    fn total(&self) -> u64 {
        (0..self.tiers()).map(|tier| self.len(tier)).sum()
    }
}

/// Pascal's triangle, as far as the sets of squares of a board need it; entries too large for 64 bits
/// stand at the largest number.
#[derive(Clone, Debug)]
pub struct Binomials(Vec<[u64; 65]>);

impl Binomials {
    /// The entries up to `most` over anything.
    #[must_use]
    pub fn up_to(most: usize) -> Self {
        let mut rows = vec![[0u64; 65]; most + 1];
        for n in 0..=most {
            rows[n][0] = 1;
            for k in 1..=n.min(64) {
                rows[n][k] = rows[n - 1][k - 1].saturating_add(rows[n - 1][k]);
            }
        }
        Self(rows)
    }

    /// In how many ways `k` things can be chosen from `n`.
    #[inline]
    #[must_use]
    pub fn choose(&self, n: usize, k: usize) -> u64 {
        self.0[n][k]
    }

    /// The number of a set among all sets with as many members, in the order of the words that hold
    /// them.
    #[inline]
    #[must_use]
    pub fn rank(&self, mut set: u64) -> u64 {
        let (mut rank, mut below) = (0, 0);
        while set != 0 {
            below += 1;
            rank += self.0[set.trailing_zeros() as usize][below];
            set &= set - 1;
        }
        rank
    }

    /// The set of `members` with this number.
    #[must_use]
    pub fn set(&self, mut rank: u64, members: usize) -> u64 {
        let mut set = 0;
        let mut above = self.0.len();
        for left in (1..=members).rev() {
            // The highest member before which no more sets come than are to be passed over.
            let member = self.0[..above].iter().rposition(|row| row[left] <= rank).unwrap_or(0);
            rank -= self.0[member][left];
            set |= 1 << member;
            above = member;
        }
        set
    }
}

/// The next larger word with as many bits; the word must not be zero, and there must be one.
#[inline]
#[must_use]
pub const fn next_set(set: u64) -> u64 {
    let lowest = set & set.wrapping_neg();
    let ripple = set.wrapping_add(lowest);
    ripple | (((set ^ ripple) >> 2) >> lowest.trailing_zeros())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sets_and_their_numbers_are_inverse_and_in_order() {
        let binomials = Binomials::up_to(64);
        assert_eq!(binomials.choose(23, 10), 1_144_066);
        for (squares, members) in [(7, 3), (9, 1), (10, 10), (12, 5), (6, 0)] {
            let mut set: u64 = (1 << members) - 1;
            for rank in 0..binomials.choose(squares, members) {
                assert_eq!((binomials.rank(set), binomials.set(rank, members)), (rank, set));
                if members > 0 {
                    set = next_set(set);
                }
            }
        }
        // The largest set of eight squares of a board of 64, whose number is the last.
        let top = 0xFF << 56;
        assert_eq!(binomials.rank(top), binomials.choose(64, 8) - 1);
        assert_eq!(binomials.set(binomials.rank(top), 8), top);
    }
}
