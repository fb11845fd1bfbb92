//! How a game ended, as the fit sees it: who came first, who next, and who shared a place.

use std::collections::BTreeMap;

use crate::stats::GameOutcome;

/// A game's places, best first.
///
/// Each place holds the items that share it, and each item the players who make it up: one, or the
/// members of a team. A player may be in several items, as when three copies of it play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRanking {
    /// Places, in each the items that tie for it, in each the item's players.
    pub places: Vec<Vec<Vec<usize>>>,
}

impl GameRanking {
    /// The seats of a game by payoff, each for itself.
    ///
    /// Seats that play as a team are not found out: see [`GameRanking::in_teams`].
    #[must_use]
    pub fn of(outcome: &GameOutcome) -> Self {
        let items = std::iter::zip(&outcome.players, &outcome.payoffs);
        Self::by_payoff(items.map(|(&player, &payoff)| (vec![player], payoff)).collect())
    }

    /// The teams of a game by payoff: `teams` gives each seat's team, by any numbers.
    ///
    /// A team's payoff is the mean of its members'. Seats beyond the end of `teams` are left out.
    #[must_use]
    pub fn in_teams(outcome: &GameOutcome, teams: &[usize]) -> Self {
        let mut members: BTreeMap<usize, (Vec<usize>, f64)> = BTreeMap::new();
        let seats = std::iter::zip(&outcome.players, &outcome.payoffs);
        for (&team, (&player, &payoff)) in std::iter::zip(teams, seats) {
            let (players, sum) = members.entry(team).or_default();
            players.push(player);
            *sum += payoff;
        }
        let items = members.into_values().map(|(players, sum)| {
            let mean = sum / players.len() as f64;
            (players, mean)
        });
        Self::by_payoff(items.collect())
    }

    fn by_payoff(mut items: Vec<(Vec<usize>, f64)>) -> Self {
        // Adding zero turns −0 into 0, which the total order would put apart.
        items.sort_by(|a, b| (b.1 + 0.0).total_cmp(&(a.1 + 0.0)));
        let places = items
            .chunk_by(|a, b| a.1 == b.1)
            .map(|tied| tied.iter().map(|(players, _)| players.clone()).collect())
            .collect();
        Self { places }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_placed_by_payoff_alone_or_in_teams() {
        let outcome = GameOutcome {
            players: vec![3, 1, 1, 0],
            payoffs: vec![-0.0, 4.0, 0.0, 9.0],
            scores: None,
            group: 0,
        };
        let alone = GameRanking::of(&outcome);
        assert_eq!(alone.places, [vec![vec![0]], vec![vec![1]], vec![vec![3], vec![1]]]);
        let teams = GameRanking::in_teams(&outcome, &[7, 5, 7, 5]);
        assert_eq!(teams.places, [vec![vec![1, 0]], vec![vec![3, 1]]]);
    }
}
