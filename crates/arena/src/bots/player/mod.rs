//! A program as a player: it is started for one game, asked in its language, and ended with the game.
//!
//! *Decided:* every game has a process of its own. What a bot remembers from one game would make results depend on
//! the order of the games, and what it breaks would cost it the next.

mod engine;
mod fault;
mod seen;

use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use bellwether_core::picture::Picture;
use bellwether_core::{Game, Refereed, Seat};
use bellwether_search::{Choice, Limits};

use super::launch::Launch;
use super::process::{Process, Trouble};
use super::simple::{self, Answer, Question};
use super::ugi;
use crate::hall::Deal;
use crate::player::{Fault, Player, Turn};
use crate::record::Reason;
pub use engine::EngineSettings;
use seen::Seen;

/// What a game shows to each seat: all that a bot may be told.
pub trait Eyes<G: Game>: Send + Sync {
    /// Whether seats see less than everything.
    fn is_hidden(&self, game: &G) -> bool;
    /// The position's text as a seat sees it.
    fn position(&self, game: &G, state: &G::State, seat: Seat) -> String;
    /// The text of a move that is about to be made, as a seat sees it.
    fn move_text(&self, game: &G, state: &G::State, m: G::Move, seat: Seat) -> String;
    /// The board as a seat sees it.
    fn picture(&self, game: &G, state: &G::State, seat: Seat) -> Picture;
}

/// What a program speaks.
#[derive(Clone, Debug)]
pub enum Language {
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
    /// What it speaks.
    pub language: Language,
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
    eyes: Box<dyn Eyes<G>>,
    process: Option<Process>,
    seen: Seen<G>,
    is_new: bool,
}

impl<G: Game> std::fmt::Debug for Bot<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Bot").field("settings", &self.settings).finish_non_exhaustive()
    }
}

impl<G: Refereed> Bot<G> {
    /// The bot for one game; it is started when it is told to get ready.
    #[must_use]
    pub fn new(settings: BotSettings, deal: &Deal<G>, eyes: Box<dyn Eyes<G>>) -> Self {
        let name = deal.name.clone();
        Self { settings, name, eyes, process: None, seen: Seen::default(), is_new: true }
    }

    fn start(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        let longest = match self.settings.language {
            Language::Simple => simple::LONGEST_LINE,
            Language::Engine(_) => ugi::LONGEST_LINE,
        };
        let command = self.settings.launch.command(&self.name);
        let process = Process::start(command, longest).map_err(|error| Fault {
            reason: Reason::Crash,
            detail: format!("it could not be started: {error}"),
        })?;
        let process = self.process.insert(process);
        match &self.settings.language {
            Language::Simple => Ok(()),
            Language::Engine(engine) => {
                let deadline = Instant::now() + self.settings.start;
                engine.greet(process, deadline, stop).map_err(
                    |(trouble, waiting_for)| match trouble {
                        Trouble::Late => fault::unready(self.settings.start, waiting_for),
                        other => fault::of(other, process, &self.settings.launch),
                    },
                )
            }
        }
    }

    fn ask(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G>, Fault> {
        if self.process.is_none() {
            self.start(turn.stop)?;
        }
        let limits = self.settings.limits.and(turn.limits);
        let own =
            self.settings.limits.time.map(|time| turn.asked + time + turn.margin + self.grace());
        let deadline = own.map_or(turn.deadline, |own| own.min(turn.deadline));
        self.seen.update(&*self.eyes, turn);
        let Some(process) = &mut self.process else {
            return Err(fault::protocol("it has ended"));
        };
        let answered = match &self.settings.language {
            Language::Simple => {
                let question = question(&self.name, &*self.eyes, &self.seen, limits, turn);
                simple_answer(process, &question, deadline, turn)
            }
            Language::Engine(engine) => {
                let hidden = self.eyes.is_hidden(turn.game);
                let view = hidden.then(|| self.eyes.position(turn.game, turn.state, turn.seat));
                engine.ask(process, view, &self.seen, limits, deadline, turn)
            }
        };
        answered.map_err(|unanswered| match unanswered {
            Unanswered::Fault(fault) => fault,
            Unanswered::Trouble(Trouble::Late) => fault::late(deadline - turn.asked),
            Unanswered::Trouble(trouble) => fault::of(trouble, process, &self.settings.launch),
        })
    }
}

impl<G: Refereed> Player<G> for Bot<G> {
    fn get_ready(&mut self, stop: &AtomicBool) -> Result<(), Fault> {
        self.start(stop)
    }

    fn grace(&self) -> Duration {
        match self.settings.language {
            Language::Simple if self.is_new => GRACE,
            _ => Duration::ZERO,
        }
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G>, Fault> {
        let answer = self.ask(turn);
        self.is_new = false;
        // Whoever loses like this is not needed any more, and must not use the machine.
        if answer.is_err()
            && let Some(mut process) = self.process.take()
        {
            process.kill();
        }
        answer
    }
}

/// Why a program's answer is no move.
enum Unanswered {
    Trouble(Trouble),
    Fault(Fault),
}

impl From<Trouble> for Unanswered {
    fn from(trouble: Trouble) -> Self {
        Self::Trouble(trouble)
    }
}

fn question<G: Refereed>(
    name: &str,
    eyes: &dyn Eyes<G>,
    seen: &Seen<G>,
    limits: Limits,
    turn: &Turn<'_, G>,
) -> Question {
    let seconds = |time: Duration| time.as_millis() as f64 / 1000.0;
    let moves = turn.game.moves(turn.state);
    Question {
        game: name.to_owned(),
        seat: turn.seat.number(),
        seats: turn.game.seats(),
        ply: turn.history.len(),
        position: eyes.position(turn.game, turn.state, turn.seat),
        board: simple::board(&eyes.picture(turn.game, turn.state, turn.seat)),
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
    question: &Question,
    deadline: Instant,
    turn: &Turn<'_, G>,
) -> Result<Choice<G>, Unanswered> {
    let unasked = process.unasked();
    if !unasked.trim_ascii().is_empty() {
        return Err(Unanswered::Fault(fault::unasked(&unasked)));
    }
    let text = serde_json::to_string(question)
        .map_err(|error| Unanswered::Fault(fault::protocol(&error.to_string())))?;
    process.say(&text);
    let line = process.line(deadline, turn.stop)?;
    match Answer::parse(&line) {
        Ok(Answer::Resign) => Err(Unanswered::Fault(fault::resignation())),
        Ok(Answer::Move(text)) => made(turn, &text).map(Choice::bare),
        Err(error) => Err(Unanswered::Fault(fault::protocol(&error.to_string()))),
    }
}

/// The move that a text names.
fn made<G: Refereed>(turn: &Turn<'_, G>, text: &str) -> Result<G::Move, Unanswered> {
    turn.game
        .parse_move(turn.state, text)
        .map_err(|error| Unanswered::Fault(fault::illegal(text, &error)))
}
