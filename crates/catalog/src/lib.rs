//! Names and options become games and agents: the one place where types are erased.
//!
//! Inside, everything is generic and fast; at the edges (terminal, page, arena) one wants to hold
//! "some game" and "some agent". A virtual call happens once for each *played* move, never inside a
//! search.
//!
//! ```
//! use bellwether_catalog::{BotPermission, Limits};
//! let game = bellwether_catalog::game("breakthrough:rows=6,columns=6")?;
//! let mut position = game.start();
//! let mut agent = game.agent("greedy:heuristic=offensive2", 1, BotPermission::Refused)?;
//! let stop = std::sync::atomic::AtomicBool::new(false);
//! let choice = agent.choose(position.as_ref(), Limits::default(), &stop)?;
//! position.play(&choice.text)?;
//! assert_eq!(position.status().mover(), Some(bellwether_core::Seat::SECOND));
//! # Ok::<(), bellwether_core::ParseError>(())
//! ```
//!
//! A new game joins by implementing [`Listed`] beside the others in `listed/` and adding its line to
//! [`GAMES`].

mod agents;
mod erased;
pub mod fairness;
mod games;
mod memory;
mod proved;
mod replay;
mod solved;
mod solving;
mod starts;
mod tournament;
mod trace;

use bellwether_core::ParseError;
use bellwether_core::notation::excerpt;
use bellwether_core::spec::{OptionInfo, Options, Spec, suggest};

pub use agents::bots::{bot_agent, bot_name};
pub use agents::entries::AgentEntry;
pub use agents::{AgentInfo, AlternativeMove, AnyAgent, BotPermission, ChosenMove, LEVELS, NoMove};
pub use bellwether_arena::player::Fault;
pub use bellwether_search::trace::{
    Bound, DepthNode, LeafReason, Simulation, SimulationNode, TraceEvent,
};
pub use bellwether_search::{Limits, Score};
pub use erased::{AnyGame, AnyPosition, OfferedMove, PlayedMove};
pub use games::battle_sheep::make_battle_sheep;
pub use games::{CatalogGame, HeuristicInfo};
pub use memory::{solving_memory, spare_memory};
pub use proved::{AnyProvable, WinnerProof};
pub use replay::{Replay, record_page, starter};
pub use solved::{
    AnsweredMove, AnyOracle, AnySolvable, SMALL, TableAnswer, game_of_table, matches_folder,
    store_file, tables_folder,
};
pub use solving::{how_to_make, solver};
pub use starts::{
    BoardSize, FoundTable, NamedStart, NaturalStart, named_starts, other_sizes, squares_text,
};
pub use tournament::{agent_player, typed_runner};
pub use trace::{SearchTrace, ShownNode, TRACED, TraceData, TraceScope};

/// A game that can be asked for by name.
#[derive(Clone, Copy, Debug)]
pub struct GameInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// Its name in print.
    pub title: &'static str,
    /// What it is about, in one line.
    pub summary: &'static str,
    /// Its options.
    pub options: &'static [OptionInfo],
    /// Variants worth knowing: how to ask for them, and what they are.
    pub variants: &'static [(&'static str, &'static str)],
    make: MakeGame,
}

type MakeGame = fn(&Spec, &Options<'_>) -> Result<Box<dyn AnyGame>, ParseError>;

/// Every game there is.
pub const GAMES: &[GameInfo] = &[
    games::breakthrough::INFO,
    games::wolf_and_sheep::INFO,
    games::wolves_eat_sheep::INFO,
    games::battle_sheep::INFO,
];

/// The game that `text` asks for: `name` or `name:option=value,…`.
///
/// # Errors
/// If there is no such game or option, or the options make no game.
pub fn game(text: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let spec = Spec::parse(text)?;
    let info = GAMES.iter().find(|info| info.name == spec.name()).ok_or_else(|| {
        ParseError::new(format!(
            "there is no game '{}': {}",
            excerpt(spec.name()),
            suggest(spec.name(), GAMES.iter().map(|info| info.name), "")
        ))
    })?;
    (info.make)(&spec, &Options::new(&spec, info.options)?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::Seat;
    use std::sync::atomic::AtomicBool;

    const SMALL: Limits =
        Limits { time: None, nodes: Some(300), depth: Some(2), simulations: Some(50) };
    static NEVER: AtomicBool = AtomicBool::new(false);

    #[test]
    fn every_listed_variant_exists_and_agents_can_play_it() {
        for info in GAMES {
            for (variant, _) in info.variants {
                let game = game(variant).unwrap_or_else(|error| panic!("{variant}: {error}"));
                assert_eq!(game.info().name, info.name);
                let levels = game.levels().into_iter().map(|(name, _)| name);
                for name in game.agents().iter().map(|agent| agent.name).chain(levels) {
                    let mut agent = match game.agent(name, 1, BotPermission::Refused) {
                        // Its table may not be there, and is not made by the way.
                        Err(error) if name == "perfect" => {
                            assert!(error.to_string().contains("bellwether solve"), "{error}");
                            continue;
                        }
                        agent => agent.unwrap(),
                    };
                    let mut position = game.start();
                    for _ in 0..12 {
                        if position.status().is_over() {
                            break;
                        }
                        let choice = agent.choose(position.as_ref(), SMALL, &NEVER).unwrap();
                        position.play(&choice.text).unwrap();
                    }
                }
            }
        }
    }

    #[test]
    fn unknown_names_suggest_near_ones() {
        let error = |text| game(text).err().unwrap().to_string();
        assert_eq!(
            error("breaktrough"),
            "there is no game 'breaktrough': did you mean 'breakthrough'?"
        );
        assert!(error("chess").starts_with("there is no game 'chess': it is one of breakthrough"));
        let game = game("breakthrough").unwrap();
        let error = |text| game.agent(text, 1, BotPermission::Refused).err().unwrap().to_string();
        assert_eq!(
            error("gredy"),
            "there is no agent 'gredy' for breakthrough: did you mean 'greedy'?"
        );
        assert_eq!(
            error("greedy:heuristic=offensive3"),
            "option 'heuristic' cannot be 'offensive3': did you mean 'offensive1'?"
        );
    }

    #[test]
    fn those_who_watch_are_told_and_change_nothing() {
        let cases = [
            ("breakthrough", "pvs:depth=4"),
            ("breakthrough", "mcts:simulations=5000"),
            ("battle-sheep:hidden", "mcts:simulations=5000"),
        ];
        for (name, agent) in cases {
            let game = game(name).unwrap();
            let position = game.start();
            let agent = || game.agent(agent, 1, BotPermission::Refused).unwrap();
            let alone = agent().choose(position.as_ref(), Limits::default(), &NEVER).unwrap();
            let seen = std::sync::Mutex::new(Vec::new());
            let watch = |chosen| seen.lock().unwrap().push(chosen);
            let watched = agent()
                .choose_watched(position.as_ref(), Limits::default(), &NEVER, &watch)
                .unwrap();
            assert_eq!(watched, ChosenMove { time: watched.time, ..alone }, "{name}");
            let seen = seen.into_inner().unwrap();
            assert!(seen.len() >= 2, "{name}: told {} times", seen.len());
            assert!(seen.is_sorted_by_key(|chosen| (chosen.depth, chosen.simulations)));
        }
    }

    #[test]
    fn an_agent_refuses_another_game() {
        let small = game("breakthrough").unwrap();
        let large = game("breakthrough:rows=9,columns=9").unwrap();
        let mut agent = small.agent("random", 1, BotPermission::Refused).unwrap();
        assert!(agent.choose(large.start().as_ref(), Limits::default(), &NEVER).is_err());
        assert_eq!(small.seat_name(Seat::FIRST), "White");
    }
}
