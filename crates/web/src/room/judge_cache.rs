//! What the judge has found of the positions of a game. The longest look at each counts, and counts everywhere: for the
//! bar, the guide and the review.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use bellwether_catalog::{AnyGame, AnyPosition, JudgedPosition, ask_judge, judge};
use bellwether_core::Error;

/// How much longer the judge looks at a position than for its first answer, unless more is asked for.
pub(super) const AT_REST: u64 = 2;
/// The most positions that are remembered.
const MOST: usize = 20_000;

/// By position, how long the judge looked and what it found.
#[derive(Debug, Default)]
pub(super) struct JudgeCache(Mutex<HashMap<String, (u64, JudgedPosition)>>);

impl JudgeCache {
    /// What the judge thinks of a position after a look of this effort, or a longer one that it has had; what it has when
    /// `stop` is set. None if it has no value.
    pub(super) fn judged(
        &self,
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        effort: u64,
        stop: &AtomicBool,
    ) -> Result<Option<JudgedPosition>, Error> {
        let name = position.text(None);
        let known = self.lock().get(&name).filter(|(known, _)| *known >= effort).cloned();
        if let Some((_, known)) = known {
            return Ok(Some(known));
        }
        let found = ask_judge(game, &judge(game, effort), position, stop)?;
        // Half of a search is no finding.
        if let Some(found) = found.as_ref().filter(|_| !stop.load(Ordering::Relaxed)) {
            self.note(game, position, effort, found.clone());
        }
        Ok(found)
    }

    /// The judge has looked at a position for so long. In a hidden game each seat sees another one.
    pub(super) fn note(
        &self,
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        effort: u64,
        found: JudgedPosition,
    ) {
        if game.is_hidden() {
            return;
        }
        let mut known = self.lock();
        if known.len() >= MOST {
            known.clear();
        }
        let name = position.text(None);
        if known.get(&name).is_none_or(|(before, _)| *before <= effort) {
            known.insert(name, (effort, found));
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, (u64, JudgedPosition)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
