//! Tables on disk: written tier by tier, complete or not there at all, mapped when read.

mod error;
mod format;
mod reader;
mod writer;

pub use error::TableError;
pub use format::{SideCounts, Subject, TierCounts};
pub use reader::Table;
pub use writer::{Writer, partial_name};
