//! What a player knows of a hidden game: what it has seen of the moves, and states that it cannot tell from the true one.
//!
//! A state that was drawn anew has no moves of its own: it keeps what was seen of those before it.

use std::fmt::Write;
use std::hash::{BuildHasher, RandomState};
use std::sync::Arc;

use bellwether_core::Seat;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::PyState;
use crate::errors::raised;
use crate::game::GameHandle;
use crate::whole::whole;

/// What was seen of some moves of a hidden game.
pub(super) struct SeenMoves {
    /// The player from whose information a state was drawn.
    seat: Seat,
    /// What this player has seen.
    own: String,
    /// What everybody has.
    common: String,
}

impl PyState {
    /// Reads what `serialize` wrote: the start on the first line, the actions on the second; of a state that was drawn anew,
    /// on three more for which player it was drawn, and what this player and everybody had seen.
    pub(crate) fn deserialize(handle: &Arc<GameHandle>, text: &str) -> PyResult<Self> {
        let mut lines = text.split('\n');
        let (start, actions) = (lines.next().unwrap_or_default(), lines.next().unwrap_or_default());
        let seen = match lines.collect::<Vec<_>>()[..] {
            [] | [""] => None,
            [player, own, common] => {
                let seat = handle.seat(player.parse().unwrap_or(-1))?;
                Some(SeenMoves { seat, own: own.to_owned(), common: common.to_owned() })
            }
            _ => {
                let message = "a serialized state has two lines, or five if it was drawn anew";
                return Err(PyValueError::new_err(message));
            }
        };
        let mut state = Self::from_text(handle, Some(start).filter(|start| !start.is_empty()))?;
        for word in actions.split_whitespace() {
            let action = word.parse().map_err(|_| {
                PyValueError::new_err(format!("'{word}' in a serialized state is not an action"))
            })?;
            state.play(action)?;
        }
        state.seen = seen.map(Arc::new);
        Ok(state)
    }

    /// What a player has seen of all moves so far, separated by blanks. Without a player: what everybody has.
    pub(super) fn seen_moves(&self, seat: Option<Seat>) -> PyResult<String> {
        let mut position = Self::from_text(&self.handle, self.start.as_deref())?.position;
        let mut text = self.seen.as_ref().map_or(String::new(), |seen| {
            if seat == Some(seen.seat) { seen.own.clone() } else { seen.common.clone() }
        });
        for &action in &self.history {
            // What everybody knows of a move is what somebody else sees of it.
            let other = |mover: Seat| Seat::new((mover.index() + 1) % self.handle.seats);
            let viewer = seat.or_else(|| position.status().mover().map(other));
            let separator = if text.is_empty() { "" } else { " " };
            text += separator;
            text += &position.action_text(action as usize, viewer).unwrap_or_default();
            position.play_action(action as usize);
        }
        Ok(text)
    }

    /// The state as text, for [`deserialize`](Self::deserialize).
    pub(super) fn written(&self) -> String {
        let actions: Vec<String> = self.history.iter().map(u32::to_string).collect();
        let mut text =
            format!("{}\n{}", self.start.as_deref().unwrap_or_default(), actions.join(" "));
        if let Some(SeenMoves { seat, own, common }) = self.seen.as_deref() {
            let _ = write!(text, "\n{}\n{own}\n{common}", seat.index());
        }
        text
    }

    /// A state that the player at `seat` cannot tell from this one.
    pub(super) fn drawn_anew(&self, seat: Seat, seed: u64) -> PyResult<Self> {
        let view = self.position.text(Some(seat));
        let position = self.handle.game.observed(&view, seat, seed).map_err(raised)?;
        let (own, common) = (self.seen_moves(Some(seat))?, self.seen_moves(None)?);
        let seen = Some(Arc::new(SeenMoves { seat, own, common }));
        Ok(Self { seen, ..Self::from_position(&self.handle, position) })
    }
}

/// The random seed that a caller gives: a number, a function as OpenSpiel has it, or a generator; or a fresh one.
pub(super) fn seed_of(sampler: Option<&Bound<'_, PyAny>>) -> PyResult<u64> {
    match sampler {
        None => Ok(RandomState::new().hash_one(())),
        Some(sampler) if sampler.is_callable() => from_unit(&sampler.call0()?),
        // numpy's generators, and those of `random`.
        Some(sampler) if sampler.hasattr("random")? => from_unit(&sampler.call_method0("random")?),
        Some(seed) => whole(seed),
    }
}

/// A seed made of a number from 0 to 1.
fn from_unit(drawn: &Bound<'_, PyAny>) -> PyResult<u64> {
    let drawn: f64 = drawn.extract()?;
    Ok((drawn * (1_u64 << 53) as f64) as u64)
}
