//! Breakthrough's entry.

use std::sync::Arc;

use bellwether_core::bits::Bits;
use bellwether_games::breakthrough::{
    Breakthrough, DecisiveRollout, Formula, Heuristic, NAME, OPTIONS, Setup,
};
use bellwether_search::MctsSettings;

use super::{CatalogGame, HeuristicInfo};
use crate::agents::entries::{AgentEntry, for_two_seats};
use crate::erased::ErasedGame;
use crate::{AnyProvable, GameInfo, proved};

pub(crate) const INFO: GameInfo = GameInfo {
    name: NAME,
    title: "Breakthrough",
    summary: "workers march; the first to reach the other side wins",
    options: OPTIONS,
    variants: &[
        ("breakthrough", "the usual board, 8×8"),
        ("breakthrough:workers=3", "three workers must reach the far rank"),
        ("breakthrough:rows=5,columns=10", "the long rectangular board"),
        ("breakthrough:rows=6,columns=6", "a shorter game"),
        ("breakthrough:rows=11,columns=11", "a board of more than 64 squares"),
    ],
    make: |spec, options| {
        let setup = Setup::from_options(options)?;
        Ok(if setup.is_small() {
            ErasedGame::boxed(Breakthrough::<u64>::new(setup), spec)
        } else {
            ErasedGame::boxed(Breakthrough::<u128>::new(setup), spec)
        })
    },
};

impl<B: Bits> CatalogGame for Breakthrough<B> {
    type Heuristic = Heuristic;
    type Rollout = DecisiveRollout;
    const HEURISTICS: &'static [HeuristicInfo] = &[
        HeuristicInfo { name: "offensive1", summary: "takes the enemy's workers" },
        HeuristicInfo { name: "defensive1", summary: "keeps its own workers" },
        HeuristicInfo {
            name: "offensive2",
            summary: "advances safely, its own side counts double",
        },
        HeuristicInfo {
            name: "defensive2",
            summary: "advances safely, the enemy's side counts double",
        },
        HeuristicInfo {
            name: "strong",
            summary: "safety, neighbours, open files and races, with tuned weights",
        },
    ];

    const LEVELS: [&'static str; 5] = [
        "alphabeta:depth=1,heuristic=defensive2,error=0.3",
        "alphabeta:depth=2,heuristic=defensive2,error=0.1",
        "alphabeta:depth=4,heuristic=defensive2",
        "pvs:time=0.2",
        "pvs:time=2",
    ];

    const UCI_VARIANT: Option<&'static str> = Some("breakthrough");

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn heuristic(name: &str, seed: u64) -> Heuristic {
        let kind = Formula::ALL.into_iter().find(|(known, _)| *known == name);
        Heuristic { kind: kind.map_or(Formula::Offensive1, |(_, kind)| kind), seed }
    }

    fn provable(game: &Arc<Self>) -> Option<Box<dyn AnyProvable>> {
        proved::breakthrough(game)
    }

    fn agents() -> Vec<AgentEntry<Self>> {
        for_two_seats()
    }

    // Between 0.25 and 0.35, which beat the usual 0.5 at 3,000 simulations a move; see PERFORMANCE.md.
    fn mcts(&self) -> MctsSettings {
        MctsSettings { exploration: 0.3, ..MctsSettings::for_seats(2) }
    }
}
