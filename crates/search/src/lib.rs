//! Agents: given a position, each chooses a move.
//!
//! Every agent works for every [`Game`](bellwether_core::Game); what it knows of a particular one
//! reaches it through [`Eval`](bellwether_core::Eval) and the capability traits.
//!
//! | agent | how it chooses |
//! |---|---|
//! | [`RandomAgent`] | uniformly among the legal moves |
//! | [`Greedy`] | the move whose position looks best, one ply ahead |
//! | [`Minimax`] | the best line to a fixed depth, every node visited |
//! | [`AlphaBeta`] | the same value, leaving out what cannot matter |
//! | [`Pvs`] | by deepening, with a table, as far as the budget goes: the strong one for two seats |
//! | [`MaxN`] | to a fixed depth with every seat for itself |

mod agent;
mod alpha_beta;
mod budget;
mod fixed;
mod greedy;
mod max_n;
mod minimax;
mod pvs;
mod random;

pub use agent::{Agent, Alternative, Choice, Score};
pub use alpha_beta::AlphaBeta;
pub use budget::{Budget, Limits};
pub use fixed::{FixedDepth, Ties};
pub use greedy::Greedy;
pub use max_n::MaxN;
pub use minimax::Minimax;
pub use pvs::{Pvs, PvsSettings};
pub use random::RandomAgent;
