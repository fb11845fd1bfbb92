//! C: the two sides' heuristics in Wolves Eat Sheep, and the course report's two questions, answered by the solved game.

use std::path::PathBuf;

use bellwether_arena::record::{GameRecord, Reason};
use bellwether_catalog::{AnyGame, AnyOracle, solver};
use bellwether_core::Value;
use bellwether_core::picture::Picture;
use bellwether_fairness::ReportSource;
use bellwether_report::{ReportBlock, TableCell, TextTable};
use bellwether_solve::run::{SolveError, SolveProgress, size_text};
use serde::Deserialize;

use super::claim::{Claim, Figure, FigureScale};
use super::experiment::{Experiment, ExperimentTexts, Findings, filled};
use super::match_plan::MatchPlan;
use super::runner::{ExperimentRunner, ExperimentScale, Interrupted, PerScale};

/// The course report.
pub(super) const DATA: &str = include_str!("../data/wolves_eat_sheep.json");

const GAME: &str = "wolves-eat-sheep";
const THREE_WOLVES: &str = "wolves-eat-sheep:layout=three-wolves";
/// At this score neither side is better.
const LEVEL: FigureScale = FigureScale::Around(0.5);

/// The whole experiment.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Wolves {
    #[serde(flatten)]
    texts: ExperimentTexts,
    /// What is said about fairness once the game is solved.
    fairness_reason: String,
    /// What is said where no table is.
    no_table: String,
    games: PerScale<u32>,
    /// Both search first, both random last.
    matches: Vec<WolvesMatch>,
}

/// Who meets whom.
#[derive(Deserialize)]
struct WolvesMatch {
    journal: String,
    name: String,
    /// The wolves' agent and the sheep's.
    agents: [String; 2],
}

impl Experiment for Wolves {
    fn texts(&self, scale: ExperimentScale) -> ExperimentTexts {
        self.texts.clone().filled(&[("games", &self.games.at(scale).to_string())])
    }

    fn matches(&self, scale: ExperimentScale) -> Vec<MatchPlan> {
        let plan = |one: &WolvesMatch| {
            let agents = one.agents.each_ref().map(|agent| &**agent);
            MatchPlan::of_two(&one.journal, GAME, agents, *self.games.at(scale))
        };
        self.matches.iter().map(plan).collect()
    }

    fn measure(
        &self,
        runner: &ExperimentRunner,
        played: &[Vec<GameRecord>],
    ) -> anyhow::Result<Findings> {
        let [searching, .., random] = played else { return Ok(Findings::default()) };
        let mut findings = Findings::default();
        let more = Figure::claimed(0.5, 1.0, "wolves win more");
        findings.claims.push(Claim::new("wolves' score, both random", more, score(random), LEVEL));
        let less = Figure::claimed(0.0, 0.5, "sheep win more");
        let claim = Claim::new("wolves' score, both search", less, score(searching), LEVEL);
        findings.claims.push(claim);
        let head = ["who plays", "wolves win", "drawn", "sheep win", "moves of a game"];
        let rows = self.matches.iter().zip(played).map(|(one, records)| row(&one.name, records));
        findings.blocks.push(ReportBlock::Table(TextTable::new(&head, rows.collect())));
        findings.blocks.push(ReportBlock::Text(repetitions(played)));
        self.fair(runner, &mut findings)?;
        self.other_pieces(runner, &mut findings)?;
        Ok(findings)
    }
}

/// Points of the wolves, a draw being half of one.
fn score(records: &[GameRecord]) -> Figure {
    let points = |record: &GameRecord| match record.winner() {
        Some(0) => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    Figure::share(records.iter().map(points).sum(), records.len() as u64)
}

/// How draws came about.
fn repetitions(played: &[Vec<GameRecord>]) -> String {
    let drawn = played.iter().flatten().filter(|record| record.winner().is_none());
    let (repeated, others): (Vec<_>, Vec<_>) =
        drawn.partition(|record| record.reason == Reason::Repetition);
    let repeated = repeated.len();
    match others.len() {
        0 => {
            format!("All {repeated} draws are by threefold repetition: play can go round for ever.")
        }
        others => {
            format!("{repeated} draws are by threefold repetition, {others} for other reasons.")
        }
    }
}

fn row(name: &str, records: &[GameRecord]) -> Vec<TableCell> {
    let share = |winner| TableCell::measure(Figure::won(records, winner).brief);
    let moves: Vec<f64> = records.iter().map(|record| record.moves.len() as f64).collect();
    let moves = TableCell::measure(Figure::mean(&moves).text);
    vec![TableCell::text(name), share(Some(0)), share(None), share(Some(1)), moves]
}

impl Wolves {
    /// Question 1.
    fn fair(&self, runner: &ExperimentRunner, findings: &mut Findings) -> anyhow::Result<()> {
        let game = bellwether_standard::game(GAME)?;
        let solved = SolvedGame::find(game.as_ref(), runner, true)?;
        findings.blocks.push(ReportBlock::Heading("Question 1: is it fair?".to_owned()));
        let reported = Figure::stated(0.5).said("in general fair");
        let value = solved.as_ref().and_then(|solved| solved.start);
        let claim = Claim::new("value of the start", reported, value.map(figure), LEVEL);
        findings.claims.push(claim);
        let game = game.as_ref();
        let Some(SolvedGame { oracle, folder, .. }) = solved else {
            findings.blocks.push(self.no_table(game, runner)?);
            return Ok(());
        };
        findings.reasons.push(self.fairness_reason.clone());
        if let Some(table) = oracle.table() {
            let draw = |picture: &Picture| (runner.draw)(game, picture, &[]);
            let oracle = oracle.as_ref();
            let source = ReportSource { game, table, oracle, folder: &folder, draw: &draw };
            let heading = "Question 2: other numbers of pieces".to_owned();
            for (index, section) in source.fairness()?.into_iter().enumerate() {
                let heading = (index > 0).then(|| ReportBlock::Heading(heading.clone()));
                findings.blocks.extend(heading.into_iter().chain(section.blocks));
            }
        }
        Ok(())
    }

    /// Question 2's three wolves and fifteen sheep: their table is large, so only a full run makes it.
    fn other_pieces(
        &self,
        runner: &ExperimentRunner,
        findings: &mut Findings,
    ) -> anyhow::Result<()> {
        let game = bellwether_standard::game(THREE_WOLVES)?;
        let is_full = runner.scale == ExperimentScale::Full;
        let solved = SolvedGame::find(game.as_ref(), runner, is_full)?;
        let reported = Figure::claimed(0.0, 0.5, "good for sheep");
        let value = solved.and_then(|solved| solved.start);
        let claim = Claim::new("value, 3 wolves, 15 sheep", reported, value.map(figure), LEVEL);
        findings.claims.push(claim);
        findings.blocks.push(ReportBlock::Heading("Three wolves and fifteen sheep".to_owned()));
        findings.blocks.extend(match value {
            Some(value) => vec![
                ReportBlock::Verdict { value, text: format!("The wolves, to move: {value}.") },
                ReportBlock::Command(format!("bellwether query {THREE_WOLVES} --line")),
            ],
            None => vec![self.no_table(game.as_ref(), runner)?],
        });
        Ok(())
    }

    fn no_table(
        &self,
        game: &dyn AnyGame,
        runner: &ExperimentRunner,
    ) -> anyhow::Result<ReportBlock> {
        let memory = size_text(solver(game)?.plan(&runner.tables)?.memory);
        let values = [("game", &*game.spec().to_string()), ("memory", &*memory)];
        Ok(ReportBlock::Text(filled(&self.no_table, &values)))
    }
}

/// What the start is worth to the wolves, who move first: 1, ½ or 0.
fn figure(value: Value) -> Figure {
    let (points, words) = match value {
        Value::Win(_) => (1.0, "wolves win"),
        Value::Draw => (0.5, "a draw"),
        Value::Lose(_) => (0.0, "sheep win"),
    };
    let plies = value.remoteness().map(|plies| format!(" in {plies}")).unwrap_or_default();
    Figure::stated(points).said(format!("{words}{plies} (proof)"))
}

/// A solved game, the value of its start and the folder its table is in.
struct SolvedGame {
    oracle: Box<dyn AnyOracle>,
    start: Option<Value>,
    folder: PathBuf,
}

impl SolvedGame {
    /// The table that is there, in the user's folder or in ours; made in ours if `make`, and if there is
    /// memory for it.
    fn find(
        game: &dyn AnyGame,
        runner: &ExperimentRunner,
        make: bool,
    ) -> anyhow::Result<Option<Self>> {
        let solver = solver(game)?;
        let own = runner.folder.join("tables");
        for folder in [&runner.tables, &own] {
            if let Some(oracle) = solver.open(folder)? {
                let start = oracle.answer(game.start().as_ref())?.map(|answer| answer.value);
                return Ok(Some(Self { oracle, start, folder: folder.clone() }));
            }
        }
        if !make {
            return Ok(None);
        }
        std::fs::create_dir_all(&own)?;
        let plan = solver.plan(&own)?;
        runner.begin(&format!("solving {}", game.spec()), plan.numbers, "positions");
        let progress = |progress: SolveProgress| runner.bar.set_position(progress.done);
        match solver.solve(&own, bellwether_catalog::solving_memory(), &runner.stop, &progress) {
            Err(SolveError::Stopped) => anyhow::bail!(Interrupted),
            Err(SolveError::Memory { .. } | SolveError::TooLarge) => Ok(None),
            solved => {
                solved?;
                Self::find(game, runner, false)
            }
        }
    }
}
