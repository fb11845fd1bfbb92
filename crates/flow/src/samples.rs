//! Ten sample puzzles: a small one, and the nine inputs of the student report that this crate began with.

use crate::puzzle::Puzzle;
use crate::text::parse;

/// Names and texts, small ones first.
pub const SAMPLES: [(&str, &str); 10] = [
    ("5x5", include_str!("../puzzles/05x05.txt")),
    ("6x6", include_str!("../puzzles/06x06.txt")),
    ("7x7", include_str!("../puzzles/07x07.txt")),
    ("8x8", include_str!("../puzzles/08x08.txt")),
    ("9x9", include_str!("../puzzles/09x09.txt")),
    ("10x10 (1)", include_str!("../puzzles/10x10-1.txt")),
    ("10x10 (2)", include_str!("../puzzles/10x10-2.txt")),
    ("12x12", include_str!("../puzzles/12x12.txt")),
    ("12x14", include_str!("../puzzles/12x14.txt")),
    ("14x14", include_str!("../puzzles/14x14.txt")),
];

/// The sample of that name.
pub fn puzzle(name: &str) -> Option<Puzzle> {
    let (_, text) = SAMPLES.iter().find(|(known, _)| *known == name)?;
    parse(text).ok()?.pop()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sample_is_a_puzzle_of_the_size_it_is_named_for() {
        for (name, _) in SAMPLES {
            let puzzle = puzzle(name).unwrap();
            assert!(name.starts_with(&format!("{}x{}", puzzle.width(), puzzle.height())), "{name}");
        }
        assert_eq!(puzzle("99x99"), None);
    }
}
