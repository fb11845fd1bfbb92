//! The standard catalogue, by tests in one binary.

mod catalog;
mod page;
mod solved;
mod trace;
