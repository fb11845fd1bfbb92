//! D1 to D3: one searcher among three baselines in Battle Sheep, in its four settings.

use bellwether_arena::record::GameRecord;
use bellwether_arena::stats::interval::Interval;
use bellwether_catalog::AnyGame;
use bellwether_report::{Axis, Bar, BarPlot, Estimate, ReportBlock, TableCell, TextTable};

use super::capital;
use super::claim::{Claim, ClaimVerdict, Figure, FigureScale};
use super::experiment::{Experiment, Findings};
use super::match_plan::{MatchPlan, Notes};
use super::runner::{ExperimentRunner, ExperimentScale};

/// An agent of the course report and its ten games.
pub(super) struct OneSeat {
    id: &'static str,
    name: &'static str,
    method: SearchMethod,
    /// The course report's wins of ten.
    wins: f64,
    /// Its scores in the ten games.
    scores: [f64; 10],
}

#[derive(Clone, Copy, PartialEq)]
enum SearchMethod {
    /// The search of simulated games, with these rewards.
    Simulating(&'static str),
    /// Every seat for itself, to depth 4.
    Depth,
}

const AGENTS: [OneSeat; 3] = [
    OneSeat {
        id: "D1",
        name: "Monte Carlo tree search, rewards 1 / 0.5 / 0.3 / 0.1",
        method: SearchMethod::Simulating("1/0.5/0.3/0.1"),
        wins: 9.0,
        scores: [
            30.51985, 24.68478, 17.04736, 23.33452, 24.68478, 22.93109, 15.32664, 26.3594,
            24.68478, 23.33452,
        ],
    },
    OneSeat {
        id: "D2",
        name: "Monte Carlo tree search, rewards 5 / −0.5 / −1 / −2",
        method: SearchMethod::Simulating("5/-0.5/-1/-2"),
        wins: 10.0,
        scores: [
            28.08071, 29.51985, 25.68962, 25.71293, 27.68478, 25.33452, 32.0, 27.68478, 24.03276,
            22.58846,
        ],
    },
    OneSeat {
        id: "D3",
        name: "each seat for itself, depth 4",
        method: SearchMethod::Depth,
        wins: 5.0,
        scores: [
            24.03276, 24.33452, 24.03276, 14.1336, 18.45434, 16.42497, 21.53668, 23.35079,
            19.78098, 15.60508,
        ],
    },
];

/// The course report's four games: name, and how the game is asked for.
const SETTINGS: [(&str, &str); 4] = [
    ("basic", "battle-sheep"),
    ("big", "battle-sheep:big"),
    ("hidden", "battle-sheep:hidden"),
    ("teams", "battle-sheep:teams"),
];
const BASELINES: [&str; 2] = ["random", "greedy"];
/// The course report rewards teams in this way.
const TEAM_REWARDS: &str = "1/0.7/0.2/0.1";

/// All three.
pub(super) fn all() -> impl Iterator<Item = OneSeat> {
    AGENTS.into_iter()
}

impl OneSeat {
    fn agent(&self, setting: &str, effort: ExperimentScale) -> String {
        match self.method {
            SearchMethod::Simulating(rewards) => {
                let rewards =
                    if setting == "teams" && self.id == "D1" { TEAM_REWARDS } else { rewards };
                let budget = effort.choose("simulations=500", seconds(setting));
                format!("uct:{budget},rewards={rewards}")
            }
            SearchMethod::Depth => {
                let budget = effort.choose("nodes=20000", seconds(setting));
                format!("maxn:depth=4,{budget}")
            }
        }
    }

    fn contest(&self, setting: (&str, &str), baseline: &str, effort: ExperimentScale) -> MatchPlan {
        let (name, game) = setting;
        let mut agents = vec![self.agent(name, effort)];
        agents.extend(vec![baseline.to_owned(); 3]);
        // Full runs are paid by the second; twelve are the course report's ten, in whole rotations.
        let games = match (effort, name) {
            (ExperimentScale::Quick, "big") => 12,
            (ExperimentScale::Quick, _) => 40,
            (ExperimentScale::Full, _) => 12,
        };
        MatchPlan {
            name: format!("{}/{name}-{baseline}", self.id),
            game: game.to_owned(),
            agents,
            games,
            swap: true,
            notes: Notes::Search,
        }
    }
}

/// The course report's time a move where it prints figures; less where it prints none.
fn seconds(setting: &str) -> &'static str {
    if setting == "basic" { "time=2.85" } else { "time=0.5" }
}

impl Experiment for OneSeat {
    fn id(&self) -> &'static str {
        self.id
    }

    fn title(&self) -> String {
        format!("Battle Sheep: {}", self.name)
    }

    fn summary(&self) -> String {
        format!("{} in one seat, four settings (reported: {} of 10)", self.name, self.wins)
    }

    fn contests(&self, effort: ExperimentScale) -> Vec<MatchPlan> {
        let each = |setting| BASELINES.map(|baseline| self.contest(setting, baseline, effort));
        SETTINGS.into_iter().flat_map(each).collect()
    }

    fn run(&self, runner: &ExperimentRunner) -> anyhow::Result<Findings> {
        let mut findings = Findings {
            reported: format!(
                "{} in one seat against three sample programs of the course, which nobody has; ten games on the basic \
                 field, 2.85 seconds a move. The other three settings were played without figures.",
                capital(self.name)
            ),
            ours: self.plan(runner.effort),
            ..Findings::default()
        };
        let (mut rows, mut wins) = (Vec::new(), Vec::new());
        for setting in SETTINGS {
            for baseline in BASELINES {
                let contest = self.contest(setting, baseline, runner.effort);
                let records = runner.play(&contest)?;
                findings.commands.push(contest.command(runner.seed));
                let game = bellwether_standard::game(&contest.game)?;
                let result = SeatResult::of(&records, game.as_ref());
                let field = format!("{}, {baseline}", setting.0);
                if setting.0 == "basic" {
                    findings.claims.extend(self.claims(&result, baseline));
                }
                rows.push(result.row(&field));
                wins.push(Bar {
                    name: field,
                    estimate: result.estimate(),
                    mark: (setting.0 == "basic").then_some(self.wins / 10.0),
                });
            }
        }
        findings.claims.extend(self.advance(runner)?);
        findings.blocks = vec![
            ReportBlock::Bars(BarPlot {
                title: "Games won from one seat of four".to_owned(),
                axis: Axis::percent("games won"),
                mark: Some("reported".to_owned()),
                rows: wins,
            }),
            ReportBlock::Table(TextTable::new(
                &[
                    "setting and opponents",
                    "won",
                    "first place shared",
                    "mean score",
                    "opponents’ mean score",
                ],
                rows,
            )),
        ];
        let differs = |claim: &Claim| {
            matches!(claim.verdict, ClaimVerdict::Disagrees | ClaimVerdict::OtherSize)
        };
        if findings.claims.iter().any(differs) {
            findings.reasons.push(
                "The course report's opponents are lost. Ours are weaker or stronger than they were, and both wins and scores \
                 follow from that; a chance player would win a quarter of the games."
                    .to_owned(),
            );
        }
        if self.method != SearchMethod::Depth {
            findings.reasons.push(
                "The course report knows of a defect: its tree stops growing below a seat that cannot move. In ours such a seat is \
                 skipped."
                    .to_owned(),
            );
        }
        if self.method == SearchMethod::Depth {
            findings.reasons.push(
                "Depth 4 is out of reach on an open field: hundreds of moves a seat. The search deepens step by step and \
                 plays the best of the last depth it finished."
                    .to_owned(),
            );
        }
        Ok(findings)
    }
}

impl OneSeat {
    fn plan(&self, effort: ExperimentScale) -> String {
        let opponents = "The same search in one seat against three random players, and against three greedy ones that look \
                         one ply ahead. Every field is played from all four seats, and all agents get the same fields.";
        let budget = match (effort, self.method) {
            (ExperimentScale::Full, _) => {
                "12 games each, 2.85 seconds a move on the basic field; half a second in the settings for which the course report \
                 prints no figures."
            }
            (ExperimentScale::Quick, SearchMethod::Simulating(_)) => {
                "A quick run: 500 simulations a move instead of 2.85 seconds, 40 games each (12 on the big field)."
            }
            (ExperimentScale::Quick, SearchMethod::Depth) => {
                "A quick run: at most 20,000 positions a move, 40 games each (12 on the big field)."
            }
        };
        format!("{opponents} {budget}")
    }

    /// How many points more than D1 it makes on the basic field, game by game from the same seats: the course report
    /// compares its three agents in this way.
    fn advance(&self, runner: &ExperimentRunner) -> anyhow::Result<Option<Claim>> {
        let first = &AGENTS[0];
        if self.id == first.id {
            return Ok(None);
        }
        let mut differences = Vec::new();
        for baseline in BASELINES {
            let scores = |agent: &Self| -> anyhow::Result<Vec<f64>> {
                let contest = agent.contest(SETTINGS[0], baseline, runner.effort);
                let game = bellwether_standard::game(&contest.game)?;
                Ok(SeatResult::of(&runner.play(&contest)?, game.as_ref()).scores)
            };
            let pairs = scores(self)?.into_iter().zip(scores(first)?);
            differences.extend(pairs.map(|(own, other)| own - other));
        }
        let [own, other] = [self, first].map(|agent| Figure::mean(&agent.scores));
        let margin = |figure: &Figure| figure.interval.map_or(0.0, |interval| interval.margin());
        // The course report's games are not of the same fields, so both spreads count.
        let spread = margin(&own).hypot(margin(&other));
        let value = own.value - other.value;
        let reported = Figure::within(value, Some(Interval::around(value, spread)));
        let ours = Figure::mean(&differences);
        Ok(Some(Claim::new(
            "score above that of D1",
            Some(reported),
            Some(ours),
            FigureScale::Around(0.0),
        )))
    }

    fn claims(&self, result: &SeatResult, baseline: &str) -> [Claim; 2] {
        [
            Claim::new(
                format!("wins against {baseline}"),
                Some(Figure::share(self.wins, 10)),
                Some(Figure::share(result.wins, result.games)),
                FigureScale::Around(0.25),
            ),
            Claim::new(
                format!("mean score against {baseline}"),
                Some(Figure::mean(&self.scores)),
                Some(Figure::mean(&result.scores)),
                FigureScale::Amount,
            ),
        ]
    }
}

/// How one match went for the player of interest.
struct SeatResult {
    games: u64,
    wins: f64,
    shared: u64,
    scores: Vec<f64>,
    others: Vec<f64>,
}

impl SeatResult {
    /// Player 0 is the one of interest. It wins if nobody outside its side has as many points.
    fn of(records: &[GameRecord], game: &dyn AnyGame) -> Self {
        let sides = game.sides();
        let mut outcome =
            Self { games: 0, wins: 0.0, shared: 0, scores: Vec::new(), others: Vec::new() };
        for record in records {
            let Some(seat) = record.players.iter().position(|player| *player == 0) else {
                continue;
            };
            let side = sides.iter().find(|side| side.contains(&seat));
            let is_own = |other: usize| side.is_some_and(|side| side.contains(&other));
            let own = record.payoffs[seat];
            let rivals = (0..record.payoffs.len()).filter(|other| !is_own(*other));
            let best = rivals.map(|other| record.payoffs[other]).fold(f64::NEG_INFINITY, f64::max);
            outcome.games += 1;
            if own > best {
                outcome.wins += 1.0;
            } else if own == best {
                outcome.shared += 1;
            }
            let Some(scores) = &record.scores else { continue };
            outcome.scores.push(scores[seat]);
            let others = (0..scores.len()).filter(|other| !is_own(*other));
            let others: Vec<f64> = others.map(|other| scores[other]).collect();
            outcome.others.push(others.iter().sum::<f64>() / (others.len() as f64).max(1.0));
        }
        outcome
    }

    fn estimate(&self) -> Estimate {
        let share = Figure::share(self.wins, self.games);
        let (low, high) = share.interval.map_or((0.0, 1.0), |i| (i.low, i.high));
        Estimate::within(share.value, low, high)
    }

    fn row(&self, field: &str) -> Vec<TableCell> {
        vec![
            TableCell::text(field),
            TableCell::measure(Figure::share(self.wins, self.games).text),
            TableCell::Number(self.shared),
            TableCell::measure(Figure::mean(&self.scores).text),
            TableCell::measure(Figure::mean(&self.others).text),
        ]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_seeds_means_are_those_it_prints() {
        // Source: the report's own averages of its tables; its third (20.6865) is not that of its table.
        for (agent, mean) in AGENTS.iter().zip([23.290_77, 26.832_84, 20.168_65]) {
            let ours = Figure::mean(&agent.scores).value;
            assert!((ours - mean).abs() < 1e-5, "{}: {ours}", agent.id);
        }
    }
}
