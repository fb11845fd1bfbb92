//! Simulations per second: `cargo bench -p bellwether-search --bench mcts`.
//!
//! Every sample is a whole search of a fixed number of simulations from the start of a game.

use bellwether_core::PriorUse;
use bellwether_core::{Game, Rollout, Uniform};
use bellwether_games::battle_sheep::{self, BattleSheep, RolloutPolicy};
use bellwether_games::breakthrough::{self, Breakthrough, DecisiveRollout};
use bellwether_search::{Agent, Budget, Limits, Mcts, MctsSettings, Rewards, Uct};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const SIMULATIONS: u64 = 100_000;

fn search<G: Game, P: Rollout<G>>(
    bencher: Bencher<'_, '_>,
    game: &G,
    rollout: &P,
    settings: MctsSettings,
) {
    let limits = Limits { simulations: Some(SIMULATIONS), ..Limits::default() };
    bencher
        .counter(ItemsCount::new(SIMULATIONS))
        .with_inputs(|| Mcts::new(settings, rollout.clone(), 1))
        .bench_local_refs(|agent| agent.choose(game, &game.start(), &Budget::untimed(limits)));
}

/// The standard board with uniformly random games.
#[divan::bench(args = [1, 2], sample_count = 10)]
fn breakthrough_random(bencher: Bencher<'_, '_>, threads: usize) {
    let game = Breakthrough::<u64>::new(breakthrough::Setup::default());
    search(bencher, &game, &Uniform, MctsSettings { threads, ..MctsSettings::for_seats(2) });
}

/// The standard board with the games that `mcts` plays.
#[divan::bench(args = [1, 2], sample_count = 10)]
fn breakthrough_decisive(bencher: Bencher<'_, '_>, threads: usize) {
    let game = Breakthrough::<u64>::new(breakthrough::Setup::default());
    search(
        bencher,
        &game,
        &DecisiveRollout,
        MctsSettings { threads, ..MctsSettings::for_seats(2) },
    );
}

/// Four seats on the field of seed 1, with the rollout policy and PUCT, as `mcts` plays there.
#[divan::bench(args = [1, 2], sample_count = 5)]
fn battle_sheep_policy(bencher: Bencher<'_, '_>, threads: usize) {
    let game = BattleSheep::new(battle_sheep::Setup::default());
    let priors = PriorUse::Puct { temperature: 0.15 };
    let settings = MctsSettings { threads, priors, exploration: 1.0, ..MctsSettings::for_seats(4) };
    search(bencher, &game, &RolloutPolicy, settings);
}

/// The baseline.
#[divan::bench(sample_count = 5)]
fn battle_sheep_plain_uct(bencher: Bencher<'_, '_>) {
    let game = BattleSheep::new(battle_sheep::Setup::default());
    let limits = Limits { simulations: Some(SIMULATIONS / 10), ..Limits::default() };
    bencher
        .counter(ItemsCount::new(SIMULATIONS / 10))
        .with_inputs(|| Uct::new(Rewards::for_seats(4), 1))
        .bench_local_refs(|agent| agent.choose(&game, &game.start(), &Budget::untimed(limits)));
}
