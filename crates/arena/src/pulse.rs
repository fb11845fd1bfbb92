//! [`Pulse`]: knows for how long this process did not run.
//!
//! Ctrl-Z, `kill -STOP`, a frozen container: the clock goes on while nobody here can answer, read or measure. A thread
//! that beats every few milliseconds misses its beats then. What a player seemed to take in that time is nobody's fault.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Beats of a thread that does nothing else; it ends with this value.
#[derive(Debug)]
pub struct Pulse {
    beats: Mutex<Beats>,
}

#[derive(Debug)]
struct Beats {
    last: Instant,
    /// The last gaps that were too long: their ends and their lengths.
    gaps: VecDeque<(Instant, Duration)>,
}

/// How often it beats.
const BEAT: Duration = Duration::from_millis(20);

/// Gaps that are remembered.
const MOST_GAPS: usize = 64;

impl Pulse {
    /// A gap as long as this is more than a busy machine makes of a beat, as a rule.
    pub const GAP: Duration = Duration::from_millis(100);

    /// Begins to beat.
    ///
    /// # Errors
    /// If there is no thread for it.
    pub fn start() -> std::io::Result<Arc<Self>> {
        let beats = Beats { last: Instant::now(), gaps: VecDeque::new() };
        let pulse = Arc::new(Self { beats: Mutex::new(beats) });
        let heart = Arc::downgrade(&pulse);
        std::thread::Builder::new().name("arena pulse".to_owned()).spawn(move || {
            while let Some(pulse) = heart.upgrade() {
                pulse.beat(Instant::now());
                drop(pulse);
                std::thread::sleep(BEAT);
            }
        })?;
        Ok(pulse)
    }

    fn beat(&self, now: Instant) {
        let mut beats = self.beats.lock().unwrap_or_else(PoisonError::into_inner);
        let gap = now - beats.last;
        beats.last = now;
        if gap >= Self::GAP {
            beats.gaps.push_back((now, gap));
            if beats.gaps.len() > MOST_GAPS {
                beats.gaps.pop_front();
            }
        }
    }

    /// How long this process did not run since then, stalls of less than a tenth of a second aside.
    #[must_use]
    pub fn lost_since(&self, then: Instant) -> Duration {
        let beats = self.beats.lock().unwrap_or_else(PoisonError::into_inner);
        // Whoever asks may be awake before the thread that beats.
        let now = Instant::now();
        let open = (now, now.saturating_duration_since(beats.last));
        let gaps = beats.gaps.iter().copied().chain((open.1 >= Self::GAP).then_some(open));
        gaps.map(|(end, gap)| gap.min(end.saturating_duration_since(then))).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missed_beats_are_lost_time() {
        let began = Instant::now();
        let beats = Beats { last: began, gaps: VecDeque::new() };
        let pulse = Pulse { beats: Mutex::new(beats) };
        let at = |milliseconds| began + Duration::from_millis(milliseconds);
        let lost = |then| {
            // The beats are in the future, so that the gap since the last one is none.
            pulse.lost_since(then).as_millis()
        };
        for beat in [20_000, 20_020, 20_090, 24_090, 24_110] {
            pulse.beat(at(beat));
        }
        assert_eq!(lost(at(20_000)), 4_000, "the gap of 70 ms is none");
        assert_eq!(lost(at(21_000)), 3_090, "only what was lost after the question");
        assert_eq!(lost(at(24_090)), 0);
        for beat in 0..200 {
            pulse.beat(at(30_000 + 200 * beat));
        }
        assert_eq!(lost(began), 200 * MOST_GAPS as u128, "memory is bounded");
    }
}
