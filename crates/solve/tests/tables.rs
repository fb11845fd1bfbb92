//! Table files: atomic, resumed after any interruption, and verified.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};

use bellwether_core::{Game, Notation, Seat};
use bellwether_games::wolf_and_sheep::{self, WolfAndSheep};
use bellwether_games::wolves_eat_sheep::{self, WolvesEatSheep};
use bellwether_solve::check::{CheckError, check};
use bellwether_solve::run::{SolveError, plan, solve, solver_for};
use bellwether_solve::table::{SolvedTable, TableError, TableKey, TableWriter, partial_name};
use bellwether_solve::{Oracle, Solvable, Value};

static NEVER: AtomicBool = AtomicBool::new(false);

/// A folder of its own for each test, empty at first.
fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("bellwether-tables-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

fn wolves(layout: &str) -> WolvesEatSheep {
    WolvesEatSheep::new(wolves_eat_sheep::Setup::from_layout(layout).unwrap())
}

fn flock(size: usize) -> WolfAndSheep<u64> {
    WolfAndSheep::new(wolf_and_sheep::Setup::new(size, None).unwrap())
}

fn solved<G: Solvable>(game: &G, folder: &Path) -> SolvedTable {
    solve(game, folder, u64::MAX, &NEVER, &|_| {}).unwrap()
}

fn error_of<G: Solvable>(game: &G, folder: &Path) -> String {
    solve(game, folder, u64::MAX, &NEVER, &|_| {}).unwrap_err().to_string()
}

#[test]
fn a_table_says_what_the_solver_found_and_passes_its_check() {
    fn round<G: Solvable>(game: &G, folder: &Path) {
        let table = solved(game, folder);
        let report = check(game, &table, &NEVER, &|_| {}).unwrap();
        assert!(report.positions > 100);
        let (file, memory) = (
            Oracle::find(game, folder).unwrap().unwrap(),
            Oracle::solve(game, u64::MAX, &NEVER).unwrap().unwrap(),
        );
        let mut state = game.start();
        for ply in 0..30 {
            let moves = file.moves(&state).unwrap();
            assert_eq!(moves, memory.moves(&state).unwrap());
            let Some(next) = moves.get(ply % moves.len().max(1)) else { break };
            game.play(&mut state, next.m);
        }
    }
    let folder = folder("round");
    round(&wolves("SSS/SSS/.W."), &folder);
    round(&wolves("SSSS/4/W1W1"), &folder);
    round(&wolves("SSSS/4/4/1W2"), &folder);
    round(&flock(4), &folder);
    round(&flock(6), &folder);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_flipped_byte_is_found() {
    let folder = folder("flipped");
    let game = wolves("SSS/.../.W.");
    let path = solved(&game, &folder).path().to_owned();
    let bytes = fs::read(&path).unwrap();
    let bad = folder.join("bad.table");
    for (at, byte) in bytes.iter().enumerate() {
        let mut flipped = bytes.clone();
        flipped[at] = byte ^ (1 << (at % 8));
        fs::write(&bad, flipped).unwrap();
        let found = SolvedTable::open(&bad).map_err(CheckError::from).and_then(|table| {
            assert!(table.subject().holds(&game), "byte {at}");
            check(&game, &table, &NEVER, &|_| {})
        });
        assert!(found.is_err(), "byte {at} of {} was flipped unnoticed", bytes.len());
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_truncation_is_found_and_foreign_files_are_refused() {
    let folder = folder("truncated");
    let path = solved(&wolves("SSS/.../.W."), &folder).path().to_owned();
    let bytes = fs::read(&path).unwrap();
    let bad = folder.join("bad.table");
    for len in 0..bytes.len() {
        fs::write(&bad, &bytes[..len]).unwrap();
        assert!(SolvedTable::open(&bad).is_err(), "cut to {len} bytes");
    }
    let mut longer = bytes.clone();
    longer.push(0);
    fs::write(&bad, longer).unwrap();
    assert!(SolvedTable::open(&bad).is_err());
    fs::write(&bad, b"#!/bin/sh\nexit 0\n").unwrap();
    let foreign = SolvedTable::open(&bad).unwrap_err().to_string();
    assert!(
        foreign.ends_with("bad.table: not a table: its first bytes are not a table's"),
        "{foreign}"
    );
    let missing = SolvedTable::open(&folder.join("none.table")).unwrap_err().to_string();
    assert!(missing.ends_with("none.table: there is no such file"), "{missing}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_wrong_value_with_right_checksums_is_found() {
    let folder = folder("wrong");
    let game = wolves("SSS/.../.W.");
    let numbering = bellwether_core::Indexed::numbering(&game).unwrap();
    let mut solver = solver_for(&game, &numbering);
    let watch = bellwether_solve::SolveControl { stop: &NEVER, settled: &|_| {} };
    let codes = solver.solve(0, &watch).unwrap().to_vec();
    for at in (0..codes.len()).step_by(37) {
        let mut wrong = codes.clone();
        wrong[at] = if wrong[at] == 1 { 4 } else { 1 };
        let path = folder.join(format!("{at}.table"));
        let mut writer = TableWriter::open(&path, &TableKey::of(&game, &numbering)).unwrap();
        writer.append(&wrong, &AtomicBool::new(false)).unwrap();
        let table = SolvedTable::open(&writer.complete().unwrap()).unwrap();
        let found = check(&game, &table, &NEVER, &|_| {}).unwrap_err();
        assert!(matches!(found, CheckError::Wrong { .. }), "number {at}: {found}");
    }
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_interrupted_run_goes_on_and_gives_the_same_bytes() {
    let (whole, parts) = (folder("whole"), folder("parts"));
    let game = wolves("SSSS/SS2/4/.WW.");
    let expected = fs::read(solved(&game, &whole).path()).unwrap();
    let path = plan(&game, &parts).unwrap().path;
    let (mut interruptions, mut tiers_seen) = (0, 0);
    // It is stopped at every other report of progress.
    loop {
        let (stop, reports) = (AtomicBool::new(false), AtomicUsize::new(0));
        let progress = |progress: bellwether_solve::run::SolveProgress| {
            stop.store(reports.fetch_add(1, Relaxed) >= 8 + 3 * progress.tier, Relaxed);
        };
        match solve(&game, &parts, u64::MAX, &stop, &progress) {
            Ok(_) => break,
            Err(SolveError::Stopped) => {}
            Err(error) => panic!("{error}"),
        }
        interruptions += 1;
        assert!(!path.exists(), "an incomplete table has the final name");
        let partial = partial_name(&path);
        assert!(partial.exists());
        // A kill in the middle of a write leaves garbage behind the finished tiers.
        let mut bytes = fs::read(&partial).unwrap();
        bytes.extend(b"TIER and some torn bytes");
        fs::write(&partial, bytes).unwrap();
        let numbering = bellwether_core::Indexed::numbering(&game).unwrap();
        let finished =
            TableWriter::open(&path, &TableKey::of(&game, &numbering)).unwrap().finished();
        assert!(finished >= tiers_seen, "a finished tier was lost");
        tiers_seen = finished;
        if interruptions > 20 {
            solved(&game, &parts);
            break;
        }
    }
    assert!(interruptions > 1);
    assert!(fs::read(&path).unwrap() == expected, "the bytes differ");
    assert!(!partial_name(&path).exists());
    for folder in [whole, parts] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn other_files_are_not_overwritten() {
    let folder = folder("way");
    let game = wolves("SSS/.../.W.");
    let path = plan(&game, &folder).unwrap().path;
    // A file that is no table, under the table's name.
    fs::write(&path, "my diary").unwrap();
    assert!(error_of(&game, &folder).contains("not a table"));
    assert_eq!(fs::read(&path).unwrap(), b"my diary");
    fs::remove_file(&path).unwrap();
    // The same under the name of an unfinished one.
    fs::write(partial_name(&path), "my other diary").unwrap();
    assert!(error_of(&game, &folder).contains("not a table"));
    assert_eq!(fs::read(partial_name(&path)).unwrap(), b"my other diary");
    fs::remove_file(partial_name(&path)).unwrap();
    // A table of other options.
    let other = solved(&flock(4), &folder).path().to_owned();
    fs::copy(&other, &path).unwrap();
    let found = "this is a table of wolf-and-sheep, size=4, not of wolves-eat-sheep, columns=3";
    assert!(error_of(&game, &folder).contains(found), "{}", error_of(&game, &folder));
    assert_eq!(fs::read(&path).unwrap(), fs::read(&other).unwrap());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn concurrent_runs_are_refused_and_the_memory_limit_is_kept() {
    let folder = folder("busy");
    let game = wolves("SSS/.../.W.");
    let numbering = bellwether_core::Indexed::numbering(&game).unwrap();
    let path = plan(&game, &folder).unwrap().path;
    let writer = TableWriter::open(&path, &TableKey::of(&game, &numbering)).unwrap();
    let second = TableWriter::open(&path, &TableKey::of(&game, &numbering));
    assert!(matches!(second, Err(TableError::Busy { .. })));
    drop(writer);
    let refused = solve(&game, &folder, 1000, &NEVER, &|_| {}).unwrap_err();
    assert!(matches!(refused, SolveError::Memory { .. }), "{refused}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_table_for_more_sheep_answers_for_fewer() {
    let folder = folder("more");
    solved(&wolves("SSSS/4/W1W1"), &folder);
    let fewer = wolves("SSS1/4/1WW1");
    let oracle = Oracle::find(&fewer, &folder).unwrap().unwrap();
    let here = Oracle::solve(&fewer, u64::MAX, &NEVER).unwrap().unwrap();
    assert_eq!(oracle.moves(&fewer.start()).unwrap(), here.moves(&fewer.start()).unwrap());
    assert!(Oracle::find(&wolves("SSSS/S3/W1W1"), &folder).unwrap().is_none());
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn a_position_with_two_moves_in_a_row_is_evaluated_through_its_moves() {
    let game = flock(8);
    let oracle = Oracle::solve(&game, u64::MAX, &NEVER).unwrap().unwrap();
    // Fox and Hounds is a win for the hounds: known at least since Berlekamp, Conway and Guy.
    let value = oracle.value(&game.start()).unwrap().unwrap();
    assert!(matches!(value, Value::Lose(_)), "{value}");
    let moves = oracle.moves(&game.start()).unwrap();
    assert_eq!(moves.len(), 4);
    assert_eq!(moves[0].value, value);
    let line = oracle.line(&game.start(), usize::MAX).unwrap();
    assert_eq!(line.len(), usize::from(value.remoteness().unwrap()));
    let mut state = game.start();
    for next in line {
        assert!(game.try_play(&mut state, next.m));
    }
    let payoffs = game.status(&state).payoffs().expect("the line ends the game");
    assert_eq!(payoffs.winner(2), Some(Seat::SECOND), "{}", game.position_text(&state));
}

#[test]
fn a_table_that_becomes_shorter_while_it_is_open_is_an_error() {
    let folder = folder("shorter");
    let game = wolves("SSSS/4/W1W1");
    let table = solved(&game, &folder);
    let (path, size) = (table.path().to_owned(), table.size());
    let oracle = Oracle::find(&game, &folder).unwrap().unwrap();
    for len in [size / 2, 1, 0] {
        fs::OpenOptions::new().write(true).open(&path).unwrap().set_len(len).unwrap();
        assert!(check(&game, &table, &NEVER, &|_| {}).is_err(), "{len} bytes are left");
        assert!(matches!(oracle.moves(&game.start()), Err(TableError::Damaged { .. })));
    }
    fs::remove_dir_all(folder).unwrap();
}
