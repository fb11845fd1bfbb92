//! The dialogue with the bot, line by line, in its protocol.

use std::time::{Duration, Instant};

use bellwether_arena::bots::player::{EngineSettings, GRACE, read_fault};
use bellwether_arena::bots::process::{Process, ReadError};
use bellwether_arena::bots::simple::{self, BotAnswer};
use bellwether_arena::bots::ugi::{
    self, Dialect, EngineCommand, EngineReply, GoLimits, PositionStart,
};
use bellwether_arena::fair_deadline::FairDeadline;
use bellwether_arena::player::Fault;
use bellwether_arena::record::Reason;
use bellwether_catalog::{AnyGame, AnyPosition};
use bellwether_core::notation::excerpt;
use bellwether_core::{Error, Seat};

use crate::grade::graded_bot::GradedBot;
use crate::interrupt::Interrupt;
use crate::turn;

/// A bot that was started.
pub(super) struct Talk<'a> {
    process: Process,
    bot: &'a GradedBot,
    interrupt: &'a Interrupt,
    is_new: bool,
}

/// Why there is no move.
#[derive(Debug)]
pub(super) enum TalkError {
    /// It has ended.
    Ended(EndedBot),
    /// There was no answer for so many seconds.
    Late(f64),
    /// Its answer is not a legal move.
    Illegal(String, Error),
    /// Its answer is none.
    Wrong(String),
}

impl TalkError {
    /// Whether it ended after it had read what it was told.
    pub(super) fn has_read(&self) -> bool {
        matches!(self, Self::Ended(ended) if ended.has_read)
    }
}

/// How a bot has ended.
#[derive(Debug)]
pub(super) struct EndedBot {
    pub(super) how: String,
    /// What it wrote to its standard error.
    pub(super) log: String,
    /// Whether it has read what it was told: then it had started.
    pub(super) has_read: bool,
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
        let dialect = bot.protocol.dialect();
        let longest = dialect.map_or(simple::LONGEST_LINE, |_| ugi::LONGEST_LINE);
        let process = Process::start(bot.launch.command(&game.spec().to_string()), longest)
            .map_err(|error| {
                let how = format!("it could not be started ({error})");
                TalkError::Ended(EndedBot { how, log: String::new(), has_read: false })
            })?;
        let mut talk = Self { process, bot, interrupt, is_new: true };
        if let Some(dialect) = dialect {
            talk.greet(dialect, game)?;
        }
        Ok(talk)
    }

    fn greet(&mut self, dialect: Dialect, game: &dyn AnyGame) -> Result<(), TalkError> {
        let variant = game.card().uci_variant.unwrap_or(game.card().name);
        let variant = ("UCI_Variant".to_owned(), variant.to_owned());
        let options = if dialect == Dialect::Uci { vec![variant] } else { Vec::new() };
        let settings = EngineSettings { dialect, options };
        let mut deadline = FairDeadline::new(Instant::now() + READY);
        let greeted = settings.greet(&mut self.process, &mut deadline, self.interrupt.flag());
        greeted.map_err(|(failure, word)| match failure {
            ReadError::Late => {
                TalkError::Wrong(format!("it did not say {word} within {} s", READY.as_secs()))
            }
            other => self.explained(other, READY),
        })
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
        let limit = Duration::from_secs_f64(self.bot.seconds);
        let Some(dialect) = self.bot.protocol.dialect() else {
            let question = turn::question(game, position, seat, seen, self.bot.seconds);
            let line = serde_json::to_string(&question)
                .map_err(|error| TalkError::Wrong(error.to_string()))?;
            self.process.say(&line);
            let grace = if std::mem::take(&mut self.is_new) { GRACE } else { Duration::ZERO };
            let patience = limit + MARGIN + grace;
            let mut deadline = FairDeadline::new(Instant::now() + patience);
            let answer = self.line(&mut deadline, patience)?;
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
        let mut deadline = FairDeadline::new(Instant::now() + limit + MARGIN);
        loop {
            let line = self.line(&mut deadline, limit + MARGIN)?;
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
        let is_engine = self.bot.protocol.dialect().is_some();
        let counts = |line: &&str| {
            if is_engine { line.starts_with("bestmove") } else { !line.is_empty() }
        };
        text.lines().map(str::trim).find(counts).map(excerpt)
    }

    /// Whether it ends by itself when there is nothing more to read.
    pub(super) fn leaves(mut self, patience: Duration) -> bool {
        self.process.leaves(patience)
    }

    fn line(
        &mut self,
        deadline: &mut FairDeadline,
        patience: Duration,
    ) -> Result<String, TalkError> {
        let line = self.process.line(deadline, self.interrupt.flag());
        line.map_err(|failure| self.explained(failure, patience))
    }

    fn explained(&self, failure: ReadError, patience: Duration) -> TalkError {
        match failure {
            ReadError::Late => TalkError::Late(patience.as_secs_f64()),
            ReadError::Stopped => TalkError::Wrong("it was not waited for: Ctrl-C".to_owned()),
            other => match read_fault(other, &self.process, &self.bot.launch) {
                Fault { reason: Reason::Crash, detail } => TalkError::Ended(EndedBot {
                    how: detail,
                    log: self.process.log(),
                    has_read: self.process.has_read(),
                }),
                fault => TalkError::Wrong(fault.detail),
            },
        }
    }
}
