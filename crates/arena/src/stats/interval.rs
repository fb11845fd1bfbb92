//! Intervals that hold the true value 95 times in 100: for a share and for a mean.

use super::normal::Z95;
use super::student;

/// A range of values, ends included.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

impl Interval {
    /// The interval that reaches `margin` to either side of `value`.
    #[must_use]
    pub fn around(value: f64, margin: f64) -> Self {
        Self { low: value - margin, high: value + margin }
    }

    /// Whether `value` lies in the interval.
    #[must_use]
    pub fn contains(&self, value: f64) -> bool {
        self.low <= value && value <= self.high
    }

    /// Half the interval's width: the number after ±.
    #[must_use]
    pub fn margin(&self) -> f64 {
        0.5 * (self.high - self.low)
    }
}

/// An estimate and how far the truth may well be from it to either side, at 95 %.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EstimateWithError {
    /// The best guess.
    pub value: f64,
    /// Half the width of the 95 % interval around it.
    pub margin: f64,
}

impl EstimateWithError {
    /// The 95 % interval.
    #[must_use]
    pub fn interval(&self) -> Interval {
        Interval::around(self.value, self.margin)
    }
}

/// Wilson's score interval at 95 % for a share: `successes` out of `trials`.
///
/// Successes need not be whole: a draw counts as half of one. The interval then takes the score for
/// that of a drawless match with the same mean, which spreads more, so it is too wide rather than
/// too narrow: with every other game drawn it holds the truth 99 times in 100.
///
/// Unlike the textbook "p ± 2√(p(1−p)/n)" it never leaves [0, 1], and after ten wins out of ten it
/// does not claim certainty. Without trials it is all of [0, 1].
#[must_use]
pub fn wilson(successes: f64, trials: f64) -> Interval {
    wilson_of_share(successes / trials, trials)
}

/// The same for a share of so many trials, which may be other than were made: as many as count.
#[must_use]
pub fn wilson_of_share(share: f64, trials: f64) -> Interval {
    if trials <= 0.0 {
        return Interval { low: 0.0, high: 1.0 };
    }
    let share = share.clamp(0.0, 1.0);
    let z2 = Z95 * Z95;
    let scale = 1.0 / (1.0 + z2 / trials);
    let centre = scale * (share + z2 / (2.0 * trials));
    let spread = share * (1.0 - share) / trials + z2 / (4.0 * trials * trials);
    let margin = scale * Z95 * libm::sqrt(spread);
    // Rounding may put an end a hair on the wrong side of a share of 0 or 1.
    Interval { low: (centre - margin).clamp(0.0, share), high: (centre + margin).clamp(share, 1.0) }
}

/// From so many pairs on, their spread is known well enough.
pub const ENOUGH_PAIRS: usize = 10;

/// How many independent games the games of these pairs are worth, by the spread of the pairs' scores (0 to 1); nothing
/// for fewer than [`ENOUGH_PAIRS`].
///
/// Two games from one opening with sides swapped are not independent: where the first seat always wins, every pair is
/// level, and where one player always wins the second game tells nothing. Half a best and half a worst pair are added,
/// so that equal pairs do not claim certainty.
#[must_use]
pub fn worth_of_pairs(scores: impl Iterator<Item = f64>) -> Option<f64> {
    let (mut count, mut sum, mut squares) = (0_usize, 0.0, 0.0);
    for score in scores {
        (count, sum, squares) = (count + 1, sum + score, squares + score * score);
    }
    let pairs = count as f64;
    let mean = (sum + 0.5) / (pairs + 1.0);
    let variance = (squares + 0.5) / (pairs + 1.0) - mean * mean;
    (count >= ENOUGH_PAIRS).then(|| mean * (1.0 - mean) * pairs / variance)
}

/// The 95 % interval for the mean that `values` are a sample of, or nothing for fewer than two.
///
/// It is Student's, not the normal one: with ten games the normal interval misses the truth 8 times
/// in 100 instead of 5. Values that are all the same give an interval without width.
#[must_use]
pub fn of_mean(values: &[f64]) -> Option<Interval> {
    let clusters: Vec<Cluster> = values.iter().map(|&sum| Cluster { sum, count: 1 }).collect();
    of_clustered_mean(&clusters)
}

/// Values that belong together, such as those of all the seats a player took in one game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cluster {
    /// The sum of the values.
    pub sum: f64,
    /// How many there are.
    pub count: u64,
}

/// The 95 % interval for the mean of all values, when those of one cluster depend on each other.
///
/// Three copies of a player in one game cannot all come first, so their places are not three
/// independent observations. Only the clusters are taken as independent. With one value in each
/// this is [`of_mean`]. Fewer than two clusters that hold something give nothing.
#[must_use]
pub fn of_clustered_mean(clusters: &[Cluster]) -> Option<Interval> {
    let filled = || clusters.iter().filter(|cluster| cluster.count > 0);
    let number = filled().count() as f64;
    if number < 2.0 {
        return None;
    }
    let count = filled().map(|cluster| cluster.count).sum::<u64>() as f64;
    let mean = filled().map(|cluster| cluster.sum).sum::<f64>() / count;
    let residual = |cluster: &Cluster| cluster.sum - cluster.count as f64 * mean;
    let squares: f64 = filled().map(|cluster| residual(cluster) * residual(cluster)).sum();
    let error = libm::sqrt(squares * number / (number - 1.0)) / count;
    Some(Interval::around(mean, student::quantile(0.975, number - 1.0) * error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_are_worth_what_their_spread_shows() {
        let worth = |pairs: [usize; 5]| {
            let scores = pairs.into_iter().enumerate();
            let scores = scores.flat_map(|(cell, count)| vec![cell as f64 / 4.0; count]);
            worth_of_pairs(scores)
        };
        let near = |pairs, games: f64| {
            let worth = worth(pairs).unwrap();
            assert!((worth - games).abs() < 0.06 * games, "{pairs:?}: {worth}");
        };
        assert_eq!(worth([2, 0, 5, 0, 2]), None, "too few to say");
        // A hundred pairs of games that do not depend on each other.
        near([25, 0, 50, 0, 25], 200.0);
        // Whoever wins the first wins the second: a pair is a game.
        near([50, 0, 0, 0, 50], 100.0);
        near([0, 0, 0, 0, 100], 100.0);
        // The first seat wins: nothing was left to chance.
        assert!(worth([0, 0, 100, 0, 0]).unwrap() > 2_000.0);
    }

    #[test]
    fn wilson_stays_inside_and_holds_the_share() {
        for trials in 0..=60 {
            for halves in 0..=2 * trials {
                let (successes, trials) = (f64::from(halves) / 2.0, f64::from(trials));
                let interval = wilson(successes, trials);
                assert!(interval.low >= 0.0 && interval.high <= 1.0 && interval.margin() > 0.0);
                assert!(trials == 0.0 || interval.contains(successes / trials));
                let mirrored = wilson(trials - successes, trials);
                assert!((interval.low + mirrored.high - 1.0).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn one_value_says_nothing_about_its_spread() {
        assert_eq!(of_mean(&[]), None);
        assert_eq!(of_mean(&[3.0]), None);
        assert_eq!(of_mean(&[3.0, 3.0]), Some(Interval { low: 3.0, high: 3.0 }));
    }

    #[test]
    fn dependent_values_are_not_counted_twice() {
        let games = [1.0, 4.0, 2.0, 5.0];
        let once: Vec<Cluster> = games.iter().map(|&sum| Cluster { sum, count: 1 }).collect();
        let copied: Vec<Cluster> =
            games.iter().map(|&value| Cluster { sum: 3.0 * value, count: 3 }).collect();
        let (once, copied) = (of_clustered_mean(&once), of_clustered_mean(&copied));
        let (Some(once), Some(copied)) = (once, copied) else { panic!("four games are enough") };
        assert!((once.low - copied.low).abs() < 1e-12 && (once.high - copied.high).abs() < 1e-12);
    }
}
