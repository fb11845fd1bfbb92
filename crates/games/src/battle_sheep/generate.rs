//! Random fields, reproducible by seed in every version.

use bellwether_core::random::{below, seeded};
use bellwether_core::square::Square;
use bellwether_core::{ParseError, bail};

use super::field::{Direction, Field, MOST_SIDE, neighbour};

impl Field {
    /// A random field: `cells` playing cells inside a square of `size` × `size`.
    ///
    /// It grows through edges from a random square in the middle half. Every step draws one of the
    /// squares that touch the field; every other step draws a second one and prefers it if it has
    /// fewer neighbours in the field, which leaves bays and holes where growing evenly would give a
    /// round shape. The same three numbers give the same field in every version.
    ///
    /// # Errors
    /// If there are no cells, more than [`MOST_CELLS`](super::MOST_CELLS), or more than fit.
    pub fn generate(cells: usize, size: usize, seed: u64) -> Result<Self, ParseError> {
        if size > MOST_SIDE {
            bail!("a field of size {size} is too large: the longest side is {MOST_SIDE}");
        }
        if cells > size * size {
            bail!(
                "{cells} cells do not fit into a square of {size} × {size}: it holds {}",
                size * size
            );
        }
        let mut playing = vec![false; size * size];
        if cells > 0 {
            grow(&mut playing, cells, size, seed);
        }
        Self::new(size, size, &playing)
    }
}

/// Makes `cells` squares of a square board playing cells. Recorded games depend on every draw here.
fn grow(playing: &mut [bool], cells: usize, size: usize, seed: u64) {
    let mut rng = seeded(seed);
    let beside = |index: usize| {
        let square = Square::new(index % size, index / size);
        Direction::ALL
            .into_iter()
            .filter(|direction| direction.is_straight())
            .filter_map(move |direction| neighbour(square, direction, size, size))
            .map(move |square| square.rank * size + square.file)
    };
    let margin = size / 4;
    let file = margin + below(&mut rng, size - 2 * margin);
    let rank = margin + below(&mut rng, size - 2 * margin);
    // The squares that touch the field from outside; before there is one, the first of it.
    let mut shore = vec![rank * size + file];
    for step in 0..cells {
        let crowd = |at: usize| beside(shore[at]).filter(|&index| playing[index]).count();
        let mut chosen = below(&mut rng, shore.len());
        if step % 2 == 1 {
            let rival = below(&mut rng, shore.len());
            if crowd(rival) < crowd(chosen) {
                chosen = rival;
            }
        }
        let taken = shore.swap_remove(chosen);
        playing[taken] = true;
        for index in beside(taken) {
            if !playing[index] && !shore.contains(&index) {
                shore.push(index);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::random::mix;

    #[test]
    fn fields_that_cannot_be_drawn_say_why() {
        let generated = |cells, size| Field::generate(cells, size, 1).unwrap_err().to_string();
        assert_eq!(generated(5, 2), "5 cells do not fit into a square of 2 × 2: it holds 4");
        assert_eq!(generated(129, 12), "the field has 129 playing cells, more than 128");
        assert_eq!(generated(0, 12), "the field has no playing cell");
        assert_eq!(generated(9, 33), "a field of size 33 is too large: the longest side is 32");
    }

    // The golden fields below were printed by this generator when it was written. No other program
    // draws them: they are kept because recorded games name a field by its seed.

    #[test]
    fn a_seed_always_gives_the_same_field() {
        let basic = Field::generate(64, 12, 1).unwrap().to_string();
        assert_eq!(basic, BASIC_1, "\n{basic}");
        let big = Field::generate(100, 15, 1).unwrap().to_string();
        assert_eq!(big, BIG_1, "\n{big}");
        let digest = (0..100).fold(0, |digest, seed| {
            let text = Field::generate(64, 12, seed).unwrap().to_string();
            text.bytes().fold(digest, |digest, byte| mix(digest, u64::from(byte)))
        });
        assert_eq!(digest, HUNDRED_FIELDS, "{digest:#x}");
    }

    const BASIC_1: &str = concat!(
        "############\n",
        "#####....###\n",
        "#####..#####\n",
        "####.....###\n",
        "##..........\n",
        "###.........\n",
        "###.#......#\n",
        "####........\n",
        "#####.......\n",
        "######....#.\n",
        "####.....###\n",
        "####..######",
    );

    const BIG_1: &str = concat!(
        "#####.#####.###\n",
        "#####....##.##.\n",
        "####.#.........\n",
        "####..##..###.#\n",
        "#####..........\n",
        "#######........\n",
        "#####..........\n",
        "#######.......#\n",
        "######.........\n",
        "####.#.#.......\n",
        "####.#.##....#.\n",
        "##...........##\n",
        "#####...#..####\n",
        "#######.#######\n",
        "###############",
    );

    const HUNDRED_FIELDS: u64 = 0x660_a3c0_c6c6_d75b;

    #[test]
    fn generated_fields_have_what_was_asked_for() {
        for seed in 0..50 {
            for (cells, size) in [(64, 12), (100, 15), (128, 12), (1, 1), (4, 2), (128, 32)] {
                let field = Field::generate(cells, size, seed).unwrap();
                assert_eq!(
                    (field.cell_count(), field.columns(), field.rows()),
                    (cells, size, size)
                );
                // Reading back checks again that it hangs together.
                assert_eq!(Field::parse(&field.to_string()).unwrap(), field);
            }
        }
    }
}
