//! C: the two sides' heuristics in Wolves Eat Sheep, and the course report's two questions, answered by the solved game.

use std::path::PathBuf;

use bellwether_arena::record::{GameRecord, Reason};
use bellwether_catalog::{AnyGame, AnyOracle, AnySolvable};
use bellwether_core::picture::Picture;
use bellwether_core::{ParseError, Value};
use bellwether_fairness::ReportSource;
use bellwether_report::{ReportBlock, TableCell, TextTable};
use bellwether_solve::run::{SolveError, SolveProgress, size_text};

use super::claim::{Claim, Figure, FigureScale};
use super::experiment::{Experiment, Findings};
use super::match_plan::{MatchPlan, Notes};
use super::runner::{ExperimentRunner, ExperimentScale, Interrupted};

/// The whole experiment.
pub(super) struct Wolves;

const GAME: &str = "wolves-eat-sheep";
const THREE_WOLVES: &str = "wolves-eat-sheep:layout=three-wolves";
/// The course report's search: equal scores prefer the shallower.
const WOLVES: &str = "alphabeta:depth=4,ties=shallow";
const SHEEP: &str = "alphabeta:depth=3,ties=shallow";
const RANDOM: &str = "random";

/// Who meets whom: a name for the journal and for the table, the wolves' agent and the sheep's.
const MATCHES: [(&str, &str, [&str; 2]); 4] = [
    ("heuristics", "heuristic wolves, heuristic sheep", [WOLVES, SHEEP]),
    ("random-sheep", "heuristic wolves, random sheep", [WOLVES, RANDOM]),
    ("random-wolves", "random wolves, heuristic sheep", [RANDOM, SHEEP]),
    ("random", "random wolves, random sheep", [RANDOM, RANDOM]),
];

fn contest(index: usize, effort: ExperimentScale) -> MatchPlan {
    let (name, _, agents) = MATCHES[index];
    MatchPlan {
        name: format!("C/{name}"),
        game: GAME.to_owned(),
        agents: agents.map(str::to_owned).to_vec(),
        games: effort.choose(200, 1000),
        swap: false,
        notes: Notes::Search,
    }
}

impl Experiment for Wolves {
    fn id(&self) -> &'static str {
        "C"
    }

    fn title(&self) -> String {
        "Wolves Eat Sheep: who wins, and is it fair?".to_owned()
    }

    fn summary(&self) -> String {
        "alpha-beta wolves (depth 4) and sheep (depth 3), both against random; is it fair, by proof"
            .to_owned()
    }

    fn contests(&self, effort: ExperimentScale) -> Vec<MatchPlan> {
        (0..MATCHES.len()).map(|index| contest(index, effort)).collect()
    }

    fn run(&self, runner: &ExperimentRunner) -> anyhow::Result<Findings> {
        let mut findings = Findings {
            reported: "Alpha-beta, 4 plies for the wolves and 3 for the sheep, with a formula for each side; ±100000 for a finished \
                   game, and of equal scores the shallower. No results are printed, but two questions are answered in \
                   words. Is it fair? In general yes: random play favours the wolves, good play the sheep. Does the \
                   program work with other numbers of pieces (three wolves and fifteen sheep)? Probably."
                .to_owned(),
            ours: format!(
                "The same depths and formulas, as the prose gives them, {} games of each pairing; a position that comes \
                 about for the third time is a draw. Then both questions, put to the solved game.",
                contest(0, runner.effort).games
            ),
            ..Findings::default()
        };
        let (mut rows, mut shares, mut drawn) = (Vec::new(), Vec::new(), [0, 0]);
        for (index, (_, name, _)) in MATCHES.into_iter().enumerate() {
            let contest = contest(index, runner.effort);
            let records = runner.play(&contest)?;
            findings.commands.push(contest.command(runner.seed));
            rows.push(row(name, &records));
            for record in records.iter().filter(|record| record.winner().is_none()) {
                drawn[usize::from(record.reason == Reason::Repetition)] += 1;
            }
            shares.push(wolves_score(&records));
        }
        findings.claims = vec![
            Claim::new(
                "wolves' score, both random",
                Some(Figure::claimed(0.5, 1.0, "wolves win more")),
                shares.pop(),
                FigureScale::Around(0.5),
            ),
            Claim::new(
                "wolves' score, both search",
                Some(Figure::claimed(0.0, 0.5, "sheep win more")),
                shares.into_iter().next(),
                FigureScale::Around(0.5),
            ),
        ];
        findings.blocks.push(ReportBlock::Table(TextTable::new(
            &["who plays", "wolves win", "drawn", "sheep win", "moves of a game"],
            rows,
        )));
        findings.blocks.push(ReportBlock::Text(repetitions(drawn)));
        self.fair(runner, &mut findings)?;
        self.other_pieces(runner, &mut findings)?;
        Ok(findings)
    }
}

/// Points of the wolves, a draw being half of one.
fn wolves_score(records: &[GameRecord]) -> Figure {
    let points = |record: &GameRecord| match record.winner() {
        Some(0) => 1.0,
        Some(_) => 0.0,
        None => 0.5,
    };
    Figure::share(records.iter().map(points).sum(), records.len() as u64)
}

/// How draws came about: otherwise, and by repetition.
fn repetitions([otherwise, repeated]: [u32; 2]) -> String {
    match otherwise {
        0 => {
            format!("All {repeated} draws are by threefold repetition: play can go round for ever.")
        }
        _ => {
            format!("{repeated} draws are by threefold repetition, {otherwise} for other reasons.")
        }
    }
}

fn row(name: &str, records: &[GameRecord]) -> Vec<TableCell> {
    let games = records.len() as u64;
    let count = |winner: Option<usize>| records.iter().filter(|one| one.winner() == winner).count();
    let share = |winner| TableCell::measure(Figure::share(count(winner) as f64, games).brief);
    let moves: Vec<f64> = records.iter().map(|record| record.moves.len() as f64).collect();
    vec![
        TableCell::text(name),
        share(Some(0)),
        share(None),
        share(Some(1)),
        TableCell::measure(Figure::mean(&moves).text),
    ]
}

impl Wolves {
    /// Question 1.
    fn fair(&self, runner: &ExperimentRunner, findings: &mut Findings) -> anyhow::Result<()> {
        let game = bellwether_standard::game(GAME)?;
        let solved = SolvedGame::find(game.as_ref(), runner, true)?;
        findings.blocks.push(ReportBlock::Heading("Question 1: is it fair?".to_owned()));
        let reported = Figure::stated(0.5).said("in general fair");
        let Some(solved) = solved else {
            findings.claims.push(Claim::new(
                "value of the start",
                Some(reported),
                None,
                FigureScale::Around(0.5),
            ));
            findings.blocks.push(ReportBlock::Text(no_table(game.as_ref(), runner)?));
            return Ok(());
        };
        let value = solved.start_value(game.as_ref())?;
        let ours = value.map(|(value, plies)| figure(value, plies));
        findings.claims.push(Claim::new(
            "value of the start",
            Some(reported),
            ours,
            FigureScale::Around(0.5),
        ));
        findings.reasons.push(
            "Whether a game is fair is not a matter of taste once it is solved: the table below is the proof. The course report's \
             remark that sheep can win more when they are played well is right, and goes further than it thought."
                .to_owned(),
        );
        let (game, oracle) = (game.as_ref(), solved.oracle.as_ref());
        if let Some(table) = oracle.table() {
            let draw = |picture: &Picture| (runner.draw)(game, picture, &[]);
            let source = ReportSource { game, table, oracle, folder: &solved.folder, draw: &draw };
            let [fair, pieces] = source.fairness()?;
            findings.blocks.extend(fair.blocks);
            findings
                .blocks
                .push(ReportBlock::Heading("Question 2: other numbers of pieces".to_owned()));
            findings.blocks.extend(pieces.blocks);
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
        let solved =
            SolvedGame::find(game.as_ref(), runner, runner.effort == ExperimentScale::Full)?;
        let reported = Figure::claimed(0.0, 0.5, "good for sheep");
        let what = "value, 3 wolves, 15 sheep";
        findings.blocks.push(ReportBlock::Heading("Three wolves and fifteen sheep".to_owned()));
        let answer = match &solved {
            Some(solved) => solved.start_value(game.as_ref())?,
            None => None,
        };
        let ours = answer.map(|(value, plies)| figure(value, plies));
        findings.claims.push(Claim::new(what, Some(reported), ours, FigureScale::Around(0.5)));
        match answer {
            Some((value, _)) => {
                findings.blocks.push(ReportBlock::Verdict {
                    value,
                    text: format!("The wolves, to move: {value}."),
                });
                findings
                    .blocks
                    .push(ReportBlock::Command(format!("bellwether query {THREE_WOLVES} --line")));
            }
            None => findings.blocks.push(ReportBlock::Text(no_table(game.as_ref(), runner)?)),
        }
        Ok(())
    }
}

/// What the start is worth to the wolves, who move first: 1, ½ or 0.
fn figure(value: Value, plies: Option<u16>) -> Figure {
    let (points, words) = match value {
        Value::Win(_) => (1.0, "wolves win"),
        Value::Draw => (0.5, "a draw"),
        Value::Lose(_) => (0.0, "sheep win"),
    };
    let plies = plies.map(|plies| format!(" in {plies}")).unwrap_or_default();
    Figure::stated(points).said(format!("{words}{plies} (proof)"))
}

/// A solved game and the folder its table is in.
struct SolvedGame {
    oracle: Box<dyn AnyOracle>,
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
                return Ok(Some(Self { oracle, folder: folder.clone() }));
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
            Err(SolveError::Memory { .. } | SolveError::TooLarge) => return Ok(None),
            solved => drop(solved?),
        }
        let oracle = solver.open(&own)?;
        Ok(oracle.map(|oracle| Self { oracle, folder: own }))
    }

    fn start_value(&self, game: &dyn AnyGame) -> Result<Option<(Value, Option<u16>)>, ParseError> {
        let answer = self.oracle.answer(game.start().as_ref())?;
        Ok(answer.map(|answer| (answer.value, answer.value.remoteness())))
    }
}

fn solver(game: &dyn AnyGame) -> Result<Box<dyn AnySolvable>, ParseError> {
    game.solvable().ok_or_else(|| ParseError::new("Wolves Eat Sheep has a solver"))
}

fn no_table(game: &dyn AnyGame, runner: &ExperimentRunner) -> anyhow::Result<String> {
    let plan = solver(game)?.plan(&runner.tables)?;
    Ok(format!(
        "There is no table of it here. The command bellwether solve {} makes it ({} of memory), and a full run does so by \
         itself where there is room.",
        game.spec(),
        size_text(plan.memory)
    ))
}
