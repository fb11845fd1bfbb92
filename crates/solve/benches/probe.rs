//! The cost of a probe when the block is already decompressed, as inside a search.

use std::sync::atomic::AtomicBool;

use bellwether_core::Game;
use bellwether_core::random::seeded;
use bellwether_games::wolves_eat_sheep::{Setup, State, WolvesEatSheep};
use bellwether_solve::{Oracle, run};

fn main() {
    divan::main();
}

/// Positions of random games, and a table of them.
fn table() -> (Oracle<WolvesEatSheep>, Vec<State>) {
    let layout = "SSSSS/S4/5/5/.W.W.";
    let game = WolvesEatSheep::new(Setup::from_layout(layout).expect("a layout"));
    let folder = std::env::temp_dir().join("bellwether-probe-bench");
    let never = AtomicBool::new(false);
    run::solve(&game, &folder, u64::MAX, &never, &|_| {}).expect("solved");
    let oracle = Oracle::find(&game, &folder).expect("sound").expect("there");
    let mut rng = seeded(1);
    let mut positions = Vec::new();
    while positions.len() < 100_000 {
        let mut state = game.start();
        for _ in 0..60 {
            if game.status(&state).is_over() {
                break;
            }
            positions.push(state);
            let m = game.random_move(&state, &mut rng);
            game.play(&mut state, m);
        }
    }
    (oracle, positions)
}

/// One hundred thousand probes of positions of random games.
#[divan::bench(sample_count = 20, sample_size = 1)]
fn a_hundred_thousand_probes(bencher: divan::Bencher<'_, '_>) {
    let (oracle, positions) = table();
    bencher.counter(divan::counter::ItemsCount::new(positions.len())).bench(|| {
        positions.iter().filter(|state| oracle.value(state).expect("sound").is_some()).count()
    });
}
