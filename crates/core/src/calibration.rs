//! [`Calibration`]: how the number that a search reports becomes the chance to win.

use crate::{Score, Seat};

/// How an evaluation's points, or the mean rewards of simulated games, become the chance of the seat that they are for:
/// of winning, a draw counted as half a win.
///
/// The figures are fitted to games by `bellwether calibrate GAME`, which prints them as they are written here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Calibration {
    /// The evaluation's name; for agents that simulate games, the agent's.
    pub of: &'static str,
    /// A usual number.
    pub centre: f64,
    /// A usual distance from it. Much larger ones say little more.
    pub unit: f64,
    /// What a distance of one unit adds to the log-odds, nearly.
    pub slope: f64,
    /// The log-odds at the centre, for the seat to move.
    pub turn: f64,
    /// What the first seat has more, and any other less.
    pub first: f64,
}

/// The least chance of a seat that has not lost yet; none that has not won yet has more than the rest.
const LEAST: f64 = 0.01;

impl Calibration {
    /// The chance of `seat`, which is to move and for which a search reports `number`.
    #[must_use]
    pub fn chance(&self, number: f64, seat: Seat) -> f64 {
        let odds = self.slope * self.distance(number) + self.odds(seat);
        (1.0 / (1.0 + (-odds).exp())).clamp(LEAST, 1.0 - LEAST)
    }

    /// The log-odds of `seat` at the centre.
    #[must_use]
    pub fn odds(&self, seat: Seat) -> f64 {
        self.turn + if seat == Seat::FIRST { self.first } else { -self.first }
    }

    /// How far a number is from the centre, in units; far ones are brought nearer.
    #[must_use]
    pub fn distance(&self, number: f64) -> f64 {
        ((number - self.centre) / self.unit).asinh()
    }
}

impl Score {
    /// The chance of `seat`, whose value this is and which is to move; none if the number means nothing without a
    /// calibration.
    #[must_use]
    pub fn chance(self, seat: Seat, calibration: Option<&Calibration>) -> Option<f64> {
        match self {
            Self::WinIn(_) => Some(1.0),
            Self::LossIn(_) => Some(0.0),
            Self::Draw => Some(0.5),
            Self::Points(points) => Some(calibration?.chance(points.into(), seat)),
            Self::Average(average) => Some(calibration?.chance(average, seat)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KNOWN: Calibration =
        Calibration { of: "x", centre: -100.0, unit: 50.0, slope: 1.5, turn: 0.2, first: 0.1 };

    #[test]
    fn more_points_are_more_chance_and_never_certain() {
        let chances: Vec<f64> = [i32::MIN, -44_796, -7, 0, 300, i32::MAX]
            .map(|points| KNOWN.chance(points.into(), Seat::SECOND))
            .to_vec();
        assert!(chances.is_sorted(), "{chances:?}");
        assert!(chances[0] >= 0.01 && chances[5] <= 0.99, "{chances:?}");
        assert!(KNOWN.chance(0.0, Seat::FIRST) > KNOWN.chance(0.0, Seat::SECOND));
    }

    #[test]
    fn only_what_is_proven_needs_no_calibration() {
        let chance = |score: Score| score.chance(Seat::FIRST, None);
        assert_eq!(chance(Score::WinIn(3)), Some(1.0));
        assert_eq!(chance(Score::LossIn(3)), Some(0.0));
        assert_eq!(chance(Score::Draw), Some(0.5));
        assert_eq!(chance(Score::Points(12)), None);
        assert_eq!(chance(Score::Average(0.4)), None);
        assert!(Score::Points(12).chance(Seat::FIRST, Some(&KNOWN)).is_some());
    }
}
