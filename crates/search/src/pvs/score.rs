//! Scores inside the search: points, and wins that are worth more the nearer they are.
//!
//! A score is the mover's. A win `n` plies from the root is `WON − n`, a loss the negative. Such a score
//! is only ever made from the rules (a finished game, or one the game foresees), and nothing that is
//! guessed is let into their range, so a score there is proven.

use bellwether_core::{Payoffs, Seat};

use crate::Score;

/// A win on the spot.
pub(crate) const WON: i32 = 1_000_000_000;
/// Scores from here on are proven wins.
pub(crate) const PROVEN: i32 = WON - 10_000;
/// More than any score.
pub(crate) const INFINITE: i32 = WON + 1;

/// The longest line a search follows.
pub(crate) const MOST_PLIES: usize = 250;

#[inline]
pub(crate) const fn is_proven(score: i32) -> bool {
    score >= PROVEN || score <= -PROVEN
}

/// What the evaluation's points are worth as a score: never proven.
#[inline]
pub(crate) fn judged(points: i32) -> i32 {
    points.clamp(1 - PROVEN, PROVEN - 1)
}

/// A win or loss `plies` from the root.
#[inline]
pub(crate) fn decided(wins: bool, plies: usize) -> i32 {
    let won = WON - plies as i32;
    if wins { won } else { -won }
}

/// What a finished game is worth to `seat`, `plies` from the root.
#[inline]
pub(crate) fn finished(payoffs: &Payoffs, seat: Seat, plies: usize) -> i32 {
    let payoff = payoffs.of(seat);
    if payoff == 0.0 { 0 } else { decided(payoff > 0.0, plies) }
}

/// A score counted from the root as one counted from a position `ply` plies below, for the table.
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

/// How many plies from the root the proven `score` is decided.
pub(crate) const fn distance(score: i32) -> u32 {
    (WON - score.abs()).cast_unsigned()
}

/// The score as it is told.
pub(crate) const fn shown(score: i32) -> Score {
    if score >= PROVEN {
        Score::WinIn(distance(score))
    } else if score <= -PROVEN {
        Score::LossIn(distance(score))
    } else {
        Score::Points(score)
    }
}

/// Between what a node's score is of interest.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Window {
    pub(crate) alpha: i32,
    pub(crate) beta: i32,
}

impl Window {
    pub(crate) const FULL: Self = Self { alpha: -INFINITE, beta: INFINITE };

    /// The window that only asks whether the score is above `alpha`.
    #[inline]
    pub(crate) const fn above(alpha: i32) -> Self {
        Self { alpha, beta: alpha + 1 }
    }

    /// The same for the other side.
    #[inline]
    pub(crate) const fn flipped(self) -> Self {
        Self { alpha: -self.beta, beta: -self.alpha }
    }

    /// Whether there are scores strictly between.
    #[inline]
    pub(crate) const fn is_open(self) -> bool {
        self.beta - self.alpha > 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wins_are_counted_from_where_they_are_looked_at() {
        let score = decided(true, 9);
        assert_eq!(shown(score), Score::WinIn(9));
        assert_eq!(shown(-score), Score::LossIn(9));
        assert_eq!(shown(to_table(score, 4)), Score::WinIn(5));
        assert_eq!(from_table(to_table(-score, 4), 6), decided(false, 11));
        assert_eq!(from_table(to_table(123, 4), 6), 123);
    }

    #[test]
    fn points_never_pass_for_proof() {
        assert!(!is_proven(judged(i32::MAX)) && !is_proven(judged(i32::MIN)));
        assert_eq!(finished(&Payoffs::ZERO, Seat::FIRST, 3), 0);
        assert!(is_proven(decided(false, MOST_PLIES)));
    }
}
