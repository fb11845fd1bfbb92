//! Puzzles as text: one line a row, a letter or digit for a source, `_`, `.` or `-` for an empty cell.
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
//! A label is a letter or digit of any script, or several. Upper and lower case are different labels, and so are `0` and
//! `O`. A `0` is a label if there are exactly two of them; else it is an empty cell, as some collections have it. A space
//! is never an empty cell.

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
    parse_each(text).into_iter().collect()
}

/// Reads every puzzle of a text, at least one; one with an error does not spoil those after it.
pub fn parse_each(text: &str) -> Vec<Result<Puzzle, TextError>> {
    let mut puzzles = Vec::new();
    let mut block = PuzzleRows::default();
    let mut is_skipping = false;
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    for (index, line) in text.lines().enumerate() {
        if line.starts_with('#') {
            continue;
        }
        if is_skipping {
            // The rest of a puzzle with an error: up to a blank line, or to the next header.
            is_skipping = !(line.trim().is_empty() || is_header(line));
            if is_skipping || line.trim().is_empty() {
                continue;
            }
        }
        match block.read(line, index + 1) {
            Ok(LineRead::On) => {}
            Ok(LineRead::Puzzle(puzzle)) => puzzles.push(Ok(puzzle)),
            Ok(LineRead::End) => break,
            Err(error) => {
                block = PuzzleRows::default();
                puzzles.push(Err(error));
                is_skipping = !line.trim().is_empty();
            }
        }
    }
    let rest = block.take_at_blank(text.lines().count() + 1, "");
    puzzles.extend(rest.transpose());
    if puzzles.is_empty() {
        puzzles.push(Err(fault(
            1,
            1,
            "there is no puzzle here; a puzzle is rows of letters and digits, with _ or . between",
        )));
    }
    puzzles
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

/// Whether rows alone would be misread: words of one column, a first row that looks like a header, or spaces that might be
/// meant as empty cells.
fn needs_header(puzzle: &Puzzle, widest: usize) -> bool {
    widest > 1 && (puzzle.width() <= 2 || puzzle.cells().iter().all(Option::is_some))
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
    /// The column of its first space.
    gap: Option<usize>,
}

/// What a line was.
enum LineRead {
    On,
    Puzzle(Puzzle),
    /// The end of the file, as some collections have it.
    End,
}

const SPACES: &str = "a space is no empty cell: write _ or . for it";

impl<'a> PuzzleRows<'a> {
    fn read(&mut self, line: &'a str, number: usize) -> Result<LineRead, TextError> {
        let content = line.trim_end();
        if content.is_empty() {
            let puzzle = self.take_at_blank(number, line)?;
            return Ok(puzzle.map_or(LineRead::On, LineRead::Puzzle));
        }
        if self.rows.is_empty() && self.header.is_none() {
            match header(content, number)? {
                PuzzleHeader::End => return Ok(LineRead::End),
                PuzzleHeader::Size(width, height) => {
                    self.header = Some((number, width, height));
                    return Ok(LineRead::On);
                }
                PuzzleHeader::Absent => {}
            }
        }
        self.push(content, number)?;
        Ok(self.take_if_full()?.map_or(LineRead::On, LineRead::Puzzle))
    }

    fn push(&mut self, content: &'a str, line: usize) -> Result<(), TextError> {
        let wanted = self.header.map(|(_, width, _)| width);
        let cells = row_cells(content, line, wanted)?;
        let wanted = wanted.or(self.rows.first().map(|row| row.cells.len()));
        if let Some(wanted) = wanted
            && cells.len() != wanted
        {
            let column = cells.get(wanted).map_or(content.chars().count() + 1, |cell| cell.0);
            let found = cells.len();
            let is_spaced = self.header.is_none() && content.contains(char::is_whitespace);
            let spaces = if is_spaced { format!("; {SPACES}") } else { String::new() };
            let message = format!("this row has {found} of {wanted} cells{spaces}");
            return Err(fault(line, column, &message));
        }
        if cells.len() > MAX_SIDE {
            let message =
                format!("a puzzle has at most {MAX_SIDE} columns, this row has {}", cells.len());
            return Err(fault(line, cells[MAX_SIDE].0, &message));
        }
        if self.rows.len() == MAX_SIDE {
            return Err(fault(line, 1, &format!("a puzzle has at most {MAX_SIDE} rows")));
        }
        let gap = content.find(char::is_whitespace);
        let gap = gap.map(|at| content[..at].chars().count() + 1);
        self.rows.push(TextRow { line, cells, gap });
        Ok(())
    }

    fn take_if_full(&mut self) -> Result<Option<Puzzle>, TextError> {
        match self.header {
            Some((_, _, height)) if self.rows.len() == height => self.finish().map(Some),
            _ => Ok(None),
        }
    }

    /// Ends the puzzle at a blank line or at the end of the text.
    fn take_at_blank(&mut self, line: usize, blank: &str) -> Result<Option<Puzzle>, TextError> {
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
            None => {
                let width = self.rows[0].cells.len();
                // As wide as a board that is not complete without it, it was meant as a row.
                self.finish().map(Some).map_err(|error| {
                    if blank.len() == width { fault(line, 1, SPACES) } else { error }
                })
            }
        }
    }

    fn finish(&mut self) -> Result<Puzzle, TextError> {
        let header = self.header.take();
        let rows = std::mem::take(&mut self.rows);
        let width = rows.first().map_or(0, |row| row.cells.len());
        let mut grid: Vec<Option<&str>> =
            rows.iter().flat_map(|row| row.cells.iter().map(|cell| cell.1)).collect();
        if grid.iter().filter(|label| **label == Some("0")).count() != 2 {
            grid.iter_mut().filter(|label| **label == Some("0")).for_each(|label| *label = None);
        }
        let spaced = rows.iter().find_map(|row| Some((row.line, row.gap?)));
        if let Some((line, column)) = spaced
            && header.is_none()
            && grid.iter().all(Option::is_some)
        {
            let message =
                format!("{SPACES}; if no cell is empty, begin with a line of width and height");
            return Err(fault(line, column, &message));
        }
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

/// Whether a line is two numbers.
fn is_header(line: &str) -> bool {
    let mut words = line.split_whitespace();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    words.clone().count() == 2 && words.all(is_number)
}

fn header(content: &str, line: usize) -> Result<PuzzleHeader, TextError> {
    let words: Vec<&str> = content.split_whitespace().collect();
    let [width, height] = words[..] else { return Ok(PuzzleHeader::Absent) };
    if !is_header(content) {
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
        let empty = matches!(character, '_' | '.' | '-');
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
    fn other_programs_files_are_read() {
        let plain = parse("A_B\n___\nA_B").unwrap();
        for text in
            ["\u{feff}A_B\n___\nA_B", "A-B\n---\nA-B", "A0B\n000\nA0B", "A 0 B\n0 0 0\nA 0 B"]
        {
            assert_eq!(parse(text).unwrap(), plain, "{text}");
        }
        // Two of them are a colour.
        assert_eq!(parse("0_1\n___\n0_1").unwrap()[0].colors(), 2);
    }

    #[test]
    fn a_space_is_no_empty_cell() {
        for text in ["R G\n   \nR G", "R G\nR G", "RG\n  \nRG", " R G\nR G "] {
            assert!(error(text).contains(SPACES), "{text}: {}", error(text));
        }
        assert_eq!(parse("2 2\nR G\nR G").unwrap()[0].colors(), 2);
        // A blank line may have spaces in it.
        assert_eq!(parse("A_A\n   \nB_B").unwrap().len(), 2);
    }

    #[test]
    fn one_bad_puzzle_leaves_the_others() {
        let read = parse_each("A_A\n\nA_B\n___\n\nB_B\n\n2 2\nA?\nAA\n2 2\nAB\nAB\n");
        let is_read: Vec<bool> = read.iter().map(Result::is_ok).collect();
        assert_eq!(is_read, [true, false, true, false, true]);
        assert_eq!(parse("A_A\n\nA_B").unwrap_err().line, 3);
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
