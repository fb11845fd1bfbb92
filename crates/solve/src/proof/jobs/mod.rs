//! Job-level proof-number search: one tree of positions, and workers that search below its leaves.
//!
//! The master ([`prove`]) keeps a proof-number tree. The leaf that it would expand next is a [`ProofJob`]: a worker
//! ([`JobProver`]) searches below it by df-pn with a table of its own, which it keeps from job to job, and answers with
//! a proof or with the numbers of the positions one move on, which become leaves. Leaves that somebody is at look harder
//! than they are, so that the next job is elsewhere. What a worker has proven with effort travels with the following jobs.
//!
//! At the end the workers write down the strategy below the leaves of the proof. The master joins these parts, walks
//! through the whole against every reply, and asks again for what is missing.
//!
//! Where the workers are is behind [`ProofWorkers`].

mod tree;
mod walk;
mod worker;

use std::ops::ControlFlow;

use bellwether_core::{CanonicalKey, Determined, Error, ErrorKind, ProofHints, Seat};
use rustc_hash::{FxHashMap, FxHashSet};
use serde::{Deserialize, Serialize};

use super::{ProofControl, ProofProgress, Strategy};
use tree::ProofTree;
pub use tree::SavedTree;
pub use worker::JobProver;

/// Something for a worker to do.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofJob {
    /// Its number, for the answer.
    pub number: u64,
    /// Where: from the game's start, which of the legal moves is made.
    pub path: Vec<u16>,
    /// What.
    pub task: ProofTask,
    /// What others have proven lately.
    pub proven: Vec<ProvenPosition>,
}

/// What a worker does with a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProofTask {
    /// Finds the winner, with about so many nodes at most.
    Search {
        /// The nodes.
        nodes: u64,
    },
    /// Writes down the winner's strategy.
    Strategy {
        /// Whether the winner is who makes the game's first move.
        is_first: bool,
    },
}

/// A position whose winner is proven.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProvenPosition {
    /// The key in the table.
    pub(super) key: u64,
    /// The nodes that it took.
    pub(super) nodes: u64,
    /// Whether the mover wins.
    pub(super) is_won: bool,
}

/// What a worker found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProofAnswer {
    /// The job's number.
    pub number: u64,
    /// The nodes that it took.
    pub nodes: u64,
    /// The answer.
    pub found: ProofFinding,
    /// What it has proven with effort on the way.
    pub proven: Vec<ProvenPosition>,
}

/// The content of a [`ProofAnswer`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum ProofFinding {
    /// The mover wins, or loses.
    Decided {
        /// Whether the mover wins.
        is_won: bool,
    },
    /// Not decided: the proof and disproof number after each legal move.
    Open {
        /// The numbers.
        children: Vec<(u32, u32)>,
    },
    /// The [keys](CanonicalKey) of the strategy's positions.
    Strategy {
        /// The keys.
        positions: Vec<u128>,
    },
    /// It cannot be done.
    Failed {
        /// Why.
        reason: String,
    },
}

/// Those who work on a proof, wherever they are.
pub trait ProofWorkers {
    /// How many jobs they can have at once.
    fn room(&mut self) -> usize;

    /// Gives them a job.
    ///
    /// # Errors
    /// If that cannot be done, now or later.
    fn start(&mut self, job: ProofJob) -> Result<(), Error>;

    /// Their answers, in any order; a moment is waited for the first. An answer may come twice.
    ///
    /// # Errors
    /// If no more answers will come.
    fn collect(&mut self) -> Result<Vec<ProofAnswer>, Error>;
}

/// Keeps the tree of a proof that is not done.
pub trait TreeKeeper {
    /// Whether it is time to store it again.
    fn is_due(&self) -> bool;

    /// Stores it.
    ///
    /// # Errors
    /// Why it cannot be stored.
    fn keep(&mut self, tree: &SavedTree) -> Result<(), Error>;
}

/// The least and the most nodes of a job.
const JOB_NODES: (u64, u64) = (1 << 14, 1 << 22);
/// A job takes this part of the nodes that all jobs took, divided by the workers: the first are short, so that all soon
/// have one, and there are never many more than workers.
const JOB_PART: u64 = 8;
/// Proven positions that travel with a job.
const MOST_PROVEN: usize = 2_000;

/// What a proof on many machines is made of.
#[derive(Clone, Copy, Debug)]
pub struct JobProof<'a, G: CanonicalKey + Determined, I> {
    /// The game.
    pub game: &'a G,
    /// What is known of it.
    pub hints: &'a I,
    /// The game with its options, for the strategy.
    pub name: &'a str,
    /// Forced wins of so many plies are left out of the strategy.
    pub tail: u32,
    /// Stops it, and sees its progress.
    pub control: ProofControl<'a>,
}

/// Proves who wins from the game's start, and how; the strategy and the nodes searched, none if it was stopped.
///
/// # Errors
/// If the workers, or who keeps the tree, cannot go on, or `saved` is no tree of this game.
pub fn prove<G: CanonicalKey + Determined, I: ProofHints<G>>(
    proof: &JobProof<'_, G, I>,
    workers: &mut dyn ProofWorkers,
    keeper: &mut dyn TreeKeeper,
    saved: Option<&SavedTree>,
) -> Result<Option<(Strategy, u64)>, Error> {
    let tree = match saved {
        Some(saved) => ProofTree::restore(proof.game, proof.name, saved)?,
        None => ProofTree::new(proof.game),
    };
    let mut master = Master {
        proof,
        workers,
        tree,
        jobs: FxHashMap::default(),
        last_number: 0,
        proven: Vec::new(),
    };
    let Some(winner) = master.winner(keeper)? else { return Ok(None) };
    let Some(positions) = master.strategy(winner)? else { return Ok(None) };
    let strategy = Strategy::new(proof.name, winner, proof.tail, positions);
    Ok(Some((strategy, master.tree.nodes)))
}

struct Master<'a, G: CanonicalKey + Determined, I> {
    proof: &'a JobProof<'a, G, I>,
    workers: &'a mut dyn ProofWorkers,
    tree: ProofTree<'a, G>,
    /// The jobs that somebody has, with the leaf, if it is a search.
    jobs: FxHashMap<u64, Option<u32>>,
    last_number: u64,
    /// What was proven lately, and by which job.
    proven: Vec<(u64, ProvenPosition)>,
}

impl<G: CanonicalKey + Determined, I: ProofHints<G>> Master<'_, G, I> {
    fn start(&mut self, leaf: Option<u32>, path: Vec<u16>, task: ProofTask) -> Result<(), Error> {
        self.last_number += 1;
        // Each worker has had one of the jobs before these, and what was proven by then.
        let old = self.last_number.saturating_sub(2 * self.workers.room() as u64 + 1);
        self.proven.retain(|&(job, _)| job >= old);
        let mut proven: Vec<ProvenPosition> =
            self.proven.iter().map(|&(_, proven)| proven).collect();
        proven.sort_unstable_by_key(|proven| std::cmp::Reverse(proven.nodes));
        proven.truncate(MOST_PROVEN);
        self.workers.start(ProofJob { number: self.last_number, path, task, proven })?;
        self.jobs.insert(self.last_number, leaf);
        Ok(())
    }

    /// The answers that have come, each once, with its leaf.
    fn collect(&mut self) -> Result<Vec<(Option<u32>, ProofFinding)>, Error> {
        let mut found = Vec::new();
        for answer in self.workers.collect()? {
            let Some(leaf) = self.jobs.remove(&answer.number) else { continue };
            // A stored tree and workers may say anything.
            self.tree.nodes = self.tree.nodes.saturating_add(answer.nodes);
            self.proven.extend(answer.proven.iter().map(|&proven| (self.last_number, proven)));
            if let ProofFinding::Failed { reason } = answer.found {
                return Err(Error::new(
                    ErrorKind::Io,
                    format!("a part of the proof failed: {reason}"),
                ));
            }
            found.push((leaf, answer.found));
        }
        Ok(found)
    }

    fn is_stopped(&self) -> bool {
        self.proof.control.stop.load(std::sync::atomic::Ordering::Relaxed)
    }

    fn report(&self, positions: u64) {
        let (proof, disproof) = self.tree.numbers();
        let nodes = self.tree.nodes;
        (self.proof.control.progress)(ProofProgress { nodes, proof, disproof, positions });
    }

    /// Searches until the winner is known; none if it was stopped.
    fn winner(&mut self, keeper: &mut dyn TreeKeeper) -> Result<Option<Seat>, Error> {
        loop {
            if let Some(winner) = self.tree.winner() {
                return Ok(Some(winner));
            }
            if self.is_stopped() {
                keeper.keep(&self.tree.save(self.proof.name))?;
                return Ok(None);
            }
            while self.jobs.len() < self.workers.room()
                && let Some(leaf) = self.tree.select()
            {
                let part = self.tree.nodes / (JOB_PART * self.workers.room().max(1) as u64);
                let task = ProofTask::Search { nodes: part.clamp(JOB_NODES.0, JOB_NODES.1) };
                self.tree.begin(leaf);
                self.start(Some(leaf), self.tree.path(leaf), task)?;
            }
            for (leaf, found) in self.collect()? {
                let Some(leaf) = leaf else { continue };
                self.tree.end(leaf);
                match found {
                    ProofFinding::Decided { is_won } => self.tree.decide(leaf, is_won),
                    ProofFinding::Open { children } => self.tree.expand(leaf, &children)?,
                    ProofFinding::Strategy { .. } | ProofFinding::Failed { .. } => {}
                }
            }
            self.report(0);
            if keeper.is_due() {
                keeper.keep(&self.tree.save(self.proof.name))?;
            }
        }
    }

    /// The positions of the winner's strategy; none if it was stopped.
    fn strategy(&mut self, winner: Seat) -> Result<Option<FxHashSet<u128>>, Error> {
        // Searches that nobody needs any more end by themselves; their answers are not waited for.
        self.jobs.clear();
        let start = self.proof.game.start();
        let is_first = self.proof.game.status(&start).mover() == Some(winner);
        let (mut positions, leaves) = self.tree.proof(winner);
        let mut wanted: Vec<Vec<u16>> =
            leaves.into_iter().map(|leaf| self.tree.path(leaf)).collect();
        loop {
            while !(wanted.is_empty() && self.jobs.is_empty()) {
                if self.is_stopped() {
                    return Ok(None);
                }
                while self.jobs.len() < self.workers.room()
                    && let Some(path) = wanted.pop()
                {
                    self.start(None, path, ProofTask::Strategy { is_first })?;
                }
                for (_, found) in self.collect()? {
                    if let ProofFinding::Strategy { positions: part } = found {
                        positions.extend(part);
                    }
                }
                self.report(positions.len().max(1) as u64);
            }
            let JobProof { game, hints, tail, control, .. } = self.proof;
            let walked = walk::unanswered(*game, *hints, winner, *tail, &positions, control.stop);
            match walked {
                ControlFlow::Break(()) => return Ok(None),
                ControlFlow::Continue(missing) if missing.is_empty() => return Ok(Some(positions)),
                ControlFlow::Continue(missing) => wanted = missing,
            }
        }
    }
}

#[cfg(test)]
mod tests;
