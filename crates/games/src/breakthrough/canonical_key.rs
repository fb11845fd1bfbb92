//! Canonical keys of Breakthrough: equal for a position, its mirror image, and both with the sides exchanged.

use bellwether_core::{CanonicalKey, Determined};

use super::{Breakthrough, State, WHITE};

/// Every move goes forward, so no position recurs, and a side always arrives or is stuck.
impl Determined for Breakthrough<u64> {}

impl CanonicalKey for Breakthrough<u64> {
    /// The mover's workers, seen going up, and above them the enemy's; the smaller of this and its
    /// mirror image.
    #[inline]
    fn canonical_key(&self, state: &State<u64>) -> u128 {
        let squares = self.rows() * self.columns();
        let [own, enemy] = self.for_mover(state);
        let join = |own: u64, enemy: u64| u128::from(own) | u128::from(enemy) << squares;
        join(own, enemy).min(join(self.mirror(own), self.mirror(enemy)))
    }
}

impl Breakthrough<u64> {
    /// The mover's workers and the enemy's, the board turned so that the mover goes up.
    #[inline]
    pub(super) fn for_mover(&self, state: &State<u64>) -> [u64; 2] {
        let [white, black] = state.workers;
        if state.mover == WHITE { [white, black] } else { [self.turn(black), self.turn(white)] }
    }

    /// The set as seen from the other side of the board.
    #[inline]
    pub(super) fn turn(&self, set: u64) -> u64 {
        set.reverse_bits() >> (64 - self.rows() * self.columns())
    }

    /// The set mirrored left to right.
    #[inline]
    fn mirror(&self, set: u64) -> u64 {
        let mut file = self.masks.board & !self.masks.not_left;
        let mut shift = self.columns() as i32 - 1;
        let mut mirrored = 0;
        for _ in 0..self.columns() {
            let squares = set & file;
            mirrored |= if shift >= 0 { squares << shift } else { squares >> -shift };
            file <<= 1;
            shift -= 2;
        }
        mirrored
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Setup, naive::Naive};
    use super::*;
    use bellwether_core::{Game, Status, Symmetric, random};

    #[test]
    fn mirrored_and_exchanged_positions_share_a_key_with_the_naive_twin() {
        for (rows, columns, workers) in [(4, 2, 1), (5, 6, 1), (5, 5, 2), (8, 8, 1), (4, 16, 3)] {
            let setup = Setup::new(rows, columns, workers).unwrap();
            let (game, naive) = (Breakthrough::<u64>::new(setup), Naive(setup));
            let mut rng = random::seeded(7);
            for _ in 0..50 {
                let (mut state, mut grid) = (game.start(), naive.start());
                while let Status::ToMove(mover) = game.status(&state) {
                    let code = game.canonical_key(&state);
                    assert_eq!(code, naive.canonical_key(&grid), "{state:?}");
                    assert_eq!(code, game.canonical_key(&game.transform(&state, 1)), "{state:?}");
                    let [white, black] = state.workers.map(|set| game.turn(set));
                    let exchanged = State { workers: [black, white], mover: mover.other() };
                    assert_eq!(code, game.canonical_key(&exchanged), "{state:?}");
                    let m = game.random_move(&state, &mut rng);
                    game.play(&mut state, m);
                    naive.play(&mut grid, m);
                }
            }
        }
    }

    #[test]
    fn different_positions_have_different_keys() {
        // All positions of 4 × 2 with White to move: as many numbers as there are pairs of images.
        let game = Breakthrough::<u64>::new(Setup::new(4, 2, 1).unwrap());
        let mut codes = std::collections::HashMap::new();
        for white in 0u64..1 << 6 {
            for black in (0u64..1 << 6).map(|black| black << 2).filter(|black| black & white == 0) {
                let state = State { workers: [white, black], mover: WHITE };
                codes.entry(game.canonical_key(&state)).or_insert_with(Vec::new).push(state);
            }
        }
        for images in codes.values() {
            let mirrored = game.transform(&images[0], 1);
            assert!(images.iter().all(|&state| state == images[0] || state == mirrored));
        }
    }
}
