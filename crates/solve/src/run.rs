//! Solving a game into a table on disk; an interrupted run is resumed.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

use bellwether_core::numbering::Numbering;
use bellwether_core::{Error, ErrorKind};

use crate::Solvable;
use crate::table::{SolvedTable, TableError, TableKey, TableWriter};
use crate::{SolveControl, Stopped, TierSolver, generic, oracle};

/// The expected cost of solving a game.
#[derive(Clone, Debug, PartialEq)]
pub struct SolvePlan {
    /// Tiers in all.
    pub tiers: usize,
    /// Indices in all; symmetric positions share one.
    pub numbers: u64,
    /// Those of them that have a position.
    pub positions: u64,
    /// Peak memory in bytes.
    pub memory: u64,
    /// The table's size in bytes, roughly.
    pub disk: u64,
    /// Seconds of one core, roughly.
    pub seconds: f64,
    /// The table's path.
    pub path: PathBuf,
}

/// Why a game was not solved.
#[derive(Debug, thiserror::Error)]
pub enum SolveError {
    /// It is too large for any table.
    #[error("this game has too many positions to number, so it cannot be solved")]
    TooLarge,
    /// It needs more memory than allowed.
    #[error("solving this takes {} of memory, more than the {} allowed: take a smaller board", size_text(*needed), size_text(*allowed))]
    Memory {
        /// Bytes it takes.
        needed: u64,
        /// Bytes allowed.
        allowed: u64,
    },
    /// It was stopped.
    #[error("stopped")]
    Stopped,
    /// The table could not be written.
    #[error(transparent)]
    Table(#[from] TableError),
}

impl From<SolveError> for Error {
    fn from(error: SolveError) -> Self {
        match error {
            SolveError::TooLarge | SolveError::Memory { .. } => Self::invalid(error),
            SolveError::Stopped => Self::new(ErrorKind::Stopped, error),
            SolveError::Table(error) => error.into(),
        }
    }
}

impl From<Stopped> for SolveError {
    fn from(_: Stopped) -> Self {
        Self::Stopped
    }
}

/// The progress of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SolveProgress {
    /// The current tier, counted from zero.
    pub tier: usize,
    /// That tier's name.
    pub name: String,
    /// Indices of finished tiers, and those solved in this one.
    pub done: u64,
    /// Indices in all.
    pub total: u64,
}

/// The game's own solver, or the generic one.
#[must_use]
pub fn solver_for<G: Solvable>(game: &G, numbering: &G::Numbering) -> Box<dyn TierSolver> {
    game.own_solver(numbering).unwrap_or_else(|| generic::solver(game, numbering))
}

/// The expected cost of solving this game.
///
/// # Errors
/// If its positions cannot be numbered.
pub fn plan<G: Solvable>(game: &G, folder: &Path) -> Result<SolvePlan, SolveError> {
    Ok(plan_numbered(game, &game.numbering().ok_or(SolveError::TooLarge)?, folder))
}

/// The same for a game whose positions are numbered already: to list them may take seconds.
pub fn plan_numbered<G: Solvable>(game: &G, numbering: &G::Numbering, folder: &Path) -> SolvePlan {
    let (tiers, numbers) = (numbering.tiers(), numbering.total());
    let solver = solver_for(game, numbering);
    SolvePlan {
        tiers,
        numbers,
        positions: numbering.positions(),
        memory: most_memory(&*solver, tiers),
        disk: (numbers / 1000 + 1).saturating_mul(solver.disk()),
        seconds: numbers as f64 / solver.rate().max(1) as f64,
        path: oracle::table_path(game, folder),
    }
}

/// What threads, files and compression take, whatever the game.
const BASE: u64 = 4_000_000;

fn most_memory(solver: &dyn TierSolver, tiers: usize) -> u64 {
    (0..tiers).map(|tier| solver.memory(tier)).max().unwrap_or(0).saturating_add(BASE)
}

/// Solves a game into the table that [`plan`] names, on rayon's current pool. A table that is complete
/// already is left as it is.
///
/// # Errors
/// If it takes more memory than allowed, is stopped, or the table cannot be written. Finished tiers are
/// kept, and the next call resumes there.
pub fn solve<G: Solvable>(
    game: &G,
    folder: &Path,
    memory: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(SolveProgress) + Sync),
) -> Result<SolvedTable, SolveError> {
    let numbering = game.numbering_unless(stop).ok_or_else(|| missing(stop))?;
    solve_numbered(game, numbering, folder, memory, stop, progress)
}

/// Why there is no numbering.
pub fn missing(stop: &AtomicBool) -> SolveError {
    if stop.load(Relaxed) { SolveError::Stopped } else { SolveError::TooLarge }
}

/// The same for a game whose positions are numbered already.
///
/// # Errors
/// As those of [`solve`].
pub fn solve_numbered<G: Solvable>(
    game: &G,
    numbering: G::Numbering,
    folder: &Path,
    memory: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(SolveProgress) + Sync),
) -> Result<SolvedTable, SolveError> {
    let path = oracle::table_path(game, folder);
    if path.exists() {
        return Ok(SolvedTable::open_for(game, &path)?);
    }
    let mut solver = solver_for(game, &numbering);
    let tiers = numbering.tiers();
    let needed = most_memory(&*solver, tiers);
    if needed > memory {
        return Err(SolveError::Memory { needed, allowed: memory });
    }
    let mut writer = TableWriter::open(&path, &TableKey::of(game, &numbering))?;
    let mut finished: u64 = (0..writer.finished()).map(|tier| numbering.len(tier)).sum();
    let (next, total) = (writer.finished(), numbering.total());
    if next < tiers {
        for tier in numbering.lowest_needed(next)..next {
            solver.resume(tier, writer.read(tier, stop)?);
        }
    }
    for tier in next..tiers {
        let done = AtomicU64::new(finished);
        let report = |more: u64| {
            let done = done.fetch_add(more, Relaxed) + more;
            progress(SolveProgress { tier, name: numbering.tier_name(tier), done, total });
        };
        report(0);
        let codes = solver.solve(tier, &SolveControl { stop, settled: &report })?;
        writer.append(codes, stop)?;
        finished += numbering.len(tier);
    }
    let path = writer.complete()?;
    // Opening it may take a numbering again: not two at once.
    drop((solver, numbering));
    Ok(SolvedTable::open_for(game, &path)?)
}

/// A number of bytes with a unit.
#[must_use]
pub fn size_text(bytes: u64) -> String {
    let units = ["bytes", "kB", "MB", "GB", "TB"];
    let mut size = bytes as f64;
    let mut unit = 0;
    while size >= 1000.0 && unit + 1 < units.len() {
        size /= 1000.0;
        unit += 1;
    }
    if unit == 0 || size >= 100.0 {
        format!("{size:.0} {}", units[unit])
    } else {
        format!("{size:.1} {}", units[unit])
    }
}
