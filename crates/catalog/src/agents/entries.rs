//! Every agent's name, summary and options.

use std::time::Duration;

use bellwether_core::ParseError;
use bellwether_core::spec::{OptionInfo, Options};
use bellwether_search::{Agent, Greedy, Limits, RandomAgent};

use crate::Listed;

/// An agent of a game: how it is asked for and how it is made.
pub struct AgentEntry<G: Listed> {
    pub(crate) name: &'static str,
    pub(crate) summary: &'static str,
    pub(crate) options: &'static [OptionInfo],
    pub(crate) make: MakeAgent<G>,
}

type MakeAgent<G> = fn(&G, &Options<'_>, u64) -> Result<Box<dyn Agent<G>>, ParseError>;

impl<G: Listed> std::fmt::Debug for AgentEntry<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("AgentEntry").field("name", &self.name).finish_non_exhaustive()
    }
}

const SEED: OptionInfo = OptionInfo {
    name: "seed",
    takes: "a number",
    default: "the command's --seed",
    help: "what the agent's chance depends on",
};
const HEURISTIC: OptionInfo = OptionInfo {
    name: "heuristic",
    takes: "an evaluation",
    default: "the first listed",
    help: "how it judges a position",
};

/// The limits among an agent's options.
pub(crate) fn limits(options: &Options<'_>) -> Result<Limits, ParseError> {
    let seconds = options.number("time", 0.0..=86_400.0)?;
    Ok(Limits {
        time: seconds.map(Duration::from_secs_f64),
        nodes: options.number("nodes", 1..=u64::MAX)?,
        depth: options.number("depth", 1..=1_000)?,
        simulations: options.number("simulations", 1..=u64::MAX)?,
    })
}

/// The evaluation among an agent's options.
fn heuristic<G: Listed>(options: &Options<'_>, seed: u64) -> Result<G::Heuristic, ParseError> {
    let names: Vec<(&str, &str)> =
        G::HEURISTICS.iter().map(|info| (info.name, info.name)).collect();
    let name = options.choice("heuristic", &names)?.unwrap_or(G::HEURISTICS[0].name);
    Ok(G::heuristic(name, seed))
}

/// The agents that can play any game.
pub(crate) fn for_any_game<G: Listed>() -> Vec<AgentEntry<G>> {
    vec![
        AgentEntry {
            name: "random",
            summary: "any legal move, each as likely as another",
            options: &[SEED],
            make: |_, _, seed| Ok(Box::new(RandomAgent::new(seed))),
        },
        AgentEntry {
            name: "greedy",
            summary: "the move whose position looks best, one ply ahead",
            options: &[HEURISTIC, SEED],
            make: |_, options, seed| {
                Ok(Box::new(Greedy::new(heuristic::<G>(options, seed)?, seed)))
            },
        },
    ]
}
