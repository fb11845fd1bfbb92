//! Search limits, clock and stop signal.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

/// Limits of a search, which ends at the first it reaches. Without any, the agent's own default applies.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Limits {
    /// Time for the move.
    pub time: Option<Duration>,
    /// Nodes to visit.
    pub nodes: Option<u64>,
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Games to simulate.
    pub simulations: Option<u64>,
}

impl Limits {
    /// The tighter of both, limit by limit.
    #[must_use]
    #[inline]
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

    /// The games to simulate: at least one, `default` without any limit, and no bound with other limits.
    pub(crate) fn simulations_or(&self, default: u64) -> u64 {
        let most = if self.is_unlimited() { default } else { u64::MAX };
        self.simulations.unwrap_or(most).max(1)
    }

    /// Whether nothing is limited.
    #[must_use]
    pub fn is_unlimited(&self) -> bool {
        *self == Self::default()
    }
}

/// Limits together with the caller's clock and stop signal.
///
/// Searches do not read the system clock: `elapsed` returns the time since the request.
#[derive(Clone, Copy)]
pub struct Budget<'a> {
    /// The limits.
    pub limits: Limits,
    elapsed: &'a (dyn Fn() -> Duration + Sync),
    stop: &'a AtomicBool,
}

/// A stop signal that is never set.
static NEVER: AtomicBool = AtomicBool::new(false);

impl<'a> Budget<'a> {
    /// A budget with a clock that started with the request, and a stop signal.
    #[must_use]
    pub fn new(
        limits: Limits,
        elapsed: &'a (dyn Fn() -> Duration + Sync),
        stop: &'a AtomicBool,
    ) -> Self {
        Self { limits, elapsed, stop }
    }

    /// The time since the request.
    #[must_use]
    pub fn elapsed(&self) -> Duration {
        (self.elapsed)()
    }

    /// Whether the stop signal is set.
    #[inline]
    #[must_use]
    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Whether time is up or the stop signal is set; to be called every thousand nodes or so.
    #[must_use]
    #[inline]
    pub fn is_over(&self) -> bool {
        self.is_stopped() || self.limits.time.is_some_and(|time| self.elapsed() >= time)
    }
}

impl Budget<'static> {
    /// Limits without a clock: a time limit is never reached.
    #[must_use]
    pub fn untimed(limits: Limits) -> Self {
        Self { limits, elapsed: &|| Duration::ZERO, stop: &NEVER }
    }
}

bellwether_core::debug_fields!(Budget<'_>, [], limits);

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
