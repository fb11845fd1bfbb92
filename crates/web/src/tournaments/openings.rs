//! How a tournament's games went, by opening.

use bellwether_arena::record::{GameRecord, RecordHeader};
use bellwether_arena::stats::standings::points;
use bellwether_catalog::{Catalog, GameHistory};
use bellwether_core::{Error, Seat};

use super::message::{OpeningJson, OpeningList, SeatPoints};
use super::summary::TournamentSummary;
use crate::board_json::BoardJson;
use crate::permissions;

/// Openings on one page of the list.
const PER_PAGE: usize = 12;

/// Which openings are listed.
#[derive(Clone, Debug, Default, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct OpeningFilter {
    /// Only this one, by its number from 1.
    number: Option<usize>,
    #[serde(default)]
    order: OpeningOrder,
    #[serde(default)]
    page: usize,
}

/// The order of openings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
enum OpeningOrder {
    /// As they were first played.
    #[default]
    Played,
    /// The one that decides most between the seats first.
    Uneven,
}

/// How games from one opening went.
#[derive(Clone, Debug)]
struct OpeningPoints {
    /// The first of its games.
    example: u64,
    games: u64,
    seats: Vec<SeatPoints>,
    players: Vec<SeatPoints>,
}

/// A page of openings with their points, and the games that show where each begins.
#[derive(Debug)]
pub(super) struct OpeningPage {
    rows: Vec<(usize, OpeningPoints)>,
    count: usize,
    page: usize,
    pages: usize,
}

impl OpeningPage {
    /// # Errors
    /// If there is no opening of the number that is asked for.
    pub(super) fn new(summary: &TournamentSummary, filter: &OpeningFilter) -> Result<Self, Error> {
        let mut rows: Vec<(usize, OpeningPoints)> = all(summary).into_iter().enumerate().collect();
        let count = rows.len();
        if let Some(number) = filter.number {
            rows.retain(|(index, _)| index + 1 == number);
            if rows.is_empty() {
                return Err(Error::not_found(format!("there is no opening {number}")));
            }
        }
        if filter.order == OpeningOrder::Uneven {
            rows.sort_by(|(_, a), (_, b)| b.spread().total_cmp(&a.spread()));
        }
        let pages = rows.len().div_ceil(PER_PAGE).max(1);
        let page = filter.page.min(pages - 1);
        let rows = rows.into_iter().skip(page * PER_PAGE).take(PER_PAGE).collect();
        Ok(Self { rows, count, page, pages })
    }

    /// The games that show where these openings begin.
    pub(super) fn examples(&self) -> Vec<u64> {
        self.rows.iter().map(|(_, points)| points.example).collect()
    }

    /// # Errors
    /// If an opening cannot be played.
    pub(super) fn to_json(
        &self,
        catalog: &Catalog,
        header: &RecordHeader,
        examples: &[GameRecord],
    ) -> Result<OpeningList, Error> {
        let mut openings = Vec::new();
        for (index, points) in &self.rows {
            // A game that is in memory may not be in the file yet.
            let example = examples.iter().find(|record| record.number == points.example);
            if let Some(record) = example.filter(|record| header.fits(record)) {
                openings.push(points.to_json(catalog, index + 1, record)?);
            }
        }
        let Self { count, page, pages, .. } = *self;
        Ok(OpeningList { openings, count, page, pages })
    }
}

impl OpeningPoints {
    /// How far the seats' points are apart.
    fn spread(&self) -> f64 {
        let means = self.seats.iter().map(|seat| seat.points / seat.games.max(1) as f64);
        let (low, high) = means.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), mean| {
            (low.min(mean), high.max(mean))
        });
        high - low
    }

    fn to_json(
        &self,
        catalog: &Catalog,
        number: usize,
        record: &GameRecord,
    ) -> Result<OpeningJson, Error> {
        let game = permissions::game(catalog, &record.game)?;
        let history = GameHistory::new(game, record.position.as_deref(), record.opening.iter())?;
        let position = history.position();
        Ok(OpeningJson {
            number,
            game: record.game.clone(),
            position: record.position.clone(),
            moves: record.opening.iter().map(str::to_owned).collect(),
            picture: BoardJson::new(&position.picture(None)),
            turn: position.status().mover().map(Seat::index),
            games: self.games,
            seats: self.seats.clone(),
            players: self.players.clone(),
        })
    }
}

/// The points of all openings, in the order in which they were first played.
fn all(summary: &TournamentSummary) -> Vec<OpeningPoints> {
    let (seats, players) = (summary.header.seats.len(), summary.header.players.len());
    let mut all: Vec<OpeningPoints> = Vec::new();
    for (row, outcome) in summary.rows.iter().zip(&summary.digest.outcomes) {
        // They are numbered in this order.
        if row.opening == all.len() {
            all.push(OpeningPoints {
                example: row.number,
                games: 0,
                seats: vec![SeatPoints::default(); seats],
                players: vec![SeatPoints::default(); players],
            });
        }
        let opening = &mut all[row.opening];
        opening.games += 1;
        for (seat, points) in points(outcome).into_iter().enumerate() {
            for total in [&mut opening.seats[seat], &mut opening.players[row.players[seat]]] {
                total.games += 1;
                total.points += points;
            }
        }
    }
    all
}
