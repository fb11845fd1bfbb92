//! The result of a search: the chosen move, scores and lines.

use bellwether_core::{Game, Rollout, Seat};

use super::node_pool::{ROOT, TreeNodeStats};
use super::proof::Proof;
use super::simulate::MctsShared;
use crate::rewards::WHOLE;
use crate::{Alternative, Choice, Score};

/// A line is followed as long as its moves have this many visits.
const FEWEST_VISITS: u32 = 8;

impl<G: Game, P: Rollout<G>> MctsShared<'_, G, P> {
    /// The chosen move and all root moves, best first. The root has children.
    pub(crate) fn report(&self, mover: Seat) -> Choice<G> {
        let children = self.pool.node(ROOT).children().unwrap_or(ROOT..ROOT);
        let siblings = self.pool.siblings(children.clone());
        let is_proven = self.pool.node(ROOT).proof().is_some();
        let mut order: Vec<usize> = (0..siblings.len()).collect();
        order
            .sort_by_key(|&index| std::cmp::Reverse(self.rank(&siblings[index], mover, is_proven)));
        let moves = self.game.moves(self.root);
        let alternatives: Vec<Alternative<G>> = order
            .into_iter()
            .map(|index| {
                let node = &siblings[index];
                Alternative {
                    m: moves[index],
                    score: self.score(node, mover),
                    effort: u64::from(self.simulated_visits(node)),
                    line: self.line(children.start + index as u32, moves[index]),
                }
            })
            .collect();
        Choice { nodes: self.pool.len() as u64, ..Choice::first_of(alternatives) }
    }

    /// Visits by simulations, without virtual ones.
    fn simulated_visits(&self, node: &TreeNodeStats) -> u32 {
        node.visits().saturating_sub(self.prior_use.visits())
    }

    /// The sort key of a move. Proven wins come first, the shorter the better, and proven losses last, the
    /// longer the better. Other moves are ranked by visits, unless a move is proven worse than its average:
    /// then its visits are scaled down. If the node itself is proven (`is_proven`), only proofs count.
    fn rank(&self, node: &TreeNodeStats, mover: Seat, is_proven: bool) -> (i8, i64, u64) {
        let average = node.total() / u64::from(node.visits().max(1));
        match node.proof().map(|proof| (proof, self.outcomes.share(proof, mover))) {
            Some((proof, WHOLE)) => (2, -i64::from(proof.plies), 0),
            Some((proof, 0)) => (-1, i64::from(proof.plies), 0),
            Some((_, share)) if is_proven => (1, i64::from(share), 0),
            Some((_, share)) if u64::from(share) < average => {
                let visits = u64::from(node.visits()) * u64::from(share) / average.max(1);
                (1, visits as i64, u64::from(share))
            }
            Some((_, share)) => (1, i64::from(node.visits()), u64::from(share)),
            None => (1, i64::from(node.visits()), average),
        }
    }

    fn score(&self, node: &TreeNodeStats, mover: Seat) -> Score {
        match node.proof() {
            Some(proof) => self.proven_score(proof, mover),
            None => Score::Average(self.scale.reward(node.total(), u64::from(node.visits()))),
        }
    }

    /// Plies are counted from the root, along the line that proves the result: a win comes no later, and
    /// neither does a loss if the other side keeps to its line.
    fn proven_score(&self, proof: Proof, mover: Seat) -> Score {
        let plies = u32::from(proof.plies) + 1;
        let two = self.game.seats() == 2;
        match self.outcomes.share(proof, mover) {
            WHOLE => Score::WinIn(plies),
            0 if two => Score::LossIn(plies),
            share if two && share == WHOLE / 2 => Score::Draw,
            share => Score::Average(self.scale.reward(u64::from(share), 1)),
        }
    }

    /// The principal variation from a child of the root on.
    fn line(&self, child: u32, m: G::Move) -> Vec<G::Move> {
        let mut state = self.game.after(self.root, m);
        let mut line = vec![m];
        let mut number = child;
        while let Some(mover) = self.game.status(&state).mover() {
            let Some(children) = self.pool.node(number).children() else { break };
            let first = children.start;
            let is_proven = self.pool.node(number).proof().is_some();
            let best = children
                .rev()
                .max_by_key(|&child| self.rank(self.pool.node(child), mover, is_proven))
                .filter(|&child| {
                    let node = self.pool.node(child);
                    node.proof().is_some() || self.simulated_visits(node) >= FEWEST_VISITS
                });
            let Some(best) = best else { break };
            let m = self.game.nth_move(&state, (best - first) as usize);
            self.game.play(&mut state, m);
            line.push(m);
            number = best;
        }
        line
    }
}
