//! [`TournamentRequest`]: a page's request for a tournament, checked against limits.

use bellwether_arena::clock::TimeControl;
use bellwether_arena::entries::enter;
use bellwether_arena::record::{Entrant, RecordHeader};
use bellwether_arena::schedule::Schedule;
use bellwether_arena::settings::{
    MoveLimits, Openings, PairingFormat, RefereeRules, TournamentSettings,
};
use bellwether_arena::stats::sprt::Sprt;
use bellwether_catalog::AnyGame;
use bellwether_core::Error;
use bellwether_core::notation::excerpt;
use bellwether_core::outside::{LONGEST_NAME, is_hidden};
use bellwether_core::spec::suggest;
use serde::Deserialize;
use std::fmt::Display;

use crate::roster::BotRoster;

/// The most players of a tournament from the page.
pub(super) const MOST_PLAYERS: usize = 32;
/// The most games of one.
pub(super) const MOST_GAMES: u64 = 20_000;
/// The longest time for a move, in seconds.
const LONGEST_MOVE: f64 = 60.0;
/// A player without a time limit is given up after so many seconds.
const PATIENCE: f64 = 120.0;
/// The openings that a page lists itself.
const LISTED: &str = "listed";

/// `POST /api/tournaments`: a tournament to be played.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct TournamentRequest {
    /// The game with its options.
    game: String,
    players: Vec<PlayerRequest>,
    /// The pairing format: `round-robin`, `gauntlet`, `knockout`, `swiss`.
    form: Option<String>,
    /// Games that the same players have with each other in a round; one for each seat if not given.
    games: Option<u32>,
    rounds: Option<u32>,
    /// Whether the first player keeps the first seat.
    #[serde(default)]
    noswap: bool,
    /// What each move may take.
    time: Option<f64>,
    nodes: Option<u64>,
    /// A clock for each seat, like `40/60+0.5`.
    clock: Option<String>,
    /// Where games begin: `start`, `random`, `anywhere`, `balanced`, `only-move`, or `listed`.
    openings: Option<String>,
    /// With `listed`: the openings, one on each line.
    opening_lines: Option<String>,
    /// With `listed`: in random order, or beginning with another than the first.
    #[serde(default)]
    opening_shuffle: bool,
    opening_start: Option<u32>,
    /// Random moves of an opening.
    opening_plies: Option<u32>,
    /// A sequential test that may end a match of two, as after `--sprt`.
    sprt: Option<String>,
    /// After so many moves a game is a draw.
    most_moves: Option<u32>,
    /// The random seed.
    seed: Option<u64>,
    /// Games at once.
    concurrency: Option<usize>,
}

#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
struct PlayerRequest {
    name: Option<String>,
    agent: String,
}

/// The cores of this machine.
pub(super) fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// The default number of games at once: a core is left for games played meanwhile.
pub(super) fn usual_concurrency() -> usize {
    cores().saturating_sub(1).max(1)
}

fn fail<T>(words: impl Display) -> Result<T, Error> {
    Err(Error::invalid(words))
}

impl TournamentRequest {
    /// How many games run at once, unless workers elsewhere play them.
    pub(super) fn concurrency(&self, is_elsewhere: bool) -> Result<usize, Error> {
        match self.concurrency {
            Some(_) if is_elsewhere => {
                fail("the cluster's workers say how many games are played at once")
            }
            None => Ok(usual_concurrency()),
            Some(number) if (1..=cores()).contains(&number) => Ok(number),
            Some(_) => fail(format!("games at once are from 1 to {}, one for each core", cores())),
        }
    }

    /// The header of the tournament.
    ///
    /// # Errors
    /// If it is none, or a page may not have it.
    pub(super) fn header(&self, roster: &BotRoster) -> Result<RecordHeader, Error> {
        let game = roster.game(&self.game)?;
        if self.players.len() > MOST_PLAYERS {
            return fail(format!("a tournament of the page has at most {MOST_PLAYERS} players"));
        }
        let entrants: Vec<Entrant> = self
            .players
            .iter()
            .enumerate()
            .map(|(index, player)| player.entrant(index, game.as_ref(), roster))
            .collect::<Result<_, _>>()?;
        let seats = game.seats();
        if entrants.len() < seats {
            let what = game.card().title;
            return fail(format!("{what} has {seats} seats: give at least {seats} players"));
        }
        let (players, entries) = enter(entrants, seats)?;
        let mut settings = self.settings(seats)?;
        if let Some(test) = &settings.sprt {
            Sprt::of_match(test, seats, self.players.len())?;
        }
        if self.openings.is_none() {
            let plies = self.opening_plies.unwrap_or(4);
            settings.openings = game.usual_openings(&players, &entries, &settings, plies);
        }
        let games = Schedule::new(&settings, &entries, seats)?.total().unwrap_or_else(|| {
            // In a knockout all players but one lose once.
            players.len() as u64 * u64::from(settings.games) * u64::from(settings.rounds)
        });
        if games > MOST_GAMES {
            return fail(format!(
                "that is {games} games: a tournament of the page has at most {MOST_GAMES}"
            ));
        }
        Ok(game.header(players, entries, self.seed.unwrap_or(1), settings))
    }

    fn settings(&self, seats: usize) -> Result<TournamentSettings, Error> {
        let (games, rounds) = (self.games.unwrap_or(seats as u32), self.rounds.unwrap_or(1));
        if u64::from(games) > MOST_GAMES || u64::from(rounds) > MOST_GAMES {
            return fail(format!("a tournament of the page has at most {MOST_GAMES} games"));
        }
        if !self.noswap && !(games as usize).is_multiple_of(seats) {
            return fail(format!(
                "the number of games must be a multiple of {seats}, so that every opening is played from every seat"
            ));
        }
        if self.time.is_some_and(|time| !(0.001..=LONGEST_MOVE).contains(&time)) {
            return fail(format!("a move may take from 0.001 to {LONGEST_MOVE} seconds"));
        }
        if self.nodes == Some(0) {
            return fail("a move may take at least one position");
        }
        if self.most_moves == Some(0) {
            return fail("a game has at least one move");
        }
        let rules = RefereeRules {
            move_limits: MoveLimits { time: self.time, nodes: self.nodes, ..MoveLimits::default() },
            clock: self.clock.as_deref().map(TimeControl::parse).transpose()?,
            patience: PATIENCE,
            max_moves: self.most_moves,
            ..RefereeRules::default()
        };
        Ok(TournamentSettings {
            pairing: PairingFormat::parse(self.form.as_deref().unwrap_or("round-robin"))?,
            games,
            rounds,
            swap: !self.noswap,
            openings: self.openings()?,
            sprt: self.sprt.clone(),
            rules,
            ..TournamentSettings::default()
        })
    }

    fn openings(&self) -> Result<Openings, Error> {
        let plies = self.opening_plies.unwrap_or(4);
        if !(1..=Openings::MOST_PLIES).contains(&plies) {
            return fail(format!("an opening has from 1 to {} random moves", Openings::MOST_PLIES));
        }
        let kind = self.openings.as_deref().unwrap_or("start");
        if kind == LISTED {
            let start = self.opening_start.unwrap_or(1);
            if start == 0 {
                return fail("the first of the openings is number 1");
            }
            let lines = self.opening_lines.as_deref().unwrap_or_default();
            return Openings::listed(lines, start as usize, self.opening_shuffle)
                .ok_or_else(|| Error::invalid("the list of openings is empty"));
        }
        Openings::of_kind(kind, plies).ok_or_else(|| {
            let kinds = Openings::KINDS.into_iter().chain([LISTED]);
            let nearest = suggest(kind, kinds, "");
            Error::invalid(format!("there are no openings '{}': {nearest}", excerpt(kind)))
        })
    }
}

impl PlayerRequest {
    fn entrant(
        &self,
        index: usize,
        game: &dyn AnyGame,
        roster: &BotRoster,
    ) -> Result<Entrant, Error> {
        let agent = self.agent.trim();
        let number = index + 1;
        if agent.is_empty() {
            return fail(format!("player {number}: choose an agent"));
        }
        let name = self.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let given = name.unwrap_or(agent);
        let named =
            |error: Error| Error::invalid(format!("player {number}, {}: {error}", excerpt(given)));
        roster.check(game, agent).map_err(named)?;
        let is_name =
            |name: &str| name.chars().count() <= LONGEST_NAME && !name.chars().any(is_hidden);
        if name.is_some_and(|name| !is_name(name)) {
            return fail(format!(
                "player {number}: a name has at most {LONGEST_NAME} letters that can be seen"
            ));
        }
        Ok(Entrant { name: given.to_owned(), agent: agent.to_owned() })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn why(json: &str) -> String {
        let request: TournamentRequest = serde_json::from_str(json).unwrap();
        request.header(&BotRoster::new(&bellwether_standard::standard())).err().unwrap().to_string()
    }

    #[test]
    fn what_is_wrong_is_said_in_one_sentence() {
        let two = r#""players":[{"agent":"random"},{"name":"g","agent":"greedy"}]"#;
        let cases = [
            (r#"{"game":"chess","players":[]}"#.to_owned(), "there is no game 'chess'"),
            (r#"{"game":"breakthrough","players":[{"agent":"random"}]}"#.to_owned(), "at least 2 players"),
            (
                r#"{"game":"breakthrough","players":[{"agent":"bot:cmd=ls"},{"agent":"random"}]}"#.to_owned(),
                "player 1, bot:cmd=ls: ",
            ),
            (
                r#"{"game":"breakthrough","players":[{"name":"a","agent":"random"},{"name":"a","agent":"greedy"}]}"#
                    .to_owned(),
                "two agents are called 'a'",
            ),
            (format!(r#"{{"game":"breakthrough",{two},"games":3}}"#), "a multiple of 2"),
            (format!(r#"{{"game":"breakthrough",{two},"games":0}}"#), "at least one game"),
            (format!(r#"{{"game":"breakthrough",{two},"games":40000}}"#), "at most 20000"),
            (format!(r#"{{"game":"breakthrough",{two},"time":1000}}"#), "from 0.001 to 60 seconds"),
            (format!(r#"{{"game":"breakthrough",{two},"form":"swis"}}"#), "did you mean 'swiss'"),
            (format!(r#"{{"game":"breakthrough",{two},"openings":"/etc/passwd"}}"#), "there are no openings"),
            (format!(r#"{{"game":"breakthrough",{two},"openings":"listed"}}"#), "the list of openings is empty"),
            (format!(r#"{{"game":"breakthrough",{two},"openings":"random","openingPlies":1001}}"#), "from 1 to 1000"),
            (format!(r#"{{"game":"breakthrough",{two},"sprt":"elo0=5,elo1=0"}}"#), "elo0 must be less than elo1"),
            (format!(r#"{{"game":"breakthrough",{two},"sprt":"elo1=5"}}"#), "sprt needs 'elo0'"),
            (
                r#"{"game":"breakthrough","players":[{"agent":"random"},{"agent":"greedy"},{"agent":"pvs"}],"sprt":"elo0=0,elo1=5"}"#
                    .to_owned(),
                "--sprt is for a match of two agents at a table of two",
            ),
            (
                r#"{"game":"breakthrough","players":[{"name":"a\u202eb","agent":"random"},{"agent":"greedy"}]}"#.to_owned(),
                "letters that can be seen",
            ),
            (
                r#"{"game":"breakthrough","players":[{"agent":"perfect"},{"agent":"random"}]}"#.to_owned(),
                "player 1, perfect: there is no strategy of breakthrough",
            ),
            (format!(r#"{{"game":"battle-sheep:field=/etc/passwd",{two}}}"#), "reads a file"),
        ];
        for (json, expected) in &cases {
            let why = why(json);
            assert!(why.contains(expected), "{json}: {why}");
        }
    }
}
