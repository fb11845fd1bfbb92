//! [`Schedule`]: the pairings of a tournament, in order.
//!
//! A [`Schedule`] hands out games batch by batch. Round-robin and gauntlet are one batch; knockout and Swiss
//! look at the results so far, so each of their rounds waits for the one before. The same results always
//! give the same games: that is how a tournament goes on where it was left.

mod knockout;
mod swiss;

use std::cmp::Ordering;

use bellwether_core::Error;

use crate::record::GameRecord;
use crate::settings::{PairingFormat, TournamentSettings};
use crate::stats::GameOutcome;

/// A game that is to be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture {
    /// Its number in the tournament, from 1.
    pub number: u64,
    /// The round it belongs to, from 1.
    pub round: u32,
    /// Games of one group differ only in the seating.
    pub group: u64,
    /// Which opening, or which field: the same for all games of the same place in the plan.
    pub opening: u64,
    /// The player of each seat.
    pub players: Vec<usize>,
}

impl Fixture {
    /// The place in the plan that a record has. A record names no opening of the plan: it holds the
    /// moves themselves.
    #[must_use]
    pub fn of(record: &GameRecord) -> Self {
        Self {
            number: record.number,
            round: record.round,
            group: record.group,
            opening: 0,
            players: record.players.clone(),
        }
    }
}

/// A game that is over, as far as the plan looks at it.
#[derive(Clone, Debug, PartialEq)]
pub struct Finished {
    /// The game's place in the plan.
    pub fixture: Fixture,
    /// How it went.
    pub outcome: GameOutcome,
}

impl Finished {
    /// The result in a record.
    #[must_use]
    pub fn of(fixture: Fixture, record: &GameRecord) -> Self {
        Self { fixture, outcome: outcome(record) }
    }

    /// The points of a player: 1 for a win, ½ for a draw at a table of two; otherwise what the game pays.
    fn points(&self, player: usize) -> f64 {
        let Some(seat) = self.fixture.players.iter().position(|p| *p == player) else { return 0.0 };
        match self.outcome.payoffs.as_slice() {
            payoffs @ [_, _] => match payoffs[seat].partial_cmp(&payoffs[1 - seat]) {
                Some(Ordering::Greater) => 1.0,
                Some(Ordering::Less) => 0.0,
                _ => 0.5,
            },
            payoffs => payoffs[seat],
        }
    }
}

/// What statistics see of a record.
#[must_use]
pub fn outcome(record: &GameRecord) -> GameOutcome {
    GameOutcome {
        players: record.players.clone(),
        payoffs: record.payoffs.clone(),
        scores: record.scores.clone(),
        group: record.group,
    }
}

/// A tournament's plan.
#[derive(Clone, Debug)]
pub struct Schedule {
    pairing: PairingFormat,
    /// The entries; a player may be entered more than once.
    entries: Vec<usize>,
    seats: usize,
    games: u32,
    rounds: u32,
    swap: bool,
}

/// The same opening for these players, once for every way of seating them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct SeatingGroup {
    round: u32,
    players: Vec<usize>,
    /// The first opening of the meeting.
    opening: u64,
    /// How many openings.
    openings: u64,
}

/// No tournament here is longer.
const MOST_GAMES: u64 = 100_000_000;

impl Schedule {
    /// The plan of these settings for so many seats at a table.
    ///
    /// # Errors
    /// If the settings make no tournament.
    pub fn new(
        settings: &TournamentSettings,
        entries: &[usize],
        seats: usize,
    ) -> Result<Self, Error> {
        let fail = |message: String| Err(Error::invalid(message));
        let (games, rounds) = (settings.games, settings.rounds);
        if entries.len() < seats {
            let repeat = if seats > 2 { "; repeat one to seat it more than once" } else { "" };
            return fail(format!(
                "the table has {seats} seats: give at least {seats} agents, not {}{repeat}",
                entries.len()
            ));
        }
        if games == 0 || rounds == 0 {
            return fail("a tournament has at least one game and one round".to_owned());
        }
        if settings.swap && !(games as usize).is_multiple_of(seats) {
            return fail(format!(
                "--games takes a multiple of {seats}, not {games}: every opening is played from every seat (or give --noswap)"
            ));
        }
        let plan = Self {
            pairing: settings.pairing,
            entries: entries.to_vec(),
            seats,
            games,
            rounds,
            swap: settings.swap,
        };
        match plan.pairing {
            PairingFormat::Knockout => plan.check_knockout()?,
            PairingFormat::Swiss => plan.check_distinct()?,
            PairingFormat::RoundRobin | PairingFormat::Gauntlet => {
                let total =
                    plan.tables_count().saturating_mul(u64::from(games) * u64::from(rounds));
                if total > MOST_GAMES {
                    return fail(format!(
                        "that is {total} games: a tournament has at most {MOST_GAMES}"
                    ));
                }
            }
        }
        Ok(plan)
    }

    /// The next games, given all games of the batches before; empty when the tournament is over.
    #[must_use]
    pub fn batch(&self, index: u32, past: &[Finished]) -> Vec<Fixture> {
        let meetings = match self.pairing {
            PairingFormat::RoundRobin | PairingFormat::Gauntlet if index > 0 => Vec::new(),
            PairingFormat::RoundRobin | PairingFormat::Gauntlet => self.all_meetings(),
            PairingFormat::Knockout => self.knockout_batch(past),
            PairingFormat::Swiss => self.swiss_batch(index, past),
        };
        let number = past.last().map_or(0, |finished| finished.fixture.number);
        let group = past.last().map_or(0, |finished| finished.fixture.group + 1);
        self.fixtures(&meetings, number, group)
    }

    /// How many games there will be, if that is known before they are played.
    #[must_use]
    pub fn total(&self) -> Option<u64> {
        let rounds = u64::from(self.games) * u64::from(self.rounds);
        match self.pairing {
            PairingFormat::RoundRobin | PairingFormat::Gauntlet => {
                Some(self.tables_count() * rounds)
            }
            PairingFormat::Swiss => Some((self.entries.len() / self.seats) as u64 * rounds),
            PairingFormat::Knockout => None,
        }
    }

    /// Openings of one meeting.
    fn openings(&self) -> u64 {
        if self.swap { u64::from(self.games) / self.seats as u64 } else { u64::from(self.games) }
    }

    fn fixtures(&self, meetings: &[SeatingGroup], mut number: u64, mut group: u64) -> Vec<Fixture> {
        let ways = if self.swap { self.seats } else { 1 };
        let mut fixtures = Vec::new();
        for meeting in meetings {
            for opening in meeting.opening..meeting.opening + meeting.openings {
                for turn in 0..ways {
                    number += 1;
                    let mut players = meeting.players.clone();
                    players.rotate_right(turn);
                    fixtures.push(Fixture {
                        number,
                        round: meeting.round,
                        group,
                        opening,
                        players,
                    });
                }
                group += 1;
            }
        }
        fixtures
    }

    /// Round after round, every table of the round-robin or gauntlet; all of a round on the same openings.
    fn all_meetings(&self) -> Vec<SeatingGroup> {
        let tables = self.tables();
        let openings = self.openings();
        let meeting = |round: u32, players: &Vec<usize>| SeatingGroup {
            round: round + 1,
            players: players.clone(),
            opening: u64::from(round) * openings,
            openings,
        };
        (0..self.rounds)
            .flat_map(|round| tables.iter().map(move |players| meeting(round, players)))
            .collect()
    }

    /// Every choice of entries for a table, in order.
    fn tables(&self) -> Vec<Vec<usize>> {
        let mut tables = Vec::new();
        let mut chosen: Vec<usize> = (0..self.seats).collect();
        loop {
            if self.pairing == PairingFormat::Gauntlet && chosen[0] != 0 {
                break;
            }
            tables.push(chosen.iter().map(|entry| self.entries[*entry]).collect());
            // The next choice in lexicographic order.
            let last = self.entries.len() - self.seats;
            let Some(at) = (0..self.seats).rev().find(|at| chosen[*at] < last + at) else { break };
            chosen[at] += 1;
            for next in at + 1..self.seats {
                chosen[next] = chosen[next - 1] + 1;
            }
        }
        tables
    }

    fn tables_count(&self) -> u64 {
        match self.pairing {
            PairingFormat::Gauntlet => choices(self.entries.len() - 1, self.seats - 1),
            _ => choices(self.entries.len(), self.seats),
        }
    }

    /// How many seats each of `players` will have taken at the end, if that is known before.
    #[must_use]
    pub fn seats_of(&self, players: usize) -> Option<Vec<u64>> {
        let is_gauntlet = match self.pairing {
            PairingFormat::RoundRobin => false,
            PairingFormat::Gauntlet => true,
            PairingFormat::Knockout | PairingFormat::Swiss => return None,
        };
        let (others, seats) = (self.entries.len() - 1, self.seats - 1);
        let mut taken = vec![0; players];
        for (index, player) in self.entries.iter().enumerate() {
            let tables = match index {
                1.. if is_gauntlet => choices(others.saturating_sub(1), seats - 1),
                _ => choices(others, seats),
            };
            *taken.get_mut(*player)? += tables * u64::from(self.games) * u64::from(self.rounds);
        }
        Some(taken)
    }
}

/// In how many ways so many can be chosen.
fn choices(among: usize, chosen: usize) -> u64 {
    let step = |count: u64, at: usize| {
        count.saturating_mul(among.saturating_sub(at) as u64) / (at as u64 + 1)
    };
    (0..chosen).fold(1, step)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Logging, Openings, RefereeRules};

    pub(super) fn settings(pairing: PairingFormat, games: u32, rounds: u32) -> TournamentSettings {
        TournamentSettings {
            pairing,
            games,
            rounds,
            swap: true,
            openings: Openings::Start,
            rules: RefereeRules::default(),
            sprt: None,
            log: Logging::Moves,
        }
    }

    /// Plays a whole tournament in which the lower index always wins, and gives all its games.
    pub(super) fn play(plan: &Schedule) -> Vec<Finished> {
        let mut past = Vec::new();
        for index in 0.. {
            let fixtures = plan.batch(index, &past);
            if fixtures.is_empty() {
                break;
            }
            past.extend(fixtures.into_iter().map(|fixture| {
                let payoffs = fixture.players.iter().map(|player| -(*player as f64)).collect();
                let outcome = GameOutcome {
                    players: fixture.players.clone(),
                    payoffs,
                    scores: None,
                    group: fixture.group,
                };
                Finished { fixture, outcome }
            }));
        }
        past
    }

    #[test]
    fn all_pairs_meet_from_both_sides_on_the_same_openings() {
        let plan =
            Schedule::new(&settings(PairingFormat::RoundRobin, 4, 3), &[0, 1, 2], 2).unwrap();
        let games = play(&plan);
        assert_eq!(games.len() as u64, plan.total().unwrap());
        assert_eq!(games.len(), 3 * 4 * 3);
        for (a, b) in [(0, 1), (1, 0), (1, 2), (2, 0)] {
            let met: Vec<u64> = games
                .iter()
                .filter(|game| game.fixture.players == [a, b])
                .map(|game| game.fixture.opening)
                .collect();
            assert_eq!(met, [0, 1, 2, 3, 4, 5]);
        }
        assert!(games.iter().map(|game| game.fixture.number).eq(1..=36));
    }

    #[test]
    fn at_a_table_of_four_every_rotation_is_played_on_each_field() {
        let plan =
            Schedule::new(&settings(PairingFormat::RoundRobin, 8, 1), &[0, 1, 1, 2, 3], 4).unwrap();
        let games = play(&plan);
        assert_eq!(games.len(), 5 * 8);
        for seat in 0..4 {
            let seated = games.iter().filter(|game| game.fixture.players[seat] == 3).count();
            assert_eq!(seated, 4 * 2, "player 3 in seat {seat}");
        }
        let group: Vec<_> = games.iter().filter(|game| game.fixture.group == 0).collect();
        assert_eq!(group.len(), 4);
        assert!(group.iter().all(|game| game.fixture.opening == 0));
    }

    #[test]
    fn in_a_gauntlet_the_first_meets_the_others() {
        let plan =
            Schedule::new(&settings(PairingFormat::Gauntlet, 2, 1), &[0, 1, 2, 3], 2).unwrap();
        let games = play(&plan);
        assert_eq!(games.len(), 6);
        assert!(games.iter().all(|game| game.fixture.players.contains(&0)));
        let four =
            Schedule::new(&settings(PairingFormat::Gauntlet, 4, 1), &[0, 1, 2, 3, 4], 4).unwrap();
        assert_eq!(four.total(), Some(4 * 4));
    }

    #[test]
    fn who_plays_how_often_is_known_where_results_do_not_decide_it() {
        for (pairing, entries, seats, games) in [
            (PairingFormat::RoundRobin, &[0, 1, 2][..], 2, 4),
            (PairingFormat::Gauntlet, &[0, 1, 2, 3], 2, 2),
            (PairingFormat::RoundRobin, &[0, 1, 1, 2, 3], 4, 4),
            (PairingFormat::Gauntlet, &[0, 1, 2, 2, 3], 4, 8),
            (PairingFormat::Gauntlet, &[0, 1], 2, 2),
        ] {
            let plan = Schedule::new(&settings(pairing, games, 2), entries, seats).unwrap();
            let mut taken = vec![0; 4];
            for game in play(&plan) {
                game.fixture.players.iter().for_each(|player| taken[*player] += 1);
            }
            assert_eq!(plan.seats_of(4), Some(taken), "{pairing} of {entries:?}");
        }
        let swiss = Schedule::new(&settings(PairingFormat::Swiss, 2, 2), &[0, 1, 2], 2).unwrap();
        assert_eq!(swiss.seats_of(3), None);
    }

    #[test]
    fn without_swapping_seats_stay() {
        let settings =
            TournamentSettings { swap: false, ..settings(PairingFormat::RoundRobin, 3, 1) };
        let games = play(&Schedule::new(&settings, &[0, 1], 2).unwrap());
        assert_eq!(games.len(), 3);
        assert!(games.iter().all(|game| game.fixture.players == [0, 1]));
        let groups: Vec<u64> = games.iter().map(|game| game.fixture.group).collect();
        assert_eq!(groups, [0, 1, 2]);
    }

    #[test]
    fn what_is_no_tournament_is_refused() {
        let error = |settings: &TournamentSettings, entries: &[usize], seats| {
            Schedule::new(settings, entries, seats).unwrap_err().to_string()
        };
        let robin = settings(PairingFormat::RoundRobin, 2, 1);
        assert!(error(&robin, &[0], 2).contains("at least 2 agents"));
        assert!(error(&robin, &[0, 1], 4).contains("repeat one"));
        assert!(error(&robin, &[0, 1, 2, 3], 4).contains("multiple of 4"));
        assert!(
            error(&settings(PairingFormat::RoundRobin, 0, 1), &[0, 1], 2).contains("at least one")
        );
        let many: Vec<usize> = (0..3000).collect();
        assert!(error(&settings(PairingFormat::RoundRobin, 400, 1), &many, 4).contains("at most"));
    }
}
