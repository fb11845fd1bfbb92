//! Searches written down, as objects: what an edge needs to show one step by step without knowing any
//! rules.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use bellwether_core::notation::excerpt;
use bellwether_core::picture::{Picture, PictureCell};
use bellwether_core::random::seeded;
use bellwether_core::spec::{OptionInfo, Options, Spec, suggest};
use bellwether_core::square::Square;
use bellwether_core::{Error, ErrorKind, Playable, Seat, Status, Value};
use bellwether_search::Uct;
use bellwether_search::trace::{
    self, Bound, DepthNode, DepthTrace, Simulation, SimulationNode, SimulationTrace, TraceEvent,
    TraceLimits,
};

use crate::agents::entries::{fixed, rewards};
use crate::agents::entry::eval;
use crate::agents::options::agent_option;
use crate::agents::{ChosenMove, chosen_move};
use crate::erased::{ErasedGame, ErasedPosition};
use crate::game_tools::GameTools;
use crate::{AnyOracle, AnyPosition};

/// The agents that can be watched, as far as they play a game.
pub const TRACED: [&str; 4] = ["minimax", "alphabeta", "paranoid", "uct"];

/// The most plies and games that a trace may hold: more cannot be stepped through.
const DEEPEST: u32 = 12;
const MOST_GAMES: u64 = 20_000;
/// Default plies and games.
const DEFAULT_DEPTH: u32 = 3;
const DEFAULT_GAMES: u64 = 200;
/// Counting what plain minimax would visit is given up here.
const MOST_COUNTED: u64 = 100_000_000;

/// The options of an agent that is watched.
const FIXED: &[&str] = &["depth", "heuristic", "ties", "seed"];
const GAMES: &[&str] = &["simulations", "rewards", "seed"];

/// A search written down.
#[derive(Clone, Debug, PartialEq)]
pub struct SearchTrace {
    /// The seat that searches: values and truths are its own, except where a chooser is named.
    pub seat: Seat,
    /// The position it started from; in a hidden game, what the seat took it to be.
    pub position: String,
    /// Its board.
    pub picture: Picture,
    /// What to show of every node, in the order of the trace's nodes.
    pub shown: Vec<ShownNode>,
    /// What the search did.
    pub data: TraceData,
    /// Whether all of it was written down.
    pub is_whole: bool,
    /// What it chose; none if it was too much and was ended.
    pub chosen: Option<ChosenMove>,
}

/// What to show of a node.
#[derive(Clone, Debug, PartialEq)]
pub struct ShownNode {
    /// Who is to move there; none if the game is over.
    pub mover: Option<Seat>,
    /// The squares the move that leads there leaves and enters.
    pub squares: Vec<Square>,
    /// The squares that look different than before that move, by their place in the picture.
    pub changed: Vec<(usize, PictureCell)>,
    /// The position's exact value for the searching seat, if a table has it.
    pub truth: Option<Value>,
    /// Whether the search chooses a move here that loses the position's value by the table.
    pub disagrees: bool,
}

/// What a search did.
#[derive(Clone, Debug, PartialEq)]
pub enum TraceData {
    /// To a fixed depth.
    Depth {
        /// The positions, as they were entered.
        nodes: Vec<DepthNode<String>>,
        /// The steps.
        events: Vec<TraceEvent>,
        /// Positions visited, those not written down included.
        visits: u64,
        /// Positions plain minimax would visit; none if they are too many to count.
        full: Option<u64>,
    },
    /// By simulated games.
    Games {
        /// The constant of the UCT formula.
        exploration: f64,
        /// The tree.
        nodes: Vec<SimulationNode<String>>,
        /// The games.
        simulations: Vec<Simulation>,
    },
}

/// How much of a search is written down.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TraceScope {
    /// Nodes written down.
    pub nodes: usize,
    /// Nodes after which the search is ended.
    pub visits: u64,
    /// Nodes looked up in the table, the nearest to the root first.
    pub truths: usize,
}

/// Watches the agent that `text` asks for as it chooses a move in this position.
pub(crate) fn trace<G: Playable>(
    ErasedGame { game, tools, .. }: &ErasedGame<G>,
    position: &dyn AnyPosition,
    text: &str,
    scope: TraceScope,
    oracle: Option<&dyn AnyOracle>,
    stop: &AtomicBool,
) -> Result<SearchTrace, Error> {
    let began = Instant::now();
    let (standing, seat) = ErasedPosition::to_move(&**game, position)?;
    let spec = Spec::parse(text)?;
    let kind = kind(tools, spec.name())?;
    let keys = if kind == "uct" { GAMES } else { FIXED };
    let known: Vec<OptionInfo> = keys.iter().map(|key| agent_option(key)).collect();
    let options = Options::new(&spec, &known)?;
    let seed = options.number("seed", 0..=u64::MAX)?.unwrap_or(1);
    // As an agent is: shown what its seat sees, and nothing else.
    let mut state = (G::OBSERVATION.resample)(game, &standing.state, seat, &mut seeded(seed));
    let limits = TraceLimits { nodes: scope.nodes, visits: scope.visits };
    let traced = if kind == "uct" {
        if (G::OBSERVATION.is_hidden)(game) {
            state = (G::OBSERVATION.even_guess)(game, &state, seat);
        }
        let games = options.number("simulations", 1..=MOST_GAMES)?.unwrap_or(DEFAULT_GAMES);
        let agent = Uct::new(rewards(&**game, &options)?, seed);
        TracedSearch::Games(trace::uct(agent, &**game, &state, games, limits, stop))
    } else {
        let depth = options.number("depth", 1..=DEEPEST)?.unwrap_or(DEFAULT_DEPTH);
        let eval = eval::<G>(&options, 0, seed)?;
        let settings = fixed(eval, &options, depth, seed)?;
        let agent = match kind {
            "minimax" => settings.minimax(),
            "alphabeta" => settings.alpha_beta(),
            _ => settings.paranoid(),
        };
        let full = trace::full_tree(&**game, &state, depth, MOST_COUNTED, stop);
        TracedSearch::Depth(trace::minimax(agent, &**game, &state, limits, stop), full)
    };
    if stop.load(Ordering::Relaxed) {
        return Err(Error::new(ErrorKind::Stopped, "the search was stopped"));
    }
    let writer = TraceWriter {
        game,
        root: &state,
        seat,
        scope,
        oracle: oracle.filter(|_| !(G::OBSERVATION.is_hidden)(game)),
    };
    writer.trace(traced, began)
}

/// The name of an agent that can be watched and plays this game.
fn kind<G: Playable>(tools: &GameTools<G>, name: &str) -> Result<&'static str, Error> {
    let plays = |kind: &&&str| tools.agents.iter().any(|entry| entry.info.name == **kind);
    let kinds: Vec<&'static str> = TRACED.iter().filter(plays).copied().collect();
    kinds.iter().find(|kind| **kind == name).copied().ok_or_else(|| {
        Error::invalid(format!(
            "the agent '{}' cannot be watched in {}: {}",
            excerpt(name),
            G::CARD.name,
            suggest(name, kinds.iter().copied(), "")
        ))
    })
}

enum TracedSearch<G: Playable> {
    Depth(DepthTrace<G>, Option<u64>),
    Games(SimulationTrace<G>),
}

/// Writes a trace as texts and boards.
struct TraceWriter<'a, G: Playable> {
    game: &'a Arc<G>,
    root: &'a G::State,
    seat: Seat,
    scope: TraceScope,
    oracle: Option<&'a dyn AnyOracle>,
}

impl<G: Playable> TraceWriter<'_, G> {
    fn trace(&self, traced: TracedSearch<G>, began: Instant) -> Result<SearchTrace, Error> {
        let (shown, is_whole, choice, data) = match traced {
            TracedSearch::Depth(mut trace, full) => {
                let (mut shown, texts) =
                    self.shown(trace.nodes.iter().map(|node| (node.parent, node.m)))?;
                for (node, child) in trace.preferred().into_iter().enumerate() {
                    let is_exact = trace.nodes[node].bound() == Some(Bound::Exact);
                    shown[node].disagrees =
                        is_exact && child.is_some_and(|child| is_worse(&shown, node, child));
                }
                let (is_whole, choice) = (trace.is_complete(), trace.choice.take());
                let nodes = trace.nodes.into_iter().zip(texts);
                let nodes = nodes.map(|(node, text)| node.with_move(text)).collect();
                let (events, visits) = (trace.events, trace.visits);
                (shown, is_whole, choice, TraceData::Depth { nodes, events, visits, full })
            }
            TracedSearch::Games(mut trace) => {
                let (mut shown, texts) =
                    self.shown(trace.nodes.iter().map(|node| (node.parent, node.m)))?;
                for (node, child) in trace.most_visited() {
                    shown[node].disagrees = is_worse(&shown, node, child);
                }
                let (is_whole, choice) = (trace.is_complete(), trace.choice.take());
                let nodes = trace.nodes.into_iter().zip(texts);
                let nodes = nodes.map(|(node, text)| node.with_move(text)).collect();
                let (exploration, simulations) = (trace.exploration, trace.simulations);
                (shown, is_whole, choice, TraceData::Games { exploration, nodes, simulations })
            }
        };
        Ok(SearchTrace {
            seat: self.seat,
            position: self.game.position_text(self.root),
            picture: self.picture(self.root),
            shown,
            data,
            is_whole,
            chosen: choice
                .map(|choice| chosen_move(&**self.game, self.root, choice, began.elapsed())),
        })
    }

    /// What to show of every node, and the text of the move that leads to it; a parent comes before its children.
    fn shown(
        &self,
        steps: impl Iterator<Item = (Option<u32>, Option<G::Move>)>,
    ) -> Result<(Vec<ShownNode>, Vec<Option<String>>), Error> {
        let mut states: Vec<G::State> = Vec::new();
        let mut levels: Vec<(u32, usize)> = Vec::new();
        let (mut shown, mut texts) = (Vec::new(), Vec::new());
        for (node, (parent, m)) in steps.enumerate() {
            let parent = parent.map(|parent| parent as usize);
            levels.push((parent.map_or(0, |parent| levels[parent].0 + 1), node));
            let before = parent.map_or(self.root, |parent| &states[parent]);
            let mut state = before.clone();
            if let Some(m) = m {
                self.game.play(&mut state, m);
            }
            let cells = self.picture(&state).cells.into_iter().zip(self.picture(before).cells);
            let changed = cells.enumerate().filter(|(_, (after, before))| after != before);
            shown.push(ShownNode {
                mover: self.game.status(&state).mover(),
                squares: m.map_or_else(Vec::new, |m| self.game.squares_of(m)),
                changed: changed.map(|(square, (after, _))| (square, after)).collect(),
                truth: None,
                disagrees: false,
            });
            texts.push(m.map(|m| self.game.move_text(before, m)));
            states.push(state);
        }
        levels.sort_unstable();
        for &(_, node) in levels.iter().take(self.scope.truths) {
            shown[node].truth = self.truth(&states[node])?;
        }
        Ok((shown, texts))
    }

    /// The board of a search is drawn whole: what is unseen in it was guessed.
    fn picture(&self, state: &G::State) -> Picture {
        self.game.picture(state, None)
    }

    /// A position's value for the searching seat.
    fn truth(&self, state: &G::State) -> Result<Option<Value>, Error> {
        let Some(oracle) = self.oracle else { return Ok(None) };
        match self.game.status(state) {
            Status::Over(payoffs) => Ok(Some(Value::of_result(&payoffs, self.seat))),
            Status::ToMove(mover) => {
                let standing = ErasedPosition { game: Arc::clone(self.game), state: state.clone() };
                let value = oracle.value(&standing)?;
                Ok(value.map(|value| if mover == self.seat { value } else { value.for_other() }))
            }
        }
    }
}

/// Whether a move has another result than the position; the table being right, a worse one.
fn is_worse(shown: &[ShownNode], node: usize, child: usize) -> bool {
    match (shown[node].truth, shown[child].truth) {
        (Some(before), Some(after)) => !before.is_same_result(after),
        _ => false,
    }
}
