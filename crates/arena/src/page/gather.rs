//! Gathers the page's figures in one pass over the games.

use std::collections::BTreeMap;

use crate::record::{FaultRecord, GameRecord, Reason, RecordHeader};
use crate::schedule::outcome;
use crate::stats::GameOutcome;
use crate::truth_count::TruthCount;

/// What was seen.
pub(super) struct Gathered {
    pub(super) outcomes: Vec<GameOutcome>,
    /// How often games ended for each reason.
    pub(super) reasons: BTreeMap<Reason, u64>,
    /// Faults by player and kind, and the first of each with the number of its game.
    pub(super) faults: BTreeMap<(usize, Reason), FaultCounts>,
    /// Moves of every game, the opening's included.
    pub(super) plies: Vec<u64>,
    /// What each player took to move.
    pub(super) times: Vec<MoveTimes>,
    pub(super) truth: Vec<TruthCount>,
    /// All games one after the other.
    pub(super) seconds: f64,
}

pub(super) struct FaultCounts {
    pub(super) count: u64,
    pub(super) first_game: u64,
    pub(super) first: FaultRecord,
}

/// Moves that were logged.
#[derive(Clone, Copy, Default)]
pub(super) struct MoveTimes {
    pub(super) moves: u64,
    pub(super) seconds: f64,
    pub(super) longest: f64,
    pub(super) nodes: u64,
}

impl Gathered {
    pub(super) fn new(header: &RecordHeader) -> Self {
        let players = header.players.len();
        Self {
            outcomes: Vec::new(),
            reasons: BTreeMap::new(),
            faults: BTreeMap::new(),
            plies: Vec::new(),
            times: vec![MoveTimes::default(); players],
            truth: vec![TruthCount::default(); players],
            seconds: 0.0,
        }
    }

    pub(super) fn add(&mut self, record: &GameRecord) {
        *self.reasons.entry(record.reason).or_default() += 1;
        self.plies.push((record.opening.len() + record.moves.len()) as u64);
        self.seconds += record.seconds.max(0.0);
        for fault in &record.faults {
            let Some(player) = record.players.get(fault.seat.wrapping_sub(1)) else { continue };
            let faults = self.faults.entry((*player, fault.reason)).or_insert_with(|| {
                FaultCounts { count: 0, first_game: record.number, first: fault.clone() }
            });
            faults.count += 1;
        }
        for log in &record.log {
            let Some(player) = record.players.get(log.seat.wrapping_sub(1)) else { continue };
            let time = &mut self.times[*player];
            time.moves += 1;
            time.seconds += log.seconds;
            time.longest = time.longest.max(log.seconds);
            time.nodes = time.nodes.saturating_add(log.nodes);
        }
        TruthCount::add(&mut self.truth, record);
        self.outcomes.push(outcome(record));
    }
}
