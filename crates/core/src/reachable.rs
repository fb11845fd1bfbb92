//! [`ReachableNumbering`]: an index for every position that play reaches, found by playing.
//!
//! The easy way to a [`Numbering`], for games of up to a few million positions: all of them are held in memory, and
//! they are listed anew whenever a table is made or opened. A numbering that computes its indices has no such
//! limits.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::numbering::{Numbering, TableIndex};
use crate::{Game, Seat};

/// Positions between two looks at the stop signal.
const STRIDE: usize = 1024;

/// The positions of one game in the order in which play finds them, those that look alike once.
pub struct ReachableNumbering<G: Game>(Arc<ReachedPositions<G>>);

struct ReachedPositions<G: Game> {
    unit: &'static str,
    fold: Box<FoldFn<G>>,
    /// By tier and mover.
    states: Vec<[Vec<G::State>; 2]>,
    /// The tier, the mover and the place in that list.
    places: HashMap<G::State, (usize, Seat, usize)>,
}

/// A position's tier, and the position that stands for it.
type FoldFn<G> = dyn Fn(&<G as Game>::State) -> (usize, <G as Game>::State) + Send + Sync;

impl<G: Game> ReachableNumbering<G> {
    /// Lists the positions that play reaches from the start. `fold` gives a position's tier, which no move
    /// increases, and of positions that look alike always the same one; in print a tier is "5 `unit`". For a game
    /// without tiers and symmetries that is `|state| (0, state.clone())`.
    pub fn new(
        game: &G,
        unit: &'static str,
        fold: impl Fn(&G::State) -> (usize, G::State) + Send + Sync + 'static,
    ) -> Self {
        Self::list(game, unit, fold, &AtomicBool::new(false))
    }

    /// The same; none if `stop` is set meanwhile.
    pub fn new_unless(
        game: &G,
        unit: &'static str,
        fold: impl Fn(&G::State) -> (usize, G::State) + Send + Sync + 'static,
        stop: &AtomicBool,
    ) -> Option<Self> {
        let listed = Self::list(game, unit, fold, stop);
        (!stop.load(Ordering::Relaxed)).then_some(listed)
    }

    /// Lists all positions, or those that were found when `stop` was set.
    fn list(
        game: &G,
        unit: &'static str,
        fold: impl Fn(&G::State) -> (usize, G::State) + Send + Sync + 'static,
        stop: &AtomicBool,
    ) -> Self {
        let mut states: Vec<[Vec<G::State>; 2]> = Vec::new();
        let mut places = HashMap::new();
        let mut open = vec![game.start()];
        while let Some(state) = open.pop() {
            if places.len().is_multiple_of(STRIDE) && stop.load(Ordering::Relaxed) {
                break;
            }
            let Some(mover) = game.status(&state).mover() else { continue };
            let (tier, state) = fold(&state);
            if places.contains_key(&state) {
                continue;
            }
            states.resize_with(states.len().max(tier + 1), Default::default);
            let list = &mut states[tier][mover.index()];
            places.insert(state.clone(), (tier, mover, list.len()));
            list.push(state.clone());
            for m in game.moves(&state) {
                let after = game.after(&state, m);
                open.push(after);
            }
        }
        Self(Arc::new(ReachedPositions { unit, fold: Box::new(fold), states, places }))
    }
}

impl<G: Game> Clone for ReachableNumbering<G> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<G: Game> std::fmt::Debug for ReachableNumbering<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ReachableNumbering").field("tiers", &self.0.states.len()).finish()
    }
}

impl<G: Game> Numbering<G> for ReachableNumbering<G> {
    const IS_LISTED: bool = true;

    fn tiers(&self) -> usize {
        self.0.states.len()
    }

    fn tier_name(&self, tier: usize) -> String {
        format!("{tier} {}", self.0.unit)
    }

    fn positions(&self) -> u64 {
        self.0.states.iter().flatten().map(|states| states.len() as u64).sum()
    }

    fn len(&self, tier: usize) -> u64 {
        2 * self.0.states[tier].iter().map(Vec::len).max().unwrap_or(0) as u64
    }

    fn index_of(&self, state: &G::State) -> Option<TableIndex> {
        let (tier, mover, place) = *self.0.places.get(&(self.0.fold)(state).1)?;
        let half = mover.index() as u64 * self.len(tier) / 2;
        Some(TableIndex { tier, index: half + place as u64 })
    }

    fn memory(&self) -> u64 {
        // A map has a power of two of places, at most seven eighths of them taken, and a byte for each. When it grew, the
        // smaller one before it was there, too.
        let places = (self.0.places.capacity() * 8 / 7).next_power_of_two();
        let entry = size_of::<(G::State, (usize, Seat, usize))>() + 1;
        let lists: usize = self.0.states.iter().flatten().map(Vec::capacity).sum();
        let bytes = (places * entry * 3 / 2 + lists * size_of::<G::State>()) as u64;
        // What growing lists left behind is not all used again.
        bytes / 4 * 5
    }

    fn state(&self, at: TableIndex) -> Option<G::State> {
        let list = &self.0.states[at.tier][self.mover(at).index()];
        list.get((at.index % (self.len(at.tier) / 2)) as usize).cloned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Payoffs, Status};
    use std::ops::ControlFlow;

    /// Take one or two from one of two heaps; the last to take wins.
    #[derive(Clone)]
    struct TwoHeaps;

    impl Game for TwoHeaps {
        type State = ([u8; 2], Seat);
        type Move = (usize, u8);

        fn seats(&self) -> usize {
            2
        }

        fn start(&self) -> Self::State {
            ([3, 4], Seat::FIRST)
        }

        fn status(&self, (heaps, mover): &Self::State) -> Status {
            let is_over = *heaps == [0, 0];
            if is_over { Status::Over(Payoffs::win(mover.other())) } else { Status::ToMove(*mover) }
        }

        fn try_each_move<B>(
            &self,
            (heaps, _): &Self::State,
            mut f: impl FnMut(Self::Move) -> ControlFlow<B>,
        ) -> ControlFlow<B> {
            for (heap, size) in heaps.iter().enumerate() {
                (1..=2.min(*size)).try_for_each(|taken| f((heap, taken)))?;
            }
            ControlFlow::Continue(())
        }

        fn play(&self, (heaps, mover): &mut Self::State, (heap, taken): Self::Move) {
            heaps[heap] -= taken;
            *mover = mover.other();
        }
    }

    #[test]
    fn every_position_of_play_has_an_index_and_those_that_look_alike_share_it() {
        let fold = |(heaps, mover): &([u8; 2], Seat)| {
            let [a, b] = *heaps;
            (usize::from(a + b), ([a.min(b), a.max(b)], *mover))
        };
        let numbering = ReachableNumbering::new(&TwoHeaps, "left", fold);
        assert_eq!((numbering.tiers(), numbering.tier_name(7)), (8, "7 left".to_owned()));
        let mut found = 0;
        for tier in 0..numbering.tiers() {
            for index in 0..numbering.len(tier) {
                let at = TableIndex { tier, index };
                let Some(state) = numbering.state(at) else { continue };
                let ([a, b], mover) = state;
                assert_eq!(numbering.index_of(&state), Some(at));
                assert_eq!(numbering.index_of(&([b, a], mover)), Some(at));
                assert_eq!((tier, numbering.mover(at)), (usize::from(a + b), mover));
                found += 1;
            }
        }
        // The end has no index.
        assert_eq!(numbering.index_of(&([0, 0], Seat::FIRST)), None);
        assert!(numbering.memory() > 0 && found == numbering.0.places.len());
    }
}
