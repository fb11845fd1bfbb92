//! Clients that keep the server waiting: how long each may, for a request's body and for reading the answer.
//!
//! Only the time in which nothing can go on counts, and whatever comes through earns some of it back: a slow line is
//! served, a client that trickles or does not read is not.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll, ready};
use std::time::Duration;

use axum::body::Bytes;
use hyper::body::{Body, Frame, Incoming, SizeHint};
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::{Instant, Sleep, sleep};

/// The slowest line that is served: bytes a second.
const SLOWEST: u32 = 8 << 10;

/// How long a client has kept us waiting.
struct Patience {
    most: Duration,
    spent: Duration,
    waiting: Option<(Instant, Pin<Box<Sleep>>)>,
}

impl Patience {
    const fn new(most: Duration) -> Self {
        Self { most, spent: Duration::ZERO, waiting: None }
    }

    /// Nothing goes on now. Ready when that has been so for too long.
    fn wait(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        let left = self.most.saturating_sub(self.spent);
        let start = || (Instant::now(), Box::pin(sleep(left)));
        let (_, end) = self.waiting.get_or_insert_with(start);
        ready!(end.as_mut().poll(context));
        Poll::Ready(io::Error::new(io::ErrorKind::TimedOut, "the client is too slow"))
    }

    /// So many bytes came through.
    fn moved(&mut self, bytes: usize) {
        if let Some((since, _)) = self.waiting.take() {
            self.spent += since.elapsed();
        }
        let earned = Duration::from_secs(bytes as u64) / SLOWEST;
        self.spent = self.spent.saturating_sub(earned);
    }
}

/// A connection whose client must read.
pub(crate) struct ReadByClient {
    stream: TcpStream,
    patience: Patience,
}

impl ReadByClient {
    pub(crate) const fn new(stream: TcpStream, most: Duration) -> Self {
        Self { stream, patience: Patience::new(most) }
    }
}

impl AsyncRead for ReadByClient {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_read(context, buffer)
    }
}

impl AsyncWrite for ReadByClient {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match Pin::new(&mut self.stream).poll_write(context, bytes) {
            Poll::Ready(written) => {
                self.patience.moved(*written.as_ref().unwrap_or(&0));
                Poll::Ready(written)
            }
            Poll::Pending => self.patience.wait(context).map(Err),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

/// A request's body that must come.
pub(crate) struct TimedBody {
    body: Incoming,
    patience: Patience,
}

impl TimedBody {
    pub(crate) const fn new(body: Incoming, most: Duration) -> Self {
        Self { body, patience: Patience::new(most) }
    }
}

impl Body for TimedBody {
    type Data = Bytes;
    type Error = Box<dyn std::error::Error + Send + Sync>;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Self::Error>>> {
        match Pin::new(&mut self.body).poll_frame(context) {
            Poll::Ready(frame) => {
                let data = frame.as_ref().and_then(|frame| frame.as_ref().ok()?.data_ref());
                self.patience.moved(data.map_or(0, Bytes::len));
                Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
            }
            Poll::Pending => self.patience.wait(context).map(|error| Some(Err(error.into()))),
        }
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
