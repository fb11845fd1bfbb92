//! The transposition table of a proof search: proof and disproof numbers, in bounded memory.
//!
//! An entry is two words, the second being the data and the first the key XOR the data. A torn read gives two
//! words that do not fit together, which looks like another position's entry (Hyatt and Mann's lockless
//! hashing), so threads share the table without locks.
//!
//! In a full bucket the entry with the least effort is replaced: it is the cheapest to search again.

use std::sync::atomic::{AtomicU64, Ordering};

use bellwether_core::memory;
use bytemuck::{Zeroable, zeroed_vec};

/// The infinite proof number: disproven.
pub(super) const INFINITE: u32 = (1 << 27) - 1;

/// The table's entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ProofEntry {
    /// The proof number: 0 if the mover wins.
    pub(super) proof: u32,
    /// The disproof number: 0 if the mover loses.
    pub(super) disproof: u32,
    /// The logarithm of the nodes searched below, in quarters of powers of two.
    pub(super) effort: u8,
}

impl ProofEntry {
    /// Whether the winner is proven.
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

/// The effort of this many nodes: it grows by one when the nodes grow by about a fifth.
pub(super) fn effort(work: u64) -> u8 {
    let log = 63 - work.max(1).leading_zeros();
    let quarter = if log >= 2 { (work >> (log - 2)) & 3 } else { 0 };
    (u64::from(log) * 4 + quarter) as u8
}

/// The slots of a cache line.
const BUCKET: usize = 4;
/// The length of a cache line.
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
    /// The first slot that begins a cache line.
    first: usize,
    buckets: usize,
}

impl ProofTable {
    /// A table of this size, at least one mebibyte. The system allocates the memory as it is used.
    pub(super) fn new(mebibytes: usize) -> Self {
        let buckets = (mebibytes.max(1) << 20) / LINE;
        let mut slots: Vec<ProofSlot> = zeroed_vec((buckets + 1) * BUCKET);
        memory::prefer_large_pages(&mut slots);
        let first = (slots.as_ptr() as usize).wrapping_neg() % LINE / size_of::<ProofSlot>();
        Self { slots, first, buckets }
    }

    /// The maximal number of entries.
    pub(super) fn capacity(&self) -> usize {
        self.buckets * BUCKET
    }

    /// A larger table with the same entries.
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

    /// Prefetches the position's bucket for a [`probe`](Self::probe) soon after.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        memory::prefetch(&self.bucket(key)[0]);
    }

    /// The entry with this key.
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

    /// Stores an entry, unless another thread has proven the position; at least one of the numbers must not
    /// be zero.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: ProofEntry) {
        let bucket = self.bucket(key);
        let mut least = u64::MAX;
        let mut slot_to_write = &bucket[0];
        for slot in bucket {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 {
                slot_to_write = slot;
                break;
            }
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                let known = ProofEntry::unpack(data);
                if known.is_decided() && !entry.is_decided() {
                    return;
                }
                entry.effort = entry.effort.max(known.effort);
                slot_to_write = slot;
                break;
            }
            let effort = data >> 54;
            if effort < least {
                least = effort;
                slot_to_write = slot;
            }
        }
        let data = entry.pack();
        slot_to_write.check.store(key ^ data, Ordering::Relaxed);
        slot_to_write.data.store(data, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_entry_of_least_effort_is_replaced() {
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
        // The greater effort is stored.
        table.store(3, ProofEntry { proof: 0, disproof: INFINITE, effort: 1 });
        assert_eq!(table.probe(3), Some(ProofEntry { proof: 0, disproof: INFINITE, effort: 30 }));
        // A proof is never overwritten.
        table.store(3, entry(50));
        assert_eq!(table.probe(3).map(ProofEntry::is_decided), Some(true));
        assert_eq!(table.probe(u64::MAX), None);
    }

    #[test]
    fn a_grown_table_keeps_all_entries() {
        let table = ProofTable::new(1);
        let key = |number: u64| bellwether_core::random::mix(1, number);
        let entry = |number| ProofEntry { proof: number, disproof: 1, effort: 0 };
        let stored = |table: &ProofTable| {
            (1..=20_000u32).filter(|&n| table.probe(key(n.into())) == Some(entry(n))).count()
        };
        (1..=20_000u32).for_each(|number| table.store(key(number.into()), entry(number)));
        let before = stored(&table);
        let grown = table.grown(3);
        assert!(before > 19_000 && stored(&grown) == before, "{before}");
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
