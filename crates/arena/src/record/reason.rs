//! [`Reason`]: why a game ended, which is not the same as who won it.

use std::fmt;

use serde::{Deserialize, Serialize};

/// Why a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Reason {
    /// The rules ended it, and one side won.
    #[serde(rename = "win by rule")]
    Win,
    /// The rules ended it without a winner.
    #[serde(rename = "draw by rule")]
    Draw,
    /// A player made a move that is not one.
    #[serde(rename = "illegal move")]
    Illegal,
    /// A player took too long.
    #[serde(rename = "timeout")]
    Timeout,
    /// A player broke down.
    #[serde(rename = "crash")]
    Crash,
    /// A player's program violated its protocol.
    #[serde(rename = "protocol violation")]
    Protocol,
    /// A player gave up, or the referee did for it.
    #[serde(rename = "resignation")]
    Resignation,
    /// A position came about too often.
    #[serde(rename = "repetition")]
    Repetition,
    /// The game grew too long.
    #[serde(rename = "move cap")]
    MoveCap,
    /// The referee knew how it would end.
    #[serde(rename = "adjudicated")]
    Adjudicated,
}

impl Reason {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Win,
        Self::Draw,
        Self::Illegal,
        Self::Timeout,
        Self::Crash,
        Self::Protocol,
        Self::Resignation,
        Self::Repetition,
        Self::MoveCap,
        Self::Adjudicated,
    ];

    /// Its name in records and tables.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win => "win by rule",
            Self::Draw => "draw by rule",
            Self::Illegal => "illegal move",
            Self::Timeout => "timeout",
            Self::Crash => "crash",
            Self::Protocol => "protocol violation",
            Self::Resignation => "resignation",
            Self::Repetition => "repetition",
            Self::MoveCap => "move cap",
            Self::Adjudicated => "adjudicated",
        }
    }

    /// Whether it is a player's fault: that player loses whatever it has on the board.
    #[must_use]
    pub const fn is_fault(self) -> bool {
        matches!(self, Self::Illegal | Self::Timeout | Self::Crash | Self::Protocol)
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
