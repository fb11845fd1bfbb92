//! The page: a web server on this machine for the catalogue's games.
//!
//! The page knows no rules. It draws the board and offers the legal moves that the server sends, and sends back the
//! text of a move.
//!
//! | module | what it does |
//! |---|---|
//! | here | [`Config`] in, [`Server`] out |
//! | `listen` | connections: limited in number, with timeouts |
//! | `deadline` | how long a client may take to send a body, or to read an answer |
//! | `access` | access checks: Host, Origin, token; the security headers of every answer |
//! | `assets` | the files inside the program |
//! | `catalogue` | `GET /api/catalogue`: games, agents, levels |
//! | `rules` | `GET /api/rules`: a game's rules, with the boards that explain them |
//! | `level_words` | what a level does, in one sentence |
//! | `games` | `/api/games`: making, listing and fetching games |
//! | `socket` | one WebSocket: what it may send, and what it is sent |
//! | `message` | the messages between the page and the server |
//! | `board_json` | a board as the page gets it |
//! | `trace` | `POST /api/trace`: a search written down, for the learn page |
//! | `hub` | the rooms by their names, and how many there may be |
//! | `request` | the answer to a request that is refused |
//! | `room` | one game: players, moves, the thinking agent, exact values |
//! | `saved_games` | the games in SQLite: they outlive the server |
//! | `store_lock` | one server for a store; a second one finds the first |
//! | `pgn_tree` | the moves of a PGN with its variations |
//! | `record` | games in and out, as records or PGN |
//! | `oracles` | solved games, opened once |
//! | `puzzles` | `/api/puzzles`: Flow Free generated, read, checked, solved, with hints |
//! | `tournaments` | `/api/tournaments`: tournaments played, watched, and read from their records |
//! | `tables` | `/api/tables`: solved tables: the list, making one, reports |
//! | `feed` | a socket that only sends |
//! | `blocking` | work that reads files, off the threads that answer |
//! | `pool` | searches: limited in number, cancelled with their request |
//! | `private` | where files are, which a page is not told |
//! | `permissions` | what a page may request: no files, no programs, nothing endless |
//! | `roster` | the bots registered at the server's start |
//!
//! A new page gets a module here with `fn routes() -> Router<Arc<AppState>>`, merged in `routes`, and a
//! module `assets/pages/NAME.js`.

mod access;
mod assets;
mod blocking;
mod board_json;
mod catalogue;
mod deadline;
mod feed;
mod games;
mod hub;
mod level_words;
mod listen;
mod message;
mod oracles;
mod permissions;
mod pgn_tree;
mod pool;
mod private;
mod puzzles;
mod qr_code;
mod record;
mod request;
mod room;
mod roster;
mod rules;
mod saved_games;
mod socket;
mod store_lock;
mod tables;
mod tournaments;
mod trace;

use std::future::Future;
use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use axum::{Router, middleware};
use bellwether_arena::workers::RemoteWorkers;
use bellwether_catalog::Catalog;
use bellwether_core::Error;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;

use access::AccessGuard;
use catalogue::Catalogue;
use hub::Hub;
use oracles::Oracles;
use pool::SearchPool;
use private::PrivateFolders;
use saved_games::GameStore;
use store_lock::{NotLocked, StoreLock};
use tables::TableService;
use tournaments::TournamentService;

pub use roster::{BOT_TIME, BotRoster};

/// The default port.
pub const PORT: u16 = 8017;

/// How the server is set up.
#[derive(Clone, Debug)]
pub struct Config {
    /// The address to listen on: by default this machine only.
    pub bind: IpAddr,
    /// The port; if it is not given, [`PORT`] or any free one.
    pub port: Option<u16>,
    /// What a visitor must know. Without one only this machine is served.
    pub token: Option<String>,
    /// Where solved tables are.
    pub tables: PathBuf,
    /// Where records of tournaments are.
    pub matches: PathBuf,
    /// The file of saved games.
    pub store: PathBuf,
    /// The bots that a page may ask for.
    pub bots: BotRoster,
    /// Who plays the tournaments, if not this process.
    pub remote: Option<Arc<dyn RemoteWorkers>>,
    /// How much is served at once.
    pub bounds: ServerLimits,
}

/// The server's limits and timeouts.
#[derive(Clone, Copy, Debug)]
pub struct ServerLimits {
    /// The most connections that are no sockets; others wait to be accepted.
    pub connections: usize,
    /// The most open WebSockets; others are refused.
    pub sockets: usize,
    /// How long a connection may take to send its request's head, and how long it may keep us waiting for the body and
    /// while we write.
    pub patience: Duration,
}

impl Default for ServerLimits {
    // Together with tables and the store this stays below the 1024 files that many systems allow.
    fn default() -> Self {
        Self { connections: 400, sockets: 500, patience: Duration::from_secs(15) }
    }
}

impl Config {
    /// The usual settings, for the games of a catalogue.
    #[must_use]
    pub fn new(catalog: &Catalog) -> Self {
        Self {
            bind: Ipv4Addr::LOCALHOST.into(),
            port: None,
            token: None,
            tables: bellwether_catalog::tables_folder(),
            matches: bellwether_catalog::matches_folder(),
            store: bellwether_catalog::store_file(),
            bots: BotRoster::new(catalog),
            remote: None,
            bounds: ServerLimits::default(),
        }
    }
}

/// What all games share.
#[derive(Debug)]
pub(crate) struct Services {
    pub(crate) pool: Arc<SearchPool>,
    /// Where bots think, and wait for their next turn.
    pub(crate) bot_pool: Arc<SearchPool>,
    pub(crate) roster: Arc<BotRoster>,
    pub(crate) store: GameStore,
    pub(crate) oracles: Oracles,
    pub(crate) folders: PrivateFolders,
}

/// What all requests share.
#[derive(Debug)]
pub(crate) struct AppState {
    pub(crate) access: AccessGuard,
    pub(crate) hub: Hub,
    pub(crate) catalogue: Catalogue,
    /// Places for sockets.
    pub(crate) sockets: Arc<Semaphore>,
    pub(crate) tournaments: TournamentService,
    pub(crate) tables: TableService,
}

/// Why a server does not start.
#[derive(Debug)]
pub enum StartError {
    /// Another one has the store, and its page is there.
    Running(String),
    /// The store cannot be used.
    Store(Error),
    /// The address cannot be listened on.
    Listen(io::Error),
}

impl From<io::Error> for StartError {
    fn from(error: io::Error) -> Self {
        Self::Listen(error)
    }
}

/// How often a server that begins or ends is asked for its store, and how long the others wait between.
const STORE_TRIES: u32 = 100;
const STORE_WAIT: Duration = Duration::from_millis(50);

/// A server that listens already and answers once it runs.
#[derive(Debug)]
pub struct Server {
    lock: StoreLock,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<AppState>,
    bounds: ServerLimits,
}

impl Server {
    /// Takes the port and the store.
    ///
    /// # Errors
    /// If the port is taken, the address is not this machine's, or the store cannot be opened or is another server's.
    pub async fn bind(config: Config) -> Result<Self, StartError> {
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
            None if !address.ip().is_loopback() => Some(access::random_word(24)?),
            token => token,
        };
        let pool = Arc::new(SearchPool::new());
        let lock = lock(&config.store).await?;
        let store = match GameStore::open(&config.store) {
            Ok(store) => store,
            Err(error) => {
                lock.discard(&config.store);
                return Err(StartError::Store(error));
            }
        };
        let roster = Arc::new(config.bots);
        let catalog = roster.catalog().clone();
        let oracles = Oracles::new(catalog.clone(), config.tables.clone(), Arc::clone(&pool));
        let usual = bellwether_catalog::tables_folder();
        let folders = [&config.tables, &config.matches, &config.store, &usual];
        let folders = PrivateFolders::new(&folders.map(PathBuf::as_path));
        let services = Services {
            folders: folders.clone(),
            pool,
            bot_pool: Arc::new(SearchPool::for_bots()),
            roster: Arc::clone(&roster),
            store,
            oracles,
        };
        let hub = Hub::new(Arc::new(services));
        let app = Arc::new(AppState {
            access: AccessGuard::new(address, token),
            hub,
            catalogue: Catalogue::default(),
            sockets: Arc::new(Semaphore::new(config.bounds.sockets)),
            tournaments: TournamentService::new(
                config.matches,
                config.tables.clone(),
                roster,
                config.remote,
                folders.clone(),
            ),
            tables: TableService::new(catalog, config.tables, folders),
        });
        lock.tell(&app.access.url())?;
        Ok(Self { lock, listener, address, app, bounds: config.bounds })
    }

    /// Where it listens.
    #[must_use]
    pub const fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address to open in a browser, with the token if there is one.
    #[must_use]
    pub fn url(&self) -> String {
        self.app.access.url()
    }

    /// Answers until `end` comes, then closes what is open; no bot of ours is left then.
    pub async fn run(self, end: impl Future<Output = ()>) {
        let end = async {
            end.await;
            // Nobody is sent to a page that is about to go.
            let _ = self.lock.tell("");
        };
        listen::serve(self.listener, routes(&self.app), self.bounds, end).await;
        self.app.tournaments.close().await;
        self.app.hub.close().await;
        self.lock.release();
    }
}

/// Takes the lock of a store; waits for a server that begins or ends.
async fn lock(store: &Path) -> Result<StoreLock, StartError> {
    let unusable =
        |error: &dyn std::fmt::Display| StartError::Store(saved_games::unusable(store, error));
    for _ in 0..STORE_TRIES {
        match StoreLock::take(store) {
            Ok(lock) => return Ok(lock),
            Err(NotLocked::Failed(error)) => return Err(unusable(&error)),
            Err(NotLocked::Taken(Some(url))) => return Err(StartError::Running(url)),
            Err(NotLocked::Taken(None)) => tokio::time::sleep(STORE_WAIT).await,
        }
    }
    Err(unusable(&"another server has it and does not say where it is"))
}

/// All routes.
fn routes(app: &Arc<AppState>) -> Router {
    Router::new()
        .merge(catalogue::routes())
        .merge(rules::routes())
        .merge(games::routes())
        .merge(trace::routes())
        .merge(socket::routes())
        .merge(puzzles::routes())
        .merge(tables::routes())
        .merge(tournaments::routes())
        .fallback(assets::serve)
        .layer(CompressionLayer::new())
        .layer(middleware::from_fn_with_state(Arc::clone(app), access::check))
        .with_state(Arc::clone(app))
}
