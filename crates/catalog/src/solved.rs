//! Solved games as objects: what an edge can ask of a game that has a solver.

use std::path::Path;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bellwether_core::numbering::{Numbering, TableIndex};
use bellwether_core::{Error, Game, Playable, Seat, Status, Value};
use bellwether_solve::check::{self, CheckError};
use bellwether_solve::run::{self, SolveError, SolvePlan, SolveProgress};
use bellwether_solve::table::{SolvedTable, TableError, TableKey};
use bellwether_solve::{Oracle, Solvable, TruthSource};

use crate::erased::{AnyPosition, ErasedPosition};
use crate::{AnyGame, Catalog};

/// A game with at most this many numbers is solved on the spot when there is no table of it: it takes
/// about a second.
const SMALL: u64 = 5_000_000;

/// A game that can be solved.
pub trait AnySolvable: Send + Sync {
    /// What solving it takes, with tables in this folder.
    ///
    /// # Errors
    /// If it cannot be solved.
    fn plan(&self, folder: &Path) -> Result<SolvePlan, SolveError>;

    /// Solves it into a table in this folder, or goes on where that was left.
    ///
    /// # Errors
    /// As [`run::solve`].
    fn solve(
        &self,
        folder: &Path,
        memory: u64,
        stop: &AtomicBool,
        progress: &(dyn Fn(SolveProgress) + Sync),
    ) -> Result<SolvedTable, SolveError>;

    /// Whether a table is of this game, or of a larger one that holds it.
    fn has_key(&self, key: &TableKey) -> bool;

    /// Whether the game's positions have to be listed before anything can be asked, which may take seconds.
    fn lists_positions(&self) -> bool;

    /// Whether it is small enough to be solved at all.
    fn can_be_solved(&self) -> bool;

    /// Whether [`find`](Self::find) will find something in this folder: there is a table, or the game is small. Nothing
    /// is opened, solved or listed.
    fn is_at_hand(&self, folder: &Path) -> bool;

    /// What a table of this game depends on.
    fn table_options(&self) -> Vec<(String, String)>;

    /// The specification of a game whose positions a table with these options holds.
    fn game_of_table(&self, options: &[(String, String)]) -> Option<String>;

    /// Works every value of a table of this game out again.
    ///
    /// # Errors
    /// As [`check::check`].
    fn check(
        &self,
        table: &SolvedTable,
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<check::TableCheck, CheckError>;

    /// The table of this game in a folder, open for questions; none if there is none.
    ///
    /// # Errors
    /// If there is one but it is damaged.
    fn open(&self, folder: &Path) -> Result<Option<Box<dyn AnyOracle>>, TableError>;

    /// This table, open for questions.
    ///
    /// # Errors
    /// If it cannot be read or is of something else.
    fn open_file(&self, path: &Path) -> Result<Box<dyn AnyOracle>, TableError>;

    /// The table of this game in a folder, or the game solved here if it is small; none if there is neither, or `stop`
    /// came first.
    ///
    /// # Errors
    /// If there is a table but it is damaged.
    fn find(&self, folder: &Path, stop: &AtomicBool) -> Result<Option<Box<dyn AnyOracle>>, Error>;
}

/// A solved game.
pub trait AnyOracle: Send + Sync {
    /// What is known of a position; none if it is over, or not in the table.
    ///
    /// # Errors
    /// If the position is of another game, or the table damaged.
    fn answer(&self, position: &dyn AnyPosition) -> Result<Option<TableAnswer>, Error>;

    /// A position's value for the seat to move; none if it is over, or not in the table.
    ///
    /// # Errors
    /// If the position is of another game, or the table damaged.
    fn value(&self, position: &dyn AnyPosition) -> Result<Option<Value>, Error>;

    /// A best line from a position, at most so long.
    ///
    /// # Errors
    /// If the position is of another game, or the table damaged.
    fn line(&self, position: &dyn AnyPosition, most: usize) -> Result<Vec<AnsweredMove>, Error>;

    /// The table the answers come from; none if there is none.
    fn table(&self) -> Option<&SolvedTable>;

    /// Where the answers come from.
    fn origin(&self) -> OracleOrigin;

    /// The position at a place in the table.
    fn position(&self, place: TableIndex) -> Option<Box<dyn AnyPosition>>;

    /// The value at a place in the table.
    ///
    /// # Errors
    /// If the table is damaged.
    fn value_at(&self, place: TableIndex) -> Result<Option<Value>, Error>;
}

/// Where exact values come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OracleOrigin {
    /// A table on disk.
    Table,
    /// The game was solved in memory.
    Here,
    /// The strategy that proves who wins, and searches where it does not tell.
    Strategy,
}

impl OracleOrigin {
    /// Its name for the page.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Here => "here",
            Self::Strategy => "strategy",
        }
    }
}

/// What is known of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableAnswer {
    /// Whose turn it is.
    pub mover: Seat,
    /// The position's value for that seat.
    pub value: Value,
    /// Every legal move, best first.
    pub moves: Vec<AnsweredMove>,
}

/// A move and its value for the seat that makes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnsweredMove {
    /// The move's text.
    pub text: String,
    /// Its value.
    pub value: Value,
}

/// What the catalogue does with a game that has tables.
pub(crate) struct TableFunctions<G: Game> {
    /// The game as an object that can be solved.
    pub(crate) erase: fn(&Arc<G>) -> Box<dyn AnySolvable>,
    /// The source of exact values: the table in a folder, or the game solved here if it is small.
    pub(crate) truth_source: FindTruth<G>,
}

/// A source of exact values in a folder; none if there is none.
pub(crate) type FoundTruth<G> = Result<Option<Arc<dyn TruthSource<G>>>, Error>;
type FindTruth<G> = fn(&Arc<G>, &Path) -> FoundTruth<G>;

pub(crate) fn functions<G: Playable + Solvable>() -> TableFunctions<G> {
    TableFunctions {
        erase,
        truth_source: |game, folder| {
            let oracle = find(&**game, folder, &AtomicBool::new(false))?;
            Ok(oracle.map(|oracle| Arc::new(oracle) as Arc<dyn TruthSource<G>>))
        },
    }
}

pub(crate) fn erase<G: Playable + Solvable>(game: &Arc<G>) -> Box<dyn AnySolvable> {
    Box::new(ErasedSolvable { game: Arc::clone(game), numbering: Mutex::default() })
}

/// The table in a folder, or the game solved here if it is small.
pub(crate) fn find<G: Solvable>(
    game: &G,
    folder: &Path,
    stop: &AtomicBool,
) -> Result<Option<Oracle<G>>, Error> {
    match Oracle::find(game, folder)? {
        None => Ok(Oracle::solve(game, SMALL, stop).ok().flatten()),
        found => Ok(found),
    }
}

struct ErasedSolvable<G: Solvable> {
    game: Arc<G>,
    /// What [`plan`](AnySolvable::plan) found, for [`solve`](AnySolvable::solve): to list positions may take seconds in
    /// which nothing stops it.
    numbering: Mutex<Option<G::Numbering>>,
}

impl<G: Playable + Solvable> AnySolvable for ErasedSolvable<G> {
    fn plan(&self, folder: &Path) -> Result<SolvePlan, SolveError> {
        let numbering = self.game.numbering().ok_or(SolveError::TooLarge)?;
        let plan = run::plan_numbered(&*self.game, &numbering, folder);
        *lock(&self.numbering) = Some(numbering);
        Ok(plan)
    }

    fn solve(
        &self,
        folder: &Path,
        memory: u64,
        stop: &AtomicBool,
        progress: &(dyn Fn(SolveProgress) + Sync),
    ) -> Result<SolvedTable, SolveError> {
        let found = lock(&self.numbering).take();
        let numbering =
            found.or_else(|| self.game.numbering_unless(stop)).ok_or_else(|| run::missing(stop))?;
        run::solve_numbered(&*self.game, numbering, folder, memory, stop, progress)
    }

    fn has_key(&self, key: &TableKey) -> bool {
        key.holds(&*self.game)
    }

    fn lists_positions(&self) -> bool {
        <G::Numbering as Numbering<G>>::IS_LISTED
    }

    fn can_be_solved(&self) -> bool {
        self.game.is_numbered()
    }

    fn is_at_hand(&self, folder: &Path) -> bool {
        // Only games of a few million positions are listed.
        let is_small = || match self.lists_positions() {
            true => self.game.is_numbered(),
            false => self.game.numbering().is_some_and(|numbering| numbering.total() <= SMALL),
        };
        Oracle::path(&*self.game, folder).is_some() || is_small()
    }

    fn table_options(&self) -> Vec<(String, String)> {
        self.game.table_options()
    }

    fn game_of_table(&self, options: &[(String, String)]) -> Option<String> {
        G::game_of_table(options)
    }

    fn check(
        &self,
        table: &SolvedTable,
        stop: &AtomicBool,
        progress: &(dyn Fn(u64) + Sync),
    ) -> Result<check::TableCheck, CheckError> {
        check::check(&*self.game, table, stop, progress)
    }

    fn open(&self, folder: &Path) -> Result<Option<Box<dyn AnyOracle>>, TableError> {
        Ok(Oracle::find(&*self.game, folder)?.map(|oracle| self.erase_oracle(oracle)))
    }

    fn open_file(&self, path: &Path) -> Result<Box<dyn AnyOracle>, TableError> {
        Ok(self.erase_oracle(Oracle::open(&*self.game, path)?))
    }

    fn find(&self, folder: &Path, stop: &AtomicBool) -> Result<Option<Box<dyn AnyOracle>>, Error> {
        Ok(find(&*self.game, folder, stop)?.map(|oracle| self.erase_oracle(oracle)))
    }
}

impl<G: Playable + Solvable> ErasedSolvable<G> {
    fn erase_oracle(&self, oracle: Oracle<G>) -> Box<dyn AnyOracle> {
        Box::new(ErasedOracle { game: Arc::clone(&self.game), oracle })
    }
}

/// A numbering is put and taken whole, so a panic leaves nothing half done.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

struct ErasedOracle<G: Solvable> {
    game: Arc<G>,
    oracle: Oracle<G>,
}

impl<G: Playable + Solvable> ErasedOracle<G> {
    fn state<'a>(&self, position: &'a dyn AnyPosition) -> Result<&'a G::State, Error> {
        Ok(&ErasedPosition::of(&*self.game, position)?.state)
    }
}

impl<G: Playable + Solvable> AnyOracle for ErasedOracle<G> {
    fn answer(&self, position: &dyn AnyPosition) -> Result<Option<TableAnswer>, Error> {
        let state = self.state(position)?;
        let Status::ToMove(mover) = self.game.status(state) else { return Ok(None) };
        let Some(value) = self.oracle.value(state)? else { return Ok(None) };
        let text = |m| self.game.move_text(state, m);
        let moves = self.oracle.moves(state)?.into_iter();
        let moves =
            moves.map(|evaluated| AnsweredMove { text: text(evaluated.m), value: evaluated.value });
        Ok(Some(TableAnswer { mover, value, moves: moves.collect() }))
    }

    fn value(&self, position: &dyn AnyPosition) -> Result<Option<Value>, Error> {
        let state = self.state(position)?;
        if self.game.status(state).is_over() {
            return Ok(None);
        }
        Ok(self.oracle.value(state)?)
    }

    fn line(&self, position: &dyn AnyPosition, most: usize) -> Result<Vec<AnsweredMove>, Error> {
        let mut state = self.state(position)?.clone();
        let line = self.oracle.line(&state, most)?;
        let texts = line.into_iter().map(|evaluated| {
            let text = self.game.move_text(&state, evaluated.m);
            self.game.play(&mut state, evaluated.m);
            AnsweredMove { text, value: evaluated.value }
        });
        Ok(texts.collect())
    }

    fn table(&self) -> Option<&SolvedTable> {
        self.oracle.table()
    }

    fn origin(&self) -> OracleOrigin {
        if self.table().is_some() { OracleOrigin::Table } else { OracleOrigin::Here }
    }

    fn position(&self, place: TableIndex) -> Option<Box<dyn AnyPosition>> {
        let state = self.oracle.numbering().state(place)?;
        Some(Box::new(ErasedPosition { game: Arc::clone(&self.game), state }))
    }

    fn value_at(&self, place: TableIndex) -> Result<Option<Value>, Error> {
        Ok(self.oracle.at(place)?)
    }
}

impl Catalog {
    /// A game whose positions a table holds.
    ///
    /// # Errors
    /// If the table's header names no such game: it was not written by us.
    pub fn game_of_table(&self, key: &TableKey) -> Result<Box<dyn AnyGame>, Error> {
        let unknown = || Error::not_found(format!("no game here has a table of {}", key.title()));
        let named = self.game(&key.game).ok().and_then(|game| game.solvable());
        let spec = named.and_then(|solvable| solvable.game_of_table(&key.options));
        let game = self.game(&spec.ok_or_else(unknown)?)?;
        let fits = game.solvable().is_some_and(|solvable| solvable.has_key(key));
        if fits { Ok(game) } else { Err(unknown()) }
    }
}
