//! A solver for any game whose positions are indexed.
//!
//! It knows nothing but the rules and the numbering. A tier is solved in two steps.
//!
//! *Forward.* A sweep plays every move of every position without a value; a position whose successors all
//! have values gets its own. That is all a tier needs in which play cannot go round in circles, if its
//! lines of play are short. The sweeps end when one settles less than half of what was open.
//!
//! *Backward* (`backward`), from what is settled, ply by ply; what remains is drawn.
//!
//! # Limits
//! - The lists of predecessors take four bytes a move, so a tier in which play can go round in circles takes
//!   about 24 bytes a position and four bytes for every move inside it. A solver of a game's own, which takes
//!   moves back by rule, needs no lists. [`TierSolver::memory`] estimates them from a sample of positions.
//! - Such a tier has less than 2³² indices.
//! - A game ends within 32,764 plies, or it is taken for a draw; the check then says so.
//! - Every move from an indexed position leads to an indexed position of its own tier or a lower one, or ends
//!   the game: `core::contract::check_numbering` tests it. The solver panics if it comes upon another.

mod backward;

use std::ops::Range;
use std::sync::atomic::{AtomicU16, Ordering::Relaxed};

use bellwether_core::memory::zeros;
use bellwether_core::numbering::{Indexed, Numbering, TableIndex};
use bellwether_core::{Status, parallel};

use crate::{SolveControl, Stopped, TierSolver, Value};

/// Positions that are looked at to estimate how many moves stay in a tier.
const SAMPLE: u64 = 4096;
/// Indices between two looks at the stop signal.
const CHUNK: usize = 4096;

/// The generic solver for this game.
#[must_use]
pub fn solver<G: Indexed>(game: &G, numbering: &G::Numbering) -> Box<dyn TierSolver> {
    Box::new(GenericSolver {
        game: game.clone(),
        numbering: numbering.clone(),
        finished: vec![Vec::new(); numbering.tiers()],
    })
}

struct GenericSolver<G: Indexed> {
    game: G,
    numbering: G::Numbering,
    /// The codes of the finished tiers that are still needed, by tier.
    finished: Vec<Vec<u16>>,
}

impl<G: Indexed> GenericSolver<G> {
    /// Moves from positions of a tier to positions of it from which a move stays in it again: those that
    /// lists of predecessors are needed for. An estimate.
    fn moves_inside(&self, tier: usize) -> u64 {
        let len = self.numbering.len(tier);
        let mut inside = 0;
        for nth in 0..SAMPLE.min(len) {
            let index = (u128::from(nth) * u128::from(len) / u128::from(SAMPLE.min(len))) as u64;
            if let Some(state) = self.numbering.state(TableIndex { tier, index }) {
                let stays = |after: &G::State| self.successors_inside(tier, after).next().is_some();
                inside += self.successors_inside(tier, &state).filter(stays).count() as u64;
            }
        }
        (u128::from(len) * u128::from(inside) / u128::from(SAMPLE.min(len).max(1))) as u64
    }

    fn successors_inside(&self, tier: usize, state: &G::State) -> impl Iterator<Item = G::State> {
        self.game.moves(state).into_iter().filter_map(move |m| {
            let mut after = state.clone();
            self.game.play(&mut after, m);
            let place = self.numbering.index_of(&after)?;
            (place.tier == tier).then_some(after)
        })
    }
}

impl<G: Indexed> TierSolver for GenericSolver<G> {
    fn memory(&self, tier: usize) -> u64 {
        let len = |tier| self.numbering.len(tier);
        let needed: u64 = (self.numbering.lowest_needed(tier)..tier).map(len).sum();
        // Codes of two bytes, and about a byte for the blocks on their way to the disk.
        let codes = self.numbering.memory() + 2 * needed + 3 * len(tier);
        match self.moves_inside(tier) {
            0 => codes,
            _ if len(tier) > u64::from(u32::MAX) => u64::MAX,
            // Counters, values so far, beginnings of lists, positions settled or waiting; and the lists, with
            // something to spare, because they are estimated.
            moves => codes + (2 + 2 + 8 + 8) * len(tier) + 5 * moves,
        }
    }

    /// Connect Four on 4×4, 4×5 and 5×4 squares: 134,326 to 3,102,634 indices in 0.2 to 8 s of processor time, to list the
    /// positions included.
    fn rate(&self) -> u64 {
        450_000
    }

    fn disk(&self) -> u64 {
        145
    }

    fn resume(&mut self, tier: usize, codes: Vec<u16>) {
        self.finished[tier] = codes;
    }

    fn solve(&mut self, tier: usize, control: &SolveControl<'_>) -> Result<&[u16], Stopped> {
        self.finished[..self.numbering.lowest_needed(tier)].fill(Vec::new());
        let open = OpenTier {
            game: &self.game,
            numbering: &self.numbering,
            finished: &self.finished,
            tier,
            codes: zeros(self.numbering.len(tier) as usize),
        };
        self.finished[tier] = open.solve(control)?;
        Ok(&self.finished[tier])
    }
}

/// A tier whose positions get their values.
struct OpenTier<'a, G: Indexed> {
    game: &'a G,
    numbering: &'a G::Numbering,
    finished: &'a [Vec<u16>],
    tier: usize,
    /// 0 while a position has no value.
    codes: Vec<AtomicU16>,
}

/// What a sweep has found.
#[derive(Default)]
struct SweepCounts {
    settled: usize,
    open: usize,
}

impl<G: Indexed> OpenTier<'_, G> {
    fn solve(self, control: &SolveControl<'_>) -> Result<Vec<u16>, Stopped> {
        let mut sweep = self.sweep(true, control)?;
        while sweep.open > 0 && sweep.settled >= sweep.open {
            sweep = self.sweep(false, control)?;
        }
        if sweep.open > 0 {
            self.solve_backward(control)?;
        }
        Ok(self.codes.into_iter().map(AtomicU16::into_inner).collect())
    }

    /// Gives a value to every position whose successors have one. In the first sweep, indices without a
    /// position are reported as solved.
    fn sweep(&self, is_first: bool, control: &SolveControl<'_>) -> Result<SweepCounts, Stopped> {
        let sweeps = self.in_chunks(control, |chunk| {
            let mut sweep = SweepCounts::default();
            let len = chunk.len();
            for index in chunk {
                let Some(state) = self.open_state(index) else { continue };
                let mut is_open = false;
                let best = self.best_known(index, &state, |_| is_open = true);
                match best {
                    Some(value) if !is_open => {
                        self.codes[index].store(value.code(), Relaxed);
                        sweep.settled += 1;
                    }
                    _ => sweep.open += 1,
                }
            }
            (control.settled)(if is_first { len - sweep.open } else { sweep.settled } as u64);
            sweep
        })?;
        Ok(sweeps.into_iter().fold(SweepCounts::default(), |sum, sweep| SweepCounts {
            settled: sum.settled + sweep.settled,
            open: sum.open + sweep.open,
        }))
    }

    /// Runs `f` over all indices of the tier, a chunk at a time.
    fn in_chunks<T: Send>(
        &self,
        control: &SolveControl<'_>,
        f: impl Fn(Range<usize>) -> T + Sync,
    ) -> Result<Vec<T>, Stopped> {
        let len = self.codes.len();
        let chunks =
            parallel::map(len.div_ceil(CHUNK), &|chunk| match control.stop.load(Relaxed) {
                true => Err(Stopped),
                false => Ok(f(chunk * CHUNK..len.min((chunk + 1) * CHUNK))),
            });
        chunks.into_iter().collect()
    }

    /// The position with this index, if there is one and it has no value yet.
    fn open_state(&self, index: usize) -> Option<G::State> {
        let is_open = self.codes[index].load(Relaxed) == 0;
        is_open.then(|| self.numbering.state(self.place(index))).flatten()
    }

    fn place(&self, index: usize) -> TableIndex {
        TableIndex { tier: self.tier, index: index as u64 }
    }

    /// The value at a place; none if it is open.
    fn value_at(&self, place: TableIndex) -> Option<Value> {
        let index = place.index as usize;
        if place.tier == self.tier {
            return Value::from_code(self.codes[index].load(Relaxed));
        }
        let code = self.finished[place.tier].get(index).copied().unwrap_or(0);
        assert!(code != 0, "a move leads to {place:?}, which is not finished");
        Value::from_code(code)
    }

    /// The best that the moves to positions with a value bring; the places of the others are handed to
    /// `open`. If the game is over, what that is worth.
    fn best_known(
        &self,
        index: usize,
        state: &G::State,
        mut open: impl FnMut(usize),
    ) -> Option<Value> {
        let mover = self.numbering.mover(self.place(index));
        if let Status::Over(payoffs) = self.game.status(state) {
            return Some(Value::of_result(&payoffs, mover));
        }
        let mut best = None;
        self.game.each_move(state, |m| {
            let mut after = state.clone();
            self.game.play(&mut after, m);
            let value = match self.numbering.index_of(&after) {
                Some(place) => {
                    let Some(value) = self.value_at(place) else {
                        return open(place.index as usize);
                    };
                    let is_same = self.numbering.mover(place) == mover;
                    if is_same { value.before_own() } else { value.before() }
                }
                None => match self.game.status(&after) {
                    Status::Over(payoffs) => Value::of_result(&payoffs, mover).before_own(),
                    Status::ToMove(_) => panic!("a move leads to {after:?}, which has no index"),
                },
            };
            best = best.max(Some(value));
        });
        best
    }
}
