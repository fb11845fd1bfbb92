//! Search hints of Wolves Eat Sheep.
//!
//! Pieces step back and forth, so positions repeat; only captures are irreversible.

use bellwether_core::bits::Bits;
use bellwether_core::random;
use bellwether_core::{Actions, SearchHints};

use super::{Move, State, WOLVES, WolvesEatSheep, arrival};

impl Actions for WolvesEatSheep {
    fn action_count(&self) -> usize {
        64 * 64
    }

    #[inline]
    fn action(&self, m: Move) -> usize {
        64 * usize::from(m.from) + usize::from(m.to)
    }
}

impl SearchHints for WolvesEatSheep {
    const CAN_REPEAT: bool = true;

    #[inline]
    fn key(&self, state: &State) -> u64 {
        random::key(state.wolves, state.sheep) ^ random::mix(0, state.mover.index() as u64)
    }

    /// Captures come first, then the sheep's steps out of danger and towards a wolf's side.
    #[inline]
    fn order_score(&self, state: &State, m: Move) -> i32 {
        if state.mover == WOLVES {
            return 100 * i32::from(state.sheep.has(usize::from(m.to)));
        }
        let is_in_danger = self.edible(state).has(usize::from(m.from));
        let closes_in = self.beside(state.wolves).has(usize::from(m.to));
        20 * i32::from(is_in_danger) + 10 * i32::from(closes_in)
    }

    #[inline]
    fn each_forcing(&self, state: &State, mut f: impl FnMut(Move)) {
        if state.mover == WOLVES {
            for (arrivals, length) in &self.arrivals(state)[super::WAYS.len()..] {
                for to in arrivals.iter() {
                    f(arrival(to, *length));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Setup;
    use super::*;
    use bellwether_core::{Notation, contract};

    #[test]
    fn keeps_the_contract() {
        for layout in ["standard", "three-wolves", "SSSSSSSS/SSSSSSSS/8/8/8/8/8/W6W", "SSSS/4/W3"] {
            let game = WolvesEatSheep::new(Setup::from_layout(layout).unwrap());
            contract::check_search_hints(&game, 1, 5);
        }
    }

    #[test]
    fn eating_is_forcing_and_urgent() {
        let game = WolvesEatSheep::new(Setup::default());
        let state = game.parse_position("SSSSS/SSSS1/4S/1W3/3W1 w").unwrap();
        let mut forcing = Vec::new();
        game.each_forcing(&state, |m| forcing.push(game.move_text(&state, m)));
        assert_eq!(forcing, ["b2b4"]);
        let eats = game.parse_move(&state, "b2b4").unwrap();
        let steps = game.parse_move(&state, "b2b3").unwrap();
        assert!(game.order_score(&state, eats) > 0 && game.order_score(&state, steps) == 0);
    }
}
