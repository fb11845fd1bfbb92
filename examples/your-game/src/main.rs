//! `bellwether` with one game more.

use std::process::ExitCode;

fn main() -> ExitCode {
    let catalog = bellwether_standard::standard().with::<your_game::Domineering>();
    bellwether_cli::run(&catalog, std::env::args_os())
}
