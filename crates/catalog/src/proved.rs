//! Games whose winner can be proven, as objects.

use std::path::Path;
use std::sync::Arc;

use bellwether_core::numbering::TableIndex;
use bellwether_core::{
    CanonicalKey, Determined, Error, ErrorKind, Playable, ProofHints, Twin, Value,
};
use bellwether_solve::proof::jobs::{
    self, JobProof, JobProver, ProofAnswer, ProofJob, ProofWorkers, SavedTree, TreeKeeper,
};
use bellwether_solve::proof::{
    ProofControl, ProofMemory, ProofSettings, Prover, Strategy, StrategyCheck, StrategyOracle,
    check,
};
use bellwether_solve::table::SolvedTable;
use bellwether_solve::{EvaluatedMove, TruthSource};

use crate::erased::{AnyPosition, ErasedPosition};
use crate::{AnsweredMove, AnyOracle, OracleOrigin, TableAnswer};

/// A game whose winner can be proven, with a strategy as the proof.
pub trait AnyProvable: Send + Sync {
    /// What the strategy's file is called.
    fn file_name(&self) -> String;

    /// Whether the strategy is in this folder.
    fn is_proven(&self, folder: &Path) -> bool {
        folder.join(self.file_name()).exists()
    }

    /// Who wins from the start, and how, and how many positions the search expanded; none if it was stopped, or the
    /// memory was not enough. `name` is the game's specification.
    fn prove(
        &self,
        name: &str,
        settings: ProofSettings,
        watch: ProofControl<'_>,
    ) -> Option<(Strategy, u64)>;

    /// The same, by workers that may be anywhere. `saved` is where an earlier proof was stopped.
    ///
    /// # Errors
    /// If the workers, or who keeps the tree, cannot go on, or `saved` is no tree of this game.
    fn prove_by_jobs(
        &self,
        name: &str,
        workers: &mut dyn ProofWorkers,
        keeper: &mut dyn TreeKeeper,
        saved: Option<&SavedTree>,
        watch: ProofControl<'_>,
    ) -> Result<Option<(Strategy, u64)>, Error>;

    /// One such worker.
    fn job_prover(&self, settings: ProofSettings) -> Box<dyn AnyJobProver>;

    /// Walks through a strategy against every reply, by the naive rules.
    ///
    /// # Errors
    /// The line of moves that refutes it, in words.
    fn check(&self, strategy: &Strategy, watch: ProofControl<'_>) -> Result<StrategyCheck, String>;

    /// The strategy of this game in a folder, open for questions; none if there is none. For a value that the strategy
    /// does not tell, so many positions are searched.
    ///
    /// # Errors
    /// If there is one but it is damaged, or is of another game.
    fn find(&self, folder: &Path, most_nodes: u64) -> Result<Option<Box<dyn AnyOracle>>, Error>;
}

/// A worker's side of a proof, with its table.
pub trait AnyJobProver: Send {
    /// Does a job; none if it was stopped.
    fn run(&mut self, job: &ProofJob, watch: ProofControl<'_>) -> Option<ProofAnswer>;
}

/// Positions that are searched for the value of one move that the strategy does not tell, if somebody asks for it.
pub(crate) const QUERY_NODES: u64 = 1_000_000;

/// The same where games wait for it.
pub(crate) const TRUTH_NODES: u64 = 50_000;

/// Forced wins of so many plies are left out of a strategy: the checker finds them again.
const TAIL: u32 = 3;

/// A game whose winner can be proven with these hints.
pub(crate) struct ErasedProvable<G, H> {
    pub(crate) game: Arc<G>,
    pub(crate) hints: fn(&G) -> H,
    pub(crate) file_name: fn(&G) -> String,
}

impl<G: Playable + Determined + CanonicalKey, H: ProofHints<G>> ErasedProvable<G, H> {
    /// The strategy in a folder, if there is one.
    pub(crate) fn oracle(
        &self,
        folder: &Path,
        most_nodes: u64,
    ) -> Result<Option<StrategyOracle<G, H>>, Error> {
        let path = folder.join((self.file_name)(&self.game));
        if !path.exists() {
            return Ok(None);
        }
        let strategy =
            Strategy::load(&path).map_err(|error| Error::from(error).at(path.display()))?;
        let game = Arc::clone(&self.game);
        let oracle = StrategyOracle::new(game, self.hints, strategy, most_nodes);
        let foreign = || {
            let message = format!("{}: the strategy is not one of this game", path.display());
            Error::new(ErrorKind::Damaged, message)
        };
        Ok(Some(oracle.ok_or_else(foreign)?))
    }
}

impl<G, H> AnyProvable for ErasedProvable<G, H>
where
    G: Playable + Determined + CanonicalKey + Twin,
    G::Naive: Determined + CanonicalKey,
    H: ProofHints<G> + Send + 'static,
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

    fn prove_by_jobs(
        &self,
        name: &str,
        workers: &mut dyn ProofWorkers,
        keeper: &mut dyn TreeKeeper,
        saved: Option<&SavedTree>,
        control: ProofControl<'_>,
    ) -> Result<Option<(Strategy, u64)>, Error> {
        let (game, hints) = (&*self.game, &(self.hints)(&self.game));
        jobs::prove(&JobProof { game, hints, name, tail: TAIL, control }, workers, keeper, saved)
    }

    fn job_prover(&self, settings: ProofSettings) -> Box<dyn AnyJobProver> {
        let (game, hints) = (Arc::clone(&self.game), (self.hints)(&self.game));
        Box::new(ErasedJobProver { game, hints, settings, memory: ProofMemory::default() })
    }

    fn check(
        &self,
        strategy: &Strategy,
        control: ProofControl<'_>,
    ) -> Result<StrategyCheck, String> {
        check(&self.game.naive(), strategy, control)
            .map_err(|refutation| refutation.text(&*self.game))
    }

    fn find(&self, folder: &Path, most_nodes: u64) -> Result<Option<Box<dyn AnyOracle>>, Error> {
        let game = Arc::clone(&self.game);
        let oracle = self.oracle(folder, most_nodes)?;
        Ok(oracle.map(|oracle| Box::new(ErasedStrategy { game, oracle }) as Box<dyn AnyOracle>))
    }
}

struct ErasedJobProver<G, H> {
    game: Arc<G>,
    hints: H,
    settings: ProofSettings,
    memory: ProofMemory,
}

impl<G, H> AnyJobProver for ErasedJobProver<G, H>
where
    G: Playable + Determined + CanonicalKey,
    H: ProofHints<G> + Send + 'static,
{
    fn run(&mut self, job: &ProofJob, control: ProofControl<'_>) -> Option<ProofAnswer> {
        let Self { game, hints, settings, memory } = self;
        let table = std::mem::take(memory);
        let mut prover = JobProver::new(&**game, hints, *settings, control, TAIL, table);
        let answer = prover.run(job);
        *memory = prover.into_memory();
        answer
    }
}

/// A strategy, asked for positions.
struct ErasedStrategy<G, H> {
    game: Arc<G>,
    oracle: StrategyOracle<G, H>,
}

impl<G, H> AnyOracle for ErasedStrategy<G, H>
where
    G: Playable + Determined + CanonicalKey,
    H: ProofHints<G> + 'static,
{
    fn answer(&self, position: &dyn AnyPosition) -> Result<Option<TableAnswer>, Error> {
        let state = &ErasedPosition::of(&*self.game, position)?.state;
        let Some(mover) = self.game.status(state).mover() else { return Ok(None) };
        let Some(value) = self.oracle.value(state) else { return Ok(None) };
        let answered = |known: EvaluatedMove<G::Move>| AnsweredMove {
            text: self.game.move_text(state, known.m),
            value: known.value,
        };
        let moves = self.oracle.known_moves(state).into_iter().map(answered).collect();
        Ok(Some(TableAnswer { mover, value, moves }))
    }

    fn value(&self, position: &dyn AnyPosition) -> Result<Option<Value>, Error> {
        Ok(self.oracle.value(&ErasedPosition::of(&*self.game, position)?.state))
    }

    fn line(&self, position: &dyn AnyPosition, most: usize) -> Result<Vec<AnsweredMove>, Error> {
        let mut state = ErasedPosition::of(&*self.game, position)?.state.clone();
        let line = self.oracle.line(&self.game, &state, most);
        let answered = |next: EvaluatedMove<G::Move>| {
            let text = self.game.move_text(&state, next.m);
            self.game.play(&mut state, next.m);
            AnsweredMove { text, value: next.value }
        };
        Ok(line.into_iter().map(answered).collect())
    }

    fn table(&self) -> Option<&SolvedTable> {
        None
    }

    fn origin(&self) -> OracleOrigin {
        OracleOrigin::Strategy
    }

    fn position(&self, _: TableIndex) -> Option<Box<dyn AnyPosition>> {
        None
    }

    fn value_at(&self, _: TableIndex) -> Result<Option<Value>, Error> {
        Ok(None)
    }
}
