//! The judge: its values are chances to win in every game of the catalogue.

use std::sync::atomic::AtomicBool;

use bellwether_catalog::{AnyGame, BotPermission, Limits, calibration, chance, judge};
use bellwether_core::{Score, Seat};
use bellwether_standard::standard;

fn variants() -> impl Iterator<Item = Box<dyn AnyGame>> {
    let catalog = standard();
    let texts: Vec<&str> =
        catalog.cards().flat_map(|card| card.variants.iter().map(|(game, _)| *game)).collect();
    texts.into_iter().map(move |game| catalog.game(game).unwrap())
}

#[test]
fn every_value_that_people_are_shown_is_calibrated() {
    for game in variants() {
        let search = if game.seats() == 2 { "alphabeta" } else { "paranoid" };
        let has = |name: &str| game.agents().iter().any(|agent| agent.name == name);
        let search = if has(search) { search } else { "paranoid" };
        let evals = game.card().evals.iter();
        let mut agents: Vec<String> =
            evals.map(|eval| format!("{search}:depth=3,heuristic={}", eval.name)).collect();
        agents.extend([judge(game.as_ref(), 1), judge(game.as_ref(), 20), "uct".to_owned()]);
        agents.extend(game.levels().into_iter().map(|(name, _)| name.to_owned()).skip(1));
        for agent in agents {
            let known = calibration(game.as_ref(), &agent);
            let known = known.unwrap_or_else(|| panic!("{}: {agent}", game.spec()));
            assert!(known.slope > 0.0 && known.unit > 0.0, "{}: {known:?}", game.spec());
        }
        assert_eq!(calibration(game.as_ref(), "random"), None);
        assert_eq!(calibration(game.as_ref(), "mcts:rewards=1/0.9"), None, "other rewards");
    }
}

#[test]
fn raw_points_of_the_weaker_evaluations_are_no_certainty() {
    let game = standard().game("breakthrough").unwrap();
    let points = Score::Points(-44_796);
    let of = |agent: &str| chance(game.as_ref(), agent, points, Seat::SECOND).unwrap();
    assert!(of("ram") > of("pvs"), "defensive2 counts in thousandths: {} {}", of("ram"), of("pvs"));
    assert!((0.2..0.8).contains(&of("ram")), "a usual value of it: {}", of("ram"));
    assert_eq!(chance(game.as_ref(), "pvs", Score::WinIn(3), Seat::FIRST), Some(1.0));
}

#[test]
fn the_judge_knows_who_is_ahead() {
    let catalog = standard();
    let judged = |game: &str, position: &str| {
        let game = catalog.game(game).unwrap();
        let position = game.position(position).unwrap();
        let seat = position.status().mover().unwrap();
        let text = judge(game.as_ref(), 1);
        let mut agent = game.agent(&text, 1, BotPermission::Refused).unwrap();
        let stop = AtomicBool::new(false);
        let chosen = agent.choose(position.as_ref(), Limits::default(), &stop).unwrap();
        chance(game.as_ref(), &text, chosen.score.unwrap(), seat).unwrap()
    };
    let level = judged("breakthrough", "pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w");
    assert!((0.3..0.7).contains(&level), "the start: {level}");
    let ahead = judged("breakthrough", "1pp1pp2/2pp4/8/8/8/8/PPPPPPPP/PPPPPPPP w");
    assert!(ahead > 0.75, "sixteen against six: {ahead}");
    let behind = judged("breakthrough", "pppppppp/pppppppp/8/8/8/8/2PP4/1PP1PP2 w");
    assert!(behind < 0.25, "six against sixteen: {behind}");
}
