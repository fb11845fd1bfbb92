//! The arena: referees, records and rates games between agents.
//!
//! | looking for | see |
//! |---|---|
//! | what sits at the table | [`player`] |
//! | legality, time, endings | `referee` (private, used by [`runner`]) |
//! | playing games of one type | [`runner`] |
//! | how a game ends | [`ending`] |
//! | the entrants | [`entries`] |
//! | pairings | [`schedule`] |
//! | where games begin | [`settings::Openings`] |
//! | running a tournament | [`run`] |
//! | who plays its games: threads, or processes elsewhere | [`workers`] |
//! | what is written down | [`record`] |
//! | another form of it: PGN | [`pgn`] |
//! | statistics of the players | [`stats`] |
//! | the summary as text and JSON | [`tournament_stats`] |
//! | two of its players against each other | [`head_to_head`] |
//! | moves compared with a solved table | [`truth_count`] |
//! | all of it as a page | [`page`] |
//! | players from outside | [`bots`] |
//! | waiting for them, also when suspended | [`fair_deadline`] |
//!
//! Nothing here knows a game by name: what the arena has to know of one is [`bellwether_core::Refereed`].

pub mod bots;
pub mod clock;
pub mod ending;
pub mod entries;
pub mod fair_deadline;
pub mod head_to_head;
pub mod live_game;
mod openings;
pub mod page;
pub mod pgn;
pub mod player;
pub mod pulse;
pub mod record;
mod referee;
pub mod run;
pub mod runner;
pub mod schedule;
pub mod settings;
pub mod stats;
pub mod tournament_stats;
pub mod truth_count;
pub mod workers;
