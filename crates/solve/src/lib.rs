//! Who wins with best play, proven.

pub mod proof;
