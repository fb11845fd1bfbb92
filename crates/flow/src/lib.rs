//! Flow Free puzzles: join equal sources by paths that fill the board.

pub mod puzzle;
pub mod text;

pub use puzzle::{Cell, Color, Puzzle, PuzzleError, RuleBroken, Solution};
