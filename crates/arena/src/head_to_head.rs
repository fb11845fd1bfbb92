//! [`HeadToHead`]: what the games of two players with each other say, in a tournament of any size.

use crate::stats::GameOutcome;
use crate::stats::duel::DuelScore;
use crate::stats::interval::{EstimateWithError, Interval, wilson_of_share};
use crate::tournament_stats::TournamentStats;

/// Two players against each other, from the first one's point of view.
#[derive(Clone, Debug, PartialEq)]
pub struct HeadToHead {
    /// Games in which both sat at the table.
    pub games: u64,
    /// How many of them differ from each other.
    pub distinct: u64,
    /// How often the first finished ahead (a win), behind and level: for each pair of seats that the two took.
    pub score: DuelScore,
    /// The 95 % interval of its share of the points.
    pub interval: Interval,
    /// At tables of two: Elo difference and likelihood of superiority.
    pub elo: Option<(EstimateWithError, f64)>,
    /// At tables of two, if sides were swapped: pairs that brought 0, ½, 1, 1½ and 2 points.
    pub pairs: Option<[u64; 5]>,
    /// The difference of the ratings, which all games of the tournament say.
    pub rating: EstimateWithError,
    /// The first one's score in each seat.
    pub by_seat: Vec<DuelScore>,
}

impl TournamentStats {
    /// The games of two different players with each other.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn head_to_head(&self, one: usize, other: usize) -> HeadToHead {
        let (mut games, mut distinct) = (0, 0);
        let mut score = DuelScore::default();
        let mut by_seat = vec![DuelScore::default(); self.seats.len()];
        for (outcome, is_repeated) in self.outcomes.iter().zip(&self.repeated) {
            let GameOutcome { players, payoffs, .. } = outcome;
            if !(players.contains(&one) && players.contains(&other)) {
                continue;
            }
            games += 1;
            distinct += u64::from(!is_repeated);
            let seats_of = |player| (0..players.len()).filter(move |seat| players[*seat] == player);
            for seat in seats_of(one) {
                for rival in seats_of(other) {
                    let result = payoffs[seat].total_cmp(&payoffs[rival]);
                    score.add(result);
                    by_seat[seat].add(result);
                }
            }
        }
        let rating = self.standings().ratings.difference(one, other);
        let is_duel = self.seats.len() == 2;
        let duel = is_duel.then(|| self.duel(one, other));
        let of_games = || wilson_of_share(score.score(), distinct as f64);
        HeadToHead {
            games,
            distinct,
            score,
            interval: duel.as_ref().map_or_else(of_games, |duel| duel.interval),
            elo: duel.as_ref().map(|duel| (duel.elo, duel.superiority)),
            pairs: duel.filter(|duel| duel.is_paired).map(|duel| duel.pairs.cells),
            rating,
            by_seat,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::examples;

    fn stats(seats: usize, games: &[(&[usize], &[f64])]) -> TournamentStats {
        let mut header = examples::header();
        header.seats = (0..seats).map(|seat| format!("seat {seat}")).collect();
        header.players.push(header.players[0].clone());
        let sides: Vec<Vec<usize>> = (0..seats).map(|seat| vec![seat]).collect();
        let mut stats = TournamentStats::new(&header, &sides);
        for (index, (players, payoffs)) in games.iter().enumerate() {
            let mut game = examples::game(index as u64 + 1);
            (game.players, game.payoffs) = (players.to_vec(), payoffs.to_vec());
            (game.scores, game.faults, game.log) = (None, Vec::new(), Vec::new());
            stats.add(&game);
        }
        stats
    }

    #[test]
    fn the_games_of_two_are_counted_from_the_firsts_side() {
        let stats = stats(
            2,
            &[
                (&[0, 1], &[1.0, -1.0]),
                (&[1, 0], &[1.0, -1.0]),
                (&[0, 1], &[0.0, 0.0]),
                (&[0, 2], &[1.0, -1.0]),
            ],
        );
        let (ours, theirs) = (stats.head_to_head(0, 1), stats.head_to_head(1, 0));
        // The first and the third have the same players, seats and moves.
        assert_eq!((ours.games, ours.distinct), (3, 2));
        assert_eq!(ours.score, DuelScore { wins: 1, losses: 1, draws: 1 });
        assert_eq!(ours.by_seat[0], DuelScore { wins: 1, losses: 0, draws: 1 });
        assert_eq!(ours.by_seat[1], DuelScore { wins: 0, losses: 1, draws: 0 });
        assert_eq!(theirs.score, ours.score);
        assert!((ours.rating.value + theirs.rating.value).abs() < 1e-9);
        assert!(ours.elo.is_some() && ours.interval.contains(0.5));
    }

    #[test]
    fn at_larger_tables_every_pair_of_seats_counts() {
        let stats = stats(3, &[(&[0, 1, 0], &[5.0, 3.0, 1.0]), (&[2, 2, 1], &[1.0, 2.0, 3.0])]);
        let pair = stats.head_to_head(0, 1);
        assert_eq!((pair.games, pair.score), (1, DuelScore { wins: 1, losses: 1, draws: 0 }));
        assert_eq!((pair.elo, pair.pairs), (None, None));
        assert_eq!(stats.head_to_head(0, 2).games, 0, "they never met");
    }
}
