//! [`SeenMoves`]: the moves of a game as one seat saw them.

use bellwether_core::{Game, Observation, Refereed};

use crate::player::Turn;

/// The game so far. Texts are made once for every move, not again at every turn.
pub(super) struct SeenMoves<G: Game> {
    start: Option<G::State>,
    state: Option<G::State>,
    moves: Vec<String>,
}

impl<G: Game> Default for SeenMoves<G> {
    fn default() -> Self {
        Self { start: None, state: None, moves: Vec::new() }
    }
}

impl<G: Refereed> SeenMoves<G> {
    /// Looks at what has happened since the last turn.
    pub(super) fn update(&mut self, observation: Observation<G>, turn: &Turn<'_, G>) {
        let goes_on =
            self.start.as_ref() == Some(turn.start) && self.moves.len() <= turn.history.len();
        if !goes_on {
            self.start = Some(turn.start.clone());
            self.state = Some(turn.start.clone());
            self.moves.clear();
        }
        let Some(state) = &mut self.state else { return };
        for &m in &turn.history[self.moves.len()..] {
            self.moves.push((observation.move_text)(turn.game, state, m, turn.seat));
            turn.game.play(state, m);
        }
    }

    /// The moves from the start.
    pub(super) fn moves(&self) -> &[String] {
        &self.moves
    }
}
