//! Depth-first proof-number search (df-pn).
//!
//! Every position has a *proof number*, an estimate of the effort to prove that its mover wins, and a *disproof
//! number*, the same for a loss; [`ProofHints::difficulty`] initialises those of a leaf. The mover wins if one
//! child is lost for its own mover, so a position's proof number is the minimum of its children's disproof
//! numbers; the mover loses if all children are won, so its disproof number is the sum of their proof numbers.
//!
//! The search descends to the child with the least disproof number and stays below it until one of two
//! thresholds is exceeded (Nagai 2002). The threshold is a quarter above the second best, so that the search
//! does not alternate between two equal children (the 1 + ε trick, Pawlewicz and Lew 2007). All numbers are
//! kept in a [`ProofTable`]; lost entries are searched again.
//!
//! Threads share the table. Each counts itself at the nodes of its path, and a child with other threads below
//! gets a greater disproof number (virtual loss).

use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use bellwether_core::random::mix;
use bellwether_core::{CanonicalKey, Determined, ProofHints, Status};

use super::jobs::ProvenPosition;
use super::table::{INFINITE, ProofEntry, ProofTable, effort};
use super::{ProofControl, ProofProgress};

/// The inverse of ε in the 1 + ε trick.
const INVERSE_EPSILON: u32 = 4;
/// Nodes of a thread between two checks of the stop signal.
const STRIDE: u64 = 1 << 12;
/// Strides between two progress reports.
const REPORT: u64 = 64;
/// What took fewer nodes to prove is not told to others.
const SHARED_NODES: u64 = 1 << 11;
/// The number of thread counters.
const COUNTERS: usize = 1 << 14;

/// What all threads of a search share.
#[derive(Debug)]
pub(super) struct DfpnShared {
    pub(super) table: ProofTable,
    pub(super) nodes: AtomicU64,
    /// The search pauses at this number of nodes.
    most_nodes: u64,
    /// Threads below a position, by a hash of its key.
    busy: Vec<AtomicU8>,
    /// Whether the root is proven, so that all threads stop.
    is_done: AtomicBool,
    /// The result: whether the mover at the root wins.
    is_won: AtomicBool,
    /// Whether several threads search.
    is_parallel: bool,
    /// The numbers of the root.
    proof: AtomicU32,
    disproof: AtomicU32,
    /// What was proven with some effort, for other machines; none if nobody asks.
    pub(super) proven: Option<Mutex<Vec<ProvenPosition>>>,
}

impl DfpnShared {
    pub(super) fn new(mebibytes: usize) -> Self {
        Self {
            table: ProofTable::new(mebibytes),
            nodes: AtomicU64::new(0),
            most_nodes: u64::MAX,
            busy: (0..COUNTERS).map(|_| AtomicU8::new(0)).collect(),
            is_done: AtomicBool::new(false),
            is_won: AtomicBool::new(false),
            is_parallel: false,
            proof: AtomicU32::new(1),
            disproof: AtomicU32::new(1),
            proven: None,
        }
    }

    /// Prepares a search with this many threads and at most this many more nodes.
    pub(super) fn begin(&mut self, threads: usize, nodes: u64) {
        self.is_parallel = threads > 1;
        self.most_nodes = self.nodes.get_mut().saturating_add(nodes);
        *self.is_done.get_mut() = false;
        *self.proof.get_mut() = 1;
        *self.disproof.get_mut() = 1;
    }

    /// Whether the mover at the root wins, once that is proven.
    pub(super) fn result(&self) -> Option<bool> {
        self.is_done.load(Ordering::Acquire).then(|| self.is_won.load(Ordering::Relaxed))
    }

    fn busy(&self, key: u64) -> &AtomicU8 {
        &self.busy[key as usize % COUNTERS]
    }
}

/// Proof and disproof number of a position, for its mover.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ProofNumbers {
    proof: u32,
    disproof: u32,
}

impl ProofNumbers {
    const WON: Self = Self { proof: 0, disproof: INFINITE };
    const LOST: Self = Self { proof: INFINITE, disproof: 0 };
}

/// A child of a node on the path.
struct ChildNode<S> {
    state: S,
    key: u64,
    numbers: ProofNumbers,
}

/// One thread's search.
pub(super) struct DfpnWorker<'a, G: CanonicalKey + Determined, I: ProofHints<G>> {
    game: &'a G,
    hints: &'a I,
    shared: &'a DfpnShared,
    control: ProofControl<'a>,
    nodes: u64,
    is_stopped: bool,
    /// The children of all nodes on the path.
    children: Vec<ChildNode<G::State>>,
}

/// The key of a position in the table.
#[inline]
pub(super) fn key(code: u128) -> u64 {
    mix(mix(0, code as u64), (code >> 64) as u64)
}

impl<'a, G: CanonicalKey + Determined, I: ProofHints<G>> DfpnWorker<'a, G, I> {
    pub(super) fn new(
        game: &'a G,
        hints: &'a I,
        shared: &'a DfpnShared,
        control: ProofControl<'a>,
    ) -> Self {
        Self { game, hints, shared, control, nodes: 0, is_stopped: false, children: Vec::new() }
    }

    /// Searches until the root is proven, here or by another thread, or the search is stopped. The game is
    /// not over in `state`.
    pub(super) fn root(&mut self, state: &G::State) {
        let key = key(self.game.canonical_key(state));
        let known = self.shared.table.probe(key).filter(|entry| entry.is_decided());
        let limit = ProofNumbers { proof: INFINITE, disproof: INFINITE };
        let numbers = match known {
            Some(ProofEntry { proof, disproof, .. }) => ProofNumbers { proof, disproof },
            None => self.expand(state, key, limit, true),
        };
        self.shared.nodes.fetch_add(self.nodes % STRIDE, Ordering::Relaxed);
        if numbers == ProofNumbers::WON || numbers == ProofNumbers::LOST {
            self.shared.is_won.store(numbers == ProofNumbers::WON, Ordering::Relaxed);
            self.shared.is_done.store(true, Ordering::Release);
        }
    }

    /// Searches a position again whose proof the table may have lost; none if the search is stopped.
    pub(super) fn again(&mut self, state: &G::State) -> Option<()> {
        let key = key(self.game.canonical_key(state));
        let limit = ProofNumbers { proof: INFINITE, disproof: INFINITE };
        let numbers = self.expand(state, key, limit, false);
        self.shared.nodes.fetch_add(self.nodes % STRIDE, Ordering::Relaxed);
        (numbers == ProofNumbers::WON || numbers == ProofNumbers::LOST).then_some(())
    }

    /// Searches below a position until its numbers reach the limits; returns its numbers.
    fn expand(
        &mut self,
        state: &G::State,
        key: u64,
        limit: ProofNumbers,
        is_root: bool,
    ) -> ProofNumbers {
        let before = self.nodes;
        self.count();
        let base = self.children.len();
        let mut numbers = self.generate_children(state, base);
        while numbers.is_none() {
            if self.shared.is_parallel
                && let Some(ProofEntry { proof, disproof, .. }) =
                    self.shared.table.probe(key).filter(|entry| entry.is_decided())
            {
                numbers = Some(ProofNumbers { proof, disproof });
                break;
            }
            let (best, now, next) = self.choose(base, limit.proof);
            if is_root {
                self.shared.proof.store(now.proof, Ordering::Relaxed);
                self.shared.disproof.store(now.disproof, Ordering::Relaxed);
            }
            if now.proof >= limit.proof || now.disproof >= limit.disproof || self.is_stopped {
                numbers = Some(now);
                break;
            }
            let child = &self.children[base + best];
            let (child_state, child_key) = (child.state.clone(), child.key);
            // The siblings' share of the disproof number is not available to the child.
            let others = now.disproof - child.numbers.proof.min(now.disproof);
            let later = next.saturating_add(1 + next / INVERSE_EPSILON);
            let child_limit = ProofNumbers {
                proof: limit.disproof - others,
                disproof: limit.proof.min(later).min(INFINITE),
            };
            let busy = self.shared.is_parallel.then(|| self.shared.busy(child_key));
            busy.inspect(|busy| _ = busy.fetch_add(1, Ordering::Relaxed));
            let found = self.expand(&child_state, child_key, child_limit, false);
            busy.inspect(|busy| _ = busy.fetch_sub(1, Ordering::Relaxed));
            if found.disproof == 0 {
                numbers = Some(ProofNumbers::WON);
            } else if found.proof == 0 {
                self.children.remove(base + best);
                if self.children.len() == base {
                    numbers = Some(ProofNumbers::LOST);
                }
            } else {
                self.children[base + best].numbers = found;
            }
        }
        self.children.truncate(base);
        let numbers = numbers.unwrap_or(ProofNumbers::LOST);
        let ProofNumbers { proof, disproof } = numbers;
        let nodes = self.nodes - before;
        self.shared.table.store(key, ProofEntry { proof, disproof, effort: effort(nodes) });
        if nodes >= SHARED_NODES
            && let Some(proven) = &self.shared.proven
            && (proof == 0 || disproof == 0)
        {
            let mut proven = proven.lock().unwrap_or_else(PoisonError::into_inner);
            proven.push(ProvenPosition { key, nodes, is_won: proof == 0 });
        }
        numbers
    }

    /// Pushes the unproven children on the stack; returns the position's numbers if it is already proven.
    fn generate_children(&mut self, state: &G::State, base: usize) -> Option<ProofNumbers> {
        let (game, hints, table) = (self.game, self.hints, &self.shared.table);
        let Status::ToMove(mover) = game.status(state) else { return None };
        let (children, mut is_won) = (&mut self.children, false);
        hints.each_candidate(game, state, |m| {
            if is_won {
                return;
            }
            let mut next = state.clone();
            game.play(&mut next, m);
            let winner = match game.status(&next) {
                Status::Over(payoffs) => payoffs.winner(2),
                Status::ToMove(_) => hints.proven_winner(game, &next),
            };
            match winner {
                Some(winner) => is_won = winner == mover,
                None => {
                    let key = key(game.canonical_key(&next));
                    table.prefetch(key);
                    children.push(ChildNode { state: next, key, numbers: ProofNumbers::LOST });
                }
            }
        });
        let mut index = base;
        while index < self.children.len() && !is_won {
            let child = &mut self.children[index];
            match table.probe(child.key) {
                Some(ProofEntry { disproof: 0, .. }) => is_won = true,
                Some(ProofEntry { proof: 0, .. }) => {
                    self.children.swap_remove(index);
                    continue;
                }
                Some(ProofEntry { proof, disproof, .. }) => {
                    child.numbers = ProofNumbers { proof, disproof }
                }
                None => {
                    let (proof, disproof) = hints.difficulty(game, &child.state);
                    child.numbers = ProofNumbers { proof, disproof };
                }
            }
            index += 1;
        }
        if is_won {
            return Some(ProofNumbers::WON);
        }
        (self.children.len() == base).then_some(ProofNumbers::LOST)
    }

    /// The child to search next, the position's own numbers, and the second least disproof number. Children
    /// with a disproof number of at least `most` are skipped.
    #[inline]
    fn choose(&self, base: usize, most: u32) -> (usize, ProofNumbers, u32) {
        let (mut best, mut least, mut next) = (0, u32::MAX, u32::MAX);
        let mut now = ProofNumbers { proof: INFINITE - 1, disproof: 0 };
        for (index, child) in self.children[base..].iter().enumerate() {
            let ProofNumbers { proof, disproof } = child.numbers;
            now.disproof = (now.disproof + proof).min(INFINITE - 1);
            now.proof = now.proof.min(disproof);
            if disproof >= most {
                continue;
            }
            let others = u32::from(self.shared.busy(child.key).load(Ordering::Relaxed));
            let penalised = disproof.saturating_add(others * (1 + disproof)).min(INFINITE);
            if penalised < least {
                next = least;
                least = penalised;
                best = index;
            } else if penalised < next {
                next = penalised;
            }
        }
        (best, now, next)
    }

    /// Counts a node; now and then reports progress and checks the stop signal.
    #[inline]
    fn count(&mut self) {
        self.nodes += 1;
        if self.nodes.is_multiple_of(STRIDE) {
            let nodes = self.shared.nodes.fetch_add(STRIDE, Ordering::Relaxed) + STRIDE;
            self.is_stopped = self.control.stop.load(Ordering::Relaxed)
                || self.shared.is_done.load(Ordering::Relaxed)
                || nodes >= self.shared.most_nodes;
            if (nodes / STRIDE).is_multiple_of(REPORT) {
                (self.control.progress)(ProofProgress {
                    nodes,
                    proof: self.shared.proof.load(Ordering::Relaxed),
                    disproof: self.shared.disproof.load(Ordering::Relaxed),
                    positions: 0,
                });
            }
        }
    }
}
