//! Proof-number search.
pub mod dfpn;
mod memory;
mod table;
