//! Fast ranking of sets of sheep: two table lookups on small boards.

use bellwether_core::numbering::{Binomials, next_set};

/// The sets of `members` squares out of `squares`, ordered as integers.
///
/// A word is cut into `PARTS` parts. Within a part, what its squares add to the rank depends only on how
/// many members lie below, and that is known once the parts above have been read: one row of a table for
/// the top part, one for the bottom part, and one for each number still to come in between.
#[derive(Debug)]
pub(super) struct SubsetRanking<const PARTS: usize> {
    width: u32,
    /// For part `p` and `left` members in it and below it, row `rows[p] + left`, of 2^width entries;
    /// the top and the bottom part have only one row.
    parts: [Vec<u32>; PARTS],
    members: usize,
    sets: Vec<u64>,
}

impl<const PARTS: usize> SubsetRanking<PARTS> {
    /// The sets must be few enough to list.
    pub(super) fn new(binomials: &Binomials, squares: usize, members: usize) -> Self {
        let width = squares.div_ceil(PARTS).max(1);
        let parts = std::array::from_fn(|part| {
            let rows: Vec<usize> = if part + 1 == PARTS {
                vec![members]
            } else if part == 0 {
                vec![0]
            } else {
                (0..=members).collect()
            };
            rows.iter().flat_map(|&left| row(binomials, part, width, left, squares)).collect()
        });
        let count = binomials.choose(squares, members) as usize;
        let first = (1u64 << members) - 1;
        let sets = std::iter::successors(Some(first), |set| Some(next_set(*set))).take(count);
        Self { width: width as u32, parts, members, sets: sets.collect() }
    }

    /// All sets in order.
    #[inline]
    pub(super) fn sets(&self) -> &[u64] {
        &self.sets
    }

    /// The number of sets.
    #[inline]
    pub(super) fn len(&self) -> usize {
        self.sets.len()
    }

    #[inline]
    pub(super) fn rank(&self, set: u64) -> usize {
        let mask = (1u64 << self.width) - 1;
        if PARTS == 2 {
            let (low, high) = ((set & mask) as usize, (set >> self.width) as usize);
            return (self.parts[0][low] + self.parts[1][high]) as usize;
        }
        let (mut left, mut rank) = (self.members, 0);
        for part in (0..PARTS).rev() {
            let bits = (set >> (part as u32 * self.width)) & mask;
            let row = if part == 0 || part + 1 == PARTS { 0 } else { left };
            rank += self.parts[part][row << self.width | bits as usize];
            left -= bits.count_ones() as usize;
        }
        rank as usize
    }
}

/// What each value of a part adds to the rank if it and the parts below hold `left` members; for the
/// bottom part, whose members are all that are left, whatever `left` is.
fn row(binomials: &Binomials, part: usize, width: usize, left: usize, squares: usize) -> Vec<u32> {
    (0..1u64 << width)
        .map(|bits| {
            let members = bits.count_ones() as usize;
            let below = if part == 0 { 0 } else { left.wrapping_sub(members) };
            if below > left.max(members) {
                return 0;
            }
            let mut rank = 0u64;
            let mut rest = bits;
            for nth in 1..=members {
                let square = part * width + rest.trailing_zeros() as usize;
                if square >= squares || below + nth > 64 {
                    return 0;
                }
                rank = rank.saturating_add(binomials.choose(square, below + nth));
                rest &= rest - 1;
            }
            u32::try_from(rank).unwrap_or(0)
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check<const PARTS: usize>(squares: usize, members: usize) {
        let binomials = Binomials::up_to(64);
        let ranking = SubsetRanking::<PARTS>::new(&binomials, squares, members);
        assert_eq!(ranking.len() as u64, binomials.choose(squares, members));
        for (rank, &set) in ranking.sets().iter().enumerate() {
            assert_eq!((ranking.rank(set), binomials.rank(set)), (rank, rank as u64));
        }
    }

    #[test]
    fn ranks_and_sets_are_inverse() {
        check::<2>(7, 3);
        check::<2>(23, 5);
        check::<2>(24, 4);
        check::<2>(2, 2);
        check::<6>(7, 3);
        check::<6>(23, 4);
        check::<6>(62, 3);
        check::<6>(63, 4);
    }
}
