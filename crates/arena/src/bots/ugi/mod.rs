//! UGI, the Universal Game Interface, and UCI, which it grew from: lines of text become values and back.
//!
//! [`EngineCommand`] is what a runner sends to an engine, [`EngineReply`] what the engine answers. Both read what they
//! write. Words that are not known are skipped where the protocol asks for that, and refused with a
//! sentence elsewhere; nothing here panics, whatever a bot sends.
//!
//! Beyond the published protocol, for games it was not made for: seats three and four (`p3time`, `p4inc`),
//! a budget in simulated games (`go simulations N`), and `observation SEAT VIEW` in place of a position when
//! a seat does not see everything.

mod command;
mod reply;

use bellwether_core::Error;
use bellwether_core::notation::excerpt;

pub use command::{EngineCommand, GoLimits, PositionQuery, PositionStart};
pub use reply::{EngineReply, Info, SentScore};

/// The two dialects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dialect {
    /// `ugi`, `ugiok`, `uginewgame`, `p1time`.
    #[default]
    Ugi,
    /// `uci`, `uciok`, `ucinewgame`, `wtime`.
    Uci,
}

impl Dialect {
    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ugi => "ugi",
            Self::Uci => "uci",
        }
    }
}

/// A line that takes longer to read than to refuse.
pub const LONGEST_LINE: usize = 1 << 20;

/// The first word of a line, and the rest.
fn first_word(line: &str) -> Result<(&str, &str), Error> {
    if line.len() > LONGEST_LINE {
        return Err(wrong(line, "the line is too long"));
    }
    let line = line.trim();
    let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    Ok((word, rest.trim()))
}

/// What is wrong with a line.
fn wrong(line: &str, why: &str) -> Error {
    Error::invalid(format!("'{}': {why}", excerpt(line.trim())))
}
