//! Observations that can end in a few equally spaced scores: a game in three, a pair in five.

use std::f64::consts::LN_10;

use super::interval::EstimateWithError;
use super::normal::{self, Z95};

/// The normalized Elo of a score one standard deviation of a game above one half.
pub(super) const NORMALIZED_ELO: f64 = 800.0 / LN_10;

/// How often each score came up, from 0 in the first cell to 1 in the last.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cells<const N: usize> {
    counts: [f64; N],
    /// How many games make one observation.
    games: f64,
}

impl<const N: usize> Cells<N> {
    pub(super) fn new(counts: [u64; N], games: f64) -> Self {
        Self { counts: counts.map(|count| count as f64), games }
    }

    /// The same shares, of `share` as many observations.
    pub(super) fn thinned(&self, share: f64) -> Self {
        Self { counts: self.counts.map(|count| count * share), ..*self }
    }

    /// The score of a cell.
    pub(super) fn score(cell: usize) -> f64 {
        cell as f64 / (N - 1) as f64
    }

    pub(super) fn total(&self) -> f64 {
        self.counts.iter().sum()
    }

    pub(super) fn games(&self) -> f64 {
        self.games
    }

    /// The mean score, or one half if nothing was observed.
    pub(super) fn mean(&self) -> f64 {
        if self.total() == 0.0 {
            return 0.5;
        }
        self.sum_of(|score| score) / self.total()
    }

    /// The variance of one observation's score.
    pub(super) fn variance(&self) -> f64 {
        if self.total() == 0.0 {
            return 0.0;
        }
        let mean = self.mean();
        self.sum_of(|score| (score - mean) * (score - mean)) / self.total()
    }

    fn sum_of(&self, value: impl Fn(f64) -> f64) -> f64 {
        self.counts.iter().enumerate().map(|(cell, count)| count * value(Self::score(cell))).sum()
    }

    /// With half a best and half a worst result added, which no formula then divides by zero on.
    fn softened(mut self) -> Self {
        self.counts[0] += 0.5;
        self.counts[N - 1] += 0.5;
        self
    }

    /// With a thousandth in each empty cell, so that its likelihood has a logarithm.
    pub(super) fn without_empty_cells(&self) -> [f64; N] {
        self.counts.map(|count| if count == 0.0 { 1e-3 } else { count })
    }

    /// The Elo difference the mean score stands for; see [`super::duel::DuelScore::elo`].
    pub(super) fn elo(&self) -> EstimateWithError {
        let (mean, variance) = (self.mean(), self.variance());
        let reach =
            if self.total() > 0.0 { Z95 * libm::sqrt(variance / self.total()) } else { 0.0 };
        let soft = self.softened();
        let centre = soft.mean();
        let inside = |score: f64| score > 0.0 && score < 1.0;
        let value = elo_of_score(if inside(mean) { mean } else { centre });
        let margin = if variance > 0.0 && inside(mean - reach) && inside(mean + reach) {
            0.5 * (elo_of_score(mean + reach) - elo_of_score(mean - reach))
        } else {
            let error = libm::sqrt(soft.variance() / soft.total());
            Z95 * error * 400.0 / LN_10 / (centre * (1.0 - centre))
        };
        EstimateWithError { value, margin }
    }

    /// The likelihood of superiority; see [`super::duel::DuelScore::likelihood_of_superiority`].
    pub(super) fn likelihood_of_superiority(&self) -> f64 {
        let squares = self.sum_of(|score| (score - 0.5) * (score - 0.5));
        if squares == 0.0 {
            return 0.5;
        }
        normal::cdf(self.sum_of(|score| score - 0.5) / libm::sqrt(squares))
    }
}

/// The Elo difference at which a score between 0 and 1 is expected.
#[must_use]
pub fn elo_of_score(score: f64) -> f64 {
    400.0 * libm::log10(score / (1.0 - score))
}

/// The score expected at an Elo difference.
#[must_use]
pub fn score_of_elo(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp(-elo * LN_10 / 400.0))
}
