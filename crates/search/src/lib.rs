//! Agents: given a position, each chooses a move.
//!
//! Every agent works for every [`Game`](bellwether_core::Game); what it knows of a particular one
//! reaches it through [`Eval`](bellwether_core::Eval) and the capability traits.
//!
//! | agent | how it chooses |
//! |---|---|
//! | [`RandomAgent`] | uniformly among the legal moves |
//! | [`Greedy`] | the move whose position looks best, one ply ahead |

mod agent;
mod budget;
mod greedy;
mod random;

pub use agent::{Agent, Alternative, Choice, Score};
pub use budget::{Budget, Limits};
pub use greedy::Greedy;
pub use random::RandomAgent;
