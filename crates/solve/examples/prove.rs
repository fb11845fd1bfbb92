//! Proves who wins Breakthrough on a board, writes the strategy, reads it back and checks it.
//!
//! `cargo run --release -p bellwether-solve --example prove -- ROWS COLUMNS [WORKERS MEBIBYTES THREADS TAIL]`
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "an example talks")]

use std::path::Path;
use std::time::Instant;

use bellwether_core::Game;
use bellwether_games::breakthrough::naive::Naive;
use bellwether_games::breakthrough::{Breakthrough, Races, Setup};
use bellwether_solve::proof::{Progress, Prover, Settings, Strategy, Watch, check};

fn main() {
    let given: Vec<usize> =
        std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let number = |index: usize, usual| given.get(index).copied().unwrap_or(usual);
    let (rows, columns, workers) = (number(0, 5), number(1, 5), number(2, 1));
    let settings = Settings { mebibytes: number(3, 512), threads: number(4, 1) };
    let setup = Setup::new(rows, columns, workers).expect("a board");
    let game = Breakthrough::<u64>::new(setup);
    let began = Instant::now();
    let races = Races::new(&game);
    let progress = |progress: Progress| {
        if (progress.nodes >> 18).is_multiple_of(16) {
            eprintln!("{:.0} s {progress:?}", began.elapsed().as_secs_f64());
        }
    };
    let watch = Watch { progress: &progress, ..Watch::nobody() };
    let mut prover = Prover::new(&game, &races, settings, watch);
    println!("{rows}x{columns} workers={workers}: ready {:.2?}", began.elapsed());
    let winner = prover.winner(&game.start());
    println!("winner {winner:?}: {} nodes, {:.2?}", prover.nodes(), began.elapsed());
    let name = format!("breakthrough:rows={rows},columns={columns},workers={workers}");
    let strategy = prover.strategy(&name, number(5, 3) as u32).expect("not stopped");
    let file =
        std::env::temp_dir().join(format!("breakthrough-{rows}x{columns}-{workers}.strategy"));
    strategy.save(Path::new(&file)).expect("written");
    println!(
        "strategy: {} positions, {} bytes, {} nodes, {:.2?}",
        strategy.positions.len(),
        std::fs::metadata(&file).expect("written").len(),
        prover.nodes(),
        began.elapsed()
    );
    let strategy = Strategy::load(Path::new(&file)).expect("readable");
    let began = Instant::now();
    let report = check(&Naive(setup), &strategy, watch);
    println!("checked with the naive rules: {report:?}, {:.2?}", began.elapsed());
}
