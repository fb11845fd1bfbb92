//! The connection to a cluster's server, for code that does not know of `async`.

use std::future::Future;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use async_nats::jetstream::context::{CreateStreamErrorKind, PublishErrorKind};
use async_nats::jetstream::{self, ErrorCode};
use async_nats::{ConnectErrorKind, ConnectOptions, Event};
use bellwether_core::{Error, ErrorKind};
use tokio::runtime::{Builder, Runtime};

use crate::address::ClusterAddress;
use crate::names;

/// A connection that repairs itself.
#[derive(Debug)]
pub struct ClusterConnection {
    address: ClusterAddress,
    pub(crate) client: async_nats::Client,
    pub(crate) jetstream: jetstream::Context,
    is_lost: Arc<AtomicBool>,
    runtime: Runtime,
}

/// How long the server may take to answer.
const PATIENCE: Duration = Duration::from_secs(5);

impl ClusterConnection {
    /// Connects, and makes the streams if the server has none.
    ///
    /// # Errors
    /// If there is no such server, it wants another token, or it stores nothing.
    pub fn open(address: &ClusterAddress, name: &str) -> Result<Self, Error> {
        let runtime = Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("cluster")
            .enable_all()
            .build()
            .map_err(|error| Error::from(error).at("cannot start a thread"))?;
        let is_lost = Arc::new(AtomicBool::new(false));
        let lost = Arc::clone(&is_lost);
        let mut options = ConnectOptions::new()
            .name(name)
            .connection_timeout(PATIENCE)
            .request_timeout(Some(PATIENCE))
            // A dead network is noticed within two of them.
            .ping_interval(Duration::from_secs(10))
            .event_callback(move |event| {
                match event {
                    Event::Connected => lost.store(false, Ordering::Relaxed),
                    Event::Disconnected | Event::Closed => lost.store(true, Ordering::Relaxed),
                    _ => {}
                }
                std::future::ready(())
            });
        if let Some(token) = address.token() {
            options = options.token(token.to_owned());
        }
        if let Some(authority) = &address.authority {
            options = options.add_root_certificates(authority.clone());
        }
        let connected = runtime.block_on(options.connect(address.to_string()));
        let client = connected.map_err(|error| refused(address, &error))?;
        // It starts a task.
        let jetstream = {
            let _inside = runtime.enter();
            jetstream::new(client.clone())
        };
        let connection = Self { address: address.clone(), client, jetstream, is_lost, runtime };
        connection.wait(make_streams(&connection.jetstream, address))?;
        Ok(connection)
    }

    /// Where the server is.
    #[must_use]
    pub fn address(&self) -> &ClusterAddress {
        &self.address
    }

    /// Whether the server cannot be reached just now.
    #[must_use]
    pub fn is_lost(&self) -> bool {
        self.is_lost.load(Ordering::Relaxed)
    }

    /// Waits for something that the server does.
    pub(crate) fn wait<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.block_on(future)
    }

    /// Lets something go on beside us.
    pub(crate) fn spawn<T: Send + 'static>(
        &self,
        future: impl Future<Output = T> + Send + 'static,
    ) -> tokio::task::JoinHandle<T> {
        self.runtime.spawn(future)
    }

    /// The longest message that the server takes, with room for headers.
    pub(crate) fn longest_message(&self) -> usize {
        longest_message(&self.client)
    }
}

/// The longest message that the server takes, with room for headers.
pub(crate) fn longest_message(client: &async_nats::Client) -> usize {
    client.server_info().max_payload.saturating_sub(1024).max(512)
}

fn refused(address: &ClusterAddress, error: &async_nats::ConnectError) -> Error {
    match error.kind() {
        ConnectErrorKind::AuthorizationViolation | ConnectErrorKind::Authentication => {
            Error::invalid(format!(
                "the server at {address} refuses the token: give the one that it was started with, as in \
                 nats://TOKEN@HOST or in the variable {}",
                crate::TOKEN_VARIABLE
            ))
        }
        _ => Error::new(
            ErrorKind::Io,
            format!(
                "cannot reach a server at {address} ({error}): start one with `nats-server -js` or \
                 `bellwether cluster up`"
            ),
        ),
    }
}

/// Makes the streams that are not there.
pub(crate) async fn make_streams(
    jetstream: &jetstream::Context,
    address: &ClusterAddress,
) -> Result<(), Error> {
    for config in names::streams() {
        let made = jetstream.get_or_create_stream(config).await;
        made.map_err(|error| match error.kind() {
            CreateStreamErrorKind::JetStream(cause)
                if cause.error_code() == ErrorCode::JETSTREAM_NOT_ENABLED
                    || cause.error_code() == ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT =>
            {
                stores_nothing(address)
            }
            // Without JetStream nobody answers.
            CreateStreamErrorKind::JetStreamUnavailable
            | CreateStreamErrorKind::TimedOut
            | CreateStreamErrorKind::Response => stores_nothing(address),
            _ => Error::new(
                ErrorKind::Io,
                format!("the server at {address} cannot store games: {error}"),
            ),
        })?;
    }
    Ok(())
}

fn stores_nothing(address: &ClusterAddress) -> Error {
    Error::new(
        ErrorKind::Io,
        format!(
            "the server at {address} stores nothing: start it with JetStream, as `nats-server -js` does"
        ),
    )
}

/// Publishes a message to a stream, once; the id makes a second try harmless.
///
/// # Errors
/// Why the server did not store it.
pub(crate) async fn store(
    jetstream: &jetstream::Context,
    subject: &str,
    id: &str,
    headers: &[(&str, String)],
    payload: Vec<u8>,
) -> Result<(), Error> {
    let mut message =
        jetstream::message::PublishMessage::build().payload(payload.into()).message_id(id);
    for (name, value) in headers {
        message = message.header(*name, value.as_str());
    }
    let not_stored = |error: jetstream::context::PublishError| match error.kind() {
        PublishErrorKind::TimedOut | PublishErrorKind::BrokenPipe => {
            Error::new(ErrorKind::Busy, "the server does not answer")
        }
        _ => Error::new(
            ErrorKind::Io,
            format!("the server cannot store a message ({error}): is its disk full?"),
        ),
    };
    let sent = jetstream.send_publish(subject.to_owned(), message).await.map_err(not_stored)?;
    sent.await.map_err(not_stored)?;
    Ok(())
}
