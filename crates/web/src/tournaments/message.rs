//! What pages of the arena are sent, besides a tournament's state.
//!
//! `assets/lib/messages.d.ts` is made from these types, as from [`crate::message`].

use serde::Serialize;

use crate::board_json::BoardJson;

/// The games in progress, on small boards.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct LiveUpdate {
    /// How many games are being played.
    pub(super) running: usize,
    /// Every kind of square there is on the boards.
    pub(super) cells: Vec<Vec<String>>,
    /// A game for each place; one that has ended stays for a moment.
    pub(super) boards: Vec<Option<LiveBoardJson>>,
}

/// A game as a spectator may see it.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct LiveBoardJson {
    /// Its number in the tournament.
    pub(super) number: u64,
    /// The player of each seat.
    pub(super) players: Vec<usize>,
    pub(super) columns: usize,
    pub(super) rows: usize,
    /// The squares, as indices of the cells.
    pub(super) squares: Vec<usize>,
    /// The squares of the last move.
    pub(super) last: Vec<String>,
    /// Its text, as everybody may know it.
    pub(super) text: Option<String>,
    /// How many moves were made, the opening's included.
    pub(super) ply: usize,
    /// The seat to move; none at the end.
    pub(super) turn: Option<usize>,
    /// How long the last move took, in seconds.
    pub(super) seconds: Option<f64>,
    /// For how long the seat to move has been thinking, in seconds.
    pub(super) thinking: f64,
    /// What each seat has on its clock, in seconds; empty without clocks.
    pub(super) clocks: Vec<f64>,
    /// What each seat has, in games with scores.
    pub(super) scores: Option<Vec<f64>>,
    /// How it ended, if it has.
    pub(super) ended: Option<LiveEnding>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct LiveEnding {
    /// `1-0` and the like.
    pub(super) result: String,
    /// The seat that won alone.
    pub(super) winner: Option<usize>,
    /// Why, in a sentence.
    pub(super) detail: String,
}

/// A sequential test under way.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct SprtState {
    /// The leads that are compared.
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    /// What they measure.
    pub(super) model: String,
    /// The log-likelihood ratio, and where it decides.
    pub(super) llr: f64,
    pub(super) low: f64,
    pub(super) high: f64,
    /// Which lead is accepted, if one is: 0 or 1.
    pub(super) accepted: Option<u8>,
    /// Games that do not count: they, or the other game of their pair, had been played before.
    pub(super) left_out: u64,
}

/// Two players against each other, from the first one's point of view.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct HeadToHeadJson {
    pub(super) games: u64,
    /// How many of them differ.
    pub(super) distinct: u64,
    pub(super) all: ScoreCount,
    /// Points a game, and the 95 % interval.
    pub(super) score: f64,
    pub(super) interval: [f64; 2],
    /// Elo difference, its margin, and the likelihood of superiority; at tables of two.
    pub(super) elo: Option<[f64; 3]>,
    /// Pairs that brought 0, ½, 1, 1½ and 2 points, if sides were swapped.
    pub(super) pairs: Option<[u64; 5]>,
    /// The difference of ratings from all games, and its margin.
    pub(super) rating: [f64; 2],
    pub(super) by_seat: Vec<ScoreCount>,
}

/// Games won, drawn and lost; or places ahead, level and behind at larger tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct ScoreCount {
    pub(super) wins: u64,
    pub(super) draws: u64,
    pub(super) losses: u64,
}

/// A page of a tournament's openings.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct OpeningList {
    pub(super) openings: Vec<OpeningJson>,
    pub(super) count: usize,
    pub(super) page: usize,
    pub(super) pages: usize,
}

/// Where some games began, and how they went.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct OpeningJson {
    /// Its number, from 1, in the order in which openings were first played.
    pub(super) number: usize,
    /// The game with its options: fields may be dealt anew.
    pub(super) game: String,
    /// The position that it began from, if not the game's own.
    pub(super) position: Option<String>,
    pub(super) moves: Vec<String>,
    pub(super) picture: BoardJson,
    /// The seat to move.
    pub(super) turn: Option<usize>,
    pub(super) games: u64,
    /// Points in each seat.
    pub(super) seats: Vec<SeatPoints>,
    /// Points of each player.
    pub(super) players: Vec<SeatPoints>,
}

/// Games, and the points in them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct SeatPoints {
    pub(super) games: u64,
    pub(super) points: f64,
}

/// The ratings of a game's players, and how they came about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
#[serde(rename_all = "camelCase")]
pub(super) struct RatingHistory {
    pub(super) game: String,
    pub(super) title: String,
    pub(super) seats: Vec<String>,
    /// Games and how many of them differ.
    pub(super) games: usize,
    pub(super) distinct: usize,
    /// Tournaments that were read, and such as were not because there are too many games.
    pub(super) tournaments: usize,
    pub(super) left_out: usize,
    /// Whether games connect all players: otherwise some ratings cannot be compared.
    pub(super) connected: bool,
    /// The players, best first.
    pub(super) players: Vec<RatedPlayer>,
    pub(super) moments: Vec<RatingMomentJson>,
}

/// A player in a list of ratings: an agent, with what its moves may take.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct RatedPlayer {
    pub(super) name: String,
    pub(super) agent: String,
    /// What a move may take besides the agent's own limits; empty if nothing is said.
    pub(super) limits: String,
    pub(super) games: u64,
    pub(super) rating: f64,
    pub(super) margin: f64,
    /// Whether a match with it can be asked for here.
    pub(super) available: bool,
}

/// Ratings after so many games.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(super) struct RatingMomentJson {
    pub(super) games: usize,
    /// When the tournament of the last of them began.
    pub(super) began: String,
    /// Player, rating and margin.
    pub(super) ratings: Vec<(usize, f64, f64)>,
}

#[cfg(test)]
pub(crate) mod tests {
    use ts_rs::TypeVisitor;

    use super::*;

    /// The types that pages get.
    pub(crate) fn visit_types(all: &mut impl TypeVisitor) {
        all.visit::<LiveUpdate>();
        all.visit::<SprtState>();
        all.visit::<HeadToHeadJson>();
        all.visit::<OpeningList>();
        all.visit::<RatingHistory>();
    }
}
