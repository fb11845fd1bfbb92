//! The two evaluations of the course report on Wolves Eat Sheep, one for each side.
//!
//! | for | formula |
//! |---|---|
//! | the wolves | 500 · eaten + 300 · edible + 20 · shortened |
//! | the sheep | −20000 · eaten + 4000 · trapped + 800 · blocked − 100 · shortened − edible |
//!
//! | word | meaning |
//! |---|---|
//! | eaten | sheep lost since the root |
//! | edible | sheep that a wolf could eat if it were the wolves' turn, each counted once |
//! | shortened | how much less the distances (files and ranks apart) of all pairs of a wolf and a sheep add up to than at the root; a sheep that is eaten takes its distances with it |
//! | trapped | wolves that cannot move, less those at the root |
//! | blocked | ways in which a wolf cannot step, less those at the root: of its four, those that lead off the board or onto a piece |
//!
//! The root is the position the search started from, set by `set_root`; without one, the start of the
//! game.
//!
//! The formulas follow the report's prose, for any number of wolves. Its code differs from it in these
//! points, which are corrected here and in the rules:
//!
//! * After any move it is the wolves' turn (`2 if player == 1 else 2`): the search never lets the sheep
//!   answer.
//! * `edible` looks for sheep two squares from a *sheep*, where a wolf is meant.
//! * The blocked ways of both wolves go into one counter, and a wolf is taken for trapped when that
//!   counter stands at four: two wolves in two corners are one trapped wolf, and a trapped wolf after
//!   one with a single blocked way is none. The four ways of a trapped wolf are then subtracted again,
//!   which the prose does not mention; here they count like any others.
//! * The list of wolf moves drops the step between when the sheep behind it can be eaten, though eating
//!   is not compulsory.
//! * The course's engine lets some diagonal captures through by rounding; the rules have none.
//!
//! The report gives ±100000 to a finished game and prefers the shallower of equal scores. Both belong to
//! the search: an evaluation is only called for positions that are not over.

use bellwether_core::bits::Bits;
use bellwether_core::{Eval, Game, Seat};

use super::{State, WAYS, WOLVES, WolvesEatSheep};

/// The report's evaluation: the wolves' formula for the wolves, the sheep's for the sheep.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heuristic {
    root: Option<Measures>,
}

impl Heuristic {
    /// Its name on the command line.
    pub const NAME: &'static str = "report";
}

impl Eval<WolvesEatSheep> for Heuristic {
    fn eval(&self, game: &WolvesEatSheep, state: &State, pov: Seat) -> i32 {
        let root = self.root.unwrap_or_else(|| Measures::of(game, &game.start()));
        let now = Measures::of(game, state);
        let eaten = root.sheep - now.sheep;
        let shortened = root.distance - now.distance;
        let edible = game.edible(state).count() as i32;
        if pov == WOLVES {
            500 * eaten + 300 * edible + 20 * shortened
        } else {
            let (trapped, blocked) = (now.trapped - root.trapped, now.blocked - root.blocked);
            -20_000 * eaten + 4_000 * trapped + 800 * blocked - 100 * shortened - edible
        }
    }

    fn set_root(&mut self, game: &WolvesEatSheep, root: &State) {
        self.root = Some(Measures::of(game, root));
    }
}

/// The quantities that are compared with the root.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Measures {
    sheep: i32,
    distance: i32,
    trapped: i32,
    blocked: i32,
}

impl Measures {
    #[inline]
    fn of(game: &WolvesEatSheep, state: &State) -> Self {
        let empty = game.empty(state);
        let count = |set: u64| set.count() as i32;
        let open: i32 = WAYS.iter().map(|way| count(game.go(state.wolves, *way) & empty)).sum();
        Self {
            sheep: count(state.sheep),
            distance: distance(game, state),
            trapped: count(state.wolves & !game.beside(empty)),
            blocked: WAYS.len() as i32 * count(state.wolves) - open,
        }
    }
}

/// The distances of all pairs of a wolf and a sheep, added up.
///
/// A pair is as far apart as there are lines between files and between ranks that part the two, so
/// it is enough to count, for every line, the pairs it parts.
#[inline]
fn distance(game: &WolvesEatSheep, state: &State) -> i32 {
    let count = |set: u64| set.count() as i32;
    let (wolves, sheep) = (count(state.wolves), count(state.sheep));
    let parted = |side: u64| {
        let (wolves_here, sheep_here) = (count(state.wolves & side), count(state.sheep & side));
        wolves_here * (sheep - sheep_here) + (wolves - wolves_here) * sheep_here
    };
    let (columns, rows) = (game.columns(), game.rows());
    let below = (1..rows).map(|ranks| u64::first(ranks * columns));
    let first_file = game.board & !game.not_left;
    let left = (1..columns).scan(0, |files, file| {
        *files |= first_file << (file - 1);
        Some(*files)
    });
    below.chain(left).map(parted).sum()
}

#[cfg(test)]
mod tests {
    use super::super::{SHEEP, Setup};
    use super::*;
    use bellwether_core::{Notation, contract};

    /// The evaluations of `text` for wolves and sheep, with a root or without.
    fn both(layout: &str, root: Option<&str>, text: &str) -> (i32, i32) {
        let game = WolvesEatSheep::new(Setup::from_layout(layout).unwrap());
        let mut heuristic = Heuristic::default();
        if let Some(root) = root {
            heuristic.set_root(&game, &game.parse_position(root).unwrap());
        }
        let state = game.parse_position(text).unwrap();
        (heuristic.eval(&game, &state, WOLVES), heuristic.eval(&game, &state, SHEEP))
    }

    #[test]
    fn a_step_towards_the_sheep() {
        // From b1, the ten sheep are 7 files away a rank and 3 or 4 ranks: 14 + 15 + 20 = 49; from d1
        // the same. From b2: 14 + 10 + 15 = 39. So b1b2 shortens by 10. It makes b4 edible, and frees
        // the way down: one blocked way (d1's) instead of two.
        let after = "SSSSS/SSSSS/5/1W3/3W1 s";
        let expected = (300 + 20 * 10, -800 - 100 * 10 - 1);
        assert_eq!(both("standard", Some("SSSSS/SSSSS/5/5/1W1W1 w"), after), expected);
        assert_eq!(both("standard", None, after), expected, "without a root: the start");
    }

    #[test]
    fn a_sheep_is_eaten() {
        // After b1b2 a4a3 b2b4. From b4: a5–e5 7 + 5, c4 1, d4 2, e4 3, a3 2, together 20. From d1:
        // a5–e5 7 + 20, c4 4, d4 3, e4 4, a3 5, together 43. 98 − 63 = 35 shorter. Nothing is edible:
        // c4 is beside b4, a3 not in line. Blocked: b5 and c4 for b4, the edge for d1: one more than
        // the two at the start.
        let text = "SSSSS/1WSSS/S4/5/3W1 s";
        assert_eq!(both("standard", None, text), (500 + 20 * 35, -20_000 + 800 - 100 * 35));
        // Measured from that very position nothing has happened.
        assert_eq!(both("standard", Some(text), text), (0, 0));
    }

    #[test]
    fn a_wolf_is_trapped() {
        // At the root each wolf has two ways blocked by its corner; the report's shared counter would
        // call e1 trapped. Then a3 and b2 have gone to a2 and b1: a1 is trapped, its four ways and two
        // of e1's blocked, 2 more. Distances: from a1, a3 2 → a2 1, b2 2 → b1 1; from e1, a3 6 → a2 5,
        // b2 4 → b1 3: 4 shorter. a3 was edible from a1 and no sheep is now: b1 is three files from e1.
        let root = "2SSS/5/S4/1S3/W3W w";
        let text = "2SSS/5/5/S4/WS2W w";
        assert_eq!(both("standard", Some(root), root), (300, -1));
        assert_eq!(both("standard", Some(root), text), (20 * 4, 4_000 + 800 * 2 - 100 * 4));
    }

    #[test]
    fn edible_sheep_count_once_and_only_for_wolves() {
        // d3 can be eaten from b3 and from d5. a1 and c1 are two squares apart, but sheep.
        let text = "3W1/5/1W1S1/5/S1S2 s";
        assert_eq!(both("standard", Some(text), text), (300, -1));
    }

    #[test]
    fn three_wolves() {
        // At the start a3, c3 and e3 are edible. Then c1 eats c3. From c3, the sheep are on ranks 4 and
        // 5, 6 + 5 and 6 + 10, and beside it 2 + 1 + 1 + 2: 33. From c1 it was 3 · 6 + 10 + 15 + 20 =
        // 63. For a1 and e1, c3 was 4 away each. 30 + 8 = 38 shorter. Still edible: a3 and e3 for the
        // wolves below them. b3, d3 and c4 stand beside c3: three ways blocked instead of c1's one.
        let start = "SSSSS/SSSSS/SSSSS/5/W1W1W w";
        assert_eq!(both("three-wolves", None, start), (900, -3));
        let text = "SSSSS/SSSSS/SSWSS/5/W3W s";
        assert_eq!(
            both("three-wolves", None, text),
            (500 + 300 * 2 + 20 * 38, -20_000 + 800 * 2 - 100 * 38 - 2)
        );
    }

    #[test]
    fn distances_are_those_of_the_pairs() {
        for layout in ["standard", "three-wolves", "SSSSSSSS/SSSSSSSS/8/8/8/8/8/W6W", "SSSS/4/W3"] {
            let game = WolvesEatSheep::new(Setup::from_layout(layout).unwrap());
            contract::for_each_position(&game, 6, 3, |state| {
                let place = |square: usize| (square % game.columns(), square / game.columns());
                let pairs = state.wolves.iter().flat_map(|wolf| {
                    state.sheep.iter().map(move |sheep| (place(wolf), place(sheep)))
                });
                let sum: usize = pairs.map(|(w, s)| w.0.abs_diff(s.0) + w.1.abs_diff(s.1)).sum();
                assert_eq!(distance(&game, state), sum as i32);
            });
        }
    }
}
