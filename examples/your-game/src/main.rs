//! `bellwether` with one game and one agent more.

use std::process::ExitCode;

fn main() -> ExitCode {
    bellwether_cli::run(&your_game::catalog(), std::env::args_os())
}
