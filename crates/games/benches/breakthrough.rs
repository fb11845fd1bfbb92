//! Breakthrough's speed: `cargo bench -p bellwether-games --bench breakthrough`.
//!
//! Perft reports leaves per second, playouts report plies per second, both on one core.

use bellwether_core::Game;
use bellwether_core::perft::perft;
use bellwether_core::random::{playout, seeded};
use bellwether_games::breakthrough::{Breakthrough, Setup};
use divan::Bencher;
use divan::counter::ItemsCount;

fn main() {
    divan::main();
}

/// Leaves of the standard game at depth 6, as Fairy-Stockfish counts them too.
const LEAVES: u64 = 149_264_638;

#[divan::bench(sample_count = 10)]
fn perft_6_of_8x8(bencher: Bencher<'_, '_>) {
    let game = Breakthrough::<u64>::new(Setup::default());
    let start = game.start();
    assert_eq!(perft(&game, &start, 6), LEAVES);
    bencher.counter(ItemsCount::new(LEAVES)).bench(|| perft(&game, &start, 6));
}

#[divan::bench(sample_count = 20)]
fn random_plies_of_8x8(bencher: Bencher<'_, '_>) {
    random_plies(bencher, &Breakthrough::<u64>::new(Setup::default()));
}

#[divan::bench(sample_count = 20)]
fn random_plies_of_11x11(bencher: Bencher<'_, '_>) {
    let setup = Setup::new(11, 11, 1).expect("a board of 121 squares");
    random_plies(bencher, &Breakthrough::<u128>::new(setup));
}

/// A batch of whole random games from a fixed seed, so that every sample does the same work.
fn random_plies<G: Game>(bencher: Bencher<'_, '_>, game: &G) {
    let batch = || {
        let mut rng = seeded(1);
        let mut plies = 0;
        for _ in 0..10_000 {
            let mut state = game.start();
            plies += playout(game, &mut state, &mut rng, usize::MAX).plies;
        }
        plies
    };
    let plies = batch();
    bencher.counter(ItemsCount::new(plies)).bench(batch);
}
