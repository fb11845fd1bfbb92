//! Making new texts from old ones.

use bellwether_core::Rng;
use bellwether_core::random::below;

/// Parts of the languages that the parsers read, and texts that often break parsers: one a line.
const TOKENS: &str = include_str!("tokens.txt");
/// The same, of characters that a line does not show.
const INVISIBLE: [&str; 5] = [" ", "\n", "\t", "\0", "\u{202e}"];

fn token<R: Rng>(rng: &mut R) -> &'static str {
    let count = TOKENS.lines().count();
    let index = below(rng, count + INVISIBLE.len());
    TOKENS.lines().nth(index).unwrap_or_else(|| INVISIBLE[index - count])
}

/// A text made from one or two of `corpus` by a few random edits.
pub(crate) fn mutate<R: Rng>(corpus: &[String], rng: &mut R) -> String {
    let mut text: Vec<char> = corpus[below(rng, corpus.len())].chars().collect();
    for _ in 0..below(rng, 5) {
        let at = below(rng, text.len() + 1);
        match below(rng, 7) {
            0 if at < text.len() => {
                text.remove(at);
            }
            1 => {
                text.splice(at..at, token(rng).chars());
            }
            2 if at < text.len() => {
                text.splice(at..=at, token(rng).chars());
            }
            3 => {
                let end = at + below(rng, text.len() - at + 1);
                text.drain(at..end);
            }
            4 => {
                let end = at + below(rng, text.len() - at + 1);
                let piece: Vec<char> = text[at..end].to_vec();
                text.splice(at..at, piece);
            }
            5 if at < text.len() => {
                let other = below(rng, text.len());
                text.swap(at, other);
            }
            _ => {
                let other: Vec<char> = corpus[below(rng, corpus.len())].chars().collect();
                let from = below(rng, other.len() + 1);
                text.truncate(at);
                text.extend(&other[from..]);
            }
        }
        text.truncate(4096);
    }
    // What is far longer than anybody expects.
    if below(rng, 200) == 0 {
        let at = below(rng, text.len() + 1);
        let letter = text.get(at).copied().unwrap_or('x');
        text.splice(at..at, std::iter::repeat_n(letter, 70_000));
    }
    text.into_iter().collect()
}
