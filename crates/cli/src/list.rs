//! `games` and `agents`: what there is.

use std::fmt::Write;

use bellwether_catalog::{GAMES, GameInfo};
use bellwether_core::ParseError;
use bellwether_core::notation::excerpt;
use bellwether_core::spec::{OptionInfo, suggest};
use serde_json::{Value, json};

pub(crate) fn games(name: Option<&str>, as_json: bool) -> Result<String, ParseError> {
    let chosen: Vec<&GameInfo> = match name {
        None => GAMES.iter().collect(),
        Some(name) => {
            let info = GAMES.iter().find(|info| info.name == name).ok_or_else(|| {
                ParseError::new(format!(
                    "there is no game '{}': {}",
                    excerpt(name),
                    suggest(name, GAMES.iter().map(|info| info.name), "")
                ))
            })?;
            vec![info]
        }
    };
    if as_json {
        let list: Vec<Value> = chosen.into_iter().map(game_json).collect();
        return Ok(format!("{}\n", json!({ "games": list })));
    }
    let texts: Vec<String> = chosen.into_iter().map(game_text).collect();
    Ok(texts.join("\n"))
}

fn game_text(info: &GameInfo) -> String {
    let mut text = format!("{} · {}\n", info.title, info.summary);
    text.push_str(&option_lines(info.options));
    for (variant, meaning) in info.variants {
        let _ = writeln!(text, "  {variant:<34} {meaning}");
    }
    text
}

fn game_json(info: &GameInfo) -> Value {
    let variants: Vec<Value> = info
        .variants
        .iter()
        .map(|(spec, meaning)| json!({ "game": spec, "meaning": meaning }))
        .collect();
    json!({
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "options": options_json(info.options),
        "variants": variants,
    })
}

pub(crate) fn agents(game: &str, as_json: bool) -> Result<String, ParseError> {
    let game = bellwether_catalog::game(game)?;
    let (agents, heuristics) = (game.agents(), game.heuristics());
    if as_json {
        let agents: Vec<Value> = agents
            .iter()
            .map(|agent| {
                json!({
                    "name": agent.name,
                    "summary": agent.summary,
                    "options": options_json(&agent.options),
                })
            })
            .collect();
        let heuristics: Vec<Value> = heuristics
            .iter()
            .map(|info| json!({ "name": info.name, "summary": info.summary }))
            .collect();
        let levels: Vec<Value> = game
            .levels()
            .iter()
            .map(|(name, agent)| json!({ "name": name, "agent": agent }))
            .collect();
        let list = json!({
            "game": game.spec().to_string(),
            "agents": agents,
            "levels": levels,
            "heuristics": heuristics,
        });
        return Ok(format!("{list}\n"));
    }
    let mut text = String::new();
    for agent in &agents {
        let _ = writeln!(text, "{} · {}", agent.name, agent.summary);
        text.push_str(&option_lines(&agent.options));
    }
    let _ = writeln!(text, "\nlevels for people, weakest first:");
    for (name, agent) in game.levels() {
        let _ = writeln!(text, "  {name:<12} {agent}");
    }
    let _ = writeln!(text, "\nevaluations for heuristic=…, the first unless told:");
    for info in heuristics {
        let _ = writeln!(text, "  {:<12} {}", info.name, info.summary);
    }
    Ok(text)
}

fn option_lines(options: &[OptionInfo]) -> String {
    let mut text = String::new();
    for option in options {
        let form = match option.takes {
            "" => option.name.to_owned(),
            takes => format!("{}={takes}", option.name),
        };
        let _ = writeln!(text, "  {form:<34} {} (default {})", option.help, option.default);
    }
    text
}

fn options_json(options: &[OptionInfo]) -> Vec<Value> {
    let option = |option: &OptionInfo| {
        json!({
            "name": option.name,
            "takes": if option.takes.is_empty() { "on or off" } else { option.takes },
            "default": option.default,
            "help": option.help,
        })
    };
    options.iter().map(option).collect()
}
