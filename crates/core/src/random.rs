//! Reproducible randomness: the same seed gives the same numbers on every machine.
//!
//! The generator ([`Random`] is xoshiro256++) and the way a bounded number is drawn ([`below`]) are
//! fixed here, because a random library's defaults may change between versions, and a field or game
//! recorded under a seed must not.

use rand_xoshiro::Xoshiro256PlusPlus;
pub use rand_xoshiro::rand_core::Rng;
use rand_xoshiro::rand_core::SeedableRng;

use crate::{Game, Payoffs, Status};

/// The generator used throughout: xoshiro256++ of Blackman and Vigna.
pub type Random = Xoshiro256PlusPlus;

/// A generator for `seed`; its state is filled by SplitMix64, as the authors of xoshiro advise.
#[must_use]
pub fn seeded(seed: u64) -> Random {
    Random::seed_from_u64(seed)
}

/// A number below `bound`, by multiplying the upper 32 random bits.
///
/// The bias is less than `bound` / 2³², which is negligible here, and it never loops.
///
/// # Panics
/// In debug builds, if `bound` is zero or beyond 32 bits.
#[inline]
pub fn below<R: Rng>(rng: &mut R, bound: usize) -> usize {
    debug_assert!(bound > 0 && bound <= u32::MAX as usize);
    let high = rng.next_u64() >> 32;
    ((high * bound as u64) >> 32) as usize
}

/// Puts a slice in random order.
pub fn shuffle<T, R: Rng>(rng: &mut R, items: &mut [T]) {
    for last in (1..items.len()).rev() {
        items.swap(last, below(rng, last + 1));
    }
}

/// A number in [0, 1) from 53 random bits.
#[inline]
pub fn unit<R: Rng>(rng: &mut R) -> f64 {
    (rng.next_u64() >> 11) as f64 / (1u64 << 53) as f64
}

/// Derives the seed of part number `part` from `seed`: the finaliser of SplitMix64 applied to a
/// combination of the two.
#[inline]
#[must_use]
pub const fn mix(seed: u64, part: u64) -> u64 {
    let mut z = seed.wrapping_add(part.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// A 64-bit hash of two words: cheap, and every bit of both matters.
///
/// The words are multiplied to 128 bits and the halves combined, twice, as in wyhash.
#[inline]
#[must_use]
pub const fn key(a: u64, b: u64) -> u64 {
    const fn fold(a: u64, b: u64) -> u64 {
        let product = a as u128 * b as u128;
        (product >> 64) as u64 ^ product as u64
    }
    let first = fold(a ^ 0xa076_1d64_78bd_642f, b ^ 0xe703_7ed1_a0b4_28db);
    fold(first ^ 0x8ebc_6af0_9c88_c6e3, 0x5899_65cc_7537_4cc3)
}

/// The result of a random game.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Playout {
    /// The payoffs; `None` if the cap was reached first.
    pub payoffs: Option<Payoffs>,
    /// The number of moves made.
    pub plies: usize,
}

/// Plays random moves from `state` to the end, or until `cap` moves were made.
#[inline]
pub fn playout<G: Game, R: Rng>(
    game: &G,
    state: &mut G::State,
    rng: &mut R,
    cap: usize,
) -> Playout {
    let mut plies = 0;
    loop {
        if let Status::Over(payoffs) = game.status(state) {
            return Playout { payoffs: Some(payoffs), plies };
        }
        if plies == cap {
            return Playout { payoffs: None, plies };
        }
        let m = game.random_move(state, rng);
        game.play(state, m);
        plies += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        // xoshiro256++ from the state [1, 2, 3, 4]; first values of the authors' C program.
        let mut state = [0; 32];
        for (word, bytes) in state.chunks_exact_mut(8).enumerate() {
            bytes.copy_from_slice(&(word as u64 + 1).to_le_bytes());
        }
        let mut rng = Random::from_seed(state);
        assert_eq!([rng.next_u64(), rng.next_u64()], [41943041, 58720359]);
    }

    #[test]
    fn bounded_draws_cover_their_range_evenly() {
        let mut rng = seeded(1);
        let mut seen = [0u32; 6];
        for _ in 0..60_000 {
            seen[below(&mut rng, 6)] += 1;
        }
        assert!(seen.iter().all(|&n| (9_500..10_500).contains(&n)), "{seen:?}");
        assert!((0..1000).map(|_| unit(&mut rng)).all(|x| (0.0..1.0).contains(&x)));
    }

    #[test]
    fn keys_of_similar_words_differ() {
        let words: Vec<u64> = (0..64).map(|bit| 1 << bit).chain([0, u64::MAX]).collect();
        let pairs = words.iter().flat_map(|&a| words.iter().map(move |&b| (a, b)));
        let keys: std::collections::HashSet<u64> = pairs.map(|(a, b)| key(a, b)).collect();
        assert_eq!(keys.len(), words.len() * words.len());
        assert_ne!(key(1, 2), key(2, 1));
    }

    #[test]
    fn draws_never_change() {
        let mut rng = seeded(7);
        let draws: Vec<usize> = (0..8).map(|_| below(&mut rng, 1000)).collect();
        assert_eq!(draws, [55, 172, 717, 427, 963, 465, 723, 329]);
        let mut items: Vec<u8> = (0..8).collect();
        shuffle(&mut rng, &mut items);
        assert_eq!(items, [1, 3, 4, 2, 5, 6, 0, 7]);
    }

    #[test]
    fn parts_of_a_seed_differ() {
        assert_ne!(mix(7, 0), mix(7, 1));
        assert_ne!(mix(7, 0), mix(8, 0));
    }
}
