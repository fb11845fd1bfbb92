//! How ratings came about: fitted again and again while games were added.

use super::GameOutcome;
use super::interval::EstimateWithError;
use super::ratings::{GameRanking, Ratings};

/// A game for a history of ratings.
#[derive(Clone, Debug, PartialEq)]
pub struct RatedGame {
    /// How it went. Players of several tournaments are numbered together.
    pub outcome: GameOutcome,
    /// The side of each seat, where seats win and lose together.
    pub sides: Vec<usize>,
    /// Whether it was played before, move by move: then it proves nothing.
    pub is_repeated: bool,
}

/// Ratings after some of the games.
#[derive(Clone, Debug, PartialEq)]
pub struct RatingMoment {
    /// How many games had been played.
    pub games: usize,
    /// The players that had played, each with its rating: around a mean of zero among them.
    pub ratings: Vec<(usize, EstimateWithError)>,
    /// Whether games connect them all; see [`Ratings::connected`].
    pub connected: bool,
}

impl RatedGame {
    fn ranking(&self) -> GameRanking {
        if self.sides.iter().enumerate().all(|(seat, side)| seat == *side) {
            GameRanking::of(&self.outcome)
        } else {
            GameRanking::in_teams(&self.outcome, &self.sides)
        }
    }
}

/// The ratings at up to `moments` moments of these games, evenly apart; the last is after all of them.
#[must_use]
pub fn rating_history(games: &[RatedGame], moments: usize) -> Vec<RatingMoment> {
    let moments = moments.clamp(1, games.len().max(1));
    let mut seen: Vec<usize> = Vec::new();
    let mut rankings: Vec<GameRanking> = Vec::new();
    let mut history = Vec::new();
    let mut done = 0;
    for moment in 1..=moments {
        let until = games.len() * moment / moments;
        for game in &games[done..until] {
            for player in &game.outcome.players {
                if !seen.contains(player) {
                    seen.push(*player);
                }
            }
            if !game.is_repeated {
                rankings.push(renumbered(game.ranking(), &seen));
            }
        }
        done = until;
        if seen.is_empty() {
            continue;
        }
        let fitted = Ratings::fit(seen.len(), &rankings);
        let ratings = seen.iter().enumerate().map(|(index, player)| (*player, fitted.of(index)));
        let (ratings, connected) = (ratings.collect(), fitted.connected);
        history.push(RatingMoment { games: until, ratings, connected });
    }
    history
}

/// The ranking with players by their place among those that were seen.
fn renumbered(mut ranking: GameRanking, seen: &[usize]) -> GameRanking {
    for player in ranking.places.iter_mut().flatten().flatten() {
        *player = seen.iter().position(|known| known == player).unwrap_or(0);
    }
    ranking
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(players: [usize; 2], payoffs: [f64; 2]) -> RatedGame {
        let outcome = GameOutcome {
            players: players.to_vec(),
            payoffs: payoffs.to_vec(),
            scores: None,
            group: 0,
        };
        RatedGame { outcome, sides: vec![0, 1], is_repeated: false }
    }

    #[test]
    fn ratings_grow_surer_and_newcomers_join() {
        let mut games: Vec<RatedGame> =
            (0..40).map(|index| game([0, 1], [f64::from(index % 4), 1.0])).collect();
        games.extend((0..40).map(|_| game([7, 0], [1.0, 0.0])));
        let history = rating_history(&games, 8);
        assert_eq!(
            history.iter().map(|moment| moment.games).collect::<Vec<_>>(),
            [10, 20, 30, 40, 50, 60, 70, 80]
        );
        assert_eq!(history[0].ratings.len(), 2);
        assert_eq!(
            history[7].ratings.iter().map(|(player, _)| *player).collect::<Vec<_>>(),
            [0, 1, 7]
        );
        assert!(history[3].ratings[0].1.margin < history[0].ratings[0].1.margin);
        let last = &history[7].ratings;
        assert!(last[2].1.value > last[0].1.value && last[0].1.value > last[1].1.value);
        assert!(history.iter().all(|moment| moment.connected));
        let sum: f64 = last.iter().map(|(_, rating)| rating.value).sum();
        assert!(sum.abs() < 1e-6, "the mean is zero");
    }

    #[test]
    fn groups_that_never_met_are_not_connected() {
        let mut games = vec![game([0, 1], [1.0, 0.0]), game([2, 3], [1.0, 0.0])];
        assert!(!rating_history(&games, 1)[0].connected);
        games.push(game([1, 2], [1.0, 0.0]));
        assert!(rating_history(&games, 1)[0].connected);
    }

    #[test]
    fn few_games_and_repeated_ones() {
        assert_eq!(rating_history(&[], 5), []);
        let again = RatedGame { is_repeated: true, ..game([0, 1], [1.0, 0.0]) };
        let once = rating_history(&[game([0, 1], [1.0, 0.0])], 5);
        let twice = rating_history(&[game([0, 1], [1.0, 0.0]), again], 5);
        assert_eq!((once.len(), twice.len()), (1, 2));
        assert_eq!(once[0].ratings, twice[1].ratings, "it proves nothing more");
    }
}
