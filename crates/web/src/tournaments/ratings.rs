//! Ratings over all tournaments of a game, and how they came about.
//!
//! A player is an agent with what its moves may take: the same agent with more time is another player. Records may be
//! many and long: the newest are read, up to [`MOST_GAMES`], and pages are told how many were left out.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex};

use bellwether_arena::page;
use bellwether_arena::record::RecordHeader;
use bellwether_arena::settings::TournamentSettings;
use bellwether_arena::stats::rating_history::{RatedGame, RatingMoment, rating_history};
use bellwether_core::Error;

use super::lock;
use super::message::{RatedPlayer, RatingHistory, RatingMomentJson};
use super::record_index::{RecordFileStamp, RecordIndex};
use super::summary::TournamentSummary;
use crate::roster::BotRoster;

/// The most games that ratings are made from, and the most bytes of records.
const MOST_GAMES: u64 = 20_000;
const MOST_BYTES: u64 = 128 << 20;
/// The most moments of a graph.
const MOMENTS: usize = 40;

/// The ratings of the game that was asked for last, and what they were made from.
#[derive(Debug, Default)]
pub(super) struct RatingCache(Mutex<Option<CachedRatings>>);

#[derive(Clone, Debug)]
struct CachedRatings {
    /// The newest first.
    read: Vec<(RecordFileStamp, Arc<TournamentSummary>)>,
    ids: Vec<String>,
    history: Arc<RatingHistory>,
}

impl RatingCache {
    /// The ratings of a game's players, from all its tournaments.
    ///
    /// # Errors
    /// If there is no tournament of this game.
    pub(super) fn of_game(
        &self,
        index: &RecordIndex,
        roster: &BotRoster,
        game: &str,
    ) -> Result<Arc<RatingHistory>, Error> {
        let known = lock(&self.0).clone();
        let (mut games, mut bytes, mut left_out) = (0, 0, 0);
        let (mut ids, mut read) = (Vec::new(), Vec::new());
        let mut is_same = true;
        for (listing, stamp) in index.stamped().into_iter().filter(|(one, _)| one.game == game) {
            (games, bytes) = (games + listing.games, bytes + stamp.0);
            if !ids.is_empty() && (games > MOST_GAMES || bytes > MOST_BYTES) {
                left_out += 1;
                continue;
            }
            let cached = known.as_ref().and_then(|known| known.find(&listing.id, stamp));
            is_same &= cached.is_some();
            // A record that cannot be read says so on its own page.
            let Some(summary) = cached.or_else(|| index.summary(&listing.id).ok()) else {
                continue;
            };
            ids.push(listing.id);
            read.push((stamp, summary));
        }
        if read.is_empty() {
            return Err(Error::not_found("there is no tournament of this game"));
        }
        if let Some(known) = known.filter(|known| is_same && known.ids == ids) {
            return Ok(known.history);
        }
        // The oldest first: so they were played.
        let tournaments: Vec<&TournamentSummary> =
            read.iter().rev().map(|(_, summary)| summary.as_ref()).collect();
        let mut history = history(&tournaments, roster);
        history.left_out = left_out;
        let history = Arc::new(history);
        *lock(&self.0) = Some(CachedRatings { read, ids, history: Arc::clone(&history) });
        Ok(history)
    }
}

impl CachedRatings {
    fn find(&self, id: &str, stamp: RecordFileStamp) -> Option<Arc<TournamentSummary>> {
        let at = self.ids.iter().position(|known| known == id)?;
        let (known, summary) = &self.read[at];
        (*known == stamp).then(|| Arc::clone(summary))
    }
}

/// What tells players apart.
type PlayerKey = (String, String);

/// The history of ratings in these tournaments of one game, the oldest first.
pub(super) fn history(tournaments: &[&TournamentSummary], roster: &BotRoster) -> RatingHistory {
    let header = &tournaments[0].header;
    let mut numbers: HashMap<PlayerKey, usize> = HashMap::new();
    let mut players: Vec<RatedPlayer> = Vec::new();
    let mut seen: HashSet<(Vec<usize>, u64)> = HashSet::new();
    let mut games: Vec<RatedGame> = Vec::new();
    // After how many games each tournament began.
    let mut begins: Vec<(usize, &str)> = Vec::new();
    for tournament in tournaments {
        let own = &tournament.header;
        let limits = limits(&own.settings);
        let numbered: Vec<usize> = { own.players.iter() }
            .map(|player| {
                let next = players.len();
                let key = (player.agent.clone(), limits.clone());
                let number = *numbers.entry(key).or_insert(next);
                if number == next {
                    players.push(rated_player(own, player, &limits, roster));
                }
                number
            })
            .collect();
        begins.push((games.len(), &own.began));
        for (fingerprint, mut game) in tournament.rated_games() {
            for player in &mut game.outcome.players {
                *player = numbered[*player];
                players[*player].games += 1;
            }
            // The fingerprint has the players by their numbers in their own tournament.
            let key = (game.outcome.players.clone(), fingerprint);
            game.is_repeated = !seen.insert(key);
            games.push(game);
        }
    }
    let moments = rating_history(&games, MOMENTS);
    for (player, rating) in moments.last().map_or(&[][..], |last| &last.ratings) {
        (players[*player].rating, players[*player].margin) = (rating.value, rating.margin);
    }
    let order = ordered(&mut players);
    let moment = |moment: &RatingMoment| RatingMomentJson {
        games: moment.games,
        began: { begins.iter().rev() }
            .find(|(before, _)| *before < moment.games)
            .map_or_else(String::new, |(_, began)| (*began).to_owned()),
        ratings: { moment.ratings.iter() }
            .map(|(player, rating)| (order[*player], rating.value, rating.margin))
            .collect(),
    };
    RatingHistory {
        game: header.game.clone(),
        title: tournaments[0].title().to_owned(),
        seats: header.seats.clone(),
        games: games.len(),
        distinct: seen.len(),
        tournaments: tournaments.len(),
        left_out: 0,
        connected: moments.last().is_none_or(|last| last.connected),
        moments: moments.iter().map(moment).collect(),
        players,
    }
}

fn rated_player(
    header: &RecordHeader,
    player: &bellwether_arena::record::Entrant,
    limits: &str,
    roster: &BotRoster,
) -> RatedPlayer {
    let game = roster.game(&header.game);
    RatedPlayer {
        name: player.name.clone(),
        agent: player.agent.clone(),
        limits: limits.to_owned(),
        games: 0,
        rating: 0.0,
        margin: 0.0,
        available: game.is_ok_and(|game| roster.check(game.as_ref(), &player.agent).is_ok()),
    }
}

/// What a move may take in a tournament, in words.
fn limits(settings: &TournamentSettings) -> String {
    page::limits(&settings.rules).join(", ")
}

/// Puts players in the order of their ratings, those that have not played last; the new number of each.
fn ordered(players: &mut Vec<RatedPlayer>) -> Vec<usize> {
    let mut order: Vec<usize> = (0..players.len()).collect();
    order.sort_by(|a, b| {
        let (a, b) = (&players[*a], &players[*b]);
        (b.games > 0).cmp(&(a.games > 0)).then(b.rating.total_cmp(&a.rating))
    });
    let mut places = vec![0; players.len()];
    for (place, player) in order.iter().enumerate() {
        places[*player] = place;
    }
    *players = order.iter().map(|player| players[*player].clone()).collect();
    places
}
