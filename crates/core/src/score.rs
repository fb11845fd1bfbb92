//! [`Score`]: a search's value of a position or a move.

use std::fmt;

use crate::Value;

/// The value of a position for a seat, as a search reports it. In records it is written as `{"points":12}`,
/// `{"win":7}`, `{"lose":4}`, `"draw"` or `{"average":0.31}`.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Score {
    /// A heuristic value in the evaluation's points.
    Points(i32),
    /// A proven win in at most this many plies.
    #[cfg_attr(feature = "serde", serde(rename = "win"))]
    WinIn(u32),
    /// A proven loss in at most this many plies.
    #[cfg_attr(feature = "serde", serde(rename = "lose"))]
    LossIn(u32),
    /// A proven draw.
    Draw,
    /// The mean reward of simulated games.
    Average(f64),
}

/// The plies of a result that is proven without its length.
const UNKNOWN: u32 = Value::UNKNOWN_LENGTH as u32;

impl Score {
    /// Plies to the end, if a result is proven that ends the game, and they are known.
    #[must_use]
    pub const fn remoteness(self) -> Option<u32> {
        match self {
            Self::WinIn(plies) | Self::LossIn(plies) if plies != UNKNOWN => Some(plies),
            _ => None,
        }
    }

    /// As short as the page's scripts read it: `w7`, `l4`, `d`, `p12` for points or `a0.310` for an average.
    #[must_use]
    pub fn short(self) -> String {
        match self {
            Self::Points(points) => format!("p{points}"),
            Self::WinIn(UNKNOWN) => "w".to_owned(),
            Self::LossIn(UNKNOWN) => "l".to_owned(),
            Self::WinIn(plies) => format!("w{plies}"),
            Self::LossIn(plies) => format!("l{plies}"),
            Self::Draw => "d".to_owned(),
            Self::Average(average) => format!("a{:.3}", without_signed_zero(average)),
        }
    }
}

impl From<Value> for Score {
    fn from(value: Value) -> Self {
        match value {
            Value::Win(plies) => Self::WinIn(plies.into()),
            Value::Draw => Self::Draw,
            Value::Lose(plies) => Self::LossIn(plies.into()),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) => write!(f, "{points:+}"),
            Self::WinIn(UNKNOWN) => f.write_str("win"),
            Self::LossIn(UNKNOWN) => f.write_str("lose"),
            Self::WinIn(plies) => write!(f, "win in {plies}"),
            Self::LossIn(plies) => write!(f, "lose in {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Average(average) => write!(f, "{:+.3}", without_signed_zero(*average)),
        }
    }
}

/// A mean that three decimals show as zero is zero, and not less.
fn without_signed_zero(average: f64) -> f64 {
    if average.abs() < 0.0005 { 0.0 } else { average }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_zero_is_negative() {
        for (average, shown, short) in [
            (-0.0001, "+0.000", "a0.000"),
            (-0.0, "+0.000", "a0.000"),
            (0.0001, "+0.000", "a0.000"),
            (-0.0005, "-0.001", "a-0.001"),
            (-0.31, "-0.310", "a-0.310"),
        ] {
            let score = Score::Average(average);
            assert_eq!((score.to_string(), score.short()), (shown.to_owned(), short.to_owned()));
        }
    }
}
