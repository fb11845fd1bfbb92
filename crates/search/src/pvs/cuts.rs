//! What settles a node before its moves are looked at, and what follows the last full ply.

use bellwether_core::{Eval, SearchHints};

use super::node::{NodeContext, PvsWorker};
use super::order::{Ranked, bring_best};
use super::score::{MOST_PLIES, PROVEN, Window, from_table, is_proven};
use super::table::{BoundKind, TableEntry};

/// What an early cut is decided by.
#[derive(Clone, Copy)]
pub(super) struct CutContext {
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) judgement: i32,
    pub(super) is_improving: bool,
}

impl<G: SearchHints, E: Eval<G>> PvsWorker<'_, G, E> {
    /// The score that the table's entry settles this node with, if it does.
    #[inline]
    pub(super) fn cutoff(
        &self,
        known: TableEntry,
        window: Window,
        depth: i32,
        ply: usize,
    ) -> Option<i32> {
        let score = from_table(known.score, ply);
        let is_above = matches!(known.bound, BoundKind::Lower | BoundKind::Exact);
        let is_below = matches!(known.bound, BoundKind::Upper | BoundKind::Exact);
        let says_enough = known.bound == BoundKind::Exact
            || is_above && score >= window.beta
            || is_below && score <= window.alpha;
        if self.shared.is_exhaustive {
            let settles = i32::from(known.depth) == depth && !window.is_open();
            return (settles && says_enough).then_some(score);
        }
        // A proven win or loss holds at any depth.
        let is_proof = is_above && score >= PROVEN || is_below && score <= -PROVEN;
        let is_deep = i32::from(known.depth) >= depth && !window.is_open();
        ((is_proof || is_deep) && says_enough).then_some(score)
    }

    /// Cuts a node off that is so good that searching it would only confirm it.
    #[inline]
    pub(super) fn cut_early(
        &mut self,
        state: &G::State,
        spot: NodeContext,
        scout: CutContext,
    ) -> Option<i32> {
        let CutContext { beta, depth, judgement, is_improving } = scout;
        if is_proven(beta) || judgement < beta {
            return None;
        }
        let margin = self.swing * (depth - i32::from(is_improving));
        if self.swing > 0 && depth <= 6 && judgement - margin >= beta {
            return Some(judgement);
        }
        if depth < 3 || spot.before.is_none() {
            return None;
        }
        let passed = self.game.pass(state)?;
        let reduced = depth - 3 - depth / 4;
        let below = NodeContext { mover: spot.mover.other(), ply: spot.ply + 1, before: None };
        let score = -self.search(&passed, below, Window::above(beta - 1).flipped(), reduced);
        // Having won after a pass proves nothing.
        (score >= beta && !self.is_spent).then_some(score.min(PROVEN - 1))
    }

    /// Follows forcing moves until the position can be judged.
    pub(super) fn quiesce(&mut self, state: &G::State, spot: NodeContext, window: Window) -> i32 {
        let NodeContext { mover, ply, .. } = spot;
        let judgement = self.judge(state, mover);
        let mut alpha = window.alpha;
        if judgement >= window.beta || ply >= MOST_PLIES {
            return judgement;
        }
        alpha = alpha.max(judgement);
        let mut best = judgement;
        let first = self.moves.len();
        let (game, moves) = (self.game, &mut self.moves);
        game.each_forcing(state, |m| {
            let rank = game.order_score(state, m);
            moves.push(Ranked { m, index: 0, is_quiet: false, rank });
        });
        for place in 0..self.moves.len() - first {
            let ranked = bring_best(&mut self.moves[first + place..]);
            let mut next = state.clone();
            game.play(&mut next, ranked.m);
            let inner = Window { alpha, beta: window.beta };
            let before = Some(game.action(ranked.m));
            let score = self.follow(&next, mover, before, inner, (0, ply + 1));
            if self.is_spent {
                break;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    if window.is_open() {
                        self.extend_line(ply, ranked.m);
                    }
                    if score >= window.beta {
                        break;
                    }
                }
            }
        }
        self.moves.truncate(first);
        best
    }
}
