//! The arena: games between agents, judged, recorded and counted.

pub mod clock;
pub mod pgn;
pub mod player;
pub mod record;
pub mod settings;
pub mod stats;
pub mod store;
pub mod truth;
