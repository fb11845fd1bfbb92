//! Bots from outside: the language they speak, and the cage they run in.
//!
//! | module | what it does |
//! |---|---|
//! | [`cage`] | runs a program that nobody trusts |
//! | [`ugi`] | UGI and UCI lines, read and written: pure text |

pub mod cage;
pub mod ugi;
