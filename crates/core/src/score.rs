//! [`Score`]: a search's value of a position or a move.

use std::fmt;

/// The value of a position for a seat, as a search reports it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// A heuristic value in the evaluation's points.
    Points(i32),
    /// A proven win in at most this many plies.
    WinIn(u32),
    /// A proven loss in at most this many plies.
    LossIn(u32),
    /// A proven draw.
    Draw,
    /// The mean reward of simulated games.
    Average(f64),
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Points(points) => write!(f, "{points:+}"),
            Self::WinIn(plies) => write!(f, "win in {plies}"),
            Self::LossIn(plies) => write!(f, "lose in {plies}"),
            Self::Draw => f.write_str("draw"),
            Self::Average(average) => write!(f, "{average:+.3}"),
        }
    }
}
