//! What agents think of a position: a hint for the person to move, or a whole analysis.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use bellwether_catalog::{AnyGame, AnyPosition, BotPermission, ChosenMove, LEVELS, Limits};
use bellwether_core::{ParseError, Seat};

use super::view::names;
use super::{Room, TableState};
use crate::message::{Advice, Analysis, AnalysisLine, ServerMessage};
use crate::permissions;

/// The agent that gives hints where no exact value is known: strong, but quick.
const ADVISER: usize = LEVELS.len() - 2;
/// How long an analysis goes on.
const LONGEST: Duration = Duration::from_secs(30);
/// The shortest interval between progress messages.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);
/// The most moves that get a line.
const MOST_LINES: usize = 8;

/// A position that the page may have analysed.
struct AskedPosition {
    game: Arc<dyn AnyGame>,
    ply: usize,
    seat: Seat,
    position: Box<dyn AnyPosition>,
    agent: String,
}

impl TableState {
    /// The position at a ply, if the viewer may have it analysed: in a hidden game only the seat whose hand
    /// is shown may.
    fn target(&self, ply: Option<usize>, agent: String) -> Result<AskedPosition, ParseError> {
        let ply = ply.unwrap_or(usize::MAX).min(self.ply());
        let position = self.at(ply);
        let seat = position.status().mover().ok_or_else(|| ParseError::new("the game is over"))?;
        let is_seen =
            self.view_seat().is_none_or(|view_seat| view_seat == seat) && !self.is_veiled();
        if !is_seen {
            return Err(ParseError::new("only the seat to move may ask that in a hidden game"));
        }
        let game = Arc::clone(&self.game);
        Ok(AskedPosition { game, ply, seat, position: position.duplicate(), agent })
    }

    /// The default agent of an analysis: the strongest search there is, with so many lines.
    fn analyst(&self, agent: Option<String>, lines: usize) -> Result<String, ParseError> {
        if let Some(agent) = agent {
            permissions::agent(self.game.as_ref(), &agent)?;
            self.game.validate(&agent)?;
            return Ok(agent);
        }
        let has = |name| self.game.agents().iter().any(|agent| agent.name == name);
        Ok(if has("pvs") { format!("pvs:multipv={lines},hash=64") } else { "mcts".to_owned() })
    }
}

impl Room {
    /// A good move for the seat to move.
    pub(crate) async fn hint(&self, stop: Arc<AtomicBool>) -> ServerMessage {
        let position = self.consult(|table| table.target(None, LEVELS[ADVISER].to_owned())).await;
        let target = match position {
            Ok(target) => target,
            Err(error) => return ServerMessage::error(&error),
        };
        let oracle =
            self.services.oracles.find(&target.game.spec().to_string(), Arc::clone(&stop)).await;
        let search = move |stop: &AtomicBool| -> Result<Advice, ParseError> {
            let position = target.position.as_ref();
            let known = oracle.and_then(|oracle| oracle.answer(position).ok().flatten());
            let best = known.and_then(|answer| answer.moves.into_iter().next());
            let (text, value, score) = match best {
                Some(best) => (best.text, Some(best.value.into()), None),
                None => {
                    let chosen = target.agent(1)?.choose(position, Limits::default(), stop)?;
                    (chosen.text, None, chosen.score.map(Into::into))
                }
            };
            let squares = position.duplicate().play(&text)?.squares;
            Ok(Advice { ply: target.ply, text, squares: names(&squares), value, score })
        };
        match self.services.pool.run(stop, search).await {
            Some(Ok(advice)) => ServerMessage::Hint(advice),
            Some(Err(error)) => ServerMessage::error(&error),
            None => ServerMessage::error("there is no hint this time: ask again"),
        }
    }

    /// Analyses a position and reports progress; returns the final analysis.
    pub(crate) async fn analyse(
        &self,
        ply: Option<usize>,
        agent: Option<String>,
        lines: usize,
        stop: Arc<AtomicBool>,
        on_progress: impl Fn(ServerMessage) + Send + Sync + 'static,
    ) -> Option<ServerMessage> {
        let lines = lines.clamp(1, MOST_LINES);
        let position = self.consult(|table| {
            let agent = table.analyst(agent, lines)?;
            table.target(ply, agent)
        });
        let target = position.await.ok()?;
        let search = move |stop: &AtomicBool| {
            let reported = Mutex::new(Instant::now());
            let watch = |chosen: ChosenMove| {
                let mut reported = reported.lock().unwrap_or_else(PoisonError::into_inner);
                if reported.elapsed() >= REPORT_INTERVAL || chosen.depth <= 1 {
                    *reported = Instant::now();
                    on_progress(ServerMessage::Analysis(target.analysis(chosen, lines, false)));
                }
            };
            let limits = Limits { time: Some(LONGEST), ..Limits::default() };
            let position = target.position.as_ref();
            let chosen = target.agent(1)?.choose_watched(position, limits, stop, &watch)?;
            Ok::<_, ParseError>(target.analysis(chosen, lines, true))
        };
        match self.services.pool.run(stop, search).await? {
            Ok(analysis) => Some(ServerMessage::Analysis(analysis)),
            Err(error) => Some(ServerMessage::error(&error)),
        }
    }
}

impl AskedPosition {
    fn agent(&self, seed: u64) -> Result<Box<dyn bellwether_catalog::AnyAgent>, ParseError> {
        self.game.agent(&self.agent, seed, BotPermission::Refused)
    }

    fn analysis(&self, chosen: ChosenMove, lines: usize, done: bool) -> Analysis {
        let mut found: Vec<AnalysisLine> = chosen
            .alternatives
            .into_iter()
            .take(lines)
            .map(|other| AnalysisLine {
                text: other.text,
                score: Some(other.score.into()),
                line: other.line,
            })
            .collect();
        if found.is_empty() {
            let score = chosen.score.map(Into::into);
            found.push(AnalysisLine { text: chosen.text, score, line: chosen.line });
        }
        Analysis {
            ply: self.ply,
            seat: self.seat.index(),
            agent: self.agent.clone(),
            depth: chosen.depth,
            nodes: if chosen.simulations > 0 { chosen.simulations } else { chosen.nodes },
            seconds: chosen.time.as_secs_f64(),
            done,
            lines: found,
        }
    }
}
