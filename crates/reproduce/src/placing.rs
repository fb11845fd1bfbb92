//! D7: how good the first placement is on Battle Sheep's big field, chosen in little time and in much.
//!
//! A place is as good as what its seat gets there when all seats then play alike.

use std::sync::atomic::{AtomicU64, Ordering};

use bellwether_arena::record::GameRecord;
use bellwether_catalog::{AnyGame, AnyPosition, BotPermission};
use bellwether_core::random::{below, mix, seeded};
use bellwether_core::{Seat, Status};
use bellwether_report::{ReportBlock, TableCell, TextTable};
use serde::Deserialize;

use super::claim::{Claim, Figure, FigureScale};
use super::experiment::{Experiment, ExperimentTexts, Findings, filled};
use super::match_plan::MatchPlan;
use super::runner::{ExperimentRunner, ExperimentScale, Interrupted, PerScale};

/// What is measured of the first placement.
#[derive(Deserialize)]
pub(super) struct Placing {
    #[serde(flatten)]
    texts: ExperimentTexts,
    game: String,
    /// Who chooses the place, with so many simulations in little and in much time.
    chooser: String,
    little: PerScale<u32>,
    much: PerScale<u32>,
    /// Who plays on, in all seats.
    player: String,
    fields: PerScale<u32>,
    /// Games from each place.
    games: PerScale<u32>,
}

/// The mean points of the first seat on one field: at the place of little time, of much, and at random ones.
#[derive(Clone, Copy, Debug)]
struct FieldResult {
    little: f64,
    much: f64,
    random: f64,
    /// Whether both chose the same place.
    is_same: bool,
}

impl Experiment for Placing {
    fn texts(&self, scale: ExperimentScale) -> ExperimentTexts {
        let numbers = [&self.little, &self.much, &self.fields, &self.games];
        let [little, much, fields, games] = numbers.map(|number| number.at(scale).to_string());
        self.texts.clone().filled(&[
            ("little", &little),
            ("much", &much),
            ("fields", &fields),
            ("games", &games),
            ("player", &self.player),
        ])
    }

    fn matches(&self, _: ExperimentScale) -> Vec<MatchPlan> {
        Vec::new()
    }

    fn measure(
        &self,
        runner: &ExperimentRunner,
        _: &[Vec<GameRecord>],
    ) -> anyhow::Result<Findings> {
        let results = self.results(runner)?;
        let figure = |value: fn(&FieldResult) -> f64| {
            Figure::mean(&results.iter().map(value).collect::<Vec<_>>())
        };
        let better = Figure::claimed(0.0, 4.0, "more time chooses better");
        let zero = FigureScale::Around(0.0);
        let claims = vec![
            Claim::new(
                "points, much time’s place above little’s",
                better,
                figure(|f| f.much - f.little),
                zero,
            ),
            Claim::new(
                "points, little time’s place above the seat’s mean",
                None,
                figure(|f| f.little - f.random),
                zero,
            ),
            Claim::new(
                "points, much time’s place above the seat’s mean",
                None,
                figure(|f| f.much - f.random),
                zero,
            ),
        ];
        let rows = [
            ("little time", figure(|f| f.little)),
            ("much time", figure(|f| f.much)),
            ("at random: the seat’s mean", figure(|f| f.random)),
        ];
        let row = |(name, points): (&str, Figure)| {
            vec![TableCell::text(name), TableCell::measure(points.text)]
        };
        let table = TextTable::new(&["place", "points of seat 1"], rows.map(row).to_vec());
        let same = results.iter().filter(|field| field.is_same).count();
        let reason = format!("On {same} of {} fields both chose the same place.", results.len());
        Ok(Findings { claims, reasons: vec![reason], blocks: vec![ReportBlock::Table(table)] })
    }
}

impl Placing {
    /// The results of all fields, on as many threads as may be used.
    fn results(&self, runner: &ExperimentRunner) -> anyhow::Result<Vec<FieldResult>> {
        let fields = u64::from(*self.fields.at(runner.scale));
        runner.begin(&self.texts.id, fields, "fields");
        let next = AtomicU64::new(0);
        let work = || {
            let mut results = Vec::new();
            loop {
                let field = next.fetch_add(1, Ordering::Relaxed);
                if field >= fields {
                    return Ok(results);
                }
                results.push((field, self.field(runner, field)?));
                runner.bar.inc(1);
            }
        };
        let mut all: Vec<(u64, FieldResult)> = std::thread::scope(|scope| {
            let threads: Vec<_> =
                (0..runner.concurrency.max(1)).map(|_| scope.spawn(work)).collect();
            let join = |thread: std::thread::ScopedJoinHandle<'_, anyhow::Result<Vec<_>>>| {
                thread.join().unwrap_or_else(|_| Err(anyhow::anyhow!("a search panicked")))
            };
            let parts: anyhow::Result<Vec<Vec<_>>> = threads.into_iter().map(join).collect();
            parts.map(|parts| parts.into_iter().flatten().collect())
        })?;
        all.sort_by_key(|(field, _)| *field);
        Ok(all.into_iter().map(|(_, result)| result).collect())
    }

    fn field(&self, runner: &ExperimentRunner, field: u64) -> anyhow::Result<FieldResult> {
        let game = bellwether_standard::game(&self.game)?.instance(field)?;
        let seed = mix(runner.seed, field);
        let start = game.start();
        let chosen = |simulations: u32| {
            let text = filled(&self.chooser, &[("simulations", &simulations.to_string())]);
            choose(game.as_ref(), start.as_ref(), &text, seed, runner)
        };
        let little = chosen(*self.little.at(runner.scale))?;
        let much = chosen(*self.much.at(runner.scale))?;
        let places = start.moves();
        let mut rng = seeded(seed);
        let mut points = [0.0; 3];
        let games = u64::from(*self.games.at(runner.scale));
        for number in 0..games {
            let random = &places[below(&mut rng, places.len())];
            for (total, place) in points.iter_mut().zip([&little, &much, random]) {
                let mut position = start.duplicate();
                position.play(place)?;
                *total += self.played_on(game.as_ref(), position, mix(seed, number), runner)?;
            }
        }
        let [little_points, much_points, random] = points.map(|total| total / games.max(1) as f64);
        let is_same = little == much;
        Ok(FieldResult { little: little_points, much: much_points, random, is_same })
    }

    /// The first seat's points when all seats play on alike.
    fn played_on(
        &self,
        game: &dyn AnyGame,
        mut position: Box<dyn AnyPosition>,
        seed: u64,
        runner: &ExperimentRunner,
    ) -> anyhow::Result<f64> {
        for ply in 0.. {
            match position.status() {
                Status::Over(payoffs) => return Ok(f64::from(payoffs.of(Seat::FIRST))),
                Status::ToMove(_) => {
                    let seed = mix(seed, ply);
                    let text = choose(game, position.as_ref(), &self.player, seed, runner)?;
                    position.play(&text)?;
                }
            }
        }
        unreachable!("every game ends")
    }
}

/// The move that an agent chooses.
fn choose(
    game: &dyn AnyGame,
    position: &dyn AnyPosition,
    agent: &str,
    seed: u64,
    runner: &ExperimentRunner,
) -> anyhow::Result<String> {
    let mut agent = game.agent(agent, seed, BotPermission::Refused)?;
    let chosen = agent.choose(position, Default::default(), &runner.stop);
    anyhow::ensure!(!runner.stop.load(Ordering::Relaxed), Interrupted);
    Ok(chosen?.text)
}
