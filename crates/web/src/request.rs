//! The answer to a request that is refused, as an error: handlers return it with `?`.

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::response::{IntoResponse, Response};
use bellwether_core::Error;
use bellwether_core::notation::excerpt;

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
        refuse(rejection.status(), &plain(&rejection.body_text())).into()
    }
}

impl From<QueryRejection> for Refusal {
    fn from(rejection: QueryRejection) -> Self {
        refuse(rejection.status(), &plain(&rejection.body_text())).into()
    }
}

/// What a deserialiser says, for people: `'games' takes a whole number, 0 or more, not -5`.
fn plain(text: &str) -> String {
    let text = text.rsplit_once(" at line ").map_or(text, |(text, _)| text);
    let starts = ["target type: ", "query string: ", "body as JSON: "];
    let start = starts.into_iter().find_map(|start| text.split_once(start));
    let text = start.map_or(text, |(_, rest)| rest);
    let kinds = ["invalid value: ", "invalid type: "];
    let wrong = kinds.into_iter().find_map(|kind| text.split_once(kind));
    if let Some((path, rest)) = wrong
        && let Some((given, wanted)) = rest.split_once(", expected ")
    {
        let given = given.split_once(' ').map_or(given, |(kind, value)| match kind {
            "integer" | "string" => value.trim_matches(['`', '"']),
            _ => value.trim_start_matches("point ").trim_matches('`'),
        });
        let wanted = match wanted {
            "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number, 0 or more",
            "f32" | "f64" => "a number",
            "a string" => "a text",
            wanted => wanted,
        };
        let path = path.trim_end_matches([' ', ':']);
        let path = if path.is_empty() { "it".to_owned() } else { format!("'{path}'") };
        return format!("{path} takes {wanted}, not {}", excerpt(given));
    }
    let field = |start: &str| text.split_once(start)?.1.split_once('`').map(|(name, _)| name);
    match (field("missing field `"), field("unknown field `")) {
        (Some(name), _) => format!("'{name}' is missing"),
        (_, Some(name)) => format!("there is no field '{}'", excerpt(name)),
        _ => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::Json;
    use serde::Deserialize;

    #[derive(Debug, Deserialize)]
    #[serde(deny_unknown_fields)]
    #[expect(dead_code, reason = "only what does not fit is looked at")]
    struct ExampleRequest {
        games: u32,
        time: Option<f64>,
        name: String,
    }

    #[test]
    fn a_deserialiser_is_translated() {
        for (text, wanted) in [
            (r#"{"games":-5,"name":"x"}"#, "'games' takes a whole number, 0 or more, not -5"),
            (r#"{"games":2.5,"name":"x"}"#, "'games' takes a whole number, 0 or more, not 2.5"),
            (r#"{"games":"x","name":"x"}"#, "'games' takes a whole number, 0 or more, not x"),
            (r#"{"games":2,"time":"x","name":"x"}"#, "'time' takes a number, not x"),
            (r#"{"games":2,"name":7}"#, "'name' takes a text, not 7"),
            (r#"{"games":2}"#, "'name' is missing"),
            (r#"{"games":2,"name":"x","more":1}"#, "there is no field 'more'"),
        ] {
            let rejection = Json::<ExampleRequest>::from_bytes(text.as_bytes()).unwrap_err();
            assert_eq!(plain(&rejection.body_text()), wanted);
        }
    }
}
