//! The search of one node, and of all below it.
//!
//! What may be left out is left out only where it cannot touch a proof. A win is proven by one winning
//! move at each of the winner's nodes and by *all* moves of the loser; so moves are skipped, and a null
//! move or a judgement cuts off, only while the score at hand is outside the proven range.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bellwether_core::{Eval, SearchHints, Seat, Status};

use super::cuts::CutContext;
use super::order::{MoveHistory, OrderContext, Ranked, bring_best};
use super::score::{
    MOST_PLIES, PROVEN, WON, Window, decided, finished, is_proven, judged, to_table,
};
use super::table::{BoundKind, TableEntry, TranspositionTable};
use crate::Budget;

/// Nodes between two looks at the clock and the other threads.
const PATIENCE: u64 = 1024;

/// What all threads of one search share.
pub(crate) struct PvsShared<'a> {
    pub(crate) table: &'a TranspositionTable,
    pub(crate) budget: &'a Budget<'a>,
    pub(crate) generation: u8,
    /// Whose the question is: positions are judged from its point of view.
    pub(crate) asker: Seat,
    /// Whether to visit everything to the nominal depth and nothing beyond, as minimax does.
    pub(crate) is_exhaustive: bool,
    pub(crate) nodes: AtomicU64,
    pub(crate) stop: AtomicBool,
}

/// Where in the tree a node is.
#[derive(Clone, Copy)]
pub(crate) struct NodeContext {
    pub(crate) mover: Seat,
    pub(crate) ply: usize,
    /// The slot of the move that led here; none at the root and after a pass.
    pub(crate) before: Option<usize>,
}

/// One thread's search.
pub(crate) struct PvsWorker<'a, G: SearchHints, E> {
    pub(crate) game: &'a G,
    pub(crate) eval: E,
    pub(crate) shared: &'a PvsShared<'a>,
    pub(crate) memory: &'a mut MoveHistory<G::Move>,
    pub(crate) nodes: u64,
    next_look: u64,
    told: u64,
    pub(super) is_spent: bool,
    pub(super) swing: i32,
    /// The moves of all nodes on the path that are still to be tried.
    pub(super) moves: Vec<Ranked<G::Move>>,
    /// The keys of the positions on the path, by ply.
    path: Vec<u64>,
    /// The judgement of each position on the path, the mover's.
    judgements: Vec<i32>,
    /// The lowest ply that a repetition since the node's entry led back to.
    reach: usize,
    /// The best line from each ply.
    pub(crate) lines: Vec<Vec<G::Move>>,
}

impl<'a, G: SearchHints, E: Eval<G>> PvsWorker<'a, G, E> {
    pub(crate) fn new(
        game: &'a G,
        eval: E,
        shared: &'a PvsShared<'a>,
        memory: &'a mut MoveHistory<G::Move>,
    ) -> Self {
        let swing = eval.swing();
        let mut worker = Self {
            game,
            eval,
            shared,
            memory,
            nodes: 0,
            next_look: 0,
            told: 0,
            is_spent: false,
            swing,
            moves: Vec::with_capacity(4096),
            path: vec![0; MOST_PLIES + 2],
            judgements: vec![0; MOST_PLIES + 2],
            reach: usize::MAX,
            lines: vec![Vec::new(); MOST_PLIES + 2],
        };
        worker.look_up();
        worker
    }

    /// Whether to return at once; scores found from now on mean nothing.
    pub(crate) const fn is_spent(&self) -> bool {
        self.is_spent
    }

    /// Tells the others how many nodes were visited, and learns whether to stop.
    pub(crate) fn look_up(&mut self) {
        let new = self.nodes - self.told;
        let total = self.shared.nodes.fetch_add(new, Ordering::Relaxed) + new;
        self.told = self.nodes;
        let left = self.shared.budget.limits.nodes.map(|most| most.saturating_sub(total));
        self.next_look = self.nodes + left.unwrap_or(PATIENCE).min(PATIENCE);
        if left == Some(0) || self.shared.budget.is_over() {
            self.shared.stop.store(true, Ordering::Relaxed);
        }
        self.is_spent |= self.shared.stop.load(Ordering::Relaxed);
    }

    #[inline]
    pub(crate) fn visit(&mut self) {
        if self.nodes >= self.next_look {
            self.look_up();
        }
        self.nodes += u64::from(!self.is_spent);
    }

    /// Puts the root on the path, so that coming back to it counts as a repetition.
    pub(crate) fn enter_root(&mut self, state: &G::State, mover: Seat) {
        self.path[0] = self.key(state);
        self.judgements[0] = self.judge(state, mover);
    }

    #[inline]
    pub(super) fn judge(&self, state: &G::State, mover: Seat) -> i32 {
        let asker = self.shared.asker;
        let points = judged(self.eval.eval(self.game, state, asker));
        if mover == asker { points } else { -points }
    }

    /// The position's key in the table. What was judged for one seat says nothing to the other, so each
    /// has keys of its own.
    #[inline]
    fn key(&self, state: &G::State) -> u64 {
        let key = self.game.key(state);
        if self.shared.asker == Seat::FIRST { key } else { !key }
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

    /// The score if it lies within the window, else a bound on its side.
    pub(super) fn search(
        &mut self,
        state: &G::State,
        spot: NodeContext,
        window: Window,
        depth: i32,
    ) -> i32 {
        let NodeContext { mover, ply, .. } = spot;
        let is_exhaustive = self.shared.is_exhaustive;
        self.visit();
        if window.is_open() {
            self.lines[ply].clear();
        }
        if self.is_spent {
            return 0;
        }
        if is_exhaustive && depth <= 0 || ply >= MOST_PLIES {
            return self.judge(state, mover);
        }
        let mut depth = depth;
        let mut is_pressed = false;
        let key = self.key(state);
        if depth > 0 {
            self.shared.table.touch(key);
        }
        if !is_exhaustive {
            if let Some(foreseen) = self.game.proven_result(state) {
                return decided(foreseen.winner == mover, ply + foreseen.plies as usize);
            }
            is_pressed = self.game.must_extend(state);
            if depth <= 0 {
                if !is_pressed {
                    return self.quiesce(state, spot, window);
                }
                depth = 1;
            }
        }
        // Nothing here can be better than winning at once, nor worse than losing at once.
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
        // Judging takes about as long as the table's memory does to answer, so it comes first.
        let judgement = self.judge(state, mover);
        let known = self.shared.table.probe(key);
        if let Some(score) = known.and_then(|known| self.cutoff(known, window, depth, ply)) {
            return score;
        }
        let best_known = known.and_then(|known| known.best);

        self.judgements[ply] = judgement;
        let is_improving = ply >= 2 && judgement > self.judgements[ply - 2];
        if !is_exhaustive && !window.is_open() && !is_pressed {
            let scout = CutContext { beta, depth, judgement, is_improving };
            if let Some(score) = self.cut_early(state, spot, scout) {
                return score;
            }
        }
        // Without a move to start with, a shallower search that finds one comes first.
        if !is_exhaustive && best_known.is_none() && depth >= 4 {
            depth -= 1;
        }

        let outer_reach = std::mem::replace(&mut self.reach, usize::MAX);
        let first = self.moves.len();
        let scene = OrderContext { mover, ply, best: best_known, before: spot.before };
        let game = self.game;
        if let Some(m) = best_known.and_then(|index| nth_move(game, state, index)) {
            let ranked = self.memory.ranking(scene).rank(game, state, m);
            self.moves.push(ranked);
        }

        let mut best = -WON;
        let mut best_move: Option<Ranked<G::Move>> = None;
        let mut tried_quiet = 0;
        let mut has_all = false;
        for place in 0.. {
            // The table's move often is enough, so the others are listed only when it is not.
            if first + place == self.moves.len() && !has_all {
                has_all = true;
                self.list_moves(state, scene, first);
            }
            if first + place == self.moves.len() {
                break;
            }
            let ranked = bring_best(&mut self.moves[first + place..]);
            let slot = game.action(ranked.m);
            let is_late = !is_exhaustive && place > 0 && ranked.is_quiet && !is_pressed;
            if is_late && !window.is_open() && best > -PROVEN && !is_proven(alpha) {
                let most_quiet = (3 + depth * depth) / if is_improving { 1 } else { 2 };
                let is_hopeless =
                    depth <= 4 && self.swing > 0 && judgement + self.swing * (depth + 1) <= alpha;
                if depth <= 5 && tried_quiet > most_quiet || is_hopeless {
                    // What follows is quiet, too, and no more promising.
                    break;
                }
            }
            let mut next = state.clone();
            game.play(&mut next, ranked.m);
            let reduction = if is_late && depth >= 3 && place >= 2 {
                let history = self.memory.history(mover, slot);
                reduction(depth, place) - i32::from(window.is_open()) + i32::from(!is_improving)
                    - history / 6000
            } else {
                0
            };
            let beside = Some(slot);
            let full = (depth - 1, ply + 1);
            let lean = ((depth - 1 - reduction.max(0)).max(1.min(depth - 1)), ply + 1);
            let narrow = Window::above(alpha);
            let mut score = alpha + 1;
            if place > 0 {
                score = self.follow(&next, mover, beside, narrow, lean);
                if score > alpha && lean.0 < full.0 && !self.is_spent {
                    score = self.follow(&next, mover, beside, narrow, full);
                }
            }
            if place == 0 || score > alpha && score < beta && window.is_open() && !self.is_spent {
                score = self.follow(&next, mover, beside, Window { alpha, beta }, full);
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
                        self.remember(first, place, spot, depth, ranked);
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
        self.keep(
            key,
            spot,
            TableEntry { score: best, best: best_index, depth: depth as u8, bound },
        );
        self.reach = self.reach.min(outer_reach);
        best
    }

    /// Lists the moves of a node whose own begin at `first`, where the table's may stand already.
    #[inline]
    fn list_moves(&mut self, state: &G::State, scene: OrderContext, first: usize) {
        let (game, moves) = (self.game, &mut self.moves);
        let ranking = self.memory.ranking(scene);
        let listed = moves.get(first).map(|ranked| ranked.index);
        let mut index = 0;
        game.each_move(state, |m| {
            if listed != Some(index) {
                moves.push(ranking.rank(game, state, (m, index)));
            }
            index += 1;
        });
    }

    /// Stores what a node found out, unless it holds only for the path that led here.
    fn keep(&mut self, key: u64, spot: NodeContext, found: TableEntry) {
        let is_win_or_loss = match found.bound {
            BoundKind::Lower => found.score >= PROVEN,
            BoundKind::Upper => found.score <= -PROVEN,
            BoundKind::Exact => is_proven(found.score),
            BoundKind::Nothing => false,
        };
        let hangs_on_path = G::CAN_REPEAT && self.reach < spot.ply;
        let entry = if hangs_on_path && !is_win_or_loss {
            // A draw by repetition was seen below that another path would not give.
            TableEntry { score: 0, depth: 0, bound: BoundKind::Nothing, ..found }
        } else {
            TableEntry { score: to_table(found.score, spot.ply), ..found }
        };
        if self.reach >= spot.ply {
            self.reach = usize::MAX;
        }
        self.shared.table.store(key, entry, self.shared.generation);
    }

    /// Makes `m` and the line below it the line of this ply.
    pub(crate) fn extend_line(&mut self, ply: usize, m: G::Move) {
        let (upper, lower) = self.lines.split_at_mut(ply + 1);
        upper[ply].clear();
        upper[ply].push(m);
        upper[ply].extend_from_slice(&lower[0]);
    }

    /// Learns from a move that was too good, and from the quiet ones tried before it.
    fn remember(
        &mut self,
        first: usize,
        place: usize,
        spot: NodeContext,
        depth: i32,
        by: Ranked<G::Move>,
    ) {
        let bonus = (depth * depth * 16).min(1600);
        if by.is_quiet {
            self.memory.reward(spot.ply, by.m, spot.before);
            self.memory.learn(spot.mover, self.game.action(by.m), bonus);
        }
        for tried in &self.moves[first..first + place] {
            if tried.is_quiet {
                self.memory.learn(spot.mover, self.game.action(tried.m), -bonus);
            }
        }
    }
}

/// The move at place `index` of the game's own order, with that place.
#[inline]
fn nth_move<G: SearchHints>(game: &G, state: &G::State, index: u16) -> Option<(G::Move, u16)> {
    let mut place = 0;
    let found = game.try_each_move(state, |m| {
        if place == index {
            return ControlFlow::Break((m, index));
        }
        place += 1;
        ControlFlow::Continue(())
    });
    found.break_value()
}

/// By how many plies a late quiet move is searched less: 0.3 times the product of the logarithms to
/// base 2.
#[inline]
fn reduction(depth: i32, place: usize) -> i32 {
    let log = |n: u64| 16 * i64::from(n.ilog2()) + ((n << 4 >> n.ilog2()) as i64 - 16);
    (log(depth as u64) * log(place as u64 + 1) / 850) as i32
}
