//! Work that reads files: off the threads that answer, a few at a time.

use std::sync::Arc;

use axum::http::StatusCode;
use axum::response::Response;
use bellwether_core::ParseError;
use tokio::sync::Semaphore;

use crate::AppState;
use crate::games::refuse;

/// Works when one of `readers` is free; what is not there, or cannot be read, is the page's answer.
pub(crate) async fn read<T: Send + 'static>(
    app: &Arc<AppState>,
    readers: &Arc<Semaphore>,
    failure: &'static str,
    work: impl FnOnce(&AppState) -> Result<T, ParseError> + Send + 'static,
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
    worked.map_err(|error| {
        let is_missing = error.to_string().starts_with("there is no such");
        let status = if is_missing { StatusCode::NOT_FOUND } else { StatusCode::BAD_REQUEST };
        refuse(status, &error)
    })
}
