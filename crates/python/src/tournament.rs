//! `match`: a tournament between agents, ours, bots or Python's own.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::sync::Arc;

use bellwether_arena::clock::TimeControl;
use bellwether_arena::entries::enter;
use bellwether_arena::record::journal::RecordReader;
use bellwether_arena::record::{Entrant, GameRecord, RecordHeader};
use bellwether_arena::run::{RunDecision, RunEnd, Tournament};
use bellwether_arena::settings::{
    DrawRule, Logging, MoveLimits, Openings, PairingFormat, RefereeRules, ResignRule,
    TournamentSettings,
};
use bellwether_arena::stats::sequential::Sequential;
use bellwether_arena::stats::sprt::{Sprt, SprtVerdict};
use bellwether_arena::tournament_stats::TournamentStats;
use bellwether_catalog::{BotPermission, tables_folder};
use bellwether_core::Error;
use bellwether_core::outside::printable;
use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use serde_json::json;

use crate::agent::PyAgent;
use crate::errors::raised;
use crate::game::{GameHandle, catalog, game_of};
use crate::interrupt::attending;
use crate::python_agent::{self, RaisedError, entry};
use crate::whole::{Whole, given, whole_or_none};

/// Says which program builds the cages of bots: the command `bellwether` that the package brings.
#[pyfunction]
#[pyo3(name = "_set_cage_helper")]
pub(crate) fn set_cage_helper(program: PathBuf) -> bool {
    bellwether_cage::set_helper(program)
}

/// Games that may run at once.
const MOST_AT_ONCE: usize = 1024;

/// What a match is asked for, besides its players.
pub(crate) struct MatchRequest {
    tournament: String,
    games: Option<u32>,
    rounds: u32,
    swap: bool,
    openings: Option<OpeningsRequest>,
    opening_plies: u32,
    time: Option<f64>,
    nodes: Option<u64>,
    depth: Option<u32>,
    simulations: Option<u64>,
    clock: Option<String>,
    margin: f64,
    max_moves: Option<u32>,
    repetition: u32,
    table_after: Option<u32>,
    draw: Option<String>,
    resign: Option<String>,
    patience: f64,
    sprt: Option<String>,
    truth: bool,
    log: bool,
    seed: u64,
    concurrency: Option<usize>,
    records: Option<PathBuf>,
    tables: Option<PathBuf>,
}

/// Where games begin: a kind, or a list of positions.
#[derive(FromPyObject)]
pub(crate) enum OpeningsRequest {
    Kind(String),
    Listed(Vec<String>),
}

/// Settings by their names, as Python hands them over.
struct GivenSettings<'a, 'py>(&'a Bound<'py, PyDict>);

impl<'py> GivenSettings<'_, 'py> {
    /// A setting, read by `read`. What is wrong with it is told with its name.
    fn read<T>(
        &self,
        name: &str,
        read: impl FnOnce(&Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<T> {
        let value = self.0.as_any().get_item(name)?;
        read(&value).map_err(|error| {
            let message = error.value(self.0.py()).to_string();
            let message = format!("invalid value '{}' for '{name}': {message}", given(&value));
            if error.is_instance_of::<PyTypeError>(self.0.py()) {
                PyTypeError::new_err(message)
            } else {
                PyValueError::new_err(message)
            }
        })
    }

    fn flag(&self, name: &str) -> PyResult<bool> {
        self.read(name, |value| value.extract())
    }

    fn text(&self, name: &str) -> PyResult<Option<String>> {
        self.read(name, |value| value.extract())
    }

    fn path(&self, name: &str) -> PyResult<Option<PathBuf>> {
        self.read(name, |value| value.extract())
    }

    fn seconds(&self, name: &str) -> PyResult<Option<f64>> {
        self.read(name, |value| value.extract())
    }

    /// A number, if it is given, in the range that the command line allows.
    fn number<T>(&self, name: &str, range: RangeInclusive<T>) -> PyResult<Option<T>>
    where
        T: Whole + PartialOrd + Display,
    {
        self.read(name, |value| {
            let number: Option<T> = whole_or_none(value)?;
            match number.as_ref().filter(|number| !range.contains(number)) {
                None => Ok(number),
                Some(number) => {
                    let (least, most) = (range.start(), range.end());
                    Err(PyValueError::new_err(format!("{number} is not in {least}..={most}")))
                }
            }
        })
    }

    /// The same of what has to be given.
    fn given_number<T>(&self, name: &str, range: RangeInclusive<T>) -> PyResult<T>
    where
        T: Whole + PartialOrd + Display,
    {
        let number = self.number(name, range)?;
        number.ok_or_else(|| PyTypeError::new_err(format!("'{name}' is a number, not None")))
    }
}

impl MatchRequest {
    fn read(settings: &Bound<'_, PyDict>) -> PyResult<Self> {
        let settings = GivenSettings(settings);
        let patience = settings.read("patience", |value| {
            let seconds: f64 = value.extract()?;
            match (0.01..=86_400.0).contains(&seconds) {
                true => Ok(seconds),
                false => Err(PyValueError::new_err("it takes seconds, from 0.01 to 86400")),
            }
        })?;
        Ok(Self {
            tournament: settings.read("tournament", |value| value.extract())?,
            games: settings.number("games", 0..=u32::MAX)?,
            rounds: settings.given_number("rounds", 0..=u32::MAX)?,
            swap: settings.flag("swap")?,
            openings: settings.read("openings", |value| value.extract())?,
            opening_plies: settings.given_number("opening_plies", 1..=Openings::MOST_PLIES)?,
            time: settings.seconds("time")?,
            nodes: settings.number("nodes", 0..=u64::MAX)?,
            depth: settings.number("depth", 1..=1000)?,
            simulations: settings.number("simulations", 0..=u64::MAX)?,
            clock: settings.text("clock")?,
            margin: settings.read("margin", |value| value.extract())?,
            max_moves: settings.number("max_moves", 1..=u32::MAX)?,
            repetition: settings.given_number("repetition", 0..=u32::MAX)?,
            table_after: settings.number("table_after", 0..=u32::MAX)?,
            draw: settings.text("draw")?,
            resign: settings.text("resign")?,
            patience,
            sprt: settings.text("sprt")?,
            truth: settings.flag("truth")?,
            log: settings.flag("log")?,
            seed: settings.given_number("seed", 0..=u64::MAX)?,
            concurrency: settings.number("concurrency", 1..=MOST_AT_ONCE)?,
            records: settings.path("records")?,
            tables: settings.path("tables")?,
        })
    }

    fn settings(&self, seats: usize, agents: usize) -> Result<TournamentSettings, Error> {
        let rules = RefereeRules {
            move_limits: MoveLimits {
                time: self.time,
                nodes: self.nodes,
                depth: self.depth,
                simulations: self.simulations,
            },
            clock: self.clock.as_deref().map(TimeControl::parse).transpose()?,
            max_moves: self.max_moves,
            repetition: Some(self.repetition).filter(|count| *count > 0),
            table_after: self.table_after,
            draw: self.draw.as_deref().map(DrawRule::parse).transpose()?,
            resign: self.resign.as_deref().map(ResignRule::parse).transpose()?,
            margin: self.margin,
            patience: self.patience,
            truth: self.truth,
        };
        rules.check()?;
        if let Some(test) = &self.sprt {
            Sprt::parse(test)?;
            if seats != 2 || agents != 2 {
                return Err(Error::invalid("sprt is for a match of two agents at a table of two"));
            }
        }
        Ok(TournamentSettings {
            pairing: PairingFormat::parse(&self.tournament)?,
            games: self.games.unwrap_or(seats as u32),
            rounds: self.rounds,
            swap: self.swap,
            openings: self.openings()?,
            rules,
            sprt: self.sprt.clone(),
            log: if self.log { Logging::Moves } else { Logging::None },
        })
    }

    fn openings(&self) -> Result<Openings, Error> {
        match &self.openings {
            None => Ok(Openings::Start),
            Some(OpeningsRequest::Kind(kind)) => Openings::of_kind(kind, self.opening_plies)
                .ok_or_else(|| {
                    let kinds = Openings::KINDS.join(", ");
                    Error::invalid(format!(
                        "openings is {kinds} or a list of positions, not '{kind}'"
                    ))
                }),
            Some(OpeningsRequest::Listed(openings)) if openings.is_empty() => {
                Err(Error::invalid("the list of openings is empty"))
            }
            Some(OpeningsRequest::Listed(openings)) => {
                Ok(Openings::Listed { openings: openings.clone(), start: 1, shuffled: false })
            }
        }
    }
}

/// Plays a tournament. Returns its summary and its games as JSON, and its tables as text.
#[pyfunction]
#[pyo3(name = "_run_match")]
pub(crate) fn run_match(
    py: Python<'_>,
    game: &Bound<'_, PyAny>,
    agents: Vec<(String, Bound<'_, PyAgent>)>,
    request: &Bound<'_, PyDict>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PlayedMatch> {
    let handle = game_of(game)?;
    let mut request = MatchRequest::read(request)?;
    // A game that is cut off after so many moves is so in a match, too.
    request.max_moves = request.max_moves.into_iter().chain(handle.chosen_longest()).min();
    let raised_error = Arc::new(RaisedError::default());
    let (handle, entrants) = players(py, &handle, &agents, &raised_error)?;
    let game = &handle.game;
    let (players, entries) = enter(entrants, handle.seats).map_err(raised)?;
    for player in &players {
        game.validate(&player.agent).map_err(|error| raised(error.at(&player.name)))?;
    }
    let mut settings = request.settings(handle.seats, agents.len()).map_err(raised)?;
    if request.openings.is_none() {
        let plies = request.opening_plies;
        settings.openings = game.usual_openings(&players, &entries, &settings, plies);
    }
    let tournament = Tournament::new(game.header(players, entries, request.seed, settings));
    let MatchRequest { concurrency, records, tables, .. } = request;
    let run = MatchRun { handle, raised_error, concurrency, records, tables, progress };
    run.play(py, tournament)
}

/// Goes on with the tournament of a record. Players of Python are given again, by their names.
#[pyfunction]
#[pyo3(name = "_resume_match")]
pub(crate) fn resume_match(
    py: Python<'_>,
    path: PathBuf,
    agents: Vec<(String, Bound<'_, PyAgent>)>,
    changed_bots: bool,
    #[pyo3(from_py_with = whole_or_none)] concurrency: Option<usize>,
    tables: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PlayedMatch> {
    if let Some(games) = concurrency.filter(|games| !(1..=MOST_AT_ONCE).contains(games)) {
        let message = format!(
            "invalid value '{games}' for 'concurrency': {games} is not in 1..={MOST_AT_ONCE}"
        );
        return Err(PyValueError::new_err(message));
    }
    let tournament = py.detach(|| Tournament::resume(&path)).map_err(raised)?;
    let raised_error = Arc::new(RaisedError::default());
    let handle = players_again(py, &tournament.header, &agents, &raised_error)?;
    let changed = handle.game.changed_bots(&tournament.header).map_err(raised)?;
    if let Some(changed) = changed.first().filter(|_| !changed_bots) {
        return Err(PyValueError::new_err(format!(
            "the files of {} are not those that the record's games were played with: begin a new record, or go on with \
             changed_bots=True",
            printable(changed)
        )));
    }
    let run = MatchRun { handle, raised_error, concurrency, records: None, tables, progress };
    run.play(py, tournament)
}

/// The summary and the games of a match as JSON, and its tables as text.
type PlayedMatch = (String, Vec<String>, String);

/// Where and how a tournament is played.
struct MatchRun {
    handle: Arc<GameHandle>,
    raised_error: Arc<RaisedError>,
    concurrency: Option<usize>,
    records: Option<PathBuf>,
    tables: Option<PathBuf>,
    progress: Option<Py<PyAny>>,
}

impl MatchRun {
    fn play(self, py: Python<'_>, mut tournament: Tournament) -> PyResult<PlayedMatch> {
        let Self { handle, raised_error, .. } = &self;
        let game = &handle.game;
        let total = tournament.header.schedule().map_err(raised)?.total();
        let tables = self.tables.clone().unwrap_or_else(tables_folder);
        let runner = py
            .detach(|| game.runner(&tournament.header, &tables, BotPermission::Allowed))
            .map_err(|error| raised_error.take().unwrap_or_else(|| raised(error)))?;
        if let Some(error) = raised_error.take() {
            return Err(error);
        }
        match &self.records {
            Some(folder) if folder.is_dir() => tournament.record_in(folder).map_err(raised)?,
            Some(path) => tournament.record_to(path).map_err(raised)?,
            None => {}
        }
        let record = tournament.journal.as_ref().map(|journal| journal.path().to_owned());
        let players = &tournament.header.players;
        let has_python = players.iter().any(|player| python_agent::number(&player.agent).is_some());
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let concurrency = self.concurrency.unwrap_or(if has_python { 1 } else { cores });
        let mut stats = TournamentStats::new(&tournament.header, &game.sides());
        let mut test = Sequential::new(&tournament.header.settings).map_err(raised)?;
        let mut games = Vec::new();
        let attend = |(line, is_new): (String, bool)| {
            games.push(line);
            match &self.progress {
                Some(progress) if is_new => {
                    let done = games.len();
                    Python::attach(|py| progress.call1(py, (done, total)).map(|_| ()))
                }
                _ => Ok(()),
            }
        };
        let stop = &raised_error.stop;
        let end = attending(py, stop, attend, |send| {
            let mut watch = |record: &GameRecord, is_new| {
                stats.add(record);
                send((json!(record).to_string(), is_new));
                let is_decided = test.as_mut().is_some_and(|test| test.add(record));
                if is_decided { RunDecision::Enough } else { RunDecision::On }
            };
            tournament.run(runner, concurrency.clamp(1, MOST_AT_ONCE), stop, &mut watch)
        });
        if let Some(error) = raised_error.take() {
            return Err(error);
        }
        handle.check_rules()?;
        let end = end?.map_err(raised)?;
        let mut summary = stats.json();
        summary["end"] = json!(end);
        summary["record"] = json!(record.map(|path| path.display().to_string()));
        if let Some(test) = &test {
            let verdict = match test.verdict() {
                SprtVerdict::Continue => "undecided",
                SprtVerdict::AcceptH0 => "H0",
                SprtVerdict::AcceptH1 => "H1",
            };
            summary["sprt"] = json!({ "llr": test.llr(), "verdict": verdict });
        }
        debug_assert!(end != RunEnd::Stopped, "a match stops by an exception only");
        Ok((summary.to_string(), games, stats.text()))
    }
}

/// The game with Python's players in its catalogue, and all entrants.
fn players(
    py: Python<'_>,
    handle: &Arc<GameHandle>,
    agents: &[(String, Bound<'_, PyAgent>)],
    raised_error: &Arc<RaisedError>,
) -> PyResult<(Arc<GameHandle>, Vec<Entrant>)> {
    let mut catalog = catalog().clone();
    let mut entrants = Vec::new();
    for (index, (name, agent)) in agents.iter().enumerate() {
        let agent = agent.get();
        let text = match agent.object() {
            None => agent.text().to_owned(),
            Some(object) => {
                // The same agent, given again, is one player.
                let is_same = |(other_name, other): &(String, Bound<'_, PyAgent>)| {
                    other_name == name && other.get().object().is_some_and(|other| other.is(object))
                };
                let index = agents.iter().position(is_same).unwrap_or(index);
                let made = entry(index, object.clone_ref(py), handle, raised_error);
                let (text, entry) = made.ok_or_else(|| {
                    PyValueError::new_err("a match has at most 64 players of Python")
                })?;
                if !entrants.iter().any(|entrant: &Entrant| entrant.agent == text) {
                    catalog = catalog.with_agent(entry);
                }
                text.to_owned()
            }
        };
        entrants.push(Entrant { name: name.clone(), agent: text });
    }
    let game = catalog.game(&handle.text).map_err(raised)?;
    Ok((Arc::new(GameHandle::of(game, Some(handle.longest))?), entrants))
}

/// The game of a record with its players of Python, which are given by their names.
fn players_again(
    py: Python<'_>,
    header: &RecordHeader,
    agents: &[(String, Bound<'_, PyAgent>)],
    raised_error: &Arc<RaisedError>,
) -> PyResult<Arc<GameHandle>> {
    let handle = Arc::new(GameHandle::new(&header.game, None)?);
    let numbered = |player: &Entrant| python_agent::number(&player.agent);
    for (name, agent) in agents {
        let is_known = header.players.iter().any(|player| {
            player.name == *name && numbered(player).is_some() && agent.get().object().is_some()
        });
        if !is_known {
            let message = format!("the record has no player of Python called '{name}'");
            return Err(PyValueError::new_err(message));
        }
    }
    let mut catalog = catalog().clone();
    for player in &header.players {
        let Some(index) = numbered(player) else { continue };
        // Given once, an agent is at every place that it had.
        let same = header.players.iter().filter(|other| other.agent == player.agent);
        let names: Vec<&str> = same.map(|other| other.name.as_str()).collect();
        let given = agents.iter().find(|(name, _)| names.contains(&name.as_str()));
        let object = given.and_then(|(_, agent)| agent.get().object()).ok_or_else(|| {
            PyValueError::new_err(format!(
                "the player '{}' of this record is an agent of Python: give it again, under this name",
                printable(&player.name)
            ))
        })?;
        if let Some((_, entry)) = entry(index, object.clone_ref(py), &handle, raised_error) {
            catalog = catalog.with_agent(entry);
        }
    }
    let game = catalog.game(&header.game).map_err(raised)?;
    Ok(Arc::new(GameHandle::of(game, None)?))
}

/// Reads a record: its header and its games, each as JSON.
#[pyfunction]
#[pyo3(name = "_read_record")]
pub(crate) fn read_record(path: PathBuf) -> PyResult<(String, Vec<String>)> {
    let mut reader = RecordReader::open(&path).map_err(raised)?;
    let header = json!(reader.header()).to_string();
    let mut games = Vec::new();
    while let Some(record) = reader.next_record().map_err(raised)? {
        games.push(json!(record).to_string());
    }
    Ok((header, games))
}
