//! What makes a game part of a catalogue: [`Playable`] for one type, [`GameFamily`] for all types of one name.
//!
//! A game says what it can do in [`Playable::capabilities`]; the catalogue answers with agents, solvers and commands.

use crate::card::{Card, NamedStart};
use crate::rollout::MctsTuning;
use crate::spec::{Options, Spec};
use crate::{
    Actions, Calibration, CanonicalKey, Determined, Eval, Hidden, Observation, ParseError, Payoffs,
    ProofHints, Refereed, Render, Rollout, SearchHints, Seat, Solvable, Turns, Twin, ZeroSum2,
};

/// A game that a catalogue can offer.
pub trait Playable: Refereed + Render + Actions + PartialEq {
    /// What people are told of it.
    const CARD: &'static Card;
    /// The game's evaluations, as one type.
    type Eval: Eval<Self>;
    /// How simulated games are played, unless an agent is asked for uniform playouts.
    type Rollout: Rollout<Self> + Default;
    /// What each seat may know; `Observation::hidden()` in games that implement [`Hidden`].
    const OBSERVATION: Observation<Self> = Observation::open();

    /// The evaluation of this name, which is one of the card's.
    fn eval(name: &str, seed: u64) -> Self::Eval;

    /// Names the capabilities that this game has: each brings agents or commands.
    #[must_use]
    fn capabilities<K: Capabilities<Self>>(kit: K) -> K {
        kit
    }

    /// The settings of Monte Carlo tree search that were found to suit this game.
    fn mcts_tuning(&self) -> MctsTuning {
        MctsTuning::default()
    }

    /// How the numbers of searches become chances to win; `bellwether calibrate` prints them. Without one for its
    /// evaluation, a game has no bar on the page, and its values are points.
    fn calibrations(&self) -> &'static [Calibration] {
        &[]
    }

    /// What the places are worth to agents that simulate games, the first place first, in a team game.
    fn team_rewards(&self) -> Option<[f32; 4]> {
        None
    }

    /// Each seat's own result in a team game, without its partner's; none in other games.
    fn own_results(&self, _state: &Self::State) -> Option<Payoffs> {
        None
    }

    /// Why the game is over, for people: a clause that follows "White won:", such as "a worker reached the last row".
    /// None if the result says it all, or the game is not over.
    fn ending_reason(&self, _state: &Self::State) -> Option<&'static str> {
        None
    }

    /// The game for the `index`-th opening of a tournament, and how it is asked for, in games whose board is random.
    ///
    /// # Errors
    /// If the options make no game.
    fn instance(_spec: &Spec, _index: u64) -> Result<Option<(Self, Spec)>, ParseError> {
        Ok(None)
    }

    /// A number of plies that no game exceeds; none if a game can go on for ever.
    fn longest_game(&self) -> Option<u32> {
        None
    }

    /// Writes what `viewer` sees as [planes](crate::planes) of numbers. Games override it to be faster than by their picture.
    fn write_planes(&self, state: &Self::State, viewer: Option<Seat>, planes: &mut [f32]) {
        crate::planes::write(&self.picture(state, viewer), Self::CARD.pieces, planes);
    }

    /// Starts of this game that have a name, for reports on solved tables.
    fn named_starts(&self) -> Vec<NamedStart> {
        Vec::new()
    }

    /// The same game with other numbers of pieces, for the same reports.
    fn other_sizes(&self) -> Vec<NamedStart> {
        Vec::new()
    }

    /// What changes with the size, in a sentence for those reports.
    fn sizes_note(&self) -> &'static str {
        "The same game on other boards, with the pieces that go with them."
    }
}

/// Collects what a game can do; the catalogue implements it.
pub trait Capabilities<G: Playable>: Sized {
    /// Two seats against each other: `minimax`, `alphabeta`.
    #[must_use]
    fn two_seats(self) -> Self
    where
        G: ZeroSum2;

    /// What a strong search wants to know: `pvs`.
    #[must_use]
    fn search_hints(self) -> Self
    where
        G: SearchHints;

    /// Any number of seats, each for itself: `maxn`, `paranoid`, `brs`.
    #[must_use]
    fn many_seats(self) -> Self
    where
        G: Turns;

    /// Hidden information: agents get positions resampled from what their seat sees.
    #[must_use]
    fn hidden(self) -> Self
    where
        G: Hidden;

    /// Numbered positions: `solve`, `query`, `check-table`, `perfect`, `tables=on`.
    #[must_use]
    fn solvable(self) -> Self
    where
        G: Solvable + SearchHints;

    /// A proof search: `solve` writes a strategy, under the file name that `file_name` gives.
    #[must_use]
    fn provable<H: ProofHints<G> + Send + 'static>(
        self,
        hints: fn(&G) -> H,
        file_name: fn(&G) -> String,
    ) -> Self
    where
        G: Determined + CanonicalKey + Twin,
        G::Naive: Determined + CanonicalKey;
}

/// All games of one name. Its options may choose between several types, such as boards of 64 and of 128 bits.
pub trait GameFamily {
    /// What people are told of it.
    const CARD: &'static Card;

    /// Hands the game with these options to `receiver`.
    ///
    /// # Errors
    /// If the options make no game.
    fn make<R: GameReceiver>(options: &Options<'_>, receiver: R) -> Result<R::Output, ParseError>;
}

/// Takes a game of any type.
pub trait GameReceiver {
    /// What it makes of the game.
    type Output;

    /// Takes the game.
    fn receive<G: Playable>(self, game: G) -> Self::Output;
}

/// Takes families one after the other: how a crate hands over all of its games.
pub trait FamilyVisitor {
    /// Takes a family.
    fn visit<F: GameFamily>(&mut self);
}
