//! The standard catalogue, by tests in one binary.

mod catalog;
mod judge;
mod page;
mod solved;
mod trace;
