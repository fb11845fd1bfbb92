//! The course's Battle Sheep server: its students' clients play here unmodified, over TCP.
//!
//! | module | what it does |
//! |---|---|
//! | [`wire`] | messages become values and back: pure bytes |
//! | [`coordinates`] | the clients' coordinates become squares and moves, and back |
//! | [`connection`] | a connection: requests with deadlines, and the end of the game |
//! | [`listener`] | accepts connections and reads their team id |
//! | [`client_pool`] | the clients' seats, game after game |
//! | [`client_command`] | clients that we start ourselves |
//! | [`client`] | a client as a player |
//! | [`runner`] | a tournament of clients and the catalogue's agents, whose games wait for their clients |
//! | `hexagons` | recognises clients of the course of 2022 |
//! | [`entry`] | a client among the players: `client`, `client:team=7` |
//!
//! The course's clients play one game a connection. Between games they connect again, or are started again.
//! The referee decides alone what becomes of a client that is late, breaks off or sends what is no move, as of
//! any other player.

pub mod client;
pub mod client_command;
pub mod client_pool;
pub mod connection;
pub mod coordinates;
pub mod entry;
mod hexagons;
pub mod listener;
pub mod runner;
pub mod wire;

/// The port that the course's clients expect.
pub const PORT: u16 = 8887;

/// What the course gives a client for a move, in seconds.
pub const SECONDS: f64 = 3.0;
