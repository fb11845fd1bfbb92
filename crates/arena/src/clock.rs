//! Time controls: so much for a move, or a clock for the game.

use std::fmt;
use std::time::Duration;

use bellwether_core::Error;
use bellwether_core::notation::excerpt;
use serde::{Deserialize, Serialize};

/// How much time a seat has, as match runners write it: `moves/time+increment` in seconds.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeControl {
    /// After so many moves the time is given again; never if none.
    moves: Option<u32>,
    base: Duration,
    increment: Duration,
}

/// Seconds of the longest time control: eleven days.
const LONGEST: f64 = 1e6;

impl TimeControl {
    /// Reads `[moves/]time[+increment]`; `time` may be `minutes:seconds`.
    ///
    /// # Errors
    /// If it is no such thing, or gives no time at all.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let fail = || {
            Error::invalid(format!(
                "'{}' is not a time control of the form moves/time+increment in seconds, like 40/60+0.5",
                excerpt(text)
            ))
        };
        let (moves, rest) = match text.split_once('/') {
            Some((moves, rest)) => (Some(moves.parse::<u32>().map_err(|_| fail())?), rest),
            None => (None, text),
        };
        let (base, increment) = rest.split_once('+').unwrap_or((rest, "0"));
        let (minutes, seconds) = base.split_once(':').unwrap_or(("0", base));
        let number = |text: &str| match text.parse::<f64>() {
            Ok(number) if (0.0..=LONGEST).contains(&number) => Ok(number),
            _ => Err(fail()),
        };
        let base = number(minutes)? * 60.0 + number(seconds)?;
        if base > LONGEST {
            return Err(fail());
        }
        let base = Duration::from_secs_f64(base);
        let increment = Duration::from_secs_f64(number(increment)?);
        if base.is_zero() || moves == Some(0) {
            return Err(fail());
        }
        Ok(Self { moves, base, increment })
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(moves) = self.moves {
            write!(f, "{moves}/")?;
        }
        write!(f, "{}", self.base.as_secs_f64())?;
        if !self.increment.is_zero() {
            write!(f, "+{}", self.increment.as_secs_f64())?;
        }
        Ok(())
    }
}

impl TryFrom<String> for TimeControl {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        Self::parse(&text)
    }
}

impl From<TimeControl> for String {
    fn from(control: TimeControl) -> Self {
        control.to_string()
    }
}

/// The time for the next move: an even share of what is left over the moves to come (thirty if unknown), and
/// most of the increment.
#[must_use]
pub fn share(left: Duration, increment: Duration, coming: Option<u32>) -> Duration {
    let share = left / coming.unwrap_or(30).clamp(1, 30) + increment.mul_f64(0.8);
    // Reserves a little for communication.
    share.min(left.mul_f64(0.9))
}

/// One seat's clock.
#[derive(Clone, Copy, Debug)]
pub struct Clock {
    control: TimeControl,
    left: Duration,
    moves: u32,
}

impl Clock {
    /// A clock before the first move.
    #[must_use]
    pub fn new(control: TimeControl) -> Self {
        Self { control, left: control.base, moves: 0 }
    }

    /// What is left.
    #[must_use]
    pub fn left(&self) -> Duration {
        self.left
    }

    /// What a move brings.
    #[must_use]
    pub fn increment(&self) -> Duration {
        self.control.increment
    }

    /// How many moves are to be made before the time is given again, if it is.
    #[must_use]
    pub fn moves_to_go(&self) -> Option<u32> {
        self.control.moves.map(|moves| moves - self.moves % moves)
    }

    /// The time that a player without time management should use for the next move; see [`share`].
    #[must_use]
    pub fn share(&self) -> Duration {
        share(self.left, self.control.increment, self.moves_to_go())
    }

    /// Takes the time of a move off; false if there was not so much, give or take `margin`.
    #[must_use]
    pub fn spend(&mut self, time: Duration, margin: Duration) -> bool {
        if time > self.left + margin {
            return false;
        }
        self.left = self.left.saturating_sub(time) + self.control.increment;
        self.moves += 1;
        if self.control.moves.is_some_and(|moves| self.moves.is_multiple_of(moves)) {
            self.left += self.control.base;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_as_match_runners_write_them() {
        for text in ["40/60+0.5", "10+0.1", "1.5", "5/2"] {
            assert_eq!(TimeControl::parse(text).unwrap().to_string(), text);
        }
        assert_eq!(TimeControl::parse("1:30").unwrap().to_string(), "90");
        for text in ["", "0", "x", "0/5", "-1", "5+", "1/2/3", "nan", "inf", "1e9"] {
            assert!(TimeControl::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_clock_runs_down_and_is_wound_up() {
        let seconds = Duration::from_secs;
        let mut clock = Clock::new(TimeControl::parse("2/10+1").unwrap());
        assert!(clock.spend(seconds(4), Duration::ZERO));
        assert_eq!(clock.left(), seconds(7));
        assert!(clock.spend(seconds(8), seconds(1)), "the margin forgives");
        assert_eq!(clock.left(), seconds(11), "two moves are made: the time is given again");
        assert!(!clock.spend(seconds(12), Duration::ZERO));
        assert!(clock.share() < clock.left());
    }
}
