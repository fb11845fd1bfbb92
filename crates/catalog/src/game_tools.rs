//! [`GameTools`]: what the catalogue makes of a game's capabilities.

use std::marker::PhantomData;
use std::path::Path;
use std::sync::Arc;

use bellwether_core::{
    CanonicalKey, Capabilities, Determined, Hidden, Playable, ProofHints, SearchHints, Solvable,
    Turns, Twin, ZeroSum2,
};
use bellwether_solve::TruthSource;

use crate::DynGame;
use crate::agents::entries::{self, MakeSampling};
use crate::agents::entry::{AgentEntry, AgentFamily};
use crate::agents::options::agent_option;
use crate::catalog::Catalog;
use crate::erased::ErasedPosition;
use crate::proved::{AnyProvable, ErasedProvable, TRUTH_NODES};
use crate::solved::{self, FoundTruth, TableFunctions};

/// Agents and solvers of one type of game.
pub(crate) struct GameTools<G: Playable> {
    /// The agents, in the order in which they are listed.
    pub(crate) agents: Vec<AgentEntry<G>>,
    /// How its tables are made and queried, if it has any.
    pub(crate) tables: Option<TableFunctions<G>>,
    /// Its prover, if it has one.
    pub(crate) prover: Option<MakeProver<G>>,
    /// How exact values are found: in a table, or in the strategy that a prover wrote.
    pub(crate) truth: Option<FindAnyTruth<G>>,
}

pub(crate) type FindAnyTruth<G> = Arc<dyn Fn(&Arc<G>, &Path) -> FoundTruth<G> + Send + Sync>;
type MakeProver<G> = Box<dyn Fn(&Arc<G>) -> Box<dyn AnyProvable> + Send + Sync>;

impl<G: Playable> GameTools<G> {
    /// What a game can do, with the agents that the catalogue has for every game, and those of `A`. An agent takes the
    /// place of an earlier one of its name.
    pub(crate) fn new<A: AgentFamily>(game: &Arc<G>, catalog: &Catalog) -> Self {
        let parts = G::capabilities(GameToolsBuilder::<G, A> {
            tools: Self {
                agents: entries::for_any_game(),
                tables: None,
                prover: None,
                truth: None,
            },
            sampling: None,
            perfect: None,
            from_outside: A::for_any_game(),
            family: PhantomData,
        });
        let mut tools = parts.tools;
        tools.agents.extend(entries::simulating(parts.sampling));
        tools.agents.extend(parts.perfect);
        if tools.tables.is_some() {
            let probing = tools.agents.iter_mut().filter(|agent| agent.can_probe);
            probing.for_each(|agent| agent.info.options.push(agent_option("tables")));
        }
        let start = ErasedPosition { game: Arc::clone(game), state: game.start() };
        let dyn_game = DynGame::from_start(Box::new(start));
        let suiting = catalog.agents.iter().filter(|agent| (agent.suits)(&dyn_game));
        let own = parts.from_outside.into_iter().filter(|agent| (agent.suits)(game));
        for agent in suiting.map(AgentEntry::typed).chain(own) {
            tools.agents.retain(|known| known.info.name != agent.info.name);
            tools.agents.push(agent);
        }
        tools
    }
}

/// Collects the tools of a game.
struct GameToolsBuilder<G: Playable, A> {
    tools: GameTools<G>,
    sampling: Option<MakeSampling<G>>,
    perfect: Option<AgentEntry<G>>,
    from_outside: Vec<AgentEntry<G>>,
    family: PhantomData<A>,
}

impl<G: Playable, A: AgentFamily> GameToolsBuilder<G, A> {
    fn with(mut self, ours: Vec<AgentEntry<G>>, others: Vec<AgentEntry<G>>) -> Self {
        self.tools.agents.extend(ours);
        self.from_outside.extend(others);
        self
    }
}

impl<G: Playable, A: AgentFamily> Capabilities<G> for GameToolsBuilder<G, A> {
    fn two_seats(self) -> Self
    where
        G: ZeroSum2,
    {
        self.with(entries::for_two_seats(), A::for_two_seats())
    }

    fn search_hints(self) -> Self
    where
        G: SearchHints,
    {
        self.with(entries::with_search_hints(), A::with_search_hints())
    }

    fn many_seats(self) -> Self
    where
        G: Turns,
    {
        self.with(entries::for_many_seats(), A::for_many_seats())
    }

    fn hidden(self) -> Self
    where
        G: Hidden,
    {
        Self { sampling: Some(entries::sampling()), ..self }
    }

    fn solvable(mut self) -> Self
    where
        G: Solvable + SearchHints,
    {
        let functions = solved::functions();
        self.tools.truth = Some(Arc::new(functions.truth_source));
        self.tools.tables = Some(functions);
        Self { perfect: Some(entries::perfect()), ..self }
    }

    fn provable<H: ProofHints<G> + Send + 'static>(
        mut self,
        hints: fn(&G) -> H,
        file_name: fn(&G) -> String,
    ) -> Self
    where
        G: Determined + CanonicalKey + Twin,
        G::Naive: Determined + CanonicalKey,
    {
        self.tools.prover = Some(Box::new(move |game| {
            Box::new(ErasedProvable { game: Arc::clone(game), hints, file_name })
        }));
        let find: FindAnyTruth<G> = Arc::new(move |game, folder| {
            let provable = ErasedProvable { game: Arc::clone(game), hints, file_name };
            let oracle = provable.oracle(folder, TRUTH_NODES)?;
            Ok(oracle.map(|oracle| Arc::new(oracle) as Arc<dyn TruthSource<G>>))
        });
        self.tools.truth = Some(Arc::clone(&find));
        Self { perfect: Some(entries::perfect_by(find)), ..self }
    }
}
