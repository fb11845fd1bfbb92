//! Whole searches: compared with full search on small boards, within limits, and reproducible by seed.

use std::collections::HashSet;
use std::hash::Hash;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bellwether_core::contract::for_each_position;
use bellwether_core::random::seeded;
use bellwether_core::tree::LiteralTree;
use bellwether_core::{Game, Hidden, Notation, Payoffs, Rollout, Seat, Status, Uniform};
use bellwether_games::battle_sheep::{self, BattleSheep, Field, RolloutPolicy};
use bellwether_games::breakthrough::{self, Breakthrough, DecisiveRollout};
use bellwether_games::wolf_and_sheep::{self, WolfAndSheep};
use bellwether_games::wolves_eat_sheep::{self, WolvesEatSheep};
use rustc_hash::FxHashMap;

use super::simulate::softmax;
use super::{InformationSetMcts, Mcts, MctsSettings, PriorUse};
use crate::{Agent, Budget, Choice, Limits, Rewards, Score};

fn simulations(simulations: u64) -> Budget<'static> {
    Budget::untimed(Limits { simulations: Some(simulations), ..Limits::default() })
}

fn search<G: Game, P: Rollout<G>>(game: &G, rollout: P, state: &G::State, most: u64) -> Choice<G> {
    let mut agent = Mcts::new(MctsSettings::for_seats(game.seats()), rollout, 1);
    agent.choose(game, state, &simulations(most))
}

/// The positions of a few random games, without the first `opening` of each.
fn positions<G: Game>(game: &G, games: u64, opening: usize) -> Vec<G::State> {
    let mut found = Vec::new();
    for seed in 0..games {
        let mut rng = seeded(seed);
        let mut state = game.start();
        for ply in 0..1_000 {
            if game.status(&state).is_over() {
                break;
            }
            if ply >= opening {
                found.push(state.clone());
            }
            let m = game.random_move(&state, &mut rng);
            game.play(&mut state, m);
        }
    }
    found
}

/// The value for the mover by full search, in a game that cannot repeat: 1, 0 or −1.
fn full_value<G: Game>(game: &G, state: &G::State, known: &mut FxHashMap<G::State, i8>) -> i8
where
    G::State: Hash,
{
    if let Some(value) = known.get(state) {
        return *value;
    }
    let mover = match game.status(state) {
        Status::ToMove(mover) => mover,
        Status::Over(_) => unreachable!("values are asked while the game goes on"),
    };
    let mut best = -1;
    for m in game.moves(state) {
        let next = game.after(state, m);
        let value = match game.status(&next) {
            Status::Over(payoffs) => payoffs.of(mover) as i8,
            Status::ToMove(seat) if seat == mover => full_value(game, &next, known),
            Status::ToMove(_) => -full_value(game, &next, known),
        };
        best = best.max(value);
    }
    known.insert(state.clone(), best);
    best
}

fn proven<G: Game>(choice: &Choice<G>) -> Option<i8> {
    match choice.score {
        Some(Score::WinIn(_)) => Some(1),
        Some(Score::LossIn(_)) => Some(-1),
        Some(Score::Draw) => Some(0),
        _ => None,
    }
}

/// Every position of some random games is proven, correctly, and the chosen move keeps its value.
fn check_two_seats<G: Notation, P: Rollout<G>>(game: &G, rollout: &P, games: u64, opening: usize) {
    let mut known = FxHashMap::default();
    for state in positions(game, games, opening) {
        let value = full_value(game, &state, &mut known);
        let choice = search(game, rollout.clone(), &state, 500_000);
        let text = game.position_text(&state);
        assert_eq!(proven(&choice), Some(value), "{text}: {:?}", choice.score);
        let mover = game.status(&state).mover();
        let next = game.after(&state, choice.chosen);
        let after = match game.status(&next) {
            Status::Over(payoffs) => mover.map(|seat| payoffs.of(seat) as i8),
            Status::ToMove(seat) if Some(seat) == mover => known.get(&next).copied(),
            Status::ToMove(_) => known.get(&next).map(|value| -value),
        };
        assert_eq!(after, Some(value), "{text}: the move loses value");
    }
}

#[test]
fn breakthrough_is_proven_as_full_search_says() {
    for (rows, columns, games, opening) in
        [(4, 2, 20, 0), (4, 3, 10, 0), (5, 2, 10, 0), (5, 3, 5, 4)]
    {
        let setup = breakthrough::Setup::new(rows, columns, 1).unwrap();
        let game = Breakthrough::<u64>::new(setup);
        check_two_seats(&game, &DecisiveRollout, games, opening);
    }
    let three = breakthrough::Setup::new(4, 3, 2).unwrap();
    check_two_seats(&Breakthrough::<u64>::new(three), &Uniform, 5, 2);
}

#[test]
fn wolf_and_sheep_is_proven_as_full_search_says() {
    // The sheep never move back, so full search terminates: every second move is a sheep's.
    let setup = wolf_and_sheep::Setup::new(4, None).unwrap();
    check_two_seats(&WolfAndSheep::<u64>::new(setup), &Uniform, 20, 0);
}

/// Retrograde analysis of all reachable positions of a game with cycles: what is not forced is a draw.
fn retrograde<G: Game>(game: &G) -> FxHashMap<G::State, i8>
where
    G::State: Hash,
{
    let mut reached = vec![game.start()];
    let mut seen: HashSet<G::State> = reached.iter().cloned().collect();
    let mut at = 0;
    while at < reached.len() {
        let state = reached[at].clone();
        at += 1;
        for m in game.moves(&state) {
            let next = game.after(&state, m);
            if seen.insert(next.clone()) {
                reached.push(next);
            }
        }
    }
    let mut value: FxHashMap<G::State, i8> = FxHashMap::default();
    loop {
        let before = value.len();
        for state in &reached {
            if value.contains_key(state) {
                continue;
            }
            let found = match game.status(state) {
                // From seat 1's point of view.
                Status::Over(payoffs) => Some(payoffs.of(Seat::FIRST) as i8),
                Status::ToMove(mover) => {
                    let want = if mover == Seat::FIRST { 1 } else { -1 };
                    let next: Vec<Option<i8>> = game
                        .moves(state)
                        .into_iter()
                        .map(|m| {
                            let next = game.after(state, m);
                            value.get(&next).copied()
                        })
                        .collect();
                    if next.contains(&Some(want)) {
                        Some(want)
                    } else {
                        next.iter().all(|v| *v == Some(-want)).then_some(-want)
                    }
                }
            };
            if let Some(found) = found {
                value.insert(state.clone(), found);
            }
        }
        if value.len() == before {
            return value;
        }
    }
}

#[test]
fn wolves_eat_sheep_is_never_proven_wrong() {
    for layout in ["SSS/.../.W.", "SSS/S../..W", "SSSS/..../W..."] {
        let setup = wolves_eat_sheep::Setup::from_layout(layout).unwrap();
        let game = WolvesEatSheep::new(setup);
        let truth = retrograde(&game);
        let (mut decided, mut proofs) = (0, 0);
        for state in positions(&game, 2, 0).into_iter().take(60) {
            let choice = search(&game, Uniform, &state, 20_000);
            let mover = game.status(&state).mover().unwrap();
            let sign = if mover == Seat::FIRST { 1 } else { -1 };
            let value = truth.get(&state).map(|value| value * sign);
            decided += usize::from(value.is_some());
            if let Some(claim) = proven(&choice) {
                proofs += 1;
                assert_eq!(Some(claim), value, "{}", game.position_text(&state));
            }
        }
        // Forced results a few plies away are found; longer ones need not be.
        assert!(proofs * 2 >= decided, "{layout}: {proofs} of {decided}");
    }
}

/// All results of max^n play, whichever of equally good moves each seat takes.
fn max_n_results<G: Game>(
    game: &G,
    rewards: &Rewards,
    state: &G::State,
    known: &mut FxHashMap<G::State, Vec<Payoffs>>,
) -> Vec<Payoffs>
where
    G::State: Hash,
{
    if let Some(results) = known.get(state) {
        return results.clone();
    }
    let results = match game.status(state) {
        Status::Over(payoffs) => vec![rewards.of(&payoffs)],
        Status::ToMove(mover) => {
            let branches: Vec<Vec<Payoffs>> = game
                .moves(state)
                .into_iter()
                .map(|m| {
                    let next = game.after(state, m);
                    max_n_results(game, rewards, &next, known)
                })
                .collect();
            // A result is possible if no other branch guarantees the mover more.
            let worst = |branch: &Vec<Payoffs>| {
                branch.iter().map(|result| result.of(mover)).fold(f32::INFINITY, f32::min)
            };
            let sure = branches.iter().map(worst).fold(f32::NEG_INFINITY, f32::max);
            let mut results: Vec<Payoffs> = Vec::new();
            for result in branches.into_iter().flatten() {
                if result.of(mover) >= sure && !results.contains(&result) {
                    results.push(result);
                }
            }
            results
        }
    };
    known.insert(state.clone(), results.clone());
    results
}

/// Settings with PUCT.
fn puct(seats: usize) -> MctsSettings {
    let default = MctsSettings::for_seats(seats);
    MctsSettings { exploration: 1.0, priors: PriorUse::Puct { temperature: 0.15 }, ..default }
}

#[test]
fn tiny_battle_sheep_is_proven_as_max_n_says() {
    for (field, seats, sheep) in [
        (".....", 2, 3),
        ("...\n...", 2, 3),
        ("...\n.#.\n...", 2, 3),
        ("....\n....", 3, 2),
        ("...\n...", 3, 3),
        ("....\n....", 4, 3),
    ] {
        let setup = battle_sheep::Setup::new(Field::parse(field).unwrap(), seats, sheep).unwrap();
        let game = BattleSheep::new(setup);
        let rewards = Rewards::for_seats(seats);
        let mut known = FxHashMap::default();
        for state in positions(&game, 4, seats) {
            let results = max_n_results(&game, &rewards, &state, &mut known);
            let mover = game.status(&state).mover().unwrap();
            let without_priors =
                MctsSettings { priors: PriorUse::Ignored, ..MctsSettings::for_seats(seats) };
            for settings in [without_priors, puct(seats)] {
                let mut agent = Mcts::new(settings, RolloutPolicy, 1);
                let choice = agent.choose(&game, &state, &simulations(200_000));
                let text = game.position_text(&state);
                let best =
                    rewards.of(&Payoffs::new(&[4.0, 3.0, 2.0, 1.0][..seats])).of(Seat::FIRST);
                let value = match choice.score.unwrap() {
                    Score::WinIn(_) => f64::from(best),
                    Score::LossIn(_) => 0.0,
                    Score::Draw => 0.5,
                    Score::Average(value) => value,
                    Score::Points(_) => unreachable!("mcts has no evaluation"),
                };
                assert!(
                    results.iter().any(|result| (f64::from(result.of(mover)) - value).abs() < 1e-4),
                    "{text}: {value} is none of {results:?}"
                );
                assert!(choice.simulations < 200_000, "{text}: not proven");
            }
        }
    }
}

#[test]
fn literal_trees() {
    let choose = |text: &str| {
        let tree = LiteralTree::parse(text).unwrap();
        search(&tree, Uniform, &0, 2_000)
    };
    // Branch 1 wins most playouts but has a refutation; branch 3 wins by force.
    let choice = choose("[[1 1 1 1 1 -1] [[[0] [1]] [[-1] [0]]] [[[1] [1]] 1]]");
    assert_eq!((choice.chosen, choice.score), (2, Some(Score::WinIn(4))));
    // Every branch loses: the longest loss is chosen, in which seat 2 takes the shorter line.
    let choice = choose("[[-1 1] [[[-1] [-1]] [-1]] [-1]]");
    assert_eq!((choice.chosen, choice.score), (1, Some(Score::LossIn(3))));
    // A proven draw is better than the refuted rest.
    let choice = choose("[[-1 1] [0 0] [1 -1]]");
    assert_eq!((choice.chosen, choice.score), (1, Some(Score::Draw)));
    // The same seat may move twice.
    let choice = choose("[1[-1 1] [1 -1]]");
    assert_eq!((choice.chosen, choice.score), (0, Some(Score::WinIn(2))));
    assert_eq!(choice.line, [0, 1]);
    // Seat 2 takes (1,8,3) left and (6,5,4) right.
    let choice = choose("[[(9,2,1) (1,8,3)] [(6,5,4) (2,4,9)]]");
    assert_eq!((choice.chosen, choice.line.clone()), (1, vec![1, 0]));
    assert_eq!(choice.score, Some(Score::WinIn(2)));
}

#[test]
fn the_same_seed_gives_the_same_search() {
    let game = Breakthrough::<u64>::new(breakthrough::Setup::default());
    let state = game.start();
    let [one, two] = [(), ()].map(|()| search(&game, DecisiveRollout, &state, 5_000));
    assert_eq!(one, two);
    let sheep = BattleSheep::new(battle_sheep::Setup::default());
    let [one, two] = [(), ()].map(|()| search(&sheep, RolloutPolicy, &sheep.start(), 2_000));
    assert_eq!(one, two);
    assert_eq!(one.simulations, 2_000);
    let [one, two] = [(), ()].map(|()| {
        Mcts::new(puct(4), RolloutPolicy, 1).choose(&sheep, &sheep.start(), &simulations(2_000))
    });
    assert_eq!(one, two);
}

#[test]
fn softmax_leaves_no_move_out() {
    let mut priors = [0.1, 0.9, 0.5];
    softmax(&mut priors, 0.1);
    assert!((priors.iter().sum::<f32>() - 1.0).abs() < 1e-6, "{priors:?}");
    // Priors that are four times the temperature apart differ by e⁴ = 54.6 but for the uniform share.
    let uniform = 0.05 / 3.0;
    assert!(((priors[1] - uniform) / (priors[2] - uniform) - 54.598).abs() < 0.01, "{priors:?}");
    assert!(priors[0] > uniform);
}

#[test]
fn memory_is_limited() {
    let game = Breakthrough::<u64>::new(breakthrough::Setup::default());
    let settings = MctsSettings { memory: 1, expand_after: 0, ..MctsSettings::for_seats(2) };
    let mut agent = Mcts::new(settings, DecisiveRollout, 1);
    let mut state = game.start();
    for _ in 0..6 {
        let choice = agent.choose(&game, &state, &simulations(20_000));
        assert_eq!(choice.simulations, 20_000);
        assert!(agent.bytes() <= 1 << 20, "{}", agent.bytes());
        game.play(&mut state, choice.chosen);
    }
    assert!(agent.bytes() > 1 << 19);
}

#[test]
fn a_simulation_expands_one_leaf_at_most() {
    // If virtual visits counted, every new leaf would be expanded at once, to the game's end.
    let game = Breakthrough::<u64>::new(breakthrough::Setup::default());
    let choice = search(&game, DecisiveRollout, &game.start(), 2_000);
    let most_moves = 3 * 16;
    assert!(choice.nodes <= 1 + 2_000 * most_moves, "{}", choice.nodes);
    let first = search(&game, DecisiveRollout, &game.start(), 2);
    assert_eq!((first.simulations, first.nodes), (2, 1 + 22));
}

#[test]
fn the_subtree_of_the_next_position_is_reused() {
    let game = Breakthrough::<u64>::new(breakthrough::Setup::new(6, 6, 1).unwrap());
    let mut agent = Mcts::new(MctsSettings::for_seats(2), DecisiveRollout, 1);
    let mut other = Mcts::new(MctsSettings::for_seats(2), DecisiveRollout, 2);
    let mut state = game.start();
    let mut reused = 0;
    while !game.status(&state).is_over() {
        let choice = agent.choose(&game, &state, &simulations(2_000));
        let visits: u64 = choice.alternatives.iter().map(|a| a.effort).sum();
        reused += usize::from(visits > 2_000);
        let moves = game.moves(&state);
        assert_eq!(choice.alternatives.len(), moves.len());
        assert!(choice.alternatives.iter().all(|a| moves.contains(&a.m)));
        let mut along = state;
        assert!(choice.line.iter().all(|m| game.try_play(&mut along, *m)), "{:?}", choice.line);
        game.play(&mut state, choice.chosen);
        if !game.status(&state).is_over() {
            let reply = other.choose(&game, &state, &simulations(500)).chosen;
            game.play(&mut state, reply);
        }
    }
    assert!(reused >= 3, "the tree was reused {reused} times");
}

#[test]
fn threads_agree_on_what_is_proven() {
    let game = Breakthrough::<u64>::new(breakthrough::Setup::new(5, 2, 1).unwrap());
    let alone = search(&game, DecisiveRollout, &game.start(), 500_000);
    for _ in 0..20 {
        let settings = MctsSettings { threads: 3, ..MctsSettings::for_seats(2) };
        let mut agent = Mcts::new(settings, DecisiveRollout, 1);
        let together = agent.choose(&game, &game.start(), &simulations(500_000));
        assert_eq!(proven(&together), proven(&alone));
        assert!(proven(&alone).is_some());
    }
    let settings = MctsSettings { threads: 2, ..MctsSettings::for_seats(2) };
    let large = Breakthrough::<u64>::new(breakthrough::Setup::default());
    let mut agent = Mcts::new(settings, DecisiveRollout, 1);
    assert_eq!(agent.choose(&large, &large.start(), &simulations(10_001)).simulations, 10_001);
}

#[test]
fn stops_on_signal_or_when_time_is_up() {
    let game = Breakthrough::<u64>::new(breakthrough::Setup::default());
    let stop = AtomicBool::new(true);
    let mut agent = Mcts::new(MctsSettings::for_seats(2), DecisiveRollout, 1);
    let unlimited = Limits { simulations: Some(u64::MAX), ..Limits::default() };
    let clock = || Duration::ZERO;
    let choice = agent.choose(&game, &game.start(), &Budget::new(unlimited, &clock, &stop));
    assert!(choice.simulations < 100);
    let go = AtomicBool::new(false);
    let limits = Limits { time: Some(Duration::from_secs(1)), ..Limits::default() };
    let late = || Duration::from_secs(1);
    let choice = agent.choose(&game, &game.start(), &Budget::new(limits, &late, &go));
    assert!(choice.simulations < 100);
}

#[test]
fn hidden_search_does_not_depend_on_hidden_information() {
    let field = Field::parse("....\n....\n....\n....").unwrap();
    let setup = battle_sheep::Setup::new(field, 2, 6).unwrap().hidden();
    let game = BattleSheep::new(setup);
    let choices = ["b1b5../a3a3../..../.... 1", "b4b2../a3a3../..../.... 1"].map(|text| {
        let state = game.parse_position(text).unwrap();
        let mut agent = InformationSetMcts::new(puct(2), RolloutPolicy, 5);
        agent.choose(&game, &state, &simulations(3_000))
    });
    assert_eq!(choices[0], choices[1]);
    assert_eq!(choices[0].simulations, 3_000);
}

/// The payoffs of `state` with best play.
fn best_play(game: &BattleSheep, state: &battle_sheep::State) -> Payoffs {
    let Status::ToMove(mover) = game.status(state) else {
        return game.status(state).payoffs().unwrap();
    };
    let after = |m| {
        let next = game.after(state, m);
        best_play(game, &next)
    };
    let results = game.moves(state).into_iter().map(after);
    results.max_by(|a, b| a.of(mover).total_cmp(&b.of(mover))).unwrap()
}

#[test]
fn hidden_search_plays_perfectly_with_full_information() {
    // When every rival cell holds one sheep, the mover has full information; only some moves are best.
    let field = Field::parse("....\n....").unwrap();
    let game = BattleSheep::new(battle_sheep::Setup::new(field, 2, 4).unwrap().hidden());
    let mut rng = seeded(3);
    let mut checked = 0;
    for_each_position(&game, 8, 300, |state| {
        let Status::ToMove(mover) = game.status(state) else { return };
        let view = game.view(state, mover);
        if checked == 12 || (0..6).any(|_| game.resample(&view, &mut rng) != *state) {
            return;
        }
        let value = |m| {
            let next = game.after(state, m);
            best_play(&game, &next).of(mover)
        };
        let values: Vec<f32> = game.moves(state).into_iter().map(value).collect();
        let best = values.iter().copied().fold(f32::MIN, f32::max);
        if values.iter().all(|&value| value == best) {
            return;
        }
        for settings in [MctsSettings::for_seats(2), puct(2)] {
            let mut agent = InformationSetMcts::new(settings, RolloutPolicy, 1);
            let choice = agent.choose(&game, state, &simulations(4_000));
            assert_eq!(value(choice.chosen), best, "{}", game.position_text(state));
        }
        checked += 1;
    });
    assert!(checked >= 5, "{checked}");
}
