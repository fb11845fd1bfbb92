//! Scores inside the search: points, and proven wins and losses with their distance.
//!
//! A score is the mover's. A win `n` plies from the root is `WON − n`, a loss the negative. Such a score
//! comes only from the rules (a finished game, or the game's `proven_result`), and heuristic values are
//! clamped below this range, so a score inside it is proven.

use bellwether_core::{Payoffs, Seat};

use crate::Score;

/// A win at the root.
pub(crate) const WON: i32 = 1_000_000_000;
/// Scores of at least this are proven wins.
pub(crate) const PROVEN: i32 = WON - 10_000;
/// Greater than any score.
pub(crate) const INFINITE: i32 = WON + 1;

/// The maximal ply.
pub(crate) const MOST_PLIES: usize = 250;

#[inline]
pub(crate) const fn is_proven(score: i32) -> bool {
    score >= PROVEN || score <= -PROVEN
}

/// An evaluation's points as a score, clamped below the proven range.
#[inline]
pub(crate) fn from_points(points: i32) -> i32 {
    points.clamp(1 - PROVEN, PROVEN - 1)
}

/// A win or loss `plies` from the root.
#[inline]
pub(crate) fn proven_score(wins: bool, plies: usize) -> i32 {
    let won = WON - plies as i32;
    if wins { won } else { -won }
}

/// The score of a finished game for `seat`, `plies` from the root.
#[inline]
pub(crate) fn finished(payoffs: &Payoffs, seat: Seat, plies: usize) -> i32 {
    let payoff = payoffs.of(seat);
    if payoff == 0.0 { 0 } else { proven_score(payoff > 0.0, plies) }
}

/// Converts distances from the root to distances from a position at `ply`, for the table.
#[inline]
pub(crate) const fn to_table(score: i32, ply: usize) -> i32 {
    if score >= PROVEN {
        score + ply as i32
    } else if score <= -PROVEN {
        score - ply as i32
    } else {
        score
    }
}

/// The inverse of [`to_table`].
#[inline]
pub(crate) const fn from_table(score: i32, ply: usize) -> i32 {
    if score >= PROVEN {
        score - ply as i32
    } else if score <= -PROVEN {
        score + ply as i32
    } else {
        score
    }
}

/// The distance from the root to the end of the game, of a proven score.
pub(crate) const fn distance(score: i32) -> u32 {
    (WON - score.abs()).cast_unsigned()
}

/// The score as reported.
pub(crate) const fn to_score(score: i32) -> Score {
    if score >= PROVEN {
        Score::WinIn(distance(score))
    } else if score <= -PROVEN {
        Score::LossIn(distance(score))
    } else {
        Score::Points(score)
    }
}

/// A search window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    pub(crate) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The null window: is the score above `alpha`?
    #[inline]
    pub(crate) const fn above(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The negated window, for the other side.
    #[inline]
    pub(crate) const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether it is no null window.
    #[inline]
    pub(crate) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn table_scores_count_from_their_position() {
        let score = proven_score(true, 9);
        assert_eq!(to_score(score), Score::WinIn(9));
        assert_eq!(to_score(-score), Score::LossIn(9));
        assert_eq!(to_score(to_table(score, 4)), Score::WinIn(5));
        assert_eq!(from_table(to_table(-score, 4), 6), proven_score(false, 11));
        assert_eq!(from_table(to_table(123, 4), 6), 123);
    }

    #[test]
    fn points_are_never_proven() {
        assert!(!is_proven(from_points(i32::MAX)) && !is_proven(from_points(i32::MIN)));
        assert_eq!(finished(&Payoffs::ZERO, Seat::FIRST, 3), 0);
        assert!(is_proven(proven_score(false, MOST_PLIES)));
    }
}
