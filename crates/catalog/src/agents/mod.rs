//! Agents by name, and agents as objects.
//!
//! | module | what it holds |
//! |---|---|
//! | [`entry`] | how an agent is listed and made |
//! | [`entries`] | the built-in agents |
//! | [`options`] | what is listed of the built-in agents |
//! | [`dynamic`] | agents from outside, for games of any type |
//! | [`bots`] | programs from outside, which are agents too |
//! | [`asked_bot`] | a bot that is asked for a move |

mod asked_bot;
pub(crate) mod bots;
pub(crate) mod dynamic;
pub(crate) mod entries;
pub(crate) mod entry;
pub(crate) mod options;

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bellwether_arena::bots::NETWORK_CLIENT;
use bellwether_arena::player::{Fault, Player, Turn};
use bellwether_arena::runner::GameInstance;
use bellwether_core::notation::excerpt;
use bellwether_core::random::{Random, seeded};
use bellwether_core::spec::{Options, Spec, suggest};
use bellwether_core::{Error, ErrorKind, Game, ParseError, Playable, Score, bail};
use bellwether_search::{Agent, Budget, Choice, Limits, ProgressFn};

use crate::GameHistory;
use crate::erased::{AnyPosition, ErasedPosition};
use crate::game_tools::GameTools;
pub use bots::BotPermission;
use bots::BotSpec;
use entry::{AgentArgs, AgentEntry, AgentInfo, limits};

/// The named levels, weakest first; each game maps them to agents.
pub const LEVELS: [&str; 5] = ["lamb", "ewe", "ram", "wolf", "bellwether"];

/// Some agent for some game.
pub trait AnyAgent: Send {
    /// Chooses a move within the agent's own limits and these, or what it has when `stop` is set. Reports to `watch`, if
    /// there is one and the agent can, what would be chosen if the search ended there.
    ///
    /// In a hidden game the agent is shown only what its seat sees.
    ///
    /// # Errors
    /// If the position is of another game, or over; or a bot did something else than move.
    fn think(
        &mut self,
        position: &dyn AnyPosition,
        limits: Limits,
        stop: &AtomicBool,
        watch: Option<&WatchFn<'_>>,
    ) -> Result<ChosenMove, NoMove>;

    /// Chooses a move without reports.
    ///
    /// # Errors
    /// As [`think`](Self::think).
    fn choose(
        &mut self,
        position: &dyn AnyPosition,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, NoMove> {
        self.think(position, limits, stop, None)
    }

    /// Gives the moves that led to the next position, for agents that need them: bots do, and one that has seen
    /// other moves is restarted.
    ///
    /// # Errors
    /// If they are of another game.
    fn follow(&mut self, _history: &GameHistory) -> Result<(), Error> {
        Ok(())
    }

    /// What its program has written to standard error so far, if it has one.
    fn stderr(&self) -> &str {
        ""
    }
}

/// Called with what an agent would choose so far.
pub type WatchFn<'a> = dyn Fn(ChosenMove) + Sync + 'a;

/// Why there is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMove {
    /// There is none to make here, or the agent failed with an error.
    #[error(transparent)]
    Error(#[from] Error),
    /// A bot gave up, broke down, broke the rules or took too long.
    #[error("the bot made no move: {}: {}", .0.reason, .0.detail)]
    Fault(Fault),
}

impl From<NoMove> for Error {
    fn from(no_move: NoMove) -> Self {
        match no_move {
            NoMove::Error(error) => error,
            NoMove::Fault(_) => Self::new(ErrorKind::IllegalMove, no_move),
        }
    }
}

/// A chosen move and what led to it, as text.
#[derive(Clone, Debug, PartialEq)]
pub struct ChosenMove {
    /// The move's text.
    pub text: String,
    /// What the mover expects.
    pub score: Option<Score>,
    /// Plies looked ahead in full.
    pub depth: u32,
    /// Positions visited.
    pub nodes: u64,
    /// The same by distance from the root, if counted.
    pub nodes_by_level: Vec<u64>,
    /// Games simulated.
    pub simulations: u64,
    /// The expected play.
    pub line: Vec<String>,
    /// Other evaluated moves, best first, the chosen one among them.
    pub alternatives: Vec<AlternativeMove>,
    /// How long the choice took.
    pub time: Duration,
}

impl ChosenMove {
    /// Games simulated, or else positions visited.
    #[must_use]
    pub const fn effort(&self) -> u64 {
        if self.simulations > 0 { self.simulations } else { self.nodes }
    }
}

/// An evaluated move, as text.
#[derive(Clone, Debug, PartialEq)]
pub struct AlternativeMove {
    /// The move's text.
    pub text: String,
    /// What the mover may expect of it.
    pub score: Score,
    /// Visits or positions spent on it.
    pub effort: u64,
    /// The expected play.
    pub line: Vec<String>,
}

/// The agents of this game, without the options that have no effect in it.
pub(crate) fn list<G: Playable>(game: &G, tools: &GameTools<G>) -> Vec<AgentInfo> {
    let info = |entry: &AgentEntry<G>| {
        let mut info = entry.info.clone();
        if let Ok(bare) = Spec::parse(info.name)
            && let Ok(options) = Options::new(&bare, &info.options)
        {
            let ignored = (entry.ignored)(game, &options);
            info.options.retain(|option| !ignored.contains(&option.name));
        }
        info
    };
    tools.agents.iter().map(info).collect()
}

/// How an agent is made, read once for many games.
pub(crate) enum AgentSpec<G: Playable> {
    BuiltIn(BuiltInSpec<G>),
    Bot(BotSpec),
}

/// How one of our own agents is made.
pub(crate) struct BuiltInSpec<G: Playable> {
    tools: Arc<GameTools<G>>,
    /// Its place among the tools' agents.
    at: usize,
    spec: Spec,
    limits: Limits,
}

impl<G: Playable> AgentSpec<G> {
    pub(crate) fn parse(tools: &Arc<GameTools<G>>, text: &str) -> Result<Self, Error> {
        let spec = Spec::parse(text)?;
        if spec.name() == NETWORK_CLIENT {
            bail!("clients come over the network: `bellwether host` has seats for them");
        }
        Ok(match BotSpec::parse(G::CARD, &spec)? {
            Some(bot) => Self::Bot(bot),
            None => Self::BuiltIn(BuiltInSpec::parse(tools, spec)?),
        })
    }

    /// The same with a program's paths beginning at this folder, if there is one.
    pub(crate) fn within(mut self, folder: Option<&Path>) -> Self {
        if let (Self::Bot(bot), Some(folder)) = (&mut self, folder) {
            folder.clone_into(&mut bot.base);
        }
        self
    }

    /// The agent as an object.
    pub(crate) fn agent(
        &self,
        instance: &GameInstance<G>,
        seed: u64,
        bots: BotPermission,
    ) -> Result<Box<dyn AnyAgent>, Error> {
        Ok(match self {
            Self::BuiltIn(spec) => Box::new(spec.make_agent(instance, seed)?),
            Self::Bot(bot) => bot.agent(instance, bots)?,
        })
    }

    /// The agent at an arena's table.
    pub(crate) fn player(
        &self,
        instance: &GameInstance<G>,
        seed: u64,
        bots: BotPermission,
    ) -> Result<Box<dyn Player<G>>, Error> {
        Ok(match self {
            Self::BuiltIn(spec) => Box::new(spec.make_agent(instance, seed)?),
            Self::Bot(bot) => bot.player(instance, bots)?,
        })
    }

    /// Refuses options that have no effect.
    pub(crate) fn validate(&self, game: &G) -> Result<(), Error> {
        match self {
            Self::BuiltIn(spec) => spec.validate(game),
            Self::Bot(_) => Ok(()),
        }
    }

    /// Whether it plays only where exact values can be had: by them alone, or because its options ask for them.
    pub(crate) fn needs_truth(&self) -> bool {
        match self {
            Self::BuiltIn(spec) => spec.needs_truth(),
            Self::Bot(_) => false,
        }
    }

    /// Whether the same seed gives the same moves again: the moves depend neither on the clock nor on the
    /// scheduling of threads, nor on a program from outside.
    pub(crate) fn is_deterministic(&self) -> bool {
        match self {
            Self::BuiltIn(spec) => spec.is_deterministic(),
            Self::Bot(_) => false,
        }
    }
}

impl<G: Playable> AgentSpec<G> {
    /// Whether it plays other games from the same start. A program may or may not.
    pub(crate) fn varies(&self) -> bool {
        match self {
            // All of them draw lots between equal moves, by their seed.
            Self::BuiltIn(spec) => spec.options().is_ok_and(|options| !options.has("seed")),
            Self::Bot(_) => false,
        }
    }
}

impl<G: Playable> BuiltInSpec<G> {
    fn parse(tools: &Arc<GameTools<G>>, mut spec: Spec) -> Result<Self, Error> {
        if let Some(level) = LEVELS.iter().position(|level| *level == spec.name()) {
            spec = spec.over(&Spec::parse(G::CARD.levels[level])?);
        }
        let at = tools.agents.iter().position(|entry| entry.info.name == spec.name());
        let at = at.ok_or_else(|| {
            let names = tools.agents.iter().map(|entry| entry.info.name);
            Error::invalid(format!(
                "there is no agent '{}' for {}: {}",
                excerpt(spec.name()),
                G::CARD.name,
                suggest(spec.name(), names.chain(LEVELS), "")
            ))
        })?;
        let limits = limits(&Options::new(&spec, &tools.agents[at].info.options)?)?;
        Ok(Self { tools: Arc::clone(tools), at, spec, limits })
    }

    fn entry(&self) -> &AgentEntry<G> {
        &self.tools.agents[self.at]
    }

    fn options(&self) -> Result<Options<'_>, ParseError> {
        Options::new(&self.spec, &self.entry().info.options)
    }

    /// The agent; `seed` is its random seed unless its options have one.
    fn make_agent(&self, instance: &GameInstance<G>, seed: u64) -> Result<ErasedAgent<G>, Error> {
        let (game, options) = (&instance.game, self.options()?);
        let seed = options.number("seed", 0..=u64::MAX)?.unwrap_or(seed);
        let agent = (self.entry().make)(&AgentArgs {
            game,
            game_text: &instance.name,
            options: &options,
            seed,
            tables: self.tools.tables.as_ref(),
        })?;
        let (game, limits) = (Arc::clone(game), self.limits);
        Ok(ErasedAgent { game, agent, limits, resample_rng: seeded(seed) })
    }

    fn validate(&self, game: &G) -> Result<(), Error> {
        let options = self.options()?;
        match (self.entry().ignored)(game, &options).iter().find(|name| options.has(name)) {
            Some(name) => Err(Error::invalid(format!(
                "option '{name}' has no effect on {} in this game: leave it out",
                self.entry().info.name
            ))),
            None => Ok(()),
        }
    }

    fn needs_truth(&self) -> bool {
        let asks = |options: Options<'_>| options.choice("tables", &[("on", true), ("off", false)]);
        let entry = self.entry();
        let may_ask = entry.info.options.iter().any(|option| option.name == "tables");
        entry.needs_truth || may_ask && self.options().and_then(asks) == Ok(Some(true))
    }

    fn is_deterministic(&self) -> bool {
        let threads = self.options().and_then(|options| options.number("threads", 1..=256));
        let is_single = threads.is_ok_and(|threads| threads.unwrap_or(1) == 1);
        self.entry().is_deterministic && self.limits.time.is_none() && is_single
    }
}

/// An agent at its table.
pub(crate) struct ErasedAgent<G: Playable> {
    game: Arc<G>,
    agent: Box<dyn Agent<G>>,
    /// The limits of the agent's own options.
    limits: Limits,
    /// Where the unseen part of a hidden position comes from.
    resample_rng: Random,
}

impl<G: Playable> AnyAgent for ErasedAgent<G> {
    fn think(
        &mut self,
        position: &dyn AnyPosition,
        limits: Limits,
        stop: &AtomicBool,
        watch: Option<&WatchFn<'_>>,
    ) -> Result<ChosenMove, NoMove> {
        let began = Instant::now();
        let (standing, seat) = ErasedPosition::to_move(&*self.game, position)?;
        // What the agent gets is made from the seat's view alone, so it cannot peek.
        let state =
            (G::OBSERVATION.resample)(&self.game, &standing.state, seat, &mut self.resample_rng);
        let elapsed = || began.elapsed();
        let budget = Budget::new(self.limits.and(limits), &elapsed, stop);
        let text_of = |choice| chosen_move(&*self.game, &state, choice, began.elapsed());
        let report = watch.map(|watch| move |choice: &Choice<G>| watch(text_of(choice.clone())));
        let progress = report.as_ref().map(|report| report as &ProgressFn<'_, G>);
        Ok(text_of(self.agent.choose_with_progress(&self.game, &state, &budget, progress)))
    }
}

impl<G: Playable> Player<G> for ErasedAgent<G> {
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G>, Fault> {
        let state =
            (G::OBSERVATION.resample)(&self.game, turn.state, turn.seat, &mut self.resample_rng);
        let elapsed = || turn.asked.elapsed();
        let budget = Budget::new(self.limits.and(turn.limits), &elapsed, turn.stop);
        Ok(self.agent.choose(&self.game, &state, &budget))
    }
}

pub(crate) fn chosen_move<G: Playable>(
    game: &G,
    state: &G::State,
    choice: Choice<G>,
    time: Duration,
) -> ChosenMove {
    let alternative = |other: bellwether_search::Alternative<G>| AlternativeMove {
        text: game.move_text(state, other.m),
        score: other.score,
        effort: other.effort,
        line: line_text(game, state, &other.line),
    };
    ChosenMove {
        text: game.move_text(state, choice.chosen),
        score: choice.score,
        depth: choice.depth,
        nodes: choice.nodes,
        nodes_by_level: choice.nodes_by_level,
        simulations: choice.simulations,
        line: line_text(game, state, &choice.line),
        alternatives: choice.alternatives.into_iter().map(alternative).collect(),
        time,
    }
}

fn line_text<G: Playable>(game: &G, state: &G::State, line: &[<G as Game>::Move]) -> Vec<String> {
    let mut state = state.clone();
    line.iter()
        .map_while(|&m| {
            let text = game.move_text(&state, m);
            game.try_play(&mut state, m).then_some(text)
        })
        .collect()
}
