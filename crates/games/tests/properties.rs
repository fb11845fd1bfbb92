//! Properties for random options: proptest chooses boards, layouts and fields, the contract suite plays on
//! them.

#[path = "../src/battle_sheep/tests/naive.rs"]
mod battle_sheep_naive;

use bellwether_core::bits::Bits;
use bellwether_core::contract;
use bellwether_core::spec::{Options, Spec};
use bellwether_core::square::Square;
use bellwether_core::{Notation, Render, Twin, ZeroSum2};
use bellwether_games::{
    battle_sheep, breakthrough, connect_four, wolf_and_sheep, wolves_eat_sheep,
};
use proptest::prelude::*;

fn check_two_seats<G: Notation + ZeroSum2 + Render>(game: &G, seed: u64) {
    contract::check(game, seed, 1);
    contract::check_zero_sum(game, seed, 1);
    contract::check_render(game, seed, 1);
}

/// Whatever is read as a position prints and reads back the same.
fn check_reading<G: Notation>(game: &G, text: &str) {
    if let Ok(state) = game.parse_position(text) {
        let printed = game.position_text(&state);
        assert!(game.parse_position(&printed).as_ref() == Ok(&state), "{text} as {printed}");
    }
}

fn breakthrough_on<B: Bits>(setup: breakthrough::Setup, seed: u64, text: &str) {
    let game = breakthrough::Breakthrough::<B>::new(setup);
    check_two_seats(&game, seed);
    contract::check_symmetric(&game, seed, 1);
    contract::check_twins(&game, &breakthrough::naive::Naive(setup), seed, 1);
    check_reading(&game, text);
}

fn wolf_and_sheep_on<B: Bits>(setup: wolf_and_sheep::Setup, seed: u64, text: &str) {
    let game = wolf_and_sheep::WolfAndSheep::<B>::new(setup);
    check_two_seats(&game, seed);
    contract::check_twins(&game, &wolf_and_sheep::naive::Naive(setup), seed, 1);
    check_reading(&game, text);
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(60) })]

    #[test]
    fn breakthrough_keeps_the_contract(
        rows in 4..20usize,
        columns in 2..20usize,
        workers in 1..5usize,
        seed: u64,
        text in "[pP1-9/]{0,30}( [wb])?",
    ) {
        let Ok(setup) = breakthrough::Setup::new(rows, columns, workers) else {
            prop_assert!(rows * columns > 128 || workers > columns);
            return Ok(());
        };
        if setup.is_small() {
            breakthrough_on::<u64>(setup, seed, &text);
        }
        breakthrough_on::<u128>(setup, seed, &text);
    }

    #[test]
    fn wolf_and_sheep_keeps_the_contract(
        half in 2..9usize,
        file in proptest::option::of(0..8usize),
        seed: u64,
        text in "[wS1-9/]{0,30}( [ws])?",
    ) {
        let wolf = file.map(|file| Square::new(2 * (file % half), 0));
        let setup = wolf_and_sheep::Setup::new(2 * half, wolf).unwrap();
        if setup.is_small() {
            wolf_and_sheep_on::<u64>(setup, seed, &text);
        }
        wolf_and_sheep_on::<u128>(setup, seed, &text);
    }

    #[test]
    fn connect_four_keeps_the_contract(
        columns in 2..16usize,
        rows in 2..16usize,
        connect in 2..7usize,
        seed: u64,
        text in "[xo1-9/]{0,30}( [xo])?",
    ) {
        let Ok(game) = connect_four::ConnectFour::<u128>::new(columns, rows, connect) else {
            prop_assert!(columns * (rows + 1) > 128 || connect > columns.max(rows));
            return Ok(());
        };
        check_two_seats(&game, seed);
        contract::check_symmetric(&game, seed, 1);
        contract::check_search_hints(&game, seed, 1);
        contract::check_twins(&game, &game.naive(), seed, 1);
        check_reading(&game, &text);
    }

    #[test]
    fn wolves_eat_sheep_keeps_the_contract(
        layout in "[SW.]{5}(/[SSW.]{5}){3,5}",
        seed: u64,
        text in "[SW1-9/.]{0,30}( [ws])?",
    ) {
        // Layouts that are over before they begin are refused: there is nothing to check.
        if let Ok(setup) = wolves_eat_sheep::Setup::from_layout(&layout) {
            let game = wolves_eat_sheep::WolvesEatSheep::new(setup);
            check_two_seats(&game, seed);
            contract::check_symmetric(&game, seed, 1);
            contract::check_twins(&game, &wolves_eat_sheep::naive::Naive(setup), seed, 1);
            check_reading(&game, &text);
        }
    }

    #[test]
    fn battle_sheep_keeps_the_contract(
        cells in 4..129usize,
        size in 2..20usize,
        sheep in 2..40usize,
        seats in 2..5usize,
        hidden: bool,
        field: u64,
        seed: u64,
    ) {
        let hidden = if hidden { "on" } else { "off" };
        let teams = if seats == 4 && seed.is_multiple_of(2) { "on" } else { "off" };
        let text = format!(
            "battle-sheep:cells={cells},size={size},sheep={sheep},seats={seats},seed={field},\
             hidden={hidden},teams={teams}"
        );
        let spec = Spec::parse(&text).unwrap();
        let options = Options::new(&spec, battle_sheep::CARD.options).unwrap();
        let Ok(setup) = battle_sheep::Setup::from_options(&options) else {
            prop_assert!(cells > size * size, "{text}");
            return Ok(());
        };
        let game = battle_sheep::BattleSheep::new(setup);
        let naive = battle_sheep_naive::Naive::new(&game);
        contract::check(&game, seed, 1);
        contract::check_hidden(&game, seed, 1);
        contract::check_render(&game, seed, 1);
        contract::check_twins(&game, &naive, seed, 1);
        let total = [5.0, 3.0, 2.0, 1.0][..seats].iter().sum();
        contract::check_constant_sum(&game, seed, 1, total);
    }
}
