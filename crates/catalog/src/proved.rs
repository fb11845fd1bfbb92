//! Games whose winner can be proven, as objects.

use std::sync::Arc;

use bellwether_core::{CanonicalKey, Determined, Playable, ProofHints, Twin};
use bellwether_solve::proof::{
    ProofControl, ProofSettings, Prover, Strategy, StrategyCheck, check,
};

/// A game whose winner can be proven, with a strategy as the proof.
pub trait AnyProvable: Send + Sync {
    /// What the strategy's file is called.
    fn file_name(&self) -> String;

    /// Who wins from the start, and how, and how many positions the search expanded; none if it was stopped, or the
    /// memory was not enough. `name` is the game's specification.
    fn prove(
        &self,
        name: &str,
        settings: ProofSettings,
        watch: ProofControl<'_>,
    ) -> Option<(Strategy, u64)>;

    /// Walks through a strategy against every reply, by the naive rules.
    ///
    /// # Errors
    /// The line of moves that refutes it, in words.
    fn check(&self, strategy: &Strategy, watch: ProofControl<'_>) -> Result<StrategyCheck, String>;
}

/// Forced wins of so many plies are left out of a strategy: the checker finds them again.
const TAIL: u32 = 3;

/// A game whose winner can be proven with these hints.
pub(crate) struct ErasedProvable<G, H> {
    pub(crate) game: Arc<G>,
    pub(crate) hints: fn(&G) -> H,
    pub(crate) file_name: fn(&G) -> String,
}

impl<G, H> AnyProvable for ErasedProvable<G, H>
where
    G: Playable + Determined + CanonicalKey + Twin,
    G::Naive: Determined + CanonicalKey,
    H: ProofHints<G> + 'static,
{
    fn file_name(&self) -> String {
        (self.file_name)(&self.game)
    }

    fn prove(
        &self,
        name: &str,
        settings: ProofSettings,
        control: ProofControl<'_>,
    ) -> Option<(Strategy, u64)> {
        let hints = (self.hints)(&self.game);
        let mut prover = Prover::new(&*self.game, &hints, settings, control);
        prover.winner(&self.game.start())?;
        let strategy = prover.strategy(name, TAIL)?;
        Some((strategy, prover.nodes()))
    }

    fn check(
        &self,
        strategy: &Strategy,
        control: ProofControl<'_>,
    ) -> Result<StrategyCheck, String> {
        check(&self.game.naive(), strategy, control)
            .map_err(|refutation| refutation.text(&*self.game))
    }
}
