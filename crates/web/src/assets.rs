//! The files inside the program: nothing else is ever served.

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, IF_NONE_MATCH};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use bellwether_catalog::Catalog;
use bellwether_core::card::Card;
use bellwether_core::{MAX_SEATS, Seat};
use bellwether_report::html::escape;
use bellwether_report::pieces::definitions;
use rust_embed::{EmbeddedFile, RustEmbed};
use serde_json::{Map, Value, json};

use crate::AppState;

/// In debug builds the files are read as they are at the moment, so that a change needs no build.
#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// Where in the shell the drawn pieces go: every board uses them.
const PLACE_OF_PIECES: &str = "<!-- pieces -->";

/// The first parts of the addresses that the page's own router knows.
const PAGES: &[&str] = &["", "play", "edit", "game", "puzzles", "arena", "solve", "learn"];

/// A file, or the shell for the page's own addresses.
pub(crate) async fn serve(State(app): State<Arc<AppState>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        return StatusCode::METHOD_NOT_ALLOWED.into_response();
    }
    let path = request.uri().path();
    if let Some(name) = path.strip_prefix("/assets/") {
        return file(name, request.headers());
    }
    match path {
        "/favicon.ico" | "/favicon.svg" => file("favicon.svg", request.headers()),
        _ if path.starts_with("/api/") => {
            (StatusCode::NOT_FOUND, "there is nothing of this name").into_response()
        }
        _ => shell(path, app.hub.services().roster.catalog()),
    }
}

fn file(name: &str, request: &HeaderMap) -> Response {
    // Only what was listed when the program was built, less the type checker's files; a path with dots
    // in it names nothing.
    let is_served = !name.ends_with(".json") && !name.ends_with(".ts");
    let known = is_served && Assets::iter().any(|known| known == name);
    let Some(EmbeddedFile { data, metadata }) = known.then(|| Assets::get(name)).flatten() else {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let tag: String =
        metadata.sha256_hash()[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let headers = [
        (CONTENT_TYPE, kind(name).to_owned()),
        (CACHE_CONTROL, "no-cache".to_owned()),
        (ETAG, tag.clone()),
    ];
    let has_it = request
        .get_all(IF_NONE_MATCH)
        .iter()
        .any(|given| given.to_str().is_ok_and(|given| given.contains(&tag)));
    if has_it {
        (StatusCode::NOT_MODIFIED, headers).into_response()
    } else {
        (headers, data.into_owned()).into_response()
    }
}

/// The page itself; which part of it is shown, its script finds out from the address.
fn shell(path: &str, catalog: &Catalog) -> Response {
    let first = path.trim_start_matches('/').split('/').next().unwrap_or("");
    let status = if PAGES.contains(&first) { StatusCode::OK } else { StatusCode::NOT_FOUND };
    let page = Assets::get("index.html").map(|file| file.data.into_owned()).unwrap_or_default();
    let page = String::from_utf8_lossy(&page).replacen(PLACE_OF_PIECES, &pieces(catalog), 1);
    (status, [(CONTENT_TYPE, "text/html; charset=utf-8"), (CACHE_CONTROL, "no-cache")], page)
        .into_response()
}

/// The drawings of all games, and which of them represents each seat of a game.
fn pieces(catalog: &Catalog) -> String {
    let shapes = |card: &'static Card| -> Vec<&str> {
        let of = |seat| card.pieces.iter().find(move |piece| piece.seat == seat);
        Seat::all(MAX_SEATS).map_while(|seat| Some(of(seat)?.id)).collect()
    };
    let all: Map<String, Value> =
        catalog.cards().map(|card| (card.name.to_owned(), json!(shapes(card)))).collect();
    let all = escape(&Value::Object(all).to_string());
    format!(
        "{}<div id=\"seat-shapes\" data-shapes=\"{all}\" hidden></div>",
        definitions(catalog.pieces())
    )
}

fn kind(name: &str) -> &'static str {
    match name.rsplit_once('.').map(|(_, ending)| ending) {
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("html") => "text/html; charset=utf-8",
        _ => "application/octet-stream",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shell_has_a_place_for_the_pieces() {
        let page = Assets::get("index.html").unwrap();
        assert!(String::from_utf8_lossy(&page.data).contains(PLACE_OF_PIECES));
    }

    #[test]
    fn nothing_but_the_listed_files_is_served() {
        for name in [
            "../Cargo.toml",
            "..%2fCargo.toml",
            "lib/../../Cargo.toml",
            "/etc/passwd",
            "tsconfig.json",
            "lib/messages.d.ts",
            "",
        ] {
            assert_eq!(file(name, &HeaderMap::new()).status(), StatusCode::NOT_FOUND, "{name}");
        }
        assert_eq!(file("main.js", &HeaderMap::new()).status(), StatusCode::OK);
    }
}
