//! Games and positions as objects: what an edge can ask of "some game".

use std::any::Any;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::SystemTime;

use bellwether_arena::bots::NETWORK_CLIENT;
use bellwether_arena::bots::launch::Launch;
use bellwether_arena::ending::GameEnding;
use bellwether_arena::player::Fault;
use bellwether_arena::record::{Entrant, FORMAT, RecordHeader, RecordedBot};
use bellwether_arena::runner::{self, GameInstance, GameRunner};
use bellwether_arena::settings::{Openings, PairingFormat, TournamentSettings};
use bellwether_core::card::{Card, NamedStart, seat_phrase};
use bellwether_core::parallel::Threads;
use bellwether_core::picture::Picture;
use bellwether_core::planes::plane_count;
use bellwether_core::random::seeded;
use bellwether_core::spec::Spec;
use bellwether_core::square::Square;
use bellwether_core::{
    Calibration, Error, ErrorKind, Game, Payoffs, Playable, Seat, Status, bail, perft,
};

use crate::agents::{self, AnyAgent, BotPermission, LEVELS};
use crate::batch::{AnyBatch, GameBatch};
use crate::folders::tables_folder;
use crate::game_tools::GameTools;
use crate::solving::check_at_hand;
use crate::{AgentFamily, AgentInfo, AnyOracle, AnyProvable, AnySolvable, Catalog, trace};

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
    /// A seat's name within a sentence: "the wolf", but "White".
    fn seat_phrase(&self, seat: Seat) -> String {
        seat_phrase(&self.seat_name(seat))
    }
    /// What the seats are called, in order.
    fn seat_names(&self) -> Vec<String> {
        Seat::all(self.seats()).map(|seat| self.seat_name(seat)).collect()
    }
    /// The header of a tournament of this game that begins now.
    fn header(
        &self,
        players: Vec<Entrant>,
        entries: Vec<usize>,
        seed: u64,
        settings: TournamentSettings,
    ) -> RecordHeader {
        let folder = std::env::current_dir().unwrap_or_default();
        let bot = |(player, entrant): (usize, &Entrant)| {
            let launch = self.launch(&entrant.agent, None, BotPermission::Allowed).ok()??;
            let folder = folder.to_string_lossy().into_owned();
            Some(RecordedBot { player, folder, digest: launch.digest() })
        };
        let bots = players.iter().enumerate().filter_map(bot).collect();
        RecordHeader {
            format: FORMAT.to_owned(),
            version: env!("CARGO_PKG_VERSION").to_owned(),
            game: self.spec().to_string(),
            seats: self.seat_names(),
            players,
            entries,
            seed,
            settings,
            began: humantime::format_rfc3339_seconds(SystemTime::now()).to_string(),
            spawn: None,
            bots,
        }
    }
    /// The names of players whose programs have changed since a tournament began, those of old records aside.
    ///
    /// # Errors
    /// If a program is not there any more.
    fn changed_bots(&self, header: &RecordHeader) -> Result<Vec<String>, Error> {
        let mut changed = Vec::new();
        for bot in &header.bots {
            let Some(entrant) = header.players.get(bot.player) else { continue };
            let folder = header.folder_of(bot.player);
            let launch = self.launch(&entrant.agent, folder, BotPermission::Allowed);
            let launch = launch.map_err(|error| error.at(&entrant.name))?;
            if launch.is_some_and(|launch| launch.digest() != bot.digest) {
                changed.push(entrant.name.clone());
            }
        }
        Ok(changed)
    }
    /// Whether seats see less than everything.
    fn is_hidden(&self) -> bool;
    /// The position a game starts from.
    fn start(&self) -> Box<dyn AnyPosition>;
    /// Reads a position of this game.
    ///
    /// # Errors
    /// If the text is not one.
    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, Error>;
    /// A position that `seat` sees as this text: the position itself, in a game without hidden information.
    ///
    /// # Errors
    /// If there is no such seat, or no position looks like that.
    fn observed(&self, view: &str, seat: Seat, seed: u64) -> Result<Box<dyn AnyPosition>, Error>;
    /// The game of a tournament's opening of this number, from 0: games with random fields draw a new one
    /// each time, the others are always the same.
    ///
    /// # Errors
    /// If the options make no game.
    fn instance(&self, opening: u64) -> Result<Box<dyn AnyGame>, Error>;
    /// The position with these pieces and `mover` to move.
    ///
    /// # Errors
    /// If there is no such position.
    fn position_from_board(
        &self,
        picture: &Picture,
        mover: Seat,
    ) -> Result<Box<dyn AnyPosition>, Error>;
    /// So many games of this kind, to be played at once by these threads; one of more than `longest` plies is cut off.
    fn batch(&self, games: usize, longest: u32, threads: Threads) -> Box<dyn AnyBatch>;
    /// The shape of an observation: [planes](bellwether_core::planes), rows, columns.
    fn plane_shape(&self) -> [usize; 3];
    /// A number of plies that no game exceeds; none if a game can go on for ever.
    fn longest_game(&self) -> Option<u32>;
    /// The payoffs of a tie between all seats.
    fn tied(&self) -> Payoffs;
    /// Whether a game can return to an earlier position.
    fn can_repeat(&self) -> bool;
    /// The agents that play this game.
    fn agents(&self) -> Vec<AgentInfo>;
    /// The named levels, weakest first, and the agents they mean in this game.
    fn levels(&self) -> Vec<(&'static str, &'static str)> {
        LEVELS.into_iter().zip(self.card().levels).collect()
    }
    /// The ways in which a program from outside can play this game.
    fn bots(&self) -> Vec<AgentInfo>;
    /// The agent that `text` specifies; `seed` is its random seed unless it has `seed=N`.
    ///
    /// # Errors
    /// If there is no such agent or option, or it is a bot and bots are refused.
    fn agent(&self, text: &str, seed: u64, bots: BotPermission)
    -> Result<Box<dyn AnyAgent>, Error>;
    /// How the program behind an agent is started; none if it is one of our own. The paths of its command begin at
    /// `folder`, or else where we are.
    ///
    /// # Errors
    /// If there is no such agent, option or program, or bots are refused.
    fn launch(
        &self,
        agent: &str,
        folder: Option<&Path>,
        bots: BotPermission,
    ) -> Result<Option<Launch>, Error>;
    /// Checks an agent that a person asks for. Stricter than [`agent`](Self::agent) and [`runner`](Self::runner),
    /// which also take what old records hold.
    ///
    /// # Errors
    /// If there is no such agent or option, an option has no effect in this game, or the agent plays by exact values
    /// and there are none: no table, no strategy, and the game is not small.
    fn validate(&self, agent: &str) -> Result<(), Error>;
    /// What an agent would need to play here that is not there, in a few words; none if it can play.
    fn lacks(&self, agent: &str) -> Option<&'static str>;
    /// Whether this agent makes the same moves again from the same seed: they depend neither on a clock nor on
    /// the scheduling of threads, nor on a program from outside.
    ///
    /// # Errors
    /// If there is no such agent or option.
    fn is_deterministic(&self, agent: &str) -> Result<bool, Error>;
    /// Whether this agent plays other games from the same start, by lot: a program may not.
    ///
    /// # Errors
    /// If there is no such agent or option.
    fn varies(&self, agent: &str) -> Result<bool, Error>;
    /// Where games begin if nobody says where: at the start; after so many random moves, if some players would play the
    /// same game there again and again.
    fn usual_openings(
        &self,
        players: &[Entrant],
        entries: &[usize],
        settings: &TournamentSettings,
        plies: u32,
    ) -> Openings {
        let seats = self.seats();
        let meeting = if settings.swap { seats } else { 1 };
        let is_again = settings.games as usize > meeting
            || match settings.pairing {
                PairingFormat::RoundRobin | PairingFormat::Gauntlet => settings.rounds > 1,
                PairingFormat::Knockout => true,
                PairingFormat::Swiss => false,
            };
        let repeats = |player: &&usize| {
            let agent = players.get(**player).map(|entrant| self.varies(&entrant.agent));
            matches!(agent, Some(Ok(false)))
        };
        let field = |opening| self.instance(opening).map(|game| game.spec().to_string());
        let is_same = || matches!((field(0), field(1)), (Ok(one), Ok(other)) if one == other);
        if is_again && entries.iter().filter(repeats).count() >= seats && is_same() {
            Openings::Random { plies }
        } else {
            Openings::Start
        }
    }
    /// Whether a seat's name is a plural.
    fn is_plural(&self, seat: Seat) -> bool;
    /// Starts of this game that have a name.
    fn named_starts(&self) -> Vec<NamedStart>;
    /// The same game with other numbers of pieces.
    fn other_sizes(&self) -> Vec<NamedStart>;
    /// What changes with the size, in a sentence.
    fn sizes_note(&self) -> &'static str;
    /// The seats that win and lose together, side by side.
    fn sides(&self) -> Vec<Vec<usize>>;
    /// How the numbers of searches become chances to win, as far as that is known.
    fn calibrations(&self) -> &'static [Calibration];
    /// Where a tournament's games are played, by the agents of this header, with tables from this folder.
    ///
    /// # Errors
    /// If an agent, an opening or a table that is needed is not there, or one is a bot and bots are refused.
    fn runner(
        &self,
        header: &RecordHeader,
        tables: &Path,
        bots: BotPermission,
    ) -> Result<Arc<dyn GameRunner>, Error>;
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
    ) -> Result<trace::SearchTrace, Error>;
    /// For code that knows the type of the game.
    fn as_any(&self) -> &dyn Any;
}

/// Some position of some game.
pub trait AnyPosition: Send + Sync {
    /// The position on one line; as `viewer` sees it, or whole.
    fn text(&self, viewer: Option<Seat>) -> String;
    /// Whose turn it is, or how it ended.
    fn status(&self) -> Status;
    /// How the game ended: by its rules, or because a seat of two has `lost` by its fault.
    fn ending(&self, lost: Option<(Seat, Fault)>) -> Option<GameEnding>;
    /// Why it is over by the game's rules, for people: a clause that follows "White won:".
    fn ending_reason(&self) -> Option<&'static str>;
    /// The legal moves as texts, in the game's order.
    fn moves(&self) -> Vec<String>;
    /// The legal moves as a board can offer them, in the same order.
    fn offers(&self) -> Vec<OfferedMove>;
    /// How many seats the table has.
    fn seats(&self) -> usize;
    /// How many action numbers the game has.
    fn action_count(&self) -> usize;
    /// Adds the action numbers of the legal moves to a set, as its bits: 64 in each word. The game must not be over.
    ///
    /// # Panics
    /// If there are too few words.
    fn add_actions(&self, words: &mut [u64]);
    /// Writes for each action number whether it is legal; none is when the game is over.
    ///
    /// # Panics
    /// If `mask` has not [`action_count`](Self::action_count) places.
    fn write_mask(&self, mask: &mut [bool]);
    /// The numbers of the legal moves, in the same order.
    fn actions(&self) -> Vec<usize>;
    /// The action number of a legal move.
    ///
    /// # Errors
    /// If the text is no legal move.
    fn action_of(&self, text: &str) -> Result<usize, Error>;
    /// The text of the move with this action number, as `viewer` sees it or whole; none if it is not legal.
    fn action_text(&self, action: usize, viewer: Option<Seat>) -> Option<String>;
    /// Writes what `viewer` sees, or everything, as [planes](bellwether_core::planes) of numbers.
    ///
    /// # Panics
    /// If `planes` has not the length of [`AnyGame::plane_shape`].
    fn write_planes(&self, viewer: Option<Seat>, planes: &mut [f32]);
    /// Makes the move with this action number and says whose turn it is then; none if the move is not legal.
    fn play_action(&mut self, action: usize) -> Option<Status>;
    /// Whether the other is the same position of the same game.
    fn is_same(&self, other: &dyn AnyPosition) -> bool;
    /// A hash of the position.
    fn fingerprint(&self) -> u64;
    /// Makes the move that `text` names.
    ///
    /// # Errors
    /// If it is no legal move; the position stays as it was.
    fn play(&mut self, text: &str) -> Result<PlayedMove, Error>;
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

/// A game of a known type behind [`AnyGame`].
pub struct ErasedGame<G: Playable> {
    pub(crate) game: Arc<G>,
    pub(crate) spec: Spec,
    pub(crate) tools: Arc<GameTools<G>>,
    catalog: Catalog,
}

impl<G: Playable> ErasedGame<G> {
    pub(crate) fn new<A: AgentFamily>(game: G, spec: &Spec, catalog: &Catalog) -> Self {
        let game = Arc::new(game);
        let tools = Arc::new(GameTools::new::<A>(&game, catalog));
        Self { game, spec: spec.clone(), tools, catalog: catalog.clone() }
    }

    fn at(&self, state: G::State) -> Box<dyn AnyPosition> {
        Box::new(ErasedPosition { game: Arc::clone(&self.game), state })
    }

    fn agent_spec(&self, text: &str) -> Result<agents::AgentSpec<G>, Error> {
        agents::AgentSpec::parse(&self.tools, text)
    }
}

bellwether_core::debug_fields!(ErasedGame<G>, [G: Playable], spec);

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
        self.at(self.game.start())
    }

    fn position(&self, text: &str) -> Result<Box<dyn AnyPosition>, Error> {
        Ok(self.at(self.game.parse_position(text)?))
    }

    fn observed(&self, view: &str, seat: Seat, seed: u64) -> Result<Box<dyn AnyPosition>, Error> {
        if seat.index() >= self.seats() {
            bail!("there is no seat {seat} at this table");
        }
        let state = (G::OBSERVATION.resample_from)(&self.game, view, seat, &mut seeded(seed))?;
        Ok(self.at(state))
    }

    fn instance(&self, opening: u64) -> Result<Box<dyn AnyGame>, Error> {
        let (game, spec) = match G::instance(&self.spec, opening)? {
            Some((game, spec)) => (Arc::new(game), spec),
            None => (Arc::clone(&self.game), self.spec.clone()),
        };
        Ok(Box::new(Self {
            game,
            spec,
            tools: Arc::clone(&self.tools),
            catalog: self.catalog.clone(),
        }))
    }

    fn position_from_board(
        &self,
        picture: &Picture,
        mover: Seat,
    ) -> Result<Box<dyn AnyPosition>, Error> {
        self.position(&self.game.position_from_board(picture, mover))
    }

    fn batch(&self, games: usize, longest: u32, threads: Threads) -> Box<dyn AnyBatch> {
        Box::new(GameBatch::new(&self.game, games, longest, threads))
    }

    fn plane_shape(&self) -> [usize; 3] {
        let picture = self.game.picture(&self.game.start(), None);
        [plane_count(G::CARD.pieces), picture.rows, picture.columns]
    }

    fn longest_game(&self) -> Option<u32> {
        self.game.longest_game()
    }

    fn tied(&self) -> Payoffs {
        self.game.tied()
    }

    fn can_repeat(&self) -> bool {
        self.game.can_repeat()
    }

    fn agents(&self) -> Vec<AgentInfo> {
        agents::list(&*self.game, &self.tools)
    }

    fn bots(&self) -> Vec<AgentInfo> {
        agents::bots::list(G::CARD)
    }

    fn agent(
        &self,
        text: &str,
        seed: u64,
        bots: BotPermission,
    ) -> Result<Box<dyn AnyAgent>, Error> {
        let instance = GameInstance { game: Arc::clone(&self.game), name: self.spec.to_string() };
        self.agent_spec(text)?.agent(&instance, seed, bots)
    }

    fn launch(
        &self,
        agent: &str,
        folder: Option<&Path>,
        bots: BotPermission,
    ) -> Result<Option<Launch>, Error> {
        match self.agent_spec(agent)?.within(folder) {
            agents::AgentSpec::Bot(bot) => bot.launch(bots).map(Some),
            agents::AgentSpec::BuiltIn(_) => Ok(None),
        }
    }

    fn validate(&self, agent: &str) -> Result<(), Error> {
        let spec = self.agent_spec(agent)?;
        spec.validate(&self.game)?;
        if spec.needs_truth() { check_at_hand(self, &tables_folder()) } else { Ok(()) }
    }

    fn lacks(&self, agent: &str) -> Option<&'static str> {
        let needs_truth = self.agent_spec(agent).is_ok_and(|spec| spec.needs_truth());
        let is_missing = needs_truth && check_at_hand(self, &tables_folder()).is_err();
        is_missing.then_some("needs a solved table")
    }

    fn is_deterministic(&self, agent: &str) -> Result<bool, Error> {
        let is_client = Spec::parse(agent)?.name() == NETWORK_CLIENT;
        Ok(!is_client && self.agent_spec(agent)?.is_deterministic())
    }

    fn varies(&self, agent: &str) -> Result<bool, Error> {
        Ok(self.agent_spec(agent)?.varies())
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

    fn sizes_note(&self) -> &'static str {
        self.game.sizes_note()
    }

    fn sides(&self) -> Vec<Vec<usize>> {
        runner::sides(&*self.game)
    }

    fn calibrations(&self) -> &'static [Calibration] {
        self.game.calibrations()
    }

    fn runner(
        &self,
        header: &RecordHeader,
        tables: &Path,
        bots: BotPermission,
    ) -> Result<Arc<dyn GameRunner>, Error> {
        let player = |(player, entrant): (usize, &Entrant)| {
            self.agent_player(entrant, header.folder_of(player), bots)
        };
        let players = header.players.iter().enumerate().map(player);
        Ok(Arc::new(self.typed_runner(header, tables, players.collect::<Result<_, _>>()?)?))
    }

    fn solvable(&self) -> Option<Box<dyn AnySolvable>> {
        Some((self.tools.tables.as_ref()?.erase)(&self.game))
    }

    fn provable(&self) -> Option<Box<dyn AnyProvable>> {
        Some(self.tools.prover.as_ref()?(&self.game))
    }

    fn trace(
        &self,
        position: &dyn AnyPosition,
        text: &str,
        scope: trace::TraceScope,
        oracle: Option<&dyn AnyOracle>,
        stop: &AtomicBool,
    ) -> Result<trace::SearchTrace, Error> {
        trace::trace(self, position, text, scope, oracle, stop)
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

/// A position together with its game.
pub(crate) struct ErasedPosition<G: Game> {
    pub(crate) game: Arc<G>,
    pub(crate) state: G::State,
}

impl<G: Playable> ErasedPosition<G> {
    /// The position behind the object, if it is one of `game`.
    pub(crate) fn of<'a>(game: &G, position: &'a dyn AnyPosition) -> Result<&'a Self, Error> {
        let position = position.as_any().downcast_ref::<Self>();
        position
            .filter(|position| *position.game == *game)
            .ok_or_else(|| Error::invalid("this position is of another game"))
    }

    /// The same and whose turn it is, if the game is not over.
    pub(crate) fn to_move<'a>(
        game: &G,
        position: &'a dyn AnyPosition,
    ) -> Result<(&'a Self, Seat), Error> {
        let position = Self::of(game, position)?;
        let over = "the game is over: there is nothing to choose";
        let seat = position.status().mover();
        Ok((position, seat.ok_or_else(|| Error::new(ErrorKind::IllegalMove, over))?))
    }
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

    fn ending(&self, lost: Option<(Seat, Fault)>) -> Option<GameEnding> {
        let (game, state) = (&*self.game, &self.state);
        let mut out = vec![false; game.seats()];
        let Some((seat, fault)) = lost else { return GameEnding::by_rules(game, state, &out) };
        out[seat.index()] = true;
        Some(GameEnding::by_fault(game, state, &out, seat, &fault))
    }

    fn ending_reason(&self) -> Option<&'static str> {
        self.game.ending_reason(&self.state)
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

    fn seats(&self) -> usize {
        self.game.seats()
    }

    fn action_count(&self) -> usize {
        self.game.action_count()
    }

    fn add_actions(&self, words: &mut [u64]) {
        self.game.add_actions(&self.state, words);
    }

    fn actions(&self) -> Vec<usize> {
        let moves = self.game.moves(&self.state);
        moves.into_iter().map(|m| self.game.action(m)).collect()
    }

    fn write_mask(&self, mask: &mut [bool]) {
        if self.status().is_over() {
            mask.fill(false);
        } else {
            self.game.write_mask(&self.state, mask);
        }
    }

    fn action_of(&self, text: &str) -> Result<usize, Error> {
        let m = self.game.parse_move(&self.state, text);
        Ok(self.game.action(m.map_err(|error| Error::new(ErrorKind::IllegalMove, error))?))
    }

    fn action_text(&self, action: usize, viewer: Option<Seat>) -> Option<String> {
        let m = self.game.move_of_action(&self.state, action)?;
        Some(match viewer {
            Some(seat) => (G::OBSERVATION.move_text)(&self.game, &self.state, m, seat),
            None => self.game.move_text(&self.state, m),
        })
    }

    fn write_planes(&self, viewer: Option<Seat>, planes: &mut [f32]) {
        self.game.write_planes(&self.state, viewer, planes);
    }

    fn play_action(&mut self, action: usize) -> Option<Status> {
        let m = self.game.move_of_action(&self.state, action)?;
        self.game.play(&mut self.state, m);
        Some(self.game.status(&self.state))
    }

    fn is_same(&self, other: &dyn AnyPosition) -> bool {
        let other = other.as_any().downcast_ref::<Self>();
        other.is_some_and(|other| self.state == other.state && *self.game == *other.game)
    }

    fn fingerprint(&self) -> u64 {
        BuildHasherDefault::<DefaultHasher>::default().hash_one(&self.state)
    }

    fn play(&mut self, text: &str) -> Result<PlayedMove, Error> {
        let m = self.game.parse_move(&self.state, text)?;
        let Status::ToMove(mover) = self.status() else {
            return Err(Error::new(ErrorKind::IllegalMove, "the game is over: no move is legal"));
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
