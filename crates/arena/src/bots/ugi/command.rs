//! [`EngineCommand`]: commands from the runner to an engine.

use std::fmt;
use std::time::Duration;

use bellwether_core::{Error, MAX_SEATS};

use super::{Dialect, first_word, wrong};

/// A line to an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineCommand {
    /// `ugi` or `uci`: say who you are, and what can be set.
    Hello(Dialect),
    /// `isready`: answer when you can play.
    IsReady,
    /// `uginewgame` or `ucinewgame`: what comes belongs to another game.
    NewGame(Dialect),
    /// `setoption name N value V`.
    SetOption {
        /// The option's name, which may have spaces.
        name: String,
        /// Its value; a button has none.
        value: Option<String>,
    },
    /// `position startpos|fen F [moves …]`.
    Position {
        /// Where the moves begin.
        start: PositionStart,
        /// The moves made from there.
        moves: Vec<String>,
    },
    /// `observation SEAT VIEW`: all that this seat, from 1, sees of the position.
    Observation {
        /// The seat, from 1.
        seat: usize,
        /// The position's text as the seat sees it.
        view: String,
    },
    /// `go …`: choose a move.
    Go(GoLimits),
    /// `stop`: answer with what you have.
    Stop,
    /// `query …`: ask about the position.
    Query(PositionQuery),
    /// `quit`.
    Quit,
}

/// Where a position's moves begin.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionStart {
    /// At the game's start.
    Startpos,
    /// At a position, in the game's own text.
    Fen(String),
}

/// What a move may take.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GoLimits {
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// Positions.
    pub nodes: Option<u64>,
    /// Plies.
    pub depth: Option<u32>,
    /// Simulated games.
    pub simulations: Option<u64>,
    /// What is left on each seat's clock.
    pub time: [Option<Duration>; MAX_SEATS],
    /// What each seat gets for a move.
    pub increment: [Option<Duration>; MAX_SEATS],
    /// Moves until the clocks are wound up.
    pub movestogo: Option<u32>,
    /// Until `stop`.
    pub infinite: bool,
}

/// Queries about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PositionQuery {
    /// `gameover`: `true` or `false`.
    GameOver,
    /// `p1turn`, `p2turn`, …: whether it is this seat's turn, from 1.
    Turn(usize),
    /// `result`: `p1win`, `p2win`, …, `draw` or `none`.
    Result,
}

impl EngineCommand {
    /// Reads a line.
    ///
    /// # Errors
    /// If it is no command; UGI lets an engine ignore such lines.
    pub fn parse(line: &str) -> Result<Self, Error> {
        let fail = |why| wrong(line, why);
        let (word, rest) = first_word(line)?;
        match word {
            "ugi" => Ok(Self::Hello(Dialect::Ugi)),
            "uci" => Ok(Self::Hello(Dialect::Uci)),
            "isready" => Ok(Self::IsReady),
            "uginewgame" => Ok(Self::NewGame(Dialect::Ugi)),
            "ucinewgame" => Ok(Self::NewGame(Dialect::Uci)),
            "setoption" => set_option(rest).ok_or_else(|| fail("it takes name N [value V]")),
            "position" => {
                position(rest).ok_or_else(|| fail("it takes startpos or fen F, then [moves …]"))
            }
            "observation" => {
                observation(rest).ok_or_else(|| fail("it takes a seat from 1 and what it sees"))
            }
            "go" => go(rest).map(Self::Go).ok_or_else(|| fail("it takes words with numbers")),
            "stop" => Ok(Self::Stop),
            "quit" => Ok(Self::Quit),
            "query" => PositionQuery::parse(rest)
                .map(Self::Query)
                .ok_or_else(|| fail("it takes gameover, p1turn or result")),
            _ => Err(fail("no command begins so")),
        }
    }
}

fn set_option(rest: &str) -> Option<EngineCommand> {
    let rest = rest.strip_prefix("name")?.strip_prefix(char::is_whitespace)?.trim_start();
    let (name, value) = match find_word(rest, "value") {
        Some((before, after)) => (before, Some(after.to_owned())),
        None => (rest, None),
    };
    let name = name.trim();
    (!name.is_empty()).then(|| EngineCommand::SetOption { name: name.to_owned(), value })
}

fn position(rest: &str) -> Option<EngineCommand> {
    let (start, moves) = match find_word(rest, "moves") {
        Some((before, after)) => (before.trim(), after),
        None => (rest, ""),
    };
    let start = match start.split_once(char::is_whitespace) {
        None if start == "startpos" => PositionStart::Startpos,
        Some(("fen", fen)) if !fen.trim().is_empty() => PositionStart::Fen(words(fen)),
        _ => return None,
    };
    Some(EngineCommand::Position {
        start,
        moves: moves.split_whitespace().map(str::to_owned).collect(),
    })
}

fn observation(rest: &str) -> Option<EngineCommand> {
    let (seat, view) = rest.split_once(char::is_whitespace)?;
    let seat = seat.parse().ok().filter(|seat| (1..=MAX_SEATS).contains(seat))?;
    let view = words(view);
    (!view.is_empty()).then_some(EngineCommand::Observation { seat, view })
}

fn go(rest: &str) -> Option<GoLimits> {
    let mut go = GoLimits::default();
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        if word == "infinite" {
            go.infinite = true;
            continue;
        }
        if word == "ponder" {
            continue;
        }
        let slot = match word {
            "wtime" => Some((&mut go.time, 0)),
            "btime" => Some((&mut go.time, 1)),
            "winc" => Some((&mut go.increment, 0)),
            "binc" => Some((&mut go.increment, 1)),
            _ => match (seat_of(word, "time"), seat_of(word, "inc")) {
                (Some(seat), _) => Some((&mut go.time, seat)),
                (_, Some(seat)) => Some((&mut go.increment, seat)),
                _ => None,
            },
        };
        let number = number(words.next()?)?;
        // Clocks that have run out are sent as negative numbers by some runners.
        let milliseconds = Duration::from_millis(number.max(0).unsigned_abs());
        if let Some((slots, seat)) = slot {
            slots[seat] = Some(milliseconds);
            continue;
        }
        let count = u64::try_from(number).ok();
        match word {
            "movetime" => go.movetime = Some(milliseconds),
            "nodes" => go.nodes = Some(count?),
            "simulations" => go.simulations = Some(count?),
            "depth" => go.depth = Some(u32::try_from(count?).unwrap_or(u32::MAX)),
            "movestogo" => go.movestogo = Some(u32::try_from(count?).unwrap_or(u32::MAX)),
            // A word we do not know, with its number.
            _ => {}
        }
    }
    Some(go)
}

/// A number; one with more digits than fit is the largest there is: runners write what they like for "no limit".
fn number(word: &str) -> Option<i64> {
    let digits = word.strip_prefix('-').unwrap_or(word);
    let is_number = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    let largest = if digits == word { i64::MAX } else { i64::MIN };
    word.parse().ok().or(is_number.then_some(largest))
}

/// The seat, from 0, in a word such as `p3time`.
fn seat_of(word: &str, ending: &str) -> Option<usize> {
    let seat: usize = word.strip_prefix('p')?.strip_suffix(ending)?.parse().ok()?;
    (1..=MAX_SEATS).contains(&seat).then(|| seat - 1)
}

impl PositionQuery {
    fn parse(text: &str) -> Option<Self> {
        match text {
            "gameover" => Some(Self::GameOver),
            "result" => Some(Self::Result),
            _ => seat_of(text, "turn").map(|seat| Self::Turn(seat + 1)),
        }
    }
}

/// The text before and after a separate word.
fn find_word<'a>(text: &'a str, word: &str) -> Option<(&'a str, &'a str)> {
    let mut from = 0;
    while let Some(at) = text[from..].find(word) {
        let (start, end) = (from + at, from + at + word.len());
        let opens = text[..start].chars().next_back().is_none_or(char::is_whitespace);
        let closes = text[end..].chars().next().is_none_or(char::is_whitespace);
        if opens && closes {
            return Some((&text[..start], text[end..].trim()));
        }
        from = end;
    }
    None
}

/// The words with one space between them.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<&str>>().join(" ")
}

impl fmt::Display for EngineCommand {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hello(dialect) => f.write_str(dialect.name()),
            Self::IsReady => f.write_str("isready"),
            Self::NewGame(dialect) => write!(f, "{}newgame", dialect.name()),
            Self::SetOption { name, value: None } => write!(f, "setoption name {name}"),
            Self::SetOption { name, value: Some(value) } => {
                write!(f, "setoption name {name} value {value}")
            }
            Self::Position { start, moves } => {
                match start {
                    PositionStart::Startpos => f.write_str("position startpos")?,
                    PositionStart::Fen(fen) => write!(f, "position fen {fen}")?,
                }
                if !moves.is_empty() {
                    write!(f, " moves {}", moves.join(" "))?;
                }
                Ok(())
            }
            Self::Observation { seat, view } => write!(f, "observation {seat} {view}"),
            Self::Go(go) => go.in_dialect(Dialect::Ugi).fmt(f),
            Self::Stop => f.write_str("stop"),
            Self::Query(question) => match question {
                PositionQuery::GameOver => f.write_str("query gameover"),
                PositionQuery::Turn(seat) => write!(f, "query p{seat}turn"),
                PositionQuery::Result => f.write_str("query result"),
            },
            Self::Quit => f.write_str("quit"),
        }
    }
}

impl GoLimits {
    /// The line as it is written in a dialect: clocks are `p1time`, `p2time` … in UGI, `wtime` and `btime` in UCI.
    pub fn in_dialect(&self, dialect: Dialect) -> impl fmt::Display {
        fmt::from_fn(move |f| self.write(dialect, f))
    }

    fn write(&self, dialect: Dialect, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("go")?;
        for (name, times) in [("time", &self.time), ("inc", &self.increment)] {
            for (seat, time) in times.iter().enumerate() {
                let Some(time) = time.map(|time| time.as_millis()) else { continue };
                match (dialect, seat) {
                    (Dialect::Uci, 0) => write!(f, " w{name} {time}")?,
                    (Dialect::Uci, 1) => write!(f, " b{name} {time}")?,
                    _ => write!(f, " p{}{name} {time}", seat + 1)?,
                }
            }
        }
        if let Some(time) = self.movetime {
            write!(f, " movetime {}", time.as_millis())?;
        }
        let counts = [
            ("movestogo", self.movestogo.map(u64::from)),
            ("depth", self.depth.map(u64::from)),
            ("nodes", self.nodes),
            ("simulations", self.simulations),
        ];
        for (name, count) in counts {
            if let Some(count) = count {
                write!(f, " {name} {count}")?;
            }
        }
        if self.infinite { f.write_str(" infinite") } else { Ok(()) }
    }
}

#[cfg(test)]
mod tests {
    use super::super::LONGEST_LINE;
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for line in [
            "ugi",
            "uci",
            "isready",
            "uginewgame",
            "ucinewgame",
            "setoption name Hash value 64",
            "setoption name Clear Hash",
            "position startpos",
            "position startpos moves a2a3 b7b6",
            "position fen 8/8/2P5/8/8/5p2/8/8 w moves c6c7",
            "observation 2 1?/.. 3",
            "go p1time 1000 p2time 2000 p4time 5 p1inc 10 movetime 100 movestogo 4 depth 3 nodes 20 simulations 7 infinite",
            "go",
            "stop",
            "query gameover",
            "query p3turn",
            "query result",
            "quit",
        ] {
            assert_eq!(EngineCommand::parse(line).unwrap().to_string(), line);
        }
    }

    #[test]
    fn other_spellings_mean_the_same() {
        let parse = |line: &str| EngineCommand::parse(line).unwrap().to_string();
        assert_eq!(
            parse("  go   wtime 5 btime -3  winc 1 binc 2 "),
            "go p1time 5 p2time 0 p1inc 1 p2inc 2"
        );
        assert_eq!(parse("go ponder mate 3 depth 4"), "go depth 4");
        assert_eq!(parse("position  startpos  moves  a  b "), "position startpos moves a b");
        assert_eq!(parse("setoption name removes value 3"), "setoption name removes value 3");
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "",
            "hello",
            "go depth",
            "go depth x",
            "go nodes -1",
            "position",
            "position fen",
            "position moves a",
            "setoption",
            "setoption name",
            "setoption name value 3",
            "query",
            "query p5turn",
            "query p0turn",
            "observation",
            "observation 9 x",
            "observation 1",
        ] {
            assert!(EngineCommand::parse(line).is_err(), "{line}");
        }
        assert!(EngineCommand::parse(&"x".repeat(LONGEST_LINE + 1)).is_err());
    }
}
