//! [`ClientPool`]: the clients of a tournament, and the seat of each.
//!
//! Each client among the players has a seat. A seat without a team takes the next client that connects, and from then
//! on belongs to its team: results are counted by team, and the clients may reconnect in any order for the next
//! game. Several seats may belong to one team.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bellwether_core::Error;

use crate::client_command::{self, ClientCommand, StartedClient};
use crate::connection::Connection;
use crate::entry::ClientEntry;
use crate::listener::Listener;

/// An event for the host.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientEvent {
    /// So many clients are missing; the server listens at this address.
    Waiting(usize, SocketAddr),
    /// A client of this team has connected, and so many are still missing.
    Came(i32, usize),
    /// A client of this team was refused: it has no seat.
    Refused(i32),
}

/// Receives events.
pub type ClientEventFn = Box<dyn Fn(ClientEvent) + Send + Sync>;

/// The clients of a tournament.
pub struct ClientPool {
    listener: Listener,
    /// The command that starts clients, if the server does.
    command: Option<ClientCommand>,
    on_event: ClientEventFn,
    state: Mutex<PoolState>,
}

bellwether_core::debug_fields!(ClientPool, [], listener);

#[derive(Debug, Default)]
struct PoolState {
    seats: Vec<ClientSeat>,
    started: Vec<StartedClient>,
    /// Whether all clients of the next game are there.
    is_complete: bool,
    /// Whether the first `Waiting` was reported.
    has_reported: bool,
    /// How many games are over.
    games: u64,
}

/// The game that clients were collected for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientGame(u64);

#[derive(Debug, Default)]
struct ClientSeat {
    team: Option<i32>,
    connection: Option<Connection>,
    /// Why no client is here.
    absence: String,
}

/// How often arrivals and the stop signal are checked.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// Waiting is reported after this time only: most clients reconnect at once.
const REPORT_AFTER: Duration = Duration::from_secs(1);

impl ClientPool {
    /// The clients of these entries, which connect to the listener; started by us, if there is a command.
    #[must_use]
    pub fn new(
        listener: Listener,
        entries: &[ClientEntry],
        command: Option<ClientCommand>,
        on_event: ClientEventFn,
    ) -> Self {
        let seat = |entry: &ClientEntry| ClientSeat { team: entry.team, ..ClientSeat::default() };
        let state = PoolState { seats: entries.iter().map(seat).collect(), ..PoolState::default() };
        Self { listener, command, on_event, state: Mutex::new(state) }
    }

    /// Where clients connect.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.listener.address()
    }

    /// The teams of the seats so far.
    #[must_use]
    pub fn entries(&self) -> Vec<ClientEntry> {
        self.state().seats.iter().map(|seat| ClientEntry { team: seat.team }).collect()
    }

    /// Waits until every seat is taken, and starts clients for the others if there is a command. A client that is
    /// not there within `timeout` is absent. None if `stop` was set meanwhile.
    ///
    /// # Errors
    /// If a client cannot be started.
    pub fn wait_for_all(
        &self,
        timeout: Option<Duration>,
        stop: &AtomicBool,
    ) -> Result<Option<ClientGame>, Error> {
        let on_event = &self.on_event;
        let began = Instant::now();
        self.start()?;
        let mut is_reported = false;
        loop {
            let (came, missing) = self.seat_waiting();
            if is_reported {
                let still = (0..came.len()).rev().map(|later| missing + later);
                came.into_iter()
                    .zip(still)
                    .for_each(|(team, still)| on_event(ClientEvent::Came(team, still)));
            }
            let mut state = self.state();
            state.is_complete |= missing == 0;
            if state.is_complete {
                return Ok(Some(ClientGame(state.games)));
            }
            drop(state);
            if !is_reported && self.should_report(began) {
                is_reported = true;
                on_event(ClientEvent::Waiting(missing, self.address()));
            }
            if let Some(why) = self.absence(missing, began, timeout) {
                self.leave_empty(&why);
            } else if stop.load(Ordering::Relaxed) {
                return Ok(None);
            } else {
                self.listener.wait(POLL_INTERVAL);
            }
        }
    }

    /// Takes the connection of a seat.
    ///
    /// # Errors
    /// If no client is there; the message says why.
    pub fn take(&self, seat: usize) -> Result<Connection, String> {
        let mut state = self.state();
        let absent = || Err("no such client".to_owned());
        let Some(seat) = state.seats.get_mut(seat) else { return absent() };
        seat.connection.take().ok_or_else(|| seat.absence.clone())
    }

    /// Closes the connections of a game that is over; clients that wait for the next stay.
    pub fn dismiss(&self, game: ClientGame) {
        // A game that was taken away earlier must not close the connections of a later one.
        if self.state().games == game.0 {
            self.dismiss_all();
        }
    }

    /// Closes the connections of all seats.
    pub fn dismiss_all(&self) {
        let mut state = self.state();
        state.games += 1;
        state.is_complete = false;
        for seat in &mut state.seats {
            seat.connection = None;
        }
        client_command::wait_for_exit(&state.started);
        state.started.clear();
    }

    /// Closes all connections, those of waiting clients too.
    pub fn close(&self) {
        self.dismiss_all();
        self.listener.clear();
    }

    fn start(&self) -> Result<(), Error> {
        let Some(command) = &self.command else { return Ok(()) };
        let mut state = self.state();
        let PoolState { seats, started, .. } = &mut *state;
        if !started.is_empty() {
            return Ok(());
        }
        for (index, seat) in seats.iter().enumerate().filter(|(_, seat)| seat.connection.is_none())
        {
            let team = seat.team.unwrap_or(index as i32 + 1);
            started.push(command.start(self.address().port(), team)?);
        }
        Ok(())
    }

    /// Gives waiting clients their seats; the teams of those that got one, and how many seats are empty.
    fn seat_waiting(&self) -> (Vec<i32>, usize) {
        let mut state = self.state();
        let seats = &mut state.seats;
        for seat in seats.iter_mut() {
            seat.connection.take_if(|connection| connection.is_gone());
        }
        let mut came = Vec::new();
        self.listener.seat(|connection| {
            let team = connection.team();
            let is_known = seats.iter().any(|seat| seat.team == Some(team));
            let free = |wanted: Option<i32>| {
                seats.iter().position(|seat| seat.connection.is_none() && seat.team == wanted)
            };
            match free(Some(team)).or_else(|| free(None)) {
                Some(seat) => {
                    let seat = &mut seats[seat];
                    seat.team = Some(team);
                    seat.connection = Some(connection);
                    came.push(team);
                    None
                }
                // It is early for the next game.
                None if is_known => Some(connection),
                None => {
                    (self.on_event)(ClientEvent::Refused(team));
                    None
                }
            }
        });
        let missing = seats.iter().filter(|seat| seat.connection.is_none()).count();
        (came, missing)
    }

    /// Whether to report that clients are missing: at first always, later if the host starts clients by hand.
    fn should_report(&self, began: Instant) -> bool {
        let is_first = !std::mem::replace(&mut self.state().has_reported, true);
        is_first || (self.command.is_none() && began.elapsed() >= REPORT_AFTER)
    }

    /// Why missing clients will not come, if they will not.
    fn absence(&self, missing: usize, began: Instant, timeout: Option<Duration>) -> Option<String> {
        let endings: Vec<String> =
            self.state().started.iter().filter_map(StartedClient::ending).collect();
        // A client that has ended is none of those that are there.
        if let Some(ending) = endings.last().filter(|_| endings.len() >= missing) {
            return Some(format!("the client that was started ended before its game: {ending}"));
        }
        let timeout = timeout?;
        (began.elapsed() >= timeout)
            .then(|| format!("did not come within {} s", timeout.as_secs_f64()))
    }

    /// Leaves seats empty for a game.
    fn leave_empty(&self, why: &str) {
        let mut state = self.state();
        state.is_complete = true;
        for seat in state.seats.iter_mut().filter(|seat| seat.connection.is_none()) {
            why.clone_into(&mut seat.absence);
        }
    }

    fn state(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::io::{Read, Write};
    use std::net::TcpStream;
    use std::sync::Arc;

    fn client(address: SocketAddr, team: i32) -> TcpStream {
        let mut stream = TcpStream::connect(address).unwrap();
        stream.write_all(&team.to_le_bytes()).unwrap();
        stream
    }

    /// What a client receives until its connection is closed.
    fn received(mut stream: TcpStream) -> Vec<u8> {
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).unwrap();
        bytes
    }

    #[test]
    fn seats_belong_to_teams_from_game_to_game() {
        let events: Arc<Mutex<Vec<ClientEvent>>> = Arc::default();
        let noted = Arc::clone(&events);
        let on_event = move |item| noted.lock().unwrap().push(item);
        let entries = [ClientEntry { team: None }, ClientEntry { team: Some(7) }];
        let listener = Listener::open("127.0.0.1:0").unwrap();
        let pool = ClientPool::new(listener, &entries, None, Box::new(on_event));
        let address = pool.address();
        let stop = AtomicBool::new(false);

        let first = [client(address, 7), client(address, 3)];
        assert!(pool.wait_for_all(None, &stop).unwrap().is_some());
        assert_eq!(pool.entries(), [ClientEntry { team: Some(3) }, ClientEntry { team: Some(7) }]);
        pool.dismiss_all();
        assert!(first.into_iter().all(|stream| received(stream) == [0; 8]));

        // Another team has no seat; the others have theirs, in any order.
        let second = std::thread::scope(|scope| {
            let clients = scope.spawn(|| {
                assert_eq!(received(client(address, 9)), [0; 8]);
                [client(address, 7), client(address, 3)]
            });
            assert!(pool.wait_for_all(None, &stop).unwrap().is_some());
            clients.join().unwrap()
        });
        assert!(events.lock().unwrap().contains(&ClientEvent::Refused(9)));
        assert_eq!([0, 1].map(|seat| pool.take(seat).unwrap().team()), [3, 7]);
        drop(second);

        pool.dismiss_all();
        let short = Some(Duration::from_millis(10));
        assert!(pool.wait_for_all(short, &stop).unwrap().is_some());
        assert_eq!(pool.take(0).unwrap_err(), "did not come within 0.01 s");
        pool.dismiss_all();
        stop.store(true, Ordering::Relaxed);
        assert_eq!(pool.wait_for_all(None, &stop).unwrap(), None);
    }

    #[test]
    fn an_old_game_does_not_dismiss_clients_of_the_next() {
        let listener = Listener::open("127.0.0.1:0").unwrap();
        let pool = ClientPool::new(listener, &[ClientEntry { team: None }], None, Box::new(drop));
        let address = pool.address();
        let stop = AtomicBool::new(false);
        let first = client(address, 1);
        let old = pool.wait_for_all(None, &stop).unwrap().unwrap();
        pool.dismiss_all();
        let second = client(address, 1);
        assert_ne!(pool.wait_for_all(None, &stop).unwrap(), Some(old));
        pool.dismiss(old);
        assert_eq!(pool.take(0).map(|connection| connection.team()), Ok(1));
        drop((first, second));
    }
}
