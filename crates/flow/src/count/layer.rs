//! All frontiers after one cell, each with the number of ways that lead to it.
//!
//! A custom hash table: millions of frontiers lie in one contiguous vector, without an allocation for each.

use std::hash::{Hash, Hasher};

use num_bigint::BigUint;
use rustc_hash::FxHasher;

/// One column of the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Column {
    pub(super) color: u16,
    pub(super) mate: u8,
}

/// An empty slot.
const EMPTY: u32 = u32::MAX;

/// A set of frontiers of equal length with their counts.
pub(super) struct Layer {
    length: usize,
    columns: Vec<Column>,
    counts: Vec<WayCount>,
    /// Part of each frontier's hash, so that growing need not hash again.
    hashes: Vec<u32>,
    /// The open-addressing slots: indices of frontiers.
    slots: Vec<u32>,
}

impl Layer {
    /// An empty layer of frontiers with this many columns.
    pub(super) fn new(length: usize) -> Self {
        Self {
            length,
            columns: Vec::new(),
            counts: Vec::new(),
            hashes: Vec::new(),
            slots: vec![EMPTY; 64],
        }
    }

    /// Every frontier with its count.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[Column], &WayCount)> {
        self.columns.chunks_exact(self.length).zip(&self.counts)
    }

    /// The number of frontiers.
    pub(super) fn len(&self) -> usize {
        self.counts.len()
    }

    /// Its size in bytes.
    pub(super) fn memory(&self) -> usize {
        self.columns.capacity() * size_of::<Column>()
            + self.counts.capacity() * size_of::<WayCount>()
            + (self.hashes.capacity() + self.slots.capacity()) * size_of::<u32>()
    }

    /// Removes all frontiers but keeps the memory.
    pub(super) fn clear(&mut self) {
        self.columns.clear();
        self.counts.clear();
        self.hashes.clear();
        self.slots.fill(EMPTY);
    }

    /// Adds this many ways to a frontier.
    pub(super) fn add(&mut self, frontier: &[Column], count: &WayCount) {
        let hash = hash_of(frontier);
        let mut slot = self.home(hash);
        while self.slots[slot] != EMPTY {
            let number = self.slots[slot] as usize;
            if self.hashes[number] == hash && self.frontier(number) == frontier {
                self.counts[number].add(count);
                return;
            }
            slot = self.after(slot);
        }
        self.slots[slot] = self.counts.len() as u32;
        self.columns.extend_from_slice(frontier);
        self.counts.push(count.clone());
        self.hashes.push(hash);
        if self.counts.len() * 4 > self.slots.len() * 3 {
            self.grow();
        }
    }

    fn frontier(&self, number: usize) -> &[Column] {
        &self.columns[number * self.length..][..self.length]
    }

    /// The first slot to probe; the table's size is a power of two.
    fn home(&self, hash: u32) -> usize {
        hash as usize & (self.slots.len() - 1)
    }

    fn after(&self, slot: usize) -> usize {
        (slot + 1) & (self.slots.len() - 1)
    }

    fn grow(&mut self) {
        self.slots = vec![EMPTY; self.slots.len() * 2];
        for number in 0..self.hashes.len() {
            let mut slot = self.home(self.hashes[number]);
            while self.slots[slot] != EMPTY {
                slot = self.after(slot);
            }
            self.slots[slot] = number as u32;
        }
    }
}

fn hash_of(frontier: &[Column]) -> u32 {
    let mut hasher = FxHasher::default();
    frontier.hash(&mut hasher);
    hasher.finish() as u32
}

/// An arbitrary-precision number, optimised for small ones.
#[derive(Clone, Debug)]
pub(super) enum WayCount {
    Small(u128),
    Big(BigUint),
}

impl WayCount {
    pub(super) fn add(&mut self, other: &Self) {
        match (&mut *self, other) {
            (Self::Small(a), Self::Small(b)) => match a.checked_add(*b) {
                Some(sum) => *a = sum,
                None => *self = Self::Big(BigUint::from(*a) + *b),
            },
            (Self::Big(a), Self::Small(b)) => *a += *b,
            (Self::Big(a), Self::Big(b)) => *a += b,
            (Self::Small(a), Self::Big(b)) => *self = Self::Big(b + *a),
        }
    }
}

impl From<WayCount> for BigUint {
    fn from(count: WayCount) -> Self {
        match count {
            WayCount::Small(number) => number.into(),
            WayCount::Big(number) => number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_grow_beyond_128_bits() {
        let mut count = WayCount::Small(u128::MAX);
        count.add(&WayCount::Small(1));
        let copy = count.clone();
        count.add(&copy);
        count.add(&WayCount::Small(5));
        let mut small = WayCount::Small(7);
        small.add(&count);
        assert_eq!(BigUint::from(small), (BigUint::from(1_u8) << 129) + 12_u8);
    }

    #[test]
    fn equal_frontiers_are_one() {
        let mut layer = Layer::new(2);
        for round in 0..3 {
            for color in 0..1_000 {
                let frontier = [Column { color, mate: 1 }, Column { color: color / 2, mate: 0 }];
                layer.add(&frontier, &WayCount::Small(round));
            }
        }
        assert_eq!(layer.len(), 1_000);
        assert!(layer.iter().all(|(_, count)| BigUint::from(count.clone()) == BigUint::from(3_u8)));
        layer.clear();
        assert_eq!((layer.len(), layer.iter().count()), (0, 0));
    }
}
