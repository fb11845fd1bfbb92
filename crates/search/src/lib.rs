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
//! | [`Paranoid`] | to a fixed depth with all others against it |
//! | [`BestReply`] | to a fixed depth with only the worst of all others' replies |
//! | [`Uct`] | by simulated games, plainly |
//! | [`Mcts`] | by simulated games, with proofs, memory, threads and a sense of the game |
//! | [`InformationSetMcts`] | the same where not everything is seen |
//! | [`Guessing`] | as another agent does in a position that is guessed |

mod agent;
mod alpha_beta;
mod best_reply;
mod budget;
mod determinized;
mod fixed_depth;
mod greedy;
mod logarithm;
mod max_n;
mod mcts;
mod minimax;
mod paranoid;
mod pvs;
mod random;
mod rewards;
pub mod trace;
mod uct;

pub use agent::{Agent, Alternative, Choice, ProgressFn};
pub use alpha_beta::AlphaBeta;
pub use bellwether_core::Score;
pub use best_reply::BestReply;
pub use budget::{Budget, Limits};
pub use determinized::{Guess, Guessing};
pub use fixed_depth::{FixedDepth, Ties};
pub use greedy::Greedy;
pub use max_n::MaxN;
pub use mcts::{InformationSetMcts, Mcts, MctsSettings};
pub use minimax::Minimax;
pub use paranoid::Paranoid;
pub use pvs::{Pvs, PvsSettings};
pub use random::RandomAgent;
pub use rewards::Rewards;
pub use uct::Uct;
