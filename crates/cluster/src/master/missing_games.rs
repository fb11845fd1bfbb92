//! [`MissingGames`]: the games of a round that are not written down yet, and the jobs that they are in.

use std::collections::{BTreeMap, HashMap, VecDeque};

use bellwether_arena::schedule::Fixture;

/// Games that are missing.
#[derive(Debug, Default)]
pub(crate) struct MissingGames {
    /// Those that are in no job.
    unsent: VecDeque<u64>,
    /// All, with the job each is in.
    games: HashMap<u64, (Fixture, Option<u64>)>,
    /// How many games of each job are missing.
    jobs: HashMap<u64, usize>,
    /// Those that cannot be played, and why.
    failed: BTreeMap<u64, String>,
    last_job: u64,
}

impl MissingGames {
    /// Adds games.
    pub(crate) fn add(&mut self, fixtures: VecDeque<Fixture>) {
        for fixture in fixtures {
            self.unsent.push_back(fixture.number);
            self.games.insert(fixture.number, (fixture, None));
        }
    }

    /// How many are in no job.
    pub(crate) fn unsent(&self) -> usize {
        self.unsent.len()
    }

    /// How many are missing.
    pub(crate) fn missing(&self) -> usize {
        self.games.len()
    }

    /// How many jobs have missing games.
    pub(crate) fn jobs(&self) -> usize {
        self.jobs.len()
    }

    /// Makes a job of the next games; its number and the games.
    pub(crate) fn next_job(&mut self, count: usize) -> (u64, Vec<Fixture>) {
        self.last_job += 1;
        let job = self.last_job;
        let mut fixtures = Vec::with_capacity(count);
        while fixtures.len() < count
            && let Some(number) = self.unsent.pop_front()
        {
            // Some came in from elsewhere while they waited.
            if let Some((fixture, in_job)) = self.games.get_mut(&number) {
                *in_job = Some(job);
                fixtures.push(fixture.clone());
            }
        }
        if !fixtures.is_empty() {
            self.jobs.insert(job, fixtures.len());
        }
        (job, fixtures)
    }

    /// The fixture of this number, if the game is still wanted; from now on it is not.
    pub(crate) fn take(&mut self, number: u64) -> Option<Fixture> {
        let (fixture, job) = self.games.remove(&number)?;
        self.failed.remove(&number);
        self.leave(job);
        Some(fixture)
    }

    /// A game of this job is not waited for any more.
    fn leave(&mut self, job: Option<u64>) {
        if let Some(job) = job
            && let Some(left) = self.jobs.get_mut(&job)
        {
            *left -= 1;
            if *left == 0 {
                self.jobs.remove(&job);
            }
        }
    }

    /// A look at the fixture of this number, if the game is still wanted.
    pub(crate) fn get(&self, number: u64) -> Option<&Fixture> {
        self.games.get(&number).map(|(fixture, _)| fixture)
    }

    /// Notes that a game cannot be played; whether that is news.
    pub(crate) fn fail(&mut self, number: u64, reason: &str) -> bool {
        let Some((_, job)) = self.games.get_mut(&number) else { return false };
        let job = job.take();
        self.leave(job);
        self.failed.insert(number, reason.to_owned()).is_none()
    }

    /// Games that cannot be played, if nothing else is left.
    pub(crate) fn hopeless(&self) -> Option<&BTreeMap<u64, String>> {
        let is_all = !self.games.is_empty() && self.failed.len() == self.games.len();
        is_all.then_some(&self.failed)
    }

    /// Puts all that are in jobs back: the jobs are lost. How many.
    pub(crate) fn put_back(&mut self) -> usize {
        let in_jobs = self.games.iter().filter(|(_, (_, job))| job.is_some());
        let mut lost: Vec<u64> = in_jobs.map(|(number, _)| *number).collect();
        lost.sort_unstable();
        for number in &lost {
            if let Some((_, job)) = self.games.get_mut(number) {
                *job = None;
            }
        }
        self.jobs.clear();
        let count = lost.len();
        for number in lost.into_iter().rev() {
            self.unsent.push_front(number);
        }
        count
    }

    /// Wants nothing any more.
    pub(crate) fn clear(&mut self) {
        let last_job = self.last_job;
        *self = Self { last_job, ..Self::default() };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fixture(number: u64) -> Fixture {
        Fixture { number, round: 1, group: number, opening: 0, players: vec![0, 1] }
    }

    #[test]
    fn every_game_is_taken_once_whatever_happens_to_its_job() {
        let mut wanted = MissingGames::default();
        wanted.add((1..=5).map(fixture).collect());
        let (first, games) = wanted.next_job(2);
        assert_eq!(games.len(), 2);
        let (second, games) = wanted.next_job(9);
        assert_eq!((games.len(), wanted.jobs(), wanted.unsent()), (3, 2, 0));
        assert_ne!(first, second);
        assert_eq!(wanted.take(1), Some(fixture(1)));
        assert_eq!(wanted.take(1), None, "twice");
        assert_eq!(wanted.take(2), Some(fixture(2)));
        assert_eq!(wanted.jobs(), 1);
        assert!(wanted.fail(3, "poison") && !wanted.fail(3, "poison") && !wanted.fail(1, "late"));
        assert_eq!(wanted.jobs(), 1, "what failed is not waited for");
        assert_eq!(wanted.put_back(), 2, "nor asked for again");
        assert!(wanted.take(4).is_some());
        let (third, games) = wanted.next_job(9);
        assert_eq!(games, [fixture(5)]);
        assert!(third > second && wanted.hopeless().is_none());
        assert!(wanted.take(5).is_some());
        assert_eq!(wanted.hopeless().unwrap()[&3], "poison");
        assert_eq!(wanted.missing(), 1);
    }
}
