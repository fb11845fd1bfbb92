//! `best`: an agent's move and its evaluation.

use std::fmt::Write;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bellwether_catalog::{AnyGame, BotPermission, Catalog, ChosenMove, Score};
use bellwether_core::{Error, ErrorKind, Seat, Status};
use bellwether_report::{grouped, score_text};
use serde_json::{Value, json};

use crate::args::{PositionArgs, SearchLimitArgs};

pub(crate) fn best(
    catalog: &Catalog,
    at: &PositionArgs,
    agent: &str,
    seed: u64,
    multipv: Option<usize>,
    limits: &SearchLimitArgs,
    as_json: bool,
) -> Result<String, Error> {
    let found = at.find(catalog)?;
    let (game, position) = (found.game.as_ref(), found.position());
    let Status::ToMove(seat) = position.status() else {
        return Err(Error::new(ErrorKind::IllegalMove, "the game is over: there is no best move"));
    };
    let spec = with_lines(game, agent, multipv);
    game.validate(&spec)?;
    let mut agent = game.agent(&spec, seed, BotPermission::Allowed)?;
    let stop = AtomicBool::new(false);
    let chosen = agent.choose(position, limits.move_limits().limits(), &stop)?;
    Ok(if as_json {
        let mut value = chosen_json(&chosen, multipv);
        value["game"] = game.spec().to_string().into();
        value["position"] = position.text(None).into();
        value["agent"] = spec.into();
        value["mover"] = json!({ "seat": seat.number(), "name": game.seat_name(seat) });
        format!("{value}\n")
    } else {
        chosen_text(game, seat, &chosen, multipv)
    })
}

/// Agents that can evaluate several moves exactly do so.
fn with_lines(game: &dyn AnyGame, agent: &str, multipv: Option<usize>) -> String {
    let Some(lines) = multipv else { return agent.to_owned() };
    let name = agent.split(':').next().unwrap_or(agent);
    let has_option = game
        .agents()
        .iter()
        .any(|info| info.name == name && info.options.iter().any(|o| o.name == "multipv"));
    if !has_option || agent.contains("multipv=") {
        return agent.to_owned();
    }
    let join = if agent.contains(':') { ',' } else { ':' };
    format!("{agent}{join}multipv={lines}")
}

fn chosen_text(
    game: &dyn AnyGame,
    seat: Seat,
    chosen: &ChosenMove,
    multipv: Option<usize>,
) -> String {
    let mut text = format!("{}  {}", game.seat_name(seat), chosen.text);
    if let Some(score) = chosen.score {
        let _ = write!(text, "  {}", score_text(score));
    }
    text.push('\n');
    let mut spent = Vec::new();
    if chosen.depth > 0 {
        spent.push(format!("depth {}", chosen.depth));
    }
    if chosen.simulations > 0 {
        spent.push(format!("{} simulations", grouped(chosen.simulations)));
    }
    if chosen.nodes > 0 {
        spent.push(format!("{} nodes", grouped(chosen.nodes)));
        let rate = rate(chosen.nodes, chosen.time);
        spent.push(format!("{} nodes a second", grouped(rate)));
    }
    spent.push(format!("{:.3} s", chosen.time.as_secs_f64()));
    let _ = writeln!(text, "{}", spent.join(", "));
    if !chosen.nodes_by_level.is_empty() {
        let levels: Vec<String> = chosen.nodes_by_level.iter().map(|n| grouped(*n)).collect();
        let _ = writeln!(text, "nodes a level, the root first: {}", levels.join(" "));
    }
    if chosen.line.len() > 1 {
        let _ = writeln!(text, "line: {}", chosen.line.join(" "));
    }
    let shown = multipv.unwrap_or(0).min(chosen.alternatives.len());
    for other in &chosen.alternatives[..shown] {
        let line = if other.line.len() > 1 { other.line.join(" ") } else { String::new() };
        let score = score_text(other.score);
        let _ = writeln!(text, "  {:<10} {score:<14} {line}", other.text);
    }
    text
}

fn chosen_json(chosen: &ChosenMove, multipv: Option<usize>) -> Value {
    let mut value = json!({
        "move": chosen.text,
        "score": chosen.score.map(score_json),
        "depth": chosen.depth,
        "nodes": chosen.nodes,
        "nodesByLevel": chosen.nodes_by_level,
        "simulations": chosen.simulations,
        "nodesPerSecond": rate(chosen.nodes, chosen.time),
        "seconds": chosen.time.as_secs_f64(),
        "line": chosen.line,
    });
    if let Some(most) = multipv {
        let list: Vec<Value> = chosen
            .alternatives
            .iter()
            .take(most)
            .map(|other| {
                json!({
                    "move": other.text,
                    "score": score_json(other.score),
                    "effort": other.effort,
                    "line": other.line,
                })
            })
            .collect();
        value["moves"] = list.into();
    }
    value
}

fn score_json(score: Score) -> Value {
    match score {
        Score::Points(points) => json!({ "points": points }),
        Score::WinIn(plies) => json!({ "value": "win", "remoteness": plies }),
        Score::LossIn(plies) => json!({ "value": "lose", "remoteness": plies }),
        Score::Draw => json!({ "value": "draw" }),
        Score::Average(average) => json!({ "average": average }),
    }
}

fn rate(nodes: u64, time: Duration) -> u64 {
    (nodes as f64 / time.as_secs_f64().max(1e-9)) as u64
}
