//! Agents by name, and agents as objects.
//!
//! Names and options are in [`entries`]; programs from outside, which are agents too, in [`bots`]; [`asked_bot`] asks
//! one for a move.

mod asked_bot;
pub(crate) mod bots;
pub(crate) mod entries;
pub(crate) mod simulation;
pub(crate) mod solved;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bellwether_arena::bots::NETWORK_CLIENT;
use bellwether_arena::player::{Fault, Player, Turn};
use bellwether_arena::runner::GameInstance;
use bellwether_core::notation::excerpt;
use bellwether_core::random::{Random, seeded};
use bellwether_core::spec::{OptionInfo, Options, Spec, suggest};
use bellwether_core::{Game, ParseError, Playable, Score, Seat, Status};
use bellwether_search::{Agent, Budget, Choice, Limits};

use crate::erased::{AnyPosition, ErasedPosition};
use crate::kit::kit;
pub use bots::BotPermission;
use bots::BotSpec;
use entries::{AgentEntry, limits};

/// The named levels, weakest first; each game maps them to agents.
pub const LEVELS: [&str; 5] = ["lamb", "ewe", "ram", "wolf", "bellwether"];

/// An agent of the catalogue: name, options, description.
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
    /// Chooses a move within the agent's own limits and these, or what it has when `stop` is set.
    ///
    /// In a hidden game the agent is shown only what its seat sees.
    ///
    /// # Errors
    /// If the position is of another game, or over; or a bot did something else than move.
    fn choose(
        &mut self,
        position: &dyn AnyPosition,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, NoMove>;

    /// The same, and reports to `watch` now and then what would be chosen if the search ended there, if the
    /// agent can.
    ///
    /// # Errors
    /// As [`choose`](Self::choose).
    fn choose_watched(
        &mut self,
        position: &dyn AnyPosition,
        limits: Limits,
        stop: &AtomicBool,
        _watch: &(dyn Fn(ChosenMove) + Sync),
    ) -> Result<ChosenMove, NoMove> {
        self.choose(position, limits, stop)
    }

    /// Gives the moves that led to the next position, for agents that need them: bots do, and one that has seen
    /// another game is restarted.
    ///
    /// # Errors
    /// If the position is of another game, or a move is none.
    fn follow(&mut self, _start: &dyn AnyPosition, _moves: &[String]) -> Result<(), ParseError> {
        Ok(())
    }
}

/// Why there is no move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoMove {
    /// There is none to make here.
    #[error(transparent)]
    Nowhere(#[from] ParseError),
    /// A bot gave up, broke down, broke the rules or took too long.
    #[error("the bot made no move: {}: {}", .0.reason, .0.detail)]
    Fault(Fault),
}

impl From<NoMove> for ParseError {
    fn from(no_move: NoMove) -> Self {
        match no_move {
            NoMove::Nowhere(error) => error,
            NoMove::Fault(_) => Self::new(no_move.to_string()),
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
pub(crate) fn list<G: Playable>(game: &G) -> Vec<AgentInfo> {
    let info = |entry: AgentEntry<G>| {
        let bare = Spec::parse(entry.name).ok();
        let options = bare.as_ref().and_then(|bare| Options::new(bare, entry.options).ok());
        let ignored = options.map_or(&[][..], |options| (entry.ignored)(game, &options));
        let has_effect = |option: &&OptionInfo| !ignored.contains(&option.name);
        let options = entry.options.iter().filter(has_effect).copied().collect();
        AgentInfo { name: entry.name, summary: entry.summary, options }
    };
    kit::<G>().agents.into_iter().map(info).collect()
}

/// How an agent is made, read once for many games.
pub(crate) enum AgentSpec<G: Playable> {
    BuiltIn(BuiltInSpec<G>),
    Bot(BotSpec),
}

/// How one of our own agents is made.
pub(crate) struct BuiltInSpec<G: Playable> {
    entry: AgentEntry<G>,
    spec: Spec,
    limits: Limits,
}

impl<G: Playable> AgentSpec<G> {
    pub(crate) fn parse(text: &str) -> Result<Self, ParseError> {
        let spec = Spec::parse(text)?;
        if spec.name() == NETWORK_CLIENT {
            return Err(ParseError::new(
                "clients come over the network: `bellwether host` has seats for them",
            ));
        }
        Ok(match BotSpec::parse::<G>(&spec)? {
            Some(bot) => Self::Bot(bot),
            None => Self::BuiltIn(BuiltInSpec::parse(spec)?),
        })
    }

    /// The agent as an object.
    pub(crate) fn agent(
        &self,
        instance: &GameInstance<G>,
        seed: u64,
        bots: BotPermission,
    ) -> Result<Box<dyn AnyAgent>, ParseError> {
        Ok(match self {
            Self::BuiltIn(spec) => Box::new(spec.make_agent(&instance.game, seed)?),
            Self::Bot(bot) => bot.agent(instance, bots)?,
        })
    }

    /// The agent at an arena's table.
    pub(crate) fn player(
        &self,
        instance: &GameInstance<G>,
        seed: u64,
        bots: BotPermission,
    ) -> Result<Box<dyn Player<G>>, ParseError> {
        Ok(match self {
            Self::BuiltIn(spec) => Box::new(spec.make_agent(&instance.game, seed)?),
            Self::Bot(bot) => bot.player(instance, bots)?,
        })
    }

    /// Refuses options that have no effect.
    pub(crate) fn validate(&self, game: &G) -> Result<(), ParseError> {
        match self {
            Self::BuiltIn(spec) => spec.validate(game),
            Self::Bot(_) => Ok(()),
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

impl<G: Playable> BuiltInSpec<G> {
    fn parse(mut spec: Spec) -> Result<Self, ParseError> {
        if let Some(level) = LEVELS.iter().position(|level| *level == spec.name()) {
            spec = spec.over(&Spec::parse(G::CARD.levels[level])?);
        }
        let mut entries = kit::<G>().agents;
        let names: Vec<&str> = entries.iter().map(|entry| entry.name).collect();
        let at = names.iter().position(|name| *name == spec.name()).ok_or_else(|| {
            ParseError::new(format!(
                "there is no agent '{}' for {}: {}",
                excerpt(spec.name()),
                G::CARD.name,
                suggest(spec.name(), names.iter().copied().chain(LEVELS), "")
            ))
        })?;
        let entry = entries.swap_remove(at);
        let limits = limits(&Options::new(&spec, entry.options)?)?;
        Ok(Self { entry, spec, limits })
    }

    /// The agent; `seed` is its random seed unless its options have one.
    fn make_agent(&self, game: &Arc<G>, seed: u64) -> Result<ErasedAgent<G>, ParseError> {
        let options = Options::new(&self.spec, self.entry.options)?;
        let seed = options.number("seed", 0..=u64::MAX)?.unwrap_or(seed);
        let agent = (self.entry.make)(game, &options, seed)?;
        let limits = self.limits;
        Ok(ErasedAgent { game: Arc::clone(game), agent, limits, resample_rng: seeded(seed) })
    }

    fn validate(&self, game: &G) -> Result<(), ParseError> {
        let options = Options::new(&self.spec, self.entry.options)?;
        match (self.entry.ignored)(game, &options).iter().find(|name| options.has(name)) {
            Some(name) => Err(ParseError::new(format!(
                "option '{name}' has no effect on {} in this game: leave it out",
                self.entry.name
            ))),
            None => Ok(()),
        }
    }

    fn is_deterministic(&self) -> bool {
        let options = Options::new(&self.spec, self.entry.options);
        let threads = options.and_then(|options| options.number("threads", 1..=256));
        self.limits.time.is_none() && threads.is_ok_and(|threads| threads.unwrap_or(1) == 1)
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
    fn choose(
        &mut self,
        position: &dyn AnyPosition,
        limits: Limits,
        stop: &AtomicBool,
    ) -> Result<ChosenMove, NoMove> {
        self.think(position, limits, stop, None)
    }

    fn choose_watched(
        &mut self,
        position: &dyn AnyPosition,
        limits: Limits,
        stop: &AtomicBool,
        watch: &(dyn Fn(ChosenMove) + Sync),
    ) -> Result<ChosenMove, NoMove> {
        self.think(position, limits, stop, Some(watch))
    }
}

impl<G: Playable> ErasedAgent<G> {
    fn think(
        &mut self,
        position: &dyn AnyPosition,
        limits: Limits,
        stop: &AtomicBool,
        watch: Option<&(dyn Fn(ChosenMove) + Sync)>,
    ) -> Result<ChosenMove, NoMove> {
        let began = Instant::now();
        let (standing, seat) = standing(&*self.game, position)?;
        // What the agent gets is made from the seat's view alone, so it cannot peek.
        let state =
            (G::OBSERVATION.resample)(&self.game, &standing.state, seat, &mut self.resample_rng);
        let elapsed = || began.elapsed();
        let budget = Budget::new(self.limits.and(limits), &elapsed, stop);
        let text_of = |choice| chosen_move(&*self.game, &state, choice, began.elapsed());
        let choice = match watch {
            None => self.agent.choose(&self.game, &state, &budget),
            Some(watch) => {
                let report = |choice: &Choice<G>| watch(text_of(choice.clone()));
                self.agent.choose_with_progress(&self.game, &state, &budget, &report)
            }
        };
        Ok(text_of(choice))
    }
}

/// The position behind the object, if it is one of `game`.
fn position_of<'a, G: Playable>(
    game: &G,
    position: &'a dyn AnyPosition,
) -> Result<&'a ErasedPosition<G>, ParseError> {
    position
        .as_any()
        .downcast_ref::<ErasedPosition<G>>()
        .filter(|standing| *standing.game == *game)
        .ok_or_else(|| ParseError::new("this agent was made for another game"))
}

/// The same and whose turn it is, if an agent for `game` can move there.
fn standing<'a, G: Playable>(
    game: &G,
    position: &'a dyn AnyPosition,
) -> Result<(&'a ErasedPosition<G>, Seat), ParseError> {
    let standing = position_of(game, position)?;
    let Status::ToMove(seat) = standing.status() else {
        return Err(ParseError::new("the game is over: there is nothing to choose"));
    };
    Ok((standing, seat))
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
