//! Retrograde analysis of one tier, ply by ply, with a move counter for every position.
//!
//! Every undecided position has a counter of the steps that have not been refuted yet. Ply by ply, the
//! predecessors of the positions decided last are visited: one that can move to a lost position is won,
//! and one whose last open step was refuted is lost. So every move is visited once at the start and once
//! backwards, however long the game. What remains is drawn.
//!
//! A capture leads to the tier below, which is finished. Its effect on a position with the wolves to move
//! is computed at the start and stored as a *deadline*: the ply at which a capture wins, or before which the
//! position cannot be lost because a capture delays it so long; or that it is never lost, because a capture
//! draws.
//!
//! The time is dominated by memory latency, so the layout follows the access. What is visited at random is
//! one byte per position, the counter; the positions that a ply decided are kept as bits, and taken in order,
//! so that their predecessors come nearly in order too, and their values are written in order.
//!
//! Counters are atomic because two classes may reach the same predecessor at once. Within one ply all
//! writes to a counter are decrements, or all store zero, so relaxed ordering suffices.

use std::collections::BTreeMap;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU16, AtomicU64, Ordering::Relaxed};

use bellwether_core::bits::Bits;
use bellwether_core::memory::{self, zeros};
use rayon::prelude::*;

use super::ranking::SubsetRanking;
use super::wolf_moves::{WolfMoves, WolfSetClass};
use bellwether_core::Value;
use bellwether_core::tiers::{SolveControl, Stopped};

/// No deadline: there is no capture.
const FREE: u16 = 0;
/// A capture draws: the position is never lost.
const NEVER_LOST: u16 = 0xFFFF;
/// The counter of a position that is decided.
const DECIDED: u8 = 0;
/// Added to every counter of steps, so that none reaches [`DECIDED`] by counting: a position whose steps
/// are all refuted may still wait for its deadline.
const REFUTED: u8 = 1;

/// Bytes that a position of either side takes while its tier is solved: counters, codes, deadlines.
pub(super) const BYTES: u64 = 1 + 2 + 1;

/// The tier below: the codes of its positions with the sheep to move, and its ranking.
pub(super) struct LowerTier<const PARTS: usize> {
    pub(super) codes: Vec<u16>,
    pub(super) ranking: SubsetRanking<PARTS>,
}

/// One side to move.
struct SideToMove {
    counters: Vec<AtomicU8>,
    /// The offset of its codes.
    codes: usize,
    /// Bit sets of the positions decided at the last two plies, by the ply's parity.
    decided: [Vec<AtomicU64>; 2],
}

/// Positions with the wolves to move that wait for a ply: class and rank.
type PlyQueue = BTreeMap<u16, Vec<(u32, u32)>>;

pub(super) struct TierInProgress<'a, const PARTS: usize> {
    frame: &'a WolfMoves<PARTS>,
    ranking: SubsetRanking<PARTS>,
    /// None if the game is over after a capture.
    below: Option<&'a LowerTier<PARTS>>,
    codes: Vec<AtomicU16>,
    wolves: SideToMove,
    sheep: SideToMove,
    deadlines: Vec<AtomicU16>,
    waiting: Mutex<PlyQueue>,
    /// Words of bits for each class.
    words: usize,
}

impl<'a, const PARTS: usize> TierInProgress<'a, PARTS> {
    pub(super) fn new(
        frame: &'a WolfMoves<PARTS>,
        ranking: SubsetRanking<PARTS>,
        below: Option<&'a LowerTier<PARTS>>,
    ) -> Self {
        let (classes, sets) = (frame.classes.len(), ranking.len());
        let words = sets.div_ceil(64);
        let side = |codes| SideToMove {
            counters: zeros(classes * sets),
            codes,
            decided: [zeros(classes * words), zeros(classes * words)],
        };
        Self {
            codes: zeros(2 * classes * sets),
            wolves: side(0),
            sheep: side(classes * sets),
            deadlines: zeros(classes * sets),
            waiting: Mutex::default(),
            words,
            frame,
            ranking,
            below,
        }
    }

    /// Solves the tier: the codes of both sides, and the ranking for the next tier.
    pub(super) fn solve(
        self,
        control: &SolveControl<'_>,
    ) -> Result<(Vec<u16>, SubsetRanking<PARTS>), Stopped> {
        self.find_ends(control.stop);
        for ply in 0..Value::LONGEST {
            let visited =
                self.before_wolves(ply, control.stop) + self.before_sheep(ply, control.stop);
            // Then the last step was not done to its end.
            if control.stop.load(Relaxed) {
                return Err(Stopped);
            }
            (control.settled)(visited);
            if visited == 0 && lock(&self.waiting).is_empty() {
                break;
            }
            self.resolve_deadlines(ply + 1);
        }
        self.codes.par_iter().filter(|code| code.load(Relaxed) == 0).for_each(|code| {
            code.store(Value::Draw.code(), Relaxed);
        });
        let codes = self.codes.into_iter().map(AtomicU16::into_inner);
        Ok((codes.collect(), self.ranking))
    }

    fn classes(&self) -> impl ParallelIterator<Item = (usize, &WolfSetClass)> {
        self.frame.classes.par_iter().enumerate()
    }

    /// Marks a position as decided at a ply.
    #[inline]
    fn decide(&self, side: &SideToMove, class: usize, rank: usize, ply: u16) {
        side.counters[class * self.ranking.len() + rank].store(DECIDED, Relaxed);
        let word = &side.decided[usize::from(ply % 2)][class * self.words + rank / 64];
        word.fetch_or(1 << (rank % 64), Relaxed);
    }

    /// Writes the values of the positions of a class that were decided at `ply`, and lists them in order.
    fn take_decided(&self, side: &SideToMove, class: usize, ply: u16) -> Vec<u64> {
        let code = ply + Value::FIRST_CODE;
        let codes = &self.codes[side.codes + class * self.ranking.len()..][..self.ranking.len()];
        let words = &side.decided[usize::from(ply % 2)][class * self.words..][..self.words];
        let mut sets = Vec::new();
        let mut ahead = PrefetchQueue::new();
        let mut write = |rank: usize| {
            codes[rank].store(code, Relaxed);
            sets.push(self.ranking.sets()[rank]);
        };
        for (number, word) in words.iter().enumerate() {
            let mut bits = word.load(Relaxed);
            if bits == 0 {
                continue;
            }
            word.store(0, Relaxed);
            while bits != 0 {
                let rank = 64 * number + bits.trailing_zeros() as usize;
                bits &= bits - 1;
                ahead.pass(rank, codes, &mut write);
            }
        }
        ahead.finish(&mut write);
        sets
    }

    /// Decides the terminal positions, and computes counters and deadlines of all others.
    fn find_ends(&self, stop: &AtomicBool) {
        self.classes().for_each(|(number, class)| {
            let mut winning = Vec::new();
            let start = number * self.ranking.len();
            for (rank, &compressed) in self.ranking.sets().iter().enumerate() {
                if rank % STRIDE == 0 && stop.load(Relaxed) {
                    return;
                }
                let index = start + rank;
                let sheep = class.expand(compressed);
                let steps = class.steps(sheep);
                if steps == 0 {
                    self.decide(&self.wolves, number, rank, 0);
                    self.codes[self.sheep.codes + index].store(Value::Win(0).code(), Relaxed);
                    continue;
                }
                self.wolves.counters[index].store(REFUTED + steps, Relaxed);
                let moves = sheep_moves(self.frame, class, sheep);
                if moves == 0 {
                    self.decide(&self.sheep, number, rank, 0);
                } else {
                    self.sheep.counters[index].store(REFUTED + moves, Relaxed);
                }
                let deadline = self.deadline(class, sheep);
                self.deadlines[index].store(deadline, Relaxed);
                if deadline % 2 == 1 && deadline != NEVER_LOST {
                    winning.push((deadline, rank as u32));
                }
            }
            let mut waiting = lock(&self.waiting);
            for (ply, rank) in winning {
                waiting.entry(ply).or_default().push((number as u32, rank));
            }
        });
    }

    /// The deadline of a position with the wolves to move.
    #[inline]
    fn deadline(&self, class: &WolfSetClass, sheep: u64) -> u16 {
        let mut best = None;
        for capture in &class.captures {
            if sheep & (capture.over | capture.prey) == capture.prey {
                let value = self
                    .after_capture(capture.class, capture.symmetry, sheep ^ capture.prey)
                    .before();
                best = best.max(Some(value));
            }
        }
        match best {
            None => FREE,
            Some(Value::Draw) => NEVER_LOST,
            Some(Value::Win(plies) | Value::Lose(plies)) => plies,
        }
    }

    /// The value of a position of the tier below, with the sheep to move.
    #[inline]
    fn after_capture(&self, class: usize, symmetry: usize, sheep: u64) -> Value {
        let Some(LowerTier { codes, ranking }) = self.below else { return Value::Lose(0) };
        let compressed = self.frame.classes[class].compress(self.frame.turn(sheep, symmetry));
        let index = class * ranking.len() + ranking.rank(compressed);
        Value::from_code(codes[index]).unwrap_or(Value::Draw)
    }

    /// Visits the predecessors of positions decided at `ply` with the wolves to move. Returns the number of
    /// these positions.
    fn before_wolves(&self, ply: u16, stop: &AtomicBool) -> u64 {
        let wins = ply.is_multiple_of(2);
        self.classes()
            .map(|(number, class)| {
                let start = number * self.ranking.len();
                let counters = &self.sheep.counters[start..start + self.ranking.len()];
                let sets = self.take_decided(&self.wolves, number, ply);
                // Only this class's own task writes here in this phase: no atomic decrement is needed.
                let mut visit = |rank: usize| {
                    let open = counters[rank].load(Relaxed);
                    if open == DECIDED {
                        return;
                    }
                    if wins || open == REFUTED + 1 {
                        self.decide(&self.sheep, number, rank, ply + 1);
                    } else {
                        counters[rank].store(open - 1, Relaxed);
                    }
                };
                let mut ahead = PrefetchQueue::new();
                for &compressed in until_stopped(&sets, stop).flatten() {
                    self.each_sheep_move(class, compressed, |before| {
                        ahead.pass(self.ranking.rank(before), counters, &mut visit);
                    });
                }
                ahead.finish(&mut visit);
                sets.len() as u64
            })
            .sum()
    }

    /// The sets of sheep before, or after, a move of one of them: sheep's moves are reversible.
    #[inline]
    fn each_sheep_move(&self, class: &WolfSetClass, compressed: u64, mut f: impl FnMut(u64)) {
        let frame = self.frame;
        let sheep = class.expand(compressed);
        let empty = frame.board & !(sheep | class.wolves);
        let mut visit = |arrivals: u64, back: u32, forth: u32| {
            let mut rest = arrivals;
            while rest != 0 {
                let to = rest.trailing_zeros();
                rest &= rest - 1;
                f(compressed ^ class.compressed(to) ^ class.compressed(to + back - forth));
            }
        };
        visit((sheep << frame.columns) & empty, 0, frame.columns);
        visit((sheep >> frame.columns) & empty, frame.columns, 0);
        visit(((sheep & !frame.last_file) << 1) & empty, 0, 1);
        visit(((sheep & !frame.first_file) >> 1) & empty, 1, 0);
    }

    /// Visits the predecessors of positions decided at `ply` with the sheep to move. Returns the number of
    /// these positions.
    fn before_sheep(&self, ply: u16, stop: &AtomicBool) -> u64 {
        let wins = ply.is_multiple_of(2);
        self.classes()
            .map(|(number, class)| {
                let sets = self.take_decided(&self.sheep, number, ply);
                for step in &class.steps_back {
                    let before = &self.frame.classes[step.class];
                    let start = step.class * self.ranking.len();
                    let counters = &self.wolves.counters[start..start + self.ranking.len()];
                    let deadlines = &self.deadlines[start..start + self.ranking.len()];
                    let mut refuted = |rank| self.lose_wolves(step.class, rank, ply + 1);
                    let mut late = PrefetchQueue::new();
                    let mut visit = |rank: usize| {
                        if counters[rank].load(Relaxed) == DECIDED {
                            return;
                        }
                        if wins {
                            self.decide(&self.wolves, step.class, rank, ply + 1);
                        } else if counters[rank].fetch_sub(1, Relaxed) == REFUTED + 1 {
                            late.pass(rank, deadlines, &mut refuted);
                        }
                    };
                    let mut ahead = PrefetchQueue::new();
                    for &compressed in until_stopped(&sets, stop).flatten() {
                        let sheep = class.expand(compressed);
                        if sheep & step.from == 0 {
                            let compressed = before.compress(self.frame.turn(sheep, step.symmetry));
                            ahead.pass(self.ranking.rank(compressed), counters, &mut visit);
                        }
                    }
                    ahead.finish(&mut visit);
                    late.finish(&mut refuted);
                }
                sets.len() as u64
            })
            .sum()
    }

    /// All steps of this position are refuted: the wolves lose now, or at the deadline.
    fn lose_wolves(&self, class: usize, rank: usize, ply: u16) {
        let deadline = self.deadlines[class * self.ranking.len() + rank].load(Relaxed);
        // An odd deadline: a capture wins, or draws.
        if deadline % 2 == 1 {
            return;
        }
        if deadline <= ply {
            self.decide(&self.wolves, class, rank, ply);
        } else {
            let mut waiting = lock(&self.waiting);
            waiting.entry(deadline).or_default().push((class as u32, rank as u32));
        }
    }

    /// Decides the positions in which a capture wins at `ply`, or delays the loss until `ply` after all
    /// steps have been refuted.
    fn resolve_deadlines(&self, ply: u16) {
        let Some(due) = lock(&self.waiting).remove(&ply) else { return };
        for (class, rank) in due {
            let (class, rank) = (class as usize, rank as usize);
            let counter = &self.wolves.counters[class * self.ranking.len() + rank];
            if counter.load(Relaxed) != DECIDED {
                self.decide(&self.wolves, class, rank, ply);
            }
        }
    }
}

/// Sets between two looks at the stop signal: about a millisecond.
const STRIDE: usize = 1 << 14;

/// Some sets after the other, as long as nobody says stop.
fn until_stopped<'a>(sets: &'a [u64], stop: &'a AtomicBool) -> impl Iterator<Item = &'a [u64]> {
    sets.chunks(STRIDE).take_while(|_| !stop.load(Relaxed))
}

/// Indices that were prefetched and will be visited in batches.
struct PrefetchQueue {
    waiting: [usize; Self::MOST],
    len: usize,
}

impl PrefetchQueue {
    /// Enough to hide the memory latency, few enough to stay in the first-level cache.
    const MOST: usize = 32;

    const fn new() -> Self {
        Self { waiting: [0; Self::MOST], len: 0 }
    }

    /// Prefetches an index; when the queue is full, visits all.
    #[inline]
    fn pass<T>(&mut self, index: usize, items: &[T], visit: &mut impl FnMut(usize)) {
        memory::prefetch(&items[index]);
        self.waiting[self.len] = index;
        self.len += 1;
        if self.len == Self::MOST {
            self.finish(visit);
        }
    }

    /// Visits those that are left.
    #[inline]
    fn finish(&mut self, visit: &mut impl FnMut(usize)) {
        self.waiting[..self.len].iter().for_each(|index| visit(*index));
        self.len = 0;
    }
}

/// How many moves the sheep have: pairs of neighbouring squares without wolves of which exactly one has
/// a sheep.
#[inline]
fn sheep_moves<const PARTS: usize>(
    frame: &WolfMoves<PARTS>,
    class: &WolfSetClass,
    sheep: u64,
) -> u8 {
    let right = (sheep ^ (sheep >> 1)) & class.pairs_right;
    let up = (sheep ^ (sheep >> frame.columns)) & class.pairs_up;
    (right.count() + up.count()) as u8
}

/// Locks, ignoring poison: rayon propagates another thread's panic anyway.
fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(std::sync::PoisonError::into_inner)
}
