//! Wolves Eat Sheep's entry.

use std::path::Path;
use std::sync::Arc;

use bellwether_arena::truth::TruthSource;
use bellwether_core::ParseError;
use bellwether_core::Uniform;
use bellwether_games::wolves_eat_sheep::{Heuristic, NAME, OPTIONS, Setup, WolvesEatSheep};

use super::{CatalogGame, HeuristicInfo};
use crate::agents::entries::AgentEntry;
use crate::agents::solved::for_solved_game;
use crate::erased::ErasedGame;
use crate::{AnySolvable, GameInfo, solved};

pub(crate) const INFO: GameInfo = GameInfo {
    name: NAME,
    title: "Wolves Eat Sheep",
    summary: "wolves leap to eat, sheep close in",
    options: OPTIONS,
    variants: &[
        ("wolves-eat-sheep", "two wolves, ten sheep, 5×5"),
        ("wolves-eat-sheep:layout=three-wolves", "three wolves, fifteen sheep"),
        ("wolves-eat-sheep:layout=SSSS/SSSS/4/1W2", "any board from 3×3 to 8×8"),
    ],
    make: |spec, options| {
        Ok(ErasedGame::boxed(WolvesEatSheep::new(Setup::from_options(options)?), spec))
    },
};

impl CatalogGame for WolvesEatSheep {
    type Heuristic = Heuristic;
    type Rollout = Uniform;
    const HEURISTICS: &'static [HeuristicInfo] = &[HeuristicInfo {
        name: Heuristic::NAME,
        summary: "the report's: sheep eaten and edible, distances, wolves hemmed in",
    }];

    const LEVELS: [&'static str; 5] = [
        "alphabeta:depth=1,error=0.3",
        "alphabeta:depth=2,error=0.1",
        "alphabeta:depth=4",
        "pvs:time=0.2",
        "pvs:time=2",
    ];

    fn info() -> &'static GameInfo {
        &INFO
    }

    fn heuristic(_: &str, _: u64) -> Heuristic {
        Heuristic::default()
    }

    fn solvable(game: &Arc<Self>) -> Option<Box<dyn AnySolvable>> {
        Some(solved::boxed(game))
    }

    fn truth_source(
        game: &Arc<Self>,
        tables: &Path,
    ) -> Result<Option<Arc<dyn TruthSource<Self>>>, ParseError> {
        solved::judge(game, tables)
    }

    fn agents() -> Vec<AgentEntry<Self>> {
        for_solved_game()
    }
}
