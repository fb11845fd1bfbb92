//! The race rules compared with full search.

use std::collections::HashMap;

use bellwether_core::random::{Rng, below, seeded};
use bellwether_core::{Game, Notation, Status};

use super::super::{BLACK, Setup};
use super::*;

fn game(rows: usize, columns: usize) -> Breakthrough<u64> {
    Breakthrough::new(Setup::new(rows, columns, 1).unwrap())
}

/// The winner by full search.
fn winner(
    game: &Breakthrough<u64>,
    state: &State<u64>,
    known: &mut HashMap<State<u64>, Seat>,
) -> Seat {
    let mover = match game.status(state) {
        Status::Over(payoffs) => return payoffs.winner(2).unwrap(),
        Status::ToMove(mover) => mover,
    };
    if let Some(&winner) = known.get(state) {
        return winner;
    }
    let wins = game.moves(state).into_iter().any(|m| {
        let next = game.after(state, m);
        winner(game, &next, known) == mover
    });
    let winner = if wins { mover } else { mover.other() };
    known.insert(*state, winner);
    winner
}

/// Compares with full search; returns whether the winner was proven.
fn check(
    game: &Breakthrough<u64>,
    races: &Races,
    state: &State<u64>,
    known: &mut HashMap<State<u64>, Seat>,
) -> bool {
    let Status::ToMove(mover) = game.status(state) else { return false };
    let truth = winner(game, state, known);
    let certain = races.proven_winner(game, state);
    if let Some(certain) = certain {
        assert_eq!(certain, truth, "{}", game.position_text(state));
    }
    let mut candidates = Vec::new();
    races.each_candidate(game, state, |m| candidates.push(m));
    for m in game.moves(state).into_iter().filter(|m| !candidates.contains(m)) {
        let next = game.after(state, m);
        assert_eq!(winner(game, &next, known), mover.other(), "{}", game.position_text(state));
    }
    certain.is_some()
}

/// Checks every position of a board, reachable or not; returns their number and the number of proven ones.
fn check_all(rows: usize, columns: usize) -> (u64, u64) {
    let game = game(rows, columns);
    let races = Races::new(&game);
    let squares = rows * columns;
    let mut known = HashMap::new();
    let (mut count, mut certain) = (0, 0);
    let white_squares = 1u64 << (squares - columns);
    for white in 1..white_squares {
        let free = !white & game.masks.board & !game.rank(0);
        let mut black = free;
        while black != 0 {
            for mover in [WHITE, BLACK] {
                let state = State { workers: [white, black], mover };
                count += 1;
                certain += u64::from(check(&game, &races, &state, &mut known));
            }
            black = (black - 1) & free;
        }
    }
    (count, certain)
}

/// Checks random positions with one to `most` workers a side.
fn check_some(rows: usize, columns: usize, most: usize, times: usize, seed: u64) -> u64 {
    let game = game(rows, columns);
    let races = Races::new(&game);
    let mut rng = seeded(seed);
    let mut known = HashMap::new();
    let mut certain = 0;
    for _ in 0..times {
        let mut workers = [0u64; 2];
        for side in 0..2 {
            for _ in 0..1 + below(&mut rng, most) {
                let square = below(&mut rng, (rows - 1) * columns) + side * columns;
                if workers[1 - side] >> square & 1 == 0 {
                    workers[side] |= 1 << square;
                }
            }
        }
        let mover = if rng.next_u64() & 1 == 0 { WHITE } else { BLACK };
        if workers.contains(&0) {
            continue;
        }
        certain += u64::from(check(&game, &races, &State { workers, mover }, &mut known));
        if known.len() > 1 << 20 {
            known.clear();
        }
    }
    certain
}

#[test]
fn proven_winners_are_right_in_every_position_of_small_boards() {
    for (rows, columns) in [(4, 2), (5, 2), (6, 2), (4, 3)] {
        let (count, certain) = check_all(rows, columns);
        assert!(certain * 2 > count, "{rows} {columns} {count} {certain}");
    }
}

#[test]
fn proven_winners_are_right_in_random_positions_of_larger_boards() {
    for (rows, columns, most) in [(5, 6, 2), (6, 5, 2), (8, 3, 2), (4, 9, 2), (8, 8, 1)] {
        assert!(check_some(rows, columns, most, 300, 1) > 30, "{rows} {columns}");
    }
}

/// Millions of positions, to be run after a change of the rules:
/// `cargo test --release -p bellwether-games race -- --ignored --nocapture`.
#[test]
#[ignore = "takes minutes"]
#[expect(clippy::print_stdout, reason = "a long test reports its progress")]
fn proven_winners_are_right_in_millions_of_positions() {
    for (rows, columns) in [(5, 3), (4, 4), (7, 2)] {
        let (count, certain) = check_all(rows, columns);
        println!("{rows}x{columns}: {certain} of all {count} positions certain");
    }
    for (rows, columns, most, times) in [
        (5, 6, 3, 200_000),
        (6, 6, 2, 200_000),
        (6, 4, 3, 200_000),
        (7, 3, 3, 200_000),
        (8, 8, 2, 50_000),
        (4, 9, 3, 200_000),
    ] {
        let certain = check_some(rows, columns, most, times, 5);
        println!("{rows}x{columns}, up to {most} a side: {certain} of {times} certain");
    }
}

#[test]
fn sacrifice_chains_and_runners() {
    let game = game(8, 8);
    let races = Races::new(&game);
    let certain = |text: &str| races.proven_winner(&game, &game.parse_position(text).unwrap());
    // b8 and c8 guard all of c6's steps. With d6 beside it, c6 steps to b7, where c8 has to take it, and
    // nobody guards d7 any more.
    assert_eq!(certain("1pp5/8/2P5/8/p7/8/8/8 w"), None);
    assert_eq!(certain("1pp5/8/2PP4/8/p7/8/8/8 w"), Some(WHITE));
    // c8 is in time to stop a worker that runs straight from b5, but not one that runs along the edge. If
    // Black is a rank nearer, it arrives first.
    assert_eq!(certain("2p5/8/8/1P6/p7/8/8/8 w"), Some(WHITE));
    assert_eq!(certain("2p5/8/8/1P6/8/p7/8/8 w"), Some(BLACK));
    // Two enemies before their goal cannot both be captured; one can, and then a6 is free to run.
    assert_eq!(certain("8/8/P7/8/8/8/1p3p2/P3P3 w"), Some(BLACK));
    assert_eq!(certain("7p/8/P7/8/8/8/1p6/P7 w"), Some(WHITE));
}
