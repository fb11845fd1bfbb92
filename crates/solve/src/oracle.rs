//! [`Oracle`]: queries to a solved game.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use bellwether_core::Status;
use bellwether_core::numbering::{Indexed, Numbering, TableIndex};
use bellwether_core::random::{Random, below};

use crate::Solvable;
use crate::table::{SolvedTable, TableError};
use crate::{SolveControl, Stopped, Value, run};

/// The file extension of a table.
pub const ENDING: &str = "table";

/// A solved game: its numbering together with the values, on disk or in memory.
pub struct Oracle<G: Indexed> {
    game: G,
    numbering: G::Numbering,
    values: OracleValues,
}

enum OracleValues {
    File(Box<SolvedTable>),
    Memory(Vec<Vec<u16>>),
}

/// A legal move with its exact value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EvaluatedMove<M> {
    /// The move.
    pub m: M,
    /// Its value for the mover; the move counts as a ply.
    pub value: Value,
}

impl<G: Indexed> std::fmt::Debug for Oracle<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Oracle");
        match &self.values {
            OracleValues::File(table) => debug.field("table", table),
            OracleValues::Memory(tiers) => debug.field("tiers", &tiers.len()),
        };
        debug.finish_non_exhaustive()
    }
}

impl<G: Solvable> Oracle<G> {
    /// Opens the table of this game in a folder; none if there is none.
    ///
    /// # Errors
    /// If there is a table but it is damaged or of another game.
    pub fn find(game: &G, folder: &Path) -> Result<Option<Self>, TableError> {
        Self::path(game, folder).map(|path| Self::open(game, &path)).transpose()
    }

    /// The file in a folder that holds this game's positions, unopened; none if there is none.
    #[must_use]
    pub fn path(game: &G, folder: &Path) -> Option<PathBuf> {
        let path = |name: String| folder.join(name).with_added_extension(ENDING);
        game.table_names().into_iter().map(path).find(|path| path.exists())
    }

    /// Opens a table of this game.
    ///
    /// # Errors
    /// If it cannot be read, is damaged, or is a table of something else.
    pub fn open(game: &G, path: &Path) -> Result<Self, TableError> {
        let table = SolvedTable::open_for(game, path)?;
        let foreign = || TableError::foreign(path, "its game has too many positions");
        let numbering = game.numbering().ok_or_else(foreign)?;
        Ok(Self { game: game.clone(), numbering, values: OracleValues::File(Box::new(table)) })
    }

    /// Solves a small game in memory; none if it has more than `most` positions.
    ///
    /// # Errors
    /// If it was stopped.
    pub fn solve(game: &G, most: u64, stop: &AtomicBool) -> Result<Option<Self>, Stopped> {
        let Some(numbering) = game.numbering_unless(stop) else {
            return if stop.load(Ordering::Relaxed) { Err(Stopped) } else { Ok(None) };
        };
        if numbering.total() > most {
            return Ok(None);
        }
        let mut solver = run::solver_for(game, &numbering);
        let control = SolveControl { stop, settled: &|_| {} };
        let tiers = (0..numbering.tiers())
            .map(|tier| solver.solve(tier, &control).map(<[u16]>::to_vec))
            .collect::<Result<_, _>>()?;
        Ok(Some(Self { game: game.clone(), numbering, values: OracleValues::Memory(tiers) }))
    }

    /// The file the values come from, if any.
    #[must_use]
    pub fn table(&self) -> Option<&SolvedTable> {
        match &self.values {
            OracleValues::File(table) => Some(table),
            OracleValues::Memory(_) => None,
        }
    }

    /// The game.
    #[must_use]
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The numbering of its positions.
    #[must_use]
    pub const fn numbering(&self) -> &G::Numbering {
        &self.numbering
    }

    /// The value of a position in which the game is not over; none if the table does not hold it.
    ///
    /// # Errors
    /// If the table is damaged there.
    #[inline]
    pub fn value(&self, state: &G::State) -> Result<Option<Value>, TableError> {
        match self.numbering.index_of(state) {
            Some(place) => self.at(place),
            // The table begins after the mover's choice.
            None => Ok(self.moves(state)?.first().map(|best| best.value)),
        }
    }

    /// The value at an index.
    ///
    /// # Errors
    /// If the table is damaged there.
    #[inline]
    pub fn at(&self, place: TableIndex) -> Result<Option<Value>, TableError> {
        match &self.values {
            OracleValues::File(table) => table.value(place),
            OracleValues::Memory(tiers) => {
                let code = tiers.get(place.tier).and_then(|tier| tier.get(place.index as usize));
                Ok(code.and_then(|code| Value::from_code(*code)))
            }
        }
    }

    /// Every legal move with its value, best first; none if the game is over, or the table does not hold
    /// the position.
    ///
    /// # Errors
    /// If the table is damaged there.
    pub fn moves(&self, state: &G::State) -> Result<Vec<EvaluatedMove<G::Move>>, TableError> {
        let Status::ToMove(mover) = self.game.status(state) else { return Ok(Vec::new()) };
        let mut evaluated = Vec::new();
        for m in self.game.moves(state) {
            let after = self.game.after(state, m);
            let value = match self.game.status(&after) {
                Status::Over(payoffs) => Value::of_result(&payoffs, mover).before_own(),
                Status::ToMove(next) => {
                    let Some(place) = self.numbering.index_of(&after) else {
                        return Ok(Vec::new());
                    };
                    match self.at(place)? {
                        Some(value) if next == mover => value.before_own(),
                        Some(value) => value.before(),
                        None => return Ok(Vec::new()),
                    }
                }
            };
            evaluated.push(EvaluatedMove { m, value });
        }
        evaluated.sort_by_key(|next| std::cmp::Reverse(next.value));
        Ok(evaluated)
    }

    /// A best line from here to the end, or for `most` plies: in a draw it has no end.
    ///
    /// # Errors
    /// If the table is damaged on the way.
    pub fn line(
        &self,
        state: &G::State,
        most: usize,
    ) -> Result<Vec<EvaluatedMove<G::Move>>, TableError> {
        let mut state = state.clone();
        let mut line = Vec::new();
        while line.len() < most {
            let Some(best) = self.moves(&state)?.first().copied() else { break };
            self.game.play(&mut state, best.m);
            line.push(best);
        }
        Ok(line)
    }

    /// An optimal move: the shortest win, the longest loss, and in a draw the move with the greatest share of
    /// losing replies. Ties are broken randomly.
    ///
    /// # Errors
    /// If the table is damaged there.
    pub fn choose(
        &self,
        state: &G::State,
        rng: &mut Random,
    ) -> Result<Option<EvaluatedMove<G::Move>>, TableError> {
        let mut moves = self.moves(state)?;
        let Some(best) = moves.first().map(|best| best.value) else { return Ok(None) };
        moves.retain(|next| next.value == best);
        if best == Value::Draw {
            let traps = moves
                .iter()
                .map(|next| self.share_of_errors(state, next.m))
                .collect::<Result<Vec<_>, _>>()?;
            let most = traps.iter().copied().fold(0.0, f64::max);
            let mut traps = traps.into_iter();
            moves.retain(|_| traps.next() == Some(most));
        }
        Ok(Some(moves[below(rng, moves.len())]))
    }

    /// A random move that worsens the result; none if no move does.
    ///
    /// # Errors
    /// If the table is damaged there.
    pub fn blunder(
        &self,
        state: &G::State,
        rng: &mut Random,
    ) -> Result<Option<EvaluatedMove<G::Move>>, TableError> {
        let mut moves = self.moves(state)?;
        let Some(best) = moves.first().map(|best| best.value) else { return Ok(None) };
        moves.retain(|next| !next.value.is_same_result(best));
        Ok((!moves.is_empty()).then(|| moves[below(rng, moves.len())]))
    }

    /// The share of the replies to a move that lose.
    fn share_of_errors(&self, state: &G::State, m: G::Move) -> Result<f64, TableError> {
        let after = self.game.after(state, m);
        let replies = self.moves(&after)?;
        let errors = replies.iter().filter(|reply| matches!(reply.value, Value::Lose(_))).count();
        Ok(errors as f64 / replies.len().max(1) as f64)
    }
}

/// The path of a game's table in a folder.
#[must_use]
pub fn table_path<G: Solvable>(game: &G, folder: &Path) -> PathBuf {
    let names = game.table_names();
    let name = names.first().map_or(G::NAME, String::as_str);
    folder.join(name).with_added_extension(ENDING)
}
