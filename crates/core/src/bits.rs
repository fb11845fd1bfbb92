//! Sets of squares as the bits of a machine word.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::{BitAnd, BitOr, BitOrAssign, BitXor, BitXorAssign, Not, Shl, Shr};

use crate::random::mix;

/// An unsigned integer used as a set of square numbers: `u64` for the fast case, `u128` for large
/// boards.
pub trait Bits:
    Copy
    + Eq
    + Ord
    + Hash
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + BitOrAssign
    + BitXorAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The capacity of a set of this type.
    const CAPACITY: usize;
    /// The set without members.
    const EMPTY: Self;

    /// The set with this one member.
    fn single(index: usize) -> Self;
    /// The number of members.
    fn count(self) -> usize;
    /// The smallest member; meaningless for the empty set.
    fn lowest(self) -> usize;
    /// The largest member; meaningless for the empty set.
    fn highest(self) -> usize;
    /// The set without its smallest member.
    fn without_lowest(self) -> Self;

    /// The squares below the smallest member; all squares for the empty set.
    fn below_lowest(self) -> Self;
    /// The squares up to and including the largest member; none for the empty set.
    fn up_to_highest(self) -> Self;

    /// The members from 8 · `index` to 8 · `index` + 7, as the bits of a byte.
    fn byte(self, index: usize) -> u8;

    /// The word folded to 64 bits, for hashing.
    fn fold(self) -> u64;

    /// The set of the first `count` indices.
    #[inline]
    fn first(count: usize) -> Self {
        if count == 0 { Self::EMPTY } else { !Self::EMPTY >> (Self::CAPACITY - count) as u32 }
    }

    /// The set of these members.
    fn from_indices(indices: impl IntoIterator<Item = usize>) -> Self {
        indices.into_iter().fold(Self::EMPTY, |set, index| set | Self::single(index))
    }

    /// Whether `index` is a member.
    #[inline]
    fn has(self, index: usize) -> bool {
        self & Self::single(index) != Self::EMPTY
    }

    /// Whether there is any member.
    #[inline]
    fn any(self) -> bool {
        self != Self::EMPTY
    }

    /// The members, smallest first.
    #[inline]
    fn iter(self) -> Members<Self> {
        Members(self)
    }

    /// The member number `rank`, counted from zero; there must be one.
    #[inline]
    fn nth(self, rank: usize) -> usize {
        let mut rest = self;
        for _ in 0..rank {
            rest = rest.without_lowest();
        }
        rest.lowest()
    }
}

macro_rules! bits_for {
    ($word:ty, $fold:expr) => {
        impl Bits for $word {
            const CAPACITY: usize = <$word>::BITS as usize;
            const EMPTY: Self = 0;

            #[inline]
            fn single(index: usize) -> Self {
                1 << index
            }
            #[inline]
            fn count(self) -> usize {
                self.count_ones() as usize
            }
            #[inline]
            fn lowest(self) -> usize {
                self.trailing_zeros() as usize
            }
            #[inline]
            fn highest(self) -> usize {
                (<$word>::BITS - 1).wrapping_sub(self.leading_zeros()) as usize
            }
            #[inline]
            fn without_lowest(self) -> Self {
                self & self.wrapping_sub(1)
            }
            #[inline]
            fn below_lowest(self) -> Self {
                self.wrapping_sub(1) & !self
            }
            #[inline]
            fn up_to_highest(self) -> Self {
                <$word>::MAX.checked_shr(self.leading_zeros()).unwrap_or(0)
            }
            #[inline]
            fn byte(self, index: usize) -> u8 {
                (self >> (8 * index)) as u8
            }
            #[inline]
            fn fold(self) -> u64 {
                $fold(self)
            }
        }
    };
}

bits_for!(u64, |word| word);
bits_for!(u128, |word: u128| (word as u64) ^ mix((word >> 64) as u64, 0));

/// The members of a set, smallest first.
#[derive(Clone, Debug)]
pub struct Members<B>(B);

impl<B: Bits> Iterator for Members<B> {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == B::EMPTY {
            return None;
        }
        let index = self.0.lowest();
        self.0 = self.0.without_lowest();
        Some(index)
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        let count = self.0.count();
        (count, Some(count))
    }
}

impl<B: Bits> ExactSizeIterator for Members<B> {}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<B: Bits>() {
        let members = [0, 3, 17, 40, B::CAPACITY - 1];
        let set = B::from_indices(members);
        assert_eq!(set.count(), 5);
        assert!(set.iter().eq(members));
        assert!(members.iter().enumerate().all(|(rank, &m)| set.nth(rank) == m && set.has(m)));
        assert_eq!((set.lowest(), set.highest()), (0, B::CAPACITY - 1));
        assert_eq!(B::first(B::CAPACITY).count(), B::CAPACITY);
        assert_eq!(B::first(7), B::from_indices(0..7));
        assert_eq!(B::first(0), B::EMPTY);
        let middle = B::from_indices([3, 17]);
        assert_eq!(middle.below_lowest(), B::first(3));
        assert_eq!(middle.up_to_highest(), B::first(18));
        assert_eq!(B::EMPTY.below_lowest(), B::first(B::CAPACITY));
        assert_eq!(B::EMPTY.up_to_highest(), B::EMPTY);
        assert!(!B::EMPTY.any() && B::EMPTY.iter().next().is_none());
    }

    #[test]
    fn words_are_sets() {
        check::<u64>();
        check::<u128>();
    }
}
