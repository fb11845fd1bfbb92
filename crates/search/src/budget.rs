//! What a search may spend, and how it learns that it has to stop.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Limits a person sets; a search ends at the first it meets. None set means the agent's own default.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Time for the move.
    pub time: Option<Duration>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Plies looked ahead.
    pub depth: Option<u32>,
    /// Games simulated.
    pub simulations: Option<u64>,
}

impl Limits {
    /// The tighter of two limits, each on its own.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        fn tighter<T: PartialOrd>(a: Option<T>, b: Option<T>) -> Option<T> {
            match (a, b) {
                (Some(a), Some(b)) => Some(if a < b { a } else { b }),
                (a, b) => a.or(b),
            }
        }
        Self {
            time: tighter(self.time, other.time),
            nodes: tighter(self.nodes, other.nodes),
            depth: tighter(self.depth, other.depth),
            simulations: tighter(self.simulations, other.simulations),
        }
    }

    /// Whether nothing is limited.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }
}

/// Limits together with the clock and the stop signal of the one who asks.
///
/// Searches read no clock of their own: `elapsed` tells how long ago the move was asked for.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The limits.
    pub limits: Limits,
    elapsed: &'a (dyn Fn() -> Duration + Sync),
    stop: &'a AtomicBool,
}

/// A stop signal that never comes.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Budget<'a> {
    /// A budget with a clock that started when the move was asked for, and a signal to stop at once.
    #[must_use]
    pub fn new(
        limits: Limits,
        elapsed: &'a (dyn Fn() -> Duration + Sync),
        stop: &'a AtomicBool,
    ) -> Self {
        Self { limits, elapsed, stop }
    }

    /// How long ago the move was asked for.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        (self.elapsed)()
    }

    /// Whether the asker has said stop.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether time is up or the asker has said stop; for asking every thousand nodes or so.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.is_stopped() || self.limits.time.is_some_and(|time| self.elapsed() >= time)
    }
}

impl Budget<'static> {
    /// Limits without a clock, for fixed work: a time limit is never reached.
    #[must_use]
    pub fn untimed(limits: Limits) -> Self {
        Self { limits, elapsed: &|| Duration::ZERO, stop: &NEVER }
    }
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget").field("limits", &self.limits).finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_tighter_limit_holds() {
        let seconds = |s| Some(Duration::from_secs(s));
        let a = Limits { time: seconds(3), nodes: Some(10), ..Limits::default() };
        let b = Limits { time: seconds(2), depth: Some(4), ..Limits::default() };
        let both = Limits { time: seconds(2), nodes: Some(10), depth: Some(4), simulations: None };
        assert_eq!(a.and(b), both);
        assert_eq!(b.and(a), both);
        assert!(Limits::default().is_unlimited() && !a.is_unlimited());
    }

    #[test]
    fn a_budget_ends_by_time_or_signal() {
        let stop = AtomicBool::new(false);
        let limits = Limits { time: Some(Duration::from_millis(5)), ..Limits::default() };
        assert!(!Budget::new(limits, &|| Duration::from_millis(4), &stop).is_over());
        assert!(Budget::new(limits, &|| Duration::from_millis(5), &stop).is_over());
        stop.store(true, Ordering::Relaxed);
        assert!(Budget::new(Limits::default(), &|| Duration::ZERO, &stop).is_over());
        assert!(!Budget::untimed(limits).is_over());
    }
}
