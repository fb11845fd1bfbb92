//! The table of a proof search: how hard each position has looked so far, in bounded memory.
//!
//! An entry is two words, the second being the data and the first the key XOR the data. A reader that
//! meets a writer sees two words that do not fit together and takes the entry for another position's
//! (Hyatt and Mann's lockless hashing), so threads share the table without locks.
//!
//! A full bucket gives up the entry with the least work behind it: what was cheap to find is cheap to find
//! again.

use super::memory;
use std::sync::atomic::{AtomicU64, Ordering};

/// The largest proof number: nothing can be proven any more.
pub(super) const INFINITE: u32 = (1 << 27) - 1;

/// What is remembered of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// How hard it looks to prove that the mover wins; 0 once proven.
    pub(super) proof: u32,
    /// How hard it looks to prove that the mover loses; 0 once proven.
    pub(super) disproof: u32,
    /// The logarithm of the work spent below, in quarters of powers of two.
    pub(super) effort: u8,
}

impl Entry {
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
    (log as u64 * 4 + quarter) as u8
}

const BUCKET: usize = 4;

#[derive(Debug, Default)]
struct Slot {
    check: AtomicU64,
    data: AtomicU64,
}

/// As many slots as share a line of the cache.
#[derive(Debug, Default)]
#[repr(align(64))]
struct Bucket([Slot; BUCKET]);

/// The table.
#[derive(Debug)]
pub(super) struct Table {
    buckets: Vec<Bucket>,
}

impl Table {
    /// A table of so many mebibytes, at least one.
    pub(super) fn new(mebibytes: usize) -> Self {
        let count = (mebibytes.max(1) << 20) / size_of::<Bucket>();
        let mut buckets = Vec::with_capacity(count);
        memory::prefer_large_pages(&mut buckets);
        buckets.resize_with(count, Bucket::default);
        Self { buckets }
    }

    #[inline]
    fn bucket(&self, key: u64) -> &[Slot; BUCKET] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// Asks for the position's line of memory, so that a [`probe`](Self::probe) soon after finds it near.
    #[inline]
    pub(super) fn prefetch(&self, key: u64) {
        memory::prefetch(self.bucket(key));
    }

    /// What is known of the position with this key.
    #[inline]
    pub(super) fn probe(&self, key: u64) -> Option<Entry> {
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if data != 0 && slot.check.load(Ordering::Relaxed) ^ data == key {
                return Some(Entry::unpack(data));
            }
        }
        None
    }

    /// Remembers what was found out; at least one of the numbers must not be zero.
    #[inline]
    pub(super) fn store(&self, key: u64, mut entry: Entry) {
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
                entry.effort = entry.effort.max((data >> 54) as u8);
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
