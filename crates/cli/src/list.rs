//! `games` and `agents`: what there is.

use std::fmt::Write;

use bellwether_catalog::{AgentInfo, Catalog};
use bellwether_core::Error;
use bellwether_core::card::{Card, RulesPart};
use bellwether_core::spec::{OptionInfo, ValueKind};
use serde_json::{Value, json};

pub(crate) fn games(catalog: &Catalog, name: Option<&str>, as_json: bool) -> Result<String, Error> {
    let chosen: Vec<&Card> = match name {
        None => catalog.cards().collect(),
        Some(name) => vec![catalog.game(name)?.card()],
    };
    if as_json {
        let list: Vec<Value> = chosen.into_iter().map(game_json).collect();
        return Ok(format!("{}\n", json!({ "games": list })));
    }
    if let (Some(_), [card]) = (name, &chosen[..]) {
        return Ok(format!("{}\n{}", game_text(card), rules_text(card)));
    }
    let texts: Vec<String> = chosen.into_iter().map(game_text).collect();
    Ok(texts.join("\n"))
}

fn game_text(info: &Card) -> String {
    let title = anstyle::Style::new().bold();
    let mut text = format!("{title}{}{title:#} · {}\n", info.title, info.summary);
    text.push_str("options:\n");
    text.push_str(&option_lines(info.options));
    text.push_str("try:\n");
    for (variant, meaning) in info.variants {
        let _ = writeln!(text, "  {variant:<46} {meaning}");
    }
    text
}

/// The rules without what only a page can show: boards that move, and bold words.
fn rules_text(card: &Card) -> String {
    let paragraphs = card.rules_parts().into_iter().filter_map(|part| match part {
        RulesPart::Text(text) => Some(format!("{}\n", text.replace("**", ""))),
        RulesPart::Moves(_) => None,
    });
    paragraphs.collect::<Vec<String>>().join("\n")
}

fn game_json(info: &Card) -> Value {
    let variant = |(game, meaning): &(&str, &str)| json!({ "game": game, "meaning": meaning });
    json!({
        "name": info.name,
        "title": info.title,
        "summary": info.summary,
        "rules": rules_text(info),
        "options": info.options,
        "variants": info.variants.iter().map(variant).collect::<Value>(),
    })
}

pub(crate) fn agents(catalog: &Catalog, game: &str, as_json: bool) -> Result<String, Error> {
    let game = catalog.game(game)?;
    let (agents, heuristics) = (game.agents(), game.card().evals);
    if as_json {
        let level = |(name, agent): (&str, &str)| json!({ "name": name, "agent": agent });
        let list = json!({
            "game": game.spec().to_string(),
            "agents": agents,
            "bots": game.bots(),
            "levels": game.levels().into_iter().map(level).collect::<Value>(),
            "heuristics": heuristics,
        });
        return Ok(format!("{list}\n"));
    }
    let mut text = String::new();
    let options = list(&mut text, &agents);
    let _ = writeln!(text, "\noptions, given as agent:name=value,name=value:");
    text.push_str(&option_lines(&options));
    let _ = writeln!(text, "\nprograms of your own:");
    let options = list(&mut text, &game.bots());
    let _ = writeln!(text, "\ntheir options:");
    text.push_str(&option_lines(&options));
    let _ = writeln!(text, "\nlevels, weakest first:");
    for (name, agent) in game.levels() {
        let _ = writeln!(text, "  {name:<12} {agent}");
    }
    let _ = writeln!(text, "\nevaluations for heuristic=…, by default the first:");
    for info in heuristics {
        let _ = writeln!(text, "  {:<12} {}", info.name, info.summary);
    }
    Ok(text)
}

/// Writes agents down, each with the names of its options; what these are comes back.
fn list(text: &mut String, agents: &[AgentInfo]) -> Vec<OptionInfo> {
    let mut options: Vec<OptionInfo> = Vec::new();
    for agent in agents {
        let names: Vec<&str> = agent.options.iter().map(|option| option.name).collect();
        let _ = writeln!(text, "{:<10} {}", agent.name, agent.summary);
        let _ = writeln!(text, "{:<10} options: {}", "", names.join(", "));
        for option in &agent.options {
            // The summaries say where agents have different numbers.
            let likes = |known: &OptionInfo| OptionInfo { default: "", ..*known };
            let is_number =
                option.kind == ValueKind::Number && option.default.parse::<u32>().is_ok();
            match options.iter_mut().find(|known| likes(known) == likes(option)) {
                Some(known) if known.default == option.default => {}
                Some(known) if is_number => known.default = "see above",
                _ => options.push(*option),
            }
        }
    }
    options
}

fn option_lines(options: &[OptionInfo]) -> String {
    let mut text = String::new();
    for OptionInfo { kind, name, takes, default, help } in options {
        let _ = match kind {
            ValueKind::Flag => writeln!(text, "  {name:<14} {help} (default {default})"),
            _ => {
                writeln!(text, "  {:<14} {help} ({takes}; default {default})", format!("{name}=…"))
            }
        };
    }
    text
}
