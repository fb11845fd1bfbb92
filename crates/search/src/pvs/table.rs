//! The transposition table, shared by all threads without locks.
//!
//! An entry is two words, the second being the data and the first the key XOR the data. A torn read gives
//! two words that do not fit together, which looks like another position's entry (Hyatt and Mann's lockless
//! hashing), so no lock and no ordering is needed.

use std::collections::TryReserveError;
use std::sync::atomic::{AtomicU64, Ordering};

use bellwether_core::memory::{self, prefetch};

/// The kind of a stored score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoundKind {
    /// No score: the entry only has a move.
    Nothing,
    /// A lower bound.
    Lower,
    /// An upper bound.
    Upper,
    /// The exact score.
    Exact,
}

/// The table's entry of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TableEntry {
    /// For the mover, with distances from this position.
    pub(crate) score: i32,
    /// The best move, by its index in the game's own order.
    pub(crate) best: Option<u16>,
    /// The depth of the search in plies.
    pub(crate) depth: u8,
    /// The kind of score.
    pub(crate) bound: BoundKind,
}

/// `best` of an entry that has none.
const NO_MOVE: u16 = u16::MAX;
/// Generations are counted modulo this.
const GENERATIONS: u8 = 64;
/// Plies of depth that one generation of age outweighs in replacement.
const AGE_WEIGHT: i32 = 4;
const BUCKET: usize = 4;

#[derive(Debug, Default)]
struct TableSlot {
    check: AtomicU64,
    data: AtomicU64,
}

/// The slots of one cache line.
#[derive(Debug, Default)]
#[repr(align(64))]
struct TableBucket([TableSlot; BUCKET]);

/// The table.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<TableBucket>,
}

impl TranspositionTable {
    /// A table of this size, at least one mebibyte.
    ///
    /// # Errors
    /// If the memory cannot be allocated.
    pub(crate) fn new(mebibytes: usize) -> Result<Self, TryReserveError> {
        let count = mebibytes.max(1).saturating_mul(1 << 20) / size_of::<TableBucket>();
        let mut buckets = memory::reserve(count)?;
        buckets.resize_with(count, TableBucket::default);
        Ok(Self { buckets })
    }

    fn bucket(&self, key: u64) -> &[TableSlot; BUCKET] {
        let index = (u128::from(key) * self.buckets.len() as u128) >> 64;
        &self.buckets[index as usize].0
    }

    /// Prefetches the position's bucket for a [`probe`](Self::probe) soon after.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    /// The entry with this key.
    #[inline]
    pub(crate) fn probe(&self, key: u64) -> Option<TableEntry> {
        self.bucket(key).iter().find_map(|slot| {
            let data = slot.data.load(Ordering::Relaxed);
            let check = slot.check.load(Ordering::Relaxed);
            (check ^ data == key && data != 0).then(|| unpack(data).0)
        })
    }

    /// Stores `entry`, replacing an older or shallower one.
    #[inline]
    pub(crate) fn store(&self, key: u64, entry: TableEntry, generation: u8) {
        let generation = generation % GENERATIONS;
        let mut entry = entry;
        let mut victim: Option<(&TableSlot, i32)> = None;
        for slot in self.bucket(key) {
            let data = slot.data.load(Ordering::Relaxed);
            if data == 0 {
                if victim.is_none_or(|(_, priority)| priority > i32::MIN) {
                    victim = Some((slot, i32::MIN));
                }
                continue;
            }
            let (held, born) = unpack(data);
            let age = i32::from((GENERATIONS + generation - born) % GENERATIONS);
            if slot.check.load(Ordering::Relaxed) ^ data == key {
                entry.best = entry.best.or(held.best);
                let is_shallower = entry.bound != BoundKind::Exact
                    && i32::from(entry.depth) + 3 < i32::from(held.depth)
                    && age == 0;
                if is_shallower {
                    return;
                }
                victim = Some((slot, 0));
                break;
            }
            let priority = i32::from(held.depth) - AGE_WEIGHT * age;
            if victim.is_none_or(|(_, least)| priority < least) {
                victim = Some((slot, priority));
            }
        }
        let (slot, _) = victim.expect("a bucket has slots");
        let data = pack(entry, generation);
        slot.data.store(data, Ordering::Relaxed);
        slot.check.store(key ^ data, Ordering::Relaxed);
    }
}

/// Score 32 bits, move 16, depth 8, bound 2, generation 6, from the low end. Zero is an empty slot; the one
/// entry that packs to zero, the first move without a score, is lost.
fn pack(entry: TableEntry, generation: u8) -> u64 {
    let bound = entry.bound as u64;
    u64::from(entry.score.cast_unsigned())
        | u64::from(entry.best.unwrap_or(NO_MOVE)) << 32
        | u64::from(entry.depth) << 48
        | bound << 56
        | u64::from(generation) << 58
}

fn unpack(data: u64) -> (TableEntry, u8) {
    let best = (data >> 32) as u16;
    let bound = match (data >> 56) & 3 {
        0 => BoundKind::Nothing,
        1 => BoundKind::Lower,
        2 => BoundKind::Upper,
        _ => BoundKind::Exact,
    };
    let entry = TableEntry {
        score: (data as u32).cast_signed(),
        best: (best != NO_MOVE).then_some(best),
        depth: (data >> 48) as u8,
        bound,
    };
    (entry, (data >> 58) as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::random::mix;

    fn entry(score: i32, depth: u8) -> TableEntry {
        TableEntry { score, best: Some(7), depth, bound: BoundKind::Lower }
    }

    #[test]
    fn entries_survive_packing() {
        for score in [i32::MIN, -1, 0, 1, i32::MAX] {
            for (best, bound) in [
                (None, BoundKind::Nothing),
                (Some(0), BoundKind::Exact),
                (Some(65534), BoundKind::Upper),
            ] {
                let entry = TableEntry { score, best, depth: 255, bound };
                assert_eq!(unpack(pack(entry, 63)), (entry, 63));
            }
        }
    }

    #[test]
    fn stored_entries_are_found_and_no_others() {
        let table = TranspositionTable::new(1).unwrap();
        assert_eq!(table.probe(0), None);
        table.store(mix(1, 1), entry(5, 3), 0);
        assert_eq!(table.probe(mix(1, 1)), Some(entry(5, 3)));
        assert_eq!(table.probe(mix(1, 2)), None);
    }

    #[test]
    fn old_and_shallow_entries_are_replaced() {
        // Keys that differ in their low bits alone share a bucket of four.
        let survives = |generation: u8| {
            let table = TranspositionTable::new(1).unwrap();
            table.store(1, entry(1, 10), 0);
            for key in 2..6 {
                table.store(key, entry(0, 5), generation);
            }
            assert!(table.probe(5).is_some(), "the newest is kept");
            table.probe(1).is_some()
        };
        assert!(survives(1), "deep enough to outweigh its age");
        assert!(!survives(2), "too old by now");
    }

    #[test]
    fn a_move_is_kept_when_the_new_entry_has_none() {
        let table = TranspositionTable::new(1).unwrap();
        table.store(9, entry(1, 3), 0);
        table.store(9, TableEntry { score: 2, best: None, depth: 4, bound: BoundKind::Upper }, 0);
        assert_eq!(table.probe(9).and_then(|found| found.best), Some(7));
    }

    #[test]
    fn torn_entries_are_never_read() {
        // Both write and read the same few keys; an entry's score is bound to its key and depth, so a
        // torn one would show.
        let table = TranspositionTable::new(1).unwrap();
        let hammer = |thread: u64| {
            let mut found = 0u32;
            for round in 0..200_000 {
                let key = mix(round * (thread + 1), 0) % 64;
                let depth = (mix(round, thread) % 200) as u8;
                let score = |depth: u8| (key as i32) * 1000 + i32::from(depth);
                table.store(key, entry(score(depth), depth), thread as u8);
                let probed = mix(round, 5) % 64;
                if let Some(entry) = table.probe(probed) {
                    found += 1;
                    assert_eq!(entry.score, probed as i32 * 1000 + i32::from(entry.depth));
                }
            }
            found
        };
        let found = std::thread::scope(|scope| {
            let other = scope.spawn(|| hammer(1));
            hammer(0) + other.join().expect("the other thread")
        });
        assert!(found > 0);
    }
}
