//! What the catalogue knows of each game beyond its rules: title, variants, evaluations.

pub(crate) mod battle_sheep;
pub(crate) mod breakthrough;
pub(crate) mod wolf_and_sheep;
pub(crate) mod wolves_eat_sheep;

use std::path::Path;
use std::sync::Arc;

use bellwether_arena::truth::TruthSource;
use bellwether_core::random::Random;
use bellwether_core::spec::Spec;
use bellwether_core::{Eval, ParseError, Refereed, Render, Rollout, Seat};
use bellwether_search::{MctsSettings, Rewards};

use crate::agents::entries::AgentEntry;
use crate::{AnyProvable, AnySolvable, GameInfo};

/// A game the catalogue can offer. The provided methods are for games without secrets or scores.
pub trait CatalogGame: Refereed + Render + PartialEq {
    /// The game's evaluations, as one type.
    type Heuristic: Eval<Self>;
    /// Their names; the first is the default, the last the strongest.
    const HEURISTICS: &'static [HeuristicInfo];

    /// The agents that the named levels mean in this game, weakest first.
    const LEVELS: [&'static str; 5];

    /// What engines that speak UCI call this game, if there are any.
    const UCI_VARIANT: Option<&'static str> = None;

    /// How simulated games are played with some sense of this one.
    type Rollout: Rollout<Self> + Default;

    /// The catalogue's entry.
    fn info() -> &'static GameInfo;

    /// The evaluation of this name, which is one of [`HEURISTICS`](Self::HEURISTICS).
    fn heuristic(name: &str, seed: u64) -> Self::Heuristic;

    /// The agents that play this game.
    fn agents() -> Vec<AgentEntry<Self>>;

    /// What the places are worth to agents that simulate games.
    fn rewards(&self) -> Rewards {
        Rewards::for_seats(self.seats())
    }

    /// The settings of Monte Carlo tree search that were found to suit this game.
    fn mcts(&self) -> MctsSettings {
        MctsSettings::for_seats(self.seats())
    }

    /// The game's solver, if it has one.
    fn solvable(_game: &Arc<Self>) -> Option<Box<dyn AnySolvable>> {
        None
    }

    /// Who knows what positions are worth: the game's table in a folder, or the game solved on the spot if
    /// it is small; none if there is neither.
    ///
    /// # Errors
    /// If there is a table but it cannot be used.
    fn truth_source(
        _game: &Arc<Self>,
        _tables: &Path,
    ) -> Result<Option<Arc<dyn TruthSource<Self>>>, ParseError> {
        Ok(None)
    }

    /// The game for the `index`-th opening of a tournament, and how it is asked for, if it is dealt anew
    /// each time.
    ///
    /// # Errors
    /// If the options make no game.
    fn instance(_spec: &Spec, _index: u64) -> Result<Option<(Self, Spec)>, ParseError> {
        Ok(None)
    }

    /// The game's prover, if it has one.
    fn provable(_game: &Arc<Self>) -> Option<Box<dyn AnyProvable>> {
        None
    }

    /// Whether seats see less than everything.
    fn is_hidden(&self) -> bool {
        false
    }

    /// A position as `seat` may imagine it from what it sees.
    fn resample(&self, state: &Self::State, _seat: Seat, _rng: &mut Random) -> Self::State {
        state.clone()
    }

    /// The same from the text of what it sees.
    ///
    /// # Errors
    /// If nothing looks like that.
    fn resample_from(
        &self,
        view: &str,
        _seat: Seat,
        _rng: &mut Random,
    ) -> Result<Self::State, ParseError> {
        self.parse_position(view)
    }

    /// A position as `seat` may imagine it if it takes the unseen to be spread evenly.
    fn even_guess(&self, state: &Self::State, _seat: Seat) -> Self::State {
        state.clone()
    }

    /// The position's text as `observer` may know it.
    fn position_as_seen(&self, state: &Self::State, _observer: Seat) -> String {
        self.position_text(state)
    }

    /// A move's text as `observer` may know it.
    fn move_as_seen(
        &self,
        state: &Self::State,
        m: Self::Move,
        _mover: Seat,
        _observer: Seat,
    ) -> String {
        self.move_text(state, m)
    }
}

/// An evaluation that can be asked for by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeuristicInfo {
    /// Its name on the command line.
    pub name: &'static str,
    /// What it looks at, in a few words.
    pub summary: &'static str,
}
