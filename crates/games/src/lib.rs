//! The rules of the four games, each in a folder of its own.
//!
//! | game | seats | in one line |
//! |---|---|---|
//! | [`breakthrough`] | 2 | workers march; the first to reach the other side wins |
//! | [`wolf_and_sheep`] | 2 | one wolf slips past the sheep, or they corner it |
//! | [`wolves_eat_sheep`] | 2 | wolves leap to eat, sheep close in |
//! | [`battle_sheep`] | 2 to 4 | flocks split and slide to hold the most pasture |
//!
//! Each folder has the rules (`mod.rs`), the notation of moves and positions (`notation.rs`), the
//! evaluations of the course reports (`heuristics.rs`) and, behind the feature `naive`, a second
//! implementation of the rules that is simple rather than fast (`naive.rs`). Nothing here depends on
//! search.

pub mod battle_sheep;
pub mod breakthrough;
pub mod wolf_and_sheep;
pub mod wolves_eat_sheep;
