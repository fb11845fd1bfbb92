//! The course's Battle Sheep server: its students' clients play here unmodified, over TCP.
//!
//! | module | what it does |
//! |---|---|
//! | [`wire`] | messages become values and back: pure bytes |
//! | [`chart`] | the clients' coordinates become squares and moves, and back |

pub mod chart;
pub mod wire;
