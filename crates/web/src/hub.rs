//! The rooms (games in use) by their names; the other games are in the store.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bellwether_core::ParseError;

use crate::Services;
use crate::access::random_word;
use crate::message::CreateRequest;
use crate::room::Room;
use crate::room::table::TableState;
use crate::store::RecentGame;

/// The most games that are ready at once.
const MOST_ROOMS: usize = 1000;
/// How long a game's name may be; ours are shorter.
const LONGEST_NAME: usize = 40;

/// All games.
#[derive(Debug)]
pub(crate) struct Hub {
    services: Arc<Services>,
    rooms: Mutex<HashMap<String, Arc<Room>>>,
}

impl Hub {
    pub(crate) fn new(services: Arc<Services>) -> Self {
        Self { services, rooms: Mutex::new(HashMap::new()) }
    }

    /// What all games share, for searches without a game.
    pub(crate) fn services(&self) -> &Services {
        &self.services
    }

    /// Sets up a new game and saves it.
    ///
    /// # Errors
    /// If the request is invalid, there are too many games, or it cannot be saved.
    pub(crate) async fn open(&self, request: CreateRequest) -> Result<Arc<Room>, ParseError> {
        let fail = |error: &dyn std::fmt::Display| {
            ParseError::new(format!("the game cannot be set up: {error}"))
        };
        let id = random_word(10).map_err(|error| fail(&error))?;
        let seed = id.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(33) + u64::from(byte));
        // A long list of moves takes a while to play.
        let services = Arc::clone(&self.services);
        let set_up = move || TableState::new(request, seed, &services.roster);
        let table = tokio::task::spawn_blocking(set_up).await;
        let table = table.map_err(|error| fail(&error))??;
        let room = Room::new(id, table, Arc::clone(&self.services));
        room.save().await.map_err(|error| fail(&error))?;
        self.seat(room)
    }

    /// The game of this name, fetched from the store if need be.
    ///
    /// # Errors
    /// If the store cannot be read, or there are too many games in use.
    pub(crate) async fn find(&self, id: &str) -> Result<Option<Arc<Room>>, ParseError> {
        if let Some(room) = self.rooms().get(id) {
            return Ok(Some(Arc::clone(room)));
        }
        if id.len() > LONGEST_NAME {
            return Ok(None);
        }
        let saved = self.services.store.load(id).await.map_err(ParseError::new)?;
        let Some(saved) = saved else { return Ok(None) };
        let table = {
            let services = Arc::clone(&self.services);
            tokio::task::spawn_blocking(move || TableState::again(saved, &services.roster)).await
        };
        let table = table.map_err(|error| ParseError::new(error.to_string()))??;
        self.seat(Room::new(id.to_owned(), table, Arc::clone(&self.services))).map(Some)
    }

    /// The games that were played last.
    ///
    /// # Errors
    /// If the store cannot be read.
    pub(crate) async fn recent(&self, most: usize) -> Result<Vec<RecentGame>, ParseError> {
        self.services.store.recent(most).await.map_err(ParseError::new)
    }

    /// Ends everything that thinks, before the server ends.
    pub(crate) async fn close(&self) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            room.close().await;
        }
        self.services.bot_pool.close().await;
    }

    /// Adds a room; if it was added meanwhile, returns that one.
    fn seat(&self, room: Arc<Room>) -> Result<Arc<Room>, ParseError> {
        let mut rooms = self.rooms();
        if rooms.len() >= MOST_ROOMS {
            // All are in the store: those without users can be dropped.
            rooms.retain(|_, room| Arc::strong_count(room) > 1 || room.is_watched());
        }
        if rooms.len() >= MOST_ROOMS {
            return Err(ParseError::new("too many games are being played: leave one first"));
        }
        Ok(Arc::clone(rooms.entry(room.id.clone()).or_insert(room)))
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
