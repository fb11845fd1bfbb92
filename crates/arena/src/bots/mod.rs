//! Bots from outside: the language they speak.
//!
//! | module | what it does |
//! |---|---|
//! | [`ugi`] | UGI and UCI lines, read and written: pure text |

pub mod ugi;
