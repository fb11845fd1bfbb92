//! Agents that play tables keep what they have; those told to err do not.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use bellwether_catalog::{BotPermission, Limits, oracle};
use bellwether_core::{Status, Value};
use bellwether_standard::game;

static NEVER: AtomicBool = AtomicBool::new(false);
const GAMES: [&str; 4] = [
    "wolf-and-sheep:size=6",
    "wolf-and-sheep",
    "wolves-eat-sheep:layout=SSSS/S.../4/.W..",
    "wolves-eat-sheep:layout=SSSS/SS../4/.WW.",
];

/// How often an agent, playing both sides from a position reached at random, threw something away, and
/// how often it could have.
fn errors(spec: &str, agent: &str, seed: u64) -> (usize, usize) {
    let game = game(spec).unwrap();
    let oracle = oracle(game.as_ref(), Path::new("no tables"), &NEVER).unwrap();
    let (mut opening, mut agent) = (
        game.agent("random", seed, BotPermission::Refused).unwrap(),
        game.agent(agent, seed, BotPermission::Refused).unwrap(),
    );
    let mut position = game.start();
    let (mut thrown, mut chances) = (0, 0);
    for ply in 0..60 {
        let Status::ToMove(_) = position.status() else { break };
        let answer = oracle.answer(position.as_ref()).unwrap().unwrap();
        let player = if ply < 4 { &mut opening } else { &mut agent };
        let chosen = player.choose(position.as_ref(), Limits::default(), &NEVER).unwrap();
        let value = |text: &str| answer.moves.iter().find(|m| m.text == text).unwrap().value;
        if ply >= 4 {
            chances +=
                usize::from(answer.moves.iter().any(|m| !m.value.is_same_result(answer.value)));
            thrown += usize::from(!value(&chosen.text).is_same_result(answer.value));
        }
        position.play(&chosen.text).unwrap();
    }
    (thrown, chances)
}

#[test]
fn perfect_players_never_throw_anything_away() {
    let (mut thrown, mut chances) = (0, 0);
    for spec in GAMES {
        for seed in 0..10 {
            let (more, of) = errors(spec, "perfect", seed);
            (thrown, chances) = (thrown + more, chances + of);
        }
    }
    assert_eq!(thrown, 0);
    assert!(chances > 100, "{chances} chances to err are too few to tell");
}

#[test]
fn who_needs_exact_values_is_refused_where_there_are_none() {
    let lacks = |spec: &str, agent: &str| game(spec).unwrap().lacks(agent);
    let why =
        |spec: &str, agent: &str| game(spec).unwrap().validate(agent).err().unwrap().to_string();
    for spec in ["breakthrough", "breakthrough:workers=3", "connect-four"] {
        assert_eq!(lacks(spec, "perfect"), Some("needs a solved table"), "{spec}");
        assert_eq!(lacks(spec, "pvs"), None, "{spec}");
    }
    for spec in ["wolf-and-sheep:size=4", "connect-four:columns=5,rows=4"].iter().chain(&GAMES) {
        assert_eq!(lacks(spec, "perfect"), None, "{spec}");
        assert_eq!(game(spec).unwrap().validate("perfect"), Ok(()), "{spec}");
    }
    let refused = why("breakthrough", "perfect");
    assert!(refused.contains("`bellwether solve breakthrough` proves who wins"), "{refused}");
    for agent in ["perfect", "perfect:error=0.1", "alphabeta:tables=on"] {
        let refused = why("connect-four", agent);
        assert!(refused.contains("too many positions"), "{refused}");
    }
    assert_eq!(game("connect-four").unwrap().validate("alphabeta:tables=off"), Ok(()));
}

#[test]
fn searches_with_tables_throw_nothing_away() {
    for agent in ["greedy:tables=on", "alphabeta:depth=2,tables=on", "minimax:depth=2,tables=on"] {
        for spec in &GAMES[..3] {
            for seed in 0..4 {
                assert_eq!(errors(spec, agent, seed).0, 0, "{agent} on {spec}, seed {seed}");
            }
        }
    }
    for agent in ["pvs:depth=3,tables=on", "mcts:simulations=400,tables=on"] {
        let (thrown, chances) = (0..4).fold((0, 0), |(thrown, chances), seed| {
            let (more, of) = errors(GAMES[2], agent, seed);
            (thrown + more, chances + of)
        });
        assert!(thrown * 20 <= chances, "{agent}: {thrown} of {chances}");
    }
}

#[test]
fn an_agent_told_to_err_does_whenever_it_can() {
    let (mut thrown, mut chances) = (0, 0);
    for seed in 0..10 {
        let (more, of) = errors(GAMES[1], "perfect:error=1", seed);
        (thrown, chances) = (thrown + more, chances + of);
    }
    assert_eq!(thrown, chances);
    assert!(chances > 10);
    let (some, of) = (0..20).fold((0, 0), |(thrown, chances), seed| {
        let (more, of) = errors(GAMES[1], "perfect:error=0.3", seed);
        (thrown + more, chances + of)
    });
    assert!(some > 0 && some < of, "{some} of {of}");
}

#[test]
fn perfect_play_wins_as_fast_as_the_table_says() {
    let game = game("wolf-and-sheep").unwrap();
    let oracle = oracle(game.as_ref(), Path::new("no tables"), &NEVER).unwrap();
    let mut agent = game.agent("perfect", 1, BotPermission::Refused).unwrap();
    let mut position = game.start();
    let mut left = oracle.answer(position.as_ref()).unwrap().unwrap().value.remoteness().unwrap();
    while let Some(answer) = oracle.answer(position.as_ref()).unwrap() {
        assert_eq!(answer.value.remoteness(), Some(left));
        assert!(!matches!(answer.value, Value::Draw));
        let chosen = agent.choose(position.as_ref(), Limits::default(), &NEVER).unwrap();
        position.play(&chosen.text).unwrap();
        left -= 1;
    }
    assert_eq!(left, 0);
}
