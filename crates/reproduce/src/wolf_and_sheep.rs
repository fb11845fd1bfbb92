//! B: how often the wolf of Wolf and Sheep wins against sheep that err, by depth and probability.

use std::sync::atomic::Ordering;

use bellwether_arena::record::GameRecord;
use bellwether_catalog::{AnyPosition, solver};
use bellwether_core::{Error, Value};
use bellwether_report::{Axis, Curves, Point, ReportBlock, Series, Spread};
use serde::Deserialize;

use super::DrawBoard;
use super::claim::{Claim, Figure, FigureScale};
use super::experiment::{Experiment, ExperimentTexts, Findings};
use super::match_plan::MatchPlan;
use super::runner::{ExperimentRunner, ExperimentScale, Interrupted, PerScale};

/// The course report.
pub(super) const DATA: &str = include_str!("../data/wolf_and_sheep.json");

/// Both samples of the course report begin with the wolf on a1.
const GAME: &str = "wolf-and-sheep:wolf=a1";
/// The sheep err with every twentieth from 0 to 0.5.
const ERRORS: usize = 11;
/// The player with the course report's depth.
const DEPTH_4: usize = 2;
/// A player with fewer games in a quick run.
const DEPTH_8: usize = 6;
/// The players whose commands are shown: depths 4 and 6, and perfect play. Their sheep err with probability 0.1.
const SHOWN: [usize; 3] = [DEPTH_4, 4, 7];

/// The whole sweep.
#[derive(Deserialize)]
pub(super) struct ErringSheep {
    #[serde(flatten)]
    texts: ExperimentTexts,
    /// What is said about the solved game.
    truth: String,
    players: Vec<WolfPlayer>,
}

/// Who plays both sides.
#[derive(Deserialize)]
struct WolfPlayer {
    name: String,
    agent: String,
    games: PerScale<u32>,
}

impl WolfPlayer {
    fn plan(&self, error: f64, scale: ExperimentScale) -> MatchPlan {
        let join = if self.agent.contains(':') { ',' } else { ':' };
        let erring = format!("{}{join}error={error}", self.agent);
        let agents = [&*self.agent, if error == 0.0 { &self.agent } else { &erring }];
        let journal = format!("B/{}-error-{error}", self.name.replace(' ', "-"));
        let plan = MatchPlan::of_two(&journal, GAME, agents, *self.games.at(scale));
        MatchPlan { log: false, ..plan }
    }
}

/// The probability of an error at a point of the sweep.
fn error(index: usize) -> f64 {
    index as f64 / 20.0
}

impl Experiment for ErringSheep {
    fn texts(&self, scale: ExperimentScale) -> ExperimentTexts {
        let games = |player: usize| self.players[player].games.at(scale).to_string();
        let (games, deep) = (games(DEPTH_4), games(DEPTH_8));
        self.texts.clone().filled(&[("games", &games), ("deep", &deep)])
    }

    fn matches(&self, scale: ExperimentScale) -> Vec<MatchPlan> {
        let each =
            |player| (0..ERRORS).map(move |index| WolfPlayer::plan(player, error(index), scale));
        self.players.iter().flat_map(each).collect()
    }

    fn shown(&self, scale: ExperimentScale) -> Vec<MatchPlan> {
        SHOWN.map(|player| self.players[player].plan(0.1, scale)).to_vec()
    }

    fn measure(
        &self,
        runner: &ExperimentRunner,
        played: &[Vec<GameRecord>],
    ) -> anyhow::Result<Findings> {
        let lines = self.players.iter().zip(played.chunks(ERRORS));
        let series = lines.map(|(player, matches)| {
            let point = |(index, records): (usize, &Vec<GameRecord>)| Point {
                x: error(index),
                y: Figure::won(records, Some(0)).estimate(),
            };
            Series {
                name: player.name.clone(),
                points: matches.iter().enumerate().map(point).collect(),
            }
        });
        let mut blocks = vec![ReportBlock::Curves(Curves {
            title: "The wolf's wins, by how often the sheep err".to_owned(),
            x: Axis::number("probability that the sheep do not play a best move"),
            y: Axis::percent("games won by the wolf"),
            series: series.collect(),
            spread: Spread::Whiskers,
        })];
        blocks.extend(self.truth(runner)?);
        let at_depth = &played[DEPTH_4 * ERRORS..][..ERRORS];
        let erring = at_depth[1..].concat();
        for winner in [1, 0] {
            if let Some(sample) = erring.iter().find(|record| record.winner() == Some(winner)) {
                blocks.push(history(sample, runner.draw)?);
            }
        }
        let shown = Figure::share(1.0, 2).said("1 of 2 shown");
        let scale = FigureScale::Around(0.5);
        let erring =
            Claim::new("wolf's wins, erring sheep", shown, Figure::won(&erring, Some(0)), scale);
        let careful = Figure::won(&at_depth[0], Some(0));
        let careful = Claim::new("wolf's wins, careful sheep", None, careful, scale);
        Ok(Findings {
            claims: vec![erring.not_comparable(), careful],
            blocks,
            ..Findings::default()
        })
    }
}

impl ErringSheep {
    /// What the solved game says.
    fn truth(&self, runner: &ExperimentRunner) -> anyhow::Result<Vec<ReportBlock>> {
        let game = bellwether_standard::game(GAME)?;
        let solver = solver(game.as_ref())?;
        let oracle = solver.find(&runner.tables, &runner.stop)?;
        anyhow::ensure!(!runner.stop.load(Ordering::Relaxed), Interrupted);
        let Some(oracle) = oracle else { return Ok(Vec::new()) };
        let Some(answer) = oracle.answer(game.start().as_ref())? else { return Ok(Vec::new()) };
        let winner =
            if matches!(answer.value, Value::Win(_)) { "the wolf wins" } else { "the sheep win" };
        let plies = answer.value.remoteness().unwrap_or(0);
        Ok(vec![
            ReportBlock::Heading("What is true".to_owned()),
            ReportBlock::Verdict {
                value: answer.value,
                text: format!(
                    "With perfect play {winner}, in at most {plies} plies from the wolf on a1."
                ),
            },
            ReportBlock::Text(self.truth.clone()),
            ReportBlock::Command(format!("bellwether query {GAME} --line")),
        ])
    }
}

/// A game with every board, as the course report prints its own.
fn history(record: &GameRecord, draw: DrawBoard) -> Result<ReportBlock, Error> {
    let game = bellwether_standard::game(&record.game)?;
    let mut position = game.start();
    let mut blocks = vec![ReportBlock::Line {
        moves: record.moves.iter().map(str::to_owned).collect(),
        open: false,
    }];
    let mut show = |position: &dyn AnyPosition, marked: &[_], caption: String| {
        let picture = position.picture(None);
        let drawn = draw(game.as_ref(), &picture, marked);
        blocks.push(ReportBlock::Board { picture, drawn, caption });
    };
    show(position.as_ref(), &[], "The start".to_owned());
    for (index, text) in record.moves.iter().enumerate() {
        let played = position.play(text)?;
        let mover = game.seat_name(played.mover);
        show(position.as_ref(), &played.squares, format!("{}. {mover} {text}", index + 1));
    }
    let summary = format!("A game to depth 4, {} moves: {}", record.moves.len(), record.detail);
    Ok(ReportBlock::Details { summary, blocks })
}
