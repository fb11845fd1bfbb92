//! Best-reply search to a fixed depth: of all opponents only the one with the strongest reply moves, the
//! others pass.
//!
//! So every second ply is an own move, however many seats there are, and the search looks further ahead
//! than paranoid search (Schadd and Winands, 2011). Passing needs positions with another seat to move:
//! see [`Turns`]. The lines are not legal play, only an estimate.

use bellwether_core::{Eval, Seat, Turns};

use crate::fixed_depth::{BackedUpValue, DepthSearch, FixedDepth};
use crate::trace::{NoObserver, SearchObserver};
use crate::{Agent, Budget, Choice};

/// Best-reply search to a fixed depth.
#[derive(Clone, Debug)]
pub struct BestReply<E>(pub FixedDepth<E>);

impl<G: Turns, E: Eval<G>> Agent<G> for BestReply<E> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        // What follows a move is not legal play, so its line stays the move alone.
        self.0.search(game, state, budget, true, &mut NoObserver, |search, next, alpha| {
            let level = search.depth;
            let score = search.best_reply(next, false, level - 1, 1, (alpha, i32::MAX));
            BackedUpValue { score, level }
        })
    }
}

impl<G: Turns, E: Eval<G>, W: SearchObserver<G>> DepthSearch<'_, G, E, W> {
    /// The value for the searching seat, with its own move next or the others' reply; exact between `alpha`
    /// and `beta`, else a bound.
    fn best_reply(
        &mut self,
        state: &G::State,
        own: bool,
        depth: u32,
        level: u32,
        (mut alpha, mut beta): (i32, i32),
    ) -> i32 {
        self.nodes.visit(level, self.budget);
        let (game, pov) = (self.game, self.pov);
        let status = game.status(state);
        if depth == 0 || self.nodes.is_spent() || status.is_over() {
            return self.leaf_value(state, status, pov);
        }
        let mut best = if own { i32::MIN } else { i32::MAX };
        let mut nobody_can = true;
        for seat in Seat::all(game.seats()).filter(|seat| (*seat == pov) == own) {
            let Some(turned) = game.with_turn(state, seat) else { continue };
            nobody_can = false;
            let is_cut = game.any_move(&turned, |m| {
                let next = game.after(&turned, m);
                let value = self.best_reply(&next, !own, depth - 1, level + 1, (alpha, beta));
                if own {
                    best = best.max(value);
                    alpha = alpha.max(best);
                } else {
                    best = best.min(value);
                    beta = beta.min(best);
                }
                alpha >= beta
            });
            if is_cut {
                break;
            }
        }
        if nobody_can {
            return self.best_reply(state, !own, depth - 1, level + 1, (alpha, beta));
        }
        best
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
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
                let paranoid = settings().paranoid().choose(&game, &state, &budget);
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
                let next = game.after(&state, m);
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
