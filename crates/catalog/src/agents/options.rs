//! The names, summaries and options of the built-in agents, as `agents.txt` and `options.txt` list them.

use std::sync::LazyLock;

use bellwether_core::spec::{OptionInfo, ValueKind};

use super::entry::AgentInfo;

static OPTIONS: LazyLock<Vec<(&str, OptionInfo)>> = LazyLock::new(|| {
    let option = |[key, name, kind, takes, default, help]: [&'static str; 6]| {
        let kind = match kind {
            "number" => ValueKind::Number,
            "choice" => ValueKind::Choice,
            "flag" => ValueKind::Flag,
            "file" => ValueKind::File,
            _ => ValueKind::Text,
        };
        (key, OptionInfo { kind, name, takes, default, help })
    };
    rows(include_str!("options.txt")).map(option).collect()
});

static AGENTS: LazyLock<Vec<AgentInfo>> = LazyLock::new(|| {
    let option = |key: &'static str| match key.split_once('=') {
        None => agent_option(key),
        Some((key, default)) => OptionInfo { default, ..agent_option(key) },
    };
    let agent = |[name, keys, summary]: [&'static str; 3]| AgentInfo {
        name,
        summary,
        options: keys.split(' ').map(option).collect(),
    };
    rows(include_str!("agents.txt")).map(agent).collect()
});

/// The cells of a table, without its comments.
fn rows<const N: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; N]> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut cells = line.splitn(N, '|').map(str::trim);
        std::array::from_fn(|_| cells.next().unwrap_or_default())
    })
}

/// An option that built-in agents have, by its key in `options.txt`: `seed`, `time`, `nodes`, `depth`, `simulations`,
/// `heuristic`, `threads`, `multipv` and others.
///
/// # Panics
/// If there is none.
#[must_use]
pub fn agent_option(key: &str) -> OptionInfo {
    let option = OPTIONS.iter().find(|(known, _)| *known == key);
    option.unwrap_or_else(|| panic!("options.txt has no option '{key}'")).1
}

/// What is listed of a built-in agent.
pub(crate) fn built_in(name: &str) -> AgentInfo {
    let agent = AGENTS.iter().find(|known| known.name == name);
    agent.unwrap_or_else(|| panic!("agents.txt has no agent '{name}'")).clone()
}
