//! [`ClientPool`]: the clients of a tournament, and which of them sits in which chair.
//!
//! Each client among the players has a chair. A chair that is nobody's in particular takes the next client to come,
//! and from then on belongs to its team: results are counted by team, and the clients may come back in any
//! order for the next game. Several chairs may belong to one team.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bellwether_core::ParseError;

use crate::client_command::{self, ClientCommand, StartedClient};
use crate::connection::Connection;
use crate::entry::ClientEntry;
use crate::listener::Listener;

/// Something that whoever hosts may want to hear.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientEvent {
    /// So many clients are waited for, at this address.
    Waiting(usize, SocketAddr),
    /// A client of this team has come, and so many are still waited for.
    Came(i32, usize),
    /// A client of this team was sent away: no chair is its.
    SentAway(i32),
}

/// Whoever is told what happens.
pub type ClientEventFn = Box<dyn Fn(ClientEvent) + Send + Sync>;

/// The clients of a tournament.
pub struct ClientPool {
    lobby: Listener,
    /// How clients are started, if we do that ourselves.
    recipe: Option<ClientCommand>,
    tell: ClientEventFn,
    table: Mutex<PoolState>,
}

impl std::fmt::Debug for ClientPool {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientPool").field("lobby", &self.lobby).finish_non_exhaustive()
    }
}

#[derive(Debug)]
struct PoolState {
    chairs: Vec<ClientSeat>,
    started: Vec<StartedClient>,
    /// Whether everybody who will come for the next game is there.
    is_complete: bool,
    /// Whether anybody was told that we wait.
    has_asked: bool,
    /// How many games are over.
    games: u64,
}

/// The game for which clients have gathered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientGame(u64);

#[derive(Debug, Default)]
struct ClientSeat {
    team: Option<i32>,
    line: Option<Connection>,
    /// Why nobody is here.
    absence: String,
}

/// A look at the door, and at what there is to hear, no more rarely than this.
const GLANCE: Duration = Duration::from_millis(50);

/// Clients that come back at once are not worth a word.
const SOON: Duration = Duration::from_secs(1);

impl ClientPool {
    /// The clients of these entries, who come in through the lobby; started by us, if there is a recipe.
    #[must_use]
    pub fn new(
        lobby: Listener,
        entries: &[ClientEntry],
        recipe: Option<ClientCommand>,
        tell: ClientEventFn,
    ) -> Self {
        let chair = |entry: &ClientEntry| ClientSeat { team: entry.team, ..ClientSeat::default() };
        let chairs = entries.iter().map(chair).collect();
        let table = PoolState {
            chairs,
            started: Vec::new(),
            is_complete: false,
            has_asked: false,
            games: 0,
        };
        Self { lobby, recipe, tell, table: Mutex::new(table) }
    }

    /// Where clients come in.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.lobby.address()
    }

    /// Who the chairs belong to by now.
    #[must_use]
    pub fn entries(&self) -> Vec<ClientEntry> {
        self.table().chairs.iter().map(|chair| ClientEntry { team: chair.team }).collect()
    }

    /// Waits until every chair is taken, and starts clients for those that are not, if that is asked for. Who
    /// does not come in time, if there is a time, is absent. None if `stop` was set meanwhile.
    ///
    /// # Errors
    /// If a client cannot be started.
    pub fn gather(
        &self,
        patience: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Option<ClientGame>, ParseError> {
        let tell = &self.tell;
        let began = Instant::now();
        self.start()?;
        let mut is_told = false;
        loop {
            let SeatingResult { came, missing } = self.seat();
            if is_told {
                let still = (0..came.len()).rev().map(|later| missing + later);
                came.into_iter()
                    .zip(still)
                    .for_each(|(team, still)| tell(ClientEvent::Came(team, still)));
            }
            let mut table = self.table();
            table.is_complete |= missing == 0;
            if table.is_complete {
                return Ok(Some(ClientGame(table.games)));
            }
            drop(table);
            if !is_told && self.is_worth_a_word(began) {
                is_told = true;
                tell(ClientEvent::Waiting(missing, self.address()));
            }
            if let Some(why) = self.absence(missing, began, patience) {
                self.do_without(&why);
            } else if stop.load(Ordering::Relaxed) {
                return Ok(None);
            } else {
                self.lobby.wait(GLANCE);
            }
        }
    }

    /// The connection of who sits in a chair, to play with.
    ///
    /// # Errors
    /// If nobody is there; the sentence says why.
    pub fn take(&self, chair: usize) -> Result<Connection, String> {
        let mut table = self.table();
        let absent = || Err("no such client".to_owned());
        let Some(chair) = table.chairs.get_mut(chair) else { return absent() };
        chair.line.take().ok_or_else(|| chair.absence.clone())
    }

    /// Sends everybody home when their game is over; those who wait for the next stay.
    pub fn dismiss(&self, gathering: ClientGame) {
        // A game that was taken away long ago says nothing about those who are here now.
        if self.table().games == gathering.0 {
            self.dismiss_all();
        }
    }

    /// Sends everybody home who sits at the table.
    pub fn dismiss_all(&self) {
        let mut table = self.table();
        table.games += 1;
        table.is_complete = false;
        for chair in &mut table.chairs {
            chair.line = None;
        }
        client_command::let_go(&table.started);
        table.started.clear();
    }

    /// Sends everybody home, also those who wait for a next game.
    pub fn close(&self) {
        self.dismiss_all();
        self.lobby.clear();
    }

    fn start(&self) -> Result<(), ParseError> {
        let Some(recipe) = &self.recipe else { return Ok(()) };
        let mut table = self.table();
        let PoolState { chairs, started, .. } = &mut *table;
        if !started.is_empty() {
            return Ok(());
        }
        for (index, chair) in chairs.iter().enumerate().filter(|(_, chair)| chair.line.is_none()) {
            let team = chair.team.unwrap_or(index as i32 + 1);
            started.push(recipe.start(self.address().port(), team)?);
        }
        Ok(())
    }

    /// Gives waiting clients their chairs.
    fn seat(&self) -> SeatingResult {
        let mut table = self.table();
        let chairs = &mut table.chairs;
        for chair in chairs.iter_mut() {
            chair.line.take_if(|line| line.is_gone());
        }
        let mut came = Vec::new();
        self.lobby.seat(|line| {
            let team = line.team();
            let is_known = chairs.iter().any(|chair| chair.team == Some(team));
            let free = |wanted: Option<i32>| {
                chairs.iter().position(|chair| chair.line.is_none() && chair.team == wanted)
            };
            match free(Some(team)).or_else(|| free(None)) {
                Some(chair) => {
                    let chair = &mut chairs[chair];
                    chair.team = Some(team);
                    chair.line = Some(line);
                    came.push(team);
                    None
                }
                // It has come early for the next game.
                None if is_known => Some(line),
                None => {
                    (self.tell)(ClientEvent::SentAway(team));
                    None
                }
            }
        });
        let missing = chairs.iter().filter(|chair| chair.line.is_none()).count();
        SeatingResult { came, missing }
    }

    /// Whether whoever hosts should know that we wait: at first always, later if there is something to do about it.
    fn is_worth_a_word(&self, began: Instant) -> bool {
        let is_first = !std::mem::replace(&mut self.table().has_asked, true);
        is_first || (self.recipe.is_none() && began.elapsed() >= SOON)
    }

    /// Why those who are missing will not come, if they will not.
    fn absence(
        &self,
        missing: usize,
        began: Instant,
        patience: Option<Duration>,
    ) -> Option<String> {
        let endings: Vec<String> =
            self.table().started.iter().filter_map(StartedClient::ending).collect();
        // Who has ended can be none of those who are there.
        if let Some(ending) = endings.last().filter(|_| endings.len() >= missing) {
            return Some(format!("the client that was started ended before its game: {ending}"));
        }
        let patience = patience?;
        (began.elapsed() >= patience)
            .then(|| format!("did not come within {} s", patience.as_secs_f64()))
    }

    /// Leaves chairs empty for a game.
    fn do_without(&self, why: &str) {
        let mut table = self.table();
        table.is_complete = true;
        for chair in table.chairs.iter_mut().filter(|chair| chair.line.is_none()) {
            why.clone_into(&mut chair.absence);
        }
    }

    fn table(&self) -> MutexGuard<'_, PoolState> {
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What came of a look into the lobby.
struct SeatingResult {
    /// The teams of those who were given a chair.
    came: Vec<i32>,
    /// How many chairs are empty.
    missing: usize,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::wire::team_bytes;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::sync::Arc;

    fn client(address: SocketAddr, team: i32) -> TcpStream {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(&team_bytes(team)).unwrap();
        stream
    }

    /// What a client hears until its connection is closed.
    fn heard(mut stream: TcpStream) -> Vec<u8> {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn chairs_belong_to_teams_from_game_to_game() {
        let news: Arc<Mutex<Vec<ClientEvent>>> = Arc::default();
        let noted = Arc::clone(&news);
        let tell = move |item| noted.lock().unwrap().push(item);
        let entries = [ClientEntry { team: None }, ClientEntry { team: Some(7) }];
        let lobby = Listener::open("127.0.0.1:0").unwrap();
        let company = ClientPool::new(lobby, &entries, None, Box::new(tell));
        let address = company.address();
        let nobody = AtomicBool::new(false);

        let first = [client(address, 7), client(address, 3)];
        assert!(company.gather(None, &nobody).unwrap().is_some());
        assert_eq!(
            company.entries(),
            [ClientEntry { team: Some(3) }, ClientEntry { team: Some(7) }]
        );
        company.dismiss_all();
        assert!(first.into_iter().all(|stream| heard(stream) == [0; 8]));

        // Somebody else has no chair; the others have theirs, whoever is first.
        let second = std::thread::scope(|scope| {
            let clients = scope.spawn(|| {
                assert_eq!(heard(client(address, 9)), [0; 8]);
                [client(address, 7), client(address, 3)]
            });
            assert!(company.gather(None, &nobody).unwrap().is_some());
            clients.join().unwrap()
        });
        assert!(news.lock().unwrap().contains(&ClientEvent::SentAway(9)));
        assert_eq!([0, 1].map(|chair| company.take(chair).unwrap().team()), [3, 7]);
        drop(second);

        company.dismiss_all();
        let soon = Some(Duration::from_millis(10));
        assert!(company.gather(soon, &nobody).unwrap().is_some());
        assert_eq!(company.take(0).unwrap_err(), "did not come within 0.01 s");
        company.dismiss_all();
        nobody.store(true, Ordering::Relaxed);
        assert_eq!(company.gather(None, &nobody).unwrap(), None);
    }

    #[test]
    fn an_old_game_dismisses_nobody_of_the_next() {
        let lobby = Listener::open("127.0.0.1:0").unwrap();
        let company = ClientPool::new(lobby, &[ClientEntry { team: None }], None, Box::new(drop));
        let address = company.address();
        let nobody = AtomicBool::new(false);
        let first = client(address, 1);
        let old = company.gather(None, &nobody).unwrap().unwrap();
        company.dismiss_all();
        let second = client(address, 1);
        assert_ne!(company.gather(None, &nobody).unwrap(), Some(old));
        company.dismiss(old);
        assert_eq!(company.take(0).map(|line| line.team()), Ok(1));
        drop((first, second));
    }
}
