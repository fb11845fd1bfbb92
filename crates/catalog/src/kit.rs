//! [`Kit`]: what the catalogue makes of a game's capabilities.

use std::sync::Arc;

use bellwether_core::{
    CanonicalKey, Capabilities, Determined, Hidden, Playable, ProofHints, SearchHints, Solvable,
    Turns, Twin, ZeroSum2,
};

use crate::agents::entries::{self, AgentEntry};
use crate::agents::{simulation, solved as table_agents};
use crate::proved::{self, AnyProvable};
use crate::solved::{self, TableFunctions};

/// Agents and solvers of one type of game.
pub(crate) struct Kit<G: Playable> {
    /// The agents, in the order in which they are listed.
    pub(crate) agents: Vec<AgentEntry<G>>,
    /// How its tables are made and queried, if it has any.
    pub(crate) tables: Option<TableFunctions<G>>,
    /// Its prover, if it has one.
    pub(crate) prover: Option<MakeProver<G>>,
}

type MakeProver<G> = Box<dyn Fn(&Arc<G>) -> Box<dyn AnyProvable>>;

/// What a game can do.
pub(crate) fn kit<G: Playable>() -> Kit<G> {
    let (mut agents, simulating) = (entries::for_any_game(), simulation::open_agents());
    agents.extend(simulating);
    G::capabilities(Kit { agents, tables: None, prover: None })
}

impl<G: Playable> Kit<G> {
    /// Lists these agents before the simulating ones, which come last.
    fn with(mut self, agents: Vec<AgentEntry<G>>) -> Self {
        let at = self.agents.iter().position(|entry| entry.name == "uct");
        let at = at.unwrap_or(self.agents.len());
        self.agents.splice(at..at, agents);
        self
    }

    /// Puts these agents in the place of those of the same name.
    fn with_instead(mut self, agents: Vec<AgentEntry<G>>) -> Self {
        for agent in agents {
            match self.agents.iter_mut().find(|entry| entry.name == agent.name) {
                Some(entry) => *entry = agent,
                None => self.agents.push(agent),
            }
        }
        self
    }
}

impl<G: Playable> Capabilities<G> for Kit<G> {
    fn two_seats(self) -> Self
    where
        G: ZeroSum2,
    {
        self.with(entries::for_two_seats())
    }

    fn search_hints(self) -> Self
    where
        G: SearchHints,
    {
        self.with(entries::with_search_hints())
    }

    fn many_seats(self) -> Self
    where
        G: Turns,
    {
        self.with(entries::for_many_seats())
    }

    fn hidden(self) -> Self
    where
        G: Hidden,
    {
        self.with_instead(simulation::hidden_agents())
    }

    fn solvable(self) -> Self
    where
        G: Solvable + SearchHints,
    {
        let mut kit = Self { tables: Some(solved::functions()), ..self };
        table_agents::add_tables(&mut kit.agents);
        kit
    }

    fn provable<H: ProofHints<G> + 'static>(
        self,
        hints: fn(&G) -> H,
        file_name: fn(&G) -> String,
    ) -> Self
    where
        G: Determined + CanonicalKey + Twin,
        G::Naive: Determined + CanonicalKey,
    {
        let prover: MakeProver<G> = Box::new(move |game| proved::erase(game, hints, file_name));
        Self { prover: Some(prover), ..self }
    }
}
