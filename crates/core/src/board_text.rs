//! FEN-like boards on one line: ranks from the top, `/` between, numbers for runs of empty squares.

use crate::picture::Picture;
use crate::square::Square;
use crate::{ParseError, Seat, bail, notation::excerpt};

/// Writes a board of `columns` × `rows`; `piece` says what stands on a square.
#[must_use]
pub fn write(columns: usize, rows: usize, piece: impl Fn(Square) -> Option<char>) -> String {
    let mut text = String::new();
    for rank in (0..rows).rev() {
        let mut empty = 0;
        for file in 0..columns {
            match piece(Square::new(file, rank)) {
                Some(letter) => {
                    push_run(&mut text, &mut empty);
                    text.push(letter);
                }
                None => empty += 1,
            }
        }
        push_run(&mut text, &mut empty);
        if rank > 0 {
            text.push('/');
        }
    }
    text
}

/// A picture as text: the board with each seat's letter for its pieces, then the side to move's letter.
#[must_use]
pub fn from_picture(
    picture: &Picture,
    letters: [char; 2],
    sides: [char; 2],
    mover: Seat,
) -> String {
    let letter = |seat: Seat| letters[seat.index().min(1)];
    let board = write(picture.columns, picture.rows, |square| {
        picture.cell(square).piece.map(|piece| letter(piece.seat()))
    });
    format!("{board} {}", sides[mover.index().min(1)])
}

fn push_run(text: &mut String, empty: &mut usize) {
    if *empty > 0 {
        text.push_str(&empty.to_string());
        *empty = 0;
    }
}

/// Reads a board of `columns` × `rows` and calls `place` for every piece, which may refuse it.
///
/// A full stop is one empty square; a number is that many.
///
/// # Errors
/// If there are too many or too few ranks or squares, or `place` refuses a letter.
pub fn read(
    text: &str,
    columns: usize,
    rows: usize,
    mut place: impl FnMut(Square, char) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    let given = text.split('/').count();
    if given != rows {
        bail!("the board '{}' has {given} ranks, not {rows}", excerpt(text));
    }
    for (line, rank) in text.split('/').zip((0..rows).rev()) {
        let mut file = 0;
        let mut rest = line;
        while let Some(letter) = rest.chars().next() {
            if letter.is_ascii_digit() {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                let run = rest[..digits].parse::<usize>().ok().filter(|&n| n > 0 && n <= columns);
                let run = run.ok_or_else(|| {
                    ParseError::new(format!(
                        "rank {}: '{}' is no run of 1 to {columns} empty squares",
                        rank + 1,
                        excerpt(&rest[..digits])
                    ))
                })?;
                file += run;
                rest = &rest[digits..];
            } else {
                if letter != '.' && file < columns {
                    place(Square::new(file, rank), letter)?;
                }
                file += 1;
                rest = &rest[letter.len_utf8()..];
            }
            if file > columns {
                break;
            }
        }
        if file != columns {
            let how = if file > columns { "more" } else { "fewer" };
            bail!("rank {} '{}' has {how} than {columns} squares", rank + 1, excerpt(line));
        }
    }
    Ok(())
}

/// Reads a board whose two kinds of pieces, one for each seat, have these letters; `kind` says for an error what a
/// piece is called and which letters there are.
///
/// # Errors
/// As for [`read`], if there is another letter, or `place` refuses a piece.
pub fn read_pieces(
    text: &str,
    (columns, rows): (usize, usize),
    letters: [char; 2],
    kind: &str,
    mut place: impl FnMut(Seat, Square) -> Result<(), ParseError>,
) -> Result<(), ParseError> {
    read(text, columns, rows, |square, letter| match letters.iter().position(|l| *l == letter) {
        Some(seat) => place(Seat::new(seat), square),
        None => bail!("{square}: '{}' is no {kind}", letter.escape_debug()),
    })
}

/// The size of a board text, as columns of its first rank and number of ranks. [`read`] checks that the
/// other ranks are as long.
#[must_use]
pub fn size(text: &str) -> (usize, usize) {
    let mut columns = 0usize;
    let mut rest = text.split('/').next().unwrap_or_default();
    while let Some(letter) = rest.chars().next() {
        let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
        let (squares, length) = match digits {
            0 => (1, letter.len_utf8()),
            _ => (rest[..digits].parse().unwrap_or(usize::MAX), digits),
        };
        columns = columns.saturating_add(squares);
        rest = &rest[length..];
    }
    (columns, text.split('/').count())
}

/// Splits a position text into its board and the side to move, an index into `sides`.
///
/// Counters that chess programs append after the side (`0 1`) are accepted and ignored.
///
/// # Errors
/// If the side is missing or unknown, or something else follows.
pub fn split_side<'a>(text: &'a str, sides: &[char]) -> Result<(&'a str, usize), ParseError> {
    let expected = || {
        let letters: Vec<String> = sides.iter().map(|side| format!("'{side}'")).collect();
        letters.join(" or ")
    };
    let mut fields = text.split_whitespace();
    let board = fields.next().ok_or_else(|| ParseError::new("the position is empty"))?;
    let side = fields.next().ok_or_else(|| {
        ParseError::new(format!(
            "the position '{}' does not say whose turn it is ({} after the board)",
            excerpt(text),
            expected()
        ))
    })?;
    let index = sides.iter().position(|letter| side.chars().eq([*letter])).ok_or_else(|| {
        ParseError::new(format!("'{}' is not a side to move: use {}", excerpt(side), expected()))
    })?;
    match fields.find(|field| !field.bytes().all(|b| b.is_ascii_digit() || b == b'-')) {
        Some(extra) => bail!("'{}' after the side to move is not understood", excerpt(extra)),
        None => Ok((board, index)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_back(text: &str, columns: usize, rows: usize) -> Result<String, ParseError> {
        let mut squares = vec![None; columns * rows];
        read(text, columns, rows, |square, letter| {
            squares[square.rank * columns + square.file] = Some(letter);
            Ok(())
        })?;
        Ok(write(columns, rows, |square| squares[square.rank * columns + square.file]))
    }

    #[test]
    fn boards_round_trip() {
        assert_eq!(read_back("p2/1P1/3", 3, 3).unwrap(), "p2/1P1/3");
        assert_eq!(read_back("p../.P./...", 3, 3).unwrap(), "p2/1P1/3");
        assert_eq!(read_back("12/a10b", 12, 2).unwrap(), "12/a10b");
    }

    #[test]
    fn errors_name_the_rank() {
        let error = |text| read_back(text, 3, 3).unwrap_err().to_string();
        assert_eq!(error("3/3"), "the board '3/3' has 2 ranks, not 3");
        assert_eq!(error("3/pppp/3"), "rank 2 'pppp' has more than 3 squares");
        assert_eq!(error("3/3/2"), "rank 1 '2' has fewer than 3 squares");
        assert_eq!(error("0p2/3/3"), "rank 3: '0' is no run of 1 to 3 empty squares");
        assert!(error("99999999999999999999999/3/3").contains("is no run"));
    }

    #[test]
    fn size_is_read_from_the_text() {
        assert_eq!(size("p2/1P1"), (3, 2));
        assert_eq!(size(".é10"), (12, 1));
        assert_eq!(size(""), (0, 1));
        assert_eq!(size("99999999999999999999999p/3/3"), (usize::MAX, 3));
    }

    #[test]
    fn the_side_is_checked() {
        assert_eq!(split_side("3/3 b", &['w', 'b']), Ok(("3/3", 1)));
        assert_eq!(split_side("3/3 w - 0 1", &['w', 'b']), Ok(("3/3", 0)));
        let error = |text| split_side(text, &['w', 'b']).unwrap_err().to_string();
        assert_eq!(error("3/3 x"), "'x' is not a side to move: use 'w' or 'b'");
        assert!(error("3/3").contains("does not say whose turn"));
        assert!(error("3/3 w what").contains("'what' after the side"));
        assert!(error("  ").contains("empty"));
    }
}
