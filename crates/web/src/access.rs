//! Access checks of requests, and the security headers of every answer.
//!
//! A page on another site must not be able to use this server through its visitor's browser. So the
//! Host must be one of ours (a foreign name that was made to point here is not), a request that says
//! where it comes from must come from here, and with a token every visitor must know it.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HOST, LOCATION, ORIGIN,
    REFERRER_POLICY, SET_COOKIE, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::AppState;
use crate::games::{RefusalText, refuse};

/// The cookie that holds the token.
const COOKIE_NAME: &str = "bellwether";

/// Scripts, styles and connections from here only; no frames, no forms, no inline anything.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
    connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// What is known of the server's own address, and the token.
#[derive(Debug)]
pub(crate) struct AccessGuard {
    address: SocketAddr,
    token: Option<String>,
}

impl AccessGuard {
    pub(crate) const fn new(address: SocketAddr, token: Option<String>) -> Self {
        Self { address, token }
    }

    /// The address to open.
    pub(crate) fn url(&self) -> String {
        format!("http://{}{}", self.address, self.path_with_token("/"))
    }

    /// A path with the token, if there is one: whoever opens it is let in.
    pub(crate) fn path_with_token(&self, path: &str) -> String {
        match &self.token {
            None => path.to_owned(),
            Some(token) => format!("{path}?token={token}"),
        }
    }

    /// Where other machines reach this one; empty if only this machine is served.
    pub(crate) fn hosts(&self) -> Vec<String> {
        let (ip, port) = (self.address.ip(), self.address.port());
        let addresses = match ip {
            ip if ip.is_loopback() => Vec::new(),
            ip if ip.is_unspecified() => own_addresses(),
            ip => vec![ip],
        };
        addresses.into_iter().map(|ip| format!("http://{}", SocketAddr::new(ip, port))).collect()
    }

    /// Whether a Host or an Origin's authority names this server.
    ///
    /// On a loopback address these are the loopback names. Elsewhere any address in figures will do: the
    /// machine may have several, and no foreign name can pass for one.
    fn is_ours(&self, authority: &str) -> bool {
        let Ok(authority) = authority.parse::<Authority>() else { return false };
        if authority.as_str().contains('@')
            || authority.port_u16().unwrap_or(80) != self.address.port()
        {
            return false;
        }
        let name = authority.host().trim_start_matches('[').trim_end_matches(']');
        match name.parse::<IpAddr>() {
            Ok(ip) => ip.is_loopback() || !self.address.ip().is_loopback(),
            Err(_) => name.eq_ignore_ascii_case("localhost"),
        }
    }

    /// Why a request is refused, if it is.
    fn refusal(
        &self,
        headers: &HeaderMap,
        query: Option<&str>,
    ) -> Option<(StatusCode, &'static str)> {
        let text = |name| headers.get(name).map(|value: &HeaderValue| value.to_str().unwrap_or(""));
        let Some(host) = text(HOST).filter(|host| self.is_ours(host)) else {
            return Some((
                StatusCode::MISDIRECTED_REQUEST,
                "this server answers only to its own address: open the one it printed",
            ));
        };
        let is_near = |origin: &str| {
            let authority =
                origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            authority.is_some_and(|authority| authority.eq_ignore_ascii_case(host))
        };
        let is_foreign = text(ORIGIN).is_some_and(|origin| !is_near(origin))
            || text(HeaderName::from_static("sec-fetch-site"))
                .is_some_and(|site| !matches!(site, "same-origin" | "none"))
                && text(HeaderName::from_static("sec-fetch-mode")) != Some("navigate");
        if is_foreign {
            return Some((StatusCode::FORBIDDEN, "requests from other sites are refused"));
        }
        let known = self.token.as_deref().is_none_or(|token| {
            let bearer = text(AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
            let cookies = text(COOKIE).unwrap_or("").split(';');
            let cookie = cookies
                .filter_map(|pair| pair.trim().split_once('='))
                .find(|(name, _)| *name == COOKIE_NAME);
            [bearer, cookie.map(|(_, value)| value), token_in(query)]
                .into_iter()
                .flatten()
                .any(|given| is_same(given, token))
        });
        (!known).then_some((
            StatusCode::UNAUTHORIZED,
            "this server asks for a token: open the address it printed, which ends in ?token=…",
        ))
    }
}

fn token_in(query: Option<&str>) -> Option<&str> {
    query?.split('&').find_map(|pair| pair.strip_prefix("token="))
}

/// The addresses that this machine has in its networks: those it would send from. Nothing is sent.
fn own_addresses() -> Vec<IpAddr> {
    // A far address is reached by the usual way out; the others may be in networks of their own.
    const TARGETS: [&str; 4] = ["192.0.2.1", "192.168.0.1", "10.0.0.1", "172.16.0.1"];
    let own = |target: &str| -> io::Result<IpAddr> {
        let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0))?;
        socket.connect((target, 9))?;
        Ok(socket.local_addr()?.ip())
    };
    let mut found: Vec<IpAddr> = Vec::new();
    for address in TARGETS.into_iter().filter_map(|target| own(target).ok()) {
        if !address.is_loopback() && !address.is_unspecified() && !found.contains(&address) {
            found.push(address);
        }
    }
    found
}

/// Compares without telling by its time how much was right.
pub(crate) fn is_same(given: &str, token: &str) -> bool {
    let differences = given.bytes().zip(token.bytes()).fold(0, |sum, (a, b)| sum | (a ^ b));
    given.len() == token.len() && differences == 0
}

/// Lets a request through, or refuses it; and adds the headers that every answer has.
pub(crate) async fn check(
    State(app): State<Arc<AppState>>,
    request: Request,
    next: Next,
) -> Response {
    let access = &app.access;
    let mut response = match access.refusal(request.headers(), request.uri().query()) {
        Some((status, why)) => (status, why).into_response(),
        None => match (&access.token, token_in(request.uri().query())) {
            // The token leaves the address bar at once, and the history with it.
            (Some(token), Some(_)) => welcome(token, request.uri().path()),
            _ => without_folders(&app, next.run(request).await),
        },
    };
    let headers = response.headers_mut();
    headers.insert(CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    for name in ["cross-origin-resource-policy", "cross-origin-opener-policy"] {
        headers.insert(HeaderName::from_static(name), HeaderValue::from_static("same-origin"));
    }
    headers.entry(CACHE_CONTROL).or_insert(HeaderValue::from_static("no-store"));
    response
}

/// What is wrong, without the names of folders.
fn without_folders(app: &AppState, response: Response) -> Response {
    let Some(RefusalText(text)) = response.extensions().get() else { return response };
    let told = app.hub.services().folders.conceal(text);
    if told == *text { response } else { refuse(response.status(), &told) }
}

fn welcome(token: &str, path: &str) -> Response {
    // With `Strict` a link in somebody's mail would lead to a refusal: what other sites ask for is refused by its origin.
    let cookie = format!("{COOKIE_NAME}={token}; Path=/; HttpOnly; SameSite=Lax");
    // A path that begins with two slashes would lead to another site.
    let path = format!("/{}", path.trim_start_matches('/'));
    (StatusCode::SEE_OTHER, [(SET_COOKIE, cookie), (LOCATION, path)]).into_response()
}

/// A random word of so many letters and digits.
pub(crate) fn random_word(length: usize) -> io::Result<String> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0; length];
    getrandom::fill(&mut bytes).map_err(io::Error::other)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte % 32)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn access(address: &str) -> AccessGuard {
        AccessGuard::new(address.parse().unwrap(), None)
    }

    #[test]
    fn only_loopback_names_lead_to_a_loopback_server() {
        let access = access("127.0.0.1:8017");
        for ours in ["127.0.0.1:8017", "localhost:8017", "[::1]:8017", "LOCALHOST:8017"] {
            assert!(access.is_ours(ours), "{ours}");
        }
        for foreign in [
            "evil.example:8017",
            "127.0.0.1",
            "127.0.0.1:8018",
            "10.0.0.7:8017",
            "a@127.0.0.1:8017",
            "",
            "localhost.evil.example:8017",
        ] {
            assert!(!access.is_ours(foreign), "{foreign}");
        }
        let open = AccessGuard::new("0.0.0.0:80".parse().unwrap(), Some("t".to_owned()));
        assert!(
            open.is_ours("10.0.0.7")
                && open.is_ours("10.0.0.7:80")
                && !open.is_ours("evil.example")
        );
    }

    #[test]
    fn requests_from_other_sites_are_refused() {
        let access = access("127.0.0.1:8017");
        let refused = |pairs: &[(&'static str, &str)]| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("127.0.0.1:8017"));
            for (name, value) in pairs {
                headers
                    .insert(HeaderName::from_static(name), HeaderValue::from_str(value).unwrap());
            }
            access.refusal(&headers, None).is_some()
        };
        assert!(!refused(&[]));
        assert!(!refused(&[("origin", "http://127.0.0.1:8017")]));
        assert!(refused(&[("origin", "http://localhost:8017")]), "another origin to a browser");
        assert!(refused(&[("origin", "null")]) && refused(&[("origin", "http://evil.example")]));
        assert!(refused(&[("sec-fetch-site", "cross-site")]));
        assert!(
            !refused(&[("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")]),
            "a link"
        );
        assert!(!refused(&[("sec-fetch-site", "same-origin")]));
    }

    #[test]
    fn a_token_is_accepted_in_any_of_three_places() {
        let access = AccessGuard::new("0.0.0.0:80".parse().unwrap(), Some("secret".to_owned()));
        let refused = |name: HeaderName, value: &'static str, query| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static("10.0.0.7"));
            headers.insert(name, HeaderValue::from_static(value));
            access.refusal(&headers, query).is_some()
        };
        assert!(refused(COOKIE, "", None) && refused(COOKIE, "bellwether=secreT", None));
        assert!(!refused(COOKIE, "a=b; bellwether=secret", None));
        assert!(!refused(AUTHORIZATION, "Bearer secret", None));
        assert!(
            !refused(COOKIE, "", Some("x=1&token=secret")) && refused(COOKIE, "", Some("token="))
        );
    }
}
