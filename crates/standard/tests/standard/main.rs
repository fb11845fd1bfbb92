//! The standard catalogue, by tests in one binary.

mod catalog;
mod judge;
mod level_ratings;
mod page;
mod solved;
mod trace;
