//! The rooms (games in use) by their names; the other games are in the store.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bellwether_core::{Error, ErrorKind};

use crate::Services;
use crate::access::random_word;
use crate::message::CreateRequest;
use crate::pool::blocking;
use crate::room::Room;
use crate::room::table::TableState;

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
    pub(crate) async fn open(&self, request: CreateRequest) -> Result<Arc<Room>, Error> {
        let id = random_word(10)?;
        let seed = id.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(33) + u64::from(byte));
        // A long list of moves takes a while to play.
        let services = Arc::clone(&self.services);
        let table = blocking(move || TableState::new(request, seed, &services.roster)).await?;
        let room = Room::new(id, table, Arc::clone(&self.services));
        self.services.store.add_one()?;
        room.save().await.map_err(|error| error.at("the game cannot be set up"))?;
        self.seat(room)
    }

    /// The game of this name, fetched from the store if need be.
    ///
    /// # Errors
    /// If there is none, the store cannot be read, or there are too many games in use.
    pub(crate) async fn find(&self, id: &str) -> Result<Arc<Room>, Error> {
        if let Some(room) = self.rooms().get(id) {
            return Ok(Arc::clone(room));
        }
        let missing = || Error::not_found("there is no such game");
        if id.len() > LONGEST_NAME {
            return Err(missing());
        }
        let saved = self.services.store.load(id).await?.ok_or_else(missing)?;
        let services = Arc::clone(&self.services);
        let table = blocking(move || TableState::again(saved, &services.roster)).await;
        // It was saved by another version.
        let table = table.map_err(|error| Error::new(ErrorKind::Damaged, error))?;
        self.seat(Room::new(id.to_owned(), table, Arc::clone(&self.services)))
    }

    /// Ends everything that thinks, before the server ends.
    pub(crate) async fn close(&self) {
        let rooms: Vec<Arc<Room>> = self.rooms().values().cloned().collect();
        for room in rooms {
            room.close().await;
        }
        self.services.bot_pool.close().await;
        self.services.store.close().await;
    }

    /// Adds a room; if it was added meanwhile, returns that one.
    fn seat(&self, room: Arc<Room>) -> Result<Arc<Room>, Error> {
        let mut rooms = self.rooms();
        if rooms.len() >= MOST_ROOMS {
            // All are in the store: those without users can be dropped.
            rooms.retain(|_, room| Arc::strong_count(room) > 1 || room.is_watched());
        }
        if rooms.len() >= MOST_ROOMS {
            return Err(Error::new(
                ErrorKind::Busy,
                "too many games are being played: leave one first",
            ));
        }
        Ok(Arc::clone(rooms.entry(room.id.clone()).or_insert(room)))
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Arc<Room>>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
