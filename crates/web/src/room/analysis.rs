//! What the judge thinks of a position: one number, a hint for the person to move, or a whole analysis.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bellwether_catalog::{
    AnsweredMove, AnyAgent, AnyOracle, AnyPosition, BotPermission, ChosenMove, GameHistory,
    JudgedPosition, Limits, Score, TableAnswer, TwoDepths, analyst, chance, judge, judge_effort,
};
use bellwether_core::{Error, ErrorKind, Seat};

use super::judge_cache::{AT_REST, JudgeCache};
use super::links::Viewer;
use super::view::names;
use super::{Asker, Room, RoomGame};
use crate::message::{Advice, Analysis, AnalysisLine, Judgement, ScoreJson, ServerMessage};
use crate::permissions;
use crate::pool::Throttle;

/// How much longer the judge thinks for a hint, where no exact value is known, than for its first answer.
const HINT_EFFORT: u64 = 20;
/// How long an analysis goes on.
const LONGEST: Duration = Duration::from_secs(30);
/// The shortest interval between progress messages.
const REPORT_INTERVAL: Duration = Duration::from_millis(250);
/// The most moves that get a line.
const MOST_LINES: usize = 8;

/// A position that the page may have analysed.
struct AskedPosition {
    history: GameHistory,
    ply: usize,
    seat: Seat,
    agent: String,
    /// Its moves with their exact values, best first, as far as the judge knows them.
    known: Vec<AnsweredMove>,
}

impl RoomGame {
    /// The position at a ply, if the viewer may have it analysed: in a hidden game only the seat whose hand
    /// is shown may.
    fn target(
        &self,
        viewer: Viewer,
        ply: Option<usize>,
        agent: String,
    ) -> Result<AskedPosition, Error> {
        let ply = ply.unwrap_or(usize::MAX).min(self.ply());
        let seat = self.at(ply).status().mover();
        let seat = seat.ok_or_else(|| Error::illegal("the game is over"))?;
        let (shown, is_veiled) = self.audience(viewer);
        if is_veiled || shown.is_some_and(|shown| shown != seat) {
            return Err(Error::illegal("only the seat to move may ask that in a hidden game"));
        }
        let (history, known) = (GameHistory::clone(self), Vec::new());
        Ok(AskedPosition { history, ply, seat, agent, known })
    }

    /// The agent of an analysis: by default the judge, with so many lines.
    fn analyst(&self, agent: Option<String>, lines: usize) -> Result<String, Error> {
        if let Some(agent) = agent {
            permissions::agent(self.game.as_ref(), &agent)?;
            self.game.validate(&agent)?;
            return Ok(agent);
        }
        Ok(analyst(self.game.as_ref(), lines))
    }
}

impl Room {
    /// The judge's value of a position; none if there is nothing to judge, or another has the screen meanwhile.
    pub(super) async fn judgement(
        &self,
        asker: Asker,
        ply: Option<usize>,
        stop: Arc<AtomicBool>,
    ) -> Result<Option<ServerMessage>, Error> {
        let target = self.consult_at(asker, |table| {
            table.target(asker.viewer, ply, judge(table.game.as_ref(), AT_REST))
        });
        let Some(Ok(target)) = target.await else { return Ok(None) };
        let oracle = self.oracle_for(&target, &stop).await;
        let judge_cache = Arc::clone(&self.judge_cache);
        let search = move |stop: &AtomicBool| -> Result<Option<ServerMessage>, Error> {
            let known = oracle.and_then(|oracle| oracle.value(target.position()).ok().flatten());
            let score = match known {
                Some(value) => Some(target.score(value.into())),
                None => {
                    let found = target.judged(&judge_cache, AT_REST, stop)?;
                    // Half of a search is no judgement: the next question is under way.
                    found.filter(|_| !stop.load(Ordering::Relaxed)).as_ref().map(score_of)
                }
            };
            Ok(score.map(|score| {
                let (ply, seat) = (target.ply, target.seat.index());
                ServerMessage::Judgement(Judgement { ply, seat, score })
            }))
        };
        self.services.pool.run("", stop, search).await.unwrap_or(Ok(None))
    }

    /// Exact values for the judge, where they are there at once: a visitor would not believe a bar that they contradict.
    async fn oracle_for(
        &self,
        target: &AskedPosition,
        stop: &Arc<AtomicBool>,
    ) -> Option<Arc<dyn AnyOracle>> {
        let game = target.history.game.as_ref();
        self.services.oracles.find_quickly(game, Arc::clone(stop)).await
    }

    /// A good move for the seat to move; none if another has the screen meanwhile.
    pub(super) async fn hint(
        &self,
        asker: Asker,
        stop: Arc<AtomicBool>,
    ) -> Result<Option<ServerMessage>, Error> {
        let target = self
            .consult_at(asker, |table| {
                table.target(asker.viewer, None, judge(table.game.as_ref(), HINT_EFFORT))
            })
            .await;
        let Some(target) = target.transpose()? else { return Ok(None) };
        // A table knows the true position, which the seat may not.
        let game = &target.history.game;
        let oracle = match game.is_hidden() {
            true => None,
            false => self.services.oracles.find(&game.spec().to_string(), Arc::clone(&stop)).await,
        };
        let judge_cache = Arc::clone(&self.judge_cache);
        let search = move |stop: &AtomicBool| -> Result<Advice, Error> {
            let position = target.position();
            let known = oracle.and_then(|oracle| oracle.answer(position).ok().flatten());
            // What a strategy tells of some moves may leave the best one out.
            let best = known.and_then(|TableAnswer { value, moves, .. }| {
                moves.into_iter().next().filter(|best| best.value.is_same_result(value))
            });
            let (text, value, score) = match best {
                Some(best) => (best.text, Some(best.value.into()), None),
                None => match target.judged(&judge_cache, HINT_EFFORT, stop)? {
                    Some(found) => {
                        let score = score_of(&found);
                        (found.text, None, Some(score))
                    }
                    None => {
                        let chosen = target.agent()?.choose(position, Limits::default(), stop)?;
                        (chosen.text, None, None)
                    }
                },
            };
            let squares = names(&position.duplicate().play(&text)?.squares);
            Ok(Advice { ply: target.ply, text, squares, value, score })
        };
        match self.services.pool.run("", Arc::clone(&stop), search).await {
            Some(advice) => advice.map(ServerMessage::Hint).map(Some),
            // The game went on, or the page asked again, before its turn came: nobody waits for this one.
            None if stop.load(Ordering::Relaxed) => Ok(None),
            None => Err(Error::new(ErrorKind::Stopped, "there is no hint this time: ask again")),
        }
    }

    /// Analyses a position and reports progress; returns the final analysis, unless there is nothing to analyse.
    pub(super) async fn analyse(
        &self,
        asker: Asker,
        ply: Option<usize>,
        agent: Option<String>,
        lines: usize,
        stop: Arc<AtomicBool>,
        on_progress: impl Fn(ServerMessage) + Send + Sync + 'static,
    ) -> Result<Option<ServerMessage>, Error> {
        let lines = lines.clamp(1, MOST_LINES);
        let is_judge = agent.is_none();
        let target = self.consult_at(asker, |table| {
            table.target(asker.viewer, ply, table.analyst(agent, lines)?)
        });
        let Some(Ok(mut target)) = target.await else { return Ok(None) };
        let oracle = if is_judge { self.oracle_for(&target, &stop).await } else { None };
        let judge_cache = Arc::clone(&self.judge_cache);
        let search = move |stop: &AtomicBool| -> Result<ServerMessage, Error> {
            let known = oracle.and_then(|oracle| oracle.answer(target.position()).ok().flatten());
            target.known = known.map(|answer| answer.moves).unwrap_or_default();
            let throttle = Throttle::new(REPORT_INTERVAL);
            let depths = Mutex::new(TwoDepths::default());
            let tell = |chosen: ChosenMove, done: bool| {
                let mut depths = depths.lock().unwrap_or_else(PoisonError::into_inner);
                let (effort, score) = (judge_effort(&chosen), chosen.score);
                let told = target.analysis(chosen, lines, &mut depths, done);
                // At first it has seen less than the judge has at rest.
                if let Some(score) = score.filter(|_| is_judge && effort > AT_REST) {
                    target.note(&judge_cache, effort, score, &told.lines[0]);
                }
                ServerMessage::Analysis(told)
            };
            let watch = |chosen: ChosenMove| {
                let is_shown = throttle.is_open() || chosen.depth <= 1;
                let told = tell(chosen, false);
                if is_shown {
                    on_progress(told);
                }
            };
            let limits = Limits { time: Some(LONGEST), ..Limits::default() };
            let chosen = target.agent()?.think(target.position(), limits, stop, Some(&watch))?;
            Ok(tell(chosen, true))
        };
        self.services.pool.run("", stop, search).await.transpose()
    }
}

impl AskedPosition {
    fn position(&self) -> &dyn AnyPosition {
        self.history.at(self.ply)
    }

    fn agent(&self) -> Result<Box<dyn AnyAgent>, Error> {
        self.history.game.agent(&self.agent, 1, BotPermission::Refused)
    }

    fn score(&self, score: Score) -> ScoreJson {
        let chance = chance(self.history.game.as_ref(), &self.agent, score, self.seat);
        ScoreJson::new(score, chance)
    }

    /// What the judge thinks of it.
    fn judged(
        &self,
        judge_cache: &JudgeCache,
        effort: u64,
        stop: &AtomicBool,
    ) -> Result<Option<JudgedPosition>, Error> {
        judge_cache.judged(self.history.game.as_ref(), self.position(), effort, stop)
    }

    /// What an analysis has found of the position is remembered.
    fn note(&self, judge_cache: &JudgeCache, effort: u64, score: Score, first: &AnalysisLine) {
        let chance = first.score.as_ref().and_then(|score| score.chance);
        let found = JudgedPosition { text: first.text.clone(), score, chance };
        judge_cache.note(self.history.game.as_ref(), self.position(), effort, found);
    }

    /// The score of a line, over two depths.
    fn line_score(
        &self,
        text: &str,
        score: Score,
        depth: Option<u32>,
        depths: &mut TwoDepths,
    ) -> ScoreJson {
        let mut told = self.score(score);
        if let Some(own) = told.chance.filter(|_| TwoDepths::swing(score)) {
            if let Some(depth) = depth {
                depths.note(text, depth, own);
            }
            told.chance = depths.mean(text).or(Some(own));
        }
        told
    }

    fn analysis(
        &self,
        chosen: ChosenMove,
        most: usize,
        depths: &mut TwoDepths,
        done: bool,
    ) -> Analysis {
        let (depth, nodes, seconds) = (chosen.depth, chosen.effort(), chosen.time.as_secs_f64());
        // What a search was at when it was stopped is no depth that it has finished.
        let finished = (!done).then_some(depth);
        let mut lines = Vec::new();
        for other in chosen.alternatives.into_iter().take(most) {
            let score = Some(self.line_score(&other.text, other.score, finished, depths));
            lines.push(AnalysisLine { text: other.text, score, line: other.line });
        }
        if lines.is_empty() {
            let score =
                chosen.score.map(|score| self.line_score(&chosen.text, score, finished, depths));
            lines.push(AnalysisLine { text: chosen.text, score, line: chosen.line });
        }
        // What is known exactly is said so, best first; what is not comes behind, as the search has it.
        let place = |text: &str| self.known.iter().position(|known| known.text == text);
        for line in &mut lines {
            if let Some(place) = place(&line.text) {
                line.score = Some(self.score(self.known[place].value.into()));
            }
        }
        lines.sort_by_key(|line| place(&line.text).unwrap_or(usize::MAX));
        Analysis {
            ply: self.ply,
            seat: self.seat.index(),
            agent: self.agent.clone(),
            depth,
            nodes,
            seconds,
            done,
            lines,
        }
    }
}

fn score_of(found: &JudgedPosition) -> ScoreJson {
    ScoreJson::new(found.score, found.chance)
}
