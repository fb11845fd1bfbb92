//! A1 to A14: one heuristic of Breakthrough against another, White first and sides fixed.

use std::collections::HashMap;

use bellwether_arena::record::GameRecord;
use bellwether_arena::stats::interval::Cluster;
use bellwether_core::Error;
use bellwether_report::{ReportBlock, TableCell, TextTable};
use serde::Deserialize;

use super::claim::{Claim, Figure, FigureScale, amount};
use super::experiment::{self, Experiment, ExperimentTexts, Findings};
use super::match_plan::MatchPlan;
use super::nodes::Nodes;
use super::runner::{ExperimentRunner, ExperimentScale};

/// The course report.
pub(super) const DATA: &str = include_str!("../data/breakthrough.json");

/// What the course report says.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BreakthroughReport {
    nodes: Nodes,
    /// The texts of every match-up.
    match_up: ExperimentTexts,
    /// What is said below the table of a match-up.
    note: String,
    /// Boards by what they are called.
    boards: HashMap<String, String>,
    /// Agents by what they are called.
    agents: HashMap<String, String>,
    /// What we think if figures differ, by name.
    reasons: HashMap<String, String>,
    match_ups: Vec<ReportedMatch>,
}

/// A match-up of the course report.
#[derive(Deserialize)]
struct ReportedMatch {
    id: String,
    board: String,
    /// Who plays White and Black.
    agents: [String; 2],
    /// The wins of White and Black.
    wins: [u32; 2],
    /// The moves of the one game of which it prints figures.
    moves: u32,
    /// The sides of that game.
    sides: [ReportedSide; 2],
    /// The name of the reason.
    reason: String,
}

/// What it prints of a side.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReportedSide {
    nodes: f64,
    nodes_per_move: f64,
    milliseconds: f64,
    /// Enemies captured.
    captured: f64,
}

/// One of the fourteen.
struct MatchUp {
    texts: ExperimentTexts,
    note: String,
    plan: MatchPlan,
    reported: ReportedMatch,
}

/// All experiments of the report.
pub(super) fn all() -> Result<Vec<Box<dyn Experiment>>, Error> {
    let BreakthroughReport { nodes, match_up, note, boards, agents, reasons, match_ups } =
        experiment::read(DATA)?;
    let mut all: Vec<Box<dyn Experiment>> = vec![Box::new(nodes)];
    for reported in match_ups {
        let ReportedMatch { id, board, agents: [white, black], wins, reason, .. } = &reported;
        let [won, lost] = wins.map(|wins| wins.to_string());
        let games = wins.iter().sum();
        let texts = match_up.clone().filled(&[
            ("id", id),
            ("board", board),
            ("white", white),
            ("black", black),
            ("wins", &won),
            ("losses", &lost),
            ("games", &u32::to_string(&games)),
            ("reason", &reasons[reason]),
        ]);
        let players = [&*agents[white], &*agents[black]];
        let plan = MatchPlan::of_two(id, &boards[board], players, games);
        all.push(Box::new(MatchUp { texts, note: note.clone(), plan, reported }));
    }
    Ok(all)
}

impl Experiment for MatchUp {
    fn texts(&self, _: ExperimentScale) -> ExperimentTexts {
        self.texts.clone()
    }

    fn matches(&self, _: ExperimentScale) -> Vec<MatchPlan> {
        vec![self.plan.clone()]
    }

    fn measure(
        &self,
        _: &ExperimentRunner,
        played: &[Vec<GameRecord>],
    ) -> anyhow::Result<Findings> {
        let records = &played[0];
        let wins = f64::from(self.reported.wins[0]);
        let reported = Figure::share(wins, u64::from(self.plan.games));
        let ours = Figure::won(records, Some(0));
        Ok(Findings {
            claims: vec![Claim::new("White's wins", reported, ours, FigureScale::Around(0.5))],
            reasons: self.reported.inconsistency().into_iter().collect(),
            blocks: vec![
                ReportBlock::Table(self.reported.table(records)?),
                ReportBlock::Text(self.note.clone()),
            ],
        })
    }
}

impl ReportedMatch {
    /// What does not fit together in the course report's own figures of its sample game.
    fn inconsistency(&self) -> Option<String> {
        let searches: f64 =
            self.sides.iter().map(|side| (side.nodes / side.nodes_per_move).round()).sum();
        let moves = self.moves;
        let is_off = (searches - f64::from(moves)).abs() > 1.0;
        is_off.then(|| {
            format!(
                "The course report's sample does not fit together: nodes in all divided by nodes a move make {searches} moves, but it \
                 prints {moves}."
            )
        })
    }

    fn table(&self, records: &[GameRecord]) -> Result<TextTable, Error> {
        let games = records.iter().map(game_tally).collect::<Result<Vec<_>, _>>()?;
        let row = |name: &str, reported: [Option<f64>; 2], ours: [String; 2]| {
            let reported = reported
                .map(|figure| figure.map_or(TableCell::Empty, |f| TableCell::measure(amount(f))));
            let cells = reported.into_iter().zip(ours.map(TableCell::measure));
            let cells = cells.flat_map(|(reported, ours)| [reported, ours]);
            [TableCell::text(name)].into_iter().chain(cells).collect::<Vec<_>>()
        };
        let reported = |measure: fn(&ReportedSide) -> f64| {
            self.sides.each_ref().map(|side| Some(measure(side)))
        };
        let each = |cluster: &dyn Fn(&SideTally) -> Cluster| {
            [0, 1].map(|seat: usize| {
                let clusters: Vec<Cluster> =
                    games.iter().map(|sides| cluster(&sides[seat])).collect();
                Figure::clustered(&clusters).text
            })
        };
        let sums =
            |measure: fn(&SideTally) -> f64| each(&|side| Cluster { sum: measure(side), count: 1 });
        // A mean over moves: those of one game belong together.
        let means = |measure: fn(&SideTally) -> f64| {
            each(&|side| Cluster { sum: measure(side), count: side.moves })
        };
        let lengths: Vec<f64> = records.iter().map(|record| record.moves.len() as f64).collect();
        let moves = Figure::mean(&lengths).text;
        let wins = [0, 1].map(|seat| Figure::won(records, Some(seat)).short);
        let rows = vec![
            row("wins", self.wins.map(|wins| Some(f64::from(wins))), wins),
            row("moves, both sides", [Some(f64::from(self.moves)); 2], [moves.clone(), moves]),
            row("nodes expanded", reported(|side| side.nodes), sums(|side| side.expanded)),
            row(
                "nodes expanded a move",
                reported(|side| side.nodes_per_move),
                means(|side| side.expanded),
            ),
            row("nodes visited a move", [None; 2], means(|side| side.visited)),
            row(
                "milliseconds a move",
                reported(|side| side.milliseconds),
                means(|side| 1000.0 * side.seconds),
            ),
            row("workers captured", reported(|side| side.captured), sums(|side| side.captured)),
        ];
        let head = ["", "White, reported", "White, ours", "Black, reported", "Black, ours"];
        Ok(TextTable::new(&head, rows))
    }
}

/// What is counted of a side in a game.
#[derive(Clone, Copy, Default)]
struct SideTally {
    moves: u64,
    /// Positions visited, and those of them that are not of the deepest level.
    visited: f64,
    expanded: f64,
    seconds: f64,
    captured: f64,
}

fn game_tally(record: &GameRecord) -> Result<[SideTally; 2], Error> {
    let mut sides = [SideTally::default(); 2];
    for log in &record.log {
        let side = &mut sides[log.seat - 1];
        side.moves += 1;
        side.visited += log.nodes as f64;
        let inner: u64 = log.levels.iter().take(log.depth as usize).sum();
        side.expanded += inner.max(1) as f64;
        side.seconds += log.seconds;
    }
    let game = bellwether_standard::game(&record.game)?;
    let mut position = game.start();
    let before = position.text(None);
    for text in record.moves.iter() {
        position.play(text)?;
    }
    let after = position.text(None);
    // Only the board: the letter after it says whose turn it is.
    let count = |text: &str, worker: char| {
        let board = text.split(' ').next().unwrap_or_default();
        board.chars().filter(|c| *c == worker).count() as f64
    };
    for (side, enemy) in sides.iter_mut().zip(['p', 'P']) {
        side.captured = count(&before, enemy) - count(&after, enemy);
    }
    Ok(sides)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn samples_that_do_not_fit_together_are_noticed() {
        let report: BreakthroughReport = experiment::read(DATA).unwrap();
        let odd: Vec<&str> = { report.match_ups.iter() }
            .filter(|one| one.inconsistency().is_some())
            .map(|one| &*one.id)
            .collect();
        // By hand: A1 has 49 + 24 searches and 85 moves, A2 24 + 23 and 73, A3 20 + 19 and 39, …
        assert!(odd.starts_with(&["A1", "A2", "A4"]), "{odd:?}");
        assert!(!odd.contains(&"A3") && !odd.contains(&"A13"));
    }
}
