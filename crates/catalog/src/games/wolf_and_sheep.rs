//! Wolf and Sheep's entry.

use std::path::Path;
use std::sync::Arc;

use bellwether_arena::truth::TruthSource;
use bellwether_core::ParseError;
use bellwether_core::Uniform;
use bellwether_core::bits::Bits;
use bellwether_games::wolf_and_sheep::{Heuristic, NAME, OPTIONS, Setup, WolfAndSheep};

use super::{CatalogGame, HeuristicInfo};
use crate::agents::entries::AgentEntry;
use crate::agents::solved::for_solved_game;
use crate::erased::ErasedGame;
use crate::{AnySolvable, GameInfo, solved};

pub(crate) const INFO: GameInfo = GameInfo {
    name: NAME,
    title: "Wolf and Sheep",
    summary: "one wolf slips past the sheep, or they corner it",
    options: OPTIONS,
    variants: &[
        ("wolf-and-sheep", "8×8, the wolf chooses where it starts"),
        ("wolf-and-sheep:wolf=c1", "the wolf stands on c1 already"),
        ("wolf-and-sheep:size=4", "the smallest board, two sheep"),
        ("wolf-and-sheep:size=12", "twelve by twelve, six sheep"),
    ],
    make: |spec, options| {
        let setup = Setup::from_options(options)?;
        Ok(if setup.is_small() {
            ErasedGame::boxed(WolfAndSheep::<u64>::new(setup), spec)
        } else {
            ErasedGame::boxed(WolfAndSheep::<u128>::new(setup), spec)
        })
    },
};

impl<B: Bits> CatalogGame for WolfAndSheep<B> {
    type Heuristic = Heuristic;
    type Rollout = Uniform;
    const HEURISTICS: &'static [HeuristicInfo] = &[HeuristicInfo {
        name: Heuristic::NAME,
        summary: "the report's: the wolf's rank and free ways, the sheep's line and nearness",
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
        Heuristic
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
