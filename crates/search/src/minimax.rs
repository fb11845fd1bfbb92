//! Minimax, alpha-beta and paranoid search to a fixed depth: one recursion, with pruning or without.
//!
//! The searching seat maximises; every other seat minimises the searcher's value. Leaves are evaluated
//! from the searcher's point of view throughout, so an evaluation need not be symmetric. Moves are searched
//! in the game's own order and there is no transposition table, as in the course reports; `pvs` is the
//! strong search.

use bellwether_core::{Eval, Game, Status};

use crate::fixed_depth::{BackedUpValue, DepthSearch, FixedDepth};
use crate::trace::{ProgressReporter, SearchObserver};
use crate::{Agent, Budget, Choice, ProgressFn, Ties};

/// Minimax to a fixed depth, with or without pruning: made by [`FixedDepth::minimax`],
/// [`FixedDepth::alpha_beta`] and [`FixedDepth::paranoid`].
#[derive(Clone, Debug)]
pub struct Minimax<E> {
    settings: FixedDepth<E>,
    is_pruning: bool,
}

impl<E> FixedDepth<E> {
    /// Plain minimax: every line is searched.
    #[must_use]
    pub fn minimax(self) -> Minimax<E> {
        Minimax { settings: self, is_pruning: false }
    }

    /// Alpha-beta: the values of minimax with fewer nodes.
    #[must_use]
    pub fn alpha_beta(self) -> Minimax<E> {
        Minimax { settings: self, is_pruning: true }
    }

    /// Alpha-beta for more than two seats, all others against the searcher; ties are broken randomly. It
    /// searches deeper than max^n in the same time, at the price of a pessimistic opponent model.
    #[must_use]
    pub fn paranoid(self) -> Minimax<E> {
        self.with_ties(Ties::Random).alpha_beta()
    }
}

impl<G: Game, E: Eval<G>> Agent<G> for Minimax<E> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        self.choose_with_progress(game, state, budget, None)
    }

    fn choose_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        progress: Option<&ProgressFn<'_, G>>,
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
        let is_pruning = self.is_pruning;
        self.settings.search(game, state, budget, is_pruning, observer, |search, next, alpha| {
            search.minimax(next, search.depth - 1, 1, alpha, i32::MAX)
        })
    }
}

impl<G: Game, E: Eval<G>, W: SearchObserver<G>> DepthSearch<'_, G, E, W> {
    /// The value if it lies between `alpha` and `beta`, else a bound (fail-soft). Without pruning the window
    /// is not narrowed.
    fn minimax(
        &mut self,
        state: &G::State,
        depth: u32,
        level: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> BackedUpValue {
        self.nodes.visit(level, self.budget);
        self.lines.begin(level);
        let is_own = match self.game.status(state) {
            Status::ToMove(seat) if depth > 0 && !self.nodes.is_spent() => seat == self.pov,
            leaf => return BackedUpValue { score: self.leaf_value(state, leaf, self.pov), level },
        };
        let mut best: Option<BackedUpValue> = None;
        self.game.any_move(state, |m| {
            let mut next = state.clone();
            self.game.play(&mut next, m);
            self.observer.enter(Some(m), &next, alpha, beta);
            let value = self.minimax(&next, depth - 1, level + 1, alpha, beta);
            self.observer.leave(value);
            let is_better = |best: BackedUpValue| {
                let equal_but_nearer =
                    self.prefer_shallow && value.score == best.score && value.level < best.level;
                let stronger =
                    if is_own { value.score > best.score } else { value.score < best.score };
                stronger || equal_but_nearer
            };
            if best.is_none_or(is_better) {
                best = Some(value);
                self.lines.extend(level, m);
            }
            if self.is_pruning && is_own {
                alpha = alpha.max(value.score);
            } else if self.is_pruning {
                beta = beta.min(value.score);
            }
            alpha >= beta
        });
        best.expect("an unfinished game has a legal move")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Score};
    use bellwether_core::tree::{LiteralEval, LiteralTree};
    use bellwether_core::{Payoffs, Seat};

    fn choose(tree: &str, depth: u32) -> Choice<LiteralTree> {
        let tree = LiteralTree::parse(tree).unwrap();
        let mut agent = FixedDepth::new(LiteralEval, depth, 1).minimax();
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
        let mut agent = settings.minimax();
        for _ in 0..20 {
            let budget = Budget::untimed(Limits::default());
            assert_eq!(agent.choose(&tree, &0, &budget).chosen, 1);
        }
    }

    #[test]
    fn errors_occur_with_the_given_probability() {
        let tree = LiteralTree::parse("[=5[0] =3[0] =5[0] =1[0]]").unwrap();
        let mut agent = FixedDepth::new(LiteralEval, 1, 1).with_error(0.25).minimax();
        let budget = Budget::untimed(Limits::default());
        let errors =
            (0..4000).filter(|_| [1, 3].contains(&agent.choose(&tree, &0, &budget).chosen)).count();
        assert!((900..1100).contains(&errors), "{errors}");
    }

    #[test]
    fn a_limited_search_returns_the_last_finished_iteration() {
        // To depth 1 the second branch looks best; depth 2 would show its refutation but costs 10 nodes.
        let tree = LiteralTree::parse("[=1[=2[0] =2[0]] =9[=0[0] =0[0]] =3[=3[0] =3[0]]]").unwrap();
        let mut agent = FixedDepth::new(LiteralEval, 2, 1).minimax();
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
        let mut agent = FixedDepth::new(LiteralEval, 2, 1).minimax();
        let limits = Limits { nodes: Some(4), ..Limits::default() };
        assert!(agent.choose(&tree, &0, &Budget::untimed(limits)).nodes <= 6);
    }

    #[test]
    fn the_textbook_tree_prunes_two_leaves() {
        // Russell and Norvig's figure: after the 2 of the second branch its other leaves are cut off.
        let tree =
            LiteralTree::parse("[[=3[0] =12[0] =8[0]] [=2[0] =4[0] =6[0]] [=14[0] =5[0] =2[0]]]")
                .unwrap();
        let mut agent = FixedDepth::new(LiteralEval, 2, 1).alpha_beta();
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
        let agent = || FixedDepth::new(LiteralEval, 2, 1).alpha_beta();
        let budget = Budget::untimed(Limits::default());
        let observed =
            Agent::choose_with_progress(&mut agent(), &tree, &0, &budget, Some(&progress));
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
        let mut agent = FixedDepth::new(LiteralEval, 2, 1).alpha_beta();
        let budget = Budget::untimed(Limits::default());
        let chosen: Vec<usize> = (0..40).map(|_| agent.choose(&tree, &0, &budget).chosen).collect();
        assert!(!chosen.contains(&1) && chosen.contains(&0) && chosen.contains(&2));
    }

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

    fn paranoid(text: &str, depth: u32) -> Choice<LiteralTree> {
        let tree = LiteralTree::parse(text).unwrap();
        let mut agent = FixedDepth::new(Payoff, depth, 1).paranoid();
        agent.choose(&tree, &0, &Budget::untimed(Limits::default()))
    }

    #[test]
    fn all_others_minimise() {
        // Max^n goes right and expects (6,5,4); paranoid search goes left, where 3 is guaranteed.
        let choice = paranoid("[[(9,2,1) (3,8,3)] [(6,5,4) (2,4,9)]]", 2);
        assert_eq!(choice.chosen, 0);
        assert_eq!(choice.score, Some(Score::Points(3)));
    }

    #[test]
    fn a_refuted_branch_is_pruned() {
        // After 3 on the left, (2,…) refutes the right branch: its second leaf is not visited.
        let choice = paranoid("[[(9,2,1) (3,8,3)] [(2,5,4) (6,4,9)]]", 2);
        assert_eq!(choice.nodes_by_level, [1, 2, 3]);
    }

    #[test]
    fn ties_at_the_root_are_exact() {
        // The value of both branches is 3; the third is worse, though its first leaf is equal.
        let choice = paranoid("[[(3,0,0) (4,0,0)] [(3,0,0) (9,0,0)] [(3,0,0) (1,0,0)]]", 2);
        assert!(choice.chosen < 2);
        assert_eq!(choice.alternatives[2].m, 2);
    }
}
