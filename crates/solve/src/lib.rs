//! Solved games: exact values of all positions, stored in tables, and proofs of single positions.
//!
//! | what | where |
//! |---|---|
//! | the value of a position | [`Value`] |
//! | queries to a solved game | [`oracle`], [`truth`] |
//! | an agent that plays from a table, and searches that probe one | [`perfect`], [`probing`] |
//! | solving a game into a file | [`run`] |
//! | the table file | [`table`] |
//! | verifying a table by the naive rules | [`check`] |
//! | proof-number search, with a strategy that can be checked | [`proof`] |
//! | which games can be solved | [`Solvable`] |
//! | the solver for any of them | [`generic`] |
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

pub mod check;
pub mod generic;
pub mod oracle;
pub mod perfect;
pub mod probing;
pub mod proof;
pub mod run;
pub mod table;
pub mod truth;

pub use bellwether_core::solvable::Solvable;
pub use bellwether_core::tiers::{SolveControl, Stopped, TierSolver};
pub use bellwether_core::value::Value;
pub use oracle::{EvaluatedMove, Oracle};
pub use perfect::Perfect;
pub use probing::Probing;
pub use table::{SolvedTable, TableError};
pub use truth::TruthSource;
