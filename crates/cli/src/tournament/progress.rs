//! What is said while a tournament runs and when it is over.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use bellwether_arena::record::{Header, Reason, Record};
use bellwether_arena::run::{End, Go};
use bellwether_arena::schedule::{Finished, Schedule, outcome};
use bellwether_arena::stats::Outcome;
use indicatif::{ProgressBar, ProgressStyle};

use super::sequential::Sequential;
use super::{MatchArguments, resume_command};

/// The games so far, and how they are told.
pub(super) struct Progress {
    header: Header,
    names: Vec<String>,
    outcomes: Vec<Outcome>,
    reasons: BTreeMap<Reason, u64>,
    sequential: Option<Sequential>,
    bar: ProgressBar,
    /// Whether every game gets a line.
    lines: bool,
    interval: u64,
    json: bool,
    /// Games that were there before.
    resumed: u64,
}

impl Progress {
    pub(super) fn new(
        header: &Header,
        schedule: &Schedule,
        arguments: &MatchArguments,
        json: bool,
    ) -> anyhow::Result<Self> {
        let bar = match schedule.total() {
            _ if !std::io::stderr().is_terminal() => ProgressBar::hidden(),
            Some(total) => ProgressBar::new(total).with_style(ProgressStyle::with_template(
                "{pos}/{len} games  {per_sec}  {eta} left  {wide_msg}",
            )?),
            None => ProgressBar::no_length().with_style(ProgressStyle::with_template(
                "{pos} games  {per_sec}  {elapsed}  {wide_msg}",
            )?),
        };
        bar.enable_steady_tick(Duration::from_millis(500));
        Ok(Self {
            names: header.names(),
            header: header.clone(),
            outcomes: Vec::new(),
            reasons: BTreeMap::new(),
            sequential: Sequential::new(&header.settings)?,
            bar,
            lines: !arguments.quiet && !json,
            interval: u64::from(arguments.ratinginterval),
            json,
            resumed: 0,
        })
    }

    /// Takes in a game of an earlier run.
    pub(super) fn resumed(&mut self, finished: &Finished) {
        self.resumed += 1;
        self.bar.inc(1);
        if let Some(sequential) = &mut self.sequential {
            sequential.add(finished.fixture.number, &finished.outcome);
        }
        self.outcomes.push(finished.outcome.clone());
    }

    /// Takes in a game that has just ended.
    pub(super) fn game(&mut self, record: &Record) -> Go {
        let outcome = outcome(record);
        *self.reasons.entry(record.reason).or_default() += 1;
        let decided = self
            .sequential
            .as_mut()
            .is_some_and(|sequential| sequential.add(record.number, &outcome));
        self.outcomes.push(outcome);
        self.bar.inc(1);
        if self.lines {
            self.say(&finished_line(&self.names, record));
        }
        if decided { Go::Enough } else { Go::On }
    }

    fn say(&self, line: &str) {
        let print = || {
            let mut out = anstream::stdout().lock();
            let _ = writeln!(out, "{line}");
        };
        if self.bar.is_hidden() { print() } else { self.bar.suspend(print) }
    }

    pub(super) fn clear(&self) {
        self.bar.finish_and_clear();
    }

    pub(super) fn summary(&self, end: End, path: Option<&Path>) -> anyhow::Result<String> {
        let mut text = String::new();
        if let (End::Stopped, Some(path)) = (end, path) {
            let _ = writeln!(text, "Stopped after {} games. Go on with:", self.outcomes.len());
            let _ = writeln!(text, "  {}", resume_command(path));
        }
        Ok(text)
    }
}

/// `Finished game 1 (A vs B): 1-0 {White wins}`.
fn finished_line(names: &[String], record: &Record) -> String {
    let players: Vec<&str> = record.players.iter().map(|player| names[*player].as_str()).collect();
    format!(
        "Finished game {} ({}): {} {{{}}}",
        record.number,
        players.join(" vs "),
        record.result(),
        record.detail
    )
}
