//! [`Listener`]: accepts connections, reads their team id, and holds them until they get a seat.
//!
//! A thread listens all the time, so that an early client waits for its game. A client that does not send its team id
//! in time is disconnected, and so is one beyond the limit of waiting clients: neither can block the others. Who sends
//! more than a team id is no client, but for example a browser.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::net::{IpAddr, SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bellwether_arena::fair_deadline::FairDeadline;

use crate::connection::{Connection, Presence, is_waiting};
use crate::wire;

/// Connections that may wait at once, with or without a team id.
pub const MOST_WAITING: usize = 64;

/// How long a client may take to send its team id.
pub const GREETING: Duration = Duration::from_secs(5);

/// Accepts clients.
#[derive(Debug)]
pub struct Listener {
    address: SocketAddr,
    state: Arc<ListenerState>,
}

#[derive(Debug, Default)]
struct ListenerState {
    clients: Mutex<WaitingClients>,
    /// Notified when a client has arrived.
    arrived: Condvar,
    is_closed: AtomicBool,
}

/// The waiting clients, in the order in which they sent their team id.
#[derive(Debug, Default)]
struct WaitingClients {
    waiting: VecDeque<Connection>,
    /// How many have not sent their team id yet.
    unidentified: usize,
    /// Those that were no clients.
    strangers: Vec<Stranger>,
}

/// Somebody who connected and is no client.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stranger {
    /// Where it came from.
    pub address: IpAddr,
    /// How what it sent begins.
    pub bytes: Vec<u8>,
}

impl Stranger {
    /// A connection that sent more than its team id.
    pub(crate) fn of(connection: &Connection, more: &[u8]) -> Option<Self> {
        let bytes = [&connection.team().to_le_bytes(), more].concat();
        Some(Self { address: connection.peer()?, bytes })
    }
}

impl Listener {
    /// Listens at an address. Port 0 takes any that is free.
    ///
    /// # Errors
    /// If the address is in use or not ours.
    pub fn open(address: impl ToSocketAddrs) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let state = Arc::new(ListenerState::default());
        let acceptor = Arc::clone(&state);
        thread::Builder::new()
            .name("listener".to_owned())
            .spawn(move || acceptor.accept(&listener))?;
        Ok(Self { address, state })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Passes every waiting client to `place`, in the order of arrival; it returns those that go on waiting.
    /// Closed connections are dropped.
    pub fn seat(&self, mut place: impl FnMut(Connection) -> Option<Connection>) {
        let mut clients = self.state.clients();
        for connection in std::mem::take(&mut clients.waiting) {
            match connection.presence() {
                Presence::Waiting => clients.waiting.extend(place(connection)),
                Presence::Talking(more) => clients.turn_away(&connection, &more),
                Presence::Gone => {}
            }
        }
    }

    /// Those that were no clients since the last call.
    #[must_use]
    pub fn strangers(&self) -> Vec<Stranger> {
        std::mem::take(&mut self.state.clients().strangers)
    }

    /// Closes all waiting connections.
    pub fn clear(&self) {
        let waiting = std::mem::take(&mut self.state.clients().waiting);
        drop(waiting);
    }

    /// Waits until a client arrives, but no longer than this.
    pub fn wait(&self, time: Duration) {
        let clients = self.state.clients();
        // A client may have arrived since the last check; that costs one short wait.
        drop(self.state.arrived.wait_timeout(clients, time));
    }
}

/// Ends waiting connections and the listening thread, which a connection of our own wakes up.
impl Drop for Listener {
    fn drop(&mut self) {
        self.clear();
        self.state.is_closed.store(true, Ordering::Relaxed);
        let mut own = self.address;
        if own.ip().is_unspecified() {
            own.set_ip(match own {
                SocketAddr::V4(_) => std::net::Ipv4Addr::LOCALHOST.into(),
                SocketAddr::V6(_) => std::net::Ipv6Addr::LOCALHOST.into(),
            });
        }
        let _ = TcpStream::connect_timeout(&own, Duration::from_secs(1));
    }
}

impl WaitingClients {
    /// Notes somebody who is no client.
    fn turn_away(&mut self, connection: &Connection, more: &[u8]) {
        if self.strangers.len() < MOST_WAITING {
            self.strangers.extend(Stranger::of(connection, more));
        }
    }
}

impl ListenerState {
    fn clients(&self) -> MutexGuard<'_, WaitingClients> {
        self.clients.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Accepts connections until the listener closes.
    fn accept(self: &Arc<Self>, listener: &TcpListener) {
        /// After a failure, for example when there are too many open files.
        const PAUSE: Duration = Duration::from_millis(100);
        for stream in listener.incoming() {
            if self.is_closed.load(Ordering::Relaxed) {
                return;
            }
            let Ok(stream) = stream else {
                thread::sleep(PAUSE);
                continue;
            };
            if !self.admit_one() {
                continue;
            }
            let state = Arc::clone(self);
            let greet = move || state.greet(stream);
            let small = thread::Builder::new().name("greeting".to_owned()).stack_size(64 << 10);
            if small.spawn(greet).is_err() {
                self.clients().unidentified -= 1;
            }
        }
    }

    /// Whether one more may connect; if so, it is counted.
    fn admit_one(&self) -> bool {
        let mut clients = self.clients();
        if clients.waiting.len() + clients.unidentified >= MOST_WAITING {
            clients.waiting.retain(|connection| connection.presence() == Presence::Waiting);
        }
        let admit_one = clients.waiting.len() + clients.unidentified < MOST_WAITING;
        clients.unidentified += usize::from(admit_one);
        admit_one
    }

    fn greet(&self, stream: TcpStream) {
        let team = greeting(&stream, FairDeadline::new(Instant::now() + GREETING));
        let mut clients = self.clients();
        clients.unidentified -= 1;
        if let Some(team) = team {
            clients.waiting.push_back(Connection::new(stream, team));
            drop(clients);
            self.arrived.notify_all();
        }
    }
}

/// The team id, if it comes in time. Single bytes do not extend the deadline.
fn greeting(mut stream: &TcpStream, mut deadline: FairDeadline) -> Option<i32> {
    let mut inbox = Vec::new();
    loop {
        if let Some(team) = wire::take_team(&mut inbox) {
            return Some(team);
        }
        let slice = Some(deadline.slice()).filter(|slice| !slice.is_zero())?;
        // A timeout of nothing would mean none at all.
        stream.set_read_timeout(Some(slice.max(Duration::from_millis(1)))).ok()?;
        let mut bytes = [0; 4];
        let missing = bytes.len() - inbox.len();
        match stream.read(&mut bytes[..missing]) {
            Ok(0) => return None,
            Ok(length) => inbox.extend_from_slice(&bytes[..length]),
            Err(error) if is_waiting(error.kind()) => {}
            Err(_) => return None,
        }
    }
}
