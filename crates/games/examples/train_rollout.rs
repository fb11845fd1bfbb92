//! Trains Battle Sheep's rollout policy and writes its weights into the source: `cargo xtask train`.
#![allow(clippy::print_stdout, reason = "a run of minutes reports its progress")]

use bellwether_games::battle_sheep::train_rollout_weights;

const WEIGHTS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/battle_sheep/rollout/weights.txt");

fn main() -> std::io::Result<()> {
    let text = train_rollout_weights(&mut |batch, first| {
        println!("batch {batch}: first in {:.1} % of games", 100.0 * first);
    });
    std::fs::write(WEIGHTS, text)?;
    println!("wrote {WEIGHTS}");
    Ok(())
}
