//! The rooms (games in use) by their names; the other games are in the store.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bellwether_core::{Error, ErrorKind};

use crate::Services;
use crate::access::random_word;
use crate::message::CreateRequest;
use crate::pool::blocking;
use crate::room::Room;
use crate::room::room_game::{RoomGame, SavedGame};

/// The most games that are ready at once.
const MOST_ROOMS: usize = 1000;
/// The most moves that games hold in memory which nobody watches: some 40 MB.
const MOST_PLIES: usize = 100_000;
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
        let word = random_word(10)?;
        let seed = word.bytes().fold(0, |sum: u64, byte| sum.wrapping_mul(33) + u64::from(byte));
        // A long list of moves takes a while to play.
        let services = Arc::clone(&self.services);
        let table = blocking(move || RoomGame::new(request, seed, &services.roster)).await?;
        self.add(table).await
    }

    /// Sets up the game of a rematch and saves it.
    ///
    /// # Errors
    /// If there are too many games, or it cannot be saved.
    pub(crate) async fn open_saved(&self, saved: SavedGame) -> Result<Arc<Room>, Error> {
        self.add(RoomGame::again(saved, &self.services.roster)?).await
    }

    async fn add(&self, table: RoomGame) -> Result<Arc<Room>, Error> {
        let id = random_word(10)?;
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
        let table = blocking(move || RoomGame::again(saved, &services.roster)).await;
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
        let plies: usize = rooms.values().map(|room| room.plies()).sum();
        if rooms.len() >= MOST_ROOMS || plies + room.plies() > MOST_PLIES {
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Four moves that lead back to the start.
    fn round(name: &str) -> Vec<String> {
        let start = bellwether_standard::game(name).unwrap().start();
        let mut lines = vec![(Vec::new(), start.duplicate())];
        for _ in 0..4 {
            lines = { lines }
                .into_iter()
                .flat_map(|(moves, position)| {
                    position.moves().into_iter().map(move |text| {
                        let mut after = position.duplicate();
                        after.play(&text).unwrap();
                        (moves.iter().cloned().chain([text]).collect(), after)
                    })
                })
                .collect();
        }
        lines.into_iter().find(|(_, end)| end.is_same(start.as_ref())).unwrap().0
    }

    #[tokio::test]
    async fn long_games_that_nobody_watches_leave_the_memory() {
        let name = format!("bellwether-hub-{}", std::process::id());
        let folder = std::env::temp_dir().join(name);
        let config = crate::Config {
            port: Some(0),
            store: folder.join("games.db"),
            ..crate::Config::new(&bellwether_standard::standard())
        };
        let server = crate::Server::bind(config).await.unwrap();
        let hub = &server.app.hub;
        let round = round("wolves-eat-sheep");
        let moves: Vec<&str> = round.iter().map(String::as_str).cycle().take(5000).collect();
        let mut first = None;
        for _ in 0..25 {
            let request = CreateRequest {
                moves: Some(moves.join(" ")),
                seed: Some(1),
                paused: true,
                ..CreateRequest::of("wolves-eat-sheep")
            };
            first.get_or_insert(hub.open(request).await.unwrap().id.clone());
        }
        let plies: usize = hub.rooms().values().map(|room| room.plies()).sum();
        assert!(plies <= MOST_PLIES, "{plies} moves are in memory");
        assert!(hub.find(&first.unwrap()).await.is_ok(), "it is in the store");
        let _ = std::fs::remove_dir_all(folder);
    }
}
