//! Proofs compared with full search, strategies checked by the naive rules, and damaged files.

use std::collections::HashMap;
use std::sync::Arc;

use bellwether_core::proving::NoProofHints;
use bellwether_core::random::{below, seeded};
use bellwether_core::twin::SeatGrid;
use bellwether_core::{Game, Notation, Seat, Status, Value};
use bellwether_games::breakthrough::naive::Naive;
use bellwether_games::breakthrough::{Breakthrough, Races, Setup};

use super::*;
use crate::TruthSource;

const BOARDS: [(usize, usize, usize); 9] = [
    (4, 2, 1),
    (4, 3, 1),
    (4, 4, 1),
    (5, 2, 1),
    (5, 3, 1),
    (6, 2, 1),
    (4, 3, 2),
    (5, 2, 2),
    (4, 3, 3),
];
const SMALL: ProofSettings = ProofSettings { mebibytes: 1, threads: 1 };

fn setup((rows, columns, workers): (usize, usize, usize)) -> Setup {
    Setup::new(rows, columns, workers).unwrap()
}

fn strategy(board: (usize, usize, usize), settings: ProofSettings, tail: u32) -> Strategy {
    let game = Breakthrough::<u64>::new(setup(board));
    let races = Races::new(&game);
    let (rows, columns, workers) = board;
    let name = format!("breakthrough:rows={rows},columns={columns},workers={workers}");
    Prover::new(&game, &races, settings, ProofControl::none()).strategy(&name, tail).unwrap()
}

/// The winner, by full search with the naive rules.
fn truth(naive: &Naive, grid: &SeatGrid, known: &mut HashMap<SeatGrid, Seat>) -> Seat {
    let mover = match naive.status(grid) {
        Status::Over(payoffs) => return payoffs.winner(2).unwrap(),
        Status::ToMove(mover) => mover,
    };
    if let Some(&winner) = known.get(grid) {
        return winner;
    }
    let wins = naive.moves(grid).into_iter().any(|m| {
        let next = naive.after(grid, m);
        truth(naive, &next, known) == mover
    });
    let winner = if wins { mover } else { mover.other() };
    known.insert(grid.clone(), winner);
    winner
}

#[test]
fn proofs_agree_with_full_search_at_the_start_and_in_random_positions() {
    let mut wins = [0; 2];
    for (seed, board) in BOARDS.into_iter().enumerate() {
        let naive = Naive(setup(board));
        let game = Breakthrough::<u64>::new(setup(board));
        let races = Races::new(&game);
        let mut knowing = Prover::new(&game, &races, SMALL, ProofControl::none());
        let mut plain = Prover::new(&game, &NoProofHints, SMALL, ProofControl::none());
        let mut known = HashMap::new();
        let mut rng = seeded(seed as u64);
        for _ in 0..30 {
            let (mut state, mut grid) = (game.start(), naive.start());
            while let Status::ToMove(mover) = game.status(&state) {
                let winner = truth(&naive, &grid, &mut known);
                let text = game.position_text(&state);
                assert_eq!(knowing.winner(&state), Some(winner), "{text}");
                assert_eq!(plain.winner(&state), Some(winner), "{text} without insight");
                wins[usize::from(winner == mover)] += 1;
                let m = game.nth_move(&state, below(&mut rng, game.count_moves(&state)));
                game.play(&mut state, m);
                naive.play(&mut grid, m);
            }
        }
    }
    assert!(wins.iter().all(|&times| times > 300), "{wins:?}");
}

#[test]
fn strategies_hold_against_every_reply_by_the_naive_rules() {
    for board in BOARDS {
        for tail in [1, 3] {
            let strategy = strategy(board, SMALL, tail);
            let naive = Naive(setup(board));
            let winner = truth(&naive, &naive.start(), &mut HashMap::new());
            assert_eq!(strategy.winner, winner, "{board:?}");
            let report = check(&naive, &strategy, ProofControl::none()).unwrap();
            assert!(report.positions > 0 && report.ends + report.tails > 0, "{board:?} {report:?}");
        }
    }
}

#[test]
fn a_strategy_knows_every_position_of_a_small_board() {
    for (seed, board) in BOARDS.into_iter().enumerate() {
        let naive = Naive(setup(board));
        let game = Arc::new(Breakthrough::<u64>::new(setup(board)));
        let strategy = strategy(board, SMALL, 3);
        let oracle = StrategyOracle::new(Arc::clone(&game), Races::new, strategy, 1 << 16).unwrap();
        let (mut known, mut rng) = (HashMap::new(), seeded(seed as u64));
        for _ in 0..20 {
            let (mut state, mut grid) = (game.start(), naive.start());
            while let Status::ToMove(mover) = game.status(&state) {
                let winner = truth(&naive, &grid, &mut known);
                let text = game.position_text(&state);
                let is_won = matches!(oracle.value(&state), Some(Value::Win(_)));
                assert_eq!(is_won, winner == mover, "{text}");
                let moves = oracle.moves(&state);
                assert_eq!(moves.len(), game.count_moves(&state), "{text}");
                for evaluated in moves {
                    let after = naive.after(&grid, evaluated.m);
                    let is_won = matches!(evaluated.value, Value::Win(_));
                    assert_eq!(is_won, truth(&naive, &after, &mut known) == mover, "{text}");
                }
                let best = oracle.choose(&state, &mut rng).unwrap();
                let after = naive.after(&grid, best.m);
                assert_eq!(truth(&naive, &after, &mut known), winner, "{text}");
                let m = game.nth_move(&state, below(&mut rng, game.count_moves(&state)));
                game.play(&mut state, m);
                naive.play(&mut grid, m);
            }
        }
    }
    // A strategy of another board does not answer the start.
    let other = Arc::new(Breakthrough::<u64>::new(setup((5, 3, 1))));
    let strategy = strategy((4, 3, 1), SMALL, 3);
    assert!(StrategyOracle::new(other, Races::new, strategy, 1).is_none());
}

#[test]
fn threads_and_the_size_of_the_table_do_not_change_the_result() {
    // One mebibyte holds 65,536 entries, about as many positions as the search of 5 × 4 expands.
    let board = (5, 4, 1);
    for (mebibytes, threads) in [(1, 1), (1, 2), (1, 3), (5, 1), (5, 3)] {
        let strategy = strategy(board, ProofSettings { mebibytes, threads }, 3);
        assert_eq!(strategy.winner, Seat::SECOND);
        check(&Naive(setup(board)), &strategy, ProofControl::none()).unwrap();
    }
}

#[test]
fn a_hole_in_a_strategy_is_found_where_it_matters() {
    let board = (4, 4, 1);
    let whole = strategy(board, SMALL, 1);
    let game = Breakthrough::<u64>::new(setup(board));
    let naive = Naive(setup(board));
    let mut found = 0;
    for hole in 0..whole.positions.len() {
        let mut strategy = whole.clone();
        strategy.positions.remove(hole);
        let Err(refutation) = check(&naive, &strategy, ProofControl::none()) else { continue };
        found += 1;
        assert!(matches!(refutation.fault, StrategyFault::NoAnswer | StrategyFault::NoStart));
        // The line can be played, and the winner, who is to move after it, has not won yet.
        let mut state = game.start();
        for &m in &refutation.line {
            assert!(game.try_play(&mut state, m));
        }
        assert!(!game.status(&state).is_over());
        let text = refutation.text(&game);
        assert!(text.ends_with("the winner has no answer") || refutation.line.is_empty(), "{text}");
    }
    // Some positions can be replaced by others of the strategy.
    assert!(found * 10 > whole.positions.len() * 8, "{found} of {}", whole.positions.len());
}

#[test]
fn a_move_changed_or_a_winner_exchanged_is_found() {
    let board = (4, 4, 1);
    let naive = Naive(setup(board));
    let whole = strategy(board, SMALL, 1);
    // Another move leads to another position: the one listed is exchanged for it.
    let mut changed = whole.clone();
    let start = naive.canonical_key(&naive.start());
    let place = whole.positions.iter().position(|&code| code != start).unwrap();
    changed.positions[place] ^= 1;
    changed.positions.sort_unstable();
    assert!(check(&naive, &changed, ProofControl::none()).is_err());
    let exchanged = Strategy { winner: whole.winner.other(), ..whole.clone() };
    assert!(check(&naive, &exchanged, ProofControl::none()).is_err());
    let empty = Strategy { positions: Vec::new(), ..whole.clone() };
    let refutation = check(&naive, &empty, ProofControl::none()).unwrap_err();
    assert_eq!(refutation, Refutation { line: Vec::new(), fault: StrategyFault::NoStart });
    // The same file does not prove anything about another board.
    assert!(check(&Naive(setup((4, 3, 1))), &whole, ProofControl::none()).is_err());
}

#[test]
fn files_round_trip_and_every_flipped_byte_is_found() {
    let strategy = strategy((4, 4, 1), SMALL, 3);
    let bytes = strategy.to_bytes();
    assert_eq!(Strategy::from_bytes(&bytes).unwrap(), strategy);
    for place in 0..bytes.len() {
        for flip in [1, 0x20, 0x80, 0xff] {
            let mut damaged = bytes.clone();
            damaged[place] ^= flip;
            assert!(Strategy::from_bytes(&damaged).is_err(), "byte {place} ^ {flip}");
        }
        assert!(Strategy::from_bytes(&bytes[..place]).is_err(), "cut at {place}");
    }
    let mut longer = bytes;
    longer.push(0);
    assert!(Strategy::from_bytes(&longer).is_err());
}

#[test]
fn extreme_codes_survive_a_file() {
    let positions = vec![0, 1, 127, 128, 129, 1 << 100, u128::MAX - 1, u128::MAX];
    let strategy = Strategy { game: "g".into(), winner: Seat::FIRST, tail: 1, positions };
    assert_eq!(Strategy::from_bytes(&strategy.to_bytes()).unwrap(), strategy);
}

/// Wrong headers with a correct checksum.
#[test]
fn wrong_contents_with_a_correct_checksum_are_refused() {
    let refused = |header: &str, body: &[u8]| {
        let mut bytes = format!("{header}\n\n").into_bytes();
        bytes.extend(body);
        let checksum = crc32fast::hash(&bytes);
        bytes.extend(checksum.to_le_bytes());
        Strategy::from_bytes(&bytes).unwrap_err().to_string()
    };
    let header = |version: &str, winner: &str, positions: &str, bytes: &str| {
        format!(
            "bellwether strategy {version}\ngame g\nwinner {winner}\ntail 1\npositions {positions}\nbytes {bytes}"
        )
    };
    let says = |header: String, body: &[u8], part: &str| {
        let error = refused(&header, body);
        assert!(error.contains(part), "{error}");
    };
    says(header("2", "1", "0", "0"), b"", "another version");
    says(header("1", "3", "0", "0"), b"", "neither 1 nor 2");
    says(header("1", "1", "0", "0").replace("tail 1", "tail 99"), b"", "tail");
    says(header("1", "1", "-1", "0"), b"", "'positions'");
    says(header("1", "1", "99999999999999999", "1"), b"\0", "fewer positions");
    says(header("1", "1", "1", "18446744073709551615"), b"\0", "cut short");
    says(header("1", "1", "1", "2"), b"\0\0", "more positions");
    says(header("1", "1", "1", "1"), b"\x80", "are invalid");
    says(header("1", "1", "1", "20"), &[0xff; 20], "are invalid");
    says(header("1", "1", "1", "19"), &[&[0xff; 18][..], &[0x04]].concat(), "are invalid");
    says(header("1", "1", "0", "0") + "\nmore 1", b"", "too long");
    says("bellwether strategy 1".to_owned(), b"", "'game'");
    assert!(Strategy::from_bytes(b"").is_err() && Strategy::from_bytes(&[0xff; 9999]).is_err());
}

#[test]
fn saving_is_atomic() {
    let folder = std::env::temp_dir().join(format!("bellwether-proof-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("4x3.strategy");
    let strategy = strategy((4, 3, 1), SMALL, 3);
    strategy.save(&path).unwrap();
    strategy.save(&path).unwrap();
    assert_eq!(Strategy::load(&path).unwrap(), strategy);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    assert!(strategy.save(&folder.join("missing").join("file")).is_err());
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(matches!(Strategy::load(&path), Err(FileError::Io(_))));
}

#[test]
fn a_stopped_search_has_no_result_and_reports_progress() {
    let game = Breakthrough::<u64>::new(Setup::default());
    let races = Races::new(&game);
    let stop = AtomicBool::new(false);
    let reported = std::sync::atomic::AtomicU64::new(0);
    let progress = |progress: ProofProgress| {
        reported.store(progress.nodes, Ordering::Relaxed);
        stop.store(true, Ordering::Relaxed);
    };
    let watch = ProofControl { stop: &stop, progress: &progress };
    let (winner, nodes) = solve(&game, &races, &game.start(), SMALL, watch);
    assert_eq!(winner, None);
    let reported = reported.load(Ordering::Relaxed);
    assert!(reported > 0 && nodes >= reported, "{reported} {nodes}");
}
