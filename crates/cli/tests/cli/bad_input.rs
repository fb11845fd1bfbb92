//! Whatever is typed wrong ends with one sentence on standard error and exit code 2, and no panic.

use std::process::{Command, Output};

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_bellwether")).args(arguments).output().expect("it starts")
}

const HIDDEN: &str = "battle-sheep:hidden";
const DUEL: &str = "battle-sheep:seats=2,cells=24,size=6,sheep=8";

/// Arguments, and a part of the sentence they must lead to.
const CASES: &[(&[&str], &str)] = &[
    (&["show", "chess"], "there is no game 'chess'"),
    (&["show", "breaktrough"], "did you mean 'breakthrough'?"),
    (&["games", "sheep"], "there is no game 'sheep'"),
    (&["show", ""], "'' is not a name"),
    (&["show", "breakthrough:row=6"], "no option 'row': did you mean 'rows'?"),
    (&["show", "breakthrough:rows=3"], "'rows' takes a number from 4"),
    (&["show", "breakthrough:rows=6,rows=7"], "given twice"),
    (&["show", "breakthrough:rows=64,columns=8"], "more than 128 squares"),
    (&["show", "breakthrough:workers=9"], "9 workers cannot stand"),
    (&["show", "breakthrough", "--position", "8/8 w"], "2 ranks, not 8"),
    (&["show", "breakthrough", "--position", ""], "the position is empty"),
    (&["moves", "breakthrough", "--moves", "a2a3 a3a4"], "move 2: a3 holds an enemy"),
    (&["moves", "breakthrough", "--moves", "e2e5"], "move 1: a worker on e2 steps one square"),
    (&["perft", "breakthrough", "--depth", "1", "--position", "x w"], "1 ranks, not 8"),
    (&["show", "breakthrough", "--eyes", "3"], "there is no seat 3"),
    (&["show", "wolf-and-sheep:size=7"], "size"),
    (&["show", "wolf-and-sheep:wolf=b1"], "dark square of rank 1"),
    (&["moves", "wolf-and-sheep", "--moves", "@b1"], "b1"),
    (&["show", "wolves-eat-sheep:layout=.../.../..."], "there is no wolf"),
    (&["show", "wolves-eat-sheep:layout=standart"], "did you mean 'standard'?"),
    (&["show", "wolves-eat-sheep:layout=SSSSSSSSS/9/8W"], "9 files"),
    (&["moves", "wolves-eat-sheep", "--moves", "b1c2"], "b1"),
    (&["show", "battle-sheep:teams,seats=3"], "teams"),
    (&["show", "battle-sheep:cells=145"], "cells"),
    (&["show", "battle-sheep:field=/nowhere/field.txt"], "/nowhere/field.txt"),
    (&["show", "battle-sheep:field=/dev/zero"], "/dev/zero"),
    (&["moves", "battle-sheep", "--moves", "@zz9"], "zz9"),
    (&["play", "breakthrough", "--agent", "gredy", "--agent", "random"], "did you mean 'greedy'?"),
    (
        &["play", "breakthrough", "--agent", "random"],
        "--agent: breakthrough has 2 seats: name 2, not 1",
    ),
    (&["play", "breakthrough", "--json"], "no --json"),
    (&["best", "breakthrough", "--agent", "pvs:hash=1048576"], "'hash=1048576' needs 1024.0 GiB"),
    (&["best", "breakthrough", "--agent", "mcts:memory=1048576"], "'memory=1048576' needs 1024.0"),
    (&["best", "breakthrough", "--agent", "pvs:hash=0"], "'hash' takes a number from 1 to"),
    (
        &["best", HIDDEN, "--agent", "mcts:threads=2"],
        "'threads' has no effect on mcts in this game",
    ),
    (&["best", HIDDEN, "--agent", "mcts:depth=3"], "'depth' has no effect on mcts in this game"),
    (
        &["best", HIDDEN, "--agent", "wolf:threads=2"],
        "'threads' has no effect on mcts in this game",
    ),
    (&["engine", HIDDEN, "--agent", "mcts:threads=2"], "'threads' has no effect"),
    (&["best", "battle-sheep", "--agent", "brs:ties=shallow"], "'ties' has no effect on brs"),
    (&["match", DUEL, "--agent", "maxn:ties=shallow", "--agent", "random"], "'ties' has no effect"),
    (
        &["play", DUEL, "--agent", "paranoid:ties=shallow", "--agent", "random"],
        "'ties' has no effect on paranoid in this game: leave it out",
    ),
    (
        &["host", DUEL, "--seat", "client", "--seat", "brs:ties=shallow"],
        "'ties' has no effect on brs in this game: leave it out",
    ),
    (&["reproduce", "D9"], "there is no experiment 'D9': it is one of A-nodes"),
    (&["reproduce", "--out", "/nowhere/at/all"], "there is no folder '/nowhere/at'"),
    (&["agents", "breakthru"], "did you mean 'breakthrough'?"),
];

#[test]
fn bad_input_gets_one_clear_sentence_and_exit_code_2() {
    for (arguments, expected) in CASES {
        let output = run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {errors}");
        assert!(errors.contains(expected), "{arguments:?}: {errors}");
        assert!(errors.starts_with("error: ") && errors.lines().count() == 1, "{errors}");
        assert!(output.stdout.is_empty(), "{arguments:?} printed something");
    }
}

#[test]
fn arguments_that_make_no_command_are_refused_with_code_2_too() {
    for arguments in [&["shwo", "breakthrough"][..], &["perft", "breakthrough"], &["show"]] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(2), "{arguments:?}");
        assert!(!String::from_utf8_lossy(&output.stderr).contains("panicked"));
    }
}

#[test]
fn a_reader_that_has_had_enough_is_no_error() {
    // The pipe is closed before anything is written to it.
    let mut child = Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .args(["perft", "breakthrough", "--depth", "3", "--divide"])
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .expect("it starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("it ends");
    assert!(output.status.success());
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
}
