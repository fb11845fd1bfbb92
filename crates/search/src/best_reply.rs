//! Best-reply search to a fixed depth: of all opponents only the one with the strongest reply moves, the
//! others pass.
//!
//! So every second ply is an own move, however many seats there are, and the search looks further ahead
//! than paranoid search (Schadd and Winands, 2011). Passing needs positions with another seat to move:
//! see [`Turns`]. The lines are not legal play, only an estimate.

use bellwether_core::{Eval, Seat, Turns};

use crate::agent::mover;
use crate::fixed_depth::{BackedUpValue, FixedDepth, NodeCounter, RootMove, leaf_value};
use crate::{Agent, Budget, Choice};

/// Best-reply search to a fixed depth.
#[derive(Clone, Debug)]
pub struct BestReply<E>(pub FixedDepth<E>);

impl<G: Turns, E: Eval<G>> Agent<G> for BestReply<E> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        let pov = mover(game, state);
        self.0.eval.set_root(game, state);
        self.0.choose(budget, |eval, depth, nodes| {
            let mut search = BestReplySearch { game, eval, pov, budget, nodes };
            let mut root_moves = Vec::new();
            let mut best = i32::MIN;
            search.nodes.visit(0, budget);
            game.each_move(state, |m| {
                let mut next = state.clone();
                game.play(&mut next, m);
                // One below the best, so that a value equal to it is exact and the tie is seen.
                let floor = best.saturating_sub(1);
                let before = search.nodes.total();
                let score = search.value(&next, false, depth - 1, 1, floor, i32::MAX);
                if root_moves.is_empty() || !search.nodes.is_spent() {
                    best = best.max(score);
                    let effort = search.nodes.total() - before;
                    // What follows is not legal play, so the line is the move alone.
                    root_moves.push(RootMove {
                        line: vec![m],
                        value: BackedUpValue { score, level: depth },
                        effort,
                    });
                }
            });
            (root_moves, search.nodes)
        })
    }
}

struct BestReplySearch<'a, G, E> {
    game: &'a G,
    eval: &'a E,
    pov: Seat,
    budget: &'a Budget<'a>,
    nodes: NodeCounter,
}

impl<G: Turns, E: Eval<G>> BestReplySearch<'_, G, E> {
    /// The value for the searching seat, with its own move next or the others' reply; exact between `alpha`
    /// and `beta`, else a bound.
    fn value(
        &mut self,
        state: &G::State,
        own: bool,
        depth: u32,
        level: u32,
        mut alpha: i32,
        mut beta: i32,
    ) -> i32 {
        self.nodes.visit(level, self.budget);
        let is_leaf = depth == 0 || self.nodes.is_spent();
        if is_leaf || self.game.status(state).is_over() {
            return leaf_value(self.eval, self.game, state, self.pov);
        }
        let game = self.game;
        let mut best = if own { i32::MIN } else { i32::MAX };
        let mut nobody_can = true;
        let pov = self.pov;
        for seat in Seat::all(game.seats()).filter(|seat| (*seat == pov) == own) {
            let Some(turned) = game.with_turn(state, seat) else { continue };
            nobody_can = false;
            let flow = game.try_each_move(&turned, |m| {
                let mut next = turned.clone();
                game.play(&mut next, m);
                let value = self.value(&next, !own, depth - 1, level + 1, alpha, beta);
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
            if flow.is_break() {
                break;
            }
        }
        if nobody_can {
            return self.value(state, !own, depth - 1, level + 1, alpha, beta);
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Limits, Paranoid};
    use bellwether_core::Game;
    use bellwether_core::random::seeded;
    use bellwether_games::battle_sheep::{BattleSheep, Field, Heuristic, Setup};

    fn game(seats: usize) -> BattleSheep {
        let field = Field::parse(".....\n.....\n.....\n.....\n.....").unwrap();
        BattleSheep::new(Setup::new(field, seats, 6).unwrap())
    }

    #[test]
    fn against_one_opponent_it_is_ordinary_search() {
        let game = game(2);
        let budget = Budget::untimed(Limits::default());
        for seed in 0..10 {
            let mut rng = seeded(seed);
            let mut state = game.start();
            for _ in 0..4 {
                let m = game.random_move(&state, &mut rng);
                game.play(&mut state, m);
            }
            for depth in 1..=3 {
                let settings = || FixedDepth::new(Heuristic::Lead, depth, seed);
                let reply = BestReply(settings()).choose(&game, &state, &budget);
                let paranoid = Paranoid(settings()).choose(&game, &state, &budget);
                assert_eq!(reply.score, paranoid.score, "seed {seed} depth {depth}");
            }
        }
    }

    #[test]
    fn of_several_opponents_one_replies() {
        let game = game(3);
        let mut rng = seeded(1);
        let mut state = game.start();
        for _ in 0..3 {
            let m = game.random_move(&state, &mut rng);
            game.play(&mut state, m);
        }
        let budget = Budget::untimed(Limits::default());
        let choice =
            BestReply(FixedDepth::new(Heuristic::Score, 2, 1)).choose(&game, &state, &budget);
        let replies: usize = game
            .moves(&state)
            .into_iter()
            .map(|m| {
                let mut next = state;
                game.play(&mut next, m);
                let others = Seat::all(3).filter(|&seat| seat != Seat::FIRST);
                let turned = others.filter_map(|seat| game.with_turn(&next, seat));
                turned.map(|state| game.count_moves(&state)).sum::<usize>()
            })
            .sum();
        // No more leaves than both opponents have moves; some are pruned.
        assert!(choice.nodes_by_level[2] <= replies as u64);
        assert!(game.is_legal(&state, choice.chosen));
    }
}
