//! [`Connection`]: a connection to a client that has sent its team id.
//!
//! Nothing here waits beyond its deadline, or much beyond the stop signal, and nothing that a client sends is
//! stored beyond the answer that is awaited: what it sends between its turns stays in the system's buffers.

use std::io::{ErrorKind, Read, Write};
use std::net::{IpAddr, Shutdown, TcpStream};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bellwether_arena::fair_deadline::FairDeadline;

use crate::wire::{ClientAnswer, RequestKind, ServerRequest, WireError};

/// A connection to a client.
#[derive(Debug)]
pub struct Connection {
    stream: TcpStream,
    team: i32,
    /// The requests so far: package n is the n-th.
    asked: Vec<RequestKind>,
    inbox: Vec<u8>,
    is_over: bool,
}

/// What a client does that has not been asked yet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Presence {
    /// It waits, as it should.
    Waiting,
    /// It has closed the connection.
    Gone,
    /// It has sent these bytes, or more, though nobody asked: no client of the course does.
    Talking(Vec<u8>),
}

/// Why no answer came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConnectionError {
    /// The time is up, with so many bytes of an answer there.
    Late(usize),
    /// The connection is gone.
    Gone(String),
    /// What came is no answer.
    Broken(String),
    /// The game was stopped.
    Stopped,
}

/// As many bytes are looked at of what nobody asked for.
const MOST_PEEKED: usize = 32;

/// Answers to earlier requests that are skipped in one turn.
const MOST_STALE: usize = 8;

/// How long the last message to a client that does not read may take.
const CLOSE_WAIT: Duration = Duration::from_millis(100);

impl Connection {
    /// A connection whose client has sent its team id.
    #[must_use]
    pub fn new(stream: TcpStream, team: i32) -> Self {
        // Small messages and an answer to each: waiting to send more together would only cost time.
        let _ = stream.set_nodelay(true);
        Self { stream, team, asked: Vec::new(), inbox: Vec::new(), is_over: false }
    }

    /// The team id.
    #[must_use]
    pub const fn team(&self) -> i32 {
        self.team
    }

    /// The number of the next request.
    #[must_use]
    pub fn next_package(&self) -> i32 {
        self.asked.len() as i32 + 1
    }

    /// What a client does that has not been asked yet, as far as is known without sending.
    #[must_use]
    pub fn presence(&self) -> Presence {
        let mut bytes = [0; MOST_PEEKED];
        let peeked = self.stream.set_nonblocking(true).and_then(|()| self.stream.peek(&mut bytes));
        let _ = self.stream.set_nonblocking(false);
        match peeked {
            Ok(0) => Presence::Gone,
            Ok(length) => Presence::Talking(bytes[..length].to_vec()),
            Err(error) if is_waiting(error.kind()) => Presence::Waiting,
            Err(_) => Presence::Gone,
        }
    }

    /// The client's address.
    #[must_use]
    pub fn peer(&self) -> Option<IpAddr> {
        self.stream.peer_addr().ok().map(|address| address.ip())
    }

    /// Goes on with a client that has connected again; packages are counted on.
    pub fn replace(&mut self, mut again: Self) {
        std::mem::swap(&mut self.stream, &mut again.stream);
        self.inbox.clear();
        self.is_over = false;
    }

    /// Sends the request [`next_package`](Self::next_package) and waits for its answer.
    ///
    /// # Errors
    /// If none came in time.
    pub fn ask(
        &mut self,
        request: &ServerRequest,
        kind: RequestKind,
        deadline: &mut FairDeadline,
        stop: &AtomicBool,
    ) -> Result<ClientAnswer, ConnectionError> {
        self.asked.push(kind);
        self.send(&request.to_bytes(), deadline, stop)?;
        let package = self.asked.len() as i32;
        let mut stale = 0;
        loop {
            while let Some(answer) = self.taken()? {
                if answer.package() == package {
                    return Ok(answer);
                }
                stale += 1;
                if stale > MOST_STALE {
                    let why = format!("sent more than {MOST_STALE} answers to earlier packages");
                    return Err(ConnectionError::Broken(why));
                }
            }
            self.receive(deadline, stop)?;
        }
    }

    /// Sends the end of the game, and no more.
    ///
    /// The connection itself is closed when this value is dropped: what a client sends meanwhile would
    /// otherwise break it before the client has read its last message.
    pub fn end(&mut self) {
        if !std::mem::replace(&mut self.is_over, true) {
            let never_stop = AtomicBool::new(false);
            let _ = self.send(
                &ServerRequest::Over.to_bytes(),
                &mut FairDeadline::new(Instant::now() + CLOSE_WAIT),
                &never_stop,
            );
            let _ = self.stream.shutdown(Shutdown::Write);
        }
    }

    fn taken(&mut self) -> Result<Option<ClientAnswer>, ConnectionError> {
        let asked = &self.asked;
        let kind = |package: i32| {
            let index = usize::try_from(package).ok()?.checked_sub(1)?;
            asked.get(index).copied()
        };
        ClientAnswer::take(&mut self.inbox, kind).map_err(|error| {
            ConnectionError::Broken(match error {
                WireError::NeverAsked(package) => {
                    format!("answered package {package}, and this is package {}", asked.len())
                }
                WireError::NoAnswer(_) => error.to_string(),
            })
        })
    }

    fn receive(
        &mut self,
        deadline: &mut FairDeadline,
        stop: &AtomicBool,
    ) -> Result<(), ConnectionError> {
        let poll_time = self.poll_time(deadline, stop)?;
        let mut bytes = [0; 64];
        let read = self
            .stream
            .set_read_timeout(Some(poll_time))
            .and_then(|()| self.stream.read(&mut bytes));
        match read {
            Ok(0) => Err(ConnectionError::Gone(match self.inbox.len() {
                0 => "closed the connection".to_owned(),
                half => format!("closed the connection after {half} bytes of an answer"),
            })),
            Ok(length) => {
                self.inbox.extend_from_slice(&bytes[..length]);
                Ok(())
            }
            Err(error) if is_waiting(error.kind()) => Ok(()),
            Err(error) => Err(ConnectionError::Gone(format!("the connection broke: {error}"))),
        }
    }

    fn send(
        &mut self,
        mut bytes: &[u8],
        deadline: &mut FairDeadline,
        stop: &AtomicBool,
    ) -> Result<(), ConnectionError> {
        while !bytes.is_empty() {
            let poll_time = self.poll_time(deadline, stop)?;
            let sent = self
                .stream
                .set_write_timeout(Some(poll_time))
                .and_then(|()| self.stream.write(bytes));
            match sent {
                Ok(length) => bytes = &bytes[length..],
                Err(error) if is_waiting(error.kind()) => {}
                Err(error) => {
                    return Err(ConnectionError::Gone(format!("the connection broke: {error}")));
                }
            }
        }
        Ok(())
    }

    /// The timeout of the next read or write.
    fn poll_time(
        &self,
        deadline: &mut FairDeadline,
        stop: &AtomicBool,
    ) -> Result<Duration, ConnectionError> {
        if stop.load(Ordering::Relaxed) {
            return Err(ConnectionError::Stopped);
        }
        let slice = deadline.slice();
        if slice.is_zero() {
            return Err(ConnectionError::Late(self.inbox.len()));
        }
        // A timeout of nothing would mean none at all.
        Ok(slice.max(Duration::from_millis(1)))
    }
}

/// A client always gets the end of its game.
impl Drop for Connection {
    fn drop(&mut self) {
        self.end();
    }
}

/// Whether the connection is fine and there is nothing to read yet.
pub(crate) fn is_waiting(kind: ErrorKind) -> bool {
    matches!(kind, ErrorKind::WouldBlock | ErrorKind::TimedOut | ErrorKind::Interrupted)
}
