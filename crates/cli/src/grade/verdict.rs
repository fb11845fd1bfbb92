//! All results, and the verdict: sound or not, and why.

use std::path::PathBuf;

use bellwether_arena::record::Reason;
use bellwether_report::percent;

use super::accuracy::Accuracy;
use super::bot_games::FoundFault;
use super::games::GauntletResult;
use super::graded_bot::GradedBot;
use super::legality::Legality;
use super::protocol::{CheckOutcome, ProtocolCheck};
use crate::tournament::resume_command;

/// A whole grade.
pub(super) struct Grade {
    pub(super) bot: GradedBot,
    pub(super) checks: Vec<ProtocolCheck>,
    /// None if the bot does not answer.
    pub(super) legality: Option<Legality>,
    pub(super) games: Option<GauntletResult>,
    /// How accurate its moves are, or why that is unknown.
    pub(super) accuracy: Option<Result<Accuracy, String>>,
    pub(super) thresholds: Thresholds,
    /// Whether Ctrl-C cut it short.
    pub(super) is_stopped: bool,
    /// The record of the games.
    pub(super) record: Option<PathBuf>,
}

/// Required results besides soundness.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Thresholds {
    pub(super) accuracy: Option<f64>,
    pub(super) score: Option<f64>,
}

impl Grade {
    /// The command that plays the remaining games, if Ctrl-C stopped them and they are recorded.
    pub(super) fn resume(&self) -> Option<String> {
        let is_left = self.games.as_ref().is_some_and(|games| games.is_stopped);
        self.record.as_deref().filter(|_| is_left).map(resume_command)
    }

    /// Every fault that cost it a game or would have.
    pub(super) fn offences(&self) -> impl Iterator<Item = &FoundFault> {
        let legality = self.legality.iter().flat_map(|legality| &legality.offences);
        legality.chain(self.games.iter().flat_map(|games| &games.offences))
    }

    /// The offences of a kind.
    pub(super) fn count(&self, reason: Reason) -> usize {
        self.offences().filter(|offence| offence.reason == reason).count()
    }

    /// The share of its moves that kept the result, if known or estimated.
    pub(super) fn accuracy_share(&self) -> Option<f64> {
        let accuracy = self.accuracy.as_ref()?.as_ref().ok()?;
        accuracy.kept().share()
    }

    /// Whether it is sound and good enough.
    pub(super) fn is_passed(&self) -> bool {
        self.faults().is_empty() && self.shortfalls().is_empty()
    }

    /// What is wrong, each in a few words; nothing if it is sound.
    pub(super) fn faults(&self) -> Vec<String> {
        let failed = self.checks.iter().filter(|check| check.outcome == CheckOutcome::Failed);
        let mut faults: Vec<String> =
            failed.map(|check| format!("protocol: \"{}\" failed", check.name)).collect();
        let kinds = [
            (Reason::Illegal, "illegal move"),
            (Reason::Crash, "crash"),
            (Reason::Timeout, "late answer"),
            (Reason::Protocol, "breach of the protocol"),
        ];
        for (reason, name) in kinds {
            match self.count(reason) {
                0 => {}
                1 => faults.push(format!("1 {name}")),
                count => faults.push(format!("{count} {}", plural(name))),
            }
        }
        faults
    }

    /// The thresholds that are not met.
    pub(super) fn shortfalls(&self) -> Vec<String> {
        let mut shortfalls = Vec::new();
        if let Some(least) = self.thresholds.accuracy {
            match self.accuracy_share() {
                Some(share) if share >= least => {}
                Some(share) => shortfalls.push(format!(
                    "accuracy {:.1} %, less than {:.1} %",
                    100.0 * share,
                    100.0 * least
                )),
                None => shortfalls.push("no accuracy to compare with --min-accuracy".to_owned()),
            }
        }
        if let Some(least) = self.thresholds.score {
            match self.games.as_ref().and_then(GauntletResult::score) {
                Some(score) if score >= least => {}
                Some(score) => shortfalls.push(format!(
                    "score {:.1} %, less than {:.1} %",
                    100.0 * score,
                    100.0 * least
                )),
                None => shortfalls.push("no score to compare with --min-score".to_owned()),
            }
        }
        shortfalls
    }

    /// The grade in one line.
    pub(super) fn verdict(&self) -> String {
        let (faults, shortfalls) = (self.faults(), self.shortfalls());
        let mut parts = Vec::new();
        if !faults.is_empty() {
            parts.push(format!("not sound: {}", faults.join(", ")));
        } else if let Some(games) = &self.games {
            let asked = self.legality.as_ref().map_or(0, |legality| legality.asked);
            let games = games.records.len();
            parts.push(format!("sound: no fault in {asked} positions and {games} games"));
        } else {
            parts.push("no fault so far".to_owned());
        }
        if !shortfalls.is_empty() {
            parts.push(format!("not good enough: {}", shortfalls.join(", ")));
        }
        if let Some(Ok(accuracy)) = &self.accuracy
            && accuracy.kept().graded > 0
        {
            let kept = accuracy.kept();
            let whose = if accuracy.source.is_opinion() { " in pvs's opinion" } else { "" };
            parts.push(format!("accuracy {}{whose}", percent(kept.kept, kept.graded)));
        }
        if let Some(games) = &self.games
            && let Some(score) = games.score()
        {
            let rivals = listed(&games.rivals());
            parts.push(format!("scores {:.1} % against {rivals}", 100.0 * score));
        }
        if self.is_stopped {
            parts.push("stopped before the end".to_owned());
        }
        parts.join("; ")
    }
}

fn plural(name: &str) -> String {
    match name.strip_suffix("crash") {
        Some(_) => "crashes".to_owned(),
        None if name.starts_with("breach") => "breaches of the protocol".to_owned(),
        None => format!("{name}s"),
    }
}

/// `a, b and c`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}
