//! A-nodes: how many positions a search visits at every level, over whole games of Breakthrough.

use bellwether_arena::record::GameRecord;
use bellwether_arena::stats::interval::{Cluster, of_clustered_mean};
use bellwether_report::{ReportBlock, TableCell, TextTable, grouped};

use super::capital;
use super::claim::{Claim, Figure, FigureScale, amount};
use super::experiment::{Experiment, Findings};
use super::match_plan::{MatchPlan, Notes};
use super::runner::{ExperimentRunner, ExperimentScale};

/// All four searches.
pub(super) struct Nodes;

/// A search of the course report.
struct ReportedSearch {
    name: &'static str,
    file: &'static str,
    agent: &'static str,
    /// The course report's nodes a move, as it states them.
    nodes: f64,
    milliseconds: f64,
    /// Its nodes by level, the leaves first.
    levels: &'static [f64],
    quick: u32,
    full: u32,
}

const SEARCHES: [ReportedSearch; 4] = [
    ReportedSearch {
        name: "minimax, depth 3",
        file: "A-nodes/minimax-3",
        agent: "minimax:depth=3,heuristic=offensive1",
        nodes: 21_174.26,
        milliseconds: 5.89,
        levels: &[20_383.42, 763.63, 26.21, 1.0],
        quick: 50,
        full: 100,
    },
    ReportedSearch {
        name: "alpha-beta, depth 3",
        file: "A-nodes/alphabeta-3",
        agent: "alphabeta:depth=3,heuristic=offensive2",
        nodes: 12_031.89,
        milliseconds: 43.37,
        levels: &[11_242.26, 759.89, 28.74, 1.0],
        quick: 50,
        full: 100,
    },
    ReportedSearch {
        name: "alpha-beta, depth 4",
        file: "A-nodes/alphabeta-4",
        agent: "alphabeta:depth=4,heuristic=offensive2",
        nodes: 271_410.5,
        milliseconds: 652.34,
        levels: &[209_033.6, 19_624.6, 686.92, 28.36, 1.0],
        quick: 20,
        full: 100,
    },
    ReportedSearch {
        name: "alpha-beta, depth 5",
        file: "A-nodes/alphabeta-5",
        agent: "alphabeta:depth=5,heuristic=offensive2",
        nodes: 8_132_769.38,
        milliseconds: 19_953.17,
        levels: &[7_490_927.21, 617_842.04, 23_189.92, 779.63, 29.58, 1.0],
        quick: 4,
        full: 40,
    },
];

impl ReportedSearch {
    fn contest(&self, effort: ExperimentScale) -> MatchPlan {
        MatchPlan {
            name: self.file.to_owned(),
            game: "breakthrough".to_owned(),
            agents: vec![self.agent.to_owned(); 2],
            games: effort.choose(self.quick, self.full),
            swap: false,
            notes: Notes::Search,
        }
    }
}

impl Experiment for Nodes {
    fn id(&self) -> &'static str {
        "A-nodes"
    }

    fn title(&self) -> String {
        "Breakthrough: nodes a level and time a move".to_owned()
    }

    fn summary(&self) -> String {
        "nodes a level and time a move of minimax to depth 3 and alpha-beta to depths 3, 4 and 5"
            .to_owned()
    }

    fn contests(&self, effort: ExperimentScale) -> Vec<MatchPlan> {
        SEARCHES.iter().map(|search| search.contest(effort)).collect()
    }

    fn run(&self, runner: &ExperimentRunner) -> anyhow::Result<Findings> {
        let mut findings = Findings {
            reported: "Whole games were averaged: nodes expanded at every level (the leaves are level 0), nodes a move and \
                   milliseconds a move. Which heuristics played is not said."
                .to_owned(),
            ours: "Each search plays itself, minimax with the first offensive heuristic and alpha-beta with the second (the \
                   course report's times suggest these). Means over all moves of both sides; the intervals take games, not \
                   moves, as independent."
                .to_owned(),
            ..Findings::default()
        };
        let mut ours = Vec::new();
        for search in &SEARCHES {
            let contest = search.contest(runner.effort);
            let records = runner.play(&contest)?;
            findings.commands.push(contest.command(runner.seed));
            let nodes = mean(&records, |log| log.nodes as f64);
            let claim = Claim::new(
                format!("nodes, {}", search.name),
                Some(Figure::stated(search.nodes)),
                Some(nodes),
                FigureScale::Amount,
            );
            findings.claims.push(claim);
            ours.push(records);
        }
        let saved = |nodes: &[f64]| 1.0 - nodes[1] / nodes[0];
        let leaves: Vec<f64> =
            ours[..2].iter().map(|records| mean(records, |log| log.nodes as f64).value).collect();
        let reported = saved(&[SEARCHES[0].nodes, SEARCHES[1].nodes]);
        let share =
            |saved: f64| Figure::stated(saved).said(format!("{:.0} % fewer", 100.0 * saved));
        findings.claims.push(Claim::new(
            "saved by pruning, depth 3",
            Some(share(reported)),
            Some(share(saved(&leaves))),
            FigureScale::Around(0.0),
        ));
        for (search, records) in SEARCHES.iter().zip(&ours) {
            findings.blocks.push(ReportBlock::Heading(capital(search.name)));
            findings.blocks.push(ReportBlock::Table(levels(search, records)));
        }
        findings.reasons = vec![
            "Nodes depend on who plays: heuristics that trade workers thin the board out, and with it every level. Ours \
             also stop at a finished game."
                .to_owned(),
            "The course report's alpha-beta prunes less than it could: at depth 3 it keeps 760 nodes one level above the leaves, where \
             its minimax has 764, and halves the leaves only. A search that hands its window down to every level, as \
             ours does, also cuts inner nodes off; the order of moves is the rules' own in ours and not said in \
             the course report."
                .to_owned(),
            format!(
                "The course report's own figures for depth 4 do not add up: its levels make {} nodes, but it states {}.",
                grouped(SEARCHES[2].levels.iter().sum::<f64>().round() as u64),
                grouped(SEARCHES[2].nodes.round() as u64)
            ),
        ];
        Ok(findings)
    }
}

/// The mean of something over all moves.
fn mean(
    records: &[GameRecord],
    measure: impl Fn(&bellwether_arena::record::MoveLog) -> f64,
) -> Figure {
    let clusters: Vec<Cluster> = records
        .iter()
        .map(|record| Cluster {
            sum: record.log.iter().map(&measure).sum(),
            count: record.log.len() as u64,
        })
        .collect();
    let sum: f64 = clusters.iter().map(|cluster| cluster.sum).sum();
    let count: u64 = clusters.iter().map(|cluster| cluster.count).sum();
    Figure::within(sum / (count as f64).max(1.0), of_clustered_mean(&clusters))
}

fn levels(search: &ReportedSearch, records: &[GameRecord]) -> TextTable {
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
        rows.push(vec![
            TableCell::Text(name),
            TableCell::measure(amount(*reported)),
            TableCell::measure(ours.text),
        ]);
    }
    rows.push(vec![
        TableCell::text("nodes a move"),
        TableCell::measure(amount(search.nodes)),
        TableCell::measure(mean(records, |log| log.nodes as f64).text),
    ]);
    rows.push(vec![
        TableCell::text("milliseconds a move"),
        TableCell::measure(amount(search.milliseconds)),
        TableCell::measure(mean(records, |log| 1000.0 * log.seconds).text),
    ]);
    TextTable::new(&["level", "reported", "ours (95 % interval)"], rows)
}
