//! Depth-first proof-number search.

use std::sync::atomic::{AtomicBool, Ordering};

use bellwether_core::random::mix;
use bellwether_core::{Coded, Insight, Seat, Status, ZeroSum2};

use super::table::{Entry, INFINITE, Table, effort};

/// One child of a position under search.
#[derive(Clone)]
struct Child<S> {
    state: S,
    key: u64,
    /// For the child's own mover.
    proof: u32,
    disproof: u32,
}

pub struct Knobs {
    pub weak: bool,
    pub epsilon: u32,
}

/// A search under way.
pub struct Search<'a, G: Coded + ZeroSum2, I: Insight<G>> {
    game: &'a G,
    insight: &'a I,
    table: &'a Table2,
    stop: &'a AtomicBool,
    knobs: Knobs,
    pub nodes: u64,
    pub evals: u64,
    stack: Vec<Child<G::State>>,
}

pub struct Table2(Table);
impl Table2 {
    pub fn new(m: usize) -> Self {
        Self(Table::new(m))
    }
}

#[inline]
pub(super) fn key_of(code: u128) -> u64 {
    mix(mix(0, code as u64), (code >> 64) as u64)
}

impl<'a, G: Coded + ZeroSum2, I: Insight<G>> Search<'a, G, I> {
    pub fn new(
        game: &'a G,
        insight: &'a I,
        table: &'a Table2,
        stop: &'a AtomicBool,
        knobs: Knobs,
    ) -> Self {
        Self { game, insight, table, stop, knobs, nodes: 0, evals: 0, stack: Vec::new() }
    }

    pub fn solve(&mut self, state: &G::State) -> Option<Seat> {
        let Status::ToMove(mover) = self.game.status(state) else { panic!() };
        let key = key_of(self.game.code(state));
        let (proof, disproof) = self.expand(state, key, INFINITE, INFINITE);
        match (proof, disproof) {
            (0, _) => Some(mover),
            (_, 0) => Some(mover.other()),
            _ => None,
        }
    }

    fn child(&mut self, state: G::State) -> Child<G::State> {
        let mover = match self.game.status(&state) {
            Status::Over(payoffs) => {
                // Nobody moves any more; a child counts for the one who would.
                let _ = payoffs;
                return Child { state, key: 0, proof: INFINITE, disproof: 0 };
            }
            Status::ToMove(mover) => mover,
        };
        self.evals += 1;
        match self.insight.certain(self.game, &state) {
            Some(winner) if winner == mover => Child { state, key: 0, proof: 0, disproof: INFINITE },
            Some(_) => Child { state, key: 0, proof: INFINITE, disproof: 0 },
            None => {
                let key = key_of(self.game.code(&state));
                self.table.0.touch(key);
                Child { state, key, proof: 1, disproof: 1 }
            }
        }
    }

    fn expand(&mut self, state: &G::State, key: u64, most_proof: u32, most_disproof: u32) -> (u32, u32) {
        self.nodes += 1;
        let before = self.nodes;
        let base = self.stack.len();
        let mut won = false;
        {
            let (game, insight) = (self.game, self.insight);
            insight.each_candidate(game, state, |m| {
                if won {
                    return;
                }
                let mut next = state.clone();
                game.play(&mut next, m);
                let child = self.child(next);
                if child.disproof == 0 {
                    won = true;
                }
                // A reply that loses for certain needs no more looking at.
                if child.proof != 0 {
                    self.stack.push(child);
                }
            });
        }
        if !won {
            let mut index = base;
            while index < self.stack.len() {
                let child = &mut self.stack[index];
                match self.table.0.probe(child.key) {
                    Some(entry) => {
                        child.proof = entry.proof;
                        child.disproof = entry.disproof;
                        if entry.disproof == 0 {
                            won = true;
                            break;
                        }
                        if entry.proof == 0 {
                            self.stack.swap_remove(index);
                            continue;
                        }
                    }
                    None => {
                        (child.proof, child.disproof) =
                            self.insight.difficulty(self.game, &child.state);
                    }
                }
                index += 1;
            }
        }
        let (proof, disproof) = if won {
            (0, INFINITE)
        } else {
            loop {
                let children = &self.stack[base..];
                if children.is_empty() {
                    break (INFINITE, 0);
                }
                let (mut best, mut least, mut second) = (0, u32::MAX, u32::MAX);
                let (mut sum, mut most) = (0u32, 0u32);
                for (index, child) in children.iter().enumerate() {
                    sum += child.proof;
                    sum = sum.min(INFINITE);
                    most = most.max(child.proof);
                    if child.disproof < least {
                        second = least;
                        least = child.disproof;
                        best = index;
                    } else if child.disproof < second {
                        second = child.disproof;
                    }
                }
                let others = children.len() as u32 - 1;
                let disproof = if self.knobs.weak { (most + others).min(INFINITE - 1) } else { sum.min(INFINITE - 1) };
                let proof = least.min(INFINITE - 1);
                if proof >= most_proof || disproof >= most_disproof || self.stop.load(Ordering::Relaxed) {
                    break (proof, disproof);
                }
                let child = &self.stack[base + best];
                let (child_state, child_key) = (child.state.clone(), child.key);
                let beyond = second.saturating_add(1 + second / self.knobs.epsilon).min(INFINITE);
                let child_most_disproof = most_proof.min(beyond);
                let child_most_proof = if self.knobs.weak {
                    most_disproof - others
                } else {
                    most_disproof - (disproof - child.proof)
                };
                let (child_proof, child_disproof) =
                    self.expand(&child_state, child_key, child_most_proof, child_most_disproof);
                if child_disproof == 0 {
                    break (0, INFINITE);
                }
                if child_proof == 0 {
                    self.stack.remove(base + best);
                } else {
                    let child = &mut self.stack[base + best];
                    child.proof = child_proof;
                    child.disproof = child_disproof;
                }
            }
        };
        self.stack.truncate(base);
        let work = self.nodes - before + 1;
        self.table.0.store(key, Entry { proof, disproof, effort: effort(work) });
        (proof, disproof)
    }
}
