//! A sequential test that follows a match and decides when it ends.

use std::collections::BTreeMap;

use bellwether_core::Error;
use rustc_hash::FxHashSet;

use super::GameOutcome;
use super::duel::{DuelScore, Pairs};
use super::sprt::{Sprt, SprtVerdict};
use crate::record::GameRecord;
use crate::schedule::outcome;
use crate::settings::TournamentSettings;

/// A test under way.
///
/// It looks at games in the order of their numbers, whole pairs only: quick games must not be counted
/// before slow ones, or the test would see more games of the player that wins quickly. A game that was played before
/// proves nothing: it is left out, with the other game of its pair.
#[derive(Clone, Debug)]
pub struct Sequential {
    /// What it asks.
    pub test: Sprt,
    is_paired: bool,
    /// Games whose turn has not come, each with its fingerprint.
    waiting: BTreeMap<u64, (GameOutcome, u64)>,
    next: u64,
    pair: Vec<GameOutcome>,
    /// Whether every game of the pair is new.
    is_new: bool,
    /// The fingerprints of the games so far.
    seen: FxHashSet<u64>,
    left_out: u64,
    pairs: Pairs,
    tally: DuelScore,
    verdict: SprtVerdict,
}

impl Sequential {
    /// The test that the settings ask for, if any.
    ///
    /// # Errors
    /// If it is no test.
    pub fn new(settings: &TournamentSettings) -> Result<Option<Self>, Error> {
        let Some(text) = &settings.sprt else { return Ok(None) };
        Ok(Some(Self {
            test: Sprt::parse(text)?,
            is_paired: settings.swap,
            waiting: BTreeMap::new(),
            next: 1,
            pair: Vec::new(),
            is_new: true,
            seen: FxHashSet::default(),
            left_out: 0,
            pairs: Pairs::default(),
            tally: DuelScore::default(),
            verdict: SprtVerdict::Continue,
        }))
    }

    /// Takes in a game; true once the test is decided.
    pub fn add(&mut self, record: &GameRecord) -> bool {
        self.waiting.insert(record.number, (outcome(record), record.fingerprint()));
        while self.verdict == SprtVerdict::Continue
            && let Some((outcome, fingerprint)) = self.waiting.remove(&self.next)
        {
            self.next += 1;
            self.is_new &= self.seen.insert(fingerprint);
            self.count(outcome);
        }
        self.verdict != SprtVerdict::Continue
    }

    fn count(&mut self, outcome: GameOutcome) {
        self.pair.push(outcome);
        if self.is_paired && self.pair.len() < 2 {
            return;
        }
        if !std::mem::replace(&mut self.is_new, true) {
            self.left_out += self.pair.len() as u64;
            self.pair.clear();
            return;
        }
        let games = DuelScore::of(&self.pair, 0, 1);
        self.tally.wins += games.wins;
        self.tally.losses += games.losses;
        self.tally.draws += games.draws;
        let pair = Pairs::of(&self.pair, 0, 1);
        for (cell, more) in self.pairs.cells.iter_mut().zip(pair.cells) {
            *cell += more;
        }
        self.pairs.games = self.tally;
        self.pair.clear();
        self.verdict = self.test.verdict(self.llr());
    }

    /// The log-likelihood ratio of what was counted.
    #[must_use]
    pub fn llr(&self) -> f64 {
        if self.is_paired {
            self.test.llr_of_pairs(&self.pairs)
        } else {
            self.test.llr(&self.tally)
        }
    }

    /// How many games were left out: they, or the other game of their pair, had been played before.
    #[must_use]
    pub fn left_out(&self) -> u64 {
        self.left_out
    }

    /// The verdict so far.
    #[must_use]
    pub fn verdict(&self) -> SprtVerdict {
        self.verdict
    }
}
