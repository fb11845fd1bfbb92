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

    const HOPEFUL: bool = true;

    /// A capture is hopeful, and so is an advance, unless the worker can be taken for nothing.
    fn hopes(&self, game: &Breakthrough<B>, state: &State<B>, mut put: impl FnMut(f32)) {
        let (mover, enemy) = (state.mover, state.mover.other());
        let own = state.workers[mover.index()];
        let attacked = game.ground.attacks(enemy, state.workers[enemy.index()]);
        game.each_move(state, |m| {
            let (from, to) = (B::single(usize::from(m.from)), usize::from(m.to));
            let takes = state.workers[enemy.index()].has(to);
            let is_defended = game.ground.attacks(mover, own & !from).has(to);
            let rank = to / game.setup.columns;
            let advance = if mover == super::WHITE { rank } else { game.setup.rows - 1 - rank };
            let mut hope = 0.4 + 0.2 * advance as f32 / game.setup.rows as f32;
            hope += if takes { 0.2 } else { 0.0 };
            hope -= match (attacked.has(to), is_defended) {
                (true, false) => 0.3,
                (true, true) => 0.05,
                (false, _) => 0.0,
            };
            put(hope);
        });
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
    fn a_worker_that_can_be_taken_for_nothing_is_no_hope() {
        let game = Breakthrough::<u64>::new(Setup::default());
        let state = game.parse_position("8/8/2p5/8/1P1P4/8/P7/8 w").unwrap();
        let mut hopes = Vec::new();
        Decisive.hopes(&game, &state, |hope| hopes.push(hope));
        let hope = |text| {
            let m = game.parse_move(&state, text).unwrap();
            hopes[game.moves(&state).iter().position(|&other| other == m).unwrap()]
        };
        assert_eq!(hopes.len(), game.count_moves(&state));
        // The enemy on c6 takes on b5 and d5, where nobody takes back; c5 is out of its reach.
        assert!(hope("b4c5") > hope("b4b5") && hope("d4c5") > hope("d4d5"));
        assert!(hope("a2a3") > hope("d4d5"));
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
