//! A worker's side of a proof.

use std::sync::{Mutex, PoisonError};

use bellwether_core::{CanonicalKey, Determined, ProofHints, Status};
use rustc_hash::FxHashSet;

use super::super::dfpn::key;
use super::super::table::{INFINITE, ProofEntry, effort};
use super::super::{ProofControl, ProofMemory, ProofSettings, Prover};
use super::{ProofAnswer, ProofFinding, ProofJob, ProofTask, ProvenPosition};

/// A prover that does jobs, and keeps its table from one to the next.
#[derive(Debug)]
pub struct JobProver<'a, G, I> {
    prover: Prover<'a, G, I>,
    tail: u32,
}

impl<'a, G: CanonicalKey + Determined, I: ProofHints<G>> JobProver<'a, G, I> {
    /// A prover with this table. Forced wins of `tail` plies are left out of strategies.
    #[must_use]
    pub fn new(
        game: &'a G,
        hints: &'a I,
        settings: ProofSettings,
        control: ProofControl<'a>,
        tail: u32,
        memory: ProofMemory,
    ) -> Self {
        let mut prover = Prover::with_memory(game, hints, settings, control, memory);
        prover.shared.proven = Some(Mutex::default());
        Self { prover, tail }
    }

    /// Its table, for the next prover.
    #[must_use]
    pub fn into_memory(self) -> ProofMemory {
        self.prover.into_memory()
    }

    /// Does a job; none if it was stopped.
    pub fn run(&mut self, job: &ProofJob) -> Option<ProofAnswer> {
        let before = self.prover.nodes();
        self.learn(&job.proven);
        let found = match self.position(&job.path) {
            None => ProofFinding::Failed { reason: "it names a move that is not legal".to_owned() },
            Some(state) => match job.task {
                ProofTask::Search { nodes } => self.search(&state, nodes)?,
                ProofTask::Strategy { is_first } => self.strategy(&state, is_first)?,
            },
        };
        let nodes = self.prover.nodes() - before;
        Some(ProofAnswer { number: job.number, nodes, found, proven: self.take_proven() })
    }

    /// The position at the end of a path.
    fn position(&self, path: &[u16]) -> Option<G::State> {
        let game = self.prover.game;
        path.iter().try_fold(game.start(), |state, &at| {
            let m = *game.moves(&state).get(usize::from(at))?;
            Some(game.after(&state, m))
        })
    }

    /// Puts what others have proven into the table.
    fn learn(&self, proven: &[ProvenPosition]) {
        for &ProvenPosition { key, nodes, is_won } in proven {
            let (proof, disproof) = if is_won { (0, INFINITE) } else { (INFINITE, 0) };
            let entry = ProofEntry { proof, disproof, effort: effort(nodes) };
            self.prover.shared.table.store(key, entry);
        }
    }

    fn take_proven(&self) -> Vec<ProvenPosition> {
        let proven = self.prover.shared.proven.as_ref();
        proven.map_or_else(Vec::new, |proven| {
            std::mem::take(&mut *proven.lock().unwrap_or_else(PoisonError::into_inner))
        })
    }

    fn strategy(&mut self, state: &G::State, is_first: bool) -> Option<ProofFinding> {
        let game = self.prover.game;
        let mut positions = FxHashSet::default();
        if let Some(first) = game.status(&game.start()).mover() {
            let winner = if is_first { first } else { first.other() };
            // Another's strategy would be looked for in vain.
            if self.prover.winner(state)? != winner {
                let reason = "the seat whose strategy is asked for does not win".to_owned();
                return Some(ProofFinding::Failed { reason });
            }
            self.prover.add_strategy(state, winner, self.tail, &mut positions)?;
        }
        Some(ProofFinding::Strategy { positions: positions.into_iter().collect() })
    }

    fn search(&mut self, state: &G::State, nodes: u64) -> Option<ProofFinding> {
        let Status::ToMove(mover) = self.prover.game.status(state) else {
            return Some(ProofFinding::Failed { reason: "the game is over there".to_owned() });
        };
        if let Some(winner) = self.prover.winner_within(state, nodes) {
            return Some(ProofFinding::Decided { is_won: winner == mover });
        }
        if self.prover.control.stop.load(std::sync::atomic::Ordering::Relaxed) {
            return None;
        }
        Some(ProofFinding::Open { children: self.children(state) })
    }

    /// The numbers of the positions after each legal move.
    fn children(&self, state: &G::State) -> Vec<(u32, u32)> {
        let Prover { game, hints, shared, .. } = &self.prover;
        let mut candidates = Vec::new();
        hints.each_candidate(game, state, |m| candidates.push(m));
        let mover = game.status(state).mover();
        let (won, lost) = ((0, INFINITE), (INFINITE, 0));
        let numbers = |m: G::Move| {
            let next = game.after(state, m);
            let winner = match game.status(&next) {
                Status::Over(payoffs) => payoffs.winner(2),
                Status::ToMove(_) => hints.proven_winner(game, &next),
            };
            if winner.is_some() {
                return if winner == mover { lost } else { won };
            }
            if !candidates.contains(&m) {
                return won;
            }
            match shared.table.probe(key(game.canonical_key(&next))) {
                Some(entry) => (entry.proof, entry.disproof),
                None => hints.difficulty(game, &next),
            }
        };
        game.moves(state).into_iter().map(numbers).collect()
    }
}
