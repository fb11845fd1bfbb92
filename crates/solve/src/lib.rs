//! Games solved: every position's value proven, kept in a file, and open to questions.
//!
//! | looking for | see |
//! |---|---|
//! | what a position is worth | [`Value`] |
//! | questions about a solved game | [`oracle`] |
//! | an agent that plays a table, and searches that ask one | [`perfect`], [`probing`] |
//! | solving a game into a file | [`run`] |
//! | the file | [`table`] |
//! | proving a file again, by the naive rules | [`check`] |
//! | who wins, by proof-number search, with a strategy that can be checked | [`proof`] |
//! | which games can be solved | [`Solvable`] |

pub mod check;
pub mod oracle;
pub mod perfect;
pub mod probing;
pub mod proof;
pub mod run;
pub mod table;

pub use bellwether_core::solvable::Solvable;
pub use bellwether_core::tiers::{SolveControl, Stopped, TierSolver};
pub use bellwether_core::value::Value;
pub use oracle::{EvaluatedMove, Oracle};
pub use perfect::Perfect;
pub use probing::Probing;
pub use table::{SolvedTable, TableError};
