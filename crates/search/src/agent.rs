//! [`Agent`], and what it reports besides its move.

use bellwether_core::{Game, Score, Seat, Status};

use crate::Budget;

/// A program that chooses moves.
///
/// An agent may keep state between moves (a table, a tree, its random numbers).
pub trait Agent<G: Game>: Send {
    /// Chooses a legal move for the seat to move, within `budget`.
    ///
    /// # Panics
    /// May panic if the game is over.
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G>;

    /// The same, and calls `progress`, if any, now and then with the best choice so far. Agents without
    /// intermediate results never call it. It has no influence on the choice.
    fn choose_with_progress(
        &mut self,
        game: &G,
        state: &G::State,
        budget: &Budget<'_>,
        _progress: Option<&ProgressFn<'_, G>>,
    ) -> Choice<G> {
        self.choose(game, state, budget)
    }
}

/// Called with intermediate results of a search.
pub type ProgressFn<'a, G> = dyn Fn(&Choice<G>) + Sync + 'a;

/// The result of a search: the move and statistics.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice<G: Game> {
    /// The chosen move.
    pub chosen: G::Move,
    /// Its score for the mover; none if the agent has no evaluation.
    pub score: Option<Score>,
    /// The depth that was searched completely, in plies.
    pub depth: u32,
    /// Nodes visited.
    pub nodes: u64,
    /// Nodes by distance from the root, if the agent counts them: the root is level 0.
    pub nodes_by_level: Vec<u64>,
    /// Games simulated.
    pub simulations: u64,
    /// The principal variation, the chosen move first; empty if the agent does not search.
    pub line: Vec<G::Move>,
    /// The root's moves with their scores, best first, if the agent scores them.
    pub alternatives: Vec<Alternative<G>>,
}

/// A root move with its score.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative<G: Game> {
    /// The move.
    pub m: G::Move,
    /// Its score for the mover.
    pub score: Score,
    /// Visits or nodes spent on it.
    pub effort: u64,
    /// The expected continuation, the move first.
    pub line: Vec<G::Move>,
}

impl<G: Game> Choice<G> {
    /// A choice without score and statistics.
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

    /// The first of these moves, which are sorted best first.
    pub(crate) fn first_of(alternatives: Vec<Alternative<G>>) -> Self {
        let best = &alternatives[0];
        let choice =
            Self { score: Some(best.score), line: best.line.clone(), ..Self::bare(best.m) };
        Self { alternatives, ..choice }
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
