//! Verifying a table: every value is computed again from its successors by the naive rules.
//!
//! No code is shared with the solvers, and this check is a complete proof: if every position's value follows
//! from its successors' values, all of them are right. Wins and losses are by induction over the remoteness;
//! a position that is called a draw but is really won would have a successor that is really lost in fewer
//! plies and not called so, and so on down to a finished game, whose value the rules give.

use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use bellwether_core::numbering::{Indexed, Numbering, TableIndex};
use bellwether_core::{Error, ErrorKind, Game, Seat, Status, Twin, parallel};

use crate::table::{SolvedTable, TableError};
use crate::{Solvable, Value};

/// The result of a successful check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableCheck {
    /// Positions whose value was verified.
    pub positions: u64,
    /// Indices without a position, whose code must be 0.
    pub holes: u64,
}

/// Why a table is wrong.
#[derive(Debug, thiserror::Error)]
pub enum CheckError {
    /// It cannot be read, or a checksum is wrong.
    #[error(transparent)]
    Table(#[from] TableError),
    /// A value does not follow from its successors.
    #[error(
        "tier {tier}, number {index}: the table says {found}, the rules say {expected}: {position}"
    )]
    Wrong {
        /// The tier.
        tier: usize,
        /// The number.
        index: u64,
        /// The position.
        position: String,
        /// What the table says.
        found: String,
        /// What follows from the successors.
        expected: String,
    },
    /// The counts kept with a tier are not those of its values.
    #[error("tier {tier}: its counts are not those of its values")]
    Counts {
        /// The tier.
        tier: usize,
    },
    /// The check was stopped.
    #[error("stopped")]
    Stopped,
}

impl From<CheckError> for Error {
    fn from(error: CheckError) -> Self {
        match error {
            CheckError::Table(error) => error.into(),
            CheckError::Stopped => Self::new(ErrorKind::Stopped, error),
            CheckError::Wrong { .. } | CheckError::Counts { .. } => {
                Self::new(ErrorKind::Damaged, error)
            }
        }
    }
}

/// Indices between two looks at the stop signal.
const CHUNK: usize = 65_536;

/// Verifies every value of a table on rayon's current pool. `progress` is called with the number of indices
/// checked since the last call.
///
/// # Errors
/// If anything is wrong with the table: the first thing found.
pub fn check<G: Solvable>(
    game: &G,
    table: &SolvedTable,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<TableCheck, CheckError> {
    let Some(numbering) = game.numbering() else {
        return Ok(TableCheck { positions: 0, holes: 0 });
    };
    let rules = NaiveRules { game, naive: game.naive(), numbering: &numbering };
    let mut report = TableCheck { positions: 0, holes: 0 };
    let mut finished: Vec<Vec<u16>> = Vec::new();
    for (tier, counts) in table.counts().enumerate() {
        let codes = table.codes(tier)?;
        finished[..numbering.lowest_needed(tier)].fill(Vec::new());
        let tiers = TierValues { tier, codes: &codes, below: &finished };
        let is_wrong = AtomicBool::new(false);
        let chunks = parallel::map(codes.len().div_ceil(CHUNK), &|chunk| {
            let indices = chunk * CHUNK..codes.len().min((chunk + 1) * CHUNK);
            if stop.load(Relaxed) {
                return Err(CheckError::Stopped);
            }
            // Once something is wrong, nobody wants to know about the rest.
            if is_wrong.load(Relaxed) {
                return Ok(0);
            }
            progress(indices.len() as u64);
            let mut found = 0;
            for index in indices {
                let is_position = rules.check(&tiers, index as u64);
                is_wrong.fetch_or(is_position.is_err(), Relaxed);
                found += u64::from(is_position?);
            }
            Ok(found)
        });
        let found = chunks.into_iter().sum::<Result<u64, CheckError>>()?;
        if found != counts.sides.iter().map(crate::table::SideCounts::positions).sum::<u64>() {
            return Err(CheckError::Counts { tier });
        }
        report.positions += found;
        report.holes += codes.len() as u64 - found;
        finished.push(codes);
    }
    Ok(report)
}

/// The values of the current tier and of the lower ones it needs.
struct TierValues<'a> {
    tier: usize,
    codes: &'a [u16],
    below: &'a [Vec<u16>],
}

struct NaiveRules<'a, G: Twin + Indexed> {
    game: &'a G,
    naive: G::Naive,
    numbering: &'a G::Numbering,
}

impl<G: Solvable> NaiveRules<'_, G> {
    /// Whether there is a position with this index; its value must be right.
    fn check(&self, tiers: &TierValues<'_>, index: u64) -> Result<bool, CheckError> {
        let tier = tiers.tier;
        let found = Value::from_code(tiers.codes[index as usize]);
        let place = TableIndex { tier, index };
        let state = self.numbering.state(place);
        let expected = state.as_ref().and_then(|state| {
            self.value(tiers, &self.game.naive_state(state), self.numbering.mover(place))
        });
        if found == expected {
            return Ok(state.is_some());
        }
        let text =
            |value: Option<Value>| value.map_or("nothing".to_owned(), |value| value.to_string());
        let position = state.map(|state| self.game.position_text(&state));
        Err(CheckError::Wrong {
            tier,
            index,
            position: position.unwrap_or_else(|| "there is no such position".to_owned()),
            found: text(found),
            expected: text(expected),
        })
    }

    /// What follows from the values of the successors; none if one of them is not in the table, or if it
    /// is not `mover`'s turn.
    fn value(
        &self,
        tiers: &TierValues<'_>,
        grid: &<G::Naive as Game>::State,
        mover: Seat,
    ) -> Option<Value> {
        match self.naive.status(grid) {
            Status::Over(payoffs) => return Some(Value::of_result(&payoffs, mover)),
            Status::ToMove(seat) if seat != mover => return None,
            Status::ToMove(_) => {}
        }
        let mut best = None;
        let mut missing = false;
        self.naive.each_move(grid, |m| {
            let after = self.naive.after(grid, m);
            let value = match self.numbering.index_of(&self.game.state_of(&after)) {
                Some(place) if self.numbering.mover(place) == mover => {
                    tiers.at(place).map(Value::before_own)
                }
                Some(place) => tiers.at(place).map(Value::before),
                None => match self.naive.status(&after) {
                    Status::Over(payoffs) => Some(Value::of_result(&payoffs, mover).before_own()),
                    Status::ToMove(_) => None,
                },
            };
            best = best.max(value);
            missing |= value.is_none();
        });
        if missing { None } else { best }
    }
}

impl TierValues<'_> {
    fn at(&self, place: TableIndex) -> Option<Value> {
        let codes =
            if place.tier == self.tier { self.codes } else { self.below.get(place.tier)? };
        Value::from_code(*codes.get(place.index as usize)?)
    }
}
