//! The program: see the library `bellwether_cli`.

use std::process::ExitCode;

fn main() -> ExitCode {
    bellwether_cli::run(&bellwether_standard::standard(), std::env::args_os())
}
