//! Random numbers that stay the same for ever: a named generator and our own way of drawing from it.
//!
//! Libraries may change how they turn random bits into a number below a bound; then an old seed would give another
//! puzzle. The bits come from xoshiro256++, whose output is fixed by its definition, and the rest is these few lines.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A seeded source of random numbers.
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The generator for a seed; different seeds are unrelated.
    pub fn new(seed: u64) -> Self {
        Self(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// A number below `bound`, which must not be zero. The bias is below 2⁻⁴⁰ for bounds as small as ours.
    pub fn below(&mut self, bound: usize) -> usize {
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// Puts a slice in random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn draws_are_fixed_for_ever() {
        let mut random = Random::new(7);
        let draws: Vec<usize> = (0..8).map(|_| random.below(1000)).collect();
        assert_eq!(draws, [55, 172, 717, 427, 963, 465, 723, 329]);
        let mut items: Vec<u8> = (0..8).collect();
        random.shuffle(&mut items);
        assert_eq!(items, [1, 3, 4, 2, 5, 6, 0, 7]);
    }
}
