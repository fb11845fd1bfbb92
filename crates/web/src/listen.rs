//! Connections: limited in number, with timeouts.

use std::convert::Infallible;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};
use tower::ServiceExt;

use crate::ServerLimits;
use crate::deadline::{ReadByClient, TimedBody};

/// How long open connections get to finish when the server ends.
const STOP_WAIT: Duration = Duration::from_secs(2);

/// Answers every connection until `end` comes.
pub(crate) async fn serve(
    listener: TcpListener,
    routes: Router,
    bounds: ServerLimits,
    end: impl Future<Output = ()>,
) {
    let room = Arc::new(Semaphore::new(bounds.connections));
    let (closing, closed) = watch::channel(());
    tokio::pin!(end);
    loop {
        let accepted = async {
            let place = Arc::clone(&room).acquire_owned().await.ok()?;
            Some((listener.accept().await, place))
        };
        let (accepted, place) = tokio::select! {
            () = &mut end => break,
            Some(accepted) = accepted => accepted,
        };
        let Ok((stream, _)) = accepted else {
            // Out of file descriptors, most likely: let some connections end first.
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let _ = stream.set_nodelay(true);
        let stream = ReadByClient::new(stream, bounds.patience);
        let (routes, mut closed) = (routes.clone(), closed.clone());
        tokio::spawn(async move {
            let service = hyper::service::service_fn(move |request: Request<Incoming>| {
                let timed = |body| Body::new(TimedBody::new(body, bounds.patience));
                let answer = routes.clone().oneshot(request.map(timed));
                async move { Ok::<_, Infallible>(answer.await.unwrap_or_else(|never| match never {})) }
            });
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(bounds.patience)
                .serve_connection(TokioIo::new(stream), service)
                .with_upgrades();
            tokio::pin!(connection);
            // A broken connection affects only its own client.
            tokio::select! {
                _ = &mut connection => {}
                _ = closed.changed() => {
                    connection.as_mut().graceful_shutdown();
                    let _ = connection.await;
                }
            }
            drop(place);
        });
    }
    drop(listener);
    drop(closing);
    let all = room.acquire_many(u32::try_from(bounds.connections).unwrap_or(u32::MAX));
    let _ = tokio::time::timeout(STOP_WAIT, all).await;
}
