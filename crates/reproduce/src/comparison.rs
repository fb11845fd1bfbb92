//! D4 to D6: two ways of the same search against each other in Battle Sheep, two seats each.

use bellwether_arena::record::GameRecord;
use bellwether_arena::stats::interval::Cluster;
use bellwether_report::{ReportBlock, TableCell, TextTable};
use serde::Deserialize;

use super::claim::{Claim, Figure, FigureScale, amount};
use super::experiment::{Experiment, ExperimentTexts, Findings, filled};
use super::match_plan::MatchPlan;
use super::runner::{ExperimentRunner, ExperimentScale, PerScale};

/// A comparison that a course report describes in words.
#[derive(Deserialize)]
pub(super) struct Comparison {
    #[serde(flatten)]
    texts: ExperimentTexts,
    game: String,
    /// The way of interest, and the other.
    agents: [ComparedAgent; 2],
    limit: PerScale<u32>,
    games: PerScale<u32>,
    /// Where the report's words put the first one's share of the points.
    share: ClaimedRange,
    /// Where they put its time for a move, as a multiple of the other's.
    time: Option<ClaimedRange>,
    /// The same match once more with so many times fewer simulations for the first: what it has in equal time.
    slower: Option<u32>,
}

#[derive(Deserialize)]
struct ComparedAgent {
    name: String,
    agent: String,
}

/// A claim in words, and the numbers that would be in line with it.
#[derive(Deserialize)]
struct ClaimedRange {
    low: f64,
    high: f64,
    words: String,
}

impl ClaimedRange {
    fn figure(&self) -> Figure {
        Figure::claimed(self.low, self.high, &self.words)
    }
}

impl Experiment for Comparison {
    fn texts(&self, scale: ExperimentScale) -> ExperimentTexts {
        let [limit, games] = [&self.limit, &self.games].map(|number| number.at(scale).to_string());
        self.texts.clone().filled(&[("limit", &limit), ("games", &games)])
    }

    fn matches(&self, scale: ExperimentScale) -> Vec<MatchPlan> {
        let limit = *self.limit.at(scale);
        let plan = |journal: String, limits: [u32; 2]| {
            let agents = self.agents.each_ref().into_iter().zip(limits);
            let agents: Vec<String> = agents
                .map(|(agent, limit)| filled(&agent.agent, &[("limit", &limit.to_string())]))
                .collect();
            MatchPlan {
                journal,
                game: self.game.clone(),
                agents: [agents.clone(), agents].concat(),
                games: *self.games.at(scale),
                swap: true,
                log: true,
            }
        };
        let id = self.texts(scale).id;
        let equal_time = |slower: u32| plan(format!("{id}-equal-time"), [limit / slower, limit]);
        [plan(id.clone(), [limit; 2])].into_iter().chain(self.slower.map(equal_time)).collect()
    }

    fn measure(
        &self,
        _: &ExperimentRunner,
        played: &[Vec<GameRecord>],
    ) -> anyhow::Result<Findings> {
        let records: Vec<&GameRecord> = played.iter().take(1).flatten().collect();
        let [one, other] = self.agents.each_ref().map(|agent| &*agent.name);
        let what = format!("share of the points, {one}");
        let share = Figure::clustered(&shares(&records));
        let mut claims =
            vec![Claim::new(what, self.share.figure(), share, FigureScale::Around(0.5))];
        let seconds = [0, 1].map(|player| seconds_a_move(&records, player));
        if let Some(time) = &self.time {
            let ratio = Figure::stated(seconds[0] / seconds[1]);
            let ratio = ratio.clone().said(format!("{} times as long", ratio.short));
            let what = format!("time a move, {one}");
            claims.push(Claim::new(what, time.figure(), ratio, FigureScale::Around(1.0)));
        }
        for records in played.iter().skip(1) {
            let share = Figure::clustered(&shares(&records.iter().collect::<Vec<_>>()));
            let what = format!("share of the points, {one}, in equal time");
            claims.push(Claim::new(what, self.share.figure(), share, FigureScale::Around(0.5)));
        }
        let points = [0, 1].map(|player| Figure::mean(&points_a_seat(&records, player)));
        let rows = [one, other].into_iter().zip(points).zip(seconds);
        let row = |((name, points), seconds): ((&str, Figure), f64)| {
            let milliseconds = amount(1000.0 * seconds);
            vec![
                TableCell::text(name),
                TableCell::measure(points.text),
                TableCell::measure(milliseconds),
            ]
        };
        let head = ["", "points a seat and game", "milliseconds a move"];
        let table = TextTable::new(&head, rows.map(row).collect());
        Ok(Findings { claims, reasons: Vec::new(), blocks: vec![ReportBlock::Table(table)] })
    }
}

/// The seats of a player.
fn seats(record: &GameRecord, player: usize) -> impl Iterator<Item = usize> {
    (0..record.players.len()).filter(move |seat| record.players[*seat] == player)
}

/// The first player's share of each game's points; games on one field belong together.
fn shares(records: &[&GameRecord]) -> Vec<Cluster> {
    let mut clusters: Vec<(u64, Cluster)> = Vec::new();
    for record in records {
        let own: f64 = seats(record, 0).map(|seat| record.payoffs[seat]).sum();
        let share = own / record.payoffs.iter().sum::<f64>();
        match clusters.last_mut().filter(|(group, _)| *group == record.group) {
            Some((_, cluster)) => {
                *cluster = Cluster { sum: cluster.sum + share, count: cluster.count + 1 };
            }
            None => clusters.push((record.group, Cluster { sum: share, count: 1 })),
        }
    }
    clusters.into_iter().map(|(_, cluster)| cluster).collect()
}

/// A player's mean points in each game.
fn points_a_seat(records: &[&GameRecord], player: usize) -> Vec<f64> {
    let mean = |record: &&GameRecord| {
        let points: Vec<f64> = seats(record, player).map(|seat| record.payoffs[seat]).collect();
        points.iter().sum::<f64>() / (points.len() as f64).max(1.0)
    };
    records.iter().map(mean).collect()
}

fn seconds_a_move(records: &[&GameRecord], player: usize) -> f64 {
    let moves = records.iter().flat_map(|record| {
        record.log.iter().filter(move |log| record.players[log.seat - 1] == player)
    });
    let (sum, count) = moves.fold((0.0, 0.0), |(sum, n), log| (sum + log.seconds, n + 1.0));
    sum / f64::max(count, 1.0)
}
