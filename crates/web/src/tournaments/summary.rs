//! [`TournamentSummary`]: a tournament's games added one by one, as a table and as a list.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::Path;

use bellwether_arena::head_to_head::HeadToHead;
use bellwether_arena::page;
use bellwether_arena::record::journal::RecordReader;
use bellwether_arena::record::{GameRecord, RecordHeader};
use bellwether_arena::schedule::{Finished, Fixture, Schedule};
use bellwether_arena::stats::duel::DuelScore;
use bellwether_arena::stats::rating_history::RatedGame;
use bellwether_arena::stats::sequential::Sequential;
use bellwether_arena::stats::sprt::SprtVerdict;
use bellwether_arena::tournament_stats::TournamentStats;
use bellwether_catalog::Catalog;
use bellwether_core::Error;
use serde::Serialize;
use serde_json::{Value, json};

use super::message::{HeadToHeadJson, ScoreCount, SprtState};
use super::record_index::unreadable;
use super::running::PlayedBy;
use crate::permissions;

/// Games on one page of the list.
const PER_PAGE: usize = 50;
/// Games that are sent with the table: the last that ended.
const RECENT: usize = 10;

/// A tournament's games, counted.
#[derive(Debug)]
pub(super) struct TournamentSummary {
    pub(super) header: RecordHeader,
    /// The game's name in print.
    title: String,
    schedule: Option<Schedule>,
    /// Whether seats do not see everything.
    is_hidden: bool,
    /// The side of each seat.
    sides: Vec<usize>,
    sequential: Option<Sequential>,
    pub(super) digest: TournamentStats,
    /// In the order in which they ended, as the digest's outcomes are.
    pub(super) rows: Vec<GameRow>,
    /// The openings by a number of what makes them up, each with its place in the order in which they were first played.
    openings: HashMap<u64, usize>,
}

/// A game in the list.
#[derive(Clone, Debug, Serialize)]
pub(super) struct GameRow {
    pub(super) number: u64,
    round: u32,
    #[serde(skip)]
    group: u64,
    /// Where it began: an index of the tournament's openings.
    pub(super) opening: usize,
    #[serde(skip)]
    pub(super) fingerprint: u64,
    pub(super) players: Vec<usize>,
    result: String,
    /// The seat that won alone.
    winner: Option<usize>,
    reason: &'static str,
    plies: usize,
    seconds: f64,
    /// Moves that threw a win or a draw away; none if no table knows.
    thrown: Option<usize>,
}

/// A tournament's status, besides its games.
#[derive(Clone, Debug, Serialize)]
#[serde(tag = "status", rename_all = "lowercase")]
pub(super) enum TournamentStatus {
    /// It waits for others, so many.
    Queued { before: usize },
    /// It is being played: seconds so far, by whom, and the seconds that are left.
    Running {
        seconds: f64,
        #[serde(flatten)]
        played_by: PlayedBy,
        left: Option<f64>,
    },
    /// It ended early; the problem, if it was not stopped.
    Unfinished {
        #[serde(skip_serializing_if = "Option::is_none")]
        problem: Option<String>,
    },
    /// Every game was played, or it was decided.
    Finished,
}

/// Which games are listed.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct GameFilter {
    player: Option<usize>,
    /// Another player at the same table.
    rival: Option<usize>,
    /// Where games began: an index of the tournament's openings.
    opening: Option<usize>,
    reason: Option<String>,
    #[serde(default)]
    page: usize,
}

impl TournamentSummary {
    /// A summary without games.
    pub(super) fn new(catalog: &Catalog, header: RecordHeader) -> Self {
        // A game that a page may not use is shown without what only the game knows.
        let game = permissions::game(catalog, &header.game).ok();
        let seats = header.seats.len();
        let (title, sides) = match &game {
            Some(game) => (game.card().title.to_owned(), game.sides()),
            None => (
                header.game.split(':').next().unwrap_or_default().to_owned(),
                (0..seats).map(|seat| vec![seat]).collect(),
            ),
        };
        let side = |seat| sides.iter().position(|side| side.contains(&seat)).unwrap_or(seat);
        Self {
            title,
            schedule: header.schedule().ok(),
            is_hidden: game.is_some_and(|game| game.is_hidden()),
            sides: (0..seats).map(side).collect(),
            sequential: Sequential::new(&header.settings).ok().flatten(),
            digest: TournamentStats::new(&header, &sides),
            rows: Vec::new(),
            openings: HashMap::new(),
            header,
        }
    }

    /// The summary of a record.
    ///
    /// # Errors
    /// If it cannot be read.
    pub(super) fn read(catalog: &Catalog, path: &Path) -> Result<Self, Error> {
        let mut reader = RecordReader::open(path).map_err(|error| unreadable(&error))?;
        let mut summary = Self::new(catalog, reader.header().clone());
        while let Some(record) = reader.next_record().map_err(|error| unreadable(&error))? {
            summary.add(&record);
        }
        Ok(summary)
    }

    /// Adds a game.
    pub(super) fn add(&mut self, record: &GameRecord) {
        self.digest.add(record);
        let evaluated = record.log.iter().filter_map(|log| log.truth);
        let is_evaluated = evaluated.clone().next().is_some();
        let mut opening = DefaultHasher::new();
        (&record.game, &record.position, &record.opening).hash(&mut opening);
        let count = self.openings.len();
        self.rows.push(GameRow {
            number: record.number,
            round: record.round,
            group: record.group,
            opening: *self.openings.entry(opening.finish()).or_insert(count),
            fingerprint: record.fingerprint(),
            players: record.players.clone(),
            result: record.result(),
            winner: record.winner(),
            reason: record.reason.name(),
            plies: record.opening.len() + record.moves.len(),
            seconds: record.seconds,
            thrown: is_evaluated.then(|| evaluated.filter(|truth| !truth.is_kept()).count()),
        });
        if let Some(test) = &mut self.sequential {
            test.add(record);
        }
    }

    pub(super) fn title(&self) -> &str {
        &self.title
    }

    pub(super) fn games(&self) -> u64 {
        self.rows.len() as u64
    }

    /// How many games there will be, if that is known.
    pub(super) fn total(&self) -> Option<u64> {
        self.schedule.as_ref().and_then(Schedule::total)
    }

    /// Whether a sequential test has seen enough.
    pub(super) fn is_decided(&self) -> bool {
        self.sequential.as_ref().is_some_and(|test| test.verdict() != SprtVerdict::Continue)
    }

    /// Whether no game is left to play.
    pub(super) fn is_complete(&self) -> bool {
        let Some(schedule) = &self.schedule else { return false };
        if self.is_decided() {
            return true;
        }
        if let Some(total) = schedule.total() {
            return self.games() >= total;
        }
        let mut done = self.finished();
        let mut past: Vec<Finished> = Vec::new();
        for index in 0.. {
            let fixtures = schedule.batch(index, &past);
            if fixtures.is_empty() {
                break;
            }
            for fixture in fixtures {
                match done.remove(&fixture.number) {
                    Some(finished) => past.push(Finished { fixture, ..finished }),
                    None => return false,
                }
            }
        }
        true
    }

    /// The finished games by number, for the schedule.
    pub(super) fn finished(&self) -> HashMap<u64, Finished> {
        let finished = |(row, outcome): (&GameRow, &bellwether_arena::stats::GameOutcome)| {
            let fixture = Fixture {
                number: row.number,
                round: row.round,
                group: row.group,
                opening: 0,
                players: row.players.clone(),
            };
            (row.number, Finished { fixture, outcome: outcome.clone() })
        };
        self.rows.iter().zip(&self.digest.outcomes).map(finished).collect()
    }

    /// Everything about the tournament but the list of its games.
    pub(super) fn state(&self, id: &str, status: &TournamentStatus) -> Value {
        let header = &self.header;
        let mut state = json!({
            "type": "state",
            "id": id,
            "game": header.game,
            "title": self.title,
            "hidden": self.is_hidden,
            "seats": header.seats,
            "players": header.players,
            "began": header.began,
            "seed": header.seed,
            "settings": page::words(header),
            "games": self.games(),
            "total": self.total(),
            "distinct": self.digest.different_games(),
            "planned": self.planned(),
            "openings": self.openings.len(),
            "sprt": self.sprt(),
            "digest": self.digest.json(),
            "recent": self.rows.iter().rev().take(RECENT).collect::<Vec<&GameRow>>(),
        });
        if let (Value::Object(state), Value::Object(status)) = (&mut state, json!(status)) {
            state.extend(status);
        }
        state
    }

    /// How many games each player will have played, where that is known.
    fn planned(&self) -> Option<Vec<u64>> {
        self.schedule.as_ref()?.seats_of(self.header.players.len())
    }

    /// How a sequential test stands, if there is one.
    fn sprt(&self) -> Option<SprtState> {
        let sequential = self.sequential.as_ref()?;
        let (test, bounds) = (&sequential.test, sequential.test.bounds());
        Some(SprtState {
            elo0: test.elo0,
            elo1: test.elo1,
            model: test.model.to_string(),
            llr: sequential.llr(),
            low: bounds.low,
            high: bounds.high,
            accepted: match sequential.verdict() {
                SprtVerdict::Continue => None,
                SprtVerdict::AcceptH0 => Some(0),
                SprtVerdict::AcceptH1 => Some(1),
            },
            left_out: sequential.left_out(),
        })
    }

    /// Two players against each other.
    ///
    /// # Errors
    /// If there are no such two.
    pub(super) fn head_to_head(&self, one: usize, other: usize) -> Result<HeadToHeadJson, Error> {
        let players = self.header.players.len();
        if one >= players || other >= players || one == other {
            return Err(Error::not_found("there are no two such players in this tournament"));
        }
        let HeadToHead { games, distinct, score, interval, elo, pairs, rating, by_seat } =
            self.digest.head_to_head(one, other);
        let count =
            |&DuelScore { wins, losses, draws }: &DuelScore| ScoreCount { wins, draws, losses };
        Ok(HeadToHeadJson {
            games,
            distinct,
            all: count(&score),
            score: score.score(),
            interval: [interval.low, interval.high],
            elo: elo.map(|(elo, superiority)| [elo.value, elo.margin, superiority]),
            pairs,
            rating: [rating.value, rating.margin],
            by_seat: by_seat.iter().map(count).collect(),
        })
    }

    /// Its games for a history of ratings, each with its fingerprint.
    pub(super) fn rated_games(&self) -> impl Iterator<Item = (u64, RatedGame)> {
        let games = self.rows.iter().zip(&self.digest.outcomes);
        games.map(|(row, outcome)| {
            let (outcome, sides) = (outcome.clone(), self.sides.clone());
            (row.fingerprint, RatedGame { outcome, sides, is_repeated: false })
        })
    }

    /// How many seconds are left, if the other games take as long as those of this run did.
    pub(super) fn left(&self, seconds: f64, games: u64) -> Option<f64> {
        let rest = self.total()?.saturating_sub(self.games());
        (games > 0).then(|| seconds / games as f64 * rest as f64)
    }

    /// A page of the list of games, by number.
    pub(super) fn list(&self, filter: &GameFilter) -> Value {
        let is_listed = |row: &&GameRow| {
            filter.player.is_none_or(|player| row.players.contains(&player))
                && filter.rival.is_none_or(|rival| row.players.contains(&rival))
                && filter.opening.is_none_or(|opening| row.opening == opening)
                && filter.reason.as_ref().is_none_or(|reason| row.reason == reason)
        };
        let mut rows: Vec<&GameRow> = self.rows.iter().filter(is_listed).collect();
        rows.sort_unstable_by_key(|row| row.number);
        let pages = rows.len().div_ceil(PER_PAGE).max(1);
        let page = filter.page.min(pages - 1);
        let shown: Vec<&&GameRow> = rows.iter().skip(page * PER_PAGE).take(PER_PAGE).collect();
        json!({ "games": shown, "count": rows.len(), "page": page, "pages": pages })
    }
}
