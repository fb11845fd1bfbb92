//! Tournaments and proofs on many machines: the built program as master and workers, and a real `nats-server`.
//!
//! | module | what it tries |
//! |---|---|
//! | `processes` | servers, workers and masters, and the networks between them |
//! | `identity` | that records are those of a local run |
//! | `faults` | that nothing is lost or counted twice, whatever fails |
//! | `proofs` | that games are proven by workers, too |
//! | `refusals` | what cannot work is said in a sentence, and the rest goes on |
//!
//! `cargo xtask cluster` runs the long forms.

#![cfg(target_os = "linux")]

mod faults;
mod identity;
mod processes;
mod proofs;
mod refusals;
#[path = "../cli/timeless.rs"]
mod timeless;
