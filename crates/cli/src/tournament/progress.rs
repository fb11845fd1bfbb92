//! The output of a running tournament, and its result.

use std::fmt::Write as _;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use bellwether_arena::record::{GameRecord, RecordHeader};
use bellwether_arena::run::{RunDecision, RunEnd};
use bellwether_arena::schedule::outcome;
use bellwether_arena::stats::sequential::Sequential;
use bellwether_arena::stats::sprt::SprtVerdict;
use bellwether_arena::stats::standings::points;
use bellwether_arena::stats::text;
use bellwether_arena::tournament_stats::TournamentStats;
use bellwether_report::grouped;
use indicatif::{ProgressBar, ProgressStyle};
use serde_json::json;

use super::RunOptions;
use crate::report::Exports;

/// The games so far, and their output.
pub(super) struct TournamentProgress<'a> {
    options: &'a RunOptions<'a>,
    names: Vec<String>,
    seats: Vec<String>,
    pub(super) digest: TournamentStats,
    points: Vec<f64>,
    sequential: Option<Sequential>,
    pub(super) bar: ProgressBar,
    /// When the bar's text was last updated.
    said: Instant,
    /// Whether every game gets a line.
    lines: bool,
}

/// How often the score in the bar is updated.
const OFTEN: Duration = Duration::from_millis(200);

impl<'a> TournamentProgress<'a> {
    /// The output of so many games, if their number is known.
    pub(super) fn new(
        header: &RecordHeader,
        sides: &[Vec<usize>],
        total: Option<u64>,
        options: &'a RunOptions<'a>,
    ) -> anyhow::Result<Self> {
        let bar = match total {
            Some(total) => ProgressBar::new(total).with_style(ProgressStyle::with_template(
                "{pos}/{len} games  {per_sec}  {eta} left  {wide_msg}",
            )?),
            None => ProgressBar::no_length().with_style(ProgressStyle::with_template(
                "{pos} games  {per_sec}  {elapsed}  {wide_msg}",
            )?),
        };
        bar.enable_steady_tick(Duration::from_millis(500));
        Ok(Self {
            options,
            names: header.names(),
            seats: header.seats.clone(),
            digest: TournamentStats::new(header, sides),
            points: vec![0.0; header.players.len()],
            sequential: Sequential::new(&header.settings)?,
            bar,
            said: Instant::now(),
            lines: !options.arguments.quiet && !options.json,
        })
    }

    /// Takes in a game that has just ended, or one of an earlier run.
    pub(super) fn game(&mut self, record: &GameRecord, is_new: bool) -> RunDecision {
        let outcome = outcome(record);
        for (player, points) in outcome.players.iter().zip(points(&outcome)) {
            self.points[*player] += points;
        }
        self.digest.add(record);
        self.bar.inc(1);
        let test = self.sequential.as_mut();
        let decided = test.is_some_and(|test| test.add(record));
        if !is_new {
            self.bar.reset_eta();
        } else if self.lines {
            let ending = text::ending(record, &self.seats);
            self.say(&text::finished_game(record.number, &outcome, &ending, &self.names));
            if self.digest.outcomes.len().is_multiple_of(self.options.interval) {
                for line in self.digest.duel_lines().into_iter().chain(self.sequential_line()) {
                    self.say(&line);
                }
            }
        }
        if self.said.elapsed() >= OFTEN && !self.bar.is_hidden() {
            self.said = Instant::now();
            let score = self.digest.brief(&self.points);
            let cluster = self.options.cluster.as_ref();
            self.bar.set_message(match cluster {
                Some(view) => format!("{}  {score}", view.brief()),
                None => score,
            });
        }
        if decided { RunDecision::Enough } else { RunDecision::On }
    }

    fn sequential_line(&self) -> Option<String> {
        self.sequential.as_ref().map(|sequential| text::sprt(&sequential.test, sequential.llr()))
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

    /// What is printed at the end; `stopped` is the command that goes on.
    pub(super) fn summary(
        &self,
        end: RunEnd,
        path: Option<&Path>,
        stopped: Option<&str>,
        exports: Option<&Exports>,
    ) -> String {
        if self.options.json {
            let mut value = self.digest.json();
            value["end"] = json!(end);
            value["record"] = json!(path.map(|path| path.display().to_string()));
            value["resume"] = json!(stopped);
            value["exports"] = exports.map_or_else(|| json!({}), |exports| exports.value.clone());
            if let Some(sequential) = &self.sequential {
                value["sprt"] = json!({ "llr": sequential.llr(), "verdict": verdict(sequential) });
                if sequential.left_out() > 0 {
                    value["sprt"]["leftOut"] = sequential.left_out().into();
                }
            }
            return format!("{value}\n");
        }
        let mut text = if self.lines { "\n".to_owned() } else { String::new() };
        text.push_str(&self.digest.text());
        if let (Some(sequential), Some(line)) = (&self.sequential, self.sequential_line()) {
            let _ = writeln!(text, "{line}\n{}", verdict(sequential));
            if sequential.left_out() > 0 {
                let _ = writeln!(
                    text,
                    "The test leaves {} games out: they, or the other game of their pair, were played before.",
                    grouped(sequential.left_out())
                );
            }
        }
        if let Some(path) = path {
            let _ = writeln!(text, "Record: {}", path.display());
        }
        if let Some(exports) = exports {
            text.push_str(&exports.text);
        }
        if let Some(command) = stopped {
            let _ = writeln!(
                text,
                "Stopped before the end; games under way are not counted. Go on with:"
            );
            let _ = writeln!(text, "  {command}");
        }
        text
    }
}

fn verdict(sequential: &Sequential) -> String {
    let test = &sequential.test;
    match sequential.verdict() {
        SprtVerdict::Continue => "undecided".to_owned(),
        SprtVerdict::AcceptH0 => {
            format!("H0 accepted: the lead is {} rather than {}", test.elo0, test.elo1)
        }
        SprtVerdict::AcceptH1 => {
            format!("H1 accepted: the lead is {} rather than {}", test.elo1, test.elo0)
        }
    }
}
