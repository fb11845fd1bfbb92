//! [`Score`]: what a seat expects of a position or a move.

use std::fmt;

/// What a seat expects, from its own point of view.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Score {
    /// An evaluation's points.
    Points(i32),
    /// A proven win in so many plies at most.
    WinIn(u32),
    /// A proven loss: the other side needs so many plies at most.
    LossIn(u32),
    /// A proven draw.
    Draw,
    /// An average over simulated games, in the rewards' own unit.
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
