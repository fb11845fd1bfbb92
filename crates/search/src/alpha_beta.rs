//! Alpha-beta to a fixed depth.
//!
//! Moves are searched in the game's own order and there is no transposition table, as in the course
//! reports; `pvs` is the strong search. At the root alpha is one below the best value, so that a move
//! as good as the best gets its exact value: a bound must not be taken for a tie.

use bellwether_core::{Eval, Game, Seat, Status};

use crate::agent::mover;
use crate::fixed_depth::{
    BackedUpValue, BestLines, FixedDepth, NodeCounter, RootMove, best_of, leaf_value,
};
use crate::trace::{NoObserver, ProgressReporter, SearchObserver};
use crate::{Agent, Budget, Choice, Ties};
use std::ops::ControlFlow;

/// Alpha-beta search to a fixed depth.
#[derive(Clone, Debug)]
pub struct AlphaBeta<E>(pub FixedDepth<E>);

impl<G: Game, E: Eval<G>> Agent<G> for AlphaBeta<E> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        self.choose_observed(game, state, budget, &mut NoObserver)
    }

    fn choose_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        progress: &crate::agent::ProgressFn<'_, G>,
    ) -> Choice<G> {
        self.choose_observed(game, state, budget, &mut ProgressReporter(progress))
    }
}

impl<E> AlphaBeta<E> {
    /// Chooses and reports every step to `observer`.
    pub(crate) fn choose_observed<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        observer: &mut impl SearchObserver<G>,
    ) -> Choice<G>
    where
        E: Eval<G>,
    {
        self.0.eval.set_root(game, state);
        let pov = mover(game, state);
        let prefer_shallow = self.0.ties == Ties::Shallow;
        self.0.choose(budget, |eval, depth, nodes| {
            let lines = BestLines::new(depth);
            let mut search =
                AlphaBetaSearch { game, eval, pov, prefer_shallow, budget, nodes, lines, observer };
            let mut root_moves = Vec::new();
            let mut best = i32::MIN;
            search.nodes.visit(0, budget);
            search.observer.enter(None, state, i32::MIN, i32::MAX);
            game.each_move(state, |m| {
                let mut next = state.clone();
                game.play(&mut next, m);
                let before = search.nodes.total();
                let alpha = best.saturating_sub(1);
                search.observer.enter(Some(m), &next, alpha, i32::MAX);
                let value = search.value(&next, depth - 1, 1, alpha, i32::MAX);
                search.observer.leave(value);
                if root_moves.is_empty() || !search.nodes.is_spent() {
                    best = best.max(value.score);
                    search.lines.extend(0, m);
                    let effort = search.nodes.total() - before;
                    root_moves.push(RootMove { line: search.lines.at_root(), value, effort });
                    search.observer.root_searched(&root_moves, depth, search.nodes.total());
                }
            });
            search.observer.leave(best_of(&root_moves));
            (root_moves, search.nodes)
        })
    }
}

struct AlphaBetaSearch<'a, G: Game, E, W> {
    game: &'a G,
    eval: &'a E,
    pov: Seat,
    prefer_shallow: bool,
    budget: &'a Budget<'a>,
    nodes: NodeCounter,
    lines: BestLines<G::Move>,
    observer: &'a mut W,
}

impl<G: Game, E: Eval<G>, W: SearchObserver<G>> AlphaBetaSearch<'_, G, E, W> {
    /// The value if it lies between `alpha` and `beta`, else a bound (fail-soft).
    fn value(
        &mut self,
        state: &G::State,
        depth: u32,
        level: u32,
        alpha: i32,
        beta: i32,
    ) -> BackedUpValue {
        self.nodes.visit(level, self.budget);
        self.lines.begin(level);
        let mover = match self.game.status(state) {
            Status::ToMove(seat) if depth > 0 && !self.nodes.is_spent() => seat,
            _ => {
                let score = leaf_value(self.eval, self.game, state, self.pov);
                return BackedUpValue { score, level };
            }
        };
        let (mut alpha, mut beta) = (alpha, beta);
        let mut best: Option<BackedUpValue> = None;
        let _ = self.game.try_each_move(state, |m| {
            let mut next = state.clone();
            self.game.play(&mut next, m);
            self.observer.enter(Some(m), &next, alpha, beta);
            let value = self.value(&next, depth - 1, level + 1, alpha, beta);
            self.observer.leave(value);
            let is_better = |best: BackedUpValue| {
                let equal_but_nearer =
                    self.prefer_shallow && value.score == best.score && value.level < best.level;
                let stronger = if mover == self.pov {
                    value.score > best.score
                } else {
                    value.score < best.score
                };
                stronger || equal_but_nearer
            };
            if best.is_none_or(is_better) {
                best = Some(value);
                self.lines.extend(level, m);
            }
            if mover == self.pov {
                alpha = alpha.max(value.score);
            } else {
                beta = beta.min(value.score);
            }
            if alpha >= beta { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        best.expect("an unfinished game has a legal move")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Score};
    use bellwether_core::tree::{LiteralEval, LiteralTree};

    #[test]
    fn the_textbook_tree_prunes_two_leaves() {
        // Russell and Norvig's figure: after the 2 of the second branch its other leaves are cut off.
        let tree =
            LiteralTree::parse("[[=3[0] =12[0] =8[0]] [=2[0] =4[0] =6[0]] [=14[0] =5[0] =2[0]]]")
                .unwrap();
        let mut agent = AlphaBeta(FixedDepth::new(LiteralEval, 2, 1));
        let choice = agent.choose(&tree, &0, &Budget::untimed(Limits::default()));
        assert_eq!((choice.chosen, choice.score), (0, Some(Score::Points(3))));
        assert_eq!(choice.nodes_by_level, [1, 3, 7]);
    }

    #[test]
    fn progress_reports_better_moves_as_they_are_found() {
        let tree = LiteralTree::parse("[[=1[0] =4[0]] [=0[0] =9[0]] [=7[0] =5[0]]]").unwrap();
        let seen = std::sync::Mutex::new(Vec::new());
        let progress = |choice: &Choice<LiteralTree>| {
            seen.lock().unwrap().push((choice.chosen, choice.score, choice.nodes));
        };
        let agent = || AlphaBeta(FixedDepth::new(LiteralEval, 2, 1));
        let budget = Budget::untimed(Limits::default());
        let observed = Agent::choose_with_progress(&mut agent(), &tree, &0, &budget, &progress);
        let points = |score| Some(Score::Points(score));
        assert_eq!(
            *seen.lock().unwrap(),
            [(0, points(1), 4), (0, points(1), 6), (2, points(5), 9)]
        );
        assert_eq!(observed, agent().choose(&tree, &0, &budget));
    }

    #[test]
    fn a_bound_is_never_taken_for_a_tie() {
        // The value of the second branch is 1; with alpha at 3 it would return a bound of 3 after its
        // first leaf and look as good as the first branch.
        let tree = LiteralTree::parse("[[=3[0] =4[0]] [=3[0] =1[0]] [=3[0] =3[0]]]").unwrap();
        let mut agent = AlphaBeta(FixedDepth::new(LiteralEval, 2, 1));
        let budget = Budget::untimed(Limits::default());
        let chosen: Vec<usize> = (0..40).map(|_| agent.choose(&tree, &0, &budget).chosen).collect();
        assert!(!chosen.contains(&1) && chosen.contains(&0) && chosen.contains(&2));
    }
}
