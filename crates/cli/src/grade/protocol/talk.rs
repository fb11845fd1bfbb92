//! A talk with the bot, line by line, in whichever protocol it speaks.

use std::time::{Duration, Instant};

use bellwether_arena::bots::launch::Launch;
use bellwether_arena::bots::player::GRACE;
use bellwether_arena::bots::process::{Process, Trouble};
use bellwether_arena::bots::simple::{self, Answer};
use bellwether_arena::bots::ugi::{self, Command, Dialect, Go, Reply, Start};
use bellwether_catalog::{AnyGame, AnyPosition};
use bellwether_core::notation::excerpt;
use bellwether_core::{ParseError, Seat};

use crate::grade::subject::{Protocol, Subject};
use crate::interrupt::Interrupt;
use crate::turn;

/// A bot that was started.
pub(super) struct Talk<'a> {
    process: Process,
    launch: &'a Launch,
    protocol: Protocol,
    seconds: f64,
    interrupt: &'a Interrupt,
    is_new: bool,
}

/// Why there is no move.
#[derive(Debug)]
pub(super) enum Silence {
    /// It has ended, in these words.
    Ended(String),
    /// There was no answer for so many seconds.
    Late(f64),
    /// Its answer is not a legal move.
    Illegal(String, ParseError),
    /// Its answer is none.
    Wrong(String),
}

/// How long an engine may take to get ready.
const READY: Duration = Duration::from_secs(10);

/// What is forgiven beyond a limit.
const MARGIN: Duration = Duration::from_millis(100);

impl<'a> Talk<'a> {
    /// Starts the bot; an engine is greeted.
    pub(super) fn start(
        subject: &'a Subject,
        game: &dyn AnyGame,
        interrupt: &'a Interrupt,
    ) -> Result<Self, Silence> {
        let longest = match subject.protocol {
            Protocol::Simple => simple::LONGEST_LINE,
            Protocol::Ugi | Protocol::Uci => ugi::LONGEST_LINE,
        };
        let process = Process::start(subject.launch.command(&game.spec().to_string()), longest)
            .map_err(|error| Silence::Ended(format!("it could not be started ({error})")))?;
        let mut talk = Self {
            process,
            launch: &subject.launch,
            protocol: subject.protocol,
            seconds: subject.seconds,
            interrupt,
            is_new: true,
        };
        if let Some(dialect) = talk.dialect() {
            talk.greet(dialect, game)?;
        }
        Ok(talk)
    }

    const fn dialect(&self) -> Option<Dialect> {
        match self.protocol {
            Protocol::Simple => None,
            Protocol::Ugi => Some(Dialect::Ugi),
            Protocol::Uci => Some(Dialect::Uci),
        }
    }

    fn greet(&mut self, dialect: Dialect, game: &dyn AnyGame) -> Result<(), Silence> {
        let began = Instant::now();
        self.process.say(&Command::Hello(dialect).to_string());
        let ok = Reply::Ok(dialect);
        self.wait_for(began, &ok)?;
        if dialect == Dialect::Uci {
            let value = Some(game.info().name.to_owned());
            let variant = Command::SetOption { name: "UCI_Variant".to_owned(), value };
            self.process.say(&variant.to_string());
        }
        self.process.say(&Command::NewGame(dialect).to_string());
        self.process.say(&Command::IsReady.to_string());
        self.wait_for(began, &Reply::ReadyOk)
    }

    fn wait_for(&mut self, began: Instant, wanted: &Reply) -> Result<(), Silence> {
        loop {
            let line = self.line(began, READY).map_err(|silence| match silence {
                Silence::Late(waited) => {
                    Silence::Wrong(format!("it did not say {wanted} within {waited:.0} s"))
                }
                other => other,
            })?;
            if Reply::parse(&line).is_ok_and(|reply| reply.as_ref() == Some(wanted)) {
                return Ok(());
            }
        }
    }

    /// Asks for a move in a position.
    pub(super) fn ask(
        &mut self,
        game: &dyn AnyGame,
        position: &dyn AnyPosition,
        seat: Seat,
        moves: &[String],
        seen: &[String],
    ) -> Result<String, Silence> {
        let asked = Instant::now();
        let limit = Duration::from_secs_f64(self.seconds);
        let Some(dialect) = self.dialect() else {
            let question = turn::question(game, position, seat, seen, self.seconds);
            let line = serde_json::to_string(&question)
                .map_err(|error| Silence::Wrong(error.to_string()))?;
            self.process.say(&line);
            let grace = if std::mem::take(&mut self.is_new) { GRACE } else { Duration::ZERO };
            let answer = self.line(asked, limit + MARGIN + grace)?;
            return match Answer::parse(&answer) {
                Ok(Answer::Move(text)) => Ok(text),
                Ok(Answer::Resign) => Err(Silence::Wrong("it resigned at once".to_owned())),
                Err(error) => Err(Silence::Wrong(error.to_string())),
            };
        };
        let place = if game.is_hidden() {
            Command::Observation { seat: seat.number(), view: position.text(Some(seat)) }
        } else {
            Command::Position { start: Start::Startpos, moves: moves.to_vec() }
        };
        self.process.say(&place.to_string());
        let go = Go { movetime: Some(limit), ..Go::default() };
        self.process.say(&go.in_dialect(dialect).to_string());
        loop {
            let line = self.line(asked, limit + MARGIN)?;
            match Reply::parse(&line) {
                Ok(Some(Reply::BestMove(text))) => return Ok(text),
                Err(error) if line.trim_start().starts_with("bestmove") => {
                    return Err(Silence::Wrong(error.to_string()));
                }
                _ => {}
            }
        }
    }

    /// What it writes within a while though nobody has asked. Engines may chat; only a second move is too much.
    pub(super) fn surplus(&mut self, patience: Duration) -> Option<String> {
        std::thread::sleep(patience);
        let unasked = self.process.unasked();
        let text = String::from_utf8_lossy(&unasked);
        let is_engine = self.dialect().is_some();
        let counts = |line: &&str| {
            if is_engine { line.starts_with("bestmove") } else { !line.is_empty() }
        };
        text.lines().map(str::trim).find(counts).map(excerpt)
    }

    /// Whether it ends by itself when there is nothing more to read.
    pub(super) fn leaves(mut self, patience: Duration) -> bool {
        self.process.leaves(patience)
    }

    fn line(&mut self, asked: Instant, patience: Duration) -> Result<String, Silence> {
        let line = self.process.line(asked + patience, self.interrupt.flag());
        line.map_err(|trouble| match trouble {
            Trouble::Late => Silence::Late(patience.as_secs_f64()),
            Trouble::Stopped => Silence::Wrong("it was not waited for: Ctrl-C".to_owned()),
            Trouble::Deaf => Silence::Ended(self.with_last_words("it closed its standard input")),
            Trouble::Ended(None) => {
                Silence::Ended(self.with_last_words("it closed its standard output"))
            }
            Trouble::Ended(Some(status)) => {
                let verdict = self.launch.verdict(status);
                let how = verdict.unwrap_or_else(|| format!("it ended with {status}"));
                Silence::Ended(self.with_last_words(&how.replace("status: ", "status ")))
            }
            Trouble::LongLine(longest) => {
                Silence::Wrong(format!("it wrote a line of more than {} KiB", longest >> 10))
            }
            Trouble::Flood(most) => {
                Silence::Wrong(format!("it wrote more than {} MiB in one turn", most >> 20))
            }
            Trouble::NotText => Silence::Wrong("it wrote a line that is not UTF-8 text".to_owned()),
        })
    }

    fn with_last_words(&self, how: &str) -> String {
        match self.process.last_words() {
            Some(words) => format!("{how}; the last line of its log: {words}"),
            None => how.to_owned(),
        }
    }
}
