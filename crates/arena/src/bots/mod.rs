//! Bots from outside: the languages they speak.
//!
//! | module | what it does |
//! |---|---|
//! | [`ugi`] | UGI and UCI lines, read and written: pure text |
//! | [`course`] | the course's Battle Sheep clients, over TCP |

pub mod course;
pub mod ugi;
