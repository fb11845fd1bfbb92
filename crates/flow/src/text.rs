//! Puzzles as text: one line a row, a letter or digit for a source, `_` or `.` for an empty cell.
//!
//! ```text
//! # a line that starts with a number sign is a remark
//! R_G_Y
//! __B_O
//! _____
//! _G_Y_
//! _RBO_
//! ```
//!
//! - A row with spaces is read word by word, so that labels may be longer than one character: `A1 . . B7`.
//! - Two numbers alone on a puzzle's first line are its width and height; that many rows follow.
//! - A blank line ends a puzzle that has no such header; `0 0` ends the file, as some collections have it.
//!
//! A label is a letter or digit of any script, or several. Upper and lower case are different labels, and so are `0` and `O`.

use thiserror::Error;

use crate::puzzle::{MAX_SIDE, Puzzle, PuzzleError, Solution};

/// An error in a text and its position: both numbers count from one.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct TextError {
    /// Line of the text.
    pub line: usize,
    /// Character of the line.
    pub column: usize,
    /// What is wrong, and what would be right.
    pub message: String,
}

/// Reads every puzzle of a text.
///
/// # Errors
/// The first error; a text without any puzzle is an error too.
pub fn parse(text: &str) -> Result<Vec<Puzzle>, TextError> {
    let mut puzzles = Vec::new();
    let mut block = PuzzleRows::default();
    for (index, line) in text.lines().enumerate() {
        let line_number = index + 1;
        let content = line.trim_end();
        if content.starts_with('#') {
            continue;
        }
        if content.trim_start().is_empty() {
            if let Some(puzzle) = block.take_at_blank(line_number)? {
                puzzles.push(puzzle);
            }
            continue;
        }
        if block.rows.is_empty() && block.header.is_none() {
            match header(content, line_number)? {
                PuzzleHeader::End => break,
                PuzzleHeader::Size(width, height) => {
                    block.header = Some((line_number, width, height));
                    continue;
                }
                PuzzleHeader::Absent => {}
            }
        }
        block.push(content, line_number)?;
        if let Some(puzzle) = block.take_if_full()? {
            puzzles.push(puzzle);
        }
    }
    if let Some(puzzle) = block.take_at_blank(text.lines().count() + 1)? {
        puzzles.push(puzzle);
    }
    if puzzles.is_empty() {
        return Err(fault(
            1,
            1,
            "there is no puzzle here; a puzzle is rows of letters and digits, with _ or . between",
        ));
    }
    Ok(puzzles)
}

/// Writes a puzzle so that [`parse`] reads it back, followed by a line end. Cells are spaced when a label needs it.
pub fn write_puzzle(puzzle: &Puzzle) -> String {
    write_grid(puzzle, |index| puzzle.cells()[index].map_or("_", |color| puzzle.label(color)))
}

/// Writes a solution as the labels of its cells, in the same form.
pub fn write_solution(puzzle: &Puzzle, solution: &Solution) -> String {
    write_grid(puzzle, |index| puzzle.label(solution.0[index]))
}

fn write_grid<'a>(puzzle: &Puzzle, label: impl Fn(usize) -> &'a str) -> String {
    let widest = puzzle.sources().iter().filter_map(|pair| puzzle.cells()[pair[0]]);
    let widest = widest.map(|color| puzzle.label(color).chars().count()).max().unwrap_or(1);
    let mut text = String::new();
    for row in 0..puzzle.height() {
        for column in 0..puzzle.width() {
            let label = label(row * puzzle.width() + column);
            if widest == 1 {
                text.push_str(label);
            } else {
                let padding = if column + 1 < puzzle.width() { widest } else { 0 };
                let gap = if column == 0 { "" } else { " " };
                text.push_str(&format!("{gap}{label:<padding$}"));
            }
        }
        let kept = text.trim_end_matches(' ').len();
        text.truncate(kept);
        // A lone word of several characters would be read as several cells, and `5 4` as a header.
        if row == 0 && needs_header(puzzle, widest) {
            text.insert_str(0, &format!("{} {}\n", puzzle.width(), puzzle.height()));
        }
        text.push('\n');
    }
    text
}

/// Whether rows alone would be misread: words of one column, or a first row that looks like a header.
fn needs_header(puzzle: &Puzzle, widest: usize) -> bool {
    widest > 1 && puzzle.width() <= 2
}

/// The rows of one puzzle as they come in.
#[derive(Default)]
struct PuzzleRows<'a> {
    header: Option<(usize, usize, usize)>,
    rows: Vec<TextRow<'a>>,
}

/// One row: its line number, and each cell's column in the text with its label.
struct TextRow<'a> {
    line: usize,
    cells: Vec<(usize, Option<&'a str>)>,
}

impl<'a> PuzzleRows<'a> {
    fn push(&mut self, content: &'a str, line: usize) -> Result<(), TextError> {
        let wanted = self.header.map(|(_, width, _)| width);
        let cells = row_cells(content, line, wanted)?;
        let wanted = wanted.or(self.rows.first().map(|row| row.cells.len()));
        if let Some(wanted) = wanted
            && cells.len() != wanted
        {
            let column = cells.get(wanted).map_or(content.chars().count() + 1, |cell| cell.0);
            let found = cells.len();
            return Err(fault(line, column, &format!("this row has {found} of {wanted} cells")));
        }
        if cells.len() > MAX_SIDE {
            let message =
                format!("a puzzle has at most {MAX_SIDE} columns, this row has {}", cells.len());
            return Err(fault(line, cells[MAX_SIDE].0, &message));
        }
        if self.rows.len() == MAX_SIDE {
            return Err(fault(line, 1, &format!("a puzzle has at most {MAX_SIDE} rows")));
        }
        self.rows.push(TextRow { line, cells });
        Ok(())
    }

    fn take_if_full(&mut self) -> Result<Option<Puzzle>, TextError> {
        match self.header {
            Some((_, _, height)) if self.rows.len() == height => self.finish().map(Some),
            _ => Ok(None),
        }
    }

    /// Ends the puzzle at a blank line or at the end of the text.
    fn take_at_blank(&mut self, line: usize) -> Result<Option<Puzzle>, TextError> {
        match self.header {
            Some((_, _, height)) if !self.rows.is_empty() => {
                let message =
                    format!("the header says {height} rows, only {} came", self.rows.len());
                Err(fault(line, 1, &message))
            }
            Some((header, ..)) if line > header + 1 => {
                Err(fault(header, 1, "no rows follow this header"))
            }
            Some(_) => Ok(None),
            None if self.rows.is_empty() => Ok(None),
            None => self.finish().map(Some),
        }
    }

    fn finish(&mut self) -> Result<Puzzle, TextError> {
        self.header = None;
        let rows = std::mem::take(&mut self.rows);
        let width = rows.first().map_or(0, |row| row.cells.len());
        let grid: Vec<Option<&str>> =
            rows.iter().flat_map(|row| row.cells.iter().map(|cell| cell.1)).collect();
        Puzzle::new(width, rows.len(), &grid).map_err(|error| {
            let (line, column) = match &error {
                PuzzleError::Sources { cell, .. } => {
                    let row = &rows[cell.row];
                    (row.line, row.cells[cell.column].0)
                }
                _ => (rows.first().map_or(1, |row| row.line), 1),
            };
            fault(line, column, &error.to_string())
        })
    }
}

enum PuzzleHeader {
    Absent,
    Size(usize, usize),
    End,
}

fn header(content: &str, line: usize) -> Result<PuzzleHeader, TextError> {
    let words: Vec<&str> = content.split_whitespace().collect();
    let [width, height] = words[..] else { return Ok(PuzzleHeader::Absent) };
    if ![width, height].iter().all(|word| word.bytes().all(|byte| byte.is_ascii_digit())) {
        return Ok(PuzzleHeader::Absent);
    }
    match (width.parse(), height.parse()) {
        (Ok(0), Ok(0)) => Ok(PuzzleHeader::End),
        (Ok(width), Ok(height))
            if (1..=MAX_SIDE).contains(&width) && (1..=MAX_SIDE).contains(&height) =>
        {
            Ok(PuzzleHeader::Size(width, height))
        }
        _ => {
            let message = format!(
                "a puzzle is 1x1 to {MAX_SIDE}x{MAX_SIDE} cells, this header says {width}x{height}"
            );
            Err(fault(line, 1, &message))
        }
    }
}

/// Splits a row into cells: by words when it has spaces or is the single word of a one-column puzzle, else by characters.
fn row_cells(
    content: &str,
    line: usize,
    width: Option<usize>,
) -> Result<Vec<(usize, Option<&str>)>, TextError> {
    let by_words = content.trim_start().contains(char::is_whitespace) || width == Some(1);
    let mut cells: Vec<(usize, Option<&str>)> = Vec::with_capacity(content.len());
    let mut word_start = None;
    for (index, (at, character)) in content.char_indices().enumerate() {
        let column = index + 1;
        if character.is_whitespace() {
            word_start = None;
            continue;
        }
        let empty = matches!(character, '_' | '.');
        if !empty && !character.is_alphanumeric() {
            let message = format!(
                "unknown character {character:?}; use letters and digits for sources, _ or . between"
            );
            return Err(fault(line, column, &message));
        }
        let end = at + character.len_utf8();
        match (word_start.filter(|_| by_words), cells.last_mut()) {
            (Some(start), Some((_, Some(label)))) if !empty => *label = &content[start..end],
            (Some(_), _) => {
                let message =
                    "a cell is either a label or empty; put a space between cells, or between none";
                return Err(fault(line, column, message));
            }
            (None, _) => {
                cells.push((column, (!empty).then_some(&content[at..end])));
                word_start = Some(at);
            }
        }
    }
    Ok(cells)
}

fn fault(line: usize, column: usize, message: &str) -> TextError {
    TextError { line, column, message: message.to_owned() }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn error(text: &str) -> String {
        parse(text).unwrap_err().to_string()
    }

    #[test]
    fn reads_every_form() {
        let plain = parse("A_B\n...\nA.B\n").unwrap();
        assert_eq!(parse("3 3\nA_B\n...\nA.B").unwrap(), plain);
        assert_eq!(parse("# note\n\n  A _ B\n . . . \nA . B\n\n").unwrap(), plain);
        let many = parse("3 3\nA_B\n...\nA.B\n3 3\nA_B\n...\nA.B\n\nx.x\n\n0 0\n???").unwrap();
        assert_eq!(many.len(), 3);
        assert_eq!(many[2].width(), 3);
        let words = parse("10 . 7\n. . .\n10 . 7").unwrap();
        assert_eq!(words[0].label(crate::Color(0)), "10");
        assert_eq!(parse("1 2\n77\n77\n").unwrap()[0].label(crate::Color(0)), "77");
        assert_eq!(parse("łŁ\nłŁ").unwrap()[0].colors(), 2);
    }

    #[test]
    fn errors_have_their_position() {
        assert_eq!(
            error("A_B\n___\nA__"),
            "line 1, column 3: colour B has one source; every colour needs exactly two"
        );
        assert_eq!(
            error("A_A\n__A"),
            "line 2, column 3: colour A has 3 sources; every colour needs exactly two"
        );
        assert_eq!(error("A_A\n___A"), "line 2, column 4: this row has 4 of 3 cells");
        assert_eq!(error("A_A\n__"), "line 2, column 3: this row has 2 of 3 cells");
        assert!(error("A_A\n_?_").starts_with("line 2, column 2: unknown character '?'"));
        assert_eq!(error("___\n___"), "line 1, column 1: the puzzle has no colours");
        assert!(error("\n# nothing\n").starts_with("line 1, column 1: there is no puzzle here"));
        assert_eq!(
            error("3 3\nA_A\n___\n"),
            "line 4, column 1: the header says 3 rows, only 2 came"
        );
        assert_eq!(
            error("65 3\n"),
            "line 1, column 1: a puzzle is 1x1 to 64x64 cells, this header says 65x3"
        );
        assert!(error(&"_".repeat(65)).contains("column 65: a puzzle has at most 64 columns"));
        assert!(
            error(&"A\n".repeat(65)).contains("line 65, column 1: a puzzle has at most 64 rows")
        );
        assert!(error("A1_ B").contains("column 3: a cell is either a label or empty"));
        assert_eq!(error("3 2\n\n\n"), "line 1, column 1: no rows follow this header");
    }

    #[test]
    fn writes_what_it_reads() {
        for text in ["A_B\n___\nA_B\n", "A1 _  b\n_  _  _\nA1 _  b\n", "2 2\nA1 b\nA1 b\n"] {
            assert_eq!(write_puzzle(&parse(text).unwrap()[0]), text);
        }
        // A two-column puzzle of numbers would be read as a header; labels of one character are not spaced.
        let numbers = parse("2 2\n5 4\n5 4").unwrap();
        assert_eq!(parse(&write_puzzle(&numbers[0])).unwrap(), numbers);
    }

    proptest! {
        /// Whatever bytes come in, the parser answers, and an error points inside or just past the text.
        #[test]
        fn answers_any_text(text in "[AB1_. #\n\t?ł0]{0,60}") {
            match parse(&text) {
                Ok(puzzles) => for puzzle in puzzles {
                    prop_assert_eq!(parse(&write_puzzle(&puzzle)), Ok(vec![puzzle]));
                },
                Err(error) => {
                    prop_assert!(error.line >= 1 && error.line <= text.lines().count() + 1);
                    prop_assert!(error.column >= 1 && error.column <= text.len() + 1);
                }
            }
        }

        /// Arbitrary Unicode never panics.
        #[test]
        fn survives_arbitrary_text(text in any::<String>()) {
            let _ = parse(&text);
        }
    }
}
