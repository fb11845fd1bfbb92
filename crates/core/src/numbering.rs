//! Indexing of positions, for solved tables.
//!
//! The positions of an [`Indexed`] game fall into *tiers*: every move stays in its tier or leads to a
//! lower one. A solver takes the tiers in order from tier 0; within a tier every position has an index.

use std::sync::atomic::{AtomicBool, Ordering};

use crate::{Game, Seat, ZeroSum2};

/// The index of a position in a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct TableIndex {
    /// The tier, counted from zero.
    pub tier: usize,
    /// The index within the tier.
    pub index: u64,
}

/// A two-player game whose positions can be indexed.
pub trait Indexed: ZeroSum2 {
    /// The numbering, which may hold tables of its own.
    type Numbering: Numbering<Self> + Clone;

    /// The numbering of this game's positions; `None` if there are too many.
    fn numbering(&self) -> Option<Self::Numbering>;

    /// The same; if `stop` is set meanwhile, none soon. Games that list their positions override it.
    fn numbering_unless(&self, stop: &AtomicBool) -> Option<Self::Numbering> {
        if stop.load(Ordering::Relaxed) { None } else { self.numbering() }
    }

    /// Whether there is a numbering. A game whose positions are listed by playing tells it without listing them.
    fn is_numbered(&self) -> bool {
        self.numbering().is_some()
    }
}

/// A mapping between the positions of one game and indices.
///
/// Positions that are equal up to a symmetry may share an index; then [`state`](Self::state) returns
/// one of them. Some indices may have no position.
pub trait Numbering<G: Game>: Send + Sync + 'static {
    /// Whether its positions are listed by playing, which may take seconds each time.
    const IS_LISTED: bool = false;

    /// The number of tiers.
    fn tiers(&self) -> usize;

    /// A tier's name in print: "5 sheep".
    fn tier_name(&self, tier: usize) -> String;

    /// The number of indices of a tier. In the lower half the first seat is to move, in the upper half the
    /// second.
    fn len(&self, tier: usize) -> u64;

    /// The index of a position; `None` for one that the table leaves out. That may be one where the game is
    /// over, and one that no move from an indexed position leads to, such as a start at which a seat still
    /// chooses its square.
    fn index_of(&self, state: &G::State) -> Option<TableIndex>;

    /// The lowest tier that a move from `tier`, or from a higher one, can lead to. The values of the tiers from
    /// here on are kept while `tier` is solved and checked: all of them, unless a numbering knows better.
    fn lowest_needed(&self, _tier: usize) -> usize {
        0
    }

    /// The position with this index, if there is one. `at` must be below [`tiers`](Self::tiers) and
    /// [`len`](Self::len).
    fn state(&self, at: TableIndex) -> Option<G::State>;

    /// Whose turn it is at an index, with a position or without.
    fn mover(&self, at: TableIndex) -> Seat {
        if at.index < self.len(at.tier) / 2 { Seat::FIRST } else { Seat::SECOND }
    }

    /// The memory in bytes that the numbering itself takes.
    fn memory(&self) -> u64 {
        0
    }

    /// The number of indices of all tiers together.
    fn total(&self) -> u64 {
        (0..self.tiers()).map(|tier| self.len(tier)).sum()
    }

    /// The number of those that have a position.
    fn positions(&self) -> u64 {
        self.total()
    }
}

/// Pascal's triangle for sets of up to 64 squares; entries saturate at 64 bits.
#[derive(Clone, Debug)]
pub struct Binomials(Vec<[u64; 65]>);

impl Binomials {
    /// The rows up to `most`.
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

    /// The binomial coefficient: `n` choose `k`.
    #[inline]
    #[must_use]
    pub fn choose(&self, n: usize, k: usize) -> u64 {
        self.0[n][k]
    }

    /// The rank of a set among all sets of its size, ordered as integers (combinatorial number system).
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

    /// The set of `members` with this rank.
    #[must_use]
    pub fn set(&self, mut rank: u64, members: usize) -> u64 {
        let mut set = 0;
        let mut above = self.0.len();
        for left in (1..=members).rev() {
            // The highest member that is preceded by at most `rank` sets.
            let member = self.0[..above].iter().rposition(|row| row[left] <= rank).unwrap_or(0);
            rank -= self.0[member][left];
            set |= 1 << member;
            above = member;
        }
        set
    }
}

/// The next larger word with as many bits (Gosper's hack); the word must not be zero, and there must be one.
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
