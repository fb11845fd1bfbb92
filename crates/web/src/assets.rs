//! The files inside the program: nothing else is ever served.

use std::borrow::Cow;
use std::collections::{HashMap, HashSet};
use std::io::Write as _;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::body::Bytes;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT_ENCODING, CACHE_CONTROL, CONTENT_ENCODING, CONTENT_TYPE, ETAG, IF_NONE_MATCH, VARY,
};
use axum::http::{HeaderMap, Method, StatusCode};
use axum::response::{IntoResponse, Response};
use bellwether_catalog::Catalog;
use bellwether_core::card::Card;
use bellwether_core::{MAX_SEATS, Seat};
use bellwether_report::html::escape;
use bellwether_report::pieces::definitions;
use flate2::Compression;
use flate2::write::GzEncoder;
use rust_embed::{EmbeddedFile, RustEmbed};
use serde_json::{Map, Value, json};

use crate::AppState;

/// In debug builds the files are read as they are at the moment, so that a change needs no build; a new file needs a new
/// start.
#[derive(RustEmbed)]
#[folder = "assets/"]
struct Assets;

/// The names of the files, less those of the type checker. In debug builds a list of them is a walk through the folder.
static SERVED: LazyLock<HashSet<Cow<'static, str>>> = LazyLock::new(|| {
    Assets::iter().filter(|name| !name.ends_with(".json") && !name.ends_with(".ts")).collect()
});

/// The files that were compressed so far, by their digest: the same page is loaded again and again.
static COMPRESSED: LazyLock<Mutex<HashMap<[u8; 32], Bytes>>> = LazyLock::new(Mutex::default);

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
    // A path with dots in it names nothing.
    let Some(EmbeddedFile { data, metadata }) =
        SERVED.contains(name).then(|| Assets::get(name)).flatten()
    else {
        return (StatusCode::NOT_FOUND, "there is no such file").into_response();
    };
    let digest = metadata.sha256_hash();
    let tag: String = digest[..12].iter().map(|byte| format!("{byte:02x}")).collect();
    let tag = format!("\"{tag}\"");
    let headers = [
        (CONTENT_TYPE, kind(name).to_owned()),
        (CACHE_CONTROL, "no-cache".to_owned()),
        (ETAG, tag.clone()),
        (VARY, "accept-encoding".to_owned()),
    ];
    let has_it = request
        .get_all(IF_NONE_MATCH)
        .iter()
        .any(|given| given.to_str().is_ok_and(|given| given.contains(&tag)));
    if has_it {
        return (StatusCode::NOT_MODIFIED, headers).into_response();
    }
    match accepts_gzip(request).then(|| compressed(digest, &data)).flatten() {
        Some(small) => (headers, [(CONTENT_ENCODING, "gzip")], small).into_response(),
        None => (headers, data.into_owned()).into_response(),
    }
}

fn accepts_gzip(request: &HeaderMap) -> bool {
    let given = request.get_all(ACCEPT_ENCODING).iter().filter_map(|value| value.to_str().ok());
    given.flat_map(|value| value.split(',')).any(|coding| coding.trim() == "gzip")
}

/// The data compressed, once for each content.
fn compressed(digest: [u8; 32], data: &[u8]) -> Option<Bytes> {
    if let Some(known) = COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner).get(&digest) {
        return Some(known.clone());
    }
    let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(data).ok()?;
    let small = Bytes::from(encoder.finish().ok()?);
    COMPRESSED.lock().unwrap_or_else(PoisonError::into_inner).insert(digest, small.clone());
    Some(small)
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
    use axum::http::HeaderValue;

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

    #[test]
    fn only_who_reads_gzip_gets_it() {
        let with = |value: &'static str| {
            let headers =
                HeaderMap::from_iter([(ACCEPT_ENCODING, HeaderValue::from_static(value))]);
            file("main.js", &headers).headers().contains_key(CONTENT_ENCODING)
        };
        assert!(with("gzip") && with("deflate, gzip, br"));
        assert!(!with("br") && !with("gzip;q=0") && !with(""));
    }

    #[test]
    fn a_changed_file_is_compressed_anew() {
        let [first, second] = [[1; 32], [2; 32]].map(|digest| compressed(digest, &digest).unwrap());
        assert_ne!(first, second);
        assert_eq!(first, compressed([1; 32], b"the digest decides").unwrap());
    }
}
