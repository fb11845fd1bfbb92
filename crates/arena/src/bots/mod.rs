//! Bots from outside: programs that sit at our tables.
//!
//! | module | what it does |
//! |---|---|
//! | [`simple`] | the beginners' protocol, read and written: pure text |
//! | [`ugi`] | UGI and UCI lines, read and written: pure text |
//! | [`launch`] | how a program is started: its command line, folder and environment |
//! | [`process`] | a running program: lines to it and from it, each with a deadline, and its end |
//! | [`player`] | a program as a [`Player`](crate::player::Player) |
//!
//! A player asks its program and hands the answer on; the referee alone decides legality and time.

pub mod launch;
pub mod player;
pub mod process;
pub mod simple;
pub mod ugi;

/// The agent name that stands for a client from the network. It is reserved: no agent of ours has it, and only a
/// server for such clients can fill the seat.
pub const NETWORK_CLIENT: &str = "client";
