//! The dialogue with the bot, line by line, in its protocol.

use std::time::{Duration, Instant};

use bellwether_arena::bots::launch::Launch;
use bellwether_arena::bots::player::GRACE;
use bellwether_arena::bots::process::{Process, ReadError};
use bellwether_arena::bots::simple::{self, BotAnswer};
use bellwether_arena::bots::ugi::{
    self, Dialect, EngineCommand, EngineReply, GoLimits, PositionStart,
};
use bellwether_catalog::{AnyGame, AnyPosition};
use bellwether_core::notation::excerpt;
use bellwether_core::{ParseError, Seat};

use crate::grade::graded_bot::{GradedBot, Protocol};
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
pub(super) enum TalkError {
    /// It has ended; how.
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
        bot: &'a GradedBot,
        game: &dyn AnyGame,
        interrupt: &'a Interrupt,
    ) -> Result<Self, TalkError> {
        let longest = match bot.protocol {
            Protocol::Simple => simple::LONGEST_LINE,
            Protocol::Ugi | Protocol::Uci => ugi::LONGEST_LINE,
        };
        let process = Process::start(bot.launch.command(&game.spec().to_string()), longest)
            .map_err(|error| TalkError::Ended(format!("it could not be started ({error})")))?;
        let mut talk = Self {
            process,
            launch: &bot.launch,
            protocol: bot.protocol,
            seconds: bot.seconds,
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

    fn greet(&mut self, dialect: Dialect, game: &dyn AnyGame) -> Result<(), TalkError> {
        let began = Instant::now();
        self.process.say(&EngineCommand::Hello(dialect).to_string());
        let ok = EngineReply::Ok(dialect);
        self.wait_for(began, &ok)?;
        if dialect == Dialect::Uci {
            let value = Some(game.card().name.to_owned());
            let variant = EngineCommand::SetOption { name: "UCI_Variant".to_owned(), value };
            self.process.say(&variant.to_string());
        }
        self.process.say(&EngineCommand::NewGame(dialect).to_string());
        self.process.say(&EngineCommand::IsReady.to_string());
        self.wait_for(began, &EngineReply::ReadyOk)
    }

    fn wait_for(&mut self, began: Instant, expected: &EngineReply) -> Result<(), TalkError> {
        loop {
            let line = self.line(began, READY).map_err(|silence| match silence {
                TalkError::Late(waited) => {
                    TalkError::Wrong(format!("it did not say {expected} within {waited:.0} s"))
                }
                other => other,
            })?;
            if EngineReply::parse(&line).is_ok_and(|reply| reply.as_ref() == Some(expected)) {
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
    ) -> Result<String, TalkError> {
        let asked = Instant::now();
        let limit = Duration::from_secs_f64(self.seconds);
        let Some(dialect) = self.dialect() else {
            let question = turn::question(game, position, seat, seen, self.seconds);
            let line = serde_json::to_string(&question)
                .map_err(|error| TalkError::Wrong(error.to_string()))?;
            self.process.say(&line);
            let grace = if std::mem::take(&mut self.is_new) { GRACE } else { Duration::ZERO };
            let answer = self.line(asked, limit + MARGIN + grace)?;
            return match BotAnswer::parse(&answer) {
                Ok(BotAnswer::Move(text)) => Ok(text),
                Ok(BotAnswer::Resign) => Err(TalkError::Wrong("it resigned at once".to_owned())),
                Err(error) => Err(TalkError::Wrong(error.to_string())),
            };
        };
        let place = if game.is_hidden() {
            EngineCommand::Observation { seat: seat.number(), view: position.text(Some(seat)) }
        } else {
            EngineCommand::Position { start: PositionStart::Startpos, moves: moves.to_vec() }
        };
        self.process.say(&place.to_string());
        let go = GoLimits { movetime: Some(limit), ..GoLimits::default() };
        self.process.say(&go.in_dialect(dialect).to_string());
        loop {
            let line = self.line(asked, limit + MARGIN)?;
            match EngineReply::parse(&line) {
                Ok(Some(EngineReply::BestMove(text))) => return Ok(text),
                Err(error) if line.trim_start().starts_with("bestmove") => {
                    return Err(TalkError::Wrong(error.to_string()));
                }
                _ => {}
            }
        }
    }

    /// Unrequested output within a while. Engines may write `info`; only a second move is an error.
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

    fn line(&mut self, asked: Instant, patience: Duration) -> Result<String, TalkError> {
        let line = self.process.line(asked + patience, self.interrupt.flag());
        line.map_err(|error| match error {
            ReadError::Late => TalkError::Late(patience.as_secs_f64()),
            ReadError::Stopped => TalkError::Wrong("it was not waited for: Ctrl-C".to_owned()),
            ReadError::Deaf => {
                TalkError::Ended(self.with_last_words("it closed its standard input"))
            }
            ReadError::Ended(None) => {
                TalkError::Ended(self.with_last_words("it closed its standard output"))
            }
            ReadError::Ended(Some(status)) => {
                let explained = self.launch.explain_exit(status);
                let how = explained.unwrap_or_else(|| format!("it ended with {status}"));
                TalkError::Ended(self.with_last_words(&how.replace("status: ", "status ")))
            }
            ReadError::LongLine(longest) => {
                TalkError::Wrong(format!("it wrote a line of more than {} KiB", longest >> 10))
            }
            ReadError::Flood(most) => {
                TalkError::Wrong(format!("it wrote more than {} MiB in one turn", most >> 20))
            }
            ReadError::NotText => {
                TalkError::Wrong("it wrote a line that is not UTF-8 text".to_owned())
            }
        })
    }

    fn with_last_words(&self, how: &str) -> String {
        match self.process.last_words() {
            Some(words) => format!("{how}; the last line of its log: {words}"),
            None => how.to_owned(),
        }
    }
}
