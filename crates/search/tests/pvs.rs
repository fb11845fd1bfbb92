//! `pvs` compared with minimax's value at a fixed depth, and with every forced win by full search.

mod common;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

use bellwether_core::tree::{LiteralEval, LiteralTree};
use bellwether_core::{Eval, Game, Payoffs, SearchHints, Seat, Status};
use bellwether_games::{breakthrough, wolf_and_sheep, wolves_eat_sheep};
use bellwether_search::{Agent, Budget, Choice, FixedDepth, Limits, Pvs, PvsSettings, Score};
use breakthrough::Breakthrough;
use common::{Solved, Within, class, positions};
use wolf_and_sheep::WolfAndSheep;
use wolves_eat_sheep::WolvesEatSheep;

const SMALL: PvsSettings =
    PvsSettings { hash: 1, threads: 1, multipv: 1, seed: 1, is_exhaustive: false };

fn limited(limits: Limits) -> Budget<'static> {
    Budget::untimed(limits)
}

fn to_depth(depth: u32) -> Budget<'static> {
    limited(Limits { depth: Some(depth), ..Limits::default() })
}

fn to_nodes(nodes: u64) -> Budget<'static> {
    limited(Limits { nodes: Some(nodes), ..Limits::default() })
}

fn strong() -> breakthrough::Heuristic {
    breakthrough::Heuristic { kind: breakthrough::Formula::Strong, seed: 0 }
}

fn board(rows: usize, columns: usize) -> Breakthrough<u64> {
    Breakthrough::new(breakthrough::Setup::new(rows, columns, 1).unwrap())
}

fn wolf_board(size: usize) -> WolfAndSheep<u64> {
    WolfAndSheep::new(wolf_and_sheep::Setup::new(size, None).unwrap())
}

fn wolves_board(layout: &str) -> WolvesEatSheep {
    WolvesEatSheep::new(wolves_eat_sheep::Setup::from_layout(layout).unwrap())
}

/// An evaluation without `set_root`, as `pvs` uses it; minimax calls it.
#[derive(Clone)]
struct Rootless<E>(E);

impl<G: Game, E: Eval<G>> Eval<G> for Rootless<E> {
    fn eval(&self, game: &G, state: &G::State, pov: Seat) -> i32 {
        self.0.eval(game, state, pov)
    }

    fn finished(&self, game: &G, state: &G::State, payoffs: &Payoffs, pov: Seat) -> i32 {
        self.0.finished(game, state, payoffs, pov)
    }
}

/// The positions are of both seats, and one agent with one table searches all of them.
fn equals_minimax<G: SearchHints, E: Eval<G>>(game: &G, eval: &E, depth: u32, cap: usize) {
    let settings = PvsSettings { is_exhaustive: true, ..SMALL };
    let mut agent = Pvs::new(eval.clone(), settings);
    for state in positions(game, 5, 300, cap) {
        let view = Rootless(eval.clone());
        let plain =
            FixedDepth::new(view, depth, 1).minimax().choose(game, &state, &to_depth(depth));
        let found = agent.choose(game, &state, &to_depth(depth));
        assert_eq!(class(found.score), class(plain.score), "{state:?}");
        let value = plain.alternatives.iter().find(|other| other.m == found.chosen);
        assert_eq!(class(value.map(|other| other.score)), class(plain.score), "{state:?}");
    }
}

#[test]
fn at_full_width_it_gives_minimaxs_value() {
    for depth in 1..=4 {
        equals_minimax(&board(6, 4), &strong(), depth, 100);
        equals_minimax(&wolf_board(8), &wolf_and_sheep::Heuristic, depth + 1, 100);
    }
    let offensive = breakthrough::Heuristic { kind: breakthrough::Formula::Offensive2, seed: 4 };
    equals_minimax(&board(5, 4), &offensive, 3, 100);
    equals_minimax(&wolves_board("standard"), &wolves_eat_sheep::Heuristic::default(), 3, 40);
}

/// Every proven score is correct, and with this many nodes every position is proven.
fn finds_all<G: SearchHints, E: Eval<G>>(game: &G, eval: &E, from_ply: usize, count: usize) {
    let mut solved = Solved::new(game);
    let mut agent = Pvs::new(eval.clone(), SMALL);
    let budget = to_nodes(300_000);
    for state in positions(game, 7, count, 200).into_iter().skip(from_ply) {
        let Status::ToMove(mover) = game.status(&state) else { continue };
        let (winner, plies) = solved.outcome(&state);
        let choice = agent.choose(game, &state, &budget);
        match choice.score {
            Some(Score::WinIn(within)) => {
                assert!(winner == mover && within >= plies, "{state:?}: {within}, truly {plies}");
            }
            Some(Score::LossIn(_)) => assert_eq!(winner, mover.other(), "{state:?}"),
            other => panic!("{state:?}: {other:?}, though decided in {plies}"),
        }
        let next = game.after(&state, choice.chosen);
        assert_eq!(solved.outcome(&next).0, winner, "{state:?}: the move loses the win");
    }
}

#[test]
fn it_finds_every_forced_win_of_breakthrough() {
    finds_all(&board(4, 3), &strong(), 0, 200);
    finds_all(&board(5, 3), &strong(), 0, 30);
    finds_all(&board(5, 4), &strong(), 12, 18);
}

#[test]
fn it_finds_every_forced_win_of_wolf_and_sheep() {
    finds_all(&wolf_board(4), &wolf_and_sheep::Heuristic, 0, 100);
    finds_all(&wolf_board(6), &wolf_and_sheep::Heuristic, 0, 100);
}

#[test]
fn in_a_game_with_repetitions_it_finds_forced_wins_and_no_others() {
    let eval = wolves_eat_sheep::Heuristic::default();
    let mut claimed = 0;
    for layout in ["SSS/1S1/1W1", "SSSS/4/1W2", "SSSS/1SS1/4/1WW1"] {
        let game = wolves_board(layout);
        let mut truth = Within::new(&game);
        let mut agent = Pvs::new(eval, SMALL);
        for state in positions(&game, 3, 60, 25) {
            let Status::ToMove(mover) = game.status(&state) else { continue };
            let choice = agent.choose(&game, &state, &to_depth(7));
            let naive = truth.winner(&state, 5);
            match choice.score {
                Some(Score::WinIn(plies)) => {
                    assert_eq!(truth.winner(&state, plies), Some(mover), "{state:?}");
                    claimed += 1;
                }
                Some(Score::LossIn(plies)) => {
                    assert_eq!(truth.winner(&state, plies), Some(mover.other()), "{state:?}");
                    claimed += 1;
                }
                _ => assert_eq!(naive, None, "{state:?}: missed"),
            }
        }
    }
    assert!(claimed > 20, "{claimed}");
}

#[test]
fn the_same_limits_give_the_same_choice() {
    let game = board(8, 8);
    let run = |seed| -> Vec<Choice<Breakthrough<u64>>> {
        let mut agent = Pvs::new(strong(), PvsSettings { seed, ..SMALL });
        let mut state = game.start();
        let budget = to_nodes(4_000);
        (0..12)
            .map(|_| {
                let choice = agent.choose(&game, &state, &budget);
                game.play(&mut state, choice.chosen);
                choice
            })
            .collect()
    };
    assert_eq!(run(1), run(1));
    let moves = |seed| run(seed).iter().map(|choice| choice.chosen).collect::<Vec<_>>();
    assert!((2..6).any(|seed| moves(seed) != moves(1)), "the seed decides between equals");
}

#[test]
fn limits_are_kept() {
    let game = board(8, 8);
    let mut agent = Pvs::new(strong(), SMALL);
    for nodes in [1, 2, 100, 5_000] {
        let choice = agent.choose(&game, &game.start(), &to_nodes(nodes));
        assert!(choice.nodes <= nodes, "{} of {nodes}", choice.nodes);
        assert!(game.is_legal(&game.start(), choice.chosen));
    }
    assert_eq!(agent.choose(&game, &game.start(), &to_depth(3)).depth, 3);
}

#[test]
fn a_signal_stops_it_at_once() {
    let game = board(8, 8);
    let stopped = AtomicBool::new(true);
    for threads in [1, 2] {
        let mut agent = Pvs::new(strong(), PvsSettings { threads, ..SMALL });
        let limits = Limits { depth: Some(60), ..Limits::default() };
        let budget = Budget::new(limits, &|| Duration::ZERO, &stopped);
        let choice = agent.choose(&game, &game.start(), &budget);
        assert!(choice.nodes < 5_000, "{}", choice.nodes);
        assert!(game.is_legal(&game.start(), choice.chosen));
    }
}

#[test]
fn time_is_asked_for_every_few_nodes_and_kept() {
    let game = board(8, 8);
    let never = AtomicBool::new(false);
    // A clock that goes on by a millisecond whenever it is read.
    let reads = AtomicU64::new(0);
    let elapsed = || Duration::from_millis(reads.fetch_add(1, Ordering::Relaxed));
    let limits = Limits { time: Some(Duration::from_millis(30)), ..Limits::default() };
    let mut agent = Pvs::new(strong(), SMALL);
    let choice = agent.choose(&game, &game.start(), &Budget::new(limits, &elapsed, &never));
    assert!(game.is_legal(&game.start(), choice.chosen));
    let reads = reads.into_inner();
    assert!((2..40).contains(&reads), "the clock was read {reads} times");
    assert!(choice.nodes < 40 * 1_024, "{} nodes between {reads} looks", choice.nodes);
}

#[test]
fn several_threads_find_the_same_proof() {
    let game = board(5, 4);
    let mut agent = Pvs::new(strong(), PvsSettings { threads: 3, ..SMALL });
    let mut alone = Pvs::new(strong(), SMALL);
    for state in positions(&game, 2, 12, 100).into_iter().skip(5) {
        let together = agent.choose(&game, &state, &to_depth(30));
        assert_eq!(class(together.score), class(alone.choose(&game, &state, &to_depth(30)).score));
    }
}

#[test]
fn several_lines_are_the_best_moves_in_order() {
    let game = board(6, 4);
    let settings = PvsSettings { is_exhaustive: true, multipv: 4, ..SMALL };
    for state in positions(&game, 9, 40, 100) {
        let found = Pvs::new(strong(), settings).choose(&game, &state, &to_depth(3));
        let plain = FixedDepth::new(strong(), 3, 1).minimax().choose(&game, &state, &to_depth(3));
        let lines = plain.alternatives.len().min(4);
        assert_eq!(found.alternatives.len(), lines);
        for (line, expected) in found.alternatives.iter().zip(&plain.alternatives) {
            assert_eq!(class(Some(line.score)), class(Some(expected.score)), "{state:?}");
            assert_eq!(line.line[0], line.m);
        }
    }
}

#[test]
fn lines_can_be_played() {
    let game = board(8, 8);
    let mut agent = Pvs::new(strong(), SMALL);
    for mut state in positions(&game, 4, 30, 100) {
        let choice = agent.choose(&game, &state, &to_nodes(3_000));
        assert_eq!(choice.line.first(), Some(&choice.chosen));
        for &m in &choice.line {
            assert!(game.try_play(&mut state, m));
        }
    }
}

fn on_tree(text: &str, depth: u32) -> Choice<LiteralTree> {
    let tree = LiteralTree::parse(text).unwrap();
    Pvs::new(LiteralEval, SMALL).choose(&tree, &0, &to_depth(depth))
}

#[test]
fn trees_written_down() {
    // Russell and Norvig's figure.
    let choice = on_tree("[[=3[0] =12[0] =8[0]] [=2[0] =4[0] =6[0]] [=14[0] =5[0] =2[0]]]", 2);
    assert_eq!((choice.chosen, choice.score), (0, Some(Score::Points(3))));
    assert_eq!(choice.line, [0, 0]);
    // Seat 1 moves again at the second branch, so it takes the 9 there itself.
    let choice = on_tree("[[=3[0] =12[0]] 1[=9[0] =1[0]]]", 2);
    assert_eq!((choice.chosen, choice.score), (1, Some(Score::Points(9))));
    // The nearer win, and of losses the farther one.
    let choice = on_tree("[[[1]] 1 [[1]]]", 5);
    assert_eq!((choice.chosen, choice.score), (1, Some(Score::WinIn(1))));
    let choice = on_tree("[-1 [[[-1]]] [[-1 -1]]]", 6);
    assert_eq!((choice.chosen, choice.score), (1, Some(Score::LossIn(4))));
}
