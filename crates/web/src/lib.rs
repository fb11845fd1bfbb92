//! The page: a server on this machine that plays the catalogue's games with whoever opens it.
//!
//! The page knows no rules. It draws what the server says stands where, offers what the server says is
//! legal, and sends back the text of a move.
//!
//! | module | what it does |
//! |---|---|
//! | here | [`Config`] in, [`Server`] out |
//! | [`listen`] | connections: bounded, with patience that ends |
//! | [`guard`] | who may ask: Host, Origin, token; what every answer says to the browser |
//! | [`assets`] | the files inside the program |
//! | [`catalogue`] | `GET /api/catalogue`: games, agents, levels |
//! | [`games`] | `/api/games`: making, listing and fetching games |
//! | [`socket`] | one WebSocket: what it may send, and what it is sent |
//! | [`message`] | everything the page and the server say to each other |
//! | [`hub`] | the rooms by their names, and how many there may be |
//! | [`room`] | one game: who sits where, what was played, who is thinking |
//! | [`pool`] | searches: so many at once, cancelled when nobody waits |
//! | [`allowed`] | what a page may ask for: no files, no programs, nothing endless |
//!
//! A new page gets a module here with `fn routes() -> Router<Arc<House>>`, merged in [`routes`], and a
//! module `assets/pages/NAME.js`.

mod allowed;
mod assets;
mod catalogue;
mod games;
mod guard;
mod hub;
mod listen;
mod message;
mod picture;
mod pool;
mod room;
mod socket;

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

use axum::{Router, middleware};
use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;

use guard::Guard;
use hub::Hub;
use pool::Pool;

/// Where the page is found unless told otherwise.
pub const PORT: u16 = 8017;

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on: this machine only, unless told otherwise.
    pub bind: IpAddr,
    /// The port; if it is not given, [`PORT`] or any free one.
    pub port: Option<u16>,
    /// What a visitor must know. Without one only this machine is served.
    pub token: Option<String>,
    /// Where solved tables are.
    pub tables: PathBuf,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: None,
            token: None,
            tables: bellwether_catalog::tables_folder(),
        }
    }
}

/// What all requests share.
#[derive(Debug)]
pub(crate) struct House {
    pub(crate) guard: Guard,
    pub(crate) hub: Hub,
}

/// A server that listens already and answers once it runs.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    house: Arc<House>,
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    /// If the port is taken, or the address is not this machine's.
    pub async fn bind(config: Config) -> io::Result<Self> {
        let listener = match config.port {
            Some(port) => TcpListener::bind((config.bind, port)).await?,
            None => match TcpListener::bind((config.bind, PORT)).await {
                Err(error) if error.kind() == io::ErrorKind::AddrInUse => {
                    TcpListener::bind((config.bind, 0)).await?
                }
                bound => bound?,
            },
        };
        let address = listener.local_addr()?;
        let token = match config.token {
            None if !address.ip().is_loopback() => Some(guard::random_word(24)?),
            token => token,
        };
        let pool = Arc::new(Pool::new());
        let hub = Hub::new(pool);
        let house = Arc::new(House { guard: Guard::new(address, token), hub });
        Ok(Self { listener, address, house })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser, with the token if there is one.
    #[must_use]
    pub fn url(&self) -> String {
        self.house.guard.url()
    }

    /// Answers until `end` comes, then closes what is open.
    pub async fn run(self, end: impl Future<Output = ()>) {
        listen::serve(self.listener, routes(&self.house), end).await;
    }
}

/// Everything that can be asked for.
fn routes(house: &Arc<House>) -> Router {
    Router::new()
        .merge(catalogue::routes())
        .merge(games::routes())
        .merge(socket::routes())
        .fallback(assets::serve)
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(house), guard::check))
        .with_state(Arc::clone(house))
}
