//! The referee: decides legality, time and endings.
//!
//! A game ends by its own rules or by the referee's: a fault of a player, repetition, too many moves, a
//! resignation, adjudication by a solved table. The winner and the reason are recorded separately.
//!
//! *Decided:* with two seats a fault ends the game. With more, the others did nothing wrong: random moves are
//! played for the seat that is out, and it comes last whatever it holds. A game may say that an illegal or late move
//! costs the turn only ([`Refereed::lost_turn`]); a seat that loses its turn too often in a row is out all the same.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use bellwether_core::random::{Random, mix, seeded};
use bellwether_core::{Payoffs, Refereed, Score, Seat, Status};
use bellwether_search::{Choice, Limits};
use bellwether_solve::TruthSource;
use rustc_hash::FxHashMap;

use crate::clock::Clock;
use crate::ending::{self, GameEnding};
use crate::live_game::{AfterStall, LiveGame};
use crate::player::{Fault, MissingPlayer, Player, Turn};
use crate::record::{FaultRecord, MoveLog, MoveTruth, Reason};
use crate::settings::{Logging, RefereeRules};

/// Everything the referee needs besides the players.
pub(crate) struct Referee<'a, G: Refereed> {
    pub(crate) game: &'a G,
    pub(crate) rules: &'a RefereeRules,
    pub(crate) truth_source: Option<&'a dyn TruthSource<G>>,
    pub(crate) log: Logging,
    /// The random seed of substitutes' moves.
    pub(crate) seed: u64,
    pub(crate) live: &'a LiveGame,
}

/// The game was taken away or stopped: it has no ending.
pub(crate) struct GameAbandoned;

/// A game in progress.
struct GameInProgress<G: Refereed> {
    start: G::State,
    state: G::State,
    history: Vec<G::Move>,
    /// Moves that the players have made.
    plies: u32,
    clocks: Option<Vec<Clock>>,
    out: Vec<bool>,
    /// The turns that each seat has lost in a row.
    lost_turns: Vec<u32>,
    /// Moves of seats that are out.
    substitute_rng: Random,
    seen: FxHashMap<G::State, u32>,
    scores: ScoreHistory,
    times: TimeLimits,
}

/// The time limits of the rules. They hold for every move: numbers of seconds are turned into durations once.
#[derive(Clone, Copy)]
struct TimeLimits {
    limits: Limits,
    margin: Duration,
    patience: Duration,
}

impl TimeLimits {
    fn new(rules: &RefereeRules) -> Self {
        Self {
            limits: rules.move_limits.limits(),
            margin: Duration::from_secs_f64(rules.margin),
            patience: Duration::from_secs_f64(rules.patience),
        }
    }
}

impl<G: Refereed> Referee<'_, G> {
    /// Plays a game from `state`, to which `history` has led from `start`; gives the last position and the
    /// ending.
    pub(crate) fn play(
        &self,
        start: G::State,
        state: G::State,
        history: Vec<G::Move>,
        players: &mut [Box<dyn Player<G>>],
    ) -> Result<(G::State, GameEnding), GameAbandoned> {
        let seats = self.game.seats();
        let mut progress = GameInProgress {
            start,
            state,
            history,
            plies: 0,
            clocks: self.rules.clock.map(|control| vec![Clock::new(control); seats]),
            out: vec![false; seats],
            lost_turns: vec![0; seats],
            substitute_rng: seeded(mix(self.seed, u64::MAX)),
            seen: FxHashMap::default(),
            scores: ScoreHistory::default(),
            times: TimeLimits::new(self.rules),
        };
        self.show_clocks(&progress);
        for seat in Seat::all(seats) {
            let player = &mut players[seat.index()];
            let get_ready = || player.get_ready(self.live.stop());
            let ready = self.watch(seat, Instant::now(), progress.times.patience, get_ready);
            if let Err(unanswered) = ready.map_err(|unanswered| self.excused(unanswered))
                && let Some(ending) = self.put_out(&mut progress, player, seat, unanswered)?
            {
                return Ok((progress.state, ending));
            }
        }
        loop {
            if let Some(ending) = self.ending(&mut progress) {
                return Ok((progress.state, ending));
            }
            let Status::ToMove(seat) = self.game.status(&progress.state) else {
                unreachable!("the rules would have ended it");
            };
            if progress.out[seat.index()] {
                let m = self.game.random_move(&progress.state, &mut progress.substitute_rng);
                let log = self.logged(&progress, seat, m, &Choice::bare(m), Duration::ZERO);
                self.make(&mut progress, m, log);
                continue;
            }
            let player = &mut players[seat.index()];
            let answer = self.ask(&mut progress, seat, player.as_mut());
            match answer.map_err(|unanswered| self.excused(unanswered)) {
                Ok((choice, time)) => {
                    let m = choice.chosen;
                    let log = self.logged(&progress, seat, m, &choice, time);
                    progress.scores.note(seat, choice.score);
                    progress.lost_turns[seat.index()] = 0;
                    self.make(&mut progress, m, log);
                }
                Err(Unanswered::Fault(fault)) if self.costs_turn(&progress, seat, &fault) => {
                    self.lose_turn(&mut progress, seat, fault);
                }
                Err(unanswered) => {
                    if let Some(ending) = self.put_out(&mut progress, player, seat, unanswered)? {
                        return Ok((progress.state, ending));
                    }
                }
            }
        }
    }

    fn show_clocks(&self, progress: &GameInProgress<G>) {
        if let Some(clocks) = &progress.clocks {
            self.live.show_clocks(clocks);
        }
    }

    /// Lets a player do something that it may fail at: by a fault, a panic, or by not coming back at all.
    fn watch<T>(
        &self,
        seat: Seat,
        asked: Instant,
        patience: Duration,
        act: impl FnOnce() -> Result<T, Fault>,
    ) -> Result<T, Unanswered> {
        // A late answer is a timeout; a player that hangs is abandoned a little later.
        self.live.ask(seat, asked, patience + HANGING);
        let answer = catch_unwind(AssertUnwindSafe(act));
        if !self.live.answered() {
            return Err(Unanswered::Abandoned);
        }
        answer.unwrap_or_else(|panic| Err(crash(panic.as_ref()))).map_err(Unanswered::Fault)
    }

    /// Nobody is late because we did not listen: such a game is given up, if it can be played anew.
    fn excused(&self, unanswered: Unanswered) -> Unanswered {
        match unanswered {
            Unanswered::Fault(Fault { reason: Reason::Timeout, .. })
                if self.live.stalls(STALLED) == Some(AfterStall::NewGame) =>
            {
                Unanswered::Abandoned
            }
            other => other,
        }
    }

    fn ask(
        &self,
        progress: &mut GameInProgress<G>,
        seat: Seat,
        player: &mut dyn Player<G>,
    ) -> Result<(Choice<G>, Duration), Unanswered> {
        let TimeLimits { mut limits, margin, patience } = progress.times;
        let own = limits.time;
        let clock = progress.clocks.as_ref().map(|clocks| clocks[seat.index()]);
        if let Some(clock) = clock {
            let share = clock.share();
            limits.time = Some(limits.time.map_or(share, |time| time.min(share)));
        }
        let allowed = match (own, clock.map(|clock| clock.left())) {
            (Some(a), Some(b)) => Some(a.min(b)),
            (a, b) => a.or(b),
        };
        let grace = player.grace();
        let patience = match allowed {
            Some(allowed) => allowed + margin + grace,
            None => patience,
        };
        let asked = Instant::now();
        let turn = Turn {
            game: self.game,
            state: &progress.state,
            seat,
            limits,
            clocks: progress.clocks.as_deref(),
            asked,
            deadline: asked + patience,
            margin,
            stop: self.live.stop(),
            start: &progress.start,
            history: &progress.history,
        };
        // Asking the clock takes as long as a quick move.
        let is_timed = allowed.is_some() || self.log != Logging::None;
        let (choice, time) = self.watch(seat, asked, patience, || {
            let choice = player.choose(&turn)?;
            Ok((choice, if is_timed { asked.elapsed() } else { Duration::ZERO }))
        })?;
        let (seen, time) = (time, self.live.fair_time(time));
        if let Some(allowed) = allowed
            && time > allowed + margin + grace
        {
            let (took, allowed) = (time.as_secs_f64(), allowed.as_secs_f64());
            let detail = format!("took {took:.3} s of {allowed:.3} s");
            return Err(Unanswered::Fault(Fault { reason: Reason::Timeout, detail }));
        }
        // A player that was cut short by it may have moved worse than it can.
        let stall = if seen >= STOPPED { self.live.stalls(STOPPED) } else { None };
        match stall {
            Some(AfterStall::NewGame) => return Err(Unanswered::Abandoned),
            Some(AfterStall::GoOn) if player.thinks_here() => {
                return self.ask(progress, seat, player);
            }
            _ => {}
        }
        if let Some(clocks) = &mut progress.clocks {
            // The time was checked above.
            let _ = clocks[seat.index()].spend(time.saturating_sub(grace), margin);
        }
        self.show_clocks(progress);
        if !self.game.is_legal(&progress.state, choice.chosen) {
            let detail = format!("tried {:?}, which is not legal", choice.chosen);
            return Err(Unanswered::Fault(Fault { reason: Reason::Illegal, detail }));
        }
        Ok((choice, time))
    }

    fn logged(
        &self,
        progress: &GameInProgress<G>,
        seat: Seat,
        m: G::Move,
        choice: &Choice<G>,
        time: Duration,
    ) -> Option<MoveLog> {
        if self.log == Logging::None {
            return None;
        }
        let truth = self.truth_source.filter(|_| self.rules.truth).and_then(|truth_source| {
            let moves = truth_source.moves(&progress.state);
            let made = moves.iter().find(|evaluated| evaluated.m == m)?;
            Some(MoveTruth { best: moves.first()?.value, made: made.value })
        });
        Some(MoveLog {
            seat: seat.number(),
            depth: choice.depth,
            nodes: choice.nodes,
            levels: choice.nodes_by_level.clone(),
            simulations: choice.simulations,
            score: choice.score,
            truth,
            seconds: time.as_secs_f64(),
        })
    }

    fn make(&self, progress: &mut GameInProgress<G>, m: G::Move, log: Option<MoveLog>) {
        self.live.made(&self.game.move_text(&progress.state, m), log);
        self.game.play(&mut progress.state, m);
        progress.history.push(m);
        progress.plies += 1;
    }

    /// Whether a fault costs the seat its turn only.
    fn costs_turn(&self, progress: &GameInProgress<G>, seat: Seat, fault: &Fault) -> bool {
        let is_slip = matches!(fault.reason, Reason::Illegal | Reason::Timeout);
        let mut rng = progress.substitute_rng.clone();
        is_slip
            && progress.lost_turns[seat.index()] < MOST_LOST_TURNS
            && self.game.lost_turn(&progress.state, &mut rng).is_some()
    }

    /// Makes the move for a seat that has lost its turn.
    fn lose_turn(&self, progress: &mut GameInProgress<G>, seat: Seat, fault: Fault) {
        let m = self.game.lost_turn(&progress.state, &mut progress.substitute_rng);
        let Some(m) = m else { return };
        progress.lost_turns[seat.index()] += 1;
        self.live.fault(FaultRecord {
            seat: seat.number(),
            ply: progress.plies as usize,
            reason: fault.reason,
            detail: fault.detail,
            lost_turn: true,
        });
        let log = self.logged(progress, seat, m, &Choice::bare(m), Duration::ZERO);
        self.make(progress, m, log);
    }

    /// Puts a seat out that has not answered; the game's ending, if that ends it.
    fn put_out(
        &self,
        progress: &mut GameInProgress<G>,
        player: &mut Box<dyn Player<G>>,
        seat: Seat,
        unanswered: Unanswered,
    ) -> Result<Option<GameEnding>, GameAbandoned> {
        let Unanswered::Fault(fault) = unanswered else { return Err(GameAbandoned) };
        // It is dropped at once: a program would go on using the machine.
        self.live.wrote(seat, player.close());
        *player = Box::new(MissingPlayer("it is out of the game".to_owned()));
        let out = &mut progress.out;
        out[seat.index()] = true;
        let ending = (out.len() == 2)
            .then(|| GameEnding::by_fault(self.game, &progress.state, out, seat, &fault));
        self.live.fault(FaultRecord {
            seat: seat.number(),
            ply: progress.plies as usize,
            reason: fault.reason,
            detail: fault.detail,
            lost_turn: false,
        });
        Ok(ending)
    }

    /// How the game ends here, if it does.
    fn ending(&self, progress: &mut GameInProgress<G>) -> Option<GameEnding> {
        let seats = self.game.seats();
        let over = GameEnding::by_rules(self.game, &progress.state, &progress.out);
        if over.is_some() {
            return over;
        }
        let tie = |reason: Reason, detail: String| GameEnding {
            payoffs: self.game.tied(),
            reason,
            detail,
        };
        if let Some(most) = self.rules.repetition.filter(|_| self.game.can_repeat()) {
            let count = progress.seen.entry(progress.state.clone()).or_default();
            *count += 1;
            if *count >= most {
                return Some(tie(
                    Reason::Repetition,
                    format!("the position came about {most} times"),
                ));
            }
        }
        if self.rules.max_moves.is_some_and(|most| progress.plies >= most) {
            return Some(tie(Reason::MoveCap, format!("{} moves were made", progress.plies)));
        }
        if seats != 2 {
            return None;
        }
        self.known(progress).or_else(|| self.agreed(progress))
    }

    /// Adjudication by the table, if the rules ask for it and the table has the position.
    fn known(&self, progress: &GameInProgress<G>) -> Option<GameEnding> {
        if self.rules.table_after.is_none_or(|after| progress.plies < after) {
            return None;
        }
        let mover = self.game.status(&progress.state).mover()?;
        let value = self.truth_source?.value(&progress.state)?;
        let (payoffs, detail) = match value.name() {
            "win" => (Payoffs::win(mover), ending::wins(self.game, mover)),
            "lose" => (Payoffs::win(mover.other()), ending::wins(self.game, mover.other())),
            _ => (self.game.tied(), "draw".to_owned()),
        };
        let detail = format!("{detail} by the table");
        Some(GameEnding { payoffs, reason: Reason::Adjudicated, detail })
    }

    /// Draws and resignations by the players' own scores, if the rules have them.
    fn agreed(&self, progress: &GameInProgress<G>) -> Option<GameEnding> {
        let scores = &progress.scores;
        if let Some(rule) = self.rules.draw
            && progress.plies >= 2 * rule.movenumber
            && Seat::all(2).all(|seat| scores.is_level(seat, rule.score, rule.movecount))
        {
            let detail = "draw by adjudication".to_owned();
            return Some(GameEnding {
                payoffs: self.game.tied(),
                reason: Reason::Adjudicated,
                detail,
            });
        }
        let rule = self.rules.resign?;
        let beaten = |seat: &Seat| {
            scores.is_behind(*seat, rule.score, rule.movecount)
                && (!rule.twosided || scores.is_ahead(seat.other(), rule.score, rule.movecount))
        };
        let loser = Seat::all(2).find(beaten)?;
        let detail = format!("{} resigns", self.game.seat_name(loser));
        let payoffs = Payoffs::win(loser.other());
        Some(GameEnding { payoffs, reason: Reason::Resignation, detail })
    }
}

/// Why a player has not answered.
enum Unanswered {
    Fault(Fault),
    /// The game was taken away.
    Abandoned,
}

/// A seat that loses more turns in a row is out: a game in which nobody moves would never end.
const MOST_LOST_TURNS: u32 = 5;

/// How long after its time is up a player is taken to hang rather than to be late.
const HANGING: Duration = Duration::from_millis(500);

/// Who is late after this process did not run for so long is not.
const STALLED: Duration = Duration::from_millis(100);

/// Who was asked while this process did not run for so long is asked again, in a new game if there can be one.
const STOPPED: Duration = Duration::from_secs(1);

fn crash(panic: &(dyn std::any::Any + Send)) -> Fault {
    let words = panic.downcast_ref::<&str>().copied();
    let words = words.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    let detail = words.unwrap_or("it panicked").lines().next().unwrap_or_default();
    Fault { reason: Reason::Crash, detail: detail.to_owned() }
}

/// What both seats have thought of their own chances lately.
#[derive(Default)]
struct ScoreHistory {
    by_seat: [Vec<Option<i32>>; bellwether_core::MAX_SEATS],
}

impl ScoreHistory {
    fn note(&mut self, seat: Seat, score: Option<Score>) {
        let points = score.map(|score| match score {
            Score::Points(points) => points,
            Score::WinIn(_) => i32::MAX,
            Score::LossIn(_) => -i32::MAX,
            Score::Draw => 0,
            // Averages are small numbers; a hundredth is their point.
            Score::Average(average) => (average * 100.0) as i32,
        });
        self.by_seat[seat.index()].push(points);
    }

    fn lately(&self, seat: Seat, count: u32, test: impl Fn(i32) -> bool) -> bool {
        let all = &self.by_seat[seat.index()];
        let count = count.max(1) as usize;
        all.len() >= count && all[all.len() - count..].iter().all(|one| one.is_some_and(&test))
    }

    fn is_level(&self, seat: Seat, score: i32, count: u32) -> bool {
        self.lately(seat, count, |points| points.abs() <= score)
    }

    fn is_behind(&self, seat: Seat, score: i32, count: u32) -> bool {
        self.lately(seat, count, |points| points <= -score)
    }

    fn is_ahead(&self, seat: Seat, score: i32, count: u32) -> bool {
        self.lately(seat, count, |points| points >= score)
    }
}
