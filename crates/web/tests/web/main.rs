//! The server, asked over HTTP and WebSocket by tests in one binary.

mod arena;
mod common;
mod guard;
mod load;
mod puzzles;
mod review;
mod rooms;
mod seat_links;
mod secrets;
mod tables;
mod tournaments;
mod trace;
