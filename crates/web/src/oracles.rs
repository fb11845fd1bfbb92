//! Solved games, opened once and shared by all rooms.

use std::path::PathBuf;
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use bellwether_catalog::{AnyOracle, Catalog};

use crate::pool::SearchPool;

/// The most that are open at once.
const MOST: usize = 8;

/// What is known to be true, by game.
pub(crate) struct Oracles {
    catalog: Catalog,
    folder: PathBuf,
    pool: Arc<SearchPool>,
    open: Mutex<Vec<(String, Arc<dyn AnyOracle>)>>,
    /// One is opened at a time: the same small game must not be solved twice at once.
    opening: tokio::sync::Mutex<()>,
}

bellwether_core::debug_fields!(Oracles, [], folder);

impl Oracles {
    pub(crate) const fn new(catalog: Catalog, folder: PathBuf, pool: Arc<SearchPool>) -> Self {
        Self {
            catalog,
            folder,
            pool,
            open: Mutex::new(Vec::new()),
            opening: tokio::sync::Mutex::const_new(()),
        }
    }

    /// The game's table, or the game solved on the spot if it is small; none if there is neither, or `stop`
    /// came first.
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
            catalog.game(&name).ok()?.solvable()?.find(&folder, stop).ok().flatten()
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
