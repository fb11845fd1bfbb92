//! Whether two programs play the same: digests of bytes, of a game's rules and of agents.

use std::sync::atomic::AtomicBool;

use bellwether_arena::record::Entrant;
use bellwether_catalog::{AnyGame, BotPermission, Limits, random_position};
use bellwether_core::Error;
use sha2::{Digest, Sha256};

/// Plies of random play that lead to the positions that are compared.
const PLIES: [usize; 4] = [0, 5, 12, 25];

/// Small enough for some milliseconds.
const LIMITS: Limits =
    Limits { time: None, nodes: Some(1_000), depth: Some(2), simulations: Some(100) };

/// SHA-256 in hexadecimal digits.
#[must_use]
pub fn sha256(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The first digits are enough to tell programs apart.
fn short(hash: Sha256) -> String {
    hexadecimal(&hash.finalize()[..8])
}

/// A number that changes when the rules of the game do: positions of random games, their moves and what follows them.
///
/// # Errors
/// If the game cannot be made.
pub fn rules_digest(game: &dyn AnyGame) -> Result<String, Error> {
    let game = game.instance(0)?;
    let mut hash = Sha256::new();
    hash.update(game.spec().to_string());
    for plies in PLIES {
        let position = random_position(game.as_ref(), plies)?;
        hash.update(position.text(None));
        hash.update(format!("{:?}", position.status()));
        hash.update(position.moves().join(" "));
        hash.update(position.perft(2, true).to_le_bytes());
    }
    Ok(short(hash))
}

/// A number that changes when these players do: what each says about the same positions. Bots, and agents that look at
/// the clock, are known by their names alone.
///
/// # Errors
/// If there is no such agent.
pub fn agents_digest(game: &dyn AnyGame, players: &[Entrant]) -> Result<String, Error> {
    let game = game.instance(0)?;
    let stop = AtomicBool::new(false);
    let mut hash = Sha256::new();
    for Entrant { agent: text, .. } in players {
        if !game.is_deterministic(text)? {
            let name = text.split(':').next().unwrap_or_default();
            hash.update(name);
            continue;
        }
        hash.update(text);
        for plies in PLIES {
            let position = random_position(game.as_ref(), plies)?;
            if position.status().is_over() {
                continue;
            }
            let mut agent = game.agent(text, 1, BotPermission::Refused)?;
            let chosen = agent.choose(position.as_ref(), LIMITS, &stop)?;
            hash.update(chosen.text);
            hash.update(chosen.nodes.to_le_bytes());
            hash.update(chosen.simulations.to_le_bytes());
        }
    }
    Ok(short(hash))
}
