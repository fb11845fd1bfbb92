//! The standard catalogue keeps what every catalogue promises, and answers as people expect.

use std::sync::atomic::AtomicBool;

use bellwether_catalog::{BotPermission, ChosenMove, Limits, contract};
use bellwether_core::Seat;
use bellwether_standard::standard;

static NEVER: AtomicBool = AtomicBool::new(false);

#[test]
fn every_listed_variant_exists_and_agents_can_play_it() {
    contract::check(&standard());
}

#[test]
fn every_named_start_is_a_game() {
    let catalog = standard();
    for name in ["wolves-eat-sheep", "wolf-and-sheep", "wolf-and-sheep:size=6,wolf=c1"] {
        let game = catalog.game(name).unwrap();
        let starts = game.named_starts();
        assert!(!starts.is_empty());
        for start in starts.iter().chain(&game.other_sizes()) {
            assert!(catalog.game(&start.game).is_ok(), "{start:?}");
        }
    }
    assert!(catalog.game("breakthrough").unwrap().named_starts().is_empty());
}

#[test]
fn unknown_names_suggest_near_ones() {
    let error = |text| standard().game(text).err().unwrap().to_string();
    assert_eq!(
        error("breaktrough"),
        "there is no game 'breaktrough': did you mean 'breakthrough'?"
    );
    assert!(error("chess").starts_with("there is no game 'chess': it is one of breakthrough"));
    let game = standard().game("breakthrough").unwrap();
    let error = |text| game.agent(text, 1, BotPermission::Refused).err().unwrap().to_string();
    assert_eq!(
        error("gredy"),
        "there is no agent 'gredy' for breakthrough: did you mean 'greedy'?"
    );
    assert_eq!(
        error("greedy:heuristic=offensive3"),
        "option 'heuristic' cannot be 'offensive3': did you mean 'offensive1'?"
    );
}

#[test]
fn those_who_watch_are_told_and_change_nothing() {
    let cases = [
        ("breakthrough", "pvs:depth=4"),
        ("breakthrough", "mcts:simulations=5000"),
        ("battle-sheep:hidden", "mcts:simulations=5000"),
    ];
    for (name, agent) in cases {
        let game = standard().game(name).unwrap();
        let position = game.start();
        let agent = || game.agent(agent, 1, BotPermission::Refused).unwrap();
        let alone = agent().choose(position.as_ref(), Limits::default(), &NEVER).unwrap();
        let seen = std::sync::Mutex::new(Vec::new());
        let watch = |chosen| seen.lock().unwrap().push(chosen);
        let watched =
            agent().think(position.as_ref(), Limits::default(), &NEVER, Some(&watch)).unwrap();
        assert_eq!(watched, ChosenMove { time: watched.time, ..alone }, "{name}");
        let seen = seen.into_inner().unwrap();
        assert!(seen.len() >= 2, "{name}: told {} times", seen.len());
        assert!(seen.is_sorted_by_key(|chosen| (chosen.depth, chosen.simulations)));
    }
}

#[test]
fn an_agent_refuses_another_game() {
    let small = standard().game("breakthrough").unwrap();
    let large = standard().game("breakthrough:rows=9,columns=9").unwrap();
    let mut agent = small.agent("random", 1, BotPermission::Refused).unwrap();
    assert!(agent.choose(large.start().as_ref(), Limits::default(), &NEVER).is_err());
    assert_eq!(small.seat_name(Seat::FIRST), "White");
}

#[test]
fn every_game_says_why_it_is_over_and_not_before() {
    let catalog = standard();
    for card in catalog.cards() {
        let (spec, mut reasons) = (card.variants[0].0, Vec::new());
        for seed in 0..4 {
            let game = catalog.game(spec).unwrap();
            let mut agent = game.agent("random", seed, BotPermission::Refused).unwrap();
            let mut position = game.start();
            // Wolves and sheep can go round for ever.
            for _ in 0..3000 {
                if position.status().is_over() {
                    break;
                }
                assert_eq!(position.ending_reason(), None, "{spec}: {}", position.text(None));
                let chosen = agent.choose(position.as_ref(), Limits::default(), &NEVER).unwrap();
                position.play(&chosen.text).unwrap();
            }
            if position.status().is_over() {
                let reason = position.ending_reason();
                assert!(
                    reason.is_some_and(|text| !text.is_empty() && !text.ends_with('.')),
                    "{spec}"
                );
                reasons.extend(reason);
            }
        }
        assert!(!reasons.is_empty(), "{spec}: no game came to its end");
    }
}

/// Who reads a list of variants knows what board each has.
#[test]
fn the_summary_of_a_variant_names_its_board() {
    let catalog = standard();
    // Fields are no rectangles: their cells are counted.
    let boards = catalog.cards().filter(|card| card.options.iter().all(|one| one.name != "cells"));
    for (spec, summary) in boards.flat_map(|card| card.variants) {
        let picture = catalog.game(spec).unwrap().start().picture(None);
        let board = format!("{}×{}", picture.columns, picture.rows);
        assert!(summary.contains(&board), "{spec}: {summary} has no {board}");
    }
}
