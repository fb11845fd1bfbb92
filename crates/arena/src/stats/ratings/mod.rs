//! Ratings from rankings: one fit for duels and for tables of any size, alone or in teams.
//!
//! The model is that of Davidson and Luce (Firth, Kosmidis and Turner, "Davidson–Luce model for
//! multi-item choice with ties", 2019). Each item has a worth; the best place goes to a set of `t`
//! items with a chance proportional to the geometric mean of their worths times a factor for ties
//! of `t`, then the next place to some of the rest in the same way. For two items it is the model
//! of Bradley and Terry with Davidson's draws, without ties it is that of Plackett and Luce. An
//! item's log-worth is the sum of its members' ratings.
//!
//! **Scale.** Ratings are log-worths times 400 / ln 10, with mean zero. A lead of 400 is ten wins to
//! each loss. Where there are no draws that is the Elo difference; where there are, the score also
//! counts them as halves and the Elo difference of [`super::duel::DuelScore::elo`] is smaller.
//!
//! **Prior.** As in the R package PlackettLuce, each player has [`PRIOR`] of a win and as much of a
//! loss against a virtual player of average strength, so that a player without losses has a rating too. Each size
//! of tie has likewise been seen [`PRIOR`] times and not seen as often among two equals. That is one
//! game in all for each player: it fades as games are played.
//!
//! **Margins** are 1.96 standard errors from the inverse of the observed information, prior included.

mod linear;
mod model;
mod ranking;

use std::collections::BTreeSet;
use std::f64::consts::LN_10;

use super::interval::EstimateWithError;
use super::normal::Z95;
use linear::{Matrix, Span};
use model::LikelihoodModel;
pub use ranking::GameRanking;

/// How much of a win, and of a loss, against a virtual player of average strength each player starts with.
pub const PRIOR: f64 = 0.5;

/// Points of rating in one unit of log-worth.
const SCALE: f64 = 400.0 / LN_10;

/// How often ties of one size come up.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TieFactor {
    /// How many items share a place.
    pub items: usize,
    /// How much likelier they are to share it than the geometric mean of their worths says.
    pub factor: f64,
}

/// Players' ratings and how sure they are.
#[derive(Clone, Debug, PartialEq)]
pub struct Ratings {
    /// The rating of each player, on the scale of Elo, with mean zero.
    pub values: Vec<f64>,
    /// How the errors of two players' ratings go together: a square matrix, row by row.
    pub covariance: Vec<Vec<f64>>,
    /// The factors of the sizes of ties that were seen, smallest first.
    pub ties: Vec<TieFactor>,
    /// Whether every difference between two players follows from games. If not, there are groups
    /// that never met, players that never played, or players that only ever played side by side,
    /// and ratings compare across them only by the prior.
    pub connected: bool,
}

impl Ratings {
    /// Fits ratings of players `0..players` to rankings.
    ///
    /// # Panics
    /// If a ranking names a player beyond those or has more than 64 items.
    #[must_use]
    pub fn fit(players: usize, rankings: &[GameRanking]) -> Self {
        Self::fit_with_prior(players, rankings, PRIOR)
    }

    /// Fits ratings with another weight of the prior than [`PRIOR`].
    ///
    /// # Panics
    /// If `prior` is not positive or a ranking names a player beyond those or has over 64 items.
    #[must_use]
    pub fn fit_with_prior(players: usize, rankings: &[GameRanking], prior: f64) -> Self {
        assert!(prior > 0.0, "without a prior a rating may be infinite");
        let model = LikelihoodModel::new(players, rankings, prior);
        let (parameters, covariance) = model.fit();
        let mean = parameters[..players].iter().sum::<f64>() / players.max(1) as f64;
        let values = parameters[..players].iter().map(|value| SCALE * (value - mean)).collect();
        let ties = std::iter::zip(model.tie_sizes(), &parameters[players..])
            .map(|(&items, &logarithm)| TieFactor { items, factor: libm::exp(logarithm) })
            .collect();
        let covariance = about_mean(players, &covariance);
        Self { values, covariance, ties, connected: is_connected(players, rankings) }
    }

    /// A player's rating and its margin.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn of(&self, player: usize) -> EstimateWithError {
        let variance = self.covariance[player][player].max(0.0);
        EstimateWithError { value: self.values[player], margin: Z95 * libm::sqrt(variance) }
    }

    /// How much stronger `a` is than `b`, with the margin of the difference.
    ///
    /// It is not the sum of the two margins: what is uncertain about both alike does not count.
    ///
    /// # Panics
    /// If there is no such player.
    #[must_use]
    pub fn difference(&self, a: usize, b: usize) -> EstimateWithError {
        let covariance = &self.covariance;
        let variance = covariance[a][a] + covariance[b][b] - 2.0 * covariance[a][b];
        EstimateWithError {
            value: self.values[a] - self.values[b],
            margin: Z95 * libm::sqrt(variance.max(0.0)),
        }
    }
}

/// The covariance of the ratings' distances from their mean, on the scale of Elo.
fn about_mean(players: usize, covariance: &Matrix) -> Vec<Vec<f64>> {
    let number = players.max(1) as f64;
    let row_means: Vec<f64> = (0..players)
        .map(|row| (0..players).map(|column| covariance.at(row, column)).sum::<f64>() / number)
        .collect();
    let mean = row_means.iter().sum::<f64>() / number;
    let entry = |row: usize, column: usize| {
        SCALE * SCALE * (covariance.at(row, column) - row_means[row] - row_means[column] + mean)
    };
    (0..players).map(|row| (0..players).map(|column| entry(row, column)).collect()).collect()
}

/// Whether the differences between items that met determine all differences between players.
fn is_connected(players: usize, rankings: &[GameRanking]) -> bool {
    let mut contrasts = BTreeSet::new();
    for ranking in rankings {
        let items: Vec<&Vec<usize>> = ranking.places.iter().flatten().collect();
        for other in items.iter().skip(1) {
            // Contrasts with the first item span those of all pairs.
            let mut contrast: Vec<(usize, i32)> = Vec::new();
            let mut add =
                |player: usize, sign: i32| match contrast.iter_mut().find(|c| c.0 == player) {
                    Some((_, count)) => *count += sign,
                    None => contrast.push((player, sign)),
                };
            items[0].iter().for_each(|&player| add(player, 1));
            other.iter().for_each(|&player| add(player, -1));
            contrast.retain(|&(_, count)| count != 0);
            contrast.sort_unstable();
            contrasts.insert(contrast);
        }
    }
    let mut span = Span::new(players);
    for contrast in contrasts {
        let mut vector = vec![0.0; players];
        for (player, count) in contrast {
            vector[player] = f64::from(count);
        }
        span.add(vector);
    }
    (1..players).all(|player| {
        let mut vector = vec![0.0; players];
        vector[0] = 1.0;
        vector[player] = -1.0;
        span.holds(vector)
    })
}

#[cfg(test)]
mod tests;
