//! All the frontiers after one cell, each with the number of ways that lead to it.
//!
//! A hash table of our own: millions of frontiers lie end to end in one piece of memory, so that neither keeping nor
//! dropping them takes a call to the allocator for each.

use std::hash::{Hash, Hasher};

use num_bigint::BigUint;
use rustc_hash::FxHasher;

/// One column of the frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Column {
    pub(super) color: u16,
    pub(super) mate: u8,
}

/// An empty place in the table.
const EMPTY: u32 = u32::MAX;

/// A set of frontiers of equal length with their tallies.
pub(super) struct Layer {
    length: usize,
    columns: Vec<Column>,
    tallies: Vec<WayCount>,
    /// Part of each frontier's hash, so that growing need not look at the frontiers again.
    hashes: Vec<u32>,
    /// The number of a frontier, at its hash or in the first place free after it.
    places: Vec<u32>,
}

impl Layer {
    /// An empty layer of frontiers with so many columns.
    pub(super) fn new(length: usize) -> Self {
        Self {
            length,
            columns: Vec::new(),
            tallies: Vec::new(),
            hashes: Vec::new(),
            places: vec![EMPTY; 64],
        }
    }

    /// Every frontier with its tally.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&[Column], &WayCount)> {
        self.columns.chunks_exact(self.length).zip(&self.tallies)
    }

    /// How many frontiers there are.
    pub(super) fn len(&self) -> usize {
        self.tallies.len()
    }

    /// The bytes it takes.
    pub(super) fn memory(&self) -> usize {
        self.columns.capacity() * size_of::<Column>()
            + self.tallies.capacity() * size_of::<WayCount>()
            + (self.hashes.capacity() + self.places.capacity()) * size_of::<u32>()
    }

    /// Forgets all frontiers but keeps the memory for the next ones.
    pub(super) fn clear(&mut self) {
        self.columns.clear();
        self.tallies.clear();
        self.hashes.clear();
        self.places.fill(EMPTY);
    }

    /// Adds that many ways to a frontier.
    pub(super) fn add(&mut self, frontier: &[Column], tally: &WayCount) {
        let hash = hash_of(frontier);
        let mut place = self.home(hash);
        while self.places[place] != EMPTY {
            let number = self.places[place] as usize;
            if self.hashes[number] == hash && self.frontier(number) == frontier {
                self.tallies[number].add(tally);
                return;
            }
            place = self.after(place);
        }
        self.places[place] = self.tallies.len() as u32;
        self.columns.extend_from_slice(frontier);
        self.tallies.push(tally.clone());
        self.hashes.push(hash);
        if self.tallies.len() * 4 > self.places.len() * 3 {
            self.grow();
        }
    }

    fn frontier(&self, number: usize) -> &[Column] {
        &self.columns[number * self.length..][..self.length]
    }

    /// The place to look first; the table's size is a power of two.
    fn home(&self, hash: u32) -> usize {
        hash as usize & (self.places.len() - 1)
    }

    fn after(&self, place: usize) -> usize {
        (place + 1) & (self.places.len() - 1)
    }

    fn grow(&mut self) {
        self.places = vec![EMPTY; self.places.len() * 2];
        for number in 0..self.hashes.len() {
            let mut place = self.home(self.hashes[number]);
            while self.places[place] != EMPTY {
                place = self.after(place);
            }
            self.places[place] = number as u32;
        }
    }
}

fn hash_of(frontier: &[Column]) -> u32 {
    let mut hasher = FxHasher::default();
    frontier.hash(&mut hasher);
    hasher.finish() as u32
}

/// A number that is small nearly always.
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
    fn from(tally: WayCount) -> Self {
        match tally {
            WayCount::Small(number) => number.into(),
            WayCount::Big(number) => number,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tallies_grow_beyond_128_bits() {
        let mut tally = WayCount::Small(u128::MAX);
        tally.add(&WayCount::Small(1));
        let copy = tally.clone();
        tally.add(&copy);
        tally.add(&WayCount::Small(5));
        let mut small = WayCount::Small(7);
        small.add(&tally);
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
        assert!(layer.iter().all(|(_, tally)| BigUint::from(tally.clone()) == BigUint::from(3_u8)));
        layer.clear();
        assert_eq!((layer.len(), layer.iter().count()), (0, 0));
    }
}
