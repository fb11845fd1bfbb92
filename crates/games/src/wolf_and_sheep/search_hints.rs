//! Search hints of Wolf and Sheep.
//!
//! Sheep never go back, so nothing repeats; zugzwang is frequent, so there are no null moves.
//! A wolf that no sheep can get ahead of has won, which needs no search.

use bellwether_core::bits::Bits;
use bellwether_core::random;
use bellwether_core::{Actions, ProvenResult, SearchHints};

use super::{Move, State, WOLF, WolfAndSheep};

impl<B: Bits> Actions for WolfAndSheep<B> {
    fn action_count(&self) -> usize {
        8 * self.squares()
    }

    /// Where the piece goes and which of the ways it came; placing it is a way of its own.
    #[inline]
    fn action(&self, m: Move) -> usize {
        match m {
            Move::Place(square) => 8 * usize::from(square) + 7,
            Move::Step { from, to } => {
                let ways = usize::from(from.abs_diff(to)) + 1 - self.half;
                8 * usize::from(to) + ways.min(2) + if from < to { 3 } else { 0 }
            }
        }
    }
}

impl<B: Bits> SearchHints for WolfAndSheep<B> {
    const CAN_REPEAT: bool = false;

    #[inline]
    fn key(&self, state: &State<B>) -> u64 {
        let wolf = state.wolf.map_or(255, u64::from);
        random::key(state.sheep.fold(), wolf << 1 | state.mover.index() as u64)
    }

    /// The wolf's steps up come first.
    #[inline]
    fn order_score(&self, state: &State<B>, m: Move) -> i32 {
        match m {
            Move::Step { from, to } if state.mover == WOLF && to > from => 1,
            _ => 0,
        }
    }

    /// The wolf is past every sheep: with no sheep on its rank or above, none can ever stand in its way
    /// or beside it, since sheep only go down. From below the top it always has a way up (one of the
    /// two squares above is on the board), so it arrives after as many steps as there are ranks.
    ///
    /// If the sheep are to move and cannot, the game is over, won by the wolf, too; a search asks only
    /// while it goes on.
    #[inline]
    fn proven_result(&self, state: &State<B>) -> Option<ProvenResult> {
        let wolf = usize::from(state.wolf?);
        let rank = wolf / self.half;
        if (state.sheep >> (rank * self.half) as u32).any() {
            return None;
        }
        let steps = (self.size() - 1 - rank) as u32;
        let plies = if state.mover == WOLF { 2 * steps - 1 } else { 2 * steps };
        Some(ProvenResult { winner: WOLF, plies })
    }
}

#[cfg(test)]
mod tests {
    use super::super::Setup;
    use super::*;
    use bellwether_core::{Game, Notation, Status, contract};

    fn game(size: usize) -> WolfAndSheep<u64> {
        WolfAndSheep::new(Setup::new(size, None).unwrap())
    }

    /// Whether the wolf wins within `plies`, by full search.
    fn wolf_wins(game: &WolfAndSheep, state: &State, plies: u32) -> bool {
        let mover = match game.status(state) {
            Status::Over(payoffs) => return payoffs.winner(2) == Some(WOLF),
            Status::ToMove(_) if plies == 0 => return false,
            Status::ToMove(mover) => mover,
        };
        let wins = |m: Move| {
            let next = game.after(state, m);
            wolf_wins(game, &next, plies - 1)
        };
        let moves = game.moves(state);
        if mover == WOLF { moves.into_iter().any(wins) } else { moves.into_iter().all(wins) }
    }

    #[test]
    fn a_wolf_that_is_past_the_sheep_wins_in_time() {
        let mut proven = 0;
        for size in [4, 6] {
            let game = game(size);
            contract::for_each_position(&game, 1, 300, |state| {
                if game.status(state).is_over() {
                    return;
                }
                if let Some(said) = game.proven_result(state) {
                    let text = game.position_text(state);
                    assert!(wolf_wins(&game, state, said.plies), "{text} {said:?}");
                    proven += 1;
                }
            });
        }
        assert!(proven > 100, "{proven}");
    }

    #[test]
    fn keeps_the_contract() {
        for size in [4, 8, 10] {
            contract::check_search_hints(&game(size), 1, 20);
        }
        let large = WolfAndSheep::<u128>::new(Setup::new(16, None).unwrap());
        contract::check_search_hints(&large, 1, 10);
    }
}
