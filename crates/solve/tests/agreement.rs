//! The fast solvers agree with a naive sweep on every position of many boards.

use std::collections::HashMap;
use std::sync::atomic::AtomicBool;

use bellwether_core::bits::Bits;
use bellwether_core::{Game, Seat, Status};
use bellwether_games::wolf_and_sheep::{self, WolfAndSheep};
use bellwether_games::wolves_eat_sheep::{self, WolvesEatSheep};
use bellwether_solve::{Oracle, Solvable, Value};
use rayon::prelude::*;

static NEVER: AtomicBool = AtomicBool::new(false);

/// Solves a finite set of positions that is closed under play, by sweeping over all of them again and
/// again. In sweep n an undecided position is won if some move leads to a position lost in n − 1 plies,
/// and lost if every move leads to one that is won, in n − 1 plies at the longest. `number` gives each
/// position its index; one without an index is over.
fn sweep<G: Game>(
    game: &G,
    positions: &[(G::State, Seat)],
    number: impl Fn(&G::State) -> Option<usize> + Sync,
) -> Vec<Value> {
    let mut values: Vec<Option<Value>> = positions
        .par_iter()
        .map(|(state, mover)| match game.status(state) {
            Status::Over(payoffs) if payoffs.of(*mover) > 0.0 => Some(Value::Win(0)),
            Status::Over(_) => Some(Value::Lose(0)),
            Status::ToMove(_) => None,
        })
        .collect();
    // Two more entries for finished games: lost and won for the side to move.
    let (lost, won) = (values.len() as u32, values.len() as u32 + 1);
    values.extend([Some(Value::Lose(0)), Some(Value::Win(0))]);
    let replies: Vec<Box<[u32]>> = positions
        .par_iter()
        .map(|(state, mover)| {
            let reply = |m| {
                let after = game.after(state, m);
                let outside = || match game.status(&after) {
                    Status::Over(payoffs) if payoffs.of(*mover) > 0.0 => lost,
                    _ => won,
                };
                number(&after).map_or_else(outside, |number| number as u32)
            };
            game.moves(state).into_iter().map(reply).collect()
        })
        .collect();
    let (mut plies, mut last) = (0, 0);
    // A loss by the longest defence follows the last decision by one ply.
    while plies <= last + 1 {
        plies += 1;
        let decided: Vec<(usize, Value)> = (0..positions.len())
            .into_par_iter()
            .filter(|index| values[*index].is_none())
            .filter_map(|index| {
                let replies = || replies[index].iter().map(|reply| values[*reply as usize]);
                let value = if replies().any(|value| value == Some(Value::Lose(plies - 1))) {
                    Value::Win(plies)
                } else {
                    let longest = replies().try_fold(0, |longest, value| match value {
                        Some(Value::Win(plies)) => Some(plies.max(longest)),
                        _ => None,
                    });
                    Value::Lose(longest? + 1)
                };
                (value.remoteness() == Some(plies)).then_some((index, value))
            })
            .collect();
        if !decided.is_empty() {
            last = plies;
        }
        for (index, value) in decided {
            values[index] = Some(value);
        }
    }
    values.truncate(positions.len());
    values.into_iter().map(|value| value.unwrap_or(Value::Draw)).collect()
}

/// Compares the two on every position.
fn agree<G: Solvable>(
    game: &G,
    positions: &[(G::State, Seat)],
    number: impl Fn(&G::State) -> Option<usize> + Sync,
) -> usize {
    let oracle = Oracle::solve(game, u64::MAX, &NEVER).unwrap().unwrap();
    let swept = sweep(game, positions, number);
    positions.par_iter().zip(&swept).for_each(|((state, _), value)| {
        let place = bellwether_core::Numbering::index_of(oracle.numbering(), state).unwrap();
        assert_eq!(oracle.at(place).unwrap(), Some(*value), "{}", game.position_text(state));
    });
    positions.len()
}

/// All positions with as many wolves as the layout has, and at most its sheep.
fn wolves_agree(layout: &str) -> usize {
    let game = WolvesEatSheep::new(wolves_eat_sheep::Setup::from_layout(layout).unwrap());
    let squares = game.columns() * game.rows();
    let (wolves, most) = (game.start().wolves.count(), game.start().sheep.count());
    let sets = |members: std::ops::RangeInclusive<usize>| -> Vec<u64> {
        (0..1u64 << squares).filter(|set| members.contains(&set.count())).collect()
    };
    let mut numbers = HashMap::new();
    let mut positions = Vec::new();
    let flocks = sets(3..=most);
    for wolves in sets(wolves..=wolves) {
        for &sheep in flocks.iter().filter(|sheep| *sheep & wolves == 0) {
            numbers.insert((wolves, sheep), positions.len());
            for mover in [Seat::FIRST, Seat::SECOND] {
                positions.push((wolves_eat_sheep::State { wolves, sheep, mover }, mover));
            }
        }
    }
    agree(&game, &positions, |state| {
        let first = numbers.get(&(state.wolves, state.sheep))?;
        Some(first + state.mover.index())
    })
}

/// All positions of a board.
fn flock_agrees(size: usize) -> usize {
    let game = WolfAndSheep::<u64>::new(wolf_and_sheep::Setup::new(size, None).unwrap());
    let squares = game.squares();
    let mut numbers = HashMap::new();
    let mut positions = Vec::new();
    for sheep in (0..1u64 << squares).filter(|set| set.count() == game.sheep()) {
        for wolf in (0..squares).filter(|square| !sheep.has(*square)) {
            numbers.insert((sheep, wolf as u8), positions.len());
            for mover in [Seat::FIRST, Seat::SECOND] {
                positions
                    .push((wolf_and_sheep::State { sheep, wolf: Some(wolf as u8), mover }, mover));
            }
        }
    }
    agree(&game, &positions, |state| {
        let first = numbers.get(&(state.sheep, state.wolf?))?;
        Some(first + state.mover.index())
    })
}

#[test]
fn wolves_on_3_by_3() {
    // 9 · (2⁸ less sets of up to two and all eight) · 2, and so on.
    assert_eq!(wolves_agree("SSS/SSS/.WS"), 9 * (256 - 1 - 8 - 28 - 1) * 2);
    assert_eq!(wolves_agree("SSS/SSS/.WW"), 36 * (128 - 1 - 7 - 21 - 1) * 2);
}

#[test]
fn wolves_on_boards_that_are_not_square() {
    wolves_agree("SSSS/4/WSW1");
    wolves_agree("SSS/3/3/.W.");
    wolves_agree("SSS/S2/3/3/W.W");
}

#[test]
fn one_wolf_on_4_by_4() {
    wolves_agree("SSSS/SSSS/4/.W..");
}

#[test]
fn two_wolves_on_4_by_4_with_up_to_six_sheep() {
    wolves_agree("SSSS/SS../4/.WW.");
}

#[test]
#[ignore = "minutes: run with --release -- --ignored"]
fn all_of_4_by_4_and_5_by_5_with_up_to_five_sheep() {
    wolves_agree("SSSS/SSSS/SSSS/SSW.");
    wolves_agree("SSSS/SSSS/SSSS/SWW.");
    wolves_agree("SSSSS/5/5/5/.W.W.");
    wolves_agree("SSSSS/5/5/5/.W...");
}

#[test]
fn the_flock_on_4_by_4_and_6_by_6() {
    assert_eq!((flock_agrees(4), flock_agrees(6)), (336, 24_480));
}

#[test]
#[ignore = "a minute: run with --release -- --ignored"]
fn the_flock_on_8_by_8() {
    assert_eq!(flock_agrees(8), 35_960 * 28 * 2);
}
