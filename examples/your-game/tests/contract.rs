//! The game keeps what every game promises, and so does a catalogue with it and the agent.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bellwether_catalog::{
    AgentEntry, BotPermission, ChosenMove, DynGame, DynState, Limits, contract as catalog_contract,
};
use bellwether_core::spec::{Options, Spec};
use bellwether_core::{Actions, Game, GameFamily, GameReceiver, Playable, Twin, contract};
use bellwether_search::{Agent, Budget, Choice};
use bellwether_standard::standard;
use your_game::Domineering;
use your_game::agent::{FlatMonteCarlo, YourAgents, flat_for_every_game};

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
    catalog_contract::check(&your_game::catalog());
}

#[test]
fn an_agent_plays_the_same_for_every_game_and_compiled_for_one() {
    let catalogs = [
        standard().with_agents::<Domineering, YourAgents>(),
        standard().with::<Domineering>().with_agent(flat_for_every_game()),
    ];
    let [compiled, erased] = catalogs.map(|catalog| {
        let game = catalog.game("domineering:rows=4,columns=5").unwrap();
        let mut agent = game.agent("flat:games=8", 7, BotPermission::Refused).unwrap();
        let (mut position, mut chosen) = (game.start(), Vec::new());
        while position.status().mover().is_some() {
            let stop = AtomicBool::new(false);
            let choice = agent.choose(position.as_ref(), Limits::default(), &stop).unwrap();
            position.play(&choice.text).unwrap();
            chosen.push(ChosenMove { time: Duration::ZERO, ..choice });
        }
        chosen
    });
    assert_eq!(compiled, erased);
    assert!(
        compiled.iter().all(|chosen| chosen.alternatives.len() as u64 * 8 == chosen.simulations)
    );
}

#[test]
fn an_entry_says_which_games_it_plays_and_whether_it_repeats() {
    let for_two = flat_for_every_game().only_for(|game| game.seats() == 2).not_deterministic();
    let catalog = standard().with_agent(for_two);
    let game = |name| catalog.game(name).unwrap();
    let plays = |name| game(name).agents().iter().any(|agent| agent.name == "flat");
    assert!(plays("breakthrough") && !plays("battle-sheep"));
    assert!(game("battle-sheep").validate("flat").is_err());
    assert!(!game("breakthrough").is_deterministic("flat").unwrap());
    assert!(game("breakthrough").is_deterministic("mcts").unwrap());
    // The last agent of a name counts.
    let random = AgentEntry::new("random", "not what it was", &[], |_| {
        Ok(Box::new(FlatMonteCarlo::new(1, 1)))
    });
    let agents = catalog.with_agent(random).game("breakthrough").unwrap().agents();
    let summaries = agents.iter().filter(|agent| agent.name == "random");
    assert_eq!(summaries.map(|agent| agent.summary).collect::<Vec<_>>(), ["not what it was"]);
}

/// Plays an action that is never legal.
struct Cheat;

impl Agent<DynGame> for Cheat {
    fn choose(&mut self, game: &DynGame, _: &DynState, _: &Budget<'_>) -> Choice<DynGame> {
        Choice::bare(game.action_count())
    }
}

#[test]
#[should_panic(expected = "which is not legal here")]
fn an_illegal_action_is_a_panic_which_a_referee_takes_for_a_crash() {
    let cheat = AgentEntry::new("cheat", "breaks the rules", &[], |_| Ok(Box::new(Cheat)));
    let game = standard().with_agent(cheat).game("breakthrough").unwrap();
    let mut agent = game.agent("cheat", 1, BotPermission::Refused).unwrap();
    let _ = agent.choose(game.start().as_ref(), Limits::default(), &AtomicBool::new(false));
}
