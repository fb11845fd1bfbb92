//! What a search should know of Connect Four.
//!
//! Having to move is what loses most games, so nobody may pass. Wins and losses within two plies need no search.

use bellwether_core::bits::Bits;
use bellwether_core::{Actions, Game, ProvenResult, SearchHints, random};

use super::{ConnectFour, Move, State};

/// The number of a move is that of its column.
impl<B: Bits> Actions for ConnectFour<B> {
    fn action_count(&self) -> usize {
        self.columns
    }

    fn action(&self, m: Move) -> usize {
        usize::from(m.0) / self.height
    }

    fn move_of_action(&self, state: &State<B>, action: usize) -> Option<Move> {
        if action >= self.columns || self.status(state).is_over() {
            return None;
        }
        let column = B::first(self.rows) << (action * self.height) as u32;
        let landing = self.landings(state.all) & column;
        landing.any().then(|| Move(landing.lowest() as u8))
    }
}

impl<B: Bits> SearchHints for ConnectFour<B> {
    // Discs stay where they are.
    const CAN_REPEAT: bool = false;

    /// How many discs there are says whose turn it is.
    fn key(&self, state: &State<B>) -> u64 {
        random::key(state.own.fold(), state.all.fold())
    }

    /// Moves that threaten to complete lines first, then those near the middle.
    fn order_score(&self, state: &State<B>, m: Move) -> i32 {
        let disc = B::single(usize::from(m.0));
        let threats = self.completions(state.own | disc, state.all | disc);
        let column = self.action(m);
        (64 * threats.count() + column.min(self.columns - 1 - column)) as i32
    }

    /// Whether the enemy would complete a line with its next disc.
    fn must_extend(&self, state: &State<B>) -> bool {
        let threats = self.completions(state.own ^ state.all, state.all);
        (threats & self.landings(state.all)).any()
    }

    /// The mover wins by completing a line. Otherwise it loses if it cannot answer all threats at once: it must
    /// fill the only square where the enemy would complete a line, and may not fill one below such a square.
    fn proven_result(&self, state: &State<B>) -> Option<ProvenResult> {
        let landings = self.landings(state.all);
        if (self.completions(state.own, state.all) & landings).any() {
            return Some(ProvenResult { winner: state.mover, plies: 1 });
        }
        let threats = self.completions(state.own ^ state.all, state.all);
        let forced = landings & threats;
        let answers = if forced.any() { forced } else { landings } & !(threats >> 1);
        let is_lost = forced.count() > 1 || !answers.any();
        is_lost.then_some(ProvenResult { winner: state.mover.other(), plies: 2 })
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::game;
    use super::*;
    use bellwether_core::{Game, Notation, Seat, Status, contract};

    #[test]
    fn keeps_the_contract() {
        for (columns, rows, connect) in [(7, 6, 4), (4, 4, 3), (5, 9, 5)] {
            contract::check_search_hints(&game::<u64>(columns, rows, connect), 1, 20);
            contract::check_search_hints(&game::<u128>(columns, rows, connect), 2, 20);
            contract::check_actions(&game::<u64>(columns, rows, connect), 3, 20);
            contract::check_learning(&game::<u64>(columns, rows, connect), 4, 20);
        }
        contract::check_search_hints(&game::<u128>(42, 2, 6), 1, 10);
    }

    /// Whether `seat` can force a win within so many plies, by full search.
    fn wins(game: &ConnectFour, state: &State, seat: Seat, plies: u32) -> bool {
        let mover = match game.status(state) {
            Status::Over(payoffs) => return payoffs.winner(2) == Some(seat),
            Status::ToMove(_) if plies == 0 => return false,
            Status::ToMove(mover) => mover,
        };
        let after = |m: Move| {
            let after = game.after(state, m);
            wins(game, &after, seat, plies - 1)
        };
        let moves = game.moves(state);
        if mover == seat { moves.into_iter().any(after) } else { moves.into_iter().all(after) }
    }

    #[test]
    fn what_is_proven_within_two_plies_is_all_that_full_search_finds() {
        let mut found = [0; 3];
        for (columns, rows, connect) in [(7, 6, 4), (4, 4, 3), (5, 5, 3), (6, 3, 2), (3, 9, 4)] {
            let game = game::<u64>(columns, rows, connect);
            contract::for_each_position(&game, 3, 100, |state| {
                let Status::ToMove(mover) = game.status(state) else { return };
                let expected = if wins(&game, state, mover, 1) {
                    found[0] += 1;
                    Some(ProvenResult { winner: mover, plies: 1 })
                } else if wins(&game, state, mover.other(), 2) {
                    found[1] += 1;
                    Some(ProvenResult { winner: mover.other(), plies: 2 })
                } else {
                    found[2] += 1;
                    None
                };
                assert_eq!(game.proven_result(state), expected, "{}", game.position_text(state));
            });
        }
        assert!(found.iter().all(|count| *count > 100), "{found:?}");
    }
}
