//! The answer to a request that is refused, as an error: handlers return it with `?`.

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::response::{IntoResponse, Response};
use bellwether_core::Error;

use crate::games::{refuse, refused};

/// An answer that says what is wrong.
pub(crate) struct Refusal(Box<Response>);

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        *self.0
    }
}

impl From<Response> for Refusal {
    fn from(response: Response) -> Self {
        Self(Box::new(response))
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        refused(&error).into()
    }
}

impl From<JsonRejection> for Refusal {
    fn from(rejection: JsonRejection) -> Self {
        refuse(rejection.status(), &rejection.body_text()).into()
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Self {
        refuse(rejection.status(), &rejection.body_text()).into()
    }
}
