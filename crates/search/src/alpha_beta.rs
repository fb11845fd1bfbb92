//! Alpha-beta to a fixed depth: minimax's value with fewer nodes.
//!
//! Moves are searched in the game's own order and nothing is remembered between nodes, as in the
//! course reports; `pvs` is the strong sibling. At the root the window is left open by one, so that a
//! move as good as the best gets its exact value: a bound must never pass for a tie.

use bellwether_core::{Eval, Game, Seat, Status};

use crate::agent::mover;
use crate::fixed_depth::{
    BackedUpValue, BestLines, FixedDepth, NodeCounter, RootMove, best_of, worth_of_leaf,
};
use crate::trace::{NoObserver, ProgressReporter, SearchObserver};
use crate::{Agent, Budget, Choice, Ties};
use std::ops::ControlFlow;

/// Searches to a fixed depth, leaving out what cannot matter.
#[derive(Clone, Debug)]
pub struct AlphaBeta<E>(pub FixedDepth<E>);

impl<G: Game, E: Eval<G>> Agent<G> for AlphaBeta<E> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        self.choose_watched(game, state, budget, &mut NoObserver)
    }

    fn choose_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        watch: &crate::agent::ProgressFn<'_, G>,
    ) -> Choice<G> {
        self.choose_watched(game, state, budget, &mut ProgressReporter(watch))
    }
}

impl<E> AlphaBeta<E> {
    /// Chooses while somebody watches.
    pub(crate) fn choose_watched<G: Game>(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        watch: &mut impl SearchObserver<G>,
    ) -> Choice<G>
    where
        E: Eval<G>,
    {
        self.0.eval.set_root(game, state);
        let pov = mover(game, state);
        let prefer_shallow = self.0.ties == Ties::Shallow;
        self.0.choose(budget, |eval, depth, tally| {
            let lines = BestLines::new(depth);
            let mut search =
                AlphaBetaSearch { game, eval, pov, prefer_shallow, budget, tally, lines, watch };
            let mut judged = Vec::new();
            let mut best = i32::MIN;
            search.tally.visit(0, budget);
            search.watch.enter(None, state, i32::MIN, i32::MAX);
            game.each_move(state, |m| {
                let mut next = state.clone();
                game.play(&mut next, m);
                let before = search.tally.total();
                let alpha = best.saturating_sub(1);
                search.watch.enter(Some(m), &next, alpha, i32::MAX);
                let value = search.value(&next, depth - 1, 1, alpha, i32::MAX);
                search.watch.leave(value);
                if judged.is_empty() || !search.tally.is_spent() {
                    best = best.max(value.score);
                    search.lines.extend(0, m);
                    let effort = search.tally.total() - before;
                    judged.push(RootMove { line: search.lines.at_root(), value, effort });
                    search.watch.judged(&judged, depth, search.tally.total());
                }
            });
            search.watch.leave(best_of(&judged));
            (judged, search.tally)
        })
    }
}

struct AlphaBetaSearch<'a, G: Game, E, W> {
    game: &'a G,
    eval: &'a E,
    pov: Seat,
    prefer_shallow: bool,
    budget: &'a Budget<'a>,
    tally: NodeCounter,
    lines: BestLines<G::Move>,
    watch: &'a mut W,
}

impl<G: Game, E: Eval<G>, W: SearchObserver<G>> AlphaBetaSearch<'_, G, E, W> {
    /// The value if it lies between `alpha` and `beta`, else a bound on its side.
    fn value(
        &mut self,
        state: &G::State,
        depth: u32,
        level: u32,
        alpha: i32,
        beta: i32,
    ) -> BackedUpValue {
        self.tally.visit(level, self.budget);
        self.lines.begin(level);
        let mover = match self.game.status(state) {
            Status::ToMove(seat) if depth > 0 && !self.tally.is_spent() => seat,
            _ => {
                let score = worth_of_leaf(self.eval, self.game, state, self.pov);
                return BackedUpValue { score, level };
            }
        };
        let (mut alpha, mut beta) = (alpha, beta);
        let mut best: Option<BackedUpValue> = None;
        let _ = self.game.try_each_move(state, |m| {
            let mut next = state.clone();
            self.game.play(&mut next, m);
            self.watch.enter(Some(m), &next, alpha, beta);
            let value = self.value(&next, depth - 1, level + 1, alpha, beta);
            self.watch.leave(value);
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
    fn those_who_watch_see_it_find_better_moves() {
        let tree = LiteralTree::parse("[[=1[0] =4[0]] [=0[0] =9[0]] [=7[0] =5[0]]]").unwrap();
        let seen = std::sync::Mutex::new(Vec::new());
        let watch = |choice: &Choice<LiteralTree>| {
            seen.lock().unwrap().push((choice.chosen, choice.score, choice.nodes));
        };
        let agent = || AlphaBeta(FixedDepth::new(LiteralEval, 2, 1));
        let budget = Budget::untimed(Limits::default());
        let watched = Agent::choose_with_progress(&mut agent(), &tree, &0, &budget, &watch);
        let points = |score| Some(Score::Points(score));
        assert_eq!(
            *seen.lock().unwrap(),
            [(0, points(1), 4), (0, points(1), 6), (2, points(5), 9)]
        );
        assert_eq!(watched, agent().choose(&tree, &0, &budget));
    }

    #[test]
    fn a_bound_never_passes_for_a_tie() {
        // The second branch is worth 1; searched with a window closed at 3 it would return a bound
        // of 3 after its first leaf and look as good as the first branch.
        let tree = LiteralTree::parse("[[=3[0] =4[0]] [=3[0] =1[0]] [=3[0] =3[0]]]").unwrap();
        let mut agent = AlphaBeta(FixedDepth::new(LiteralEval, 2, 1));
        let budget = Budget::untimed(Limits::default());
        let chosen: Vec<usize> = (0..40).map(|_| agent.choose(&tree, &0, &budget).chosen).collect();
        assert!(!chosen.contains(&1) && chosen.contains(&0) && chosen.contains(&2));
    }
}
