//! What an engine answers.

use std::fmt;
use std::time::Duration;

use bellwether_core::{Error, Score};

use super::{Dialect, first_word, wrong};

/// A line from an engine.
#[derive(Clone, Debug, PartialEq)]
pub enum EngineReply {
    /// `id name N`.
    Name(String),
    /// `id author A`.
    Author(String),
    /// `option name N type T …`.
    Option {
        /// The option's name, which may have spaces.
        name: String,
        /// What it takes: `spin default 1 min 0 max 9`.
        kind: String,
    },
    /// `ugiok` or `uciok`: that was all.
    Ok(Dialect),
    /// `readyok`.
    ReadyOk,
    /// `info …`: what the search sees.
    Info(Info),
    /// `bestmove M`.
    BestMove(String),
    /// `response R`, to a query.
    Response(String),
}

/// What a search sees; all of it may be missing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Info {
    /// Plies looked ahead in full.
    pub depth: Option<u32>,
    /// What the engine expects.
    pub score: Option<SentScore>,
    /// How long it has searched.
    pub time: Option<Duration>,
    /// Positions visited.
    pub nodes: Option<u64>,
    /// Positions a second.
    pub nps: Option<u64>,
    /// Games simulated.
    pub simulations: Option<u64>,
    /// The play it expects.
    pub pv: Vec<String>,
    /// Anything else, for people.
    pub string: Option<String>,
}

/// A score as engines send it, from their own point of view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SentScore {
    /// `cp N`: points.
    Points(i32),
    /// `mate N`: a win in so many moves of its own; negative if it loses.
    Mate(i32),
}

impl SentScore {
    /// The score in our terms. Engines count their own moves, we count plies.
    #[must_use]
    pub fn score(self) -> Score {
        match self {
            Self::Points(points) => Score::Points(points),
            Self::Mate(moves) if moves > 0 => Score::WinIn(moves.unsigned_abs() * 2 - 1),
            Self::Mate(moves) => Score::LossIn(moves.unsigned_abs().saturating_mul(2)),
        }
    }

    /// A score of ours as it is sent: a draw is level, and an average of simulated games counts in hundredths.
    #[must_use]
    pub fn of(score: Score) -> Self {
        let clamp = |number: f64| number.clamp(-1e9, 1e9) as i32;
        match score {
            Score::Points(points) => Self::Points(points),
            Score::WinIn(plies) => Self::Mate((plies / 2 + plies % 2).min(1 << 30) as i32),
            Score::LossIn(plies) => Self::Mate(-((plies / 2 + plies % 2).min(1 << 30) as i32)),
            Score::Draw => Self::Points(0),
            Score::Average(average) => Self::Points(clamp(average * 100.0)),
        }
    }
}

impl EngineReply {
    /// Reads a line; none if it is not one of the protocol's, which a runner skips.
    ///
    /// # Errors
    /// If it begins as one and goes on wrongly.
    pub fn parse(line: &str) -> Result<Option<Self>, Error> {
        let fail = |why| wrong(line, why);
        let (word, rest) = first_word(line)?;
        Ok(Some(match word {
            "id" => match rest.split_once(char::is_whitespace) {
                Some(("name", name)) => Self::Name(name.trim().to_owned()),
                Some(("author", author)) => Self::Author(author.trim().to_owned()),
                _ => return Err(fail("it takes name or author")),
            },
            "option" => option(rest).ok_or_else(|| fail("it takes name N type T …"))?,
            "ugiok" => Self::Ok(Dialect::Ugi),
            "uciok" => Self::Ok(Dialect::Uci),
            "readyok" => Self::ReadyOk,
            "info" => Self::Info(info(rest)),
            "bestmove" => match rest.split_whitespace().next() {
                Some(m) => Self::BestMove(m.to_owned()),
                None => return Err(fail("it names no move")),
            },
            "response" if !rest.is_empty() => Self::Response(rest.to_owned()),
            "response" => return Err(fail("it says nothing")),
            _ => return Ok(None),
        }))
    }
}

fn option(rest: &str) -> Option<EngineReply> {
    let (name, kind) = rest.strip_prefix("name ")?.split_once(" type ")?;
    let (name, kind) = (name.trim().to_owned(), kind.trim().to_owned());
    (!name.is_empty() && !kind.is_empty()).then_some(EngineReply::Option { name, kind })
}

/// What is wrong in an `info` line is skipped: it is talk, and must not cost a game.
fn info(rest: &str) -> Info {
    let mut info = Info::default();
    let mut words = rest.split_whitespace();
    while let Some(word) = words.next() {
        let mut number = || words.next().and_then(|text| text.parse::<i64>().ok());
        let count = |number: Option<i64>| number.and_then(|number| u64::try_from(number).ok());
        let small = |number: Option<i64>| number.and_then(|number| u32::try_from(number).ok());
        match word {
            "depth" => info.depth = small(number()),
            "time" => info.time = count(number()).map(Duration::from_millis),
            "nodes" => info.nodes = count(number()),
            "nps" => info.nps = count(number()),
            "simulations" => info.simulations = count(number()),
            "score" => {
                let kind = words.next();
                let number = words.next().and_then(|text| text.parse::<i32>().ok());
                info.score = match (kind, number) {
                    (Some("cp"), Some(points)) => Some(SentScore::Points(points)),
                    (Some("mate"), Some(moves)) => Some(SentScore::Mate(moves)),
                    _ => info.score,
                };
            }
            "pv" => {
                info.pv = words.map(str::to_owned).collect();
                break;
            }
            "string" => {
                info.string = Some(words.collect::<Vec<&str>>().join(" "));
                break;
            }
            _ => {}
        }
    }
    info
}

impl fmt::Display for EngineReply {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Name(name) => write!(f, "id name {name}"),
            Self::Author(author) => write!(f, "id author {author}"),
            Self::Option { name, kind } => write!(f, "option name {name} type {kind}"),
            Self::Ok(dialect) => write!(f, "{}ok", dialect.name()),
            Self::ReadyOk => f.write_str("readyok"),
            Self::Info(info) => info.fmt(f),
            Self::BestMove(m) => write!(f, "bestmove {m}"),
            Self::Response(response) => write!(f, "response {response}"),
        }
    }
}

impl fmt::Display for Info {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("info")?;
        if let Some(depth) = self.depth {
            write!(f, " depth {depth}")?;
        }
        match self.score {
            Some(SentScore::Points(points)) => write!(f, " score cp {points}")?,
            Some(SentScore::Mate(moves)) => write!(f, " score mate {moves}")?,
            None => {}
        }
        let rest = [
            ("time", self.time.map(|time| time.as_millis() as u64)),
            ("nodes", self.nodes),
            ("nps", self.nps),
            ("simulations", self.simulations),
        ];
        for (name, number) in rest {
            if let Some(number) = number {
                write!(f, " {name} {number}")?;
            }
        }
        if !self.pv.is_empty() {
            write!(f, " pv {}", self.pv.join(" "))?;
        }
        match &self.string {
            Some(string) if self.pv.is_empty() => write!(f, " string {string}"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        for line in [
            "id name Bellwether 0.1",
            "id author A. B. and C.",
            "option name Hash type spin default 16 min 1 max 1024",
            "option name UCI_Variant type combo default breakthrough var breakthrough var chess",
            "option name Clear Hash type button",
            "option name Agent type string default pvs:depth=3",
            "ugiok",
            "uciok",
            "readyok",
            "info depth 5 score cp -12 time 31 nodes 815 nps 26290 pv a2a3 b7b6",
            "info score mate -3 simulations 200",
            "info string hello there",
            "bestmove a2a3",
            "response p1win",
        ] {
            assert_eq!(EngineReply::parse(line).unwrap().unwrap().to_string(), line);
        }
    }

    #[test]
    fn chatter_is_skipped_and_errors_are_reported() {
        for line in ["", "Fairy-Stockfish 14 by the developers", "hello", "infostring"] {
            assert_eq!(EngineReply::parse(line).unwrap(), None, "{line}");
        }
        for line in [
            "bestmove",
            "id",
            "id nickname x",
            "option",
            "option name x",
            "response",
            "option name type spin",
        ] {
            assert!(EngineReply::parse(line).is_err(), "{line}");
        }
        let info = "info depth x nodes 5 currmove e2e4 score cp nodes 7 lowerbound";
        let Ok(Some(EngineReply::Info(info))) = EngineReply::parse(info) else { panic!("{info}") };
        assert_eq!((info.depth, info.score), (None, None));
        let bestmove = EngineReply::parse("bestmove a2a3 ponder b7b6").unwrap();
        assert_eq!(bestmove, Some(EngineReply::BestMove("a2a3".to_owned())));
    }

    #[test]
    fn wins_are_counted_in_moves_there_and_in_plies_here() {
        for plies in 1..20 {
            let (win, loss) = (Score::WinIn(2 * plies - 1), Score::LossIn(2 * plies));
            assert_eq!(SentScore::of(win).score(), win);
            assert_eq!(SentScore::of(loss).score(), loss);
        }
        assert_eq!(SentScore::of(Score::Average(f64::INFINITY)), SentScore::Points(1_000_000_000));
        let _ = SentScore::Mate(i32::MIN).score();
        let _ = SentScore::Mate(i32::MAX).score();
    }
}
