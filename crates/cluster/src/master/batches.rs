//! How many games a job has: enough to be worth a message, few enough that all workers end together.

/// How long a job should take, in seconds.
const TARGET: f64 = 0.5;

/// A job that shrinks towards the end still takes so long: nobody minds to wait for that, and jobs cost messages.
const LEAST: f64 = 0.05;

/// What a game costs besides being played: its line is written, sent and read. In seconds.
const OVERHEAD: f64 = 30e-6;

/// A job has at most so many games.
const MOST: usize = 5_000;

/// Sizes of jobs, from the games so far.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct JobSizes {
    /// Seconds that a game takes, about.
    seconds: Option<f64>,
}

impl JobSizes {
    /// Takes in how long a game took.
    pub(crate) fn add(&mut self, seconds: f64) {
        if seconds.is_finite() && seconds >= 0.0 {
            let mean = self.seconds.unwrap_or(seconds);
            self.seconds = Some(mean + (seconds - mean) * 0.05);
        }
    }

    /// Whether any game has told how long one takes.
    pub(crate) fn is_known(&self) -> bool {
        self.seconds.is_some()
    }

    /// How many of `left` games the next job gets, where `slots` games are played at once.
    pub(crate) fn next(&self, left: usize, slots: usize) -> usize {
        // Nothing is known before the first results: one game tells.
        let games_of =
            |time: f64| self.seconds.map_or(1, |seconds| (time / (seconds + OVERHEAD)) as usize);
        let by_time = games_of(TARGET);
        // Towards the end jobs shrink, so that nobody waits for somebody's large one.
        let by_share = left.div_ceil(2 * slots.max(1)).max(games_of(LEAST));
        by_time.min(by_share).clamp(1, MOST).min(left)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quick_games_go_in_large_jobs_that_shrink_towards_the_end() {
        let mut sizes = JobSizes::default();
        assert_eq!(sizes.next(1_000_000, 4), 1);
        for _ in 0..100 {
            sizes.add(20e-6);
        }
        let mut left = 100_000;
        let mut jobs = Vec::new();
        while left > 0 {
            let size = sizes.next(left, 4);
            assert!(size >= 1);
            jobs.push(size);
            left -= size;
        }
        assert_eq!(jobs[0], MOST);
        assert!(jobs.is_sorted_by(|a, b| a >= b), "{jobs:?}");
        assert!(jobs.len() < 50 && jobs[jobs.len() - 2] == 1000, "{jobs:?}");
        // Games that take longer go one by one at the end.
        for _ in 0..1000 {
            sizes.add(0.04);
        }
        let sizes_at_the_end = [100, 8, 4].map(|left| sizes.next(left, 4));
        assert_eq!(sizes_at_the_end, [12, 1, 1]);
        for _ in 0..1000 {
            sizes.add(2.0);
        }
        assert_eq!(sizes.next(1000, 4), 1, "a long game is a job of its own");
        assert_eq!(sizes.next(0, 4), 0);
    }
}
