//! The game keeps what every game promises, and so does a catalogue with it.

use bellwether_catalog::contract as catalog_contract;
use bellwether_core::spec::{Options, Spec};
use bellwether_core::{GameFamily, GameReceiver, Playable, Twin, contract};
use bellwether_standard::standard;
use your_game::Domineering;

/// Takes the example's game out of its family.
struct Checks;

impl GameReceiver for Checks {
    type Output = ();

    fn receive<G: Playable>(self, game: G) {
        contract::check(&game, 1, 20);
        contract::check_actions(&game, 2, 20);
        contract::check_render(&game, 3, 5);
    }
}

fn board(text: &str) -> (Spec, &'static bellwether_core::Card) {
    (Spec::parse(text).unwrap(), <Domineering as GameFamily>::CARD)
}

#[test]
fn the_rules_keep_the_contract() {
    for text in ["domineering", "domineering:rows=2,columns=18", "domineering:rows=5,columns=3"] {
        let (spec, card) = board(text);
        Domineering::make(&Options::new(&spec, card.options).unwrap(), Checks).unwrap();
    }
}

#[test]
fn the_fast_rules_agree_with_the_naive_ones() {
    let game = Domineering::new(5, 4);
    contract::check_twins(&game, &game.naive(), 1, 500);
    contract::check_search_hints(&game, 2, 10);
    contract::check_zero_sum(&game, 3, 10);
    assert_eq!(contract::check_numbering(&Domineering::new(3, 3)), 2 * (1 << 9));
}

#[test]
fn a_catalogue_with_it_is_whole() {
    catalog_contract::check(&standard().with::<Domineering>());
}
