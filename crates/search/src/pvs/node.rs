//! The recursive search.
//!
//! Unsound pruning never touches a proof. A win is proven by one winning move at each of the winner's nodes
//! and by *all* moves of the loser; so moves are skipped, and a null move or a static evaluation cuts off,
//! only while the score is outside the proven range.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bellwether_core::{Eval, SearchHints, Seat, Status};

use super::cuts::CutContext;
use super::order::{MoveHistory, OrderContext, Ranked, select_best};
use super::score::{
    MOST_PLIES, PROVEN, WON, Window, finished, from_points, is_proven, proven_score, to_table,
};
use super::table::{BoundKind, TableEntry, TranspositionTable};
use crate::Budget;

/// Nodes between two checks of the clock and the other threads.
const POLL_INTERVAL: u64 = 1024;

/// What all threads of one search share.
pub(crate) struct PvsShared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) generation: u8,
    /// The seat to move at the root: positions are evaluated from its point of view.
    pub(crate) root_mover: Seat,
    /// Whether to search at full width without extensions, as minimax does.
    pub(crate) is_exhaustive: bool,
    pub(crate) nodes: AtomicU64,
    pub(crate) stop: AtomicBool,
}

/// A node's place in the tree.
#[derive(Clone, Copy)]
pub(crate) struct NodeContext {
    pub(crate) mover: Seat,
    pub(crate) ply: usize,
    /// The slot of the previous move; none at the root and after a null move.
    pub(crate) before: Option<usize>,
}

/// One thread's search.
pub(crate) struct PvsWorker<'a, G: SearchHints, E> {
    pub(crate) game: &'a G,
    pub(crate) eval: E,
    pub(crate) shared: &'a PvsShared<'a>,
    pub(crate) history: &'a mut MoveHistory<G::Move>,
    pub(crate) nodes: u64,
    next_poll: u64,
    reported: u64,
    pub(super) is_spent: bool,
    pub(super) swing: i32,
    /// The stack of moves of all nodes on the path.
    pub(super) moves: Vec<Ranked<G::Move>>,
    /// The keys of the positions on the path, by ply.
    path: Vec<u64>,
    /// The static evaluation of each position on the path, for its mover.
    static_evals: Vec<i32>,
    /// The lowest ply that a repetition since the node's entry led back to.
    reach: usize,
    /// The principal variation from each ply.
    pub(crate) lines: Vec<Vec<G::Move>>,
}

impl<'a, G: SearchHints, E: Eval<G>> PvsWorker<'a, G, E> {
    pub(crate) fn new(
        game: &'a G,
        eval: E,
        shared: &'a PvsShared<'a>,
        history: &'a mut MoveHistory<G::Move>,
    ) -> Self {
        let swing = eval.swing();
        let mut worker = Self {
            game,
            eval,
            shared,
            history,
            nodes: 0,
            next_poll: 0,
            reported: 0,
            is_spent: false,
            swing,
            moves: Vec::with_capacity(4096),
            path: vec![0; MOST_PLIES + 2],
            static_evals: vec![0; MOST_PLIES + 2],
            reach: usize::MAX,
            lines: vec![Vec::new(); MOST_PLIES + 2],
        };
        worker.poll_budget();
        worker
    }

    /// Whether the budget is used up: return at once, scores are invalid from now on.
    pub(crate) const fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Adds this thread's nodes to the total, and checks budget and stop signal.
    pub(crate) fn poll_budget(&mut self) {
        let new = self.nodes - self.reported;
        let total = self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new;
        self.reported = self.nodes;
        let left = self.shared.budget.limits.nodes.map(|most| most.saturating_sub(total));
        self.next_poll = self.nodes + left.unwrap_or(POLL_INTERVAL).min(POLL_INTERVAL);
        if left == Some(0) || self.shared.budget.is_over() {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.is_spent |= self.shared.stop.load(Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn visit(&mut self) {
        if self.nodes >= self.next_poll {
            self.poll_budget();
        }
        self.nodes += u64::from(!self.is_spent);
    }

    /// Puts the root on the path, so that returning to it counts as a repetition.
    pub(crate) fn enter_root(&mut self, state: &G::State, mover: Seat) {
        self.path[0] = self.key(state);
        self.static_evals[0] = self.evaluate(state, mover);
    }

    #[inline]
    pub(super) fn evaluate(&self, state: &G::State, mover: Seat) -> i32 {
        let root_mover = self.shared.root_mover;
        let points = from_points(self.eval.eval(self.game, state, root_mover));
        if mover == root_mover { points } else { -points }
    }

    /// The position's key in the table. Evaluations for the two seats are not comparable, so each has keys
    /// of its own.
    #[inline]
    fn key(&self, state: &G::State) -> u64 {
        let key = self.game.key(state);
        if self.shared.root_mover == Seat::FIRST { key } else { !key }
    }

    /// The score, for `mover`, of the position `next` that its move led to.
    #[inline]
    pub(crate) fn follow(
        &mut self,
        next: &G::State,
        mover: Seat,
        before: Option<usize>,
        window: Window,
        (depth, ply): (i32, usize),
    ) -> i32 {
        match self.game.status(next) {
            Status::Over(payoffs) => {
                self.visit();
                self.lines[ply].clear();
                finished(&payoffs, mover, ply)
            }
            // Negate only when the seat changes.
            Status::ToMove(seat) if seat == mover => {
                self.search(next, NodeContext { mover, ply, before }, window, depth)
            }
            Status::ToMove(seat) => -self.search(
                next,
                NodeContext { mover: seat, ply, before },
                window.flipped(),
                depth,
            ),
        }
    }

    /// The score if it lies within the window, else a bound (fail-soft).
    pub(super) fn search(
        &mut self,
        state: &G::State,
        context: NodeContext,
        window: Window,
        depth: i32,
    ) -> i32 {
        let NodeContext { mover, ply, .. } = context;
        let is_exhaustive = self.shared.is_exhaustive;
        self.visit();
        if window.is_open() {
            self.lines[ply].clear();
        }
        if self.is_spent {
            return 0;
        }
        if is_exhaustive && depth <= 0 || ply >= MOST_PLIES {
            return self.evaluate(state, mover);
        }
        let mut depth = depth;
        let mut must_extend = false;
        let key = self.key(state);
        if depth > 0 {
            self.shared.table.prefetch(key);
        }
        if !is_exhaustive {
            if let Some(proven) = self.game.proven_result(state) {
                return proven_score(proven.winner == mover, ply + proven.plies as usize);
            }
            must_extend = self.game.must_extend(state);
            if depth <= 0 {
                if !must_extend {
                    return self.quiesce(state, context, window);
                }
                depth = 1;
            }
        }
        // Mate distance pruning: no score is better than winning at once, nor worse than losing at once.
        let mut alpha = window.alpha.max(ply as i32 - WON);
        let beta = window.beta.min(WON - ply as i32 - 1);
        if alpha >= beta {
            return alpha;
        }

        if G::CAN_REPEAT && !is_exhaustive {
            if let Some(earlier) = self.path[..ply].iter().position(|&passed| passed == key) {
                self.reach = self.reach.min(earlier);
                return 0;
            }
            self.path[ply] = key;
        }
        // The evaluation takes about as long as the prefetch of the table entry, so it comes first.
        let static_eval = self.evaluate(state, mover);
        let known = self.shared.table.probe(key);
        if let Some(score) = known.and_then(|known| self.cutoff(known, window, depth, ply)) {
            return score;
        }
        let best_known = known.and_then(|known| known.best);

        self.static_evals[ply] = static_eval;
        let is_improving = ply >= 2 && static_eval > self.static_evals[ply - 2];
        if !is_exhaustive && !window.is_open() && !must_extend {
            let cut = CutContext { beta, depth, static_eval, is_improving };
            if let Some(score) = self.cut_early(state, context, cut) {
                return score;
            }
        }
        // Internal iterative reduction: without a table move, search shallower.
        if !is_exhaustive && best_known.is_none() && depth >= 4 {
            depth -= 1;
        }

        let outer_reach = std::mem::replace(&mut self.reach, usize::MAX);
        let first = self.moves.len();
        let order = OrderContext { mover, ply, best: best_known, before: context.before };
        let game = self.game;
        if let Some(m) = best_known.and_then(|index| nth_move(game, state, index)) {
            let ranked = self.history.for_node(order).rank(game, state, m);
            self.moves.push(ranked);
        }

        let mut best = -WON;
        let mut best_move: Option<Ranked<G::Move>> = None;
        let mut tried_quiet = 0;
        let mut has_all = false;
        for move_index in 0.. {
            // The table move often causes a cutoff, so the others are generated only when it does not.
            if first + move_index == self.moves.len() && !has_all {
                has_all = true;
                self.list_moves(state, order, first);
            }
            if first + move_index == self.moves.len() {
                break;
            }
            let ranked = select_best(&mut self.moves[first + move_index..]);
            let slot = game.action(ranked.m);
            let is_late = !is_exhaustive && move_index > 0 && ranked.is_quiet && !must_extend;
            if is_late && !window.is_open() && best > -PROVEN && !is_proven(alpha) {
                let most_quiet = (3 + depth * depth) / if is_improving { 1 } else { 2 };
                let is_futile =
                    depth <= 4 && self.swing > 0 && static_eval + self.swing * (depth + 1) <= alpha;
                if depth <= 5 && tried_quiet > most_quiet || is_futile {
                    // All that follow are quiet, too, and ranked lower.
                    break;
                }
            }
            let mut next = state.clone();
            game.play(&mut next, ranked.m);
            let reduction = if is_late && depth >= 3 && move_index >= 2 {
                let history = self.history.history(mover, slot);
                reduction(depth, move_index) - i32::from(window.is_open())
                    + i32::from(!is_improving)
                    - history / 6000
            } else {
                0
            };
            let played = Some(slot);
            let full = (depth - 1, ply + 1);
            let reduced = ((depth - 1 - reduction.max(0)).max(1.min(depth - 1)), ply + 1);
            let narrow = Window::above(alpha);
            let mut score = alpha + 1;
            if move_index > 0 {
                score = self.follow(&next, mover, played, narrow, reduced);
                if score > alpha && reduced.0 < full.0 && !self.is_spent {
                    score = self.follow(&next, mover, played, narrow, full);
                }
            }
            if move_index == 0
                || score > alpha && score < beta && window.is_open() && !self.is_spent
            {
                score = self.follow(&next, mover, played, Window { alpha, beta }, full);
            }
            if self.is_spent {
                self.moves.truncate(first);
                return 0;
            }
            tried_quiet += i32::from(ranked.is_quiet);
            if score > best {
                best = score;
                if score > alpha {
                    best_move = Some(ranked);
                    alpha = score;
                    if window.is_open() {
                        self.extend_line(ply, ranked.m);
                    }
                    if alpha >= beta {
                        self.record_cutoff(first, move_index, context, depth, ranked);
                        break;
                    }
                }
            }
        }
        self.moves.truncate(first);

        let bound = if best >= beta {
            BoundKind::Lower
        } else if best_move.is_some() {
            BoundKind::Exact
        } else {
            BoundKind::Upper
        };
        let best_index = best_move.map(|ranked| ranked.index);
        self.store(
            key,
            context,
            TableEntry { score: best, best: best_index, depth: depth as u8, bound },
        );
        self.reach = self.reach.min(outer_reach);
        best
    }

    /// Generates the moves of a node from index `first` on, where the table move may be already.
    #[inline]
    fn list_moves(&mut self, state: &G::State, order: OrderContext, first: usize) {
        let (game, moves) = (self.game, &mut self.moves);
        let ranking = self.history.for_node(order);
        let listed = moves.get(first).map(|ranked| ranked.index);
        let mut index = 0;
        game.each_move(state, |m| {
            if listed != Some(index) {
                moves.push(ranking.rank(game, state, (m, index)));
            }
            index += 1;
        });
    }

    /// Stores a node's result, without its score if that depends on the path.
    fn store(&mut self, key: u64, context: NodeContext, found: TableEntry) {
        let is_win_or_loss = match found.bound {
            BoundKind::Lower => found.score >= PROVEN,
            BoundKind::Upper => found.score <= -PROVEN,
            BoundKind::Exact => is_proven(found.score),
            BoundKind::Nothing => false,
        };
        let depends_on_path = G::CAN_REPEAT && self.reach < context.ply;
        let entry = if depends_on_path && !is_win_or_loss {
            // The score depends on a draw by repetition that another path would not give.
            TableEntry { score: 0, depth: 0, bound: BoundKind::Nothing, ..found }
        } else {
            TableEntry { score: to_table(found.score, context.ply), ..found }
        };
        if self.reach >= context.ply {
            self.reach = usize::MAX;
        }
        self.shared.table.store(key, entry, self.shared.generation);
    }

    /// Makes `m` and the line of the next ply the line of this ply.
    pub(crate) fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(m);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Updates killers, countermoves and history after a beta cutoff.
    fn record_cutoff(
        &mut self,
        first: usize,
        move_index: usize,
        context: NodeContext,
        depth: i32,
        by: Ranked<G::Move>,
    ) {
        let bonus = (depth * depth * 16).min(1600);
        if by.is_quiet {
            self.history.add_refutation(context.ply, by.m, context.before);
            self.history.update(context.mover, self.game.action(by.m), bonus);
        }
        for tried in &self.moves[first..first + move_index] {
            if tried.is_quiet {
                self.history.update(context.mover, self.game.action(tried.m), -bonus);
            }
        }
    }
}

/// The move at `index` of the game's own order, with that index.
#[inline]
fn nth_move<G: SearchHints>(game: &G, state: &G::State, index: u16) -> Option<(G::Move, u16)> {
    let mut at = 0;
    let found = game.try_each_move(state, |m| {
        if at == index {
            return ControlFlow::Break((m, index));
        }
        at += 1;
        ControlFlow::Continue(())
    });
    found.break_value()
}

/// The late move reduction in plies: 0.3 times the product of the logarithms to base 2.
#[inline]
fn reduction(depth: i32, move_index: usize) -> i32 {
    let log = |n: u64| 16 * i64::from(n.ilog2()) + ((n << 4 >> n.ilog2()) as i64 - 16);
    (log(depth as u64) * log(move_index as u64 + 1) / 850) as i32
}
