//! Work that reads files: off the threads that answer, a few at a time.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use bellwether_core::Error;
use tokio::sync::Semaphore;

use crate::AppState;
use crate::games::{refuse, refused};

/// Works when one of `readers` is free; what is not there, or cannot be read, is the page's answer.
pub(crate) async fn read<T: Send + 'static>(
    app: &Arc<AppState>,
    readers: &Arc<Semaphore>,
    failure: &'static str,
    work: impl FnOnce(&AppState) -> Result<T, Error> + Send + 'static,
) -> Result<T, Response> {
    let failed = || refuse(StatusCode::INTERNAL_SERVER_ERROR, failure);
    let place = Arc::clone(readers).acquire_owned().await.map_err(|_| failed())?;
    let app = Arc::clone(app);
    let worked = tokio::task::spawn_blocking(move || {
        let worked = work(&app);
        drop(place);
        worked
    });
    let worked = worked.await.map_err(|_| failed())?;
    worked.map_err(|error| refused(&error))
}
