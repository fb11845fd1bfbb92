//! Games of two seats as PGN, the text format of chess programs, with our own moves and positions in it.
//!
//! `White` is the first seat and `Black` the second, whatever the game calls them. Comments have the shape
//! that match runners use, `{score/depth seconds}`: points as they are (`+120`), proven wins and losses
//! in plies (`+M7`, `-M4`), proven draws as `=`, averages of simulated games with three decimals
//! (`+0.310`). The opening's moves are marked `{book}`. Where by a table a move threw something
//! away, it has the sign `$2` (`$4` if a win became a loss), and the comment says what.

use std::fmt::Write;

use bellwether_core::notation::excerpt;
use bellwether_core::{Error, Score, Value, bail};

use crate::record::{GameRecord, MoveLog, MoveTruth, Reason, RecordHeader};

/// Line ends included, lines of moves are at most so long.
const WIDTH: usize = 80;

/// One game, with an empty line at its end. `starts` is the seat (from 0) that made the first move, if
/// the caller knows it; otherwise it follows from the log, or is the first.
///
/// # Errors
/// If the table has not two seats, or a move cannot be told from the rest of the text.
pub fn game(
    header: &RecordHeader,
    record: &GameRecord,
    starts: Option<usize>,
) -> Result<String, Error> {
    let end = PgnResult {
        result: record.result(),
        termination: termination(record.reason),
        comment: comment_text(&ending(record)),
    };
    written(header, record, starts, &end)
}

/// The same of a game that goes on: whatever the record says of its end does not count.
///
/// # Errors
/// Likewise.
pub fn unfinished(
    header: &RecordHeader,
    record: &GameRecord,
    starts: Option<usize>,
) -> Result<String, Error> {
    let end =
        PgnResult { result: "*".to_owned(), termination: "unterminated", comment: String::new() };
    written(header, record, starts, &end)
}

/// How a game ended, in PGN's words.
struct PgnResult {
    result: String,
    termination: &'static str,
    comment: String,
}

fn written(
    header: &RecordHeader,
    record: &GameRecord,
    starts: Option<usize>,
    end: &PgnResult,
) -> Result<String, Error> {
    if header.seats.len() != 2 || record.payoffs.len() != 2 {
        bail!(
            "PGN is for two seats, and {} has {}: --sqlite and the record itself hold such games whole",
            excerpt(&header.game),
            header.seats.len()
        );
    }
    let mut text = String::new();
    for (name, value) in tags(header, record, end) {
        let _ = writeln!(text, "[{name} \"{}\"]", tag_text(&value));
    }
    text.push('\n');
    text.push_str(&movetext(record, starts, end)?);
    text.push_str("\n\n");
    Ok(text)
}

fn tags(
    header: &RecordHeader,
    record: &GameRecord,
    end: &PgnResult,
) -> Vec<(&'static str, String)> {
    let player =
        |seat: usize| record.players.get(seat).and_then(|index| header.players.get(*index));
    let name = |seat| player(seat).map_or_else(|| "?".to_owned(), |player| player.name.clone());
    let agent = |seat| player(seat).map_or_else(|| "?".to_owned(), |player| player.agent.clone());
    let mut tags = vec![
        ("Event", format!("{} of {}", header.settings.pairing, header.game)),
        ("Site", format!("Bellwether {}", header.version)),
        ("Date", date(&header.began)),
        ("Round", record.round.to_string()),
        ("White", name(0)),
        ("Black", name(1)),
        ("Result", end.result.clone()),
        ("GameNumber", record.number.to_string()),
        ("WhiteAgent", agent(0)),
        ("BlackAgent", agent(1)),
    ];
    if header.seats != ["White", "Black"] {
        tags.push(("FirstSeat", header.seats[0].clone()));
        tags.push(("SecondSeat", header.seats[1].clone()));
    }
    tags.push(("Variant", record.game.clone()));
    if let Some(position) = &record.position {
        tags.push(("SetUp", "1".to_owned()));
        tags.push(("FEN", position.clone()));
    }
    tags.push(("PlyCount", (record.opening.len() + record.moves.len()).to_string()));
    tags.push(("TimeControl", time_control(header)));
    tags.push(("Termination", end.termination.to_owned()));
    tags
}

/// `2026.03.01` from what begins like `2026-03-01`; question marks for what is unknown.
fn date(began: &str) -> String {
    let day = began.get(..10).filter(|day| {
        let shape = |(index, byte): (usize, u8)| match index {
            4 | 7 => byte == b'-',
            _ => byte.is_ascii_digit(),
        };
        day.bytes().enumerate().all(shape)
    });
    day.map_or_else(|| "????.??.??".to_owned(), |day| day.replace('-', "."))
}

/// `-` means that there was none, in PGN's own words.
fn time_control(header: &RecordHeader) -> String {
    let rules = &header.settings.rules;
    match (&rules.clock, rules.move_limits.time) {
        (Some(clock), _) => clock.to_string(),
        (None, Some(seconds)) => format!("{seconds}/move"),
        (None, None) => "-".to_owned(),
    }
}

/// The nearest of the words that PGN has.
const fn termination(reason: Reason) -> &'static str {
    match reason {
        Reason::Win | Reason::Draw | Reason::Resignation | Reason::Repetition => "normal",
        Reason::Illegal | Reason::Protocol => "rules infraction",
        Reason::Timeout => "time forfeit",
        Reason::Crash => "abandoned",
        Reason::MoveCap | Reason::Adjudicated => "adjudication",
    }
}

/// Quotes and backslashes are escaped; a line end would end the tag.
fn tag_text(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '"' | '\\' => escaped.extend(['\\', character]),
            _ if character.is_control() => escaped.push(' '),
            _ => escaped.push(character),
        }
    }
    escaped
}

/// A comment ends at the first brace and knows no escape.
fn comment_text(text: &str) -> String {
    let plain = |character: char| match character {
        '{' => '(',
        '}' => ')',
        _ if character.is_control() => ' ',
        _ => character,
    };
    text.chars().map(plain).collect()
}

fn movetext(record: &GameRecord, starts: Option<usize>, end: &PgnResult) -> Result<String, Error> {
    let mut page = LineWrapper::default();
    let plies = record.opening.len() + record.moves.len();
    let mut seat = starts.unwrap_or_else(|| first_seat(record)) % 2;
    let mut number = 0;
    let mut previous = None;
    for (ply, text) in record.opening.iter().chain(record.moves.iter()).enumerate() {
        if !is_symbol(text) {
            bail!(
                "game {}, ply {}: '{}' is no move that PGN can hold",
                record.number,
                ply + 1,
                excerpt(text)
            );
        }
        let index = ply.checked_sub(record.opening.len());
        let log = index.and_then(|index| record.log.get(index));
        // A seat that cannot move is skipped: the log knows better than turn and turn about.
        seat = log.map_or(seat, |log| log.seat.saturating_sub(1) % 2);
        if seat == 0 || previous.is_none_or(|previous| previous == seat) {
            number += 1;
        }
        page.word(&format!("{number}{}", if seat == 0 { "." } else { "..." }));
        page.word(text);
        if let Some(sign) = log.and_then(|log| log.truth).and_then(sign) {
            page.word(sign);
        }
        let mut comment = match (index, log) {
            (None, _) => "book".to_owned(),
            (Some(_), Some(log)) => seen(log),
            (Some(_), None) => String::new(),
        };
        if ply + 1 == plies {
            let between = if comment.is_empty() || end.comment.is_empty() { "" } else { ", " };
            let _ = write!(comment, "{between}{}", end.comment);
        }
        if !comment.is_empty() {
            page.word(&format!("{{{comment}}}"));
        }
        previous = Some(seat);
        seat = 1 - seat;
    }
    if plies == 0 && !end.comment.is_empty() {
        page.word(&format!("{{{}}}", end.comment));
    }
    page.word(&end.result);
    Ok(page.text)
}

fn ending(record: &GameRecord) -> String {
    if record.detail.is_empty() {
        return record.reason.to_string();
    }
    format!("{}: {}", record.reason, record.detail)
}

/// Who made the first move, going back from the first that was logged.
fn first_seat(record: &GameRecord) -> usize {
    let logged = record.log.first().map_or(0, |log| log.seat.saturating_sub(1));
    if record.log.is_empty() { 0 } else { (logged + record.opening.len()) % 2 }
}

/// Whether a reader sees one move in it, and nothing else.
fn is_symbol(text: &str) -> bool {
    let known = |byte: u8| byte.is_ascii_alphanumeric() || b"@:-+#=_/".contains(&byte);
    let begins = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'@';
    text.as_bytes().first().is_some_and(begins) && text.bytes().all(known)
}

fn seen(log: &MoveLog) -> String {
    let mut text = String::new();
    if let Some(score) = log.score {
        let _ = write!(text, "{}/{} ", score_text(score), log.depth);
    }
    let _ = write!(text, "{:.3}s", log.seconds);
    if let Some(truth) = log.truth.filter(|truth| !truth.is_kept()) {
        let _ = write!(text, ", {} became {}", truth.best, truth.made);
    }
    text
}

/// A score as comments have it.
fn score_text(score: Score) -> String {
    match score {
        Score::WinIn(plies) => format!("+M{plies}"),
        Score::LossIn(plies) => format!("-M{plies}"),
        Score::Draw => "=".to_owned(),
        Score::Points(_) | Score::Average(_) => score.to_string(),
    }
}

/// PGN's signs for a mistake and a blunder.
fn sign(truth: MoveTruth) -> Option<&'static str> {
    match (truth.best, truth.made) {
        _ if truth.is_kept() => None,
        (Value::Win(_), Value::Lose(_)) => Some("$4"),
        _ => Some("$2"),
    }
}

/// Words, in lines that are not too long.
#[derive(Default)]
struct LineWrapper {
    text: String,
    column: usize,
}

impl LineWrapper {
    /// Adds words that stand with spaces between them.
    fn word(&mut self, words: &str) {
        for word in words.split_whitespace() {
            let length = word.chars().count();
            // A line that begins with a percent sign would be skipped by readers.
            let may_begin_line = !word.starts_with('%');
            if self.column + 1 + length >= WIDTH && may_begin_line && self.column > 0 {
                self.text.push('\n');
                self.column = 0;
            } else if self.column > 0 {
                self.text.push(' ');
                self.column += 1;
            }
            self.text.push_str(word);
            self.column += length;
        }
    }
}

#[cfg(test)]
mod tests;
