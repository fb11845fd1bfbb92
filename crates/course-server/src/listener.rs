//! [`Listener`]: where connections come in, say their team id and wait to be seated.
//!
//! Somebody listens all the time, so that a client that comes early waits for its game. Who does not say its team id
//! in time is sent away, and so is whoever comes when too many wait already: neither can keep the others out.

use std::collections::VecDeque;
use std::io::{self, Read};
use std::net::{SocketAddr, TcpListener, TcpStream, ToSocketAddrs};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::connection::Connection;
use crate::wire;

/// Connections that may wait at once, with or without a team id.
pub const MOST_WAITING: usize = 64;

/// How long a client may take to say its team id.
pub const GREETING: Duration = Duration::from_secs(5);

/// A place where clients arrive.
#[derive(Debug)]
pub struct Listener {
    address: SocketAddr,
    room: Arc<ListenerState>,
}

#[derive(Debug, Default)]
struct ListenerState {
    guests: Mutex<WaitingClients>,
    /// Rung when somebody has come in.
    bell: Condvar,
    is_closed: AtomicBool,
}

/// Who is there, in the order in which they said who they are.
#[derive(Debug, Default)]
struct WaitingClients {
    waiting: VecDeque<Connection>,
    /// How many have not yet said who they are.
    strangers: usize,
}

impl Listener {
    /// Listens at an address. Port 0 takes any that is free.
    ///
    /// # Errors
    /// If nobody can listen there.
    pub fn open(address: impl ToSocketAddrs) -> io::Result<Self> {
        let listener = TcpListener::bind(address)?;
        let address = listener.local_addr()?;
        let room = Arc::new(ListenerState::default());
        let porter = Arc::clone(&room);
        thread::Builder::new().name("lobby".to_owned()).spawn(move || porter.admit(&listener))?;
        Ok(Self { address, room })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// Shows every waiting client to `place`, in the order of their arrival; it gives back those that go on
    /// waiting. Who has hung up is not shown.
    pub fn seat(&self, mut place: impl FnMut(Connection) -> Option<Connection>) {
        let mut guests = self.room.guests();
        let waiting = std::mem::take(&mut guests.waiting);
        guests.waiting =
            waiting.into_iter().filter(|line| !line.is_gone()).filter_map(&mut place).collect();
    }

    /// Sends everybody home who waits.
    pub fn clear(&self) {
        let waiting = std::mem::take(&mut self.room.guests().waiting);
        drop(waiting);
    }

    /// Waits until somebody comes in, but no longer than this.
    pub fn wait(&self, time: Duration) {
        let guests = self.room.guests();
        // Somebody may have come in since the guests were last looked at; it costs one short wait.
        drop(self.room.bell.wait_timeout(guests, time));
    }
}

/// Those who wait are told that there is no game for them, and the listening thread goes home: a connection of
/// our own wakes it up.
impl Drop for Listener {
    fn drop(&mut self) {
        self.clear();
        self.room.is_closed.store(true, Ordering::Relaxed);
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

impl ListenerState {
    fn guests(&self) -> MutexGuard<'_, WaitingClients> {
        self.guests.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets connections in until the lobby closes.
    fn admit(self: &Arc<Self>, listener: &TcpListener) {
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
            if !self.has_room() {
                continue;
            }
            let room = Arc::clone(self);
            let greet = move || room.greet(stream);
            let small = thread::Builder::new().name("greeting".to_owned()).stack_size(64 << 10);
            if small.spawn(greet).is_err() {
                self.guests().strangers -= 1;
            }
        }
    }

    /// Whether one more can come in; if so, it is counted.
    fn has_room(&self) -> bool {
        let mut guests = self.guests();
        if guests.waiting.len() + guests.strangers >= MOST_WAITING {
            guests.waiting.retain(|line| !line.is_gone());
        }
        let has_room = guests.waiting.len() + guests.strangers < MOST_WAITING;
        guests.strangers += usize::from(has_room);
        has_room
    }

    fn greet(&self, stream: TcpStream) {
        let team = greeting(&stream, Instant::now() + GREETING);
        let mut guests = self.guests();
        guests.strangers -= 1;
        if let Some(team) = team {
            guests.waiting.push_back(Connection::new(stream, team));
            drop(guests);
            self.bell.notify_all();
        }
    }
}

/// The team id, if it comes in time. A byte now and then does not buy more of it.
fn greeting(mut stream: &TcpStream, deadline: Instant) -> Option<i32> {
    let mut inbox = Vec::new();
    loop {
        if let Some(team) = wire::take_team(&mut inbox) {
            return Some(team);
        }
        let left =
            deadline.checked_duration_since(Instant::now()).filter(|left| !left.is_zero())?;
        stream.set_read_timeout(Some(left)).ok()?;
        let mut bytes = [0; 4];
        let missing = bytes.len() - inbox.len();
        match stream.read(&mut bytes[..missing]) {
            Ok(0) => return None,
            Ok(length) => inbox.extend_from_slice(&bytes[..length]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(_) => return None,
        }
    }
}
