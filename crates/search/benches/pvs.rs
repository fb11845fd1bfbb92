//! The speed of `pvs`: `cargo bench -p bellwether-search --bench pvs`.
//!
//! Nodes per second on one core, for a fixed number of nodes from the start.

use bellwether_core::Game;
use bellwether_games::breakthrough::{Breakthrough, Formula, Heuristic, Setup};
use bellwether_search::{Agent, Budget, Limits, Pvs, PvsSettings};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

const NODES: u64 = 2_000_000;

#[divan::bench(sample_count = 10)]
fn nodes_of_breakthrough_8x8(bencher: Bencher<'_, '_>) {
    let game = Breakthrough::<u64>::new(Setup::default());
    let limits = Limits { nodes: Some(NODES), ..Limits::default() };
    let agent = || Pvs::new(Heuristic { kind: Formula::Strong, seed: 0 }, PvsSettings::default());
    bencher
        .counter(ItemsCount::new(NODES))
        .with_inputs(agent)
        .bench_refs(|agent| agent.choose(&game, &game.start(), &Budget::untimed(limits)));
}
