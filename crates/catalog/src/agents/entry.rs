//! [`AgentEntry`]: how an agent is listed and made; [`AgentFamily`]: agents for games of every type.

use std::sync::Arc;
use std::time::Duration;

use bellwether_core::spec::{OptionInfo, Options};
use bellwether_core::{Error, Game, Playable, SearchHints, Turns, ZeroSum2};
use bellwether_search::{Agent, Limits};
use bellwether_solve::Probing;

use crate::folders::tables_folder;
use crate::solved::TableFunctions;
use crate::solving::no_table;

/// An agent of the catalogue: name, options, description.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize)]
pub struct AgentInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// How it chooses, in one line.
    pub summary: &'static str,
    /// Its options.
    pub options: Vec<OptionInfo>,
}

/// An agent for games of type `G`: what people are told of it, and how it is made.
///
/// Options called `time`, `nodes`, `depth` and `simulations` are limits: they reach the agent in its
/// [`Budget`](bellwether_search::Budget). An option called `seed` is its random seed.
pub struct AgentEntry<G: Game> {
    pub(crate) info: AgentInfo,
    pub(crate) ignored: IgnoredOptions<G>,
    pub(crate) suits: fn(&G) -> bool,
    pub(crate) is_deterministic: bool,
    /// Whether it can evaluate positions by a table: `tables=on`, in games that have tables.
    pub(crate) can_probe: bool,
    /// Whether it plays by exact values alone, and so only where they can be had.
    pub(crate) needs_truth: bool,
    pub(crate) make: MakeAgent<G>,
}

type IgnoredOptions<G> = fn(&G, &Options<'_>) -> &'static [&'static str];
type MakeAgent<G> = Arc<dyn Fn(&AgentArgs<'_, G>) -> MadeAgent<G> + Send + Sync>;

/// An agent, or the sentence that says why its options make none.
pub type MadeAgent<G> = Result<Box<dyn Agent<G>>, Error>;

/// What an agent is made from.
pub struct AgentArgs<'a, G: Game> {
    /// The game it is to play.
    pub game: &'a Arc<G>,
    /// The text that asks for this game.
    pub game_text: &'a str,
    /// The agent's options; there are none but the listed.
    pub options: &'a Options<'a>,
    /// Its random seed. The same seed must give the same moves.
    pub seed: u64,
    pub(crate) tables: Option<&'a TableFunctions<G>>,
}

impl<G: Game> AgentEntry<G> {
    /// An agent that `make` makes.
    pub fn new(
        name: &'static str,
        summary: &'static str,
        options: &[OptionInfo],
        make: impl Fn(&AgentArgs<'_, G>) -> MadeAgent<G> + Send + Sync + 'static,
    ) -> Self {
        Self::of(AgentInfo { name, summary, options: options.to_vec() }, make)
    }

    /// The agent with this description that `make` makes.
    pub(crate) fn of(
        info: AgentInfo,
        make: impl Fn(&AgentArgs<'_, G>) -> MadeAgent<G> + Send + Sync + 'static,
    ) -> Self {
        Self {
            info,
            ignored: |_, _| &[],
            suits: |_| true,
            is_deterministic: true,
            can_probe: false,
            needs_truth: false,
            make: Arc::new(make),
        }
    }

    /// The same, for those games only of which `suits` is true.
    #[must_use]
    pub fn only_for(self, suits: fn(&G) -> bool) -> Self {
        Self { suits, ..self }
    }

    /// The same, for an agent whose moves depend on more than its seed: they are not played again to verify a record.
    #[must_use]
    pub fn not_deterministic(self) -> Self {
        Self { is_deterministic: false, ..self }
    }

    /// The same, with options that have no effect with a game and other options. A person may not give them; they are
    /// still read, because old records hold them.
    pub(crate) fn ignoring(self, ignored: IgnoredOptions<G>) -> Self {
        Self { ignored, ..self }
    }

    /// The same, for an agent that plays by exact values alone.
    pub(crate) fn with_truth_only(self) -> Self {
        Self { needs_truth: true, ..self }
    }

    /// The same, for an agent that evaluates or simulates by [`AgentArgs::probing`].
    pub(crate) fn with_probing(self) -> Self {
        Self { can_probe: true, ..self }
    }
}

impl<G: Game> Clone for AgentEntry<G> {
    fn clone(&self) -> Self {
        Self { info: self.info.clone(), make: Arc::clone(&self.make), ..*self }
    }
}

bellwether_core::debug_fields!(AgentEntry<G>, [G: Game], info);

bellwether_core::debug_fields!(AgentArgs<'_, G>, [G: Game], game_text);

impl<G: Playable> AgentArgs<'_, G> {
    /// The evaluation that the option `heuristic` names; by default the first of the game's card.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn eval(&self) -> Result<G::Eval, Error> {
        eval::<G>(self.options, 0, self.seed)
    }

    /// The same; by default the last of the game's card, the strongest.
    ///
    /// # Errors
    /// If there is none of this name.
    pub fn strongest_eval(&self) -> Result<G::Eval, Error> {
        eval::<G>(self.options, G::CARD.evals.len() - 1, self.seed)
    }

    /// An evaluation or rollout policy that asks the game's table first, if the options want that.
    pub(crate) fn probing<E>(&self, inner: E) -> Result<Probing<G, E>, Error> {
        let is_wanted = self.options.choice("tables", &[("on", true), ("off", false)])?;
        let tables = self.tables.filter(|_| is_wanted == Some(true));
        let find = |tables: &TableFunctions<G>| {
            let folder = tables_folder();
            (tables.truth_source)(self.game, &folder)?.ok_or_else(|| {
                no_table(self.game_text, (tables.erase)(self.game).as_ref(), &folder)
            })
        };
        Ok(Probing::new(tables.map(find).transpose()?, inner))
    }
}

/// The evaluation among an agent's options.
pub(crate) fn eval<G: Playable>(
    options: &Options<'_>,
    default: usize,
    seed: u64,
) -> Result<G::Eval, Error> {
    let evals = G::CARD.evals;
    let names: Vec<(&str, &str)> = evals.iter().map(|info| (info.name, info.name)).collect();
    Ok(G::eval(options.choice("heuristic", &names)?.unwrap_or(evals[default].name), seed))
}

/// The limits among an agent's options.
pub(crate) fn limits(options: &Options<'_>) -> Result<Limits, Error> {
    let seconds = options.number("time", 0.0..=86_400.0)?;
    Ok(Limits {
        time: seconds.map(Duration::from_secs_f64),
        nodes: options.number("nodes", 1..=u64::MAX)?,
        depth: options.number("depth", 1..=1_000)?,
        simulations: options.number("simulations", 1..=u64::MAX)?,
    })
}

/// Agents for games of every type, compiled for each: for [`Catalog::with_agents`](crate::Catalog::with_agents).
///
/// Each function gives the agents for games with one more capability; a game has those of all its capabilities.
pub trait AgentFamily: 'static {
    /// For any game.
    #[must_use]
    fn for_any_game<G: Playable>() -> Vec<AgentEntry<G>> {
        Vec::new()
    }

    /// For two seats against each other.
    #[must_use]
    fn for_two_seats<G: Playable + ZeroSum2>() -> Vec<AgentEntry<G>> {
        Vec::new()
    }

    /// For games that give a strong search its hints.
    #[must_use]
    fn with_search_hints<G: Playable + SearchHints>() -> Vec<AgentEntry<G>> {
        Vec::new()
    }

    /// For any number of seats, each for itself.
    #[must_use]
    fn for_many_seats<G: Playable + Turns>() -> Vec<AgentEntry<G>> {
        Vec::new()
    }
}

/// No agents.
impl AgentFamily for () {}
