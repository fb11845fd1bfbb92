//! Search agents: given a position, each chooses a move.
//!
//! Every agent works for every [`Game`](bellwether_core::Game); game knowledge reaches it only
//! through [`Eval`](bellwether_core::Eval) and the capability traits.
//!
//! | agent | algorithm |
//! |---|---|
//! | [`RandomAgent`] | uniformly among the legal moves |
//! | [`Greedy`] | the best evaluation one ply ahead |
//! | [`Minimax`] | minimax to a fixed depth, without pruning |
//! | [`AlphaBeta`] | alpha-beta to a fixed depth |
//! | [`Pvs`] | principal variation search with iterative deepening and a transposition table: the strong one for two seats |
//! | [`MaxN`] | max^n to a fixed depth: every seat maximises its own value |
//! | [`Paranoid`] | paranoid search to a fixed depth: all others minimise the searcher's value |
//! | [`BestReply`] | best-reply search to a fixed depth: only the strongest reply of all others |
//! | [`Uct`] | plain UCT |
//! | [`Mcts`] | Monte Carlo tree search with proofs, tree reuse, threads and rollout policies |
//! | [`InformationSetMcts`] | the same for imperfect information |
//! | [`Guessing`] | another agent in one determinization of a hidden position |

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

/// Runs the example of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
#[derive(Debug)]
pub struct ReadmeExample;
