//! Plain minimax to a fixed depth, without pruning, as in the course reports.
//!
//! The searching seat maximises; every other seat minimises the searcher's value. Leaves are evaluated
//! from the searcher's point of view throughout, so an evaluation need not be symmetric.

use bellwether_core::{Eval, Game, Seat, Status};

use crate::agent::mover;
use crate::fixed_depth::{
    BackedUpValue, BestLines, FixedDepth, NodeCounter, RootMove, best_of, leaf_value,
};
use crate::trace::{NoObserver, ProgressReporter, SearchObserver};
use crate::{Agent, Budget, Choice, Ties};

/// Searches every line to a fixed depth.
#[derive(Clone, Debug)]
pub struct Minimax<E>(pub FixedDepth<E>);

impl<G: Game, E: Eval<G>> Agent<G> for Minimax<E> {
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

impl<E> Minimax<E> {
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
                MinimaxSearch { game, eval, pov, prefer_shallow, budget, nodes, lines, observer };
            let mut root_moves = Vec::new();
            search.nodes.visit(0, budget);
            search.observer.enter(None, state, i32::MIN, i32::MAX);
            game.each_move(state, |m| {
                let mut next = state.clone();
                game.play(&mut next, m);
                let before = search.nodes.total();
                search.observer.enter(Some(m), &next, i32::MIN, i32::MAX);
                let value = search.value(&next, depth - 1, 1);
                search.observer.leave(value);
                // The first move is stored even if unfinished: a move must be returned.
                if root_moves.is_empty() || !search.nodes.is_spent() {
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

struct MinimaxSearch<'a, G: Game, E, W> {
    game: &'a G,
    eval: &'a E,
    pov: Seat,
    prefer_shallow: bool,
    budget: &'a Budget<'a>,
    nodes: NodeCounter,
    lines: BestLines<G::Move>,
    observer: &'a mut W,
}

impl<G: Game, E: Eval<G>, W: SearchObserver<G>> MinimaxSearch<'_, G, E, W> {
    fn value(&mut self, state: &G::State, depth: u32, level: u32) -> BackedUpValue {
        self.nodes.visit(level, self.budget);
        self.lines.begin(level);
        let mover = match self.game.status(state) {
            Status::ToMove(seat) if depth > 0 && !self.nodes.is_spent() => seat,
            _ => {
                let score = leaf_value(self.eval, self.game, state, self.pov);
                return BackedUpValue { score, level };
            }
        };
        let mut best: Option<BackedUpValue> = None;
        self.game.each_move(state, |m| {
            let mut next = state.clone();
            self.game.play(&mut next, m);
            self.observer.enter(Some(m), &next, i32::MIN, i32::MAX);
            let value = self.value(&next, depth - 1, level + 1);
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
        });
        best.expect("an unfinished game has a legal move")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Score};
    use bellwether_core::tree::{LiteralEval, LiteralTree};

    fn choose(tree: &str, depth: u32) -> Choice<LiteralTree> {
        let tree = LiteralTree::parse(tree).unwrap();
        let mut agent = Minimax(FixedDepth::new(LiteralEval, depth, 1));
        agent.choose(&tree, &0, &Budget::untimed(Limits::default()))
    }

    #[test]
    fn the_textbook_tree() {
        // Russell and Norvig's figure: minimax values of the three branches are 3, 2 and 2. Written as
        // evaluations, since a leaf that is over would count as a proven result.
        let choice = choose("[[=3[0] =12[0] =8[0]] [=2[0] =4[0] =6[0]] [=14[0] =5[0] =2[0]]]", 2);
        assert_eq!((choice.chosen, choice.score), (0, Some(Score::Points(3))));
        assert_eq!(choice.nodes_by_level, [1, 3, 9]);
        assert_eq!(choice.nodes, 13);
        assert_eq!(choice.line, [0, 0]);
        let lines: Vec<_> = choice.alternatives.iter().map(|other| other.line.clone()).collect();
        assert_eq!(lines, [[0, 0], [1, 0], [2, 2]]);
        assert!(choice.alternatives.iter().all(|other| other.effort == 4));
    }

    #[test]
    fn a_seat_may_move_twice() {
        // Seat 1 moves again at the second branch, so it takes the 9 there itself.
        let choice = choose("[[=3[0] =12[0]] 1[=9[0] =1[0]]]", 2);
        assert_eq!((choice.chosen, choice.score), (1, Some(Score::Points(9))));
    }

    #[test]
    fn proven_results_are_reported_as_such() {
        let choice = choose("[[=3[0] -1] [[1] [1]]]", 3);
        assert_eq!((choice.chosen, choice.score), (1, Some(Score::WinIn(3))));
    }

    #[test]
    fn equal_values_can_prefer_the_shallow_one() {
        let tree = LiteralTree::parse("[[[1]] 1 [[1]]]").unwrap();
        let settings = FixedDepth::new(LiteralEval, 3, 1).with_ties(Ties::Shallow);
        let mut agent = Minimax(settings);
        for _ in 0..20 {
            let budget = Budget::untimed(Limits::default());
            assert_eq!(agent.choose(&tree, &0, &budget).chosen, 1);
        }
    }

    #[test]
    fn errors_occur_with_the_given_probability() {
        let tree = LiteralTree::parse("[=5[0] =3[0] =5[0] =1[0]]").unwrap();
        let mut agent = Minimax(FixedDepth::new(LiteralEval, 1, 1).with_error(0.25));
        let budget = Budget::untimed(Limits::default());
        let errors =
            (0..4000).filter(|_| [1, 3].contains(&agent.choose(&tree, &0, &budget).chosen)).count();
        assert!((900..1100).contains(&errors), "{errors}");
    }

    #[test]
    fn a_limited_search_returns_the_last_finished_iteration() {
        // To depth 1 the second branch looks best; depth 2 would show its refutation but costs 10 nodes.
        let tree = LiteralTree::parse("[=1[=2[0] =2[0]] =9[=0[0] =0[0]] =3[=3[0] =3[0]]]").unwrap();
        let mut agent = Minimax(FixedDepth::new(LiteralEval, 2, 1));
        let mut within = |nodes| {
            let limits = Limits { nodes, ..Limits::default() };
            let choice = agent.choose(&tree, &0, &Budget::untimed(limits));
            (choice.chosen, choice.depth, choice.nodes)
        };
        assert_eq!(within(None), (2, 2, 10));
        assert_eq!(within(Some(100)), (2, 2, 14));
        let (chosen, depth, nodes) = within(Some(8));
        assert_eq!((chosen, depth), (1, 1));
        assert!(nodes < 14, "{nodes}");
    }

    #[test]
    fn a_node_limit_is_kept() {
        let tree = LiteralTree::parse("[[=3[0] =12[0] =8[0]] [=2[0] =4[0]]]").unwrap();
        let mut agent = Minimax(FixedDepth::new(LiteralEval, 2, 1));
        let limits = Limits { nodes: Some(4), ..Limits::default() };
        assert!(agent.choose(&tree, &0, &Budget::untimed(limits)).nodes <= 6);
    }
}
