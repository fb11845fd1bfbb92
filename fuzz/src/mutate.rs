//! Making new texts from old ones.

use bellwether_core::Rng;
use bellwether_core::random::below;

/// Bits of the languages the parsers read, and things that often break parsers.
const TOKENS: &[&str] = &[
    "/",
    " ",
    ":",
    ",",
    "=",
    "-",
    "@",
    "*",
    ".",
    "#",
    "\"",
    "\n",
    "\t",
    "\0",
    "0",
    "1",
    "9",
    "64",
    "65",
    "128",
    "255",
    "256",
    "4294967296",
    "18446744073709551616",
    "99999999999999999999",
    "-1",
    "a1",
    "h8",
    "z9",
    "aa1",
    "zzz999",
    "w",
    "b",
    "s",
    "P",
    "p",
    "S",
    "W",
    "a16",
    "d?",
    "é",
    "𝔘",
    "\u{202e}",
    "rows=",
    "columns=",
    "workers=",
    "size=",
    "layout=",
    "seed=",
    "hidden",
    "teams",
    "cells=",
    "sheep=",
    "field=",
];

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
                let token = TOKENS[below(rng, TOKENS.len())];
                text.splice(at..at, token.chars());
            }
            2 if at < text.len() => {
                let token = TOKENS[below(rng, TOKENS.len())];
                text.splice(at..=at, token.chars());
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
    text.into_iter().collect()
}
