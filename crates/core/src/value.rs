//! [`Value`]: the game-theoretic value of a position, and its code in a table.

use std::cmp::Ordering;
use std::fmt;

use crate::{Payoffs, Seat};

/// The value of a position for the side to move with best play, and its remoteness: the plies to the end
/// when the winner plays the shortest and the loser the longest line. In records it is written as `{"win":7}`,
/// `"draw"` or `{"lose":12}`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Value {
    /// The side to move wins in this many plies; zero if it has won already.
    Win(u16),
    /// Neither side can force a win: play goes on for ever, or ends in a draw by the rules.
    Draw,
    /// The side to move loses in this many plies; zero if it has lost already.
    Lose(u16),
}

impl Value {
    /// In a table 0 is an index without a position, 1 a draw, 2 a game the side to move has already won. Where
    /// the seats alternate and the last move never loses, an odd remoteness is a win and an even one a loss:
    /// these are written as the remoteness plus this. An even win or an odd loss is written as 65,536 minus the
    /// remoteness.
    pub const FIRST_CODE: u16 = 3;

    /// The codes from here on count down.
    const FIRST_DOWN: u16 = 0x8000;

    /// The largest remoteness that can be written.
    pub const LONGEST: u16 = Self::FIRST_DOWN - 1 - Self::FIRST_CODE;

    /// The plies of a win or loss that is proven without its length; a remoteness that no table can hold.
    pub const UNKNOWN_LENGTH: u16 = u16::MAX;

    /// The same in words, for a table's header.
    pub const CODES: &str = "0: no position; 1: draw; 2: the side to move has already won; \
        n + 3: the game ends in n plies, won by the side to move if n is odd, lost if n is even; \
        65536 - n: the game ends in n plies, won by the side to move if n is even, lost if n is odd";

    /// The same for games in which the seats alternate and the last move never loses.
    pub const ALTERNATING_CODES: &str = "0: no position; 1: draw; 2: the side to move has already won; \
        n + 3: the game ends in n plies, won by the side to move if n is odd, lost if n is even";

    /// The code in a table.
    #[must_use]
    pub const fn code(self) -> u16 {
        match self {
            Self::Draw => 1,
            Self::Win(0) => 2,
            Self::Win(plies) if plies.is_multiple_of(2) => plies.wrapping_neg(),
            Self::Lose(plies) if !plies.is_multiple_of(2) => plies.wrapping_neg(),
            Self::Win(plies) | Self::Lose(plies) => plies + Self::FIRST_CODE,
        }
    }

    /// The value of a table's code; none for an index without a position.
    #[must_use]
    pub const fn from_code(code: u16) -> Option<Self> {
        match code {
            0 => None,
            1 => Some(Self::Draw),
            2 => Some(Self::Win(0)),
            Self::FIRST_DOWN.. if code.is_multiple_of(2) => Some(Self::Win(code.wrapping_neg())),
            Self::FIRST_DOWN.. => Some(Self::Lose(code.wrapping_neg())),
            _ if code.is_multiple_of(2) => Some(Self::Win(code - Self::FIRST_CODE)),
            _ => Some(Self::Lose(code - Self::FIRST_CODE)),
        }
    }

    /// The value of a finished game for a seat.
    #[must_use]
    pub fn of_result(payoffs: &Payoffs, seat: Seat) -> Self {
        match payoffs.of(seat) {
            payoff if payoff > 0.0 => Self::Win(0),
            payoff if payoff < 0.0 => Self::Lose(0),
            _ => Self::Draw,
        }
    }

    /// The value of a position for a seat if this one is proven to win, nobody knows how soon.
    #[must_use]
    pub fn of_winner(winner: Seat, seat: Seat) -> Self {
        let plies = Self::UNKNOWN_LENGTH;
        if winner == seat { Self::Win(plies) } else { Self::Lose(plies) }
    }

    /// The value of a move to a position of this value, if the other side is to move there.
    #[must_use]
    pub const fn before(self) -> Self {
        match self {
            Self::Win(plies) => Self::Lose(plies.saturating_add(1)),
            Self::Draw => Self::Draw,
            Self::Lose(plies) => Self::Win(plies.saturating_add(1)),
        }
    }

    /// The same for the side that is not to move.
    #[must_use]
    pub const fn for_other(self) -> Self {
        match self {
            Self::Win(plies) => Self::Lose(plies),
            Self::Draw => Self::Draw,
            Self::Lose(plies) => Self::Win(plies),
        }
    }

    /// The same for a move after which the same side moves again.
    #[must_use]
    pub const fn before_own(self) -> Self {
        match self {
            Self::Win(plies) => Self::Win(plies.saturating_add(1)),
            Self::Draw => Self::Draw,
            Self::Lose(plies) => Self::Lose(plies.saturating_add(1)),
        }
    }

    /// Plies to the end; none in a draw, and where they are not known.
    #[must_use]
    pub const fn remoteness(self) -> Option<u16> {
        match self {
            Self::Win(Self::UNKNOWN_LENGTH) | Self::Lose(Self::UNKNOWN_LENGTH) => None,
            Self::Win(plies) | Self::Lose(plies) => Some(plies),
            Self::Draw => None,
        }
    }

    /// `win`, `draw` or `lose`.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Win(_) => "win",
            Self::Draw => "draw",
            Self::Lose(_) => "lose",
        }
    }

    /// Whether both are wins, both draws or both losses.
    #[must_use]
    pub fn is_same_result(self, other: Self) -> bool {
        self.name() == other.name()
    }
}

/// Better for the side to move is greater: quick wins first, then draws, then slow losses.
impl Ord for Value {
    fn cmp(&self, other: &Self) -> Ordering {
        let key = |value: &Self| match value {
            Self::Win(plies) => (2, -i32::from(*plies)),
            Self::Draw => (1, 0),
            Self::Lose(plies) => (0, i32::from(*plies)),
        };
        key(self).cmp(&key(other))
    }
}

impl PartialOrd for Value {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.remoteness() {
            Some(plies) => write!(f, "{} in {plies}", self.name()),
            None => f.write_str(self.name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_values_are_inverse() {
        for code in 1..=u16::MAX {
            assert_eq!(Value::from_code(code).map(Value::code), Some(code));
        }
        assert_eq!(Value::from_code(0), None);
        for plies in 0..=Value::LONGEST {
            for value in [Value::Win(plies), Value::Draw, Value::Lose(plies)] {
                assert_eq!(Value::from_code(value.code()), Some(value));
            }
        }
        assert_eq!(
            (Value::Win(7).code(), Value::Lose(8).code(), Value::Lose(1).code()),
            (10, 11, 65_535)
        );
    }

    #[test]
    fn better_is_greater() {
        let order = [
            Value::Lose(0),
            Value::Lose(8),
            Value::Draw,
            Value::Win(9),
            Value::Win(1),
            Value::Win(0),
        ];
        assert!(order.is_sorted());
        assert_eq!(Value::Lose(4).before(), Value::Win(5));
        assert_eq!(Value::Win(5).before_own(), Value::Win(6));
        assert_eq!(Value::Win(5).to_string(), "win in 5");
        let won = Value::of_winner(Seat::FIRST, Seat::FIRST);
        assert!(won < Value::Win(1) && won > Value::Draw && won.before() < Value::Draw);
        assert_eq!(
            (won.to_string(), won.before().to_string()),
            ("win".to_owned(), "lose".to_owned())
        );
    }
}
