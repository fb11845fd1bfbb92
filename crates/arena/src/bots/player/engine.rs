//! A program that speaks UGI or UCI: handshake, search commands, replies.

use std::sync::atomic::AtomicBool;
use std::time::Duration;

use bellwether_core::Refereed;
use bellwether_search::{Choice, Limits};

use super::super::process::{Process, ReadError};
use super::super::ugi::{
    Dialect, EngineCommand, EngineReply, GoLimits, Info, PositionStart, SentScore,
};
use super::seen::SeenMoves;
use super::{NoAnswer, fault, made};
use crate::fair_deadline::FairDeadline;
use crate::player::Turn;

/// How an engine is spoken to.
#[derive(Clone, Debug, Default)]
pub struct EngineSettings {
    /// Which of the two dialects it speaks.
    pub dialect: Dialect,
    /// What is set before the game: names and values.
    pub options: Vec<(String, String)>,
}

/// What an engine without any limit gets by UCI, in which a bare `go` has no end.
const UCI_TIME: Duration = Duration::from_secs(1);

impl EngineSettings {
    /// Does the handshake, sets the options and waits until the engine is ready.
    ///
    /// # Errors
    /// If it is not: why, and the word that was awaited.
    pub fn greet(
        &self,
        process: &mut Process,
        deadline: &mut FairDeadline,
        stop: &AtomicBool,
    ) -> Result<(), (ReadError, &'static str)> {
        let ok = match self.dialect {
            Dialect::Ugi => "ugiok",
            Dialect::Uci => "uciok",
        };
        let mut wait = |process: &mut Process, word: &'static str| loop {
            let line = process.line(deadline, stop).map_err(|failure| (failure, word))?;
            if line.trim() == word {
                return Ok(());
            }
        };
        process.say(&EngineCommand::Hello(self.dialect).to_string());
        wait(process, ok)?;
        for (name, value) in &self.options {
            let option =
                EngineCommand::SetOption { name: name.clone(), value: Some(value.clone()) };
            process.say(&option.to_string());
        }
        process.say(&EngineCommand::NewGame(self.dialect).to_string());
        process.say(&EngineCommand::IsReady.to_string());
        wait(process, "readyok")
    }

    /// Asks for a move; `view` is what the seat sees, in a game that hides something.
    pub(super) fn ask<G: Refereed>(
        &self,
        process: &mut Process,
        view: Option<String>,
        seen: &SeenMoves<G>,
        limits: Limits,
        deadline: &mut FairDeadline,
        turn: &Turn<'_, G>,
    ) -> Result<Choice<G>, NoAnswer> {
        // Output after its last move is discarded.
        process.unasked();
        let place = match view {
            Some(view) => EngineCommand::Observation { seat: turn.seat.number(), view },
            None => {
                EngineCommand::Position { start: self.start(turn), moves: seen.moves().to_vec() }
            }
        };
        process.say(&place.to_string());
        process.say(&self.go(limits, turn).in_dialect(self.dialect).to_string());
        let mut known = Info::default();
        loop {
            let line = process.line(deadline, turn.stop)?;
            // Lines that are none of the protocol's are talk.
            match EngineReply::parse(&line) {
                Ok(Some(EngineReply::Info(info))) => learn(&mut known, info),
                Ok(Some(EngineReply::BestMove(text))) if text == "resign" => {
                    return Err(NoAnswer::Fault(fault::resignation()));
                }
                Ok(Some(EngineReply::BestMove(text))) => {
                    let m = made(turn, &text).map_err(|unanswered| complain(unanswered, &known))?;
                    return Ok(choice(turn, m, &known));
                }
                Err(error) if line.trim_start().starts_with("bestmove") => {
                    return Err(NoAnswer::Fault(fault::protocol(&error.to_string())));
                }
                _ => {}
            }
        }
    }

    fn start<G: Refereed>(&self, turn: &Turn<'_, G>) -> PositionStart {
        if *turn.start == turn.game.start() {
            return PositionStart::Startpos;
        }
        let text = turn.game.position_text(turn.start);
        PositionStart::Fen(match self.dialect {
            Dialect::Ugi => text,
            // Chess engines want castling rights, a square and two counters.
            Dialect::Uci => format!("{text} - - 0 1"),
        })
    }

    fn go<G: Refereed>(&self, limits: Limits, turn: &Turn<'_, G>) -> GoLimits {
        let mut go = GoLimits {
            movetime: limits.time,
            nodes: limits.nodes,
            depth: limits.depth,
            simulations: limits.simulations,
            ..GoLimits::default()
        };
        if let Some(clocks) = turn.clocks {
            for (seat, clock) in clocks.iter().enumerate() {
                go.time[seat] = Some(clock.left());
                go.increment[seat] = Some(clock.increment()).filter(|time| !time.is_zero());
            }
            let clock = &clocks[turn.seat.index()];
            go.movestogo = clock.moves_to_go();
            // An even share of the clock is for players without time management; an engine has its own.
            go.movetime = limits.time.filter(|time| *time < clock.share());
        }
        if self.dialect == Dialect::Uci && go == GoLimits::default() {
            go.movetime = Some(UCI_TIME);
        }
        go
    }
}

/// The latest value of every `info` field.
fn learn(known: &mut Info, info: Info) {
    known.depth = info.depth.or(known.depth);
    known.score = info.score.or(known.score);
    known.nodes = info.nodes.or(known.nodes);
    known.simulations = info.simulations.or(known.simulations);
    if !info.pv.is_empty() {
        known.pv = info.pv;
    }
    known.string = info.string.or(known.string.take());
}

/// The engine's own error message is the better explanation.
fn complain(unanswered: NoAnswer, known: &Info) -> NoAnswer {
    match (unanswered, &known.string) {
        (NoAnswer::Fault(mut fault), Some(said)) => {
            let said = bellwether_core::notation::excerpt(said);
            fault.detail = format!("{}; it had said: {said}", fault.detail);
            NoAnswer::Fault(fault)
        }
        (unanswered, _) => unanswered,
    }
}

fn choice<G: Refereed>(turn: &Turn<'_, G>, m: G::Move, known: &Info) -> Choice<G> {
    let mut state = turn.state.clone();
    let mut line = Vec::new();
    for text in &known.pv {
        let Ok(next) = turn.game.parse_move(&state, text) else { break };
        turn.game.play(&mut state, next);
        line.push(next);
    }
    Choice {
        score: known.score.map(SentScore::score),
        depth: known.depth.unwrap_or(0),
        nodes: known.nodes.unwrap_or(0),
        simulations: known.simulations.unwrap_or(0),
        line,
        ..Choice::bare(m)
    }
}
