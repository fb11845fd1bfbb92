//! Whole random games of Battle Sheep: `cargo bench -p bellwether-games --bench battle_sheep`.
//!
//! The items per second that divan prints are games per second on one core.

use bellwether_core::Game;
use bellwether_core::random::{playout, seeded};
use bellwether_core::spec::{Options, Spec};
use bellwether_games::battle_sheep::{BattleSheep, CARD, Setup};
use divan::counter::ItemsCount;

/// Games a sample plays.
const GAMES: usize = 1000;

fn main() {
    divan::main();
}

#[divan::bench(args = ["basic", "basic,seats=2", "basic,teams", "big"], sample_count = 50)]
fn playouts(bencher: divan::Bencher<'_, '_>, options: &str) {
    let spec = Spec::parse(&format!("battle-sheep:{options}")).expect("a well-formed name");
    let options = Options::new(&spec, CARD.options).expect("known options");
    let game = BattleSheep::new(Setup::from_options(&options).expect("a possible game"));
    let mut rng = seeded(1);
    bencher.counter(ItemsCount::new(GAMES)).bench_local(|| {
        let mut plies = 0;
        for _ in 0..GAMES {
            plies += playout(&game, &mut game.start(), &mut rng, usize::MAX).plies;
        }
        plies
    });
}
