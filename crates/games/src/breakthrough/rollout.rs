//! Simulated games of Breakthrough that see a win or a loss one move ahead.

use bellwether_core::bits::Bits;
use bellwether_core::random::below;
use bellwether_core::{Game, Payoffs, Rng, Rollout, Uniform};

use super::{Breakthrough, State};

/// Plays at random, but wins when a worker is one step from the far rank, and takes an enemy that is.
///
/// A worker one step away always arrives: a diagonal is empty or an enemy's. So a simulated game
/// ends as soon as somebody stands there on its turn, which makes it shorter, too. Where several
/// workers must arrive, play is uniformly random.
#[derive(Clone, Copy, Debug, Default)]
pub struct Decisive;

impl<B: Bits> Rollout<Breakthrough<B>> for Decisive {
    #[inline]
    fn finish<R: Rng>(
        &self,
        game: &Breakthrough<B>,
        state: &mut State<B>,
        rng: &mut R,
        cap: usize,
    ) -> Option<Payoffs> {
        if game.setup.workers > 1 {
            return Uniform.finish(game, state, rng, cap);
        }
        let Some(_) = game.status(state).mover() else { return game.status(state).payoffs() };
        let columns = game.setup.columns as u32;
        // The rank before the one each side must reach.
        let near = [game.goal[0] >> columns, game.goal[1] << columns];
        for _ in 0..cap {
            let (mover, enemy) = (state.mover, state.mover.other());
            let own = state.workers[mover.index()];
            if (own & near[mover.index()]).any() {
                return Some(Payoffs::win(mover));
            }
            if !own.any() {
                return Some(Payoffs::win(enemy));
            }
            let threats = state.workers[enemy.index()] & near[enemy.index()];
            let m = if threats.any() {
                let targets = game.targets(state);
                let (left, right) = (targets.left & threats, targets.right & threats);
                let ways = left.count() + right.count();
                // Two threats cannot both be taken.
                if threats.without_lowest().any() || ways == 0 {
                    return Some(Payoffs::win(enemy));
                }
                let rank = below(rng, ways);
                if rank < left.count() {
                    game.arrival(mover, left.lowest(), -1)
                } else {
                    game.arrival(mover, right.lowest(), 1)
                }
            } else {
                game.random_move(state, rng)
            };
            game.play(state, m);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::super::{BLACK, Setup, WHITE};
    use super::*;
    use bellwether_core::Notation;
    use bellwether_core::random::seeded;

    fn finish(text: &str) -> Option<Payoffs> {
        let game = Breakthrough::<u64>::new(Setup::default());
        let mut state = game.parse_position(text).unwrap();
        Decisive.finish(&game, &mut state, &mut seeded(1), 1000)
    }

    #[test]
    fn wins_in_one_and_prevents_losses_in_one() {
        assert_eq!(finish("8/3P4/8/8/8/8/p7/8 w"), Some(Payoffs::win(WHITE)));
        assert_eq!(finish("8/3P4/8/8/8/8/p7/8 b"), Some(Payoffs::win(BLACK)));
        // Nothing takes d7, and of two threats one remains.
        assert_eq!(finish("8/3P4/8/8/p7/8/8/8 b"), Some(Payoffs::win(WHITE)));
        assert_eq!(finish("2p5/3P3P/8/8/p7/8/8/8 b"), Some(Payoffs::win(WHITE)));
        // c8 takes d7, White's last worker.
        assert_eq!(finish("2p5/3P4/8/8/p7/8/8/8 b"), Some(Payoffs::win(BLACK)));
    }

    #[test]
    fn every_game_ends_with_a_winner() {
        let mut rng = seeded(2);
        for (rows, columns, workers) in [(8, 8, 1), (4, 2, 1), (8, 8, 3)] {
            let game = Breakthrough::<u64>::new(Setup::new(rows, columns, workers).unwrap());
            for _ in 0..200 {
                let end = Decisive.finish(&game, &mut game.start(), &mut rng, 1000);
                assert!(end.is_some_and(|payoffs| payoffs.winner(2).is_some()));
            }
        }
    }
}
