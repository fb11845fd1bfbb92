//! Tournaments and proofs on many machines: the built program as master and workers, and a real `nats-server`.
//!
//! | module | what it tries |
//! |---|---|
//! | `processes` | servers, workers and masters, and the networks between them |
//! | `identity` | that records are those of a local run |
//! | `data` | that positions to learn from are those of a local run |
//! | `experiments` | that figures of experiments are those of a local run |
//! | `faults` | that nothing is lost or counted twice, whatever fails |
//! | `page` | the page's tournaments, and the workers that it shows |
//! | `proofs` | that games are proven by workers, too |
//! | `recipes` | that the recipes of docs/cluster.md work |
//! | `refusals` | what cannot work is said in a sentence, and the rest goes on |
//!
//! `cargo xtask cluster` runs the long forms.

#![cfg(target_os = "linux")]

mod data;
mod experiments;
mod faults;
mod identity;
mod page;
mod processes;
mod proofs;
mod recipes;
mod refusals;
#[allow(dead_code, reason = "the page's own tests use the rest")]
#[path = "../cli/page.rs"]
mod served;
#[path = "../cli/timeless.rs"]
mod timeless;
