//! The built program, from outside: one binary for all of these tests, because linking each of them takes longer than
//! running most of them. `cargo test --workspace --all-features --test cli grade` runs those of one file.

mod bad_input;
mod bot_folder;
mod bots;
mod calibrate;
mod compatibility;
mod data;
mod documents;
mod engine;
mod faults;
mod flow;
mod grade;
mod host;
mod killed;
mod new_bot;
mod outside;
mod page;
mod page_bots;
mod page_tournament;
mod play;
mod promises;
mod report;
mod reproduce;
mod serve;
mod strategies;
mod timeless;
mod tournament;
mod tournaments;
mod variants;
