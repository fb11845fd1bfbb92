//! A-nodes: how many positions a search visits at every level, over whole games of Breakthrough.

use bellwether_arena::record::{GameRecord, MoveLog};
use bellwether_arena::stats::interval::Cluster;
use bellwether_report::{ReportBlock, TableCell, TextTable};
use serde::Deserialize;

use super::capital;
use super::claim::{Claim, Figure, FigureScale, amount};
use super::experiment::{Experiment, ExperimentTexts, Findings};
use super::match_plan::MatchPlan;
use super::runner::{ExperimentRunner, ExperimentScale, PerScale};

/// All four searches: minimax and alpha-beta to depth 3, then alpha-beta deeper.
#[derive(Deserialize)]
pub(super) struct Nodes {
    #[serde(flatten)]
    texts: ExperimentTexts,
    searches: [ReportedSearch; 4],
}

/// A search of the course report.
#[derive(Deserialize)]
struct ReportedSearch {
    name: String,
    journal: String,
    agent: String,
    games: PerScale<u32>,
    /// The course report's nodes a move, as it states them.
    nodes: f64,
    milliseconds: f64,
    /// Its nodes by level, the leaves first.
    levels: Vec<f64>,
}

impl Experiment for Nodes {
    fn texts(&self, _: ExperimentScale) -> ExperimentTexts {
        self.texts.clone()
    }

    fn matches(&self, scale: ExperimentScale) -> Vec<MatchPlan> {
        let plan = |search: &ReportedSearch| {
            let agents = [&*search.agent; 2];
            MatchPlan::of_two(&search.journal, "breakthrough", agents, *search.games.at(scale))
        };
        self.searches.iter().map(plan).collect()
    }

    fn measure(
        &self,
        _: &ExperimentRunner,
        played: &[Vec<GameRecord>],
    ) -> anyhow::Result<Findings> {
        let mut findings = Findings::default();
        for (search, records) in self.searches.iter().zip(played) {
            let what = format!("nodes, {}", search.name);
            let reported = Figure::stated(search.nodes);
            findings.claims.push(Claim::new(what, reported, nodes(records), FigureScale::Amount));
            findings.blocks.push(ReportBlock::Heading(capital(&search.name)));
            findings.blocks.push(ReportBlock::Table(levels(search, records)));
        }
        let saved = |minimax: f64, alpha_beta: f64| {
            let saved = 1.0 - alpha_beta / minimax;
            Figure::stated(saved).said(format!("{:.0} % fewer", 100.0 * saved))
        };
        findings.claims.push(Claim::new(
            "saved by pruning, depth 3",
            saved(self.searches[0].nodes, self.searches[1].nodes),
            saved(nodes(&played[0]).value, nodes(&played[1]).value),
            FigureScale::Around(0.0),
        ));
        Ok(findings)
    }
}

/// The mean of something over all moves.
fn mean(records: &[GameRecord], measure: impl Fn(&MoveLog) -> f64) -> Figure {
    let cluster = |record: &GameRecord| Cluster {
        sum: record.log.iter().map(&measure).sum(),
        count: record.log.len() as u64,
    };
    Figure::clustered(&records.iter().map(cluster).collect::<Vec<_>>())
}

fn nodes(records: &[GameRecord]) -> Figure {
    mean(records, |log| log.nodes as f64)
}

fn levels(search: &ReportedSearch, records: &[GameRecord]) -> TextTable {
    let row = |name: &str, reported: f64, ours: Figure| {
        vec![
            TableCell::text(name),
            TableCell::measure(amount(reported)),
            TableCell::measure(ours.text),
        ]
    };
    let depth = search.levels.len() - 1;
    let mut rows: Vec<Vec<TableCell>> = Vec::new();
    for (level, reported) in search.levels.iter().enumerate() {
        let from_root = depth - level;
        let ours = mean(records, |log| log.levels.get(from_root).copied().unwrap_or(0) as f64);
        let name = match from_root {
            0 => format!("{level}, the root"),
            _ if level == 0 => "0, the leaves".to_owned(),
            _ => level.to_string(),
        };
        rows.push(row(&name, *reported, ours));
    }
    rows.push(row("nodes a move", search.nodes, nodes(records)));
    let seconds = mean(records, |log| 1000.0 * log.seconds);
    rows.push(row("milliseconds a move", search.milliseconds, seconds));
    TextTable::new(&["level", "reported", "ours (95 % interval)"], rows)
}
