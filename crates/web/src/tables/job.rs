//! The one table that is being made or checked: on its own threads, with progress reports.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use bellwether_catalog::solver;
use bellwether_core::{Error, ErrorKind};
use bellwether_solve::run::SolveProgress;
use serde_json::{Value, json};
use tokio::sync::watch;

use super::lock;
use super::plan::{self, SolveTask};
use super::table_index::{OpenTable, TableFileStamp};
use crate::private::PrivateFolders;

/// The interval of progress reports.
const UPDATE_INTERVAL: Duration = Duration::from_millis(250);

/// The state before there is any job.
pub(super) fn nothing() -> Arc<str> {
    json!({ "type": "work", "status": "none" }).to_string().into()
}

/// A table that is being made or checked.
#[derive(Debug)]
pub(super) struct TableJob {
    /// `solve` or `check`.
    kind: &'static str,
    game: String,
    title: &'static str,
    /// Numbers in all.
    total: u64,
    done: AtomicU64,
    /// The part that is in hand.
    part: Mutex<String>,
    stop: AtomicBool,
    began: Instant,
    ended: Mutex<Option<JobEnd>>,
}

/// How a job ended, after so many seconds.
#[derive(Clone, Debug)]
struct JobEnd {
    status: &'static str,
    seconds: f64,
    problem: Option<String>,
}

type JobUpdate = Arc<watch::Sender<Arc<str>>>;

impl TableJob {
    /// Makes a table.
    ///
    /// # Errors
    /// If there are no threads for it.
    pub(super) fn solve(
        solve: SolveTask,
        folder: PathBuf,
        folders: &PrivateFolders,
        updates: &JobUpdate,
    ) -> Result<Arc<Self>, Error> {
        let SolveTask { game, solver, plan } = solve;
        let work = Self::new("solve", game.spec().to_string(), game.card().title, plan.numbers);
        work.run(folders, updates, move |work| {
            let progress = |progress: SolveProgress| {
                // Threads report in any order.
                work.done.fetch_max(progress.done, Ordering::Relaxed);
                let mut part = lock(&work.part);
                if *part != progress.name {
                    *part = progress.name;
                }
            };
            solver.solve(&folder, plan::memory(), &work.stop, &progress)?;
            Ok(())
        })
    }

    /// Works every value of a table out again.
    ///
    /// # Errors
    /// If there are no threads for it.
    pub(super) fn check(
        found: OpenTable,
        stamp: TableFileStamp,
        checked: &Arc<Mutex<HashMap<String, TableFileStamp>>>,
        folders: &PrivateFolders,
        updates: &JobUpdate,
    ) -> Result<Arc<Self>, Error> {
        let solver = solver(found.game.as_ref())?;
        let total = found.table.subject().tiers.iter().map(|(_, numbers)| numbers).sum();
        let name = found.game.spec().to_string();
        let work = Self::new("check", name, found.game.card().title, total);
        let checked = Arc::clone(checked);
        work.run(folders, updates, move |work| {
            let progress = |more: u64| {
                work.done.fetch_add(more, Ordering::Relaxed);
            };
            solver.check(&found.table, &work.stop, &progress)?;
            lock(&checked).insert(found.id.clone(), stamp);
            Ok(())
        })
    }

    fn new(kind: &'static str, game: String, title: &'static str, total: u64) -> Arc<Self> {
        Arc::new(Self {
            kind,
            game,
            title,
            total,
            done: AtomicU64::new(0),
            part: Mutex::default(),
            stop: AtomicBool::new(false),
            began: Instant::now(),
            ended: Mutex::new(None),
        })
    }

    /// Does the work on its own threads, and reports progress.
    fn run(
        self: Arc<Self>,
        folders: &PrivateFolders,
        updates: &JobUpdate,
        work: impl FnOnce(&Self) -> Result<(), Error> + Send + 'static,
    ) -> Result<Arc<Self>, Error> {
        let no_thread = |error: &dyn std::fmt::Display| {
            Error::new(ErrorKind::Io, format!("no thread for it: {error}"))
        };
        let threads = rayon::ThreadPoolBuilder::new().num_threads(plan::threads()).build();
        let threads = threads.map_err(|error| no_thread(&error))?;
        let (worker, own_updates) = (Arc::clone(&self), Arc::clone(updates));
        let folders = folders.clone();
        let job = move || {
            // A panic ends the job as failed, so that no page waits for it.
            let once = std::panic::AssertUnwindSafe(|| threads.install(|| work(&worker)));
            let ended = std::panic::catch_unwind(once)
                .unwrap_or_else(|_| Err(Error::new(ErrorKind::Io, "the work broke down")));
            let (status, problem) = match ended {
                Ok(()) => ("done", None),
                Err(error) if error.kind() == ErrorKind::Stopped => ("stopped", None),
                Err(error) => ("failed", Some(folders.conceal(&error.to_string()))),
            };
            let seconds = worker.began.elapsed().as_secs_f64();
            *lock(&worker.ended) = Some(JobEnd { status, seconds, problem });
            worker.send_update(&own_updates);
        };
        self.send_update(updates);
        std::thread::Builder::new()
            .name("table".to_owned())
            .spawn(job)
            .map_err(|error| no_thread(&error))?;
        tokio::spawn(send_updates(Arc::clone(&self), Arc::clone(updates)));
        Ok(self)
    }

    pub(super) fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    pub(super) fn has_ended(&self) -> bool {
        lock(&self.ended).is_some()
    }

    fn send_update(&self, updates: &JobUpdate) {
        updates.send_replace(self.to_json().to_string().into());
    }

    fn to_json(&self) -> Value {
        let seconds = self.began.elapsed().as_secs_f64();
        let running = JobEnd { status: "running", seconds, problem: None };
        let JobEnd { status, seconds, problem } = lock(&self.ended).clone().unwrap_or(running);
        let done = self.done.load(Ordering::Relaxed).min(self.total);
        let mut value = json!({
            "type": "work",
            "kind": self.kind,
            "game": self.game,
            "title": self.title,
            "status": status,
            "done": if status == "done" { self.total } else { done },
            "total": self.total,
            "part": *lock(&self.part),
            "seconds": seconds,
        });
        if let Some(problem) = problem {
            value["problem"] = json!(problem);
        }
        value
    }
}

async fn send_updates(work: Arc<TableJob>, updates: JobUpdate) {
    loop {
        tokio::time::sleep(UPDATE_INTERVAL).await;
        if work.has_ended() {
            return;
        }
        work.send_update(&updates);
    }
}
