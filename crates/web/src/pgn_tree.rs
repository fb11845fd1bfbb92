//! The moves of a PGN with its variations: `1. a2a3 (1. b2b3 c5c4) 1... c5c4`.

use bellwether_catalog::{AnyGame, AnyPosition};
use bellwether_core::notation::excerpt;
use bellwether_core::{Error, bail};

use crate::message::{MoveMade, VariationMove};
use crate::room::names;

/// The most moves that are read, those of all variations together.
const MOST_MOVES: usize = 5000;

/// A word of the moves' part.
#[derive(Debug, PartialEq, Eq)]
enum PgnWord<'a> {
    Open,
    Close,
    Move(&'a str),
}

/// The moves and brackets; comments, numbers, signs and results are left out.
fn pgn_words(text: &str) -> Vec<PgnWord<'_>> {
    let mut words = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '{' => rest.find('}').map_or(rest.len(), |end| end + 1),
            '(' | ')' => {
                words.push(if first == '(' { PgnWord::Open } else { PgnWord::Close });
                1
            }
            _ if first.is_whitespace() => first.len_utf8(),
            _ => {
                let is_end = |c: char| c.is_whitespace() || matches!(c, '{' | '(' | ')');
                let length = rest.find(is_end).unwrap_or(rest.len());
                // A number may stand close to its move.
                let word = &rest[..length];
                let figures = word.trim_start_matches(|c: char| c.is_ascii_digit());
                let word = if figures.starts_with('.') { figures.trim_matches('.') } else { word };
                let is_number = word.bytes().all(|byte| byte.is_ascii_digit());
                let is_result = matches!(word, "*" | "1-0" | "0-1" | "1/2-1/2");
                if !is_number && !is_result && !word.starts_with('$') {
                    words.push(PgnWord::Move(word));
                }
                length
            }
        };
        rest = &rest[length..];
    }
    words
}

/// The moves of the main line, separated by blanks.
pub(crate) fn main_line(text: &str) -> String {
    let mut depth = 0_usize;
    let mut moves = Vec::new();
    for word in pgn_words(text) {
        match word {
            PgnWord::Open => depth += 1,
            PgnWord::Close => depth = depth.saturating_sub(1),
            PgnWord::Move(text) if depth == 0 => moves.push(text),
            PgnWord::Move(_) => {}
        }
    }
    moves.join(" ")
}

/// All moves, played from a position, each with the place of the one before it; none if there are no variations.
///
/// # Errors
/// If a move is illegal, brackets do not match, or there are too many moves.
pub(crate) fn variations(
    text: &str,
    game: &dyn AnyGame,
    position: Option<&str>,
) -> Result<Vec<VariationMove>, Error> {
    let words = pgn_words(text);
    if !words.contains(&PgnWord::Open) {
        return Ok(Vec::new());
    }
    let start = match position {
        Some(text) => game.position(text)?,
        None => game.start(),
    };
    let mut tree = VariationTree { moves: Vec::new(), positions: Vec::new(), start };
    let mut at = None;
    let mut open = Vec::new();
    for word in words {
        match word {
            PgnWord::Move(text) => at = Some(tree.play(at, text)?),
            // A variation takes the place of the move before it.
            PgnWord::Open => {
                let Some(last) = at else { bail!("a variation stands before the first move") };
                open.push(at);
                at = tree.moves[last].after;
            }
            PgnWord::Close => match open.pop() {
                Some(before) => at = before,
                None => bail!("a bracket closes that was not opened"),
            },
        }
    }
    if !open.is_empty() {
        bail!("a bracket is not closed");
    }
    Ok(tree.moves)
}

/// The moves so far, and the position after each.
struct VariationTree {
    moves: Vec<VariationMove>,
    positions: Vec<Box<dyn AnyPosition>>,
    start: Box<dyn AnyPosition>,
}

impl VariationTree {
    /// Makes a move after another one, or at the start; the answer is its place.
    fn play(&mut self, after: Option<usize>, text: &str) -> Result<usize, Error> {
        let mut position = after.map_or(&self.start, |place| &self.positions[place]).duplicate();
        let at = || format!("the move '{}'", excerpt(text));
        let made = position.play(text).map_err(|error| error.at(at()))?;
        let made = MoveMade {
            text: made.text.clone(),
            seat: made.mover.index(),
            squares: names(&made.squares),
        };
        let known = self.moves.iter().position(|known| known.after == after && known.made == made);
        if let Some(place) = known {
            return Ok(place);
        }
        if self.moves.len() >= MOST_MOVES {
            bail!("it has more than {MOST_MOVES} moves");
        }
        self.moves.push(VariationMove { made, after });
        self.positions.push(position);
        Ok(self.moves.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAME: &str = "breakthrough:rows=5,columns=5";

    fn read(text: &str) -> Result<Vec<VariationMove>, Error> {
        variations(text, bellwether_standard::game(GAME).unwrap().as_ref(), None)
    }

    #[test]
    fn variations_branch_from_the_move_before_them() {
        let text =
            "1. b2b3 (1. a2a3 e4e3 (1... c4c3 {comment (no)} 2.d2d3) 2. c2c3) 1... d4d3 $1 *";
        let line = |read: &[VariationMove], mut at: usize| {
            let mut line = vec![read[at].made.text.clone()];
            while let Some(before) = read[at].after {
                at = before;
                line.insert(0, read[at].made.text.clone());
            }
            line.join(" ")
        };
        let read = read(text).unwrap();
        let lines: Vec<String> = (0..read.len()).map(|place| line(&read, place)).collect();
        assert_eq!(
            lines,
            [
                "b2b3",
                "a2a3",
                "a2a3 e4e3",
                "a2a3 c4c3",
                "a2a3 c4c3 d2d3",
                "a2a3 e4e3 c2c3",
                "b2b3 d4d3"
            ]
        );
        assert_eq!(main_line(text), "b2b3 d4d3");
    }

    #[test]
    fn what_is_wrong_is_refused() {
        for text in ["(1. b2b3)", "b2b3 (a2a3", "b2b3) (a2a3)", "b2b3 (a2a5)", "b2b3 ("] {
            assert!(read(text).is_err(), "{text}");
        }
        assert!(read("1. b2b3 d4d3 1-0").unwrap().is_empty(), "there are none");
        assert_eq!(main_line("1.b2b3{)} 1... d4d3 2. é (x)"), "b2b3 d4d3 é");
    }
}
