//! Solved tables: the list, making or checking one with progress, and reports on them.
//!
//! | module | what it does |
//! |---|---|
//! | here | all tables of a server |
//! | [`table_index`] | the tables in their folder, by names of our own |
//! | [`plan`] | what solving a game would take |
//! | [`job`] | the one table that is being made or checked |
//! | [`routes`] | `/api/tables` |

mod job;
mod plan;
mod routes;
mod table_index;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use bellwether_catalog::Catalog;
use bellwether_core::{Error, ErrorKind};
use bellwether_fairness::ReportSource;
use bellwether_report::{Report, html, plot};
use serde_json::{Value, json};
use tokio::sync::{Semaphore, watch};

use job::TableJob;
use plan::{SolveTask, VariantPlan};
pub(crate) use routes::routes;
use table_index::{OpenTable, TableFileStamp};

use crate::private::PrivateFolders;

/// Reports that are cached: making one reads every value of its table.
const CACHED_REPORTS: usize = 6;
/// How many requests read tables at once.
const READERS: usize = 2;

/// All tables of a server.
#[derive(Debug)]
pub(crate) struct TableService {
    catalog: Catalog,
    folder: PathBuf,
    folders: PrivateFolders,
    /// What solving the listed variants takes; worked out once.
    plans: OnceLock<Vec<VariantPlan>>,
    /// What is being made or checked, or was last.
    work: Mutex<Option<Arc<TableJob>>>,
    /// Its state; empty before there is any.
    updates: Arc<watch::Sender<Arc<str>>>,
    /// Tables that were checked since the server began, and how they were then.
    checked: Arc<Mutex<HashMap<String, TableFileStamp>>>,
    reports: Mutex<Vec<(String, TableFileStamp, Arc<Report>)>>,
    /// Reports and lists that are made at once.
    readers: Arc<Semaphore>,
}

impl TableService {
    pub(crate) fn new(catalog: Catalog, folder: PathBuf, folders: PrivateFolders) -> Self {
        Self {
            catalog,
            folder,
            folders,
            plans: OnceLock::new(),
            work: Mutex::default(),
            updates: Arc::new(watch::channel(job::nothing()).0),
            checked: Arc::default(),
            reports: Mutex::default(),
            readers: Arc::new(Semaphore::new(READERS)),
        }
    }

    /// What solving a game would take.
    ///
    /// # Errors
    /// If there is no such game, or it cannot be solved.
    fn plan(&self, game: &str) -> Result<Value, Error> {
        Ok(SolveTask::of(&self.catalog, game, &self.folder)?.to_json())
    }

    /// The tables and strategies that are there.
    fn list(&self) -> Value {
        let checked = lock(&self.checked).clone();
        let tables: Vec<Value> = table_index::files(&self.folder)
            .into_iter()
            .filter_map(|(path, stamp)| {
                let found = OpenTable::open(&self.catalog, &path).ok()?;
                let is_checked = checked.get(&found.id) == Some(&stamp);
                Some(found.to_json(stamp, is_checked))
            })
            .collect();
        let strategies: Vec<Value> = table_index::strategies(&self.folder)
            .into_iter()
            .filter_map(|(path, stamp)| {
                table_index::strategy_json(&self.catalog, &path, stamp).ok()
            })
            .collect();
        json!({ "tables": tables, "strategies": strategies, "memory": plan::memory() })
    }

    /// The listed games whose tables could be made. The first time it takes seconds: positions are counted.
    fn plans(&self) -> Value {
        let plans = self.plans.get_or_init(|| VariantPlan::all(&self.catalog, &self.folder));
        plans.iter().map(VariantPlan::to_json).collect()
    }

    /// Begins to make the table of a game.
    ///
    /// # Errors
    /// If there is work under way, the game cannot be solved, or takes more than a page may.
    fn solve(&self, game: &str) -> Result<(), Error> {
        let mut work = self.free()?;
        let solve = SolveTask::of(&self.catalog, game, &self.folder)?;
        solve.check()?;
        *work = Some(TableJob::solve(solve, self.folder.clone(), &self.folders, &self.updates)?);
        Ok(())
    }

    /// Begins to work every value of a table out again.
    ///
    /// # Errors
    /// If there is work under way, or no such table.
    fn check(&self, id: &str) -> Result<(), Error> {
        let mut work = self.free()?;
        let (found, stamp) = self.open(id)?;
        *work = Some(TableJob::check(found, stamp, &self.checked, &self.folders, &self.updates)?);
        Ok(())
    }

    /// The table of this name.
    fn open(&self, id: &str) -> Result<(OpenTable, TableFileStamp), Error> {
        let found = table_index::files(&self.folder).into_iter();
        let found = { found }.find(|(path, _)| table_index::name_of(path) == id);
        let (path, stamp) = found.ok_or_else(|| Error::not_found("there is no such table"))?;
        Ok((OpenTable::open(&self.catalog, &path)?, stamp))
    }

    fn free(&self) -> Result<MutexGuard<'_, Option<Arc<TableJob>>>, Error> {
        let work = lock(&self.work);
        match &*work {
            Some(work) if !work.has_ended() => Err(Error::new(
                ErrorKind::Busy,
                "a table is being worked on already: stop it, or wait",
            )),
            _ => Ok(work),
        }
    }

    /// Stops what is under way; finished tiers stay, and the next run resumes there.
    fn stop(&self) {
        if let Some(work) = &*lock(&self.work) {
            work.stop();
        }
    }

    /// The report on a table.
    ///
    /// # Errors
    /// If there is none of this name, or it is damaged.
    fn report(&self, id: &str) -> Result<(OpenTable, Arc<Report>), Error> {
        let (found, stamp) = self.open(id)?;
        let known =
            lock(&self.reports).iter().find(|(at, is, _)| at == id && *is == stamp).cloned();
        if let Some((_, _, report)) = known {
            return Ok((found, report));
        }
        let source = ReportSource {
            game: found.game.as_ref(),
            table: &found.table,
            oracle: found.oracle.as_ref(),
            folder: &self.folder,
            // The page draws its boards itself.
            draw: &|_| String::new(),
        };
        let report = source.report()?;
        let report = Arc::new(report);
        let mut reports = lock(&self.reports);
        reports.retain(|(at, _, _)| at != id);
        reports.truncate(CACHED_REPORTS - 1);
        reports.insert(0, (id.to_owned(), stamp, Arc::clone(&report)));
        Ok((found, report))
    }
}

/// When the server ends, so does its work; finished tiers stay.
impl Drop for TableService {
    fn drop(&mut self) {
        self.stop();
    }
}

/// A report as parts of the page.
fn shown(found: &OpenTable, report: &Report) -> Value {
    let sections: Vec<Value> = report
        .sections
        .iter()
        .map(|section| json!({ "title": section.title, "html": html::blocks(&section.blocks) }))
        .collect();
    json!({
        "id": found.id,
        "game": found.game.spec().to_string(),
        "title": report.title,
        "lead": report.lead,
        "patterns": plot::PATTERNS,
        "sections": sections,
    })
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
