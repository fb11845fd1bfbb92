//! Proof-number search.
pub mod dfpn;
mod table;
