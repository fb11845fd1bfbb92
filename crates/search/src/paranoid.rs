//! Paranoid search to a fixed depth: all other seats minimise the searcher's value.
//!
//! With two sides alpha-beta pruning applies, so it searches deeper than max^n in the same time, at the
//! price of a pessimistic opponent model.

use bellwether_core::{Eval, Game, Seat, Status};

use crate::agent::mover;
use crate::fixed_depth::{
    BackedUpValue, BestLines, FixedDepth, NodeCounter, RootMove, best_of, leaf_value,
};
use crate::trace::{NoObserver, ProgressReporter, SearchObserver};
use crate::{Agent, Budget, Choice};

/// Paranoid search to a fixed depth.
#[derive(Clone, Debug)]
pub struct Paranoid<E>(pub FixedDepth<E>);

impl<G: Game, E: Eval<G>> Agent<G> for Paranoid<E> {
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

impl<E> Paranoid<E> {
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
        let pov = mover(game, state);
        self.0.eval.set_root(game, state);
        self.0.choose(budget, |eval, depth, nodes| {
            let lines = BestLines::new(depth);
            let mut search = ParanoidSearch { game, eval, pov, budget, nodes, lines, observer };
            let mut root_moves = Vec::new();
            let mut best = i32::MIN;
            search.nodes.visit(0, budget);
            search.observer.enter(None, state, i32::MIN, i32::MAX);
            game.each_move(state, |m| {
                let mut next = state.clone();
                game.play(&mut next, m);
                // One below the best, so that a value equal to it is exact and the tie is seen.
                let floor = best.saturating_sub(1);
                let before = search.nodes.total();
                search.observer.enter(Some(m), &next, floor, i32::MAX);
                let score = search.value(&next, depth - 1, 1, floor, i32::MAX);
                let value = BackedUpValue { score, level: depth };
                search.observer.leave(value);
                if root_moves.is_empty() || !search.nodes.is_spent() {
                    best = best.max(score);
                    search.lines.extend(0, m);
                    root_moves.push(RootMove {
                        line: search.lines.at_root(),
                        value,
                        effort: search.nodes.total() - before,
                    });
                    search.observer.root_searched(&root_moves, depth, search.nodes.total());
                }
            });
            search.observer.leave(best_of(&root_moves));
            (root_moves, search.nodes)
        })
    }
}

struct ParanoidSearch<'a, G: Game, E, W> {
    game: &'a G,
    eval: &'a E,
    pov: Seat,
    budget: &'a Budget<'a>,
    nodes: NodeCounter,
    lines: BestLines<G::Move>,
    observer: &'a mut W,
}

impl<G: Game, E: Eval<G>, W: SearchObserver<G>> ParanoidSearch<'_, G, E, W> {
    /// The value for the searching seat: exact between `alpha` and `beta`, else a bound.
    fn value(&mut self, state: &G::State, depth: u32, level: u32, alpha: i32, beta: i32) -> i32 {
        self.nodes.visit(level, self.budget);
        self.lines.begin(level);
        let own = match self.game.status(state) {
            Status::ToMove(seat) if depth > 0 && !self.nodes.is_spent() => seat == self.pov,
            _ => return leaf_value(self.eval, self.game, state, self.pov),
        };
        let (mut alpha, mut beta) = (alpha, beta);
        let mut best = if own { i32::MIN } else { i32::MAX };
        let game = self.game;
        let _ = game.try_each_move(state, |m| {
            let mut next = state.clone();
            game.play(&mut next, m);
            self.observer.enter(Some(m), &next, alpha, beta);
            let value = self.value(&next, depth - 1, level + 1, alpha, beta);
            self.observer.leave(BackedUpValue { score: value, level: level + depth });
            let is_better = if own { value > best } else { value < best };
            if is_better {
                self.lines.extend(level, m);
            }
            if own {
                best = best.max(value);
                alpha = alpha.max(best);
            } else {
                best = best.min(value);
                beta = beta.min(best);
            }
            if alpha >= beta {
                std::ops::ControlFlow::Break(())
            } else {
                std::ops::ControlFlow::Continue(())
            }
        });
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use bellwether_core::Payoffs;
    use bellwether_core::tree::LiteralTree;

    /// Payoffs only.
    #[derive(Clone)]
    struct Payoff;

    impl Eval<LiteralTree> for Payoff {
        fn eval(&self, _: &LiteralTree, _: &usize, _: Seat) -> i32 {
            0
        }
        fn finished(&self, _: &LiteralTree, _: &usize, payoffs: &Payoffs, pov: Seat) -> i32 {
            payoffs.of(pov) as i32
        }
    }

    fn choose(text: &str, depth: u32) -> Choice<LiteralTree> {
        let tree = LiteralTree::parse(text).unwrap();
        let mut agent = Paranoid(FixedDepth::new(Payoff, depth, 1));
        agent.choose(&tree, &0, &Budget::untimed(Limits::default()))
    }

    #[test]
    fn all_others_minimise() {
        // Max^n goes right and expects (6,5,4); paranoid search goes left, where 3 is guaranteed.
        let choice = choose("[[(9,2,1) (3,8,3)] [(6,5,4) (2,4,9)]]", 2);
        assert_eq!(choice.chosen, 0);
        assert_eq!(choice.score, Some(crate::Score::Points(3)));
    }

    #[test]
    fn a_refuted_branch_is_pruned() {
        // After 3 on the left, (2,…) refutes the right branch: its second leaf is not visited.
        let choice = choose("[[(9,2,1) (3,8,3)] [(2,5,4) (6,4,9)]]", 2);
        assert_eq!(choice.nodes_by_level, [1, 2, 3]);
    }

    #[test]
    fn ties_at_the_root_are_exact() {
        // The value of both branches is 3; the third is worse, though its first leaf is equal.
        let choice = choose("[[(3,0,0) (4,0,0)] [(3,0,0) (9,0,0)] [(3,0,0) (1,0,0)]]", 2);
        assert!(choice.chosen < 2);
        assert_eq!(choice.alternatives[2].m, 2);
    }
}
