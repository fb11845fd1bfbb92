//! [`FairDeadline`]: a deadline that moves on while this process does not run.
//!
//! Whoever waits for somebody else's answer waits in short slices. A slice that took far longer than it may was spent
//! suspended (Ctrl-Z, `kill -STOP`, a frozen container): the answer may have come meanwhile, and nobody has read it.

use std::time::{Duration, Instant};

/// When it is too late, by the time that this process has had.
#[derive(Clone, Debug)]
pub struct FairDeadline {
    at: Instant,
    /// When it was last asked for.
    seen: Instant,
}

/// How much longer than a slice is more than a busy machine explains.
const STALL: Duration = Duration::from_millis(100);

impl FairDeadline {
    /// Nobody waits longer than this without asking for what is left.
    pub const SLICE: Duration = Duration::from_millis(50);

    /// One that is awaited from now on.
    #[must_use]
    pub fn new(at: Instant) -> Self {
        Self { at, seen: Instant::now() }
    }

    /// One that is awaited since then.
    #[must_use]
    pub const fn since(began: Instant, at: Instant) -> Self {
        Self { at, seen: began }
    }

    /// What is left.
    pub fn left(&mut self) -> Duration {
        self.left_at(Instant::now())
    }

    /// How long to wait before the next question; zero when the time is up.
    pub fn slice(&mut self) -> Duration {
        self.left().min(Self::SLICE)
    }

    fn left_at(&mut self, now: Instant) -> Duration {
        let lost = now.saturating_duration_since(self.seen).saturating_sub(Self::SLICE);
        if lost >= STALL {
            self.at += lost;
        }
        self.seen = now;
        self.at.saturating_duration_since(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_time_counts_for_nobody() {
        let began = Instant::now();
        let at = |milliseconds| began + Duration::from_millis(milliseconds);
        let mut deadline = FairDeadline::since(began, at(400));
        let mut left = |milliseconds| deadline.left_at(at(milliseconds)).as_millis();
        assert_eq!(left(50), 350);
        assert_eq!(left(190), 210, "90 ms late: the machine is busy");
        assert_eq!(left(4_190), 160, "of four seconds, a slice was its own");
        assert_eq!(left(4_240), 110);
        assert_eq!(left(4_350), 0);
    }
}
