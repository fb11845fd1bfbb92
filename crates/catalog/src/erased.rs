//! Games and positions as objects: what an edge can ask of "some game".

use std::any::Any;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use bellwether_arena::bots::NETWORK_CLIENT;
use bellwether_arena::bots::launch::Launch;
use bellwether_arena::record::RecordHeader;
use bellwether_arena::runner::{self, GameInstance, GameRunner};
use bellwether_core::card::{Card, EvalInfo, NamedStart};
use bellwether_core::picture::Picture;
use bellwether_core::random::seeded;
use bellwether_core::spec::Spec;
use bellwether_core::square::Square;
use bellwether_core::{Game, ParseError, Playable, Seat, Status, perft};

use crate::agents::{self, AgentInfo, AnyAgent, BotPermission};
use crate::kit::kit;
use crate::{AnyOracle, AnyProvable, AnySolvable, Catalog, tournament, trace};

/// Some game with its options fixed.
pub trait AnyGame: Send + Sync {
    /// The game's description.
    fn card(&self) -> &'static Card;
    /// The catalogue it comes from.
    fn catalog(&self) -> &Catalog;
    /// Its specification: name and options.
    fn spec(&self) -> &Spec;
    /// How many seats the table has.
    fn seats(&self) -> usize;
    /// What a seat is called.
    fn seat_name(&self, seat: Seat) -> String;
    /// Whether seats see less than everything.
    fn is_hidden(&self) -> bool;
    /// The position a game starts from.
    fn start(&self) -> Box<dyn AnyPosition>;
    /// Reads a position of this game.
    ///
    /// # Errors
    /// If the text is not one.
    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, ParseError>;
    /// A position that `seat` sees as this text: the position itself, in a game without hidden information.
    ///
    /// # Errors
    /// If there is no such seat, or no position looks like that.
    fn observed(
        &self,
        view: &str,
        seat: Seat,
        seed: u64,
    ) -> Result<Box<dyn AnyPosition>, ParseError>;
    /// The game of a tournament's opening of this number, from 0: games with random fields draw a new one
    /// each time, the others are always the same.
    ///
    /// # Errors
    /// If the options make no game.
    fn instance(&self, opening: u64) -> Result<Box<dyn AnyGame>, ParseError>;
    /// The position with these pieces and `mover` to move.
    ///
    /// # Errors
    /// If there is no such position.
    fn position_from_board(
        &self,
        picture: &Picture,
        mover: Seat,
    ) -> Result<Box<dyn AnyPosition>, ParseError>;
    /// The agents that play this game.
    fn agents(&self) -> Vec<AgentInfo>;
    /// The named levels, weakest first, and the agents they mean in this game.
    fn levels(&self) -> Vec<(&'static str, &'static str)>;
    /// The evaluations an agent may be given for this game; the first is the default.
    fn evals(&self) -> &'static [EvalInfo];
    /// The ways in which a program from outside can play this game.
    fn bots(&self) -> Vec<AgentInfo>;
    /// The agent that `text` specifies; `seed` is its random seed unless it has `seed=N`.
    ///
    /// # Errors
    /// If there is no such agent or option, or it is a bot and bots are refused.
    fn agent(
        &self,
        text: &str,
        seed: u64,
        bots: BotPermission,
    ) -> Result<Box<dyn AnyAgent>, ParseError>;
    /// How the program behind an agent is started; none if it is one of our own.
    ///
    /// # Errors
    /// If there is no such agent, option or program, or bots are refused.
    fn launch(&self, agent: &str, bots: BotPermission) -> Result<Option<Launch>, ParseError>;
    /// Checks an agent that a person asks for. Stricter than [`agent`](Self::agent) and [`runner`](Self::runner),
    /// which also take what old records hold.
    ///
    /// # Errors
    /// If there is no such agent or option, or an option has no effect in this game.
    fn validate(&self, agent: &str) -> Result<(), ParseError>;
    /// Whether this agent makes the same moves again from the same seed: they depend neither on a clock nor on
    /// the scheduling of threads, nor on a program from outside.
    ///
    /// # Errors
    /// If there is no such agent or option.
    fn is_deterministic(&self, agent: &str) -> Result<bool, ParseError>;
    /// Whether a seat's name is a plural.
    fn is_plural(&self, seat: Seat) -> bool;
    /// Starts of this game that have a name.
    fn named_starts(&self) -> Vec<NamedStart>;
    /// The same game with other numbers of pieces.
    fn other_sizes(&self) -> Vec<NamedStart>;
    /// The seats that win and lose together, side by side.
    fn sides(&self) -> Vec<Vec<usize>>;
    /// Where a tournament's games are played, by the agents of this header, with tables from this folder.
    ///
    /// # Errors
    /// If an agent, an opening or a table that is needed is not there, or one is a bot and bots are refused.
    fn runner(
        &self,
        header: &RecordHeader,
        tables: &Path,
        bots: BotPermission,
    ) -> Result<Arc<dyn GameRunner>, ParseError>;
    /// The game's solver, if it has one.
    fn solvable(&self) -> Option<Box<dyn AnySolvable>>;
    /// The game's prover, if it has one.
    fn provable(&self) -> Option<Box<dyn AnyProvable>>;
    /// What the agent that `text` asks for, one of [`TRACED`](crate::TRACED), does to choose a move here. In a
    /// hidden game it knows what its seat knows. With an oracle, nodes get their exact values.
    ///
    /// # Errors
    /// If there is no such agent or option, the position is of another game or over, or it was stopped.
    fn trace(
        &self,
        position: &dyn AnyPosition,
        text: &str,
        scope: trace::TraceScope,
        oracle: Option<&dyn AnyOracle>,
        stop: &AtomicBool,
    ) -> Result<trace::SearchTrace, ParseError>;
}

/// Some position of some game.
pub trait AnyPosition: Send + Sync {
    /// The position on one line; as `viewer` sees it, or whole.
    fn text(&self, viewer: Option<Seat>) -> String;
    /// Whose turn it is, or how it ended.
    fn status(&self) -> Status;
    /// The legal moves as texts, in the game's order.
    fn moves(&self) -> Vec<String>;
    /// The legal moves as a board can offer them, in the same order.
    fn offers(&self) -> Vec<OfferedMove>;
    /// Makes the move that `text` names.
    ///
    /// # Errors
    /// If it is no legal move; the position stays as it was.
    fn play(&mut self, text: &str) -> Result<PlayedMove, ParseError>;
    /// The board as `viewer` sees it, or whole.
    fn picture(&self, viewer: Option<Seat>) -> Picture;
    /// Each seat's score, in games that have one.
    fn scores(&self) -> Option<Vec<f64>>;
    /// Counts move sequences of length `depth` on rayon's current pool; `serial` uses one thread.
    fn perft(&self, depth: u32, serial: bool) -> u64;
    /// The same count below each legal move.
    fn divide(&self, depth: u32) -> Vec<(String, u64)>;
    /// A copy.
    fn duplicate(&self) -> Box<dyn AnyPosition>;
    /// For agents, which know what kind of position they play.
    fn as_any(&self) -> &dyn Any;
}

/// A legal move, as a board can offer it without knowing any rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OfferedMove {
    /// Its text.
    pub text: String,
    /// The squares it leaves and enters; a placement has one.
    pub squares: Vec<Square>,
    /// How many pieces go, where moves between the same squares differ by it.
    pub amount: Option<u32>,
}

/// A move that was made: its full text, and as each seat may know it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// Who made it.
    pub mover: Seat,
    /// Its whole text.
    pub text: String,
    /// Its text as each seat saw it.
    pub seen: Vec<String>,
    /// The squares it left and entered.
    pub squares: Vec<Square>,
}

/// A listed game behind the object.
pub(crate) struct ErasedGame<G> {
    game: Arc<G>,
    spec: Spec,
    catalog: Catalog,
}

impl<G: Playable> ErasedGame<G> {
    pub(crate) fn new(game: G, spec: &Spec, catalog: &Catalog) -> Self {
        Self { game: Arc::new(game), spec: spec.clone(), catalog: catalog.clone() }
    }
}

impl<G: Playable> AnyGame for ErasedGame<G> {
    fn card(&self) -> &'static Card {
        G::CARD
    }

    fn catalog(&self) -> &Catalog {
        &self.catalog
    }

    fn spec(&self) -> &Spec {
        &self.spec
    }

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn seat_name(&self, seat: Seat) -> String {
        self.game.seat_name(seat)
    }

    fn is_hidden(&self) -> bool {
        (G::OBSERVATION.is_hidden)(&self.game)
    }

    fn start(&self) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition { game: Arc::clone(&self.game), state: self.game.start() })
    }

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, ParseError> {
        let state = self.game.parse_position(text)?;
        Ok(Box::new(ErasedPosition { game: Arc::clone(&self.game), state }))
    }

    fn observed(
        &self,
        view: &str,
        seat: Seat,
        seed: u64,
    ) -> Result<Box<dyn AnyPosition>, ParseError> {
        if seat.index() >= self.seats() {
            return Err(ParseError::new(format!("there is no seat {seat} at this table")));
        }
        let state = (G::OBSERVATION.resample_from)(&self.game, view, seat, &mut seeded(seed))?;
        Ok(Box::new(ErasedPosition { game: Arc::clone(&self.game), state }))
    }

    fn instance(&self, opening: u64) -> Result<Box<dyn AnyGame>, ParseError> {
        Ok(match G::instance(&self.spec, opening)? {
            Some((game, spec)) => Box::new(Self::new(game, &spec, &self.catalog)),
            None => Box::new(Self {
                game: Arc::clone(&self.game),
                spec: self.spec.clone(),
                catalog: self.catalog.clone(),
            }),
        })
    }

    fn position_from_board(
        &self,
        picture: &Picture,
        mover: Seat,
    ) -> Result<Box<dyn AnyPosition>, ParseError> {
        self.position(&self.game.position_from_board(picture, mover))
    }

    fn agents(&self) -> Vec<AgentInfo> {
        agents::list(&*self.game)
    }

    fn levels(&self) -> Vec<(&'static str, &'static str)> {
        agents::LEVELS.into_iter().zip(G::CARD.levels).collect()
    }

    fn evals(&self) -> &'static [EvalInfo] {
        G::CARD.evals
    }

    fn bots(&self) -> Vec<AgentInfo> {
        agents::bots::list::<G>()
    }

    fn agent(
        &self,
        text: &str,
        seed: u64,
        bots: BotPermission,
    ) -> Result<Box<dyn AnyAgent>, ParseError> {
        let instance = GameInstance { game: Arc::clone(&self.game), name: self.spec.to_string() };
        agents::AgentSpec::parse(text)?.agent(&instance, seed, bots)
    }

    fn launch(&self, agent: &str, bots: BotPermission) -> Result<Option<Launch>, ParseError> {
        match agents::AgentSpec::<G>::parse(agent)? {
            agents::AgentSpec::Bot(bot) => bot.launch(bots).map(Some),
            agents::AgentSpec::BuiltIn(_) => Ok(None),
        }
    }

    fn validate(&self, agent: &str) -> Result<(), ParseError> {
        agents::AgentSpec::<G>::parse(agent)?.validate(&self.game)
    }

    fn is_deterministic(&self, agent: &str) -> Result<bool, ParseError> {
        let is_client = Spec::parse(agent)?.name() == NETWORK_CLIENT;
        Ok(!is_client && agents::AgentSpec::<G>::parse(agent)?.is_deterministic())
    }

    fn is_plural(&self, seat: Seat) -> bool {
        self.game.is_plural(seat)
    }

    fn named_starts(&self) -> Vec<NamedStart> {
        self.game.named_starts()
    }

    fn other_sizes(&self) -> Vec<NamedStart> {
        self.game.other_sizes()
    }

    fn sides(&self) -> Vec<Vec<usize>> {
        runner::sides(&*self.game)
    }

    fn runner(
        &self,
        header: &RecordHeader,
        tables: &Path,
        bots: BotPermission,
    ) -> Result<Arc<dyn GameRunner>, ParseError> {
        tournament::runner(&self.game, &self.spec, header, tables, bots)
    }

    fn solvable(&self) -> Option<Box<dyn AnySolvable>> {
        Some((kit::<G>().tables?.erase)(&self.game))
    }

    fn provable(&self) -> Option<Box<dyn AnyProvable>> {
        Some((kit::<G>().prover?)(&self.game))
    }

    fn trace(
        &self,
        position: &dyn AnyPosition,
        text: &str,
        scope: trace::TraceScope,
        oracle: Option<&dyn AnyOracle>,
        stop: &AtomicBool,
    ) -> Result<trace::SearchTrace, ParseError> {
        trace::trace(&self.game, position, text, scope, oracle, stop)
    }
}

/// A position together with its game.
pub(crate) struct ErasedPosition<G: Game> {
    pub(crate) game: Arc<G>,
    pub(crate) state: G::State,
}

impl<G: Playable> AnyPosition for ErasedPosition<G> {
    fn text(&self, viewer: Option<Seat>) -> String {
        match viewer {
            Some(seat) => (G::OBSERVATION.position)(&self.game, &self.state, seat),
            None => self.game.position_text(&self.state),
        }
    }

    fn status(&self) -> Status {
        self.game.status(&self.state)
    }

    fn moves(&self) -> Vec<String> {
        let moves = self.game.moves(&self.state);
        moves.into_iter().map(|m| self.game.move_text(&self.state, m)).collect()
    }

    fn offers(&self) -> Vec<OfferedMove> {
        let offer = |m| OfferedMove {
            text: self.game.move_text(&self.state, m),
            squares: self.game.squares_of(m),
            amount: self.game.amount_of(m),
        };
        self.game.moves(&self.state).into_iter().map(offer).collect()
    }

    fn play(&mut self, text: &str) -> Result<PlayedMove, ParseError> {
        let m = self.game.parse_move(&self.state, text)?;
        let Status::ToMove(mover) = self.status() else {
            return Err(ParseError::new("the game is over: no move is legal"));
        };
        let played = PlayedMove {
            mover,
            text: self.game.move_text(&self.state, m),
            seen: Seat::all(self.game.seats())
                .map(|observer| (G::OBSERVATION.move_text)(&self.game, &self.state, m, observer))
                .collect(),
            squares: self.game.squares_of(m),
        };
        self.game.play(&mut self.state, m);
        Ok(played)
    }

    fn picture(&self, viewer: Option<Seat>) -> Picture {
        self.game.picture(&self.state, viewer)
    }

    fn scores(&self) -> Option<Vec<f64>> {
        self.game.scoreboard(&self.state)
    }

    fn perft(&self, depth: u32, serial: bool) -> u64 {
        if serial {
            perft::perft(&*self.game, &self.state, depth)
        } else {
            perft::perft_parallel(&*self.game, &self.state, depth)
        }
    }

    fn divide(&self, depth: u32) -> Vec<(String, u64)> {
        let counts = perft::divide(&*self.game, &self.state, depth);
        counts.into_iter().map(|(m, n)| (self.game.move_text(&self.state, m), n)).collect()
    }

    fn duplicate(&self) -> Box<dyn AnyPosition> {
        Box::new(Self { game: Arc::clone(&self.game), state: self.state.clone() })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}
