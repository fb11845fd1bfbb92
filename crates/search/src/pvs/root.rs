//! The root and its moves, in the order of the last iteration.

use bellwether_core::random::{Random, below};
use bellwether_core::{Eval, SearchHints, Seat};

use super::node::PvsWorker;
use super::score::{INFINITE, Window, is_proven};

/// A move at the root.
#[derive(Clone, Debug)]
pub(crate) struct PvsRootMove<G: SearchHints> {
    pub(crate) m: G::Move,
    /// Its last exact score, or `-INFINITE` if it never had one.
    pub(crate) score: i32,
    /// Nodes spent below it.
    pub(crate) effort: u64,
    /// The principal variation, the move first.
    pub(crate) line: Vec<G::Move>,
}

impl<G: SearchHints> PvsRootMove<G> {
    pub(crate) const fn is_scored(&self) -> bool {
        self.score > -INFINITE
    }
}

/// The root position.
#[derive(Clone, Debug)]
pub(crate) struct RootPosition<'a, G: SearchHints> {
    state: &'a G::State,
    mover: Seat,
    pub(crate) moves: Vec<PvsRootMove<G>>,
}

impl<'a, G: SearchHints> RootPosition<'a, G> {
    /// The root with its moves by ordering score, ties in random order.
    pub(crate) fn new(game: &G, state: &'a G::State, mover: Seat, rng: &mut Random) -> Self {
        let mut moves = game.moves(state);
        for last in (1..moves.len()).rev() {
            moves.swap(last, below(rng, last + 1));
        }
        moves.sort_by_key(|&m| std::cmp::Reverse(game.order_score(state, m)));
        let moves = moves
            .into_iter()
            .map(|m| PvsRootMove { m, score: -INFINITE, effort: 0, line: vec![m] })
            .collect();
        Self { state, mover, moves }
    }

    /// Finds the best move from index `line` on, to this depth, with aspiration windows, and moves it to
    /// that index.
    pub(crate) fn find_best<E: Eval<G>>(
        &mut self,
        worker: &mut PvsWorker<'_, G, E>,
        line: usize,
        depth: i32,
    ) {
        worker.enter_root(self.state, self.mover);
        let expected = self.moves[line].score;
        let mut width = worker.eval.swing() / 2;
        let mut window = Window::FULL;
        let can_aspire = depth >= 4 && width > 0 && self.moves[line].is_scored();
        if can_aspire && !is_proven(expected) && !worker.shared.is_exhaustive {
            window = Window { alpha: expected - width, beta: expected + width };
        }
        loop {
            let score = self.search(worker, line, window, depth);
            if worker.is_spent() {
                return;
            }
            width *= 3;
            if score <= window.alpha {
                window.alpha = if is_proven(score) { -INFINITE } else { score - width };
            } else if score >= window.beta {
                window.beta = if is_proven(score) { INFINITE } else { score + width };
            } else {
                return;
            }
        }
    }

    /// Searches the moves from index `line` on. A better one is moved to that index at once, so that an
    /// interrupted search still returns the best it knows.
    fn search<E: Eval<G>>(
        &mut self,
        worker: &mut PvsWorker<'_, G, E>,
        line: usize,
        window: Window,
        depth: i32,
    ) -> i32 {
        let Window { mut alpha, beta } = window;
        let mut best = -INFINITE;
        worker.visit();
        for index in line..self.moves.len() {
            if worker.is_spent() {
                return best;
            }
            let m = self.moves[index].m;
            let next = worker.game.after(self.state, m);
            let before = Some(worker.game.action(m));
            let began = worker.nodes;
            let deep = (depth - 1, 1);
            let mut score = alpha + 1;
            if index > line {
                score = worker.follow(&next, self.mover, before, Window::above(alpha), deep);
            }
            if index == line || score > alpha && score < beta && !worker.is_spent() {
                score = worker.follow(&next, self.mover, before, Window { alpha, beta }, deep);
            }
            self.moves[index].effort += worker.nodes - began;
            if worker.is_spent() {
                return best;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                worker.extend_line(0, m);
                self.moves[index].score = score;
                self.moves[index].line.clone_from(&worker.lines[0]);
                self.moves[line..=index].rotate_right(1);
                if score >= beta {
                    break;
                }
            }
        }
        best
    }
}
