//! Flow Free puzzles: join equal sources by paths that fill the board.
//!
//! [`text::parse`] reads a validated [`Puzzle`]; a solver returns a [`SolveReport`] with what was found and what was
//! proven; [`Solution::check`] verifies every solution by the rules alone.
//!
//! ```
//! use bellwether_flow::{Method, SolverLimits, Verdict, draw, text};
//!
//! let puzzle = &text::parse("A_B\n___\nA_B").unwrap()[0];
//! let report = Method::Sweep.solve(puzzle, 2, &SolverLimits::NONE);
//! assert_eq!(report.verdict(), Verdict::Unsolvable);
//!
//! let puzzle = &text::parse("ABC\n___\nABC").unwrap()[0];
//! let report = Method::Sweep.solve(puzzle, 2, &SolverLimits::NONE);
//! assert_eq!(report.verdict(), Verdict::Unique);
//! assert_eq!(draw::pipes(puzzle, Some(&report.solutions[0]), draw::Style::Plain), "A B C\n│ │ │\nA B C\n");
//! ```
//!
//! | module | what it holds |
//! |---|---|
//! | [`puzzle`] | puzzles, solutions, and the checker |
//! | [`text`] | puzzles as text, errors with line and column |
//! | [`sweep`] | the fast solver, and the theorem it rests on |
//! | [`backtrack`] | four textbook methods to compare with |
//! | [`sat`] | an independent method: a SAT solver |
//! | [`count`](mod@count) | the exact number of solutions |
//! | [`generate`](mod@generate) | new puzzles with proven uniqueness |
//! | [`drawn`], [`hint`](mod@hint) | what a player drew, whether it can be completed, what to draw next |
//! | [`trace`](mod@trace) | recorded searches |
//! | [`samples`] | ten sample puzzles |
//! | [`draw`], [`svg`], [`palette`] | boards for the terminal, the page and paper, and their colours |
//!
//! Nothing here reads files, clocks or the network: time limits come in through [`SolverLimits::stop`].
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

pub mod backtrack;
pub mod count;
pub mod draw;
pub mod drawn;
pub mod generate;
pub mod hint;
pub mod method;
pub mod palette;
pub mod puzzle;
pub mod report;
pub mod samples;
pub mod sat;
pub mod svg;
pub mod sweep;
pub mod text;
pub mod trace;

pub use drawn::Drawing;
pub use method::Method;
pub use puzzle::{Cell, Color, Puzzle, PuzzleError, RuleBroken, Solution};
pub use report::{GaveUp, SearchEnd, SearchStep, SolveReport, SolverLimits, Verdict};
