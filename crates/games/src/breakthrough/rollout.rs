//! Rollout policy of Breakthrough: prefers safe captures and steps, and stops when the winner is proven.

use bellwether_core::bits::Bits;
use bellwether_core::random::below;
use bellwether_core::{Game, Payoffs, Rng, Rollout, SearchHints, Uniform};

use super::{Breakthrough, Move, State, WHITE};

/// Mostly plays safe captures and steps, and always captures an enemy that is about to arrive.
///
/// A rollout ends at a [`proven_result`](bellwether_core::SearchHints::proven_result), such as an unstoppable
/// runner. Where several workers must arrive, play is uniformly random.
#[derive(Clone, Copy, Debug, Default)]
pub struct DecisiveRollout;

impl<B: Bits> Rollout<Breakthrough<B>> for DecisiveRollout {
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
            if !state.workers[mover.index()].any() {
                return Some(Payoffs::win(enemy));
            }
            if let Some(proven) = game.proven_result(state) {
                return Some(Payoffs::win(proven.winner));
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
                safe_move(game, state, rng)
            };
            game.play(state, m);
        }
        None
    }

    const HAS_PRIORS: bool = true;

    /// High for a capture and an advance, unless the worker can be captured without compensation.
    fn priors(&self, game: &Breakthrough<B>, state: &State<B>, mut put: impl FnMut(f32)) {
        let (mover, enemy) = (state.mover, state.mover.other());
        let own = state.workers[mover.index()];
        let attacked = game.masks.attacks(enemy, state.workers[enemy.index()]);
        game.each_move(state, |m| {
            let (from, to) = (B::single(usize::from(m.from)), usize::from(m.to));
            let takes = state.workers[enemy.index()].has(to);
            let is_defended = game.masks.attacks(mover, own & !from).has(to);
            let rank = to / game.setup.columns;
            let advance = if mover == WHITE { rank } else { game.setup.rows - 1 - rank };
            let mut prior = 0.4 + 0.2 * advance as f32 / game.setup.rows as f32;
            prior += if takes { 0.2 } else { 0.0 };
            prior -= match (attacked.has(to), is_defended) {
                (true, false) => 0.3,
                (true, true) => 0.05,
                (false, _) => 0.0,
            };
            put(prior);
        });
    }
}

/// A capture that cannot be recaptured if there is one; else mostly another capture; else nearly always a
/// step to a square that no enemy attacks. Half the time it is one of the foremost such moves.
#[inline]
fn safe_move<B: Bits, R: Rng>(game: &Breakthrough<B>, state: &State<B>, rng: &mut R) -> Move {
    let (mover, enemy) = (state.mover, state.mover.other());
    let enemies = state.workers[enemy.index()];
    let safe = !game.masks.attacks(enemy, enemies);
    let all = game.targets(state);
    // One random number serves all decisions, each with bits of its own.
    let chance = rng.next_u64();
    let mut moves = all.onto(enemies & safe);
    if moves.is_empty() && chance & 3 != 0 {
        moves = all.onto(enemies);
    }
    if moves.is_empty() && chance & 0b11_1100 != 0 {
        moves = all.onto(safe & !enemies);
    }
    if moves.is_empty() {
        moves = all;
    }
    if chance & 0b100_0000 != 0 {
        let squares = moves.straight | moves.left | moves.right;
        let foremost = if mover == WHITE { squares.highest() } else { squares.lowest() };
        moves = moves.onto(game.rank_of(foremost));
    }
    let rank = ((chance >> 32) * moves.count() as u64) >> 32;
    game.move_among(mover, &moves, rank as usize)
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
        DecisiveRollout.finish(&game, &mut state, &mut seeded(1), 1000)
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
    fn moves_are_legal_and_mostly_safe() {
        let game = Breakthrough::<u64>::new(Setup::default());
        let mut rng = seeded(3);
        let mut chosen = |text: &str| {
            let state = game.parse_position(text).unwrap();
            let moves = game.moves(&state);
            let mut chosen = Vec::new();
            for _ in 0..1000 {
                let m = safe_move(&game, &state, &mut rng);
                assert!(moves.contains(&m));
                chosen.push(game.move_text(&state, m));
            }
            chosen
        };
        // d5 stands unguarded and is always taken.
        assert!(chosen("7p/8/8/3p4/2P5/8/8/P7 w").iter().all(|m| m == "c4d5"));
        // Guarded by c6, it is taken mostly.
        let taken = chosen("7p/8/2p5/3p4/2P5/8/8/P7 w").iter().filter(|m| *m == "c4d5").count();
        assert!((700..850).contains(&taken), "{taken}");
        // b5 and d5 are attacked by c6; c5 is not. The foremost worker goes half the time and more.
        let steps = chosen("7p/8/2p5/8/1P6/8/8/7P w");
        let count = |text: &str| steps.iter().filter(|m| *m == text).count();
        assert!(count("b4b5") < 50 && count("b4c5") > 300 && count("h1h2") > 50, "{steps:?}");
    }

    #[test]
    fn a_worker_that_can_be_captured_for_nothing_has_a_low_prior() {
        let game = Breakthrough::<u64>::new(Setup::default());
        let state = game.parse_position("8/8/2p5/8/1P1P4/8/P7/8 w").unwrap();
        let mut priors = Vec::new();
        DecisiveRollout.priors(&game, &state, |prior| priors.push(prior));
        let prior = |text| {
            let m = game.parse_move(&state, text).unwrap();
            priors[game.moves(&state).iter().position(|&other| other == m).unwrap()]
        };
        assert_eq!(priors.len(), game.count_moves(&state));
        // The enemy on c6 takes on b5 and d5, where nobody takes back; c5 is out of its reach.
        assert!(prior("b4c5") > prior("b4b5") && prior("d4c5") > prior("d4d5"));
        assert!(prior("a2a3") > prior("d4d5"));
    }

    #[test]
    fn every_game_ends_with_a_winner() {
        let mut rng = seeded(2);
        for (rows, columns, workers) in [(8, 8, 1), (4, 2, 1), (8, 8, 3)] {
            let game = Breakthrough::<u64>::new(Setup::new(rows, columns, workers).unwrap());
            for _ in 0..200 {
                let end = DecisiveRollout.finish(&game, &mut game.start(), &mut rng, 1000);
                assert!(end.is_some_and(|payoffs| payoffs.winner(2).is_some()));
            }
        }
    }
}
