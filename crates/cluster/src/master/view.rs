//! [`ClusterView`]: what a master knows of its workers, for people.

use std::collections::{BTreeMap, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::messages::WorkerBeat;

/// The workers of a run, and what happened among them.
#[derive(Debug, Default)]
pub struct ClusterView(Mutex<ViewState>);

#[derive(Debug, Default)]
struct ViewState {
    workers: BTreeMap<String, SeenWorker>,
    notes: VecDeque<String>,
    trouble: Option<String>,
    /// When the server was last away: before that nobody could be heard.
    away: Option<Instant>,
}

/// A worker, as it was last heard of.
#[derive(Clone, Debug)]
pub struct SeenWorker {
    /// What it said.
    pub beat: WorkerBeat,
    /// Why it does not take part, if so.
    pub refusal: Option<String>,
    seen: Instant,
    /// How many games it had played, and when, lately.
    counts: VecDeque<(Instant, u64)>,
}

impl SeenWorker {
    /// How long it has been silent.
    #[must_use]
    pub fn silent(&self) -> Duration {
        self.seen.elapsed()
    }

    /// Games a second, lately; none if it has just come.
    #[must_use]
    pub fn rate(&self) -> Option<f64> {
        let ((began, before), (now, games)) = (self.counts.front()?, self.counts.back()?);
        let seconds = now.duration_since(*began).as_secs_f64();
        (seconds > 0.0).then(|| games.saturating_sub(*before) as f64 / seconds)
    }
}

/// Signs of life that a worker's speed is measured over: half a minute.
const COUNTS: usize = 16;

/// A worker that is silent for so long is gone.
const SILENCE: Duration = Duration::from_secs(8);
/// Notes that nobody reads are forgotten.
const MOST_NOTES: usize = 1_000;

impl ClusterView {
    /// The workers that are there, by name.
    #[must_use]
    pub fn workers(&self) -> Vec<SeenWorker> {
        self.state().workers.values().cloned().collect()
    }

    /// How many workers take part, and how many games they play at once.
    #[must_use]
    pub fn strength(&self) -> (usize, usize) {
        let state = self.state();
        let takes_part = state.workers.values().filter(|worker| worker.refusal.is_none());
        takes_part.fold((0, 0), |(workers, slots), worker| (workers + 1, slots + worker.beat.slots))
    }

    /// What happened since the last time, one sentence each.
    #[must_use]
    pub fn take_notes(&self) -> Vec<String> {
        self.state().notes.drain(..).collect()
    }

    /// The workers in a few words.
    #[must_use]
    pub fn brief(&self) -> String {
        let (workers, slots) = self.strength();
        let trouble = self.state().trouble.clone();
        let count = match workers {
            0 => "no workers".to_owned(),
            1 => format!("1 worker, {slots} at once"),
            _ => format!("{workers} workers, {slots} at once"),
        };
        trouble.map_or(count.clone(), |trouble| format!("{count}; {trouble}"))
    }

    /// Says something once.
    pub(crate) fn note(&self, text: String) {
        let mut state = self.state();
        if state.notes.len() < MOST_NOTES {
            state.notes.push_back(text);
        }
    }

    /// Something does not work just now, or works again; said when it changes.
    pub(crate) fn trouble(&self, trouble: Option<String>) {
        let mut state = self.state();
        if state.trouble == trouble {
            return;
        }
        let note = trouble.clone().unwrap_or_else(|| "the server is there again".to_owned());
        state.notes.push_back(note);
        state.trouble = trouble;
    }

    /// A worker has said something.
    pub(crate) fn heard(&self, run: &str, beat: WorkerBeat) {
        let mut state = self.state();
        let refusal = { beat.refused.iter() }.find(|(refused, _)| refused == run);
        let refusal = refusal.map(|(_, why)| why.clone());
        let name = beat.worker.clone();
        if beat.is_leaving {
            if state.workers.remove(&name).is_some() {
                state.notes.push_back(format!("worker {name} leaves"));
            }
            return;
        }
        let known_trouble = state.workers.get(&name).and_then(|known| known.beat.trouble.clone());
        if beat.trouble != known_trouble {
            let what = beat.trouble.as_deref().unwrap_or("results can be stored again");
            state.notes.push_back(format!("worker {name}: {what}"));
        }
        let note = match (&refusal, state.workers.get(&name)) {
            (Some(why), None) => Some(format!("worker {name} does not take part: {why}")),
            (Some(why), Some(known)) if known.refusal.is_none() => {
                Some(format!("worker {name} does not take part: {why}"))
            }
            (None, None) => Some(format!("worker {name} is there, {} at once", beat.slots)),
            _ => None,
        };
        state.notes.extend(note);
        let seen = Instant::now();
        let mut counts = state.workers.remove(&name).map(|known| known.counts).unwrap_or_default();
        counts.push_back((seen, beat.games));
        if counts.len() > COUNTS {
            counts.pop_front();
        }
        state.workers.insert(name, SeenWorker { beat, refusal, seen, counts });
    }

    /// Forgets workers that are silent. While the server is away all are, which says nothing.
    pub(crate) fn forget_silent(&self, is_lost: bool) {
        let mut state = self.state();
        let now = Instant::now();
        if is_lost {
            state.away = Some(now);
            return;
        }
        let ViewState { workers, notes, away, .. } = &mut *state;
        workers.retain(|name, worker| {
            let is_there = now - away.unwrap_or(worker.seen).max(worker.seen) < SILENCE;
            if !is_there {
                let playing: Vec<String> =
                    worker.beat.playing.iter().map(|slot| slot.game.to_string()).collect();
                let what = match playing.as_slice() {
                    [] => String::new(),
                    [game] => format!("; it was at game {game}, which goes to another"),
                    games => format!("; it was at games {}, which go to others", games.join(", ")),
                };
                notes.push_back(format!("worker {name} is silent{what}"));
            }
            is_there
        });
    }

    fn state(&self) -> MutexGuard<'_, ViewState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
