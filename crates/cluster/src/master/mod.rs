//! The master's side: games go out as jobs, lines of the record come back.

mod batches;
mod missing_games;
pub(crate) mod proofs;
mod tasks;
pub(crate) mod view;

use std::collections::VecDeque;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use async_nats::jetstream::Message;
use bellwether_arena::record::{GameRecord, RecordHeader};
use bellwether_arena::runner::GameRunner;
use bellwether_arena::schedule::Fixture;
use bellwether_arena::workers::{FinishedGames, Workers};
use bellwether_catalog::{AnyGame, BotPermission, is_caged_bot, portable_bot};
use bellwether_core::{Error, ErrorKind};
use tokio::sync::mpsc::{Receiver, channel};

use crate::archive::archive;
use crate::connection::ClusterConnection;
use crate::digest::{agents_digest, rules_digest, sha256};
use crate::messages::{
    BotNotice, FailedGames, Job, JobGame, Lane, RunNotice, decode, encode, pack,
};
use crate::names;
use crate::results::{PartialResults, ResultKind};
use batches::JobSizes;
use missing_games::MissingGames;
use tasks::{MasterEvent, MasterShared};
use view::ClusterView;

/// How a run is given to workers.
#[derive(Clone, Debug, PartialEq)]
pub struct ClusterOptions {
    /// The version of this program.
    pub version: String,
    /// A worker that gives no sign of life for so long loses its games to others.
    pub deadline: Duration,
    /// How many workers may try a game before it is given up.
    pub attempts: u32,
    /// Jobs on the server for each game that is played at once; more than a few only take room there.
    pub queued: usize,
    /// Which workers are asked.
    pub lane: Lane,
}

impl Default for ClusterOptions {
    fn default() -> Self {
        Self {
            version: env!("CARGO_PKG_VERSION").to_owned(),
            deadline: Duration::from_secs(30),
            attempts: 5,
            queued: 3,
            lane: Lane::Games,
        }
    }
}

/// The workers of a cluster, for one tournament.
#[derive(Debug)]
pub struct ClusterWorkers {
    connection: Arc<ClusterConnection>,
    shared: Arc<MasterShared>,
    header: RecordHeader,
    queued: usize,
    sizes: JobSizes,
    wanted: MissingGames,
    partial: PartialResults,
    events: Receiver<MasterEvent>,
    /// Results that the caller has, but may not have written down yet.
    unacknowledged: Vec<Message>,
    /// Results of an earlier master that are still to come, before games are asked for.
    backlog: u64,
    /// When something last came or went.
    active: Instant,
    /// What this master's jobs are called.
    name: String,
}

/// How long a round of [`Workers::collect`] waits.
const WAIT: Duration = Duration::from_millis(20);
/// Results that are taken at once, before they are written down.
const MOST_RESULTS: usize = 64;
/// Jobs that are on their way to the server at once.
const MOST_PUBLISHING: usize = 256;
/// Without news for so long an idle queue has lost something.
const QUIET: Duration = Duration::from_secs(4);
/// An earlier master's results are waited for no longer.
const BACKLOG_PATIENCE: Duration = Duration::from_secs(20);
/// How long the end of a run may take.
const END_PATIENCE: Duration = Duration::from_secs(5);

impl ClusterWorkers {
    /// Gives a tournament to a cluster. `runner` is what would play it here: it has shown that the game, the agents and
    /// the tables are in order.
    ///
    /// # Errors
    /// If a bot cannot travel, or the server does not store what workers need.
    pub fn open(
        connection: Arc<ClusterConnection>,
        game: &dyn AnyGame,
        header: &RecordHeader,
        runner: &dyn GameRunner,
        options: &ClusterOptions,
    ) -> Result<Self, Error> {
        let text = encode(header);
        let run = sha256(&text)[..16].to_owned();
        let mut files = Vec::new();
        let bots = pack_bots(game, header, &mut files)?;
        files.push(text.clone());
        let notice = RunNotice {
            version: options.version.clone(),
            game: header.game.clone(),
            rules: rules_digest(game)?,
            agents: agents_digest(game, &header.players)?,
            has_truth: runner.has_truth(),
            deadline: options.deadline.as_secs_f64(),
            attempts: options.attempts,
            header: sha256(&text),
            bots,
            lane: options.lane,
            run: run.clone(),
        };
        let shared = MasterShared::new(&connection, notice, files);
        let backlog = connection.wait(begin(&shared))?;
        let events = start_tasks(&connection, &shared);
        Ok(Self {
            connection,
            shared,
            header: header.clone(),
            queued: options.queued.max(1),
            sizes: JobSizes::default(),
            wanted: MissingGames::default(),
            partial: PartialResults::default(),
            events,
            unacknowledged: Vec::new(),
            backlog,
            active: Instant::now(),
            name: format!("{run}-{}", crate::random_name()),
        })
    }

    /// Who plays, and what happened.
    #[must_use]
    pub fn view(&self) -> Arc<ClusterView> {
        Arc::clone(&self.shared.view)
    }

    /// The run's name on the server.
    #[must_use]
    pub fn run(&self) -> &str {
        &self.shared.notice.run
    }

    /// Publishes jobs until every worker has some.
    fn send_jobs(&mut self) -> Result<(), Error> {
        if self.backlog > 0 && self.active.elapsed() < BACKLOG_PATIENCE {
            return Ok(());
        }
        // Before the first worker is there, a few jobs wait for it.
        let slots = self.shared.view.strength().1.max(2);
        let longest = self.connection.longest_message();
        let most = if self.sizes.is_known() { self.queued * slots } else { slots };
        while self.wanted.unsent() > 0
            && self.wanted.jobs() < most
            && self.shared.publishing.load(Ordering::SeqCst) < MOST_PUBLISHING
        {
            let size = self.sizes.next(self.wanted.unsent(), slots);
            let (number, fixtures) = self.wanted.next_job(size);
            let mut halves = vec![fixtures];
            while let Some(mut fixtures) = halves.pop() {
                if fixtures.is_empty() {
                    continue;
                }
                let games = fixtures.iter().map(JobGame::from).collect();
                let id = format!("{}-{number}-{}", self.name, fixtures[0].number);
                let payload = pack(&encode(&Job { id: id.clone(), games }))?;
                if payload.len() > longest && fixtures.len() > 1 {
                    halves.push(fixtures.split_off(fixtures.len() / 2));
                    halves.push(fixtures);
                    continue;
                }
                self.active = Instant::now();
                self.shared.publishing.fetch_add(1, Ordering::SeqCst);
                self.connection.spawn(Arc::clone(&self.shared).publish(id, payload));
            }
        }
        Ok(())
    }

    /// Acknowledges results: the caller has written them down.
    fn acknowledge(&mut self) {
        acknowledge(&self.connection, std::mem::take(&mut self.unacknowledged));
    }

    fn handle(&mut self, event: MasterEvent, finished: &mut FinishedGames) {
        match event {
            MasterEvent::Result(message) => {
                self.active = Instant::now();
                self.backlog = self.backlog.saturating_sub(1);
                let headers = message.headers.clone().unwrap_or_default();
                let taken = self.partial.add(&headers, &message.payload);
                match taken {
                    Ok(Some((ResultKind::Lines, lines))) => self.take_lines(&lines, finished),
                    Ok(Some((ResultKind::Failed, bytes))) => self.take_failed(&bytes),
                    Ok(Some((ResultKind::Answer, _)) | None) => {}
                    Err(error) => self.shared.view.note(error.to_string()),
                }
                self.unacknowledged.push(*message);
            }
            MasterEvent::Idle => {
                let is_sending = self.shared.publishing.load(Ordering::SeqCst) > 0;
                if self.active.elapsed() < QUIET || is_sending {
                    return;
                }
                self.backlog = 0;
                let lost = self.wanted.put_back();
                if lost > 0 {
                    self.active = Instant::now();
                    self.shared.view.note(format!(
                        "the server has lost {lost} games that were asked for: they are asked for again"
                    ));
                }
            }
        }
    }

    fn take_lines(&mut self, lines: &[u8], finished: &mut FinishedGames) {
        for line in lines.split(|byte| *byte == b'\n').filter(|line| !line.is_empty()) {
            let Ok(record) = serde_json::from_slice::<GameRecord>(line) else {
                self.shared.view.note("a worker sent a line that is no game".to_owned());
                continue;
            };
            let number = record.number;
            let is_ours = |fixture: &Fixture| {
                fixture.players == record.players
                    && (fixture.round, fixture.group) == (record.round, record.group)
                    && self.header.fits(&record)
            };
            match self.wanted.get(number) {
                // It came before, from this worker or another.
                None => continue,
                Some(fixture) if !is_ours(fixture) => {
                    let text = format!("a worker sent a game {number} that is not the one planned");
                    self.shared.view.note(text);
                }
                Some(_) => {
                    self.sizes.add(record.seconds);
                    self.shared.done.fetch_add(1, Ordering::Relaxed);
                    if let Some(fixture) = self.wanted.take(number) {
                        finished.add_line(fixture, record, line);
                    }
                }
            }
        }
        self.shared.left.store(self.wanted.missing() as u64, Ordering::Relaxed);
    }

    fn take_failed(&mut self, bytes: &[u8]) {
        let Ok(FailedGames { numbers, reason }) = decode(bytes) else { return };
        for number in numbers {
            if self.wanted.fail(number, &reason) {
                self.shared.view.note(format!("game {number} is given up: {reason}"));
            }
        }
    }

    fn end(&self) {
        end(&self.connection, &self.shared);
    }
}

impl Workers for ClusterWorkers {
    fn start(&mut self, fixtures: VecDeque<Fixture>) -> Result<(), Error> {
        self.wanted.add(fixtures);
        self.shared.left.store(self.wanted.missing() as u64, Ordering::Relaxed);
        Ok(())
    }

    fn collect(&mut self, finished: &mut FinishedGames) -> Result<(), Error> {
        self.acknowledge();
        self.send_jobs()?;
        let first = self
            .connection
            .wait(async { tokio::time::timeout(WAIT, self.events.recv()).await.ok().flatten() });
        let mut next = first;
        for _ in 0..MOST_RESULTS {
            let Some(event) = next else { break };
            self.handle(event, finished);
            next = self.events.try_recv().ok();
        }
        if let Some(failed) = self.wanted.hopeless()
            // What came just now is written down first.
            && finished.games.is_empty()
        {
            let why: Vec<String> = failed
                .iter()
                .take(5)
                .map(|(number, why)| format!("game {number}: {why}"))
                .collect();
            let more = failed.len().saturating_sub(why.len());
            let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
            return Err(Error::new(
                ErrorKind::Io,
                format!("not every game could be played: {}{more}", why.join("; ")),
            ));
        }
        Ok(())
    }

    fn stop(&mut self, _finished: &mut FinishedGames) -> Result<(), Error> {
        if self.wanted.missing() > 0 {
            self.wanted.clear();
            self.end();
        }
        Ok(())
    }
}

impl Drop for ClusterWorkers {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts what goes on beside a master; what it is told.
fn start_tasks(
    connection: &ClusterConnection,
    shared: &Arc<MasterShared>,
) -> Receiver<MasterEvent> {
    let (sender, events) = channel(MOST_RESULTS);
    connection.spawn(Arc::clone(shared).fetch_results(sender.clone()));
    connection.spawn(Arc::clone(shared).watch_queue(sender));
    connection.spawn(Arc::clone(shared).hear_workers());
    events
}

/// Ends a run: workers turn to others, the server forgets it.
fn end(connection: &ClusterConnection, shared: &MasterShared) {
    if shared.is_over.swap(true, Ordering::SeqCst) {
        return;
    }
    connection.wait(async {
        // Without a server there is nobody to tell; what it has expires.
        let _ = tokio::time::timeout(END_PATIENCE, forget(shared)).await;
    });
}

/// Acknowledges results that are not needed any more.
fn acknowledge(connection: &ClusterConnection, messages: Vec<Message>) {
    if messages.is_empty() {
        return;
    }
    connection.spawn(async move {
        for message in messages {
            // What is not acknowledged comes again, and is recognised.
            let _ = message.ack().await;
        }
    });
}

/// Packs the bots among the players into files.
fn pack_bots(
    game: &dyn AnyGame,
    header: &RecordHeader,
    files: &mut Vec<Vec<u8>>,
) -> Result<Vec<BotNotice>, Error> {
    let mut bots = Vec::new();
    for (player, entrant) in header.players.iter().enumerate() {
        let named = |error: Error| error.at(&entrant.name);
        let base = header.folder_of(player);
        let launch = game.launch(&entrant.agent, base, BotPermission::Allowed).map_err(named)?;
        let Some(launch) = launch else { continue };
        let here = std::env::current_dir().unwrap_or_default();
        let base = base.unwrap_or(&here);
        let agent = portable_bot(&entrant.agent, base, launch.folder()).map_err(named)?;
        let bytes = archive(launch.folder()).map_err(named)?;
        let archive = sha256(&bytes);
        files.push(bytes);
        let is_caged = is_caged_bot(&entrant.agent);
        bots.push(BotNotice { player, archive, agent, is_caged });
    }
    Ok(bots)
}

/// Makes the run's queues and its notice; how many results an earlier master has left.
async fn begin(shared: &MasterShared) -> Result<u64, Error> {
    let run = &shared.notice.run;
    if let Ok(stream) = shared.jetstream.get_stream_no_info(names::JOBS).await {
        // An earlier master's jobs: this one makes its own, of what is missing.
        let _ = stream.purge().filter(names::jobs(run)).await;
        let _ = stream.delete_consumer(run).await;
    }
    if let Ok(stream) = shared.jetstream.get_stream_no_info(names::RESULTS).await {
        // Made anew, it hands out at once what the earlier master did not acknowledge.
        let _ = stream.delete_consumer(run).await;
    }
    shared.job_queue().await?;
    let results = shared.result_queue().await?;
    shared.announce().await?;
    Ok(results.get_info().await.map_or(0, |about| about.num_pending))
}

/// Removes all that the server has of the run, and tells workers.
async fn forget(shared: &MasterShared) {
    let run = &shared.notice.run;
    let of_stream = [
        (names::RUNS, names::run(run)),
        (names::JOBS, names::jobs(run)),
        (names::RESULTS, names::results(run)),
        (names::BLOBS, names::blobs(run)),
    ];
    let _ = shared.client.publish(names::OVER, run.clone().into()).await;
    for (name, subject) in of_stream {
        let Ok(stream) = shared.jetstream.get_stream_no_info(name).await else { continue };
        if name == names::JOBS || name == names::RESULTS {
            let _ = stream.delete_consumer(run).await;
        }
        let _ = stream.purge().filter(subject).await;
    }
    let _ = shared.client.flush().await;
}
