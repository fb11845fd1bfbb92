//! The arena: games between agents, judged, recorded and counted.

pub mod stats;
