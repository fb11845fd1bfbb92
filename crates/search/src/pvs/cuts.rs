//! Cutoffs before the moves of a node are searched, and quiescence search.

use bellwether_core::{Eval, SearchHints};

use super::node::{NodeContext, PvsWorker};
use super::order::{Ranked, select_best};
use super::score::{MOST_PLIES, PROVEN, Window, from_table, is_proven};
use super::table::{BoundKind, TableEntry};

/// What early cutoffs depend on.
#[derive(Clone, Copy)]
pub(super) struct CutContext {
    pub(super) beta: i32,
    pub(super) depth: i32,
    pub(super) static_eval: i32,
    pub(super) is_improving: bool,
}

impl<G: SearchHints, E: Eval<G>> PvsWorker<'_, G, E> {
    /// The score of the table's entry, if it is sufficient for a cutoff.
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

    /// Reverse futility pruning and null-move pruning.
    #[inline]
    pub(super) fn cut_early(
        &mut self,
        state: &G::State,
        context: NodeContext,
        cut: CutContext,
    ) -> Option<i32> {
        let CutContext { beta, depth, static_eval, is_improving } = cut;
        if is_proven(beta) || static_eval < beta {
            return None;
        }
        let margin = self.swing * (depth - i32::from(is_improving));
        if self.swing > 0 && depth <= 6 && static_eval - margin >= beta {
            return Some(static_eval);
        }
        if depth < 3 || context.before.is_none() {
            return None;
        }
        let passed = self.game.pass(state)?;
        let reduced = depth - 3 - depth / 4;
        let below =
            NodeContext { mover: context.mover.other(), ply: context.ply + 1, before: None };
        let score = -self.search(&passed, below, Window::above(beta - 1).flipped(), reduced);
        // A win after a null move proves nothing.
        (score >= beta && !self.is_spent).then_some(score.min(PROVEN - 1))
    }

    /// Quiescence search: only forcing moves.
    pub(super) fn quiesce(
        &mut self,
        state: &G::State,
        context: NodeContext,
        window: Window,
    ) -> i32 {
        let NodeContext { mover, ply, .. } = context;
        let static_eval = self.evaluate(state, mover);
        let mut alpha = window.alpha;
        if static_eval >= window.beta || ply >= MOST_PLIES {
            return static_eval;
        }
        alpha = alpha.max(static_eval);
        let mut best = static_eval;
        let first = self.moves.len();
        let (game, moves) = (self.game, &mut self.moves);
        game.each_forcing(state, |m| {
            let rank = game.order_score(state, m);
            moves.push(Ranked { m, index: 0, is_quiet: false, rank });
        });
        for index in 0..self.moves.len() - first {
            let ranked = select_best(&mut self.moves[first + index..]);
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
