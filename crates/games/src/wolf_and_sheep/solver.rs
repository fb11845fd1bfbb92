//! The loop-free solver of Wolf and Sheep: sheep never retreat, so no position recurs.
//!
//! Every sheep's move leads to the tier below. In a tier, the positions with the sheep to move depend on the
//! tier below, and those with the wolf to move on the former: each is visited once. All squares of the wolf
//! are handled together, as rows of bytes whose maximum is taken.
//!
//! In a row a position has a *key*: the value of moving there. No move is 0; positions that the other side
//! wins count up from 1, the longer the greater; positions that it loses count down from 255, the longer the
//! smaller. So the best move is the greatest key, whatever the outcome.

use crate::wolf_and_sheep::WolfAndSheep;
use crate::wolf_and_sheep::index::SheepNumbering;
use bellwether_core::bits::Bits;
use bellwether_core::numbering::Numbering;
use rayon::prelude::*;
use std::sync::atomic::Ordering::Relaxed;

use bellwether_core::Value;
use bellwether_core::tiers::{SolveControl, Stopped, TierSolver};

const NO_MOVE: u8 = 0;
/// Keys of at least this mean that the other side loses.
const OTHER_LOSES: u8 = 128;

/// The key of a position, given the key of the best reply.
const fn key(best_answer: u8) -> u8 {
    if best_answer >= OTHER_LOSES { (256 - best_answer as u16) as u8 } else { 255 - best_answer }
}

/// The value of a position with this best move, as a code.
fn code(best: u8) -> u16 {
    let value = if best >= OTHER_LOSES {
        Value::Win(2 * (255 - u16::from(best)) + 1)
    } else {
        Value::Lose(2 * u16::from(best))
    };
    value.code()
}

/// The key of a position with this code, to the side that moved there.
fn key_of_code(code: u16) -> u8 {
    match Value::from_code(code) {
        None | Some(Value::Win(0) | Value::Draw) => NO_MOVE,
        Some(Value::Win(plies)) => (1 + (plies - 1) / 2) as u8,
        Some(Value::Lose(plies)) => (255 - plies / 2) as u8,
    }
}

/// The solver for this game.
#[must_use]
pub(super) fn solver<B: Bits>(
    game: &WolfAndSheep<B>,
    flocks: &SheepNumbering,
) -> Box<dyn TierSolver> {
    let squares = flocks.squares;
    let ways = (0..squares)
        .map(|square| {
            let wolf = B::single(square);
            (game.upward(wolf) | game.downward(wolf)).iter().map(|to| to as u8).collect()
        })
        .collect();
    Box::new(LoopFreeSolver {
        game: game.clone(),
        flocks: flocks.clone(),
        ways,
        wolf_keys: Vec::new(),
        codes: Vec::new(),
    })
}

struct LoopFreeSolver<B: Bits> {
    game: WolfAndSheep<B>,
    flocks: SheepNumbering,
    /// The wolf's targets from each square.
    ways: Vec<Vec<u8>>,
    /// The keys of the last tier's positions with the wolf to move.
    wolf_keys: Vec<u8>,
    codes: Vec<u16>,
}

impl<B: Bits> LoopFreeSolver<B> {
    /// The rows of one set of sheep: codes and keys with the wolf to move, codes with the sheep to move.
    fn solve_set(
        &self,
        sheep: B,
        wolf_codes: &mut [u16],
        sheep_codes: &mut [u16],
        keys: &mut [u8],
    ) {
        let squares = self.flocks.squares;
        let mut best = [NO_MOVE; 128];
        let best = &mut best[..squares];
        for (from, to) in self.descents(sheep) {
            let after = self.flocks.rank(sheep ^ B::single(from) ^ B::single(to)) as usize;
            let row = &self.wolf_keys[after * squares..(after + 1) * squares];
            for (best, key) in best.iter_mut().zip(row) {
                *best = (*best).max(*key);
            }
        }
        let mut sheep_keys = [NO_MOVE; 128];
        for wolf in (0..squares).filter(|wolf| !sheep.has(*wolf)) {
            // A wolf at the top has won.
            let best = if self.game.top().has(wolf) { NO_MOVE } else { best[wolf] };
            sheep_codes[wolf] = code(best);
            sheep_keys[wolf] = key(best);
        }
        for wolf in (0..squares).filter(|wolf| !sheep.has(*wolf)) {
            if self.game.top().has(wolf) {
                wolf_codes[wolf] = Value::Win(0).code();
                continue;
            }
            let ways = self.ways[wolf].iter().map(|to| sheep_keys[usize::from(*to)]);
            let best = ways.max().unwrap_or(NO_MOVE);
            wolf_codes[wolf] = code(best);
            keys[wolf] = key(best);
        }
    }

    fn descents(&self, sheep: B) -> impl Iterator<Item = (usize, usize)> {
        sheep.iter().flat_map(move |from| {
            let ways = self.game.downward(B::single(from)) & !sheep;
            ways.iter().map(move |to| (from, to))
        })
    }
}

impl<B: Bits> TierSolver for LoopFreeSolver<B> {
    fn memory(&self, tier: usize) -> u64 {
        let len = |tier| Numbering::<WolfAndSheep<B>>::len(&self.flocks, tier);
        let below = if tier == 0 { 0 } else { len(tier - 1) / 2 };
        // Codes of two bytes, keys of one side, and compressed blocks on their way to the disk.
        2 * len(tier) + len(tier) / 2 + below + len(tier) / 2
    }

    fn rate(&self) -> u64 {
        50_000_000
    }

    fn disk(&self) -> u64 {
        85
    }

    fn resume(&mut self, _tier: usize, codes: Vec<u16>) {
        self.wolf_keys = codes[..codes.len() / 2].iter().map(|code| key_of_code(*code)).collect();
    }

    fn solve(&mut self, tier: usize, control: &SolveControl<'_>) -> Result<&[u16], Stopped> {
        let (squares, sets) = (self.flocks.squares, self.flocks.sets(tier) as usize);
        let mut keys = vec![NO_MOVE; sets * squares];
        let mut codes = std::mem::take(&mut self.codes);
        codes.clear();
        codes.resize(2 * sets * squares, 0);
        let (wolf_codes, sheep_codes) = codes.split_at_mut(sets * squares);
        wolf_codes
            .par_chunks_mut(squares)
            .zip(sheep_codes.par_chunks_mut(squares))
            .zip(keys.par_chunks_mut(squares))
            .enumerate()
            .with_min_len(256)
            .for_each(|(rank, ((wolf_codes, sheep_codes), keys))| {
                if rank % 4096 == 0 {
                    (control.settled)(2 * (4096.min(sets - rank) * squares) as u64);
                }
                if !control.stop.load(Relaxed) {
                    let sheep = self.flocks.set(tier, rank as u64);
                    self.solve_set(sheep, wolf_codes, sheep_codes, keys);
                }
            });
        if control.stop.load(Relaxed) {
            return Err(Stopped);
        }
        (self.wolf_keys, self.codes) = (keys, codes);
        Ok(&self.codes)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_order_moves_as_values_do() {
        // From the mover's best case to its worst: the other side loses soon, loses late, wins late,
        // wins soon.
        let order = [
            Value::Win(1),
            Value::Win(3),
            Value::Win(7),
            Value::Lose(6),
            Value::Lose(4),
            Value::Lose(2),
            Value::Lose(0),
        ];
        let bests: Vec<u8> = (0..=u8::MAX)
            .filter(|best| order.iter().any(|value| value.code() == code(*best)))
            .collect();
        let values: Vec<Value> =
            bests.iter().rev().filter_map(|best| Value::from_code(code(*best))).collect();
        assert_eq!(values, order);
        for best in bests {
            assert_eq!(key(best), key_of_code(code(best)));
        }
    }
}
