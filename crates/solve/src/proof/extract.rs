//! Extracting a strategy from a proof: the winner's answer to every reply.
//!
//! The table need not hold the whole proof any more. Where entries are missing, the position is searched
//! again; most of what that needs is still there.

use bellwether_core::{CanonicalKey, Determined, ProofHints, Seat, Status};
use rustc_hash::FxHashSet;

use super::dfpn::{self, DfpnWorker};
use super::strategy::{ends, wins_within};
use super::{ProofProgress, Prover, Strategy};

/// The effort assigned to a child that is proven without search.
const PROVEN_EFFORT: u8 = 8;
/// Positions between two progress reports.
const REPORT: usize = 1 << 14;

impl<G: CanonicalKey + Determined, I: ProofHints<G>> Prover<'_, G, I> {
    /// The winner's strategy from the game's start, proving whatever is still missing; none if the search was
    /// stopped.
    ///
    /// `name` is the game with its options. Forced wins of `tail` plies are left out, one of
    /// [`Strategy::TAILS`]: 3 makes files a tenth as large as 1 that are no slower to check.
    pub fn strategy(&mut self, name: &str, tail: u32) -> Option<Strategy> {
        let start = self.game.start();
        let winner = self.winner(&start)?;
        let mut positions = FxHashSet::default();
        self.add_strategy(&start, winner, tail, &mut positions)?;
        Some(Strategy::new(name, winner, tail, positions))
    }

    /// Adds the winner's strategy from `state` to these positions; none if the search was stopped.
    pub(super) fn add_strategy(
        &mut self,
        state: &G::State,
        winner: Seat,
        tail: u32,
        positions: &mut FxHashSet<u128>,
    ) -> Option<()> {
        self.shared.begin(1, u64::MAX);
        let mut open = Vec::new();
        match self.game.status(state) {
            Status::Over(_) => {}
            Status::ToMove(mover) if mover == winner => {
                if !is_near(self.game, self.hints, state, winner, tail) {
                    open.push(self.answer(state, winner, positions)?);
                }
            }
            Status::ToMove(_) => open.push(state.clone()),
        }
        while let Some(state) = open.pop() {
            if !positions.insert(self.game.canonical_key(&state)) {
                continue;
            }
            if positions.len().is_multiple_of(REPORT) {
                let (nodes, positions) = (self.nodes(), positions.len() as u64);
                let progress = ProofProgress { nodes, positions, ..ProofProgress::default() };
                (self.control.progress)(progress);
            }
            for m in self.game.moves(&state) {
                let reply = self.game.after(&state, m);
                if self.game.status(&reply).is_over()
                    || is_near(self.game, self.hints, &reply, winner, tail)
                {
                    continue;
                }
                open.push(self.answer(&reply, winner, positions)?);
            }
        }
        Some(())
    }

    /// The position after the winner's answer: one already in the strategy, or else the one with the least
    /// effort.
    fn answer(
        &self,
        state: &G::State,
        winner: Seat,
        positions: &FxHashSet<u128>,
    ) -> Option<G::State> {
        loop {
            let mut easiest: Option<(u8, G::State)> = None;
            let mut least = |effort: u8, next: G::State| {
                if easiest.as_ref().is_none_or(|&(before, _)| effort < before) {
                    easiest = Some((effort, next));
                }
            };
            self.game.each_move(state, |m| {
                let next = self.game.after(state, m);
                if self.game.status(&next).is_over() {
                    return;
                }
                let code = self.game.canonical_key(&next);
                if positions.contains(&code) {
                    least(0, next);
                } else if let Some(proven) = self.hints.proven_winner(self.game, &next) {
                    if proven == winner {
                        least(PROVEN_EFFORT, next);
                    }
                } else if let Some(entry) = self.shared.table.probe(dfpn::key(code))
                    && entry.disproof == 0
                {
                    least(entry.effort.max(1), next);
                }
            });
            if let Some((_, next)) = easiest {
                return Some(next);
            }
            DfpnWorker::new(self.game, self.hints, &self.shared, self.control).again(state)?;
        }
    }
}

/// Whether the winner, who is to move, has a win so short that the strategy leaves it out.
pub(super) fn is_near<G: Determined, I: ProofHints<G>>(
    game: &G,
    hints: &I,
    state: &G::State,
    winner: Seat,
    tail: u32,
) -> bool {
    // A short win is likely only where the winner is proven without search; elsewhere it is not searched.
    ends(game, state, winner)
        || tail > 1
            && hints.proven_winner(game, state) == Some(winner)
            && wins_within(game, state, winner, tail)
}
