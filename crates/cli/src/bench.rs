//! `bench`: the same small searches for every game and agent, and one number that sums them up.
//!
//! The number depends on what the searches do and not on how fast they do it, so a change that should
//! not alter play must leave it as it is. A test holds it against the one in the repository.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use bellwether_catalog::{AnyGame, BotPermission, Catalog, Limits, random_position};
use bellwether_core::Error;
use bellwether_core::random::mix;
use serde_json::{Value, json};

/// Small enough for seconds over everything, large enough to meet every part of a search.
const LIMITS: Limits =
    Limits { time: None, nodes: Some(3_000), depth: Some(3), simulations: Some(300) };

/// How many plies of random play lead to each position searched.
const PLIES: [usize; 4] = [0, 5, 12, 25];

pub(crate) fn bench(catalog: &Catalog, as_json: bool) -> Result<String, Error> {
    let mut rows: Vec<BenchRow> = Vec::new();
    for card in catalog.cards() {
        for (variant, _) in card.variants {
            let game = catalog.game(variant)?;
            // `perfect` looks things up instead of searching, and needs a table that may not be there.
            for agent in game.agents().into_iter().filter(|agent| agent.name != "perfect") {
                rows.push(BenchRow::measure(game.as_ref(), agent.name)?);
            }
        }
    }
    let signature = rows.iter().fold(0, |sum, row| mix(sum, row.signature));
    let nodes: u64 = rows.iter().map(|row| row.nodes).sum();
    let seconds: f64 = rows.iter().map(|row| row.seconds).sum();
    if as_json {
        let list: Vec<Value> = rows.iter().map(BenchRow::json).collect();
        let value = json!({
            "rows": list, "nodes": nodes, "seconds": seconds,
            "signature": format!("{signature:016x}"),
        });
        return Ok(format!("{value}\n"));
    }
    let mut text = String::new();
    for row in &rows {
        let BenchRow { game, agent, nodes, moves, .. } = row;
        let _ = writeln!(text, "{game:<46} {agent:<10} {nodes:>7}  {}", moves.join(" "));
    }
    let _ = writeln!(text, "{nodes} nodes, signature {signature:016x}");
    Ok(text)
}

/// What one agent did in one game.
struct BenchRow {
    game: String,
    agent: &'static str,
    nodes: u64,
    moves: Vec<String>,
    seconds: f64,
    signature: u64,
}

impl BenchRow {
    fn measure(game: &dyn AnyGame, agent: &'static str) -> Result<Self, Error> {
        let stop = AtomicBool::new(false);
        let began = Instant::now();
        let mut row = Self {
            game: game.spec().to_string(),
            agent,
            nodes: 0,
            moves: Vec::new(),
            seconds: 0.0,
            signature: 0,
        };
        for plies in PLIES {
            let position = random_position(game, plies)?;
            if position.status().is_over() {
                continue;
            }
            let mut player = game.agent(agent, 1, BotPermission::Refused)?;
            let chosen = player.choose(position.as_ref(), LIMITS, &stop)?;
            row.nodes += chosen.nodes + chosen.simulations;
            row.signature = mix(row.signature ^ chosen.nodes, chosen.simulations);
            for byte in chosen.text.bytes() {
                row.signature = mix(row.signature, u64::from(byte));
            }
            row.moves.push(chosen.text);
        }
        row.seconds = began.elapsed().as_secs_f64();
        Ok(row)
    }

    fn json(&self) -> Value {
        json!({
            "game": self.game, "agent": self.agent, "nodes": self.nodes, "moves": self.moves,
            "seconds": self.seconds,
        })
    }
}
