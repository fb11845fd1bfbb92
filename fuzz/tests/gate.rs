//! Every target for a second, with a new seed each time: what `cargo xtask test` has time for.

use std::process::Command;

#[test]
fn no_parser_panics_on_mutated_text() {
    let output = Command::new(env!("CARGO_BIN_EXE_bellwether-fuzz")).arg("1").output().unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{text}");
}
