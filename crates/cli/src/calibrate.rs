//! `calibrate`: fits what turns the values of searches into chances to win, for a game's own source.

use std::fmt::Write;

use bellwether_catalog::{AnyGame, Catalog, FittedCalibration, calibrate};
use bellwether_core::{Error, bail};
use bellwether_report::grouped;
use clap::Args;
use indicatif::ProgressBar;
use serde_json::{Value, json};

use crate::interrupt::Interrupt;

/// The arguments of `calibrate`.
#[derive(Args, Debug)]
pub(crate) struct CalibrateArguments {
    /// The game, or several variants of one that share their figures: `name` or `name:option=value,…`.
    #[arg(required = true, value_name = "GAME")]
    games: Vec<String>,
    /// How many games to play.
    #[arg(long = "games", default_value_t = 200, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    count: u64,
    /// The random seed.
    #[arg(long, default_value_t = 1, value_name = "N")]
    seed: u64,
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &CalibrateArguments,
    as_json: bool,
) -> anyhow::Result<String> {
    let games: Vec<Box<dyn AnyGame>> =
        arguments.games.iter().map(|game| catalog.game(game)).collect::<Result<_, _>>()?;
    check(&games)?;
    let stop = Interrupt::listen()?;
    let count = arguments.count;
    let bar = ProgressBar::new(count);
    let watch = |finished| bar.set_position(finished);
    let fitted = calibrate(&games, count, arguments.seed, stop.flag(), &watch);
    bar.finish_and_clear();
    let fitted = fitted?;
    if as_json {
        let list: Vec<Value> = fitted.iter().map(json).collect();
        return Ok(format!("{}\n", json!({ "games": arguments.games, "fitted": list })));
    }
    Ok(text(arguments, &fitted))
}

/// Variants that cannot share their figures are refused.
fn check(games: &[Box<dyn AnyGame>]) -> Result<(), Error> {
    let kind = |game: &dyn AnyGame| (game.card().name, game.seats(), game.sides());
    let first = games.first().map(|game| kind(game.as_ref()));
    if games.iter().any(|game| Some(kind(game.as_ref())) != first) {
        bail!("only variants of one game with the same seats and teams share their figures");
    }
    Ok(())
}

fn json(fitted: &FittedCalibration) -> Value {
    let is = &fitted.calibration;
    json!({
        "of": is.of, "centre": is.centre, "unit": is.unit, "slope": is.slope, "turn": is.turn, "first": is.first,
        "agent": fitted.agent, "games": fitted.games, "positions": fitted.positions,
        "error": fitted.error, "errorWithout": fitted.error_without, "groups": fitted.groups,
    })
}

/// The figures as Rust, for the game's `calibration.rs`, with how they were found and how well they fit.
fn text(arguments: &CalibrateArguments, fitted: &[FittedCalibration]) -> String {
    let CalibrateArguments { games, count, seed } = arguments;
    let mut text =
        format!("    // bellwether calibrate {} --games {count} --seed {seed}\n", games.join(" "));
    for found in fitted {
        let FittedCalibration { calibration: is, agent, positions, error, error_without, .. } =
            found;
        let groups = { found.groups.iter() }
            .map(|(chance, result)| format!("{:.0}:{:.0}", 100.0 * chance, 100.0 * result));
        let _ = writeln!(
            text,
            "    // {agent}, {} positions; mean squared error {error:.3} ({error_without:.3} without); chance:result {}",
            grouped(*positions as u64),
            groups.collect::<Vec<_>>().join(" ")
        );
        let _ = writeln!(
            text,
            "    Calibration {{ of: {:?}, centre: {}, unit: {}, slope: {:?}, turn: {:?}, first: {:?} }},",
            is.of,
            literal(is.centre),
            literal(is.unit),
            is.slope,
            is.turn,
            is.first
        );
    }
    text
}

/// A number as Rust's style wants it: `12_340.0`.
fn literal(number: f64) -> String {
    let text = format!("{number:?}");
    match text.strip_suffix(".0").map(str::parse::<i64>) {
        Some(Ok(whole)) if whole.unsigned_abs() >= 10_000 => {
            let sign = if whole < 0 { "-" } else { "" };
            format!("{sign}{}.0", grouped(whole.unsigned_abs()).replace(',', "_"))
        }
        _ => text,
    }
}
