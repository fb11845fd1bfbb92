//! Alpha-beta gives plain minimax's value and a move of that value, on 10,000 random positions of each
//! two-player game.

mod common;

use bellwether_core::{Eval, Game, Seat};
use bellwether_games::{breakthrough, wolf_and_sheep, wolves_eat_sheep};
use bellwether_search::{Agent, Budget, FixedDepth, Limits};
use common::class;

fn check<G: Game, E: Eval<G>>(game: &G, eval: &E, depth: u32, cap: usize) {
    let budget = Budget::untimed(Limits::default());
    let mut fewer = 0;
    for (seed, state) in common::positions(game, 1, 10_000, cap).iter().enumerate() {
        let settings = |seed| FixedDepth::new(eval.clone(), depth, seed);
        let plain = settings(1).minimax().choose(game, state, &budget);
        let pruned = settings(seed as u64).alpha_beta().choose(game, state, &budget);
        assert_eq!(class(pruned.score), class(plain.score), "{state:?}");
        let value = plain.alternatives.iter().find(|other| other.m == pruned.chosen);
        assert_eq!(class(value.map(|other| other.score)), class(plain.score), "{state:?}");
        fewer += u32::from(pruned.nodes < plain.nodes);
    }
    assert!(fewer > 0, "nothing was ever pruned");
}

#[test]
fn breakthrough() {
    use breakthrough::{Breakthrough, Formula, Heuristic, Setup};
    let game = Breakthrough::<u64>::new(Setup::new(5, 4, 1).unwrap());
    for (_, kind) in Formula::ALL {
        check(&game, &Heuristic { kind, seed: 3 }, 2, 100);
    }
    let game = Breakthrough::<u64>::new(Setup::new(6, 4, 2).unwrap());
    check(&game, &Heuristic { kind: Formula::Offensive2, seed: 3 }, 3, 100);
}

#[test]
fn wolf_and_sheep() {
    let game = wolf_and_sheep::WolfAndSheep::<u64>::new(wolf_and_sheep::Setup::default());
    check(&game, &wolf_and_sheep::Heuristic, 4, 100);
}

#[test]
fn wolves_eat_sheep() {
    let game = wolves_eat_sheep::WolvesEatSheep::new(wolves_eat_sheep::Setup::default());
    check(&game, &wolves_eat_sheep::Heuristic::default(), 2, 60);
}

/// A constant evaluation: all positions without a proven result tie.
#[derive(Clone)]
struct Blind;

impl<G: Game> Eval<G> for Blind {
    fn eval(&self, _: &G, _: &G::State, _: Seat) -> i32 {
        0
    }
}

#[test]
fn ties_are_no_bounds() {
    use breakthrough::{Breakthrough, Setup};
    let game = Breakthrough::<u64>::new(Setup::new(4, 3, 1).unwrap());
    check(&game, &Blind, 4, 100);
}
