//! One-ply search.

use bellwether_core::random::{Random, below, seeded};
use bellwether_core::{Eval, Game, Status};

use crate::agent::mover;
use crate::{Agent, Budget, Choice, Score};

/// Chooses the move with the highest evaluation after it; ties are broken randomly.
#[derive(Clone, Debug)]
pub struct Greedy<E> {
    eval: E,
    rng: Random,
}

impl<E> Greedy<E> {
    /// A greedy agent with this evaluation and random seed.
    #[must_use]
    pub fn new(eval: E, seed: u64) -> Self {
        Self { eval, rng: seeded(seed) }
    }
}

impl<G: Game, E: Eval<G>> Agent<G> for Greedy<E> {
    fn choose(&mut self, game: &G, state: &G::State, _: &Budget<'_>) -> Choice<G> {
        let pov = mover(game, state);
        self.eval.set_root(game, state);
        let mut best: Option<(G::Move, i32)> = None;
        let (mut nodes, mut equals) = (0, 0);
        game.each_move(state, |m| {
            nodes += 1;
            let next = game.after(state, m);
            let score = match game.status(&next) {
                Status::ToMove(_) => self.eval.eval(game, &next, pov),
                Status::Over(payoffs) => self.eval.finished(game, &next, &payoffs, pov),
            };
            match best {
                Some((_, highest)) if score < highest => {}
                Some((_, highest)) if score == highest => {
                    // The n-th equal move replaces the earlier ones with probability 1/n.
                    equals += 1;
                    if below(&mut self.rng, equals) == 0 {
                        best = Some((m, score));
                    }
                }
                _ => {
                    equals = 1;
                    best = Some((m, score));
                }
            }
        });
        let (chosen, score) = best.expect("an unfinished game has a legal move");
        Choice {
            score: Some(Score::Points(score)),
            depth: 1,
            nodes,
            line: vec![chosen],
            ..Choice::bare(chosen)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use bellwether_core::tree::{LiteralEval, LiteralTree};

    fn choices(tree: &str) -> Vec<usize> {
        let tree = LiteralTree::parse(tree).unwrap();
        let mut agent = Greedy::new(LiteralEval, 1);
        let budget = Budget::untimed(Limits::default());
        (0..30).map(|_| agent.choose(&tree, &0, &budget).chosen).collect()
    }

    #[test]
    fn takes_the_highest_evaluation() {
        assert!(choices("[=3[1 2] =9[1 2] =5[1 2]]").iter().all(|&m| m == 1));
    }

    #[test]
    fn a_finished_win_beats_any_evaluation() {
        assert!(choices("[=100000[1 2] 1]").iter().all(|&m| m == 1));
        assert!(choices("[=-100000[1 2] -1]").iter().all(|&m| m == 0));
    }

    #[test]
    fn ties_are_broken_randomly() {
        let chosen = choices("[=5[1 2] =3[1 2] =5[1 2] =5[1 2]]");
        assert!([0, 2, 3].iter().all(|m| chosen.contains(m)) && !chosen.contains(&1));
    }
}
