//! All results, and the verdict: sound or not, and why.

use std::path::PathBuf;

use bellwether_arena::record::Reason;
use bellwether_report::percent;

use super::accuracy::Accuracy;
use super::bot_games::FoundFault;
use super::games::GauntletResult;
use super::graded_bot::GradedBot;
use super::legality::Legality;
use super::protocol::ProtocolCheck;
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
    /// Required results besides soundness.
    pub(super) min_accuracy: Option<f64>,
    pub(super) min_score: Option<f64>,
    /// Whether Ctrl-C cut it short.
    pub(super) is_stopped: bool,
    /// The record of the games.
    pub(super) record: Option<PathBuf>,
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
        let failed = self.checks.iter().filter(|check| check.passed == Some(false));
        let mut faults: Vec<String> =
            failed.map(|check| format!("protocol: \"{}\" failed", check.name)).collect();
        let kinds = [
            (Reason::Illegal, "illegal move", "illegal moves"),
            (Reason::Crash, "crash", "crashes"),
            (Reason::Timeout, "late answer", "late answers"),
            (Reason::Protocol, "breach of the protocol", "breaches of the protocol"),
        ];
        for (reason, one, many) in kinds {
            match self.count(reason) {
                0 => {}
                1 => faults.push(format!("1 {one}")),
                count => faults.push(format!("{count} {many}")),
            }
        }
        faults
    }

    /// The thresholds that are not met.
    pub(super) fn shortfalls(&self) -> Vec<String> {
        let score = self.games.as_ref().and_then(GauntletResult::score);
        let required = [
            ("accuracy", self.min_accuracy, self.accuracy_share()),
            ("score", self.min_score, score),
        ];
        let shortfall =
            |(name, least, share): (&str, Option<f64>, Option<f64>)| match (least?, share) {
                (least, Some(share)) if share >= least => None,
                (least, Some(share)) => {
                    let (share, least) = (100.0 * share, 100.0 * least);
                    Some(format!("{name} {share:.1} %, less than {least:.1} %"))
                }
                (_, None) => Some(format!("no {name} to compare with --min-{name}")),
            };
        required.into_iter().filter_map(shortfall).collect()
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

/// `a, b and c`.
pub(super) fn listed(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [one] => one.clone(),
        [some @ .., last] => format!("{} and {last}", some.join(", ")),
    }
}
