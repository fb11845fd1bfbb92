//! Solved games, opened once and shared by all rooms.

use std::collections::HashSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bellwether_catalog::{AnyGame, AnyOracle, AnyProvable, Catalog, quick_oracle};

use crate::pool::SearchPool;

/// The most that are open at once.
const MOST: usize = 8;

/// The most games that are remembered as unknown.
const MOST_MISSING: usize = 256;

/// What is known to be true, by game.
pub(crate) struct Oracles {
    catalog: Catalog,
    folder: PathBuf,
    pool: Arc<SearchPool>,
    open: Mutex<Vec<(String, Arc<dyn AnyOracle>)>>,
    /// Games of which nothing is known exactly, as far as somebody has looked who did not ask for it.
    missing: Mutex<HashSet<String>>,
    /// One is opened at a time: the same small game must not be solved twice at once.
    opening: tokio::sync::Mutex<()>,
}

bellwether_core::debug_fields!(Oracles, [], folder);

impl Oracles {
    pub(crate) fn new(catalog: Catalog, folder: PathBuf, pool: Arc<SearchPool>) -> Self {
        Self {
            catalog,
            folder,
            pool,
            open: Mutex::default(),
            missing: Mutex::default(),
            opening: tokio::sync::Mutex::const_new(()),
        }
    }

    /// Whether exact values can be asked for: the game can be solved, or its winner is proven.
    pub(crate) fn can_know(&self, game: &dyn AnyGame) -> bool {
        let is_proven = |prover: Box<dyn AnyProvable>| prover.is_proven(&self.folder);
        game.solvable().is_some() || game.provable().is_some_and(is_proven)
    }

    /// The same if it is there in a moment, for who did not ask for exact values: what has to be listed first, or was not
    /// there the last time, is not looked for.
    pub(crate) async fn find_quickly(
        &self,
        game: &dyn AnyGame,
        stop: Arc<AtomicBool>,
    ) -> Option<Arc<dyn AnyOracle>> {
        let name = game.spec().to_string();
        if game.is_hidden() {
            return None;
        }
        if let Some(known) = self.known(&name) {
            return Some(known);
        }
        let is_slow = game.solvable().is_some_and(|solver| solver.lists_positions());
        let is_missing = self.missing().contains(&name);
        if is_slow || is_missing || !self.can_know(game) || self.opening.try_lock().is_err() {
            return None;
        }
        let found = self.find(&name, Arc::clone(&stop)).await;
        if found.is_none() && !stop.load(Ordering::Relaxed) {
            let mut missing = self.missing();
            if missing.len() >= MOST_MISSING {
                missing.clear();
            }
            missing.insert(name);
        }
        found
    }

    fn missing(&self) -> MutexGuard<'_, HashSet<String>> {
        self.missing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game's table, the strategy of its winner, or the game solved on the spot if it is small; none if there is none
    /// of them, or `stop` came first.
    pub(crate) async fn find(
        &self,
        game: &str,
        stop: Arc<AtomicBool>,
    ) -> Option<Arc<dyn AnyOracle>> {
        if let Some(known) = self.known(game) {
            return Some(known);
        }
        let _turn = self.opening.lock().await;
        if let Some(known) = self.known(game) {
            return Some(known);
        }
        let (name, folder) = (game.to_owned(), self.folder.clone());
        let catalog = self.catalog.clone();
        let search = move |stop: &AtomicBool| {
            // A damaged table is as good as none here; `check-table` reports what is wrong with it.
            quick_oracle(catalog.game(&name).ok()?.as_ref(), &folder, stop).ok().flatten()
        };
        let oracle: Arc<dyn AnyOracle> = self.pool.run("", stop, search).await??.into();
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.len() >= MOST {
            open.remove(0);
        }
        open.push((game.to_owned(), Arc::clone(&oracle)));
        Some(oracle)
    }

    fn known(&self, game: &str) -> Option<Arc<dyn AnyOracle>> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        let at = open.iter().position(|(known, _)| known == game)?;
        // Least recently used first.
        let found = open.remove(at);
        let oracle = Arc::clone(&found.1);
        open.push(found);
        Some(oracle)
    }
}
