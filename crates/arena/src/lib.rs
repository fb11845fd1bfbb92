//! The arena: games between agents, judged, recorded and counted.
//!
//! | looking for | see |
//! |---|---|
//! | what sits at the table | [`player`] |
//! | how games are judged | `referee` (private: [`hall`] is its door) |
//! | where games of a kind are played | [`hall`] |
//! | who takes part | [`entries`] |
//! | who meets whom | [`schedule`] |
//! | where games begin | [`settings::Openings`] |
//! | running a tournament on several threads | [`run`] |
//! | what is written down | [`record`] |
//! | another form of it: PGN | [`pgn`] |
//! | what it says about the players | [`stats`] |
//! | all that is told of it, in text and for machines | [`digest`] |
//! | what a solved table says of their moves | [`truth`], [`truth_count`] |
//! | all of it as a page | [`page`] |
//! | players from outside | [`bots`] |
//!
//! Nothing here knows a game by name: what the arena has to know of one is [`bellwether_core::Refereed`].

pub mod bots;
pub mod clock;
pub mod entries;
pub mod live_game;
mod openings;
pub mod page;
pub mod pgn;
pub mod player;
pub mod record;
mod referee;
pub mod run;
pub mod runner;
pub mod schedule;
pub mod settings;
pub mod stats;
pub mod tournament_stats;
pub mod truth;
pub mod truth_count;
