//! Table files: written tier by tier, renamed when complete, read block by block.

mod error;
mod format;
mod reader;
mod writer;

pub use error::TableError;
pub use format::{SideCounts, TableKey, TierCounts};
pub use reader::SolvedTable;
pub use writer::{TableWriter, partial_name};
