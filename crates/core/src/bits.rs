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

    /// The set with every member `by` larger; those beyond the last index begin again at zero.
    fn rotated(self, by: u32) -> Self;

    /// The member number `rank`, counted from zero; there must be one.
    fn nth(self, rank: usize) -> usize;

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
}

macro_rules! bits_for {
    ($word:ty, $fold:expr, $nth:expr) => {
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
            #[inline]
            fn rotated(self, by: u32) -> Self {
                self.rotate_left(by)
            }
            #[inline]
            fn nth(self, rank: usize) -> usize {
                $nth(self, rank)
            }
        }
    };
}

bits_for!(u64, |word| word, nth_of_word);
bits_for!(
    u128,
    |word: u128| (word as u64) ^ mix((word >> 64) as u64, 0),
    |word: u128, rank: usize| {
        let count = (word as u64).count_ones() as usize;
        match rank.checked_sub(count) {
            None => nth_of_word(word as u64, rank),
            Some(rank) => 64 + nth_of_word((word >> 64) as u64, rank),
        }
    }
);

/// For each byte and rank, which bit of the byte it is: 256 times the rank plus the byte.
static NTH_OF_BYTE: [u8; 2048] = {
    let mut nth = [0; 2048];
    let mut byte = 0;
    while byte < 256 {
        let (mut bit, mut rank) = (0, 0);
        while bit < 8 {
            if byte >> bit & 1 == 1 {
                nth[256 * rank + byte] = bit;
                rank += 1;
            }
            bit += 1;
        }
        byte += 1;
    }
    nth
};

/// The bit number `rank` of a word; there must be one.
///
/// Without a loop, whose end no processor could foresee: random games ask for a random rank. It is Vigna's way (2008,
/// "Broadword implementation of rank/select queries"): sums of bits by bytes tell the byte, and a table the bit in it.
#[inline]
fn nth_of_word(word: u64, rank: usize) -> usize {
    const ONES: u64 = 0x0101_0101_0101_0101;
    const HIGHS: u64 = 0x80 * ONES;
    let pairs = word - (word >> 1 & 0x5555_5555_5555_5555);
    let fours = (pairs & 0x3333_3333_3333_3333) + (pairs >> 2 & 0x3333_3333_3333_3333);
    let bytes = (fours + (fours >> 4)) & 0x0f0f_0f0f_0f0f_0f0f;
    // In each byte, how many bits there are up to its end.
    let sums = bytes.wrapping_mul(ONES);
    // One for each byte that ends before the bit.
    let passed = (((rank as u64).wrapping_mul(ONES) | HIGHS).wrapping_sub(sums) & HIGHS) >> 7;
    let place = (passed.wrapping_mul(ONES) >> 53) as u32 & 56;
    let before = (sums << 8 >> place) as usize & 255;
    let byte = (word >> place) as usize & 255;
    place as usize + usize::from(NTH_OF_BYTE[256 * (rank.wrapping_sub(before) & 7) + byte])
}

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
        assert_eq!(B::from_indices([0, B::CAPACITY - 1]).rotated(3), B::from_indices([2, 3]));
        assert!(!B::EMPTY.any() && B::EMPTY.iter().next().is_none());
    }

    /// The slow twin of `nth`.
    fn nth_by_steps<B: Bits>(set: B, rank: usize) -> usize {
        let mut rest = set;
        for _ in 0..rank {
            rest = rest.without_lowest();
        }
        rest.lowest()
    }

    #[test]
    fn every_rank_is_found() {
        let words = (0..64).flat_map(|bit| [1_u64 << bit, u64::MAX << bit, u64::MAX >> bit]);
        let drawn = (0..3000).map(|part| mix(1, part) & mix(2, part).rotate_left(part as u32 / 40));
        let words: Vec<u64> = words.chain(drawn).collect();
        for (word, other) in words.iter().zip(words.iter().rev()) {
            assert!((0..word.count()).all(|rank| word.nth(rank) == nth_by_steps(*word, rank)));
            let wide = u128::from(*word) << 64 | u128::from(*other);
            assert!((0..wide.count()).all(|rank| wide.nth(rank) == nth_by_steps(wide, rank)));
        }
    }

    #[test]
    fn words_are_sets() {
        check::<u64>();
        check::<u128>();
    }
}
