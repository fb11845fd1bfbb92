//! Swiss: in every round players with similar scores meet, and with two seats no pair meets again
//! as long as that can be avoided.
//!
//! A player left over gets a bye with the points of a win: the lowest without a bye so far.

use super::{Finished, Schedule, SeatingGroup};

impl Schedule {
    pub(super) fn swiss_batch(&self, index: u32, past: &[Finished]) -> Vec<SeatingGroup> {
        if index >= self.rounds {
            return Vec::new();
        }
        let order = self.standing(index, past);
        let mut left = order.clone();
        for _ in 0..order.len() % self.seats {
            let byes = |player: &usize| self.byes(index, past, *player);
            let fewest = left.iter().map(byes).min().unwrap_or(0);
            if let Some(at) = left.iter().rposition(|player| byes(player) == fewest) {
                left.remove(at);
            }
        }
        let tables = if self.seats == 2 {
            pairs(&left, past)
        } else {
            left.chunks(self.seats).map(<[usize]>::to_vec).collect()
        };
        let openings = self.openings();
        let meeting = |players: Vec<usize>| SeatingGroup {
            round: index + 1,
            players,
            opening: u64::from(index) * openings,
            openings,
        };
        tables.into_iter().map(meeting).collect()
    }

    /// The players by points, the better seed first among equals.
    fn standing(&self, rounds: u32, past: &[Finished]) -> Vec<usize> {
        let win = if self.seats == 2 { 1.0 } else { f64::from(self.best_payoff(past)) };
        let points = |player: usize| -> f64 {
            let won: f64 = past.iter().map(|game| game.points(player)).sum();
            won + win * f64::from(self.games) * f64::from(self.byes(rounds, past, player))
        };
        let mut order: Vec<(usize, f64)> =
            self.entries.iter().map(|player| (*player, points(*player))).collect();
        order.sort_by(|a, b| b.1.total_cmp(&a.1)); // stable: seeds keep their order
        order.into_iter().map(|(player, _)| player).collect()
    }

    /// What the first place of a table pays, as seen so far.
    fn best_payoff(&self, past: &[Finished]) -> f32 {
        let payoffs = past.iter().flat_map(|game| &game.outcome.payoffs);
        payoffs.copied().fold(0.0, f64::max) as f32
    }

    /// How many of the rounds so far a player sat out.
    fn byes(&self, rounds: u32, past: &[Finished], player: usize) -> u32 {
        let played = |round: u32| {
            past.iter()
                .any(|game| game.fixture.round == round && game.fixture.players.contains(&player))
        };
        (1..=rounds).filter(|round| !played(*round)).count() as u32
    }
}

/// Pairs from the top down without rematches; with as few as possible from the top if there is no other way.
fn pairs(order: &[usize], past: &[Finished]) -> Vec<Vec<usize>> {
    let met = |a: usize, b: usize| {
        past.iter()
            .any(|game| game.fixture.players.contains(&a) && game.fixture.players.contains(&b))
    };
    let mut steps = MOST_STEPS;
    pair_up(order, &met, &mut steps)
        .unwrap_or_else(|| order.chunks(2).map(<[usize]>::to_vec).collect())
}

/// Backtracking is exponential at worst; after so many steps a rematch is the lesser evil.
const MOST_STEPS: u32 = 100_000;

fn pair_up(
    order: &[usize],
    met: &dyn Fn(usize, usize) -> bool,
    steps: &mut u32,
) -> Option<Vec<Vec<usize>>> {
    let Some((first, rest)) = order.split_first() else { return Some(Vec::new()) };
    for (at, other) in rest.iter().enumerate() {
        *steps = steps.checked_sub(1)?;
        if met(*first, *other) {
            continue;
        }
        let mut left = rest.to_vec();
        left.remove(at);
        if let Some(mut pairs) = pair_up(&left, met, steps) {
            pairs.insert(0, vec![*first, *other]);
            return Some(pairs);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::super::tests::{play, settings};
    use super::*;
    use crate::settings::PairingFormat;

    #[test]
    fn no_pair_meets_twice_while_it_can_be_avoided() {
        for players in 4..=9_usize {
            let entries: Vec<usize> = (0..players).collect();
            let rounds = (players - 2) as u32;
            let plan =
                Schedule::new(&settings(PairingFormat::Swiss, 2, rounds), &entries, 2).unwrap();
            let games = play(&plan);
            assert_eq!(games.len() as u64, plan.total().unwrap(), "{players} players");
            for a in 0..players {
                let byes = plan.byes(rounds, &games, a);
                assert!(byes <= 1, "{players} players: {a} sat out {byes} times");
            }
            if players >= 6 {
                for (a, b) in (0..players).flat_map(|a| (0..a).map(move |b| (a, b))) {
                    let both = |game: &&Finished| {
                        game.fixture.players.contains(&a) && game.fixture.players.contains(&b)
                    };
                    let met = games.iter().filter(both).count();
                    assert!(met <= 4, "{players} players: {a} and {b} met in {met} games");
                }
            }
        }
    }

    #[test]
    fn the_best_meet_each_other_and_the_first_rounds_are_without_rematch() {
        let plan =
            Schedule::new(&settings(PairingFormat::Swiss, 2, 3), &[0, 1, 2, 3, 4, 5, 6, 7], 2)
                .unwrap();
        let games = play(&plan);
        for (a, b) in (0..8).flat_map(|a| (0..a).map(move |b| (a, b))) {
            let both = |game: &&Finished| {
                game.fixture.players.contains(&a) && game.fixture.players.contains(&b)
            };
            assert!(games.iter().filter(both).count() <= 2);
        }
        let second_round: Vec<_> = games.iter().filter(|game| game.fixture.round == 2).collect();
        assert_eq!(second_round[0].fixture.players, [0, 2], "winners of round 1 meet");
    }

    #[test]
    fn tables_of_four_are_filled_by_standing() {
        let entries: Vec<usize> = (0..9).collect();
        let plan = Schedule::new(&settings(PairingFormat::Swiss, 4, 2), &entries, 4).unwrap();
        let games = play(&plan);
        assert_eq!(games.len(), 2 * 2 * 4);
        assert_eq!(plan.byes(2, &games, 8), 1);
        assert!((0..9).all(|player| plan.byes(2, &games, player) <= 1));
    }
}
