//! What an agent is, and what it reports besides its move.

use bellwether_core::{Game, Score, Seat, Status};

use crate::Budget;

/// Something that chooses moves.
///
/// An agent may remember what helps it (a table, a tree, its random numbers); none of it may change
/// what is legal.
pub trait Agent<G: Game>: Send {
    /// Chooses a legal move for the seat to move, within `budget`.
    ///
    /// # Panics
    /// May panic if the game is over: there is nothing to choose.
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G>;

    /// The same, and tells `watch` now and then what would be chosen if the search had to end there. Agents
    /// that do not work their way up to a move tell nothing. Being watched never changes what is chosen.
    fn choose_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        _watch: &ProgressFn<'_, G>,
    ) -> Choice<G> {
        self.choose(game, state, budget)
    }
}

/// Somebody who wants to see a search at work.
pub type ProgressFn<'a, G> = dyn Fn(&Choice<G>) + Sync + 'a;

/// A move, and what the search saw on the way to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<G: Game> {
    /// The chosen move.
    pub chosen: G::Move,
    /// What the mover expects of it; none if the agent does not judge.
    pub score: Option<Score>,
    /// How many plies were looked ahead in full.
    pub depth: u32,
    /// How many positions were visited.
    pub nodes: u64,
    /// The same by distance from the root, if the agent counts it: the root is level 0.
    pub nodes_by_level: Vec<u64>,
    /// How many games were simulated.
    pub simulations: u64,
    /// The play that is expected, the chosen move first; empty if the agent does not look ahead.
    pub line: Vec<G::Move>,
    /// The root's moves with what is known of each, best first, if the agent judges them.
    pub alternatives: Vec<Alternative<G>>,
}

/// A move at the root that was judged, too.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative<G: Game> {
    /// The move.
    pub m: G::Move,
    /// What the mover may expect of it.
    pub score: Score,
    /// Visits or positions spent on it.
    pub effort: u64,
    /// The play that is expected, the move first.
    pub line: Vec<G::Move>,
}

impl<G: Game> Choice<G> {
    /// A choice about which nothing more is known.
    #[must_use]
    pub fn bare(chosen: G::Move) -> Self {
        Self {
            chosen,
            score: None,
            depth: 0,
            nodes: 0,
            nodes_by_level: Vec::new(),
            simulations: 0,
            line: Vec::new(),
            alternatives: Vec::new(),
        }
    }
}

/// The seat to move.
///
/// # Panics
/// If the game is over.
pub(crate) fn mover<G: Game>(game: &G, state: &G::State) -> Seat {
    match game.status(state) {
        Status::ToMove(seat) => seat,
        Status::Over(_) => panic!("an agent is asked only while the game goes on"),
    }
}
