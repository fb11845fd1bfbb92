//! Flow Free puzzles: join equal sources by paths that fill the board.

pub mod backtrack;
pub mod count;
pub mod generate;
pub mod method;
pub mod puzzle;
pub mod random;
pub mod report;
pub mod sat;
pub mod sweep;
pub mod text;

pub use method::Method;
pub use puzzle::{Cell, Color, Puzzle, PuzzleError, RuleBroken, Solution};
pub use report::{End, GaveUp, Limits, Report, Step, Verdict};
