//! Knockout: losers are out. With two seats the winner goes on, with more the first two do until
//! one table is left.
//!
//! The bracket is the usual one: with the entries as seeds, the first two can meet only in the final. A level
//! match is played on, one more opening at a time; after [`MOST_EXTRA`] of them the better seed goes on.

use bellwether_core::{Error, bail};

use super::{Finished, Schedule, SeatingGroup};

/// More openings for a level match than this would only show that the players are equal.
const MOST_EXTRA: u64 = 8;

impl Schedule {
    pub(super) fn check_knockout(&self) -> Result<(), Error> {
        let entries = self.entries.len();
        let tables = entries / self.seats;
        if self.seats > 2 && (!entries.is_multiple_of(self.seats) || !tables.is_power_of_two()) {
            let seats = self.seats;
            bail!(
                "a knockout at tables of {seats} takes {seats}, {}, {} or so on agents, not {entries}",
                seats * 2,
                seats * 4
            );
        }
        self.check_distinct()
    }

    /// A player cannot meet itself in a format that uses standings.
    pub(super) fn check_distinct(&self) -> Result<(), Error> {
        let mut players = self.entries.clone();
        players.sort_unstable();
        if players.windows(2).any(|pair| pair[0] == pair[1]) {
            bail!(
                "in a {} everybody is entered once: name copies apart, like --agent a=… --agent b=…",
                self.pairing
            );
        }
        Ok(())
    }

    /// The games to play next: the next round, or more games of matches that are level.
    pub(super) fn knockout_batch(&self, past: &[Finished]) -> Vec<SeatingGroup> {
        let mut standing: Vec<Option<usize>> = self.bracket();
        let mut opening = 0;
        for round in 1.. {
            let ways_on = if standing.len() > self.seats && self.seats > 2 { 2 } else { 1 };
            let mut next = Vec::new();
            let mut open = Vec::new();
            let mut most = 0;
            for table in standing.chunks(self.seats) {
                let players: Vec<usize> = table.iter().flatten().copied().collect();
                if players.len() < self.seats {
                    next.extend(players.into_iter().map(Some)); // the others are not there: a bye
                    continue;
                }
                let games: Vec<&Finished> = past
                    .iter()
                    .filter(|game| game.fixture.round == round)
                    .filter(|game| game.fixture.players.iter().all(|p| players.contains(p)))
                    .collect();
                let played = self.openings_played(games.len());
                most = most.max(played);
                match self.through(&players, &games, ways_on) {
                    Some(winners) => next.extend(winners.into_iter().map(Some)),
                    None => open.push((players, played)),
                }
            }
            if !open.is_empty() {
                let meeting = |(players, played): (Vec<usize>, u64)| SeatingGroup {
                    round,
                    players,
                    opening: opening + played,
                    openings: if played == 0 { self.meeting_openings() } else { 1 },
                };
                return open.into_iter().map(meeting).collect();
            }
            if next.len() <= 1 || standing.len() <= self.seats {
                return Vec::new();
            }
            opening += most;
            standing = next;
        }
        Vec::new()
    }

    /// In a knockout the rounds are what the bracket takes; `--rounds` asks for longer matches.
    fn meeting_openings(&self) -> u64 {
        self.openings() * u64::from(self.rounds)
    }

    fn openings_played(&self, games: usize) -> u64 {
        if self.swap { games as u64 / self.seats as u64 } else { games as u64 }
    }

    /// The first `count` of a table, once its games are decided.
    fn through(&self, players: &[usize], games: &[&Finished], count: usize) -> Option<Vec<usize>> {
        if games.is_empty() {
            return None;
        }
        let points = |player: usize| games.iter().map(|game| game.points(player)).sum::<f64>();
        let mut ranked: Vec<(usize, f64)> =
            players.iter().map(|player| (*player, points(*player))).collect();
        // A stable sort: of equal players the better seed stays in front.
        ranked.sort_by(|a, b| {
            b.1.total_cmp(&a.1).then_with(|| self.seed_of(a.0).cmp(&self.seed_of(b.0)))
        });
        let level = ranked.get(count).is_some_and(|next| next.1 == ranked[count - 1].1);
        let extra = self.openings_played(games.len()) >= self.meeting_openings() + MOST_EXTRA;
        if level && !extra {
            return None;
        }
        Some(ranked.into_iter().take(count).map(|(player, _)| player).collect())
    }

    fn seed_of(&self, player: usize) -> Option<usize> {
        self.entries.iter().position(|entry| *entry == player)
    }

    /// The entries in the order of the bracket, with gaps where a bye is.
    fn bracket(&self) -> Vec<Option<usize>> {
        if self.seats > 2 {
            return self.assigned_tables();
        }
        let mut order = vec![0];
        while order.len() < self.entries.len() {
            let size = order.len() * 2;
            order = order.into_iter().flat_map(|seed| [seed, size - 1 - seed]).collect();
        }
        order.into_iter().map(|seed| self.entries.get(seed).copied()).collect()
    }

    /// Larger tables: the seeds are distributed in snake order.
    fn assigned_tables(&self) -> Vec<Option<usize>> {
        let tables = self.entries.len() / self.seats;
        let mut assigned = vec![None; self.entries.len()];
        for (seed, entry) in self.entries.iter().enumerate() {
            let (row, at) = (seed / tables, seed % tables);
            let table = if row.is_multiple_of(2) { at } else { tables - 1 - at };
            assigned[table * self.seats + row] = Some(*entry);
        }
        assigned
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::{play, settings};
    use super::*;
    use crate::schedule::Fixture;
    use crate::settings::PairingFormat;
    use crate::stats::GameOutcome;

    #[test]
    fn the_best_wins_and_meets_the_second_in_the_final() {
        for count in 2..=9 {
            let entries: Vec<usize> = (0..count).collect();
            let plan =
                Schedule::new(&settings(PairingFormat::Knockout, 2, 1), &entries, 2).unwrap();
            let games = play(&plan);
            assert_eq!(games.len(), 2 * (count - 1), "{count} players");
            let last = games.last().unwrap();
            let mut finalists = last.fixture.players.clone();
            finalists.sort_unstable();
            assert_eq!(finalists, [0, 1], "{count} players");
        }
    }

    #[test]
    fn a_level_match_is_played_on_and_then_goes_to_the_better_seed() {
        let plan = Schedule::new(&settings(PairingFormat::Knockout, 2, 1), &[7, 8], 2).unwrap();
        let mut past: Vec<Finished> = Vec::new();
        let mut games = 0;
        for index in 0.. {
            let fixtures: Vec<Fixture> = plan.batch(index, &past);
            if fixtures.is_empty() {
                break;
            }
            games += fixtures.len();
            past.extend(fixtures.into_iter().map(|fixture| {
                let outcome = GameOutcome {
                    players: fixture.players.clone(),
                    payoffs: vec![0.0, 0.0],
                    scores: None,
                    group: fixture.group,
                };
                Finished { fixture, outcome }
            }));
        }
        assert_eq!(games as u64, 2 + 2 * MOST_EXTRA);
        let openings: Vec<u64> = past.iter().map(|game| game.fixture.opening).collect();
        assert!(openings.is_sorted() && openings.last() == Some(&MOST_EXTRA));
    }

    #[test]
    fn at_tables_of_four_the_first_two_go_on() {
        let entries: Vec<usize> = (0..8).collect();
        let plan = Schedule::new(&settings(PairingFormat::Knockout, 4, 1), &entries, 4).unwrap();
        let games = play(&plan);
        assert_eq!(games.len(), 3 * 4);
        let mut finalists = games.last().unwrap().fixture.players.clone();
        finalists.sort_unstable();
        assert_eq!(finalists, [0, 1, 2, 3]);
        assert!(
            Schedule::new(&settings(PairingFormat::Knockout, 4, 1), &[0, 1, 2, 3, 4], 4).is_err()
        );
        assert!(Schedule::new(&settings(PairingFormat::Knockout, 2, 1), &[0, 0], 2).is_err());
    }
}
