//! The rooms by their names, and how many there may be.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bellwether_core::ParseError;

use crate::guard::random_word;
use crate::message::Wanted;
use crate::pool::Pool;
use crate::room::Room;
use crate::room::table::Table;

/// The most games that are kept ready at once.
const MOST_ROOMS: usize = 1000;

/// All games that are ready to be played.
#[derive(Debug)]
pub(crate) struct Hub {
    pool: Arc<Pool>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
}

impl Hub {
    pub(crate) fn new(pool: Arc<Pool>) -> Self {
        Self { pool, rooms: Mutex::new(HashMap::new()) }
    }

    /// Sets a new table up.
    ///
    /// # Errors
    /// If what is wanted is no game, or there are too many.
    pub(crate) fn open(&self, wanted: Wanted) -> Result<Arc<Room>, ParseError> {
        let fail = |error| ParseError::new(format!("no name for the game: {error}"));
        let id = random_word(10).map_err(fail)?;
        let seed = id.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(33) + u64::from(byte));
        let room = Room::new(id.clone(), Table::new(wanted, seed)?, Arc::clone(&self.pool));
        let mut rooms = self.rooms();
        if rooms.len() >= MOST_ROOMS {
            rooms.retain(|_, room| room.is_watched());
        }
        if rooms.len() >= MOST_ROOMS {
            return Err(ParseError::new("too many games are being played: leave one first"));
        }
        rooms.insert(id, Arc::clone(&room));
        Ok(room)
    }

    pub(crate) fn find(&self, id: &str) -> Option<Arc<Room>> {
        self.rooms().get(id).cloned()
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
