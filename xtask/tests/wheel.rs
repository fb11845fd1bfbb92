//! What the wheel shares with the program and with the tests: each crate with the same features, so that cargo compiles
//! it once.

use std::collections::BTreeSet;
use std::process::Command;

/// The crates that cargo compiles for this selection, each with its features.
fn compiled(selection: &str) -> BTreeSet<String> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args("tree --locked --prefix none --format".split(' '))
        .arg("{p} [{f}]")
        .args(selection.split(' '))
        .output()
        .expect("cargo starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("cargo writes UTF-8");
    text.lines().map(|line| line.replace(" (proc-macro)", "").replace(" (*)", "")).collect()
}

/// Nothing of the wheel is missing among what is compiled anyway.
fn check_shared(wheel: &str, others: &str) {
    let (wheel, others) = (compiled(wheel), compiled(others));
    assert!(wheel.len() > 50, "{wheel:?}");
    // The example's own game is compiled without its program.
    let again = wheel.difference(&others).filter(|line| !line.starts_with("your-game v"));
    let again: Vec<&String> = again.collect();
    assert!(
        again.is_empty(),
        "compiled again for the wheel, because others turn on other features: {again:#?}\nadd those to [features] of \
         crates/python/Cargo.toml; `cargo tree {others}` shows them",
        others = "--format '{p} {f}'"
    );
}

#[test]
fn a_wheel_of_users_shares_what_the_program_is_made_of() {
    check_shared(
        "--edges normal --package bellwether-python-module --features shared",
        "--edges normal --package bellwether-cli --package bellwether-python-module \
         --features bellwether-python-module/shared",
    );
}

#[test]
fn the_wheel_of_the_gate_shares_what_the_tests_are_made_of() {
    check_shared(
        "--edges normal --package bellwether-python-module --features tested",
        "--edges normal,dev --workspace --all-features",
    );
}

#[test]
fn so_does_the_wheel_of_a_game_from_outside() {
    check_shared(
        "--edges normal --package your-game-python --features tested",
        "--edges normal,dev --workspace --all-features",
    );
}
