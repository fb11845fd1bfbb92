//! Squares by name: files `a b c …` from the left, ranks `1 2 3 …` from the bottom.
//!
//! After file `z` comes `aa`, as in a spreadsheet, for boards wider than 26.

use crate::notation::excerpt;
use crate::{Game, ParseError, bail};

/// A square of a board, counted from zero at the lower left corner.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Square {
    /// The file, counted from the left.
    pub file: usize,
    /// The rank, counted from the bottom.
    pub rank: usize,
}

impl Square {
    /// The square at this file and rank, both counted from zero.
    #[must_use]
    pub const fn new(file: usize, rank: usize) -> Self {
        Self { file, rank }
    }

    /// Reads a name such as `c4` from the front of `text`; also returns the rest.
    ///
    /// # Errors
    /// If `text` does not begin with letters and a rank from 1.
    pub fn parse_prefix(text: &str) -> Result<(Self, &str), ParseError> {
        let fail =
            || ParseError::new(format!("'{}' does not begin with a square like c4", excerpt(text)));
        let letters = text.bytes().take_while(u8::is_ascii_lowercase).count();
        let digits = text[letters..].bytes().take_while(u8::is_ascii_digit).count();
        // No board has files of more than three letters or ranks of more than three digits.
        if !(1..=3).contains(&letters) || !(1..=3).contains(&digits) {
            return Err(fail());
        }
        let file =
            text.bytes().take(letters).fold(0, |sum, b| sum * 26 + usize::from(b - b'a') + 1) - 1;
        let (name, rest) = text.split_at(letters + digits);
        match name[letters..].parse::<usize>() {
            Ok(rank) if rank > 0 && !name[letters..].starts_with('0') => {
                Ok((Self { file, rank: rank - 1 }, rest))
            }
            _ => Err(fail()),
        }
    }

    /// Appends the square's name. Records hold millions of squares, so this avoids formatting.
    pub fn push_to(self, text: &mut String) {
        match self.file {
            0..26 => text.push(char::from(b'a' + self.file as u8)),
            _ => text.push_str(&file_name(self.file)),
        }
        match self.rank {
            0..9 => text.push(char::from(b'1' + self.rank as u8)),
            _ => text.push_str(&(self.rank + 1).to_string()),
        }
    }

    /// Reads a whole text as one square.
    ///
    /// # Errors
    /// If it is not a square, or something follows it.
    pub fn parse(text: &str) -> Result<Self, ParseError> {
        match Self::parse_prefix(text)? {
            (square, "") => Ok(square),
            _ => bail!("'{}' is not a square like c4", excerpt(text)),
        }
    }
}

/// The name of a file, counted from zero: `a`, …, `z`, `aa`, ….
#[must_use]
pub fn file_name(file: usize) -> String {
    let mut name = String::new();
    let mut rest = file + 1;
    while rest > 0 {
        rest -= 1;
        name.insert(0, char::from(b'a' + (rest % 26) as u8));
        rest /= 26;
    }
    name
}

impl std::fmt::Display for Square {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut name = String::new();
        self.push_to(&mut name);
        f.write_str(&name)
    }
}

/// A move's text: the squares it leaves and enters, one after the other.
#[must_use]
pub fn step_text(from: Square, to: Square) -> String {
    let mut text = String::with_capacity(8);
    from.push_to(&mut text);
    to.push_to(&mut text);
    text
}

/// Reads a legal move of two squares, as [`step_text`] writes it.
///
/// `example` tells the user what a move looks like, `make` turns the squares into a move, and `why_not` says why it
/// is not legal.
///
/// # Errors
/// If the text is no move, `make` refuses it, the game is over, or the move is not legal.
pub fn parse_step<G: Game>(
    game: &G,
    state: &G::State,
    text: &str,
    example: &str,
    make: impl FnOnce(Square, Square) -> Result<G::Move, ParseError>,
    why_not: impl FnOnce(Square, Square) -> String,
) -> Result<G::Move, ParseError> {
    let squares = |(from, rest)| Ok((from, Square::parse(rest)?));
    let Ok((from, to)) = Square::parse_prefix(text.trim()).and_then(squares) else {
        bail!("'{}' is not a move like {example}", excerpt(text.trim()));
    };
    let m = make(from, to)?;
    if game.status(state).is_over() {
        bail!("the game is over: no move is legal");
    }
    if !game.is_legal(state, m) {
        bail!("{}", why_not(from, to));
    }
    Ok(m)
}

/// A rectangular board, its squares numbered rank by rank from the bottom, each from the left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rectangle {
    /// The number of files.
    pub columns: usize,
    /// The number of ranks.
    pub rows: usize,
}

impl Rectangle {
    /// The square of this number.
    #[must_use]
    pub const fn square(self, number: usize) -> Square {
        Square::new(number % self.columns, number / self.columns)
    }

    /// The number of a square.
    ///
    /// # Errors
    /// If it is not on the board.
    pub fn number(self, square: Square) -> Result<usize, ParseError> {
        if square.file >= self.columns || square.rank >= self.rows {
            let last = Square::new(self.columns - 1, self.rows - 1);
            bail!("there is no square {square}: the board ends at {last}");
        }
        Ok(square.rank * self.columns + square.file)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip() {
        for file in 0..100 {
            for rank in [0, 8, 63] {
                let square = Square::new(file, rank);
                assert_eq!(Square::parse(&square.to_string()), Ok(square));
            }
        }
        assert_eq!(Square::new(26, 9).to_string(), "aa10");
        assert_eq!(file_name(51), "az");
    }

    #[test]
    fn nonsense_is_refused() {
        for text in ["", "c", "4", "4c", "c0", "c04", "C4", "c4x", "cccc4", "c9999", "é4", "c-1"] {
            assert!(Square::parse(text).is_err(), "{text}");
        }
        assert_eq!(Square::parse_prefix("a2b3").map(|(s, rest)| (s.rank, rest)), Ok((1, "b3")));
    }
}
