//! [`Standings`]: points, places and ratings after some games, by seat and against each other.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use bellwether_core::{MAX_SEATS, Payoffs};

use super::GameOutcome;
use super::duel::DuelScore;
use super::interval::{self, Cluster, EstimateWithError, Interval};
use super::ratings::{GameRanking, Ratings};

/// What places are worth at tables of more than two, best first; a smaller table has the first few.
const REWARDS: [f32; MAX_SEATS] = [5.0, 3.0, 2.0, 1.0];

/// A table of players, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct Standings {
    /// The size of the largest table.
    pub seats: usize,
    /// How many games there are.
    pub games: u64,
    /// Each player, best first: by points a game, then rating, then number.
    pub players: Vec<PlayerStanding>,
    /// Results by seat over all players: the advantage of moving first.
    pub by_seat: Vec<SeatRecord>,
    /// The ratings, with all that is known of how they go together; by the players' numbers.
    pub ratings: Ratings,
}

/// What one player did.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayerStanding {
    /// The player's number.
    pub player: usize,
    /// Games, each counted once for every seat the player took in it.
    pub games: u64,
    /// Games won, lost and drawn at tables of two.
    pub duels: DuelScore,
    /// How often the player came first, second and so on. Seats that tie share their places: two
    /// that lead together have come first half a time and second half a time.
    pub places: Vec<f64>,
    /// Tournament points; see [`points`].
    pub points: f64,
    /// Tournament points a game.
    pub mean_points: Option<Mean>,
    /// Score a game, in games that have one.
    pub mean_score: Option<Mean>,
    /// The rating, from all games together.
    pub rating: EstimateWithError,
    /// What the player got in each seat.
    pub by_seat: Vec<SeatRecord>,
    /// Against each player, by number: how often this one finished ahead (a win), behind (a loss)
    /// and level (a draw), for each pair of seats the two took.
    pub against: Vec<DuelScore>,
}

/// A mean and the 95 % interval for what it would be after very many games.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Mean {
    /// The mean so far.
    pub value: f64,
    /// The interval, unless there is only one game.
    ///
    /// For points at tables of two it is Wilson's ([`interval::wilson`]), of as many games as the pairs are worth
    /// ([`interval::worth_of_pairs`]) if there are enough. Else it is Student's, with games as the independent
    /// observations ([`interval::of_clustered_mean`]). A game that was played again is none.
    pub interval: Option<Interval>,
}

/// What was got in one seat.
#[derive(Clone, Copy, Debug, Default, PartialEq, serde::Serialize)]
pub struct SeatRecord {
    /// Games in this seat.
    pub games: u64,
    /// Tournament points in them.
    pub points: f64,
}

impl SeatRecord {
    /// Points a game, if there are games.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.games > 0).then(|| self.points / self.games as f64)
    }

    fn add(&mut self, points: f64) {
        self.games += 1;
        self.points += points;
    }
}

/// What each seat gets in a tournament: 1 and 0 at tables of two, 5, 3, 2 and 1 for places at larger
/// ones. Seats that tie share what their places hold, so a draw is ½.
///
/// # Panics
/// If there are more than [`MAX_SEATS`] seats.
#[must_use]
pub fn points(outcome: &GameOutcome) -> Vec<f64> {
    let seats = outcome.payoffs.len();
    // Payoffs in single precision could tie where the game's did not; places cannot.
    let places: Vec<f32> =
        (0..seats).map(|seat| -(places_of(outcome, seat).start as f32)).collect();
    let rewards = if seats == 2 { &[1.0, 0.0][..] } else { &REWARDS[..seats] };
    let shared = Payoffs::new(&places).by_place(rewards);
    shared.as_slice(seats).iter().map(|&reward| f64::from(reward)).collect()
}

/// The places a seat shares with those it ties with, counted from zero.
fn places_of(outcome: &GameOutcome, seat: usize) -> std::ops::Range<usize> {
    let own = outcome.payoffs[seat];
    let ahead = outcome.payoffs.iter().filter(|&&payoff| payoff > own).count();
    let level = outcome.payoffs.iter().filter(|&&payoff| payoff == own).count();
    ahead..ahead + level
}

impl Standings {
    /// The standings of players `0..players` after these games, each seat for itself.
    ///
    /// # Panics
    /// If a game names a player beyond those or has more than [`MAX_SEATS`] seats.
    #[must_use]
    pub fn of(players: usize, outcomes: &[GameOutcome]) -> Self {
        let rankings: Vec<GameRanking> = outcomes.iter().map(GameRanking::of).collect();
        Self::with_ratings(outcomes, |_| false, Ratings::fit(players, &rankings))
    }

    /// The standings with ratings found otherwise: from teams, or from more games than these. Games that are the same as
    /// an earlier one, by their place in the list, do not make intervals narrower.
    ///
    /// # Panics
    /// If a game names a player that has no rating or has more than [`MAX_SEATS`] seats.
    #[must_use]
    pub fn with_ratings(
        outcomes: &[GameOutcome],
        is_repeated: impl Fn(usize) -> bool,
        ratings: Ratings,
    ) -> Self {
        let seats = outcomes.iter().map(|outcome| outcome.players.len()).max().unwrap_or(2);
        let mut builders: Vec<StandingBuilder> = (0..ratings.values.len())
            .map(|player| StandingBuilder::new(player, seats, &ratings))
            .collect();
        let mut by_seat = vec![SeatRecord::default(); seats];
        for (index, outcome) in outcomes.iter().enumerate() {
            let points = points(outcome);
            let counts = !is_repeated(index);
            for (seat, record) in by_seat.iter_mut().enumerate().take(points.len()) {
                record.add(points[seat]);
            }
            for builder in &mut builders {
                builder.add(outcome, &points, counts);
            }
        }
        let mut players: Vec<PlayerStanding> =
            builders.into_iter().map(|builder| builder.close(seats)).collect();
        players.sort_by(ahead);
        Self { seats, games: outcomes.len() as u64, players, by_seat, ratings }
    }
}

/// The order: more points a game, then the higher rating, then the lower number.
fn ahead(a: &PlayerStanding, b: &PlayerStanding) -> Ordering {
    let mean =
        |standing: &PlayerStanding| standing.mean_points.map_or(f64::NEG_INFINITY, |m| m.value);
    mean(b)
        .total_cmp(&mean(a))
        .then(b.rating.value.total_cmp(&a.rating.value))
        .then(a.player.cmp(&b.player))
}

/// A player's standing while games are still being counted, and what its intervals need.
struct StandingBuilder {
    standing: PlayerStanding,
    points: PlayedValues,
    scores: PlayedValues,
    /// Points in games with the same opening, by group.
    groups: BTreeMap<u64, Cluster>,
}

/// The values of games, a cluster each.
#[derive(Default)]
struct PlayedValues {
    all: Vec<Cluster>,
    /// Without games that were played before.
    different: Vec<Cluster>,
}

impl PlayedValues {
    fn add(&mut self, cluster: Cluster, counts: bool) {
        self.all.push(cluster);
        self.different.extend(counts.then_some(cluster));
    }

    /// The share of games that are different.
    fn share(&self) -> f64 {
        self.different.len() as f64 / self.all.len().max(1) as f64
    }

    fn mean(&self) -> Option<Mean> {
        let count: u64 = self.all.iter().map(|cluster| cluster.count).sum();
        let sum: f64 = self.all.iter().map(|cluster| cluster.sum).sum();
        (count > 0).then(|| Mean {
            value: sum / count as f64,
            interval: interval::of_clustered_mean(&self.different),
        })
    }
}

impl StandingBuilder {
    fn new(player: usize, seats: usize, ratings: &Ratings) -> Self {
        let standing = PlayerStanding {
            player,
            games: 0,
            duels: DuelScore::default(),
            places: vec![0.0; seats],
            points: 0.0,
            mean_points: None,
            mean_score: None,
            rating: ratings.of(player),
            by_seat: vec![SeatRecord::default(); seats],
            against: vec![DuelScore::default(); ratings.values.len()],
        };
        let (points, scores) = (PlayedValues::default(), PlayedValues::default());
        Self { standing, points, scores, groups: BTreeMap::new() }
    }

    fn add(&mut self, outcome: &GameOutcome, points: &[f64], counts: bool) {
        let standing = &mut self.standing;
        let seats = 0..outcome.players.len();
        let own_seats: Vec<usize> =
            seats.filter(|&seat| outcome.players[seat] == standing.player).collect();
        if own_seats.is_empty() {
            return;
        }
        let mut won = Cluster { sum: 0.0, count: 0 };
        for &seat in &own_seats {
            won = Cluster { sum: won.sum + points[seat], count: won.count + 1 };
            standing.by_seat[seat].add(points[seat]);
            let places = places_of(outcome, seat);
            let share = 1.0 / places.len().max(1) as f64;
            standing.places[places].iter_mut().for_each(|place| *place += share);
            for (other, &rival) in outcome.players.iter().enumerate() {
                let result = outcome.payoffs[seat].partial_cmp(&outcome.payoffs[other]);
                let result = result.unwrap_or(Ordering::Equal);
                if other != seat && outcome.players.len() == 2 {
                    standing.duels.add(result);
                }
                if rival != standing.player {
                    standing.against[rival].add(result);
                }
            }
        }
        standing.games += won.count;
        standing.points += won.sum;
        self.points.add(won, counts);
        let group = self.groups.entry(outcome.group).or_insert(Cluster { sum: 0.0, count: 0 });
        *group = Cluster { sum: group.sum + won.sum, count: group.count + won.count };
        if let Some(scores) = &outcome.scores {
            let made = own_seats.iter().map(|&seat| scores[seat]).filter(|score| !score.is_nan());
            let made: Vec<f64> = made.collect();
            if !made.is_empty() {
                let made = Cluster { sum: made.iter().sum(), count: made.len() as u64 };
                self.scores.add(made, counts);
            }
        }
    }

    fn close(mut self, seats: usize) -> PlayerStanding {
        let pairs = self.groups.values().filter(|group| group.count == 2);
        let worth = interval::worth_of_pairs(pairs.map(|group| group.sum / 2.0));
        self.standing.mean_points = self.points.mean().map(|mean| {
            let games = worth.unwrap_or(self.standing.games as f64) * self.points.share();
            let share = || interval::wilson_of_share(mean.value, games);
            Mean { interval: if seats == 2 { Some(share()) } else { mean.interval }, ..mean }
        });
        self.standing.mean_score = self.scores.mean();
        self.standing
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn duel(first: usize, second: usize, payoff: f64) -> GameOutcome {
        let players = vec![first, second];
        GameOutcome { players, payoffs: vec![payoff, -payoff], scores: None, group: 0 }
    }

    fn table(players: [usize; 4], scores: [f64; 4]) -> GameOutcome {
        let (players, scores) = (players.to_vec(), scores.to_vec());
        GameOutcome { players, payoffs: scores.clone(), scores: Some(scores), group: 0 }
    }

    #[test]
    fn a_round_robin_of_three_is_counted() {
        let outcomes = [duel(0, 1, 1.0), duel(1, 0, 0.0), duel(2, 0, 1.0), duel(1, 2, -1.0)];
        let standings = Standings::of(3, &outcomes);
        let order: Vec<usize> = standings.players.iter().map(|s| s.player).collect();
        assert_eq!(order, [2, 0, 1]);
        let zero = &standings.players[1];
        assert_eq!(zero.duels, DuelScore { wins: 1, losses: 1, draws: 1 });
        assert_eq!((zero.games, zero.points, zero.places.clone()), (3, 1.5, vec![1.5, 1.5]));
        assert_eq!(zero.against[1], DuelScore { wins: 1, losses: 0, draws: 1 });
        assert_eq!(zero.against[2], DuelScore { wins: 0, losses: 1, draws: 0 });
        assert_eq!(zero.by_seat[0], SeatRecord { games: 1, points: 1.0 });
        assert_eq!(zero.by_seat[1], SeatRecord { games: 2, points: 0.5 });
        assert_eq!(zero.mean_points.and_then(|m| m.interval), Some(interval::wilson(1.5, 3.0)));
        assert_eq!(standings.by_seat[0], SeatRecord { games: 4, points: 2.5 });
        assert!(standings.ratings.connected && zero.mean_score.is_none());
    }

    #[test]
    fn a_table_of_four_is_counted() {
        let outcomes = [
            table([0, 1, 2, 3], [20.0, 31.0, 20.0, 7.0]),
            table([3, 2, 1, 0], [9.0, 8.0, 7.0, 6.0]),
        ];
        assert_eq!(points(&outcomes[0]), [2.5, 5.0, 2.5, 1.0]);
        let standings = Standings::of(4, &outcomes);
        let order: Vec<usize> = standings.players.iter().map(|s| s.player).collect();
        assert_eq!(order, [1, 3, 2, 0]);
        let two = &standings.players[2];
        assert_eq!((two.points, two.places.clone()), (5.5, vec![0.0, 1.5, 0.5, 0.0]));
        assert_eq!(two.against[0], DuelScore { wins: 1, losses: 0, draws: 1 });
        let score = two.mean_score.expect("there are scores");
        assert_eq!(score.value, 14.0);
        assert!(score.interval.is_some_and(|interval| interval.contains(14.0)));
        assert_eq!(two.duels, DuelScore::default());
    }

    #[test]
    fn copies_count_every_seat_but_never_against_themselves() {
        let outcomes = vec![table([0, 1, 1, 1], [4.0, 3.0, 2.0, 1.0]); 2];
        let standings = Standings::of(2, &outcomes);
        let copies = &standings.players[1];
        assert_eq!((copies.player, copies.games, copies.points), (1, 6, 12.0));
        assert_eq!(copies.against[0], DuelScore { wins: 0, losses: 6, draws: 0 });
        assert_eq!(copies.against[1], DuelScore::default());
        // Both games went alike: three seats in one game are not three observations.
        let interval = copies.mean_points.and_then(|mean| mean.interval);
        assert!(interval.is_some_and(|interval| interval.margin() < 1e-12));
    }

    #[test]
    fn no_players_and_no_games_are_fine() {
        assert!(Standings::of(0, &[]).players.is_empty());
        let idle = Standings::of(2, &[]);
        assert_eq!(idle.players[0].player, 0);
        assert!(idle.players.iter().all(|s| s.mean_points.is_none() && s.games == 0));
    }
}
