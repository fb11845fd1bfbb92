//! One game: its state, its connected pages, and the agent that is thinking.
//!
//! | part | what it does |
//! |---|---|
//! | [`room_game`] | the session and its settings; no sockets, no time |
//! | [`view`] | what the page may see of it |
//! | [`truth`] | what is known to be true of it |
//! | [`analysis`] | what agents think of it: hints, analysis |
//! | [`judge_cache`] | what the judge has found so far |
//! | [`threats`] | who can win at once |
//! | [`links`] | a game on several screens: keys, and who may do what |
//! | [`clock`] | how much time the seats have |
//! | [`proposal`] | what people on several screens ask of each other |
//! | [`line`] | an analysis: any line of moves at once |
//! | [`review`] | a look back: what each move kept or threw away |
//! | here | one change at a time, saved and sent to all pages; agents think while a page is connected |

mod analysis;
pub(crate) mod clock;
mod judge_cache;
mod line;
pub(crate) mod links;
mod proposal;
mod review;
pub(crate) mod room_game;
mod threats;
mod truth;
mod view;

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use bellwether_catalog::{BotPermission, ChosenMove, GameHistory, Limits, NoMove};
use bellwether_core::random::mix;
use bellwether_core::{Error, ErrorKind, Seat};
use tokio::sync::broadcast;
use tokio::time::Instant;

use crate::Services;
use crate::message::{ClientMessage, ScoreJson, ServerMessage, Snapshot, ThinkingState};
use crate::pool::{CancelGuard, SearchPool, Throttle};
use crate::roster::ResolvedAgent;
pub(crate) use view::names;

use links::Viewer;
use room_game::{RoomGame, SavedGame};

/// How many messages a slow reader may fall behind before it gets a fresh state instead.
const BACKLOG: usize = 64;
/// The shortest interval between reports of an agent's progress.
const REPORT_INTERVAL: Duration = Duration::from_millis(120);

/// A game that can be watched and played.
#[derive(Debug)]
pub(crate) struct Room {
    pub(crate) id: String,
    services: Arc<Services>,
    inner: tokio::sync::Mutex<RoomState>,
    updates: broadcast::Sender<RoomUpdate>,
    /// The search that is under way; here and not inside, so that it can be ended at once.
    thinking: Mutex<Option<Thinking>>,
    /// What is known of the positions so far.
    truths: tokio::sync::Mutex<truth::KnownValues>,
    /// What the judge has found of them.
    judge_cache: Arc<judge_cache::JudgeCache>,
    /// How many moves it has, without waiting for its lock.
    plies: AtomicUsize,
}

/// A message to all pages, written once for all that see the same.
#[derive(Clone, Debug)]
pub(crate) struct RoomUpdate {
    /// For everybody without a seat's link.
    json: Arc<str>,
    /// For each seat, where they see different things.
    own: Arc<[Box<str>]>,
    /// If it is the game's state: the number of the screen that it is for.
    pub(crate) screen: Option<u64>,
}

impl RoomUpdate {
    /// What a viewer is sent.
    pub(crate) fn text(&self, viewer: Viewer) -> &str {
        match viewer {
            Viewer::Seat(seat) => self.own.get(seat.index()).map_or(&self.json, |own| own),
            Viewer::Shared | Viewer::Watcher => &self.json,
        }
    }
}

/// Who asks something of a position, on which screen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Asker {
    pub(crate) viewer: Viewer,
    pub(crate) screen: u64,
}

#[derive(Debug)]
struct RoomState {
    table: RoomGame,
    /// Counts changes: an answer to an older question is thrown away.
    generation: u64,
    /// Counts how often the screen was for another seat: what was asked on an earlier one is thrown away.
    screen: u64,
    audience: (Option<Seat>, bool),
    /// How many pages each seat has open, in a game with links.
    here: Vec<usize>,
    /// Counts how often the clock was set: whoever waits for an earlier one's end has nothing to wait for.
    clock_runs: u64,
    /// Whether the server is about to end.
    is_closed: bool,
}

/// An agent at work.
#[derive(Debug)]
struct Thinking {
    seat: Seat,
    generation: u64,
    cancel: CancelGuard,
    /// A program has no answer before it is done: to stop it is to end it.
    is_program: bool,
}

/// The question to an agent. A bot gets the whole game, so that it can begin anywhere: after an undo, after a
/// restart, or because its last process was needed for another game.
struct AgentQuestion {
    history: GameHistory,
    agent: String,
    bots: BotPermission,
    is_program: bool,
    seat: Seat,
    seed: u64,
    generation: u64,
    /// What its clock allows.
    limits: Limits,
    /// Whether all may know what it thinks. How long its lists of moves are gives a hidden hand away, too.
    is_public: bool,
}

/// A question that is about to be asked.
struct AgentSearch {
    question: AgentQuestion,
    stop: Arc<AtomicBool>,
    /// Questions of one queue are asked one after the other.
    queue: String,
    /// The move is not made before this moment.
    rest: Instant,
}

/// What became of a question.
struct AgentAnswer {
    chosen: Result<ChosenMove, NoMove>,
    /// What the agent's program has written to standard error so far.
    stderr: String,
}

impl Room {
    pub(crate) fn new(id: String, table: RoomGame, services: Arc<Services>) -> Arc<Self> {
        let (updates, _) = broadcast::channel(BACKLOG);
        let audience = table.audience(table.viewer(None));
        let (plies, here) = (AtomicUsize::new(table.ply()), vec![0; table.game.seats()]);
        let state = RoomState {
            table,
            generation: 0,
            screen: 0,
            audience,
            here,
            clock_runs: 0,
            is_closed: false,
        };
        let inner = tokio::sync::Mutex::new(state);
        let thinking = Mutex::new(None);
        let truths = tokio::sync::Mutex::default();
        let judge_cache = Arc::default();
        Arc::new(Self { id, services, inner, updates, thinking, truths, judge_cache, plies })
    }

    /// Writes the game down as it is.
    ///
    /// # Errors
    /// If it cannot be written.
    pub(crate) async fn save(&self) -> Result<(), Error> {
        self.write_down(&self.inner.lock().await.table).await
    }

    async fn write_down(&self, table: &RoomGame) -> Result<(), Error> {
        self.services.store.save(&self.id, &table.saved(), table.mover().is_none()).await
    }

    /// A page connects: agents may think.
    pub(crate) async fn enter(
        self: &Arc<Self>,
        viewer: Viewer,
    ) -> (broadcast::Receiver<RoomUpdate>, RoomUpdate) {
        let mut inner = self.inner.lock().await;
        let is_new = inner.count(viewer, 1) == Some(1);
        self.run_clock(&mut inner);
        if is_new {
            // No receiver is no error.
            let _ = self.updates.send(self.state(&inner));
        }
        let receiver = self.updates.subscribe();
        self.run_clock(&mut inner);
        let search = self.next_search(&inner);
        let state = self.state(&inner);
        search.into_iter().for_each(|search| self.start(search));
        (receiver, state)
    }

    /// The game as it is.
    pub(crate) async fn now(&self) -> RoomUpdate {
        let inner = self.inner.lock().await;
        self.state(&inner)
    }

    fn state(&self, inner: &RoomState) -> RoomUpdate {
        let json = |viewer| ServerMessage::State(Box::new(self.seen(inner, viewer))).json();
        let table = &inner.table;
        let own: Vec<Box<str>> = match table.links() {
            Some(_) => {
                Seat::all(table.game.seats()).map(|seat| json(Viewer::Seat(seat)).into()).collect()
            }
            None => Vec::new(),
        };
        let json = json(table.viewer(None)).into();
        RoomUpdate { json, own: own.into(), screen: Some(inner.screen) }
    }

    /// A page disconnects; after the last one the agent's search is cancelled.
    pub(crate) async fn leave(self: &Arc<Self>, viewer: Viewer) {
        let mut inner = self.inner.lock().await;
        if inner.count(viewer, -1) == Some(0) {
            // No receiver is no error.
            let _ = self.updates.send(self.state(&inner));
        }
        if self.updates.receiver_count() == 0 {
            inner.generation += 1;
            *self.thinking() = None;
            inner.table.cover();
            inner.turn_screen();
            self.dismiss();
            if inner.table.clock.is_some() {
                // The clock stands still: what was used of the turn is kept.
                self.run_clock(&mut inner);
                let _ = self.write_down(&inner.table).await;
            }
        }
    }

    /// The server is about to end: cancels the agent's search.
    pub(crate) async fn close(self: &Arc<Self>) {
        let mut inner = self.inner.lock().await;
        inner.generation += 1;
        inner.is_closed = true;
        *self.thinking() = None;
        if inner.table.clock.is_some() {
            self.run_clock(&mut inner);
            // The server ends: nobody can be told.
            let _ = self.write_down(&inner.table).await;
        }
    }

    pub(crate) fn plies(&self) -> usize {
        self.plies.load(Ordering::Relaxed)
    }

    pub(crate) fn is_watched(&self) -> bool {
        self.updates.receiver_count() > 0
    }

    /// What everybody may see.
    pub(crate) async fn snapshot(&self) -> Snapshot {
        let inner = self.inner.lock().await;
        self.seen(&inner, inner.table.viewer(None))
    }

    fn seen(&self, RoomState { table, here, .. }: &RoomState, viewer: Viewer) -> Snapshot {
        let thinking = self.thinking().as_ref().map(|thinking| thinking.seat);
        table.snapshot(&self.id, thinking, &self.services, viewer, here)
    }

    /// The board at a ply, and the screen it is for.
    pub(crate) async fn frame(&self, ply: usize, viewer: Viewer) -> (u64, ServerMessage) {
        let inner = self.inner.lock().await;
        (inner.screen, ServerMessage::Frame(inner.table.frame(ply, viewer)))
    }

    /// Asks something of the table itself.
    pub(crate) async fn consult<T>(&self, ask: impl FnOnce(&RoomGame) -> T) -> T {
        ask(&self.inner.lock().await.table)
    }

    /// The same for somebody who had this screen; none if another has it now.
    async fn consult_at<T>(&self, asker: Asker, ask: impl FnOnce(&RoomGame) -> T) -> Option<T> {
        let inner = self.inner.lock().await;
        (inner.screen == asker.screen).then(|| ask(&inner.table))
    }

    /// What a page is told of an error.
    pub(crate) fn tell(&self, error: &Error) -> ServerMessage {
        self.services.folders.tell(error)
    }

    /// Ends the search that is under way; the agent plays what it has.
    ///
    /// # Errors
    /// If a program is thinking, or the viewer only watches.
    pub(crate) fn move_now(&self, viewer: Viewer) -> Result<(), Error> {
        if viewer == Viewer::Watcher {
            return Err(Error::illegal("you are watching: only the link of a seat lets you play"));
        }
        match self.thinking().as_ref() {
            Some(Thinking { is_program: true, .. }) => {
                Err(Error::illegal("a bot cannot be hurried: it moves when it is done"))
            }
            Some(thinking) => {
                thinking.cancel.trigger();
                Ok(())
            }
            None => Ok(()),
        }
    }

    /// Answers a page's question about the position; none if there is nothing to say, or it was cancelled.
    ///
    /// # Errors
    /// If there is no answer.
    pub(crate) async fn answer(
        &self,
        question: ClientMessage,
        asker: Asker,
        stop: Arc<AtomicBool>,
        on_progress: impl Fn(ServerMessage) + Send + Sync + 'static,
    ) -> Result<Option<ServerMessage>, Error> {
        if !self.consult(|table| table.may_ask(asker.viewer)).await {
            return Err(Error::illegal("hints and values wait until the game is over"));
        }
        match question {
            ClientMessage::Hint => self.hint(asker, stop).await,
            ClientMessage::Judge { ply, .. } => self.judgement(asker, ply, stop).await,
            ClientMessage::Truth { ply, .. } => self.truth(ply, stop).await.map(Some),
            ClientMessage::Analyse { ply, agent, lines, .. } => {
                self.analyse(asker, ply, agent, lines.unwrap_or(3), stop, on_progress).await
            }
            ClientMessage::Review => self.review(asker, stop, on_progress).await.map(Some),
            ClientMessage::Verdict { index } => self.verdict(asker, index, stop).await,
            ClientMessage::Threats => self.threats(asker, stop).await,
            _ => Ok(None),
        }
    }

    /// Handles a page's message, and sends the new state to all pages. The answer is the game of a rematch, if all have
    /// agreed to one: it has to be set up.
    ///
    /// # Errors
    /// If it cannot be done; nothing has changed then.
    pub(crate) async fn handle(
        self: &Arc<Self>,
        message: ClientMessage,
        viewer: Viewer,
    ) -> Result<Option<SavedGame>, Error> {
        let is_reseated = matches!(message, ClientMessage::Seats { .. });
        let mut inner = self.inner.lock().await;
        let table = &mut inner.table;
        table.check_message(viewer, &message)?;
        let mut next = None;
        match message {
            ClientMessage::Move { text, ply } => table.person_plays(&text, ply)?,
            ClientMessage::Undo => table.ask_undo(viewer)?,
            ClientMessage::Redo => table.redo()?,
            ClientMessage::Resign => table.give_up(viewer)?,
            ClientMessage::Rematch { swap } => next = table.ask_rematch(viewer, swap)?,
            ClientMessage::Answer { accept } => {
                let Viewer::Seat(seat) = viewer else {
                    return Err(Error::illegal("nobody asks you for anything"));
                };
                next = table.answer_proposal(seat, accept)?;
            }
            ClientMessage::Pause => table.paused = true,
            ClientMessage::Resume => (table.paused, table.trouble) = (false, None),
            ClientMessage::Pace { seconds } => table.set_pace(seconds)?,
            ClientMessage::Reveal => table.reveal(),
            ClientMessage::Line { moves } => table.go_to(moves, &self.services.roster)?,
            ClientMessage::Seats { seats } => table.set_seats(seats, &self.services.roster)?,
            // Those change nothing.
            _ => return Ok(None),
        }
        self.changed(&mut inner).await;
        if is_reseated {
            // The agents that were replaced are not needed.
            self.dismiss();
        }
        Ok(next)
    }

    /// The game of the rematch is there: all pages are told.
    pub(crate) async fn continue_in(self: &Arc<Self>, id: String) {
        let mut inner = self.inner.lock().await;
        inner.table.next = Some(id);
        self.changed(&mut inner).await;
    }

    /// After every change: cancels the running search, saves the game, starts the next agent, and sends the new
    /// state to all pages.
    async fn changed(self: &Arc<Self>, inner: &mut RoomState) {
        inner.generation += 1;
        *self.thinking() = None;
        inner.turn_screen();
        self.run_clock(inner);
        self.plies.store(inner.table.ply(), Ordering::Relaxed);
        if let Err(error) = self.write_down(&inner.table).await {
            let error = error.at("the game goes on but is not saved");
            self.broadcast(&self.services.folders.tell(&error));
        }
        let search = self.next_search(inner);
        // No receiver is no error.
        let _ = self.updates.send(self.state(inner));
        // What the agent reports comes after the state that allows it.
        search.into_iter().for_each(|search| self.start(search));
        if inner.table.mover().is_none() {
            self.dismiss();
        }
    }

    /// The clock of the seat to move runs, or stands still; at its end the seat has lost.
    fn run_clock(self: &Arc<Self>, inner: &mut RoomState) {
        let is_complete = inner.table.is_complete(&inner.here);
        inner.table.bring_clock(self.is_watched() && !inner.is_closed, is_complete);
        inner.clock_runs += 1;
        let Some(left) = inner.table.time_left() else { return };
        let (room, run) = (Arc::clone(self), inner.clock_runs);
        tokio::spawn(async move { room.wait_for_flag(run, left).await });
    }

    /// Waits until the time of a seat is up, unless the clock is set anew meanwhile.
    async fn wait_for_flag(self: Arc<Self>, run: u64, mut left: Duration) {
        loop {
            tokio::time::sleep(left).await;
            let mut inner = self.inner.lock().await;
            if inner.clock_runs != run {
                return;
            }
            match inner.table.time_left() {
                // This process did not run for a while.
                Some(more) if !more.is_zero() => left = more,
                Some(_) => {
                    inner.table.flag();
                    self.changed(&mut inner).await;
                    return;
                }
                None => return,
            }
        }
    }

    fn broadcast(&self, message: &ServerMessage) {
        // No receiver is no error.
        let (json, own) = (message.json().into(), Arc::new([]));
        let _ = self.updates.send(RoomUpdate { json, own, screen: None });
    }

    /// Tells all pages what an agent thinks, unless that is secret or the game has changed.
    fn report(&self, question: &AgentQuestion, chosen: ChosenMove) {
        // A change waits for this lock before it is told, so that nothing old comes after it.
        let thinking = self.thinking();
        let is_current = thinking.as_ref().is_some_and(|now| now.generation == question.generation);
        if question.is_public && is_current {
            self.broadcast(&question.thought(chosen));
        }
    }

    /// The search to start, if it is an agent's turn and a page is connected.
    fn next_search(&self, inner: &RoomState) -> Option<AgentSearch> {
        let table = &inner.table;
        let is_waiting = inner.is_closed || table.paused || !self.is_watched();
        if is_waiting || self.thinking().is_some() {
            return None;
        }
        let (seat, who) = table.agent_to_move()?;
        let ResolvedAgent { agent, bots, is_program } = self.services.roster.resolve(who);
        let question = AgentQuestion {
            history: GameHistory::clone(table),
            agent: agent.to_owned(),
            bots,
            is_program,
            seat,
            seed: mix(mix(table.seed, seat.index() as u64), table.ply() as u64),
            generation: inner.generation,
            limits: Limits { time: table.agent_time(seat), ..Limits::default() },
            is_public: !table.has_private_hands(),
        };
        let (cancel, stop) = CancelGuard::new();
        let generation = inner.generation;
        *self.thinking() = Some(Thinking { seat, generation, cancel, is_program });
        let queue = if is_program { who.to_owned() } else { String::new() };
        // No agent loses on time because its move has to be seen.
        let pace = Duration::from_secs_f64(table.pace);
        let rest = Instant::now() + table.agent_time(seat).map_or(pace, |time| pace.min(time));
        Some(AgentSearch { question, stop, queue, rest })
    }

    fn start(self: &Arc<Self>, AgentSearch { question, stop, queue, rest }: AgentSearch) {
        let room = Arc::clone(self);
        let (is_program, generation) = (question.is_program, question.generation);
        tokio::spawn(async move {
            let thinker = Arc::clone(&room);
            let search = move |stop: &AtomicBool| thinker.think(&question, stop);
            let answer = room.pool(is_program).run(&queue, stop, search).await;
            tokio::time::sleep_until(rest).await;
            room.answered(generation, answer).await;
        });
    }

    /// The pool for a question: programs have their own, so that waiting for one does not block a search.
    fn pool(&self, is_program: bool) -> &Arc<SearchPool> {
        if is_program { &self.services.bot_pool } else { &self.services.pool }
    }

    /// Asks an agent for its move, on a thread that may take its time.
    fn think(&self, question: &AgentQuestion, stop: &AtomicBool) -> AgentAnswer {
        let mut stderr = String::new();
        let chosen = self.ask(question, stop, &mut stderr);
        AgentAnswer { chosen, stderr }
    }

    fn ask(
        &self,
        question: &AgentQuestion,
        stop: &AtomicBool,
        stderr: &mut String,
    ) -> Result<ChosenMove, NoMove> {
        let AgentQuestion { history, agent: text, seat, is_program, .. } = question;
        let pool = self.pool(*is_program);
        let name = format!("{}{} {text}", self.prefix(), seat.index());
        let mut agent = match pool.take_agent(&name) {
            Some(agent) => agent,
            None => history.game.agent(text, question.seed, question.bots)?,
        };
        agent.follow(history)?;
        let throttle = Throttle::new(REPORT_INTERVAL);
        let watch = |chosen: ChosenMove| {
            if throttle.is_open() {
                self.report(question, chosen);
            }
        };
        let chosen = agent.think(history.position(), question.limits, stop, Some(&watch));
        agent.stderr().clone_into(stderr);
        let chosen = chosen?;
        // A search that was hurried is remembered; a program is stopped only if it is not needed any more.
        let is_needed = || !is_program || !stop.load(Ordering::Relaxed);
        pool.give_back(name, agent, is_needed);
        // Most bots report nothing but their move.
        if !is_program || chosen.depth > 0 || chosen.effort() > 0 {
            self.report(question, chosen.clone());
        }
        Ok(chosen)
    }

    /// An agent has answered; `None` if it panicked or was cancelled before it began.
    async fn answered(self: &Arc<Self>, generation: u64, answer: Option<AgentAnswer>) {
        let mut inner = self.inner.lock().await;
        if inner.generation != generation {
            return;
        }
        let chosen = answer.map(|AgentAnswer { chosen, stderr }| {
            inner.table.note_stderr(self.services.folders.conceal(&stderr));
            chosen
        });
        let played = match chosen {
            Some(Ok(chosen)) => inner.table.play(&chosen.text).map_err(|error| {
                // What is wrong with a move may tell what is hidden.
                let is_secret = inner.table.has_private_hands();
                if is_secret { Error::illegal("the agent's move is not legal") } else { error }
            }),
            Some(Err(NoMove::Fault(fault))) => {
                inner.table.fail(fault);
                Ok(())
            }
            Some(Err(NoMove::Error(error))) => Err(error),
            None => Err(Error::new(ErrorKind::Stopped, "the agent broke down; the game is paused")),
        };
        if let Err(error) = played {
            inner.table.get_stuck(self.services.folders.conceal(&error.to_string()));
            self.broadcast(&self.services.folders.tell(&error));
        }
        self.changed(&mut inner).await;
    }

    fn thinking(&self) -> MutexGuard<'_, Option<Thinking>> {
        self.thinking.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How the names of this room's agents begin.
    fn prefix(&self) -> String {
        format!("{} ", self.id)
    }

    /// Ends the programs that wait for their next turn here.
    fn dismiss(&self) {
        let idle = self.services.bot_pool.forget(&self.prefix());
        if !idle.is_empty() {
            // A program has a moment to end by itself; nothing here waits for it.
            drop(tokio::task::spawn_blocking(move || drop(idle)));
        }
    }
}

impl RoomState {
    /// Counts a page of a seat, or one less; the answer is how many that seat has now.
    fn count(&mut self, viewer: Viewer, change: isize) -> Option<usize> {
        let Viewer::Seat(seat) = viewer else { return None };
        let pages = self.here.get_mut(seat.index())?;
        *pages = pages.saturating_add_signed(change);
        Some(*pages)
    }

    /// Counts the screen anew if it is for another seat now.
    fn turn_screen(&mut self) {
        let audience = self.table.audience(self.table.viewer(None));
        if std::mem::replace(&mut self.audience, audience) != audience {
            self.screen += 1;
        }
    }
}

impl AgentQuestion {
    fn thought(&self, chosen: ChosenMove) -> ServerMessage {
        ServerMessage::Thinking(ThinkingState {
            seat: self.seat.index(),
            ply: self.history.ply(),
            depth: chosen.depth,
            nodes: chosen.effort(),
            seconds: chosen.time.as_secs_f64(),
            // Its own points: the chance to win is the judge's business.
            score: chosen.score.map(|score| ScoreJson::new(score, None)),
            line: chosen.line,
        })
    }
}
