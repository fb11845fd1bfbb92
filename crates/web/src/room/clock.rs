//! The clocks of a game, kept by the server: a clock for the game, or so much for every move.
//!
//! A clock runs while the game goes on, is not paused, and somebody has it open. In a game on several screens it begins
//! when everybody has come. Time in which this process did not run counts against nobody: not that of a server that was
//! down, since only what passed while it ran is saved, nor that of one that was stopped, by its [`Pulse`].

use std::fmt;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use bellwether_arena::clock::{Clock, TimeControl};
use bellwether_arena::pulse::Pulse;
use bellwether_core::{Error, Seat, bail};
use serde::{Deserialize, Serialize};

use crate::message::ClockState;

/// The least and the most seconds for a move.
const MOVE_SECONDS: std::ops::RangeInclusive<f64> = 1.0..=86_400.0;
/// The share of a move's time that an agent uses: the rest is for the way there and back.
const AGENT_SHARE: f64 = 0.8;

/// How much time there is.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) enum GameTime {
    /// A clock for the game.
    Clock(TimeControl),
    /// So much for every move.
    Move(Duration),
}

impl GameTime {
    /// Reads `300+3`, or `30/move`.
    ///
    /// # Errors
    /// If it is neither.
    pub(crate) fn parse(text: &str) -> Result<Self, Error> {
        let Some(seconds) = text.strip_suffix("/move") else {
            return TimeControl::parse(text).map(Self::Clock);
        };
        match seconds.parse::<f64>() {
            Ok(seconds) if MOVE_SECONDS.contains(&seconds) => {
                Ok(Self::Move(Duration::from_secs_f64(seconds)))
            }
            _ => bail!("a move takes from 1 to 86400 seconds: 30/move"),
        }
    }
}

impl fmt::Display for GameTime {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Clock(control) => control.fmt(f),
            Self::Move(time) => write!(f, "{}/move", time.as_secs_f64()),
        }
    }
}

impl TryFrom<String> for GameTime {
    type Error = Error;

    fn try_from(text: String) -> Result<Self, Error> {
        Self::parse(&text)
    }
}

impl From<GameTime> for String {
    fn from(time: GameTime) -> Self {
        time.to_string()
    }
}

/// The clocks of a game.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct GameClock {
    pub(crate) time: GameTime,
    /// What each move took.
    spent: Vec<Duration>,
    /// What the seat to move has used of its turn.
    used: Duration,
    /// Whether everybody was here once.
    #[serde(default)]
    has_begun: bool,
    /// Since when the turn's time runs.
    #[serde(skip)]
    since: Option<Instant>,
}

impl PartialEq for GameClock {
    fn eq(&self, other: &Self) -> bool {
        self.time == other.time && self.spent == other.spent && self.used == other.used
    }
}

/// The beats of this process, from the first clock on.
fn pulse() -> Option<&'static Arc<Pulse>> {
    static PULSE: OnceLock<Option<Arc<Pulse>>> = OnceLock::new();
    PULSE.get_or_init(|| Pulse::start().ok()).as_ref()
}

impl GameClock {
    pub(crate) fn new(time: GameTime) -> Self {
        let used = Duration::ZERO;
        Self { time, spent: Vec::new(), used, has_begun: false, since: None }
    }

    /// Brings it up to a ply: `runs` says whether the time of the seat to move runs from now on, `is_complete` whether
    /// everybody is here.
    pub(super) fn bring_to(&mut self, ply: usize, runs: bool, is_complete: bool) {
        self.used = self.turn();
        self.since = None;
        self.has_begun |= is_complete;
        if ply != self.spent.len() {
            if ply > self.spent.len() {
                self.spent.push(self.used);
            }
            self.spent.resize(ply, Duration::ZERO);
            self.used = Duration::ZERO;
        }
        if runs && self.has_begun {
            let _ = pulse();
            self.since = Some(Instant::now());
        }
    }

    /// What the seat to move has used of its turn.
    fn turn(&self) -> Duration {
        let Some(since) = self.since else { return self.used };
        let lost = pulse().map_or(Duration::ZERO, |pulse| pulse.lost_since(since));
        self.used + since.elapsed().saturating_sub(lost)
    }

    pub(super) fn is_running(&self) -> bool {
        self.since.is_some()
    }

    /// A seat's clock before its next move, which made these moves.
    fn clock(&self, control: TimeControl, seat: Seat, movers: &[Seat]) -> Clock {
        let mut clock = Clock::new(control);
        let own = movers.iter().zip(&self.spent).filter(|(mover, _)| **mover == seat);
        for (_, spent) in own {
            // What was in time is not judged again.
            let _ = clock.spend(*spent, *spent);
        }
        clock
    }

    /// What a seat has left; `is_mover` if it is its turn.
    pub(super) fn left(&self, seat: Seat, is_mover: bool, movers: &[Seat]) -> Duration {
        let all = match self.time {
            GameTime::Clock(control) => self.clock(control, seat, movers).left(),
            GameTime::Move(time) => time,
        };
        all.saturating_sub(if is_mover { self.turn() } else { Duration::ZERO })
    }

    /// What an agent may use for its next move.
    pub(super) fn share(&self, seat: Seat, movers: &[Seat]) -> Duration {
        match self.time {
            GameTime::Clock(control) => self.clock(control, seat, movers).share(),
            GameTime::Move(time) => time.mul_f64(AGENT_SHARE),
        }
    }

    pub(super) fn state(&self, mover: Option<Seat>, seats: usize, movers: &[Seat]) -> ClockState {
        let left = |seat| self.left(seat, mover == Some(seat), movers).as_secs_f64();
        ClockState {
            time: self.time.to_string(),
            left: Seat::all(seats).map(left).collect(),
            running: mover.filter(|_| self.is_running()).map(Seat::index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FIRST: Seat = Seat::new(0);
    const SECOND: Seat = Seat::new(1);

    #[test]
    fn times_are_read_as_they_are_written() {
        for text in ["300+3", "40/60+0.5", "30/move", "1.5/move"] {
            assert_eq!(GameTime::parse(text).unwrap().to_string(), text);
        }
        for text in ["", "x", "0", "0/move", "-1/move", "1e9/move", "/move", "NaN/move"] {
            assert!(GameTime::parse(text).is_err(), "{text}");
        }
    }

    #[test]
    fn moves_take_their_time_and_bring_it_back() {
        let seconds = Duration::from_secs;
        let mut clock = GameClock::new(GameTime::parse("60+2").unwrap());
        let movers = [FIRST, SECOND, FIRST];
        clock.used = seconds(10);
        clock.bring_to(1, false, true);
        clock.used = seconds(20);
        clock.bring_to(2, false, true);
        assert_eq!(clock.left(FIRST, true, &movers[..2]), seconds(52));
        assert_eq!(clock.left(SECOND, false, &movers[..2]), seconds(42));
        clock.used = seconds(50);
        assert_eq!(clock.left(FIRST, true, &movers[..2]), seconds(2));
        let saved = serde_json::to_string(&clock).unwrap();
        let again: GameClock = serde_json::from_str(&saved).unwrap();
        assert_eq!(again.left(FIRST, true, &movers[..2]), seconds(2), "a server that was down");
        clock.bring_to(1, false, true);
        assert_eq!(clock.left(SECOND, true, &movers[..1]), seconds(60), "taken back with its time");
        assert_eq!(clock.left(FIRST, false, &movers[..1]), seconds(52));
    }

    #[test]
    fn it_begins_when_everybody_is_here() {
        let mut clock = GameClock::new(GameTime::parse("5/move").unwrap());
        clock.bring_to(0, true, false);
        assert!(!clock.is_running(), "one is awaited");
        clock.bring_to(0, true, true);
        assert!(clock.is_running());
        clock.bring_to(0, false, true);
        assert!(!clock.is_running(), "paused");
        clock.bring_to(0, true, false);
        assert!(clock.is_running(), "who leaves does not stop it");
    }
}
