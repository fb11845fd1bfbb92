//! A program as a player: it is started for one game, asked in its protocol, and ended with the game.
//!
//! *Decided:* every game has a process of its own. What a bot remembers from one game would make results depend on
//! the order of the games, and what it breaks would cost it the next.

mod engine;
mod fault;
mod seen;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bellwether_core::{Game, Observation, Refereed, Render};
use bellwether_search::{Choice, Limits};

use super::launch::Launch;
use super::process::{Process, ReadError};
use super::simple::{self, BotAnswer, BotQuestion};
use super::ugi;
use crate::fair_deadline::FairDeadline;
use crate::player::{Fault, Player, Turn};
use crate::record::{OutputMark, Reason};
use crate::runner::GameInstance;
pub use engine::EngineSettings;
pub use fault::of as read_fault;
use seen::SeenMoves;

/// A program's protocol.
#[derive(Clone, Debug)]
pub enum BotProtocol {
    /// [`simple`]: one line of JSON in, one move out.
    Simple,
    /// [`ugi`] or UCI.
    Engine(EngineSettings),
}

/// How a bot is made.
#[derive(Clone, Debug)]
pub struct BotSettings {
    /// The program.
    pub launch: Launch,
    /// Its protocol.
    pub language: BotProtocol,
    /// Its own limits, besides the table's.
    pub limits: Limits,
    /// How long it may take to get ready.
    pub start: Duration,
}

/// How much later than its limit a bot without a handshake may answer the first time: an interpreter has to start.
pub const GRACE: Duration = Duration::from_secs(2);

/// A program at a table.
pub struct Bot<G: Game> {
    settings: BotSettings,
    /// The game with its options.
    name: String,
    observation: Observation<G>,
    process: Option<Process>,
    seen: SeenMoves<G>,
    is_new: bool,
    /// What the program wrote to its standard error, once it has ended.
    log: String,
    /// How many bytes it had written there when it made its moves; of its text, once it has ended.
    marks: Vec<OutputMark>,
}

bellwether_core::debug_fields!(Bot<G>, [G: Game], settings);

impl<G: Refereed + Render> Bot<G> {
    /// The bot for one game; it is started by `get_ready`.
    #[must_use]
    pub fn new(
        settings: BotSettings,
        instance: &GameInstance<G>,
        observation: Observation<G>,
    ) -> Self {
        let (name, seen) = (instance.name.clone(), SeenMoves::default());
        Self {
            settings,
            name,
            observation,
            process: None,
            seen,
            is_new: true,
            log: String::new(),
            marks: Vec::new(),
        }
    }

    fn start(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        let longest = match self.settings.language {
            BotProtocol::Simple => simple::LONGEST_LINE,
            BotProtocol::Engine(_) => ugi::LONGEST_LINE,
        };
        let command = self.settings.launch.command(&self.name);
        let process = Process::start(command, longest).map_err(|error| {
            Fault::new(Reason::Crash, format!("it could not be started: {error}"))
        })?;
        let process = self.process.insert(process);
        self.marks.clear();
        match &self.settings.language {
            BotProtocol::Simple => Ok(()),
            BotProtocol::Engine(engine) => {
                let mut deadline = FairDeadline::new(Instant::now() + self.settings.start);
                engine.greet(process, &mut deadline, stop).map_err(|(failure, waiting_for)| {
                    match failure {
                        ReadError::Late => fault::unready(self.settings.start, waiting_for),
                        other => fault::of(other, process, &self.settings.launch),
                    }
                })
            }
        }
    }

    /// What the program has written to its standard error so far; of very much the beginning and the end.
    #[must_use]
    pub fn stderr(&self) -> String {
        self.process.as_ref().map_or_else(|| self.log.clone(), Process::log)
    }

    /// Notes how much it has written when it made the move that led to this ply.
    fn mark(&mut self, ply: usize) {
        let written = self.process.as_ref().map_or(0, Process::written);
        if written > self.marks.last().map_or(0, |mark| mark.1) {
            self.marks.push(OutputMark(ply, written));
        }
    }

    /// Stores what a program that has ended wrote.
    fn store_log(&mut self, process: &Process) {
        self.log = process.log();
        for mark in &mut self.marks {
            mark.1 = process.log_length(mark.1);
        }
    }

    fn ask(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G>, Fault> {
        if self.process.is_none() {
            self.start(turn.stop)?;
        }
        let limits = self.settings.limits.and(turn.limits);
        let own =
            self.settings.limits.time.map(|time| turn.asked + time + turn.margin + self.grace());
        let due = own.map_or(turn.deadline, |own| own.min(turn.deadline));
        let mut deadline = FairDeadline::since(turn.asked, due);
        self.seen.update(self.observation, turn);
        let Some(process) = &mut self.process else {
            return Err(fault::protocol("it has ended"));
        };
        let answered = match &self.settings.language {
            BotProtocol::Simple => {
                let question = question(&self.name, self.observation, &self.seen, limits, turn);
                simple_answer(process, &question, &mut deadline, turn)
            }
            BotProtocol::Engine(engine) => {
                let hidden = (self.observation.is_hidden)(turn.game);
                let view =
                    hidden.then(|| (self.observation.position)(turn.game, turn.state, turn.seat));
                engine.ask(process, view, &self.seen, limits, &mut deadline, turn)
            }
        };
        answered.map_err(|unanswered| match unanswered {
            NoAnswer::Fault(fault) => fault,
            NoAnswer::Read(ReadError::Late) => fault::late(due - turn.asked, limits.time),
            NoAnswer::Read(failure) => fault::of(failure, process, &self.settings.launch),
        })
    }
}

impl<G: Refereed + Render> Player<G> for Bot<G> {
    fn get_ready(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        self.start(stop)
    }

    fn grace(&self) -> Duration {
        match self.settings.language {
            BotProtocol::Simple if self.is_new => GRACE,
            _ => Duration::ZERO,
        }
    }

    fn thinks_here(&self) -> bool {
        false
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G>, Fault> {
        let answer = self.ask(turn);
        self.is_new = false;
        // A program that loses like this is not needed any more, and must not use the machine.
        if answer.is_err()
            && let Some(mut process) = self.process.take()
        {
            process.kill();
            self.store_log(&process);
        }
        self.mark(turn.history.len() + 1);
        answer
    }

    fn close(&mut self) -> Option<(String, Vec<OutputMark>)> {
        if let Some(mut process) = self.process.take() {
            process.end();
            self.store_log(&process);
        }
        let written = (std::mem::take(&mut self.log), std::mem::take(&mut self.marks));
        Some(written).filter(|(log, _)| !log.trim().is_empty())
    }
}

/// Why a program's answer is no move.
enum NoAnswer {
    Read(ReadError),
    Fault(Fault),
}

impl From<ReadError> for NoAnswer {
    fn from(failure: ReadError) -> Self {
        Self::Read(failure)
    }
}

fn question<G: Refereed + Render>(
    name: &str,
    observation: Observation<G>,
    seen: &SeenMoves<G>,
    limits: Limits,
    turn: &Turn<'_, G>,
) -> BotQuestion {
    let seconds = |time: Duration| time.as_millis() as f64 / 1000.0;
    let moves = turn.game.moves(turn.state);
    BotQuestion {
        game: name.to_owned(),
        seat: turn.seat.number(),
        seats: turn.game.seats(),
        ply: turn.history.len(),
        position: (observation.position)(turn.game, turn.state, turn.seat),
        board: simple::board(&turn.game.picture(turn.state, Some(turn.seat))),
        moves: moves.into_iter().map(|m| turn.game.move_text(turn.state, m)).collect(),
        history: seen.moves().to_vec(),
        time: limits.time.map(seconds),
        clocks: turn
            .clocks
            .map(|clocks| clocks.iter().map(|clock| seconds(clock.left())).collect()),
    }
}

fn simple_answer<G: Refereed>(
    process: &mut Process,
    question: &BotQuestion,
    deadline: &mut FairDeadline,
    turn: &Turn<'_, G>,
) -> Result<Choice<G>, NoAnswer> {
    let unasked = process.unasked();
    if !unasked.trim_ascii().is_empty() {
        return Err(NoAnswer::Fault(fault::unasked(&unasked)));
    }
    let text = serde_json::to_string(question)
        .map_err(|error| NoAnswer::Fault(fault::protocol(&error.to_string())))?;
    process.say(&text);
    let line = process.line(deadline, turn.stop)?;
    match BotAnswer::parse(&line) {
        Ok(BotAnswer::Resign) => Err(NoAnswer::Fault(fault::resignation())),
        Ok(BotAnswer::Move(text)) => made(turn, &text).map(Choice::bare),
        Err(error) => Err(NoAnswer::Fault(fault::protocol(&error.to_string()))),
    }
}

/// The move that a text names.
fn made<G: Refereed>(turn: &Turn<'_, G>, text: &str) -> Result<G::Move, NoAnswer> {
    turn.game
        .parse_move(turn.state, text)
        .map_err(|error| NoAnswer::Fault(fault::illegal(text, &error)))
}
