//! A catalogue of games: names and options become games and agents. The one place where types are erased.
//!
//! Inside, everything is generic and fast; at the edges (terminal, page, arena) one wants to hold
//! "some game" and "some agent". A virtual call happens once for each *played* move, never inside a
//! search. The crate names no game: [`Catalog::with`] adds one that implements
//! [`GameFamily`](bellwether_core::GameFamily). [`Catalog::with_agent`] adds an agent.
//!
//! ```
//! use bellwether_catalog::{BotPermission, Catalog, Limits};
//! use bellwether_games::breakthrough::Breakthrough;
//! let catalog = Catalog::new().with::<Breakthrough<u64>>();
//! let game = catalog.game("breakthrough:rows=6,columns=6")?;
//! let mut position = game.start();
//! let mut agent = game.agent("greedy:heuristic=offensive2", 1, BotPermission::Refused)?;
//! let stop = std::sync::atomic::AtomicBool::new(false);
//! let choice = agent.choose(position.as_ref(), Limits::default(), &stop)?;
//! position.play(&choice.text)?;
//! assert_eq!(position.status().mover(), Some(bellwether_core::Seat::SECOND));
//! # Ok::<(), bellwether_core::Error>(())
//! ```

mod agents;
mod batch;
mod calibrate;
mod catalog;
#[cfg(feature = "contract")]
pub mod contract;
mod erased;
mod folders;
mod game_history;
mod game_tools;
mod judge;
mod labelled;
mod memory;
mod proved;
mod random_position;
mod replay;
mod session;
mod solved;
mod solving;
mod threats;
mod tournament;
mod trace;

pub use agents::bots::{bot_agent, bot_name, is_caged_bot, portable_bot};
pub use agents::dynamic::{DynGame, DynState};
pub use agents::entry::{AgentArgs, AgentEntry, AgentFamily, AgentInfo, MadeAgent};
pub use agents::options::agent_option;
pub use agents::{AlternativeMove, AnyAgent, BotPermission, ChosenMove, LEVELS, NoMove, WatchFn};
pub use batch::{AnyBatch, BatchArrays, BatchSizes};
pub use bellwether_arena::player::Fault;
pub use bellwether_search::trace::{
    Bound, DepthNode, LeafReason, Simulation, SimulationNode, TraceEvent,
};
pub use bellwether_search::{Limits, Score};
pub use calibrate::{FittedCalibration, calibrate};
pub use catalog::Catalog;
pub use erased::{AnyGame, AnyPosition, ErasedGame, OfferedMove, PlayedMove};
pub use folders::{cluster_folder, matches_folder, store_file, tables_folder};
pub use game_history::{GameHistory, move_texts};
pub use judge::{
    JudgedPosition, TwoDepths, analyst, ask_judge, calibration, chance, judge, judge_effort,
    move_cost,
};
pub use labelled::{LabelledPosition, labelled_positions};
pub use memory::{solving_memory, spare_memory};
pub use proved::{AnyJobProver, AnyProvable};
pub use random_position::random_position;
pub use replay::{Replay, record_page, starter};
pub use session::{PERSON, SavedSession, SeatFault, Session, seats_against};
pub use solved::{AnsweredMove, AnyOracle, AnySolvable, OracleOrigin, TableAnswer};
pub use solving::{how_to_make, oracle, quick_oracle, solver};
pub use threats::Threats;
pub use trace::{SearchTrace, ShownNode, TRACED, TraceData, TraceScope};
