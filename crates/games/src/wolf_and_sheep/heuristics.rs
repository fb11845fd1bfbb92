//! The evaluation of the course report on Wolf and Sheep.
//!
//! The sum is the wolf's, as in the report (wolf = max, sheep = min); the sheep's value is its negative.
//!
//! | what | points |
//! |---|---|
//! | the wolf's rank | its number: 5 on rank 5 |
//! | each way forward that is free | +3 |
//! | each way back that is free | +1 |
//! | each way forward that a sheep blocks | −3 |
//! | each way back that a sheep blocks | −1 |
//! | sheep still on their first rank | −4 for four, −3 for three, −2 for two, 0 for fewer |
//! | each sheep, `d` files and ranks away from the wolf | −(14 − `d`): −12 at 2, −10 at 4, …, 0 at 14 |
//!
//! A way that leaves the board is neither free nor blocked. On boards of other sizes the first-rank
//! rule goes on counting (−8 for eight sheep), and 14 becomes 2 · (`size` − 1), the distance between
//! opposite corners, so that the farthest sheep again counts for nothing.
//!
//! The report has no position in which the wolf has still to choose its square. Such a position has the
//! value of the wolf's best choice.

use bellwether_core::bits::Bits;
use bellwether_core::{Eval, Seat};

use super::{State, WOLF, WolfAndSheep};

/// The report's evaluation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Heuristic;

impl Heuristic {
    /// Its name on the command line.
    pub const NAME: &'static str = "report";
}

impl<B: Bits> Eval<WolfAndSheep<B>> for Heuristic {
    fn eval(&self, game: &WolfAndSheep<B>, state: &State<B>, pov: Seat) -> i32 {
        let points = match state.wolf {
            Some(wolf) => points(game, state.sheep, wolf),
            None => {
                (0..game.half as u8).map(|wolf| points(game, state.sheep, wolf)).max().unwrap_or(0)
            }
        };
        if pov == WOLF { points } else { -points }
    }
}

/// The report's sum, for the wolf.
fn points<B: Bits>(game: &WolfAndSheep<B>, sheep: B, wolf: u8) -> i32 {
    let set = B::single(usize::from(wolf));
    let (forward, back) = (game.upward(set), game.downward(set));
    let count = |set: B| set.count() as i32;
    let free = 3 * count(forward & !sheep) + count(back & !sheep);
    let blocked = 3 * count(forward & sheep) + count(back & sheep);
    let waiting = match count(sheep & game.top()) {
        0 | 1 => 0,
        several => several,
    };
    let here = game.square(wolf);
    let farthest = 2 * (game.size() - 1);
    let closeness: usize = sheep
        .iter()
        .map(|square| {
            let there = game.square(square as u8);
            farthest - here.file.abs_diff(there.file) - here.rank.abs_diff(there.rank)
        })
        .sum();
    here.rank as i32 + 1 + free - blocked - waiting - closeness as i32
}

#[cfg(test)]
mod tests {
    use super::super::{SHEEP, Setup};
    use super::*;
    use bellwether_core::{Game, Notation};

    fn points_of(size: usize, text: &str) -> i32 {
        let game = WolfAndSheep::<u128>::new(Setup::new(size, None).unwrap());
        let state = game.parse_position(text).unwrap();
        let points = Heuristic.eval(&game, &state, WOLF);
        assert_eq!(Heuristic.eval(&game, &state, SHEEP), -points);
        points
    }

    #[test]
    fn the_start_counts_waiting_sheep_and_distances() {
        // Rank 1; b2 and d2 free, 6; four sheep waiting, −4; distances from c1: b8 8, d8 8, f8 10,
        // h8 12, so −6 − 6 − 4 − 2.
        assert_eq!(points_of(8, "1S1S1S1S/8/8/8/8/8/8/2w5 w"), 1 + 6 - 4 - 18);
    }

    #[test]
    fn blocked_ways_count_against_the_wolf() {
        // d4: rank 4; c5 and e5 blocked, −6; c3 and e3 free, 2; b8 and h8 waiting, −2; distances: c5
        // and e5 2, b8 6, h8 8, so −12 − 12 − 8 − 6.
        assert_eq!(points_of(8, "1S5S/8/8/2S1S3/3w4/8/8/8 w"), 4 - 6 + 2 - 2 - 38);
        // d4 again, now c5 free 3, e5 blocked −3, c3 blocked −1, e3 free 1; h8 waits alone, 0;
        // distances: e5 and c3 2, a1 6, h8 8.
        assert_eq!(points_of(8, "7S/8/8/4S3/3w4/2S5/8/S7 w"), 4 + 3 - 3 - 1 + 1 - 38);
    }

    #[test]
    fn the_edge_is_neither_free_nor_blocked() {
        // a1: rank 1, b2 free 3; three waiting −3; distances: d8 10, f8 12, h8 14, b6 6, so −4 − 2 − 0 − 8.
        assert_eq!(points_of(8, "3S1S1S/8/1S6/8/8/8/8/w7 s"), 1 + 3 - 3 - 14);
    }

    #[test]
    fn other_sizes_measure_against_their_own_corner() {
        // Size 4, a1: rank 1, b2 free 3, two waiting −2; distances b4 4 of 6, d4 6 of 6: −2 − 0.
        assert_eq!(points_of(4, "1S1S/4/4/w3 w"), 1 + 3 - 2 - 2);
        // Size 6, e1: rank 1, d2 and f2 free 6, three waiting −3; distances b6 8, d6 6, f6 6 of 10.
        assert_eq!(points_of(6, "1S1S1S/6/6/6/6/4w1 w"), 1 + 6 - 3 - 2 - 4 - 4);
    }

    #[test]
    fn an_unplaced_wolf_is_worth_its_best_square() {
        // The sheep's distances add up to 44 from a1 (8 + 10 + 12 + 14), 38 from c1 (above),
        // 36 from e1 (10 + 8 + 8 + 10) and 38 from g1 (12 + 10 + 8 + 8); 56 less these is lost. a1 has
        // one way up, the others two: a1 1 + 3 − 4 − 12 = −12, c1 −15, e1 −17, g1 −15.
        assert_eq!(points_of(8, "1S1S1S1S/8/8/8/8/8/8/8 w"), -12);
        let game = WolfAndSheep::<u64>::new(Setup::default());
        assert_eq!(Heuristic.eval(&game, &game.start(), WOLF), -12);
    }
}
