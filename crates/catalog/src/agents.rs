//! Agents by name, and agents as objects.

use std::sync::Arc;

use bellwether_core::notation::excerpt;
use bellwether_core::random::{Random, seeded};
use bellwether_core::spec::{OptionInfo, Options, Spec, suggest};
use bellwether_core::{ParseError, Status};
use bellwether_search::{Agent, Greedy, RandomAgent};

use crate::Listed;
use crate::erased::{AnyPosition, Standing};

/// An agent that can be asked for by name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// How it chooses, in one line.
    pub summary: &'static str,
    /// Its options.
    pub options: Vec<OptionInfo>,
}

/// Some agent for some game.
pub trait AnyAgent: Send {
    /// Chooses a move. In a hidden game the agent is shown only what its seat sees.
    ///
    /// # Errors
    /// If the position is of another game, or over.
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Chosen, ParseError>;
}

/// A chosen move and what led to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Chosen {
    /// The move's text.
    pub text: String,
    /// The agent's judgement of the position after it, for the mover.
    pub score: Option<i32>,
    /// How many positions the agent looked at.
    pub nodes: u64,
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

struct Entry<G> {
    name: &'static str,
    summary: &'static str,
    options: &'static [OptionInfo],
    make: MakeAgent<G>,
}

type MakeAgent<G> = fn(&G, &Options<'_>, u64) -> Result<Box<dyn Agent<G>>, ParseError>;

const fn entries<G: Listed>() -> [Entry<G>; 2] {
    [
        Entry {
            name: "random",
            summary: "any legal move, each as likely as another",
            options: &[SEED],
            make: |_, _, seed| Ok(Box::new(RandomAgent::new(seed))),
        },
        Entry {
            name: "greedy",
            summary: "the move whose position looks best, one ply ahead",
            options: &[HEURISTIC, SEED],
            make: |_, options, seed| {
                let names: Vec<(&str, &str)> =
                    G::HEURISTICS.iter().map(|info| (info.name, info.name)).collect();
                let name = options.choice("heuristic", &names)?.unwrap_or(G::HEURISTICS[0].name);
                Ok(Box::new(Greedy::new(G::heuristic(name, seed), seed)))
            },
        },
    ]
}

pub(crate) fn list<G: Listed>() -> Vec<AgentInfo> {
    entries::<G>()
        .iter()
        .map(|entry| AgentInfo {
            name: entry.name,
            summary: entry.summary,
            options: entry.options.to_vec(),
        })
        .collect()
}

pub(crate) fn make<G: Listed>(
    game: &Arc<G>,
    text: &str,
    seed: u64,
) -> Result<Box<dyn AnyAgent>, ParseError> {
    let spec = Spec::parse(text)?;
    let entries = entries::<G>();
    let entry = entries.iter().find(|entry| entry.name == spec.name()).ok_or_else(|| {
        ParseError::new(format!(
            "there is no agent '{}' for {}: {}",
            excerpt(spec.name()),
            G::info().name,
            suggest(spec.name(), entries.iter().map(|entry| entry.name), "")
        ))
    })?;
    let options = Options::new(&spec, entry.options)?;
    let seed = options.number("seed", 0..=u64::MAX)?.unwrap_or(seed);
    let agent = (entry.make)(game, &options, seed)?;
    Ok(Box::new(Seated { game: Arc::clone(game), agent, imagination: seeded(seed) }))
}

/// An agent at its table.
struct Seated<G: Listed> {
    game: Arc<G>,
    agent: Box<dyn Agent<G>>,
    /// Where the unseen part of a hidden position comes from.
    imagination: Random,
}

impl<G: Listed> AnyAgent for Seated<G> {
    fn choose(&mut self, position: &dyn AnyPosition) -> Result<Chosen, ParseError> {
        let standing = position
            .as_any()
            .downcast_ref::<Standing<G>>()
            .filter(|standing| *standing.game == *self.game)
            .ok_or_else(|| ParseError::new("this agent was made for another game"))?;
        let Status::ToMove(seat) = standing.status() else {
            return Err(ParseError::new("the game is over: there is nothing to choose"));
        };
        // What the agent gets is made from the seat's view alone, so it cannot peek.
        let state = self.game.imagine(&standing.state, seat, &mut self.imagination);
        let choice = self.agent.choose(&self.game, &state);
        Ok(Chosen {
            text: self.game.move_text(&standing.state, choice.chosen),
            score: choice.score,
            nodes: choice.nodes,
        })
    }
}
