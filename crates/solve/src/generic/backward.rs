//! The open positions of a tier, settled backward, ply by ply.
//!
//! Every open position has a counter of its moves to open positions, and the list of the positions that lead to
//! it. Of what is settled at a ply the predecessors are visited: one that can move to a lost position is won;
//! one whose last open move is refuted is lost, unless one of its other moves holds out longer: then it waits
//! for that ply. What is never settled is drawn.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU16, AtomicU32, AtomicUsize, Ordering::Relaxed};

use bellwether_core::memory::zeros;
use bellwether_core::numbering::{Indexed, Numbering};
use bellwether_core::parallel;

use super::{CHUNK, OpenTier};
use crate::{SolveControl, Stopped, Value};

/// The counter of a position that is settled, and of an index without a position.
const SETTLED: u16 = 0;
/// Added to every counter of open moves, so that none becomes [`SETTLED`] by counting.
const REFUTED: u16 = 1;

/// The moves between open positions, and what is known of each open position besides.
struct OpenMoves {
    counters: Vec<AtomicU16>,
    /// The code of the best that a position's other moves bring; 0 if it has none.
    known: Vec<AtomicU16>,
    /// Where the predecessors of a position begin in the list below.
    starts: Vec<AtomicUsize>,
    predecessors: Vec<AtomicU32>,
}

impl OpenMoves {
    fn of(&self, index: u32) -> impl Iterator<Item = u32> {
        let start = |index: usize| self.starts[index].load(Relaxed);
        let list = &self.predecessors[start(index as usize)..start(index as usize + 1)];
        list.iter().map(|before| before.load(Relaxed))
    }

    fn known(&self, index: u32) -> Option<Value> {
        Value::from_code(self.known[index as usize].load(Relaxed))
    }
}

/// Positions that wait for a ply.
type Waiting = BTreeMap<u16, Vec<u32>>;

impl<G: Indexed> OpenTier<'_, G> {
    /// Settles all open positions.
    pub(super) fn solve_backward(&self, control: &SolveControl<'_>) -> Result<(), Stopped> {
        let (moves, mut waiting) = self.open_moves(control)?;
        let mut settled = Vec::new();
        for ply in 1..Value::LONGEST {
            for index in waiting.remove(&ply).unwrap_or_default() {
                if moves.counters[index as usize].swap(SETTLED, Relaxed) != SETTLED {
                    let code = moves.known[index as usize].load(Relaxed);
                    self.codes[index as usize].store(code, Relaxed);
                    settled.push(index);
                }
            }
            (control.settled)(settled.len() as u64);
            if control.stop.load(Relaxed) {
                return Err(Stopped);
            }
            if settled.is_empty() && waiting.is_empty() {
                break;
            }
            settled = self.before(&settled, ply + 1, &moves, &mut waiting, control);
        }
        if control.stop.load(Relaxed) {
            return Err(Stopped);
        }
        let mut draws = 0;
        for (counter, code) in moves.counters.iter().zip(&self.codes) {
            if counter.load(Relaxed) != SETTLED {
                code.store(Value::Draw.code(), Relaxed);
                draws += 1;
            }
        }
        (control.settled)(draws);
        Ok(())
    }

    /// Counts and lists the moves between open positions. Those that certainly win or lose by their other
    /// moves, if not sooner, wait for that ply.
    fn open_moves(&self, control: &SolveControl<'_>) -> Result<(OpenMoves, Waiting), Stopped> {
        let len = self.codes.len();
        assert!(u32::try_from(len).is_ok(), "too many positions for lists of predecessors");
        let (counters, known) = (zeros::<AtomicU16>(len), zeros::<AtomicU16>(len));
        let starts = zeros::<AtomicUsize>(len + 1);
        let certain = self.in_chunks(control, |chunk| {
            let mut certain = Vec::new();
            for index in chunk {
                let Some(state) = self.open_state(index) else { continue };
                let mut open = 0;
                let best = self.best_known(index, &state, |to| {
                    starts[to].fetch_add(1, Relaxed);
                    open += 1;
                });
                counters[index].store(REFUTED + open, Relaxed);
                known[index].store(best.map_or(0, Value::code), Relaxed);
                match best {
                    Some(Value::Win(plies)) => certain.push((plies, index as u32)),
                    // The last sweep settled its successors, but only after it had looked here.
                    Some(Value::Lose(plies)) if open == 0 => certain.push((plies, index as u32)),
                    _ => {}
                }
            }
            certain
        })?;
        let mut waiting = Waiting::new();
        for (ply, index) in certain.into_iter().flatten() {
            waiting.entry(ply).or_default().push(index);
        }
        // Each list is filled from its end, which is where the next begins.
        let mut end = 0;
        for start in &starts {
            end += start.load(Relaxed);
            start.store(end, Relaxed);
        }
        let predecessors = zeros::<AtomicU32>(end);
        self.in_chunks(control, |chunk| {
            for index in chunk {
                let Some(state) = self.open_state(index) else { continue };
                self.best_known(index, &state, |to| {
                    let slot = starts[to].fetch_sub(1, Relaxed) - 1;
                    predecessors[slot].store(index as u32, Relaxed);
                });
            }
        })?;
        Ok((OpenMoves { counters, known, starts, predecessors }, waiting))
    }

    /// What is settled at `ply` because of what was settled one ply before, `after`.
    ///
    /// First all wins are noted, then all refutations. So within a step a counter only becomes
    /// [`SETTLED`], or is only counted down, and no order needs to be kept.
    fn before(
        &self,
        after: &[u32],
        ply: u16,
        moves: &OpenMoves,
        waiting: &mut Waiting,
        control: &SolveControl<'_>,
    ) -> Vec<u32> {
        let store = |index: u32, value: Value| {
            self.codes[index as usize].store(value.code(), Relaxed);
        };
        let mut settled = self.predecessors(after, true, moves, control, |counter| {
            counter.swap(SETTLED, Relaxed) != SETTLED
        });
        settled.iter().for_each(|index| store(*index, Value::Win(ply)));
        let refuted = self.predecessors(after, false, moves, control, |counter| {
            counter.load(Relaxed) != SETTLED && counter.fetch_sub(1, Relaxed) == REFUTED + 1
        });
        for index in refuted {
            match moves.known(index) {
                Some(Value::Win(_) | Value::Draw) => {}
                Some(Value::Lose(plies)) if plies > ply => {
                    waiting.entry(plies).or_default().push(index);
                }
                None | Some(Value::Lose(_)) => {
                    moves.counters[index as usize].store(SETTLED, Relaxed);
                    store(index, Value::Lose(ply));
                    settled.push(index);
                }
            }
        }
        settled
    }

    /// The predecessors of what was settled whose counters `visit` picks: those that win by moving there if
    /// `wins`, else those whose move there is refuted.
    fn predecessors(
        &self,
        settled: &[u32],
        wins: bool,
        moves: &OpenMoves,
        control: &SolveControl<'_>,
        visit: impl Fn(&AtomicU16) -> bool + Sync,
    ) -> Vec<u32> {
        let mover = |index: u32| self.numbering.mover(self.place(index as usize));
        let chunks: Vec<&[u32]> = settled.chunks(CHUNK).collect();
        let visited = parallel::map(chunks.len(), &|chunk| {
            let mut visited = Vec::new();
            // What is found then means nothing, and the next ply does not begin.
            let chunk = if control.stop.load(Relaxed) { &[] } else { chunks[chunk] };
            for &index in chunk {
                let value = self.value_at(self.place(index as usize));
                let (is_won, seat) = (matches!(value, Some(Value::Win(_))), mover(index));
                // A won position is good for the seat that moves there, a lost one for the other.
                let is_wanted = |before: &u32| ((mover(*before) == seat) == is_won) == wins;
                let is_visited = |before: &u32| visit(&moves.counters[*before as usize]);
                visited.extend(moves.of(index).filter(is_wanted).filter(is_visited));
            }
            visited
        });
        visited.concat()
    }
}
