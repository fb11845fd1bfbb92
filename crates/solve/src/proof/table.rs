//! The table of a proof search: how hard each position has looked so far, in bounded memory.
//!
//! An entry is two words, the second being the data and the first the key XOR the data. A reader that
//! meets a writer sees two words that do not fit together and takes the entry for another position's
//! (Hyatt and Mann's lockless hashing), so threads share the table without locks.
//!
//! A full bucket gives up the entry with the least work behind it: what was cheap to find is cheap to find
//! again.

use std::sync::atomic::{AtomicU64, Ordering};

use bellwether_core::memory;
use bytemuck::{Zeroable, zeroed_vec};

/// The largest proof number: nothing can be proven any more.
pub(super) const INFINITE: u32 = (1 << 27) - 1;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofEntry {
    /// How hard it looks to prove that the mover wins; 0 once proven.
    pub(super) proof: u32,
    /// How hard it looks to prove that the mover loses; 0 once proven.
    pub(super) disproof: u32,
    /// The logarithm of the work spent below, in quarters of powers of two.
    pub(super) effort: u8,
}

impl ProofEntry {
    /// Whether it is known who wins.
    #[inline]
    pub(super) fn is_decided(self) -> bool {
        self.proof == 0 || self.disproof == 0
    }

    fn pack(self) -> u64 {
        u64::from(self.proof) | u64::from(self.disproof) << 27 | u64::from(self.effort) << 54
    }

    fn unpack(data: u64) -> Self {
        Self {
            proof: data as u32 & INFINITE,
            disproof: (data >> 27) as u32 & INFINITE,
            effort: (data >> 54) as u8,
        }
    }
}

/// The effort of so much work: it grows by one when the work grows by a fifth or so.
pub(super) fn effort(work: u64) -> u8 {
    let log = 63 - work.max(1).leading_zeros();
    let quarter = if log >= 2 { (work >> (log - 2)) & 3 } else { 0 };
    (u64::from(log) * 4 + quarter) as u8
}

/// As many slots as share a line of the cache.
const BUCKET: usize = 4;
/// The length of a line of the cache.
const LINE: usize = BUCKET * size_of::<ProofSlot>();

#[derive(Debug, Default, Zeroable)]
#[repr(C)]
struct ProofSlot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The table.
#[derive(Debug)]
pub(super) struct ProofTable {
    slots: Vec<ProofSlot>,
    /// The first slot that begins a line of the cache.
    first: usize,
    buckets: usize,
}

impl ProofTable {
    /// A table of so many mebibytes, at least one. The system hands out the memory as it is used.
    pub(super) fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes.max(1) << 20) / LINE;
        let mut slots: Vec<ProofSlot> = zeroed_vec((buckets + 1) * BUCKET);
        memory::prefer_large_pages(&mut slots);
        let first = (slots.as_ptr() as usize).wrapping_neg() % LINE / size_of::<ProofSlot>();
        Self { slots, first, buckets }
    }

    /// How many positions it can remember.
    pub(super) fn capacity(&self) -> usize {
        self.buckets * BUCKET
    }

    /// A table of so many mebibytes that remembers the same, if that is more.
    pub(super) fn grown(&self, mebibytes: usize) -> Self {
        let grown = Self::new(mebibytes);
        for slot in &self.slots {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 {
                let key = slot.check.load(Ordering::Relaxed) ^ data;
                grown.store(key, ProofEntry::unpack(data));
            }
        }
        grown
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[ProofSlot] {
        let index = (u128::from(key) * self.buckets as u128) >> 64;
        let start = self.first + index as usize * BUCKET;
        &self.slots[start..start + BUCKET]
    }

    /// Asks for the position's line of memory, so that a [`probe`](Self::probe) soon after finds it near.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        memory::prefetch(&self.bucket(key)[0]);
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<ProofEntry> {
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key {
                return Some(ProofEntry::unpack(data));
            }
        }
        None
    }

    /// Remembers what was found out, unless another thread already knows who wins; at least one of the
    /// numbers must not be zero.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: ProofEntry) {
        let bucket = self.bucket(key);
        let mut least = u64::MAX;
        let mut place = &bucket[0];
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 {
                place = slot;
                break;
            }
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let known = ProofEntry::unpack(data);
                if known.is_decided() && !entry.is_decided() {
                    return;
                }
                entry.effort = entry.effort.max(known.effort);
                place = slot;
                break;
            }
            let effort = data >> 54;
            if effort < least {
                least = effort;
                place = slot;
            }
        }
        let data = entry.pack();
        place.check.store(key ^ data, Ordering::Relaxed);
        place.data.store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_come_back_and_the_least_effort_is_given_up() {
        let table = ProofTable::new(1);
        // Keys that differ only in their lowest bits share a bucket.
        let entry = |effort| ProofEntry { proof: 5, disproof: INFINITE - 1, effort };
        for key in 1..=4 {
            table.store(key, entry(10 * key as u8));
        }
        table.store(5, entry(7));
        let found: Vec<Option<u8>> =
            (1..=5).map(|key| table.probe(key).map(|entry| entry.effort)).collect();
        assert_eq!(found, [None, Some(20), Some(30), Some(40), Some(7)]);
        assert_eq!(table.probe(2), Some(entry(20)));
        // What was once dear stays dear.
        table.store(3, ProofEntry { proof: 0, disproof: INFINITE, effort: 1 });
        assert_eq!(table.probe(3), Some(ProofEntry { proof: 0, disproof: INFINITE, effort: 30 }));
        // And what is decided stays decided.
        table.store(3, entry(50));
        assert_eq!(table.probe(3).map(ProofEntry::is_decided), Some(true));
        assert_eq!(table.probe(u64::MAX), None);
    }

    #[test]
    fn a_grown_table_remembers_all() {
        let table = ProofTable::new(1);
        let key = |number: u64| bellwether_core::random::mix(1, number);
        let entry = |number| ProofEntry { proof: number, disproof: 1, effort: 0 };
        let kept = |table: &ProofTable| {
            (1..=20_000u32).filter(|&n| table.probe(key(n.into())) == Some(entry(n))).count()
        };
        (1..=20_000u32).for_each(|number| table.store(key(number.into()), entry(number)));
        let before = kept(&table);
        let grown = table.grown(3);
        assert!(before > 19_000 && kept(&grown) == before, "{before}");
        assert_eq!(grown.capacity(), 3 * table.capacity());
    }

    #[test]
    fn effort_grows_with_work() {
        let efforts: Vec<u8> = (1..1000).map(effort).collect();
        assert!(efforts.is_sorted());
        assert_eq!([0, 1, 2, 4, 5, 8].map(effort), [0, 0, 4, 8, 9, 12]);
        assert_eq!(effort(u64::MAX), 255);
    }

    #[test]
    fn buckets_are_lines_of_the_cache() {
        let table = ProofTable::new(1);
        let address = |key| table.bucket(key).as_ptr() as usize;
        assert!([0, 1 << 60, u64::MAX].into_iter().all(|key| address(key) % LINE == 0));
    }
}
