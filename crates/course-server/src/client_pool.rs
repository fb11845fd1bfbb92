//! [`ClientPool`]: the clients of a tournament, and the seat of each.
//!
//! Each client among the players has a seat. A seat without a team takes the next client that connects. Until the first
//! game begins a client that leaves gives its seat back; from then on the seat belongs to the team: results are counted
//! by team, and the clients may reconnect in any order for the next game. Several seats may belong to one team. A client
//! that reconnects during a game goes on with it.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use bellwether_arena::fair_deadline::FairDeadline;
use bellwether_core::{Error, Seat};

use crate::client_command::{self, ClientCommand, StartedClient};
use crate::connection::{Connection, Presence};
use crate::entry::ClientEntry;
use crate::listener::{Listener, Stranger};

/// An event for the host.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClientEvent {
    /// These clients are missing, each by its team, if its seat has one; the server listens at this address.
    Waiting(Vec<Option<i32>>, SocketAddr),
    /// A client of this team has connected, and so many are still missing.
    Came(i32, usize),
    /// A client of this team has left before its game, and these are missing now.
    Left(i32, Vec<Option<i32>>),
    /// The same once more: that team comes and goes, and the host hears no more of it.
    LeftAgain(i32),
    /// A client of this team has connected again during its game.
    Returned(i32),
    /// A client of this team was refused: it has no seat. Said once of each team.
    Refused(i32),
    /// Somebody who is no client was sent away. Said once of each address.
    Stranger(Stranger),
    /// The client of this team, in this seat, has not made a legal move in time; a sentence.
    Fault(Option<i32>, Seat, String),
}

/// Receives events.
pub type ClientEventFn = Box<dyn Fn(ClientEvent) + Send + Sync>;

/// The clients of a tournament.
pub struct ClientPool {
    listener: Listener,
    /// The command that starts clients, if the server does.
    command: Option<ClientCommand>,
    /// The teams that may take a seat that is no team's yet; any, if none is given.
    teams: Vec<i32>,
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
    /// What the host was told already.
    told: ToldEvents,
}

/// What is not said over and over: client libraries connect again as fast as they can.
#[derive(Debug, Default)]
struct ToldEvents {
    refused: Vec<i32>,
    strangers: Vec<Stranger>,
    /// How often each team has left since the last game.
    left: BTreeMap<i32, u32>,
}

/// The game that clients were collected for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClientGame(u64);

#[derive(Debug, Default)]
struct ClientSeat {
    /// The team it is kept for from the start.
    reserved: Option<i32>,
    team: Option<i32>,
    connection: Option<Connection>,
    /// Why no client is here.
    absence: String,
}

/// Waiting is reported after this time only: most clients reconnect at once.
const REPORT_AFTER: Duration = Duration::from_secs(1);

/// A team that leaves more often before a game is no news.
const MOST_LEAVES: u32 = 3;

/// As many teams and addresses are remembered; of more, nothing is said.
const MOST_TOLD: usize = 64;

impl ToldEvents {
    /// Whether a team's refusal is news.
    fn is_refusal_new(&mut self, team: i32) -> bool {
        let is_new = !self.refused.contains(&team) && self.refused.len() < MOST_TOLD;
        if is_new {
            self.refused.push(team);
        }
        is_new
    }

    /// Whether a stranger is news.
    fn is_stranger_new(&mut self, stranger: &Stranger) -> bool {
        let is_known = self.strangers.iter().any(|known| known.address == stranger.address);
        let is_new = !is_known && self.strangers.len() < MOST_TOLD;
        if is_new {
            self.strangers.push(stranger.clone());
        }
        is_new
    }

    /// What is said of a team that has left.
    fn leaving(&mut self, team: i32, missing: Vec<Option<i32>>) -> Option<ClientEvent> {
        if self.left.len() >= MOST_TOLD && !self.left.contains_key(&team) {
            return None;
        }
        let times = self.left.entry(team).or_default();
        *times += 1;
        match *times {
            ..MOST_LEAVES => Some(ClientEvent::Left(team, missing)),
            MOST_LEAVES => Some(ClientEvent::LeftAgain(team)),
            _ => None,
        }
    }

    /// Whether a team comes and goes.
    fn is_restless(&self, team: i32) -> bool {
        self.left.get(&team).is_some_and(|times| *times >= MOST_LEAVES)
    }
}

impl PoolState {
    /// The missing clients, by the team of each seat that has one.
    fn missing(&self) -> Vec<Option<i32>> {
        let empty = self.seats.iter().filter(|seat| seat.connection.is_none());
        empty.map(|seat| seat.team).collect()
    }

    /// Empties the seats of clients that have left.
    fn notice_leaving(&mut self, events: &mut Vec<ClientEvent>) {
        // In the first game nobody has a result yet, so that a seat may go to another team.
        let is_given_back = self.games == 0;
        for index in 0..self.seats.len() {
            let seat = &mut self.seats[index];
            let Some(connection) = &seat.connection else { continue };
            let presence = connection.presence();
            if presence == Presence::Waiting {
                continue;
            }
            if let Presence::Talking(more) = &presence {
                events.extend(Stranger::of(connection, more).map(ClientEvent::Stranger));
            }
            let team = connection.team();
            seat.connection = None;
            if is_given_back {
                seat.team = seat.reserved;
            }
            let missing = self.missing();
            if presence == Presence::Gone {
                events.extend(self.told.leaving(team, missing));
            }
        }
    }
}

impl ClientPool {
    /// The clients of these entries, which connect to the listener; started by us, if there is a command. Seats
    /// without a team go to these teams only, if any are given.
    #[must_use]
    pub fn new(
        listener: Listener,
        entries: &[ClientEntry],
        teams: Vec<i32>,
        command: Option<ClientCommand>,
        on_event: ClientEventFn,
    ) -> Self {
        let seat = |entry: &ClientEntry| ClientSeat {
            reserved: entry.team,
            team: entry.team,
            ..ClientSeat::default()
        };
        let state = PoolState { seats: entries.iter().map(seat).collect(), ..PoolState::default() };
        Self { listener, command, teams, on_event, state: Mutex::new(state) }
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
        let began = Instant::now();
        let mut deadline = timeout.map(|timeout| (FairDeadline::new(began + timeout), timeout));
        self.start()?;
        let mut is_reported = false;
        loop {
            let mut state = self.state();
            if state.is_complete {
                return Ok(Some(ClientGame(state.games)));
            }
            let events = self.seat_waiting(&mut state);
            let missing = state.missing();
            state.is_complete = missing.is_empty();
            drop(state);
            let is_news = |event: &ClientEvent| {
                let is_arrival = matches!(event, ClientEvent::Came(..) | ClientEvent::Left(..));
                is_reported || !is_arrival
            };
            events.into_iter().filter(is_news).for_each(&self.on_event);
            if missing.is_empty() {
                continue;
            }
            if !is_reported && self.should_report(began) {
                is_reported = true;
                (self.on_event)(ClientEvent::Waiting(missing.clone(), self.address()));
            }
            if let Some(why) = self.absence(missing.len(), deadline.as_mut()) {
                self.leave_empty(&why);
            } else if stop.load(Ordering::Relaxed) {
                return Ok(None);
            } else {
                self.listener.wait(FairDeadline::SLICE);
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

    /// The client of a seat that has connected again, if it does by the deadline.
    pub fn returned(
        &self,
        seat: usize,
        deadline: &mut FairDeadline,
        stop: &AtomicBool,
    ) -> Option<Connection> {
        let team = self.state().seats.get(seat)?.team?;
        loop {
            let mut returned = None;
            self.listener.seat(|connection| {
                if returned.is_some() || connection.team() != team {
                    return Some(connection);
                }
                returned = Some(connection);
                None
            });
            if returned.is_some() {
                (self.on_event)(ClientEvent::Returned(team));
                return returned;
            }
            let slice = deadline.slice();
            if slice.is_zero() || stop.load(Ordering::Relaxed) || self.have_all_ended() {
                return None;
            }
            self.listener.wait(slice);
        }
    }

    /// Tells the host what a client did in place of a move.
    pub(crate) fn report_fault(&self, client: usize, seat: Seat, sentence: String) {
        let team = self.state().seats.get(client).and_then(|seat| seat.team);
        (self.on_event)(ClientEvent::Fault(team, seat, sentence));
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
        state.told.left.clear();
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

    /// Gives waiting clients their seats, and takes the seats of those that have left.
    fn seat_waiting(&self, state: &mut PoolState) -> Vec<ClientEvent> {
        let mut events = Vec::new();
        state.notice_leaving(&mut events);
        self.listener.seat(|connection| {
            let team = connection.team();
            let is_known = state.seats.iter().any(|seat| seat.team == Some(team));
            let free = |wanted: Option<i32>| {
                state.seats.iter().position(|seat| seat.connection.is_none() && seat.team == wanted)
            };
            let open = || self.may_take_any(team).then(|| free(None)).flatten();
            match free(Some(team)).or_else(open) {
                Some(seat) => {
                    let seat = &mut state.seats[seat];
                    seat.team = Some(team);
                    seat.connection = Some(connection);
                    let missing = state.missing().len();
                    // What completes the table is always said.
                    if missing == 0 || !state.told.is_restless(team) {
                        events.push(ClientEvent::Came(team, missing));
                    }
                    None
                }
                // It is early for the next game.
                None if is_known => Some(connection),
                None if is_text(team) => {
                    events.extend(Stranger::of(&connection, &[]).map(ClientEvent::Stranger));
                    None
                }
                None => {
                    events.push(ClientEvent::Refused(team));
                    None
                }
            }
        });
        events.extend(self.listener.strangers().into_iter().map(ClientEvent::Stranger));
        events.retain(|event| match event {
            ClientEvent::Refused(team) => state.told.is_refusal_new(*team),
            ClientEvent::Stranger(stranger) => state.told.is_stranger_new(stranger),
            _ => true,
        });
        events
    }

    /// Whether a team may take a seat that is no team's yet.
    fn may_take_any(&self, team: i32) -> bool {
        if self.teams.is_empty() { !is_text(team) } else { self.teams.contains(&team) }
    }

    /// Whether to report that clients are missing: at first always, later if the host starts clients by hand.
    fn should_report(&self, began: Instant) -> bool {
        let is_first = !std::mem::replace(&mut self.state().has_reported, true);
        is_first || (self.command.is_none() && began.elapsed() >= REPORT_AFTER)
    }

    /// Whether we have started clients and all of them have ended.
    fn have_all_ended(&self) -> bool {
        let state = self.state();
        !state.started.is_empty() && state.started.iter().all(|client| client.ending().is_some())
    }

    /// Why missing clients will not come, if they will not.
    fn absence(
        &self,
        missing: usize,
        deadline: Option<&mut (FairDeadline, Duration)>,
    ) -> Option<String> {
        let endings: Vec<String> =
            self.state().started.iter().filter_map(StartedClient::ending).collect();
        // A client that has ended is none of those that are there.
        if let Some(ending) = endings.last().filter(|_| endings.len() >= missing) {
            return Some(format!("the client that was started ended before its game: {ending}"));
        }
        let (deadline, timeout) = deadline?;
        let is_over = deadline.left().is_zero();
        is_over.then(|| format!("did not come within {} s", timeout.as_secs_f64()))
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

/// Whether four bytes are letters rather than a number: `GET ` is no team.
fn is_text(team: i32) -> bool {
    team.to_le_bytes().iter().all(|byte| matches!(byte, b' '..=b'~'))
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
        let pool = ClientPool::new(listener, &entries, Vec::new(), None, Box::new(on_event));
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
        let pool = ClientPool::new(
            listener,
            &[ClientEntry { team: None }],
            Vec::new(),
            None,
            Box::new(drop),
        );
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
