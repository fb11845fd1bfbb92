//! Search agents: given a position, each chooses a move.
//!
//! Every agent works for every [`Game`](bellwether_core::Game); game knowledge reaches it only
//! through [`Eval`](bellwether_core::Eval) and the capability traits.
//!
//! | agent | algorithm |
//! |---|---|
//! | [`RandomAgent`] | uniformly among the legal moves |
//! | [`Greedy`] | the best evaluation one ply ahead |
//! | [`Minimax`] | minimax to a fixed depth; with pruning, alpha-beta; with more than two seats, paranoid search |
//! | [`Pvs`] | principal variation search with iterative deepening and a transposition table: the strong one for two seats |
//! | [`MaxN`] | max^n to a fixed depth: every seat maximises its own value |
//! | [`BestReply`] | best-reply search to a fixed depth: only the strongest reply of all others |
//! | [`Uct`] | plain UCT |
//! | [`Mcts`] | Monte Carlo tree search with proofs, tree reuse, threads and rollout policies |
//! | [`InformationSetMcts`] | the same for imperfect information |
//! | [`Guessing`] | another agent in one determinization of a hidden position |
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod agent;
mod best_reply;
mod budget;
mod determinized;
mod fixed_depth;
mod greedy;
mod logarithm;
mod max_n;
mod mcts;
mod minimax;
mod pvs;
mod random;
mod rewards;
pub mod trace;
mod uct;

pub use agent::{Agent, Alternative, Choice, ProgressFn};
pub use bellwether_core::Score;
pub use best_reply::BestReply;
pub use budget::{Budget, Limits};
pub use determinized::{Guess, Guessing};
pub use fixed_depth::{FixedDepth, Ties};
pub use greedy::Greedy;
pub use max_n::MaxN;
pub use mcts::{InformationSetMcts, Mcts, MctsSettings};
pub use minimax::Minimax;
pub use pvs::{Pvs, PvsSettings};
pub use random::RandomAgent;
pub use rewards::Rewards;
pub use uct::{RewardFn, Uct};
