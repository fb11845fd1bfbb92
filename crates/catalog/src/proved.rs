//! Games whose winner can be proven, as objects.

use std::any::Any;
use std::sync::Arc;

use bellwether_core::{Game, Seat};
use bellwether_games::breakthrough::naive::Naive;
use bellwether_games::breakthrough::{Breakthrough, NAME, Races};
use bellwether_solve::proof::{
    ProofControl, ProofSettings, Prover, Strategy, StrategyCheck, check,
};

/// A game whose winner can be proven, with a strategy as the proof.
pub trait AnyProvable: Send + Sync {
    /// What the strategy's file is called.
    fn file_name(&self) -> String;

    /// Who wins from the start, and how; none if it was stopped, or the memory was not enough. `name` is
    /// how the game is asked for.
    fn prove(
        &self,
        name: &str,
        settings: ProofSettings,
        watch: ProofControl<'_>,
    ) -> Option<WinnerProof>;

    /// Walks through a strategy against every reply, by the naive rules.
    ///
    /// # Errors
    /// The line of moves that refutes it, in words.
    fn check(&self, strategy: &Strategy, watch: ProofControl<'_>) -> Result<StrategyCheck, String>;
}

/// A proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WinnerProof {
    /// Who wins.
    pub winner: Seat,
    /// Positions the search expanded, the strategy's included.
    pub nodes: u64,
    /// How the winner wins.
    pub strategy: Strategy,
}

/// Forced wins of so many plies are left out of a strategy: the checker finds them again.
const TAIL: u32 = 3;

/// The entry of a Breakthrough of any width: boards of more than 64 squares have none.
pub(crate) fn breakthrough<G: Any + Send + Sync>(game: &Arc<G>) -> Option<Box<dyn AnyProvable>> {
    let game: Arc<dyn Any + Send + Sync> = Arc::<G>::clone(game);
    let game = game.downcast::<Breakthrough<u64>>().ok()?;
    Some(Box::new(ErasedProvable(game)))
}

struct ErasedProvable(Arc<Breakthrough<u64>>);

impl AnyProvable for ErasedProvable {
    fn file_name(&self) -> String {
        let (rows, columns, workers) = (self.0.rows(), self.0.columns(), self.0.workers());
        match workers {
            1 => format!("{NAME}-{rows}x{columns}.strategy"),
            _ => format!("{NAME}-{rows}x{columns}-workers-{workers}.strategy"),
        }
    }

    fn prove(
        &self,
        name: &str,
        settings: ProofSettings,
        watch: ProofControl<'_>,
    ) -> Option<WinnerProof> {
        let races = Races::new(&self.0);
        let mut prover = Prover::new(&*self.0, &races, settings, watch);
        let winner = prover.winner(&self.0.start())?;
        let strategy = prover.strategy(name, TAIL)?;
        Some(WinnerProof { winner, nodes: prover.nodes(), strategy })
    }

    fn check(&self, strategy: &Strategy, watch: ProofControl<'_>) -> Result<StrategyCheck, String> {
        check(&Naive(self.0.setup()), strategy, watch)
            .map_err(|refutation| refutation.text(&*self.0))
    }
}
