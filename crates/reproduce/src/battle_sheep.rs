//! D: Battle Sheep. D1 to D3 here: one searcher among three baselines, in its four settings.

use std::sync::Arc;

use bellwether_arena::record::GameRecord;
use bellwether_arena::stats::interval::Interval;
use bellwether_core::Error;
use bellwether_report::{Axis, Bar, BarPlot, ReportBlock, TableCell, TextTable};
use serde::Deserialize;

use super::capital;
use super::claim::{Claim, Figure, FigureScale};
use super::comparison::Comparison;
use super::experiment::{self, Experiment, ExperimentTexts, Findings, filled};
use super::match_plan::MatchPlan;
use super::placing::Placing;
use super::runner::{ExperimentRunner, ExperimentScale, PerScale};

/// The course report.
pub(super) const DATA: &str = include_str!("../data/battle_sheep.json");

/// What the course report says.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct BattleSheepReport {
    /// Its four games; of the first it prints figures.
    settings: Vec<GameSetting>,
    /// Who sits in the other three seats.
    baselines: Vec<String>,
    /// The texts of every experiment.
    one_seat: ExperimentTexts,
    /// What a full run spends.
    full_budget: String,
    agents: Vec<ReportedAgent>,
}

/// What it describes without figures.
#[derive(Deserialize)]
struct DescribedExperiments {
    comparisons: Vec<Comparison>,
    placing: Placing,
}

/// One of its games.
#[derive(Deserialize)]
struct GameSetting {
    name: String,
    game: String,
    /// Full runs are paid by the second; twelve are the course report's ten, in whole rotations.
    games: PerScale<u32>,
    /// The limit of a full run: the course report's time a move where it prints figures, else less.
    limit: String,
}

/// An agent of the course report and its ten games.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct ReportedAgent {
    id: String,
    name: String,
    agent: String,
    /// The agent in teams, where the course report has another.
    team_agent: Option<String>,
    /// The limit of a quick run, and what is said about it.
    quick_limit: String,
    quick_budget: String,
    /// The course report's wins of ten.
    wins: f64,
    /// Its scores in the ten games.
    scores: Vec<f64>,
    reason: String,
}

/// The experiment of one of the agents.
struct OneSeat {
    report: Arc<BattleSheepReport>,
    index: usize,
}

/// All of D.
pub(super) fn all() -> Result<Vec<Box<dyn Experiment>>, Error> {
    let report: Arc<BattleSheepReport> = Arc::new(experiment::read(DATA)?);
    let one = |index| Box::new(OneSeat { report: Arc::clone(&report), index }) as Box<_>;
    let described: DescribedExperiments = experiment::read(DATA)?;
    let mut all: Vec<Box<dyn Experiment>> = (0..report.agents.len()).map(one).collect();
    all.extend(described.comparisons.into_iter().map(|one| Box::new(one) as Box<_>));
    all.push(Box::new(described.placing));
    Ok(all)
}

impl BattleSheepReport {
    /// The matches of an agent: in each setting against each baseline.
    fn matches(&self, agent: &ReportedAgent, scale: ExperimentScale) -> Vec<MatchPlan> {
        let each = |(setting, baseline): (&GameSetting, &str)| {
            let GameSetting { name, game, games, limit } = setting;
            let team_agent = agent.team_agent.as_ref().filter(|_| name == "teams");
            let limit = scale.choose(&agent.quick_limit, limit);
            let searcher = filled(team_agent.unwrap_or(&agent.agent), &[("limit", limit)]);
            let mut agents = vec![baseline.to_owned(); 3];
            agents.insert(0, searcher);
            MatchPlan {
                journal: format!("{}/{name}-{baseline}", agent.id),
                game: game.clone(),
                agents,
                games: *games.at(scale),
                swap: true,
                log: true,
            }
        };
        self.fields().map(each).collect()
    }

    /// The setting and the opponents of each match.
    fn fields(&self) -> impl Iterator<Item = (&GameSetting, &str)> {
        let each = |setting| self.baselines.iter().map(move |baseline| (setting, &**baseline));
        self.settings.iter().flat_map(each)
    }
}

impl OneSeat {
    fn agent(&self) -> &ReportedAgent {
        &self.report.agents[self.index]
    }

    /// How many points more than D1 it makes on the basic field, game by game from the same seats: the course report
    /// compares its three agents in this way.
    fn advance(
        &self,
        runner: &ExperimentRunner,
        basic: &[SeatResult],
    ) -> anyhow::Result<Option<Claim>> {
        let first = &self.report.agents[0];
        if self.index == 0 {
            return Ok(None);
        }
        let mut differences = Vec::new();
        for (plan, result) in self.report.matches(first, runner.scale).iter().zip(basic) {
            let other = SeatResult::of(plan, &runner.play(plan)?)?;
            let pairs = result.scores.iter().zip(other.scores);
            differences.extend(pairs.map(|(own, other)| own - other));
        }
        let [own, other] = [self.agent(), first].map(|agent| Figure::mean(&agent.scores));
        let margin = |figure: &Figure| figure.interval.map_or(0.0, |interval| interval.margin());
        // The course report's games are not of the same fields, so both spreads count.
        let spread = margin(&own).hypot(margin(&other));
        let value = own.value - other.value;
        let reported = Figure::within(value, Some(Interval::around(value, spread)));
        let ours = Figure::mean(&differences);
        Ok(Some(Claim::new("score above that of D1", reported, ours, FigureScale::Around(0.0))))
    }
}

impl Experiment for OneSeat {
    fn texts(&self, scale: ExperimentScale) -> ExperimentTexts {
        let ReportedAgent { id, name, quick_budget, wins, reason, .. } = self.agent();
        self.report.one_seat.clone().filled(&[
            ("id", id),
            ("name", name),
            ("Name", &capital(name)),
            ("wins", &wins.to_string()),
            ("budget", scale.choose(quick_budget, &self.report.full_budget)),
            ("reason", reason),
        ])
    }

    fn matches(&self, scale: ExperimentScale) -> Vec<MatchPlan> {
        self.report.matches(self.agent(), scale)
    }

    fn measure(
        &self,
        runner: &ExperimentRunner,
        played: &[Vec<GameRecord>],
    ) -> anyhow::Result<Findings> {
        let agent = self.agent();
        let plans = self.matches(runner.scale);
        let results: Vec<SeatResult> = plans
            .iter()
            .zip(played)
            .map(|(plan, records)| SeatResult::of(plan, records))
            .collect::<Result<_, _>>()?;
        let basic = &results[..self.report.baselines.len()];
        let mut claims = Vec::new();
        for (baseline, result) in self.report.baselines.iter().zip(basic) {
            let what = format!("wins against {baseline}");
            let reported = Figure::share(agent.wins, 10);
            claims.push(Claim::new(what, reported, result.won(), FigureScale::Around(0.25)));
            let what = format!("mean score against {baseline}");
            let [reported, ours] = [&agent.scores, &result.scores].map(|one| Figure::mean(one));
            claims.push(Claim::new(what, reported, ours, FigureScale::Amount));
        }
        claims.extend(self.advance(runner, basic)?);
        let (mut rows, mut bars) = (Vec::new(), Vec::new());
        for ((setting, baseline), result) in self.report.fields().zip(&results) {
            let field = format!("{}, {baseline}", setting.name);
            rows.push(vec![
                TableCell::text(&field),
                TableCell::measure(result.won().text),
                TableCell::Number(result.shared),
                TableCell::measure(Figure::mean(&result.scores).text),
                TableCell::measure(Figure::mean(&result.others).text),
            ]);
            let mark = (setting.name == "basic").then_some(agent.wins / 10.0);
            bars.push(Bar { name: field, estimate: result.won().estimate(), mark });
        }
        let plot = BarPlot {
            title: "Games won from one seat of four".to_owned(),
            axis: Axis::percent("games won"),
            mark: Some("reported".to_owned()),
            rows: bars,
        };
        let head = [
            "setting and opponents",
            "won",
            "first place shared",
            "mean score",
            "opponents’ mean score",
        ];
        let table = TextTable::new(&head, rows);
        let blocks = vec![ReportBlock::Bars(plot), ReportBlock::Table(table)];
        Ok(Findings { claims, reasons: Vec::new(), blocks })
    }
}

/// How one match went for the player of interest.
#[derive(Default)]
struct SeatResult {
    games: u64,
    wins: f64,
    shared: u64,
    scores: Vec<f64>,
    others: Vec<f64>,
}

impl SeatResult {
    /// Player 0 is the one of interest. It wins if nobody outside its side has as many points.
    fn of(plan: &MatchPlan, records: &[GameRecord]) -> Result<Self, Error> {
        let sides = bellwether_standard::game(&plan.game)?.sides();
        let mut outcome = Self::default();
        for record in records {
            let Some(seat) = record.players.iter().position(|player| *player == 0) else {
                continue;
            };
            let side = sides.iter().find(|side| side.contains(&seat));
            let is_rival = |other: &usize| side.is_none_or(|side| !side.contains(other));
            let rivals: Vec<usize> = (0..record.payoffs.len()).filter(is_rival).collect();
            let own = record.payoffs[seat];
            let best =
                rivals.iter().map(|other| record.payoffs[*other]).fold(f64::NEG_INFINITY, f64::max);
            outcome.games += 1;
            if own > best {
                outcome.wins += 1.0;
            } else if own == best {
                outcome.shared += 1;
            }
            let Some(scores) = &record.scores else { continue };
            outcome.scores.push(scores[seat]);
            let others: f64 = rivals.iter().map(|other| scores[*other]).sum();
            outcome.others.push(others / (rivals.len() as f64).max(1.0));
        }
        Ok(outcome)
    }

    fn won(&self) -> Figure {
        Figure::share(self.wins, self.games)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_reported_means_are_those_it_prints() {
        // Source: the report's own averages of its tables; its third (20.6865) is not that of its table.
        let report: BattleSheepReport = experiment::read(DATA).unwrap();
        for (agent, mean) in report.agents.iter().zip([23.290_77, 26.832_84, 20.168_65]) {
            let ours = Figure::mean(&agent.scores).value;
            assert!((ours - mean).abs() < 1e-5, "{}: {ours}", agent.id);
        }
    }
}
