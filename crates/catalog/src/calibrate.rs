//! Fits a game's calibrations to games that its judge plays against itself.
//!
//! A game begins with some random moves; after them a tenth of the moves is random, so that the games hold positions of
//! every value. In every position each of the game's searches reports its value; the calibration of a search is the
//! logistic curve through (value, result) with the greatest likelihood.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use bellwether_core::random::{below, mix, seeded, unit};
use bellwether_core::{Calibration, Error, ErrorKind, Payoffs, Score, Seat, Status};
use bellwether_search::Limits;

use crate::judge::gauges;
use crate::{AnyGame, BotPermission};

/// Random moves at the beginning of a game, at least and at most.
const OPENING: (usize, usize) = (2, 8);
/// How often a later move is random.
const SLIPS: f64 = 0.1;
/// A game that is not over then does not count.
const LONGEST: usize = 600;
/// Groups of positions with similar chances.
const GROUPS: usize = 5;
/// More points are always more chance: searches look for the most. An evaluation that knows nothing has this slope.
const LEAST_SLOPE: f64 = 0.05;

/// A calibration, and how well it fits.
#[derive(Clone, Debug, PartialEq)]
pub struct FittedCalibration {
    /// The figures.
    pub calibration: Calibration,
    /// The agent that reported the values.
    pub agent: String,
    /// The games.
    pub games: u64,
    /// Their positions, without those whose result was proven.
    pub positions: usize,
    /// The mean squared error of the chances.
    pub error: f64,
    /// The same if every position gets the mean result.
    pub error_without: f64,
    /// Groups of positions from the least to the greatest chance: the mean chance and the mean result.
    pub groups: Vec<(f64, f64)>,
}

/// What a search reported of a position, and how the game ended for the seat to move.
#[derive(Clone, Copy)]
struct Sample {
    number: f64,
    seat: Seat,
    result: f64,
}

/// The positions of one game, for each search.
type GameSamples = Vec<Vec<Sample>>;

/// Plays `count` games of these variants of one game, in turn, and fits a calibration for each search; `progress` gets
/// how many games are finished.
///
/// # Errors
/// If the variants have different searches, or `stop` was set.
pub fn calibrate(
    variants: &[Box<dyn AnyGame>],
    count: u64,
    seed: u64,
    stop: &AtomicBool,
    progress: &(dyn Fn(u64) + Sync),
) -> Result<Vec<FittedCalibration>, Error> {
    let gauges = variants.first().map(|game| gauges(game.as_ref())).unwrap_or_default();
    let (next, finished) = (AtomicU64::new(0), AtomicU64::new(0));
    let work = || -> Result<Vec<(u64, GameSamples)>, Error> {
        let mut played = Vec::new();
        loop {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= count {
                return Ok(played);
            }
            let variant = &variants[number as usize % variants.len()];
            played.push((number, play(variant.as_ref(), number, seed, &gauges, stop)?));
            progress(finished.fetch_add(1, Ordering::Relaxed) + 1);
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let played: Result<Vec<_>, Error> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let broken = |_| Err(Error::new(ErrorKind::Stopped, "a search broke down"));
        threads.into_iter().map(|thread| thread.join().unwrap_or_else(broken)).collect()
    });
    let mut played: Vec<_> = played?.into_iter().flatten().collect();
    // The order in which threads finish shall not change a figure.
    played.sort_by_key(|(number, _)| *number);
    let fitted = gauges.into_iter().enumerate().map(|(index, (of, agent))| {
        let samples: Vec<Sample> =
            played.iter().flat_map(|(_, samples)| samples[index].iter().copied()).collect();
        fit(of, agent, count, &samples)
    });
    fitted.collect()
}

/// Plays one game: what each search reported of its positions.
fn play(
    variant: &dyn AnyGame,
    number: u64,
    seed: u64,
    gauges: &[(&'static str, String)],
    stop: &AtomicBool,
) -> Result<GameSamples, Error> {
    let game = variant.instance(number)?;
    let mut rng = seeded(mix(seed, number));
    let mut position = game.start();
    for _ in 0..OPENING.0 + below(&mut rng, OPENING.1 - OPENING.0 + 1) {
        let moves = position.moves();
        if position.status().is_over() || moves.is_empty() {
            break;
        }
        position.play(&moves[below(&mut rng, moves.len())])?;
    }
    let mut samples: GameSamples = vec![Vec::new(); gauges.len()];
    for _ in 0..LONGEST {
        let seat = match position.status() {
            Status::ToMove(seat) => seat,
            Status::Over(payoffs) => {
                for sample in samples.iter_mut().flatten() {
                    sample.result = result(game.as_ref(), &payoffs, sample.seat);
                }
                return Ok(samples);
            }
        };
        let mut best = None;
        for ((_, agent), samples) in gauges.iter().zip(&mut samples) {
            let mut agent = game.agent(agent, 1, BotPermission::Refused)?;
            let chosen = agent.choose(position.as_ref(), Limits::default(), stop)?;
            let reported = match chosen.score {
                Some(Score::Points(points)) => Some(f64::from(points)),
                Some(Score::Average(average)) => Some(average),
                _ => None,
            };
            samples.extend(reported.map(|number| Sample { number, seat, result: 0.0 }));
            best.get_or_insert(chosen.text);
        }
        if stop.load(Ordering::Relaxed) {
            return Err(Error::new(ErrorKind::Stopped, "stopped"));
        }
        let moves = position.moves();
        let is_slip = unit(&mut rng) < SLIPS;
        let text = best.filter(|_| !is_slip);
        position.play(&text.unwrap_or_else(|| moves[below(&mut rng, moves.len())].clone()))?;
    }
    Ok(vec![Vec::new(); gauges.len()])
}

/// What a seat has of a game: 1 for a win, and its part of it if several sides win.
pub(crate) fn result(game: &dyn AnyGame, payoffs: &Payoffs, seat: Seat) -> f64 {
    let winners = payoffs.leaders(game.seats());
    let sides = game.sides();
    let wins = |side: &&Vec<usize>| winners.iter().any(|winner| side.contains(&winner.index()));
    let won = sides.iter().filter(wins).count();
    let own = sides.iter().filter(wins).any(|side| side.contains(&seat.index()));
    if own { 1.0 / won as f64 } else { 0.0 }
}

fn fit(
    of: &'static str,
    agent: String,
    games: u64,
    samples: &[Sample],
) -> Result<FittedCalibration, Error> {
    if samples.len() < 2 * GROUPS {
        return Err(Error::invalid(format!("too few games to fit {of}: play more")));
    }
    let median = |numbers: &mut Vec<f64>| {
        numbers.sort_by(f64::total_cmp);
        numbers[numbers.len() / 2]
    };
    let centre = median(&mut samples.iter().map(|sample| sample.number).collect());
    let unit = median(&mut samples.iter().map(|sample| (sample.number - centre).abs()).collect());
    let unit = if unit > 0.0 { unit } else { 1.0 };
    let mut calibration = Calibration {
        of,
        centre: rounded(centre),
        unit: rounded(unit),
        slope: 0.0,
        turn: 0.0,
        first: 0.0,
    };
    let mut rows: Vec<RegressionRow> = samples
        .iter()
        .map(|sample| {
            let side = if sample.seat == Seat::FIRST { 1.0 } else { -1.0 };
            let features = [calibration.distance(sample.number), 1.0, side];
            RegressionRow { features, odds: 0.0, result: sample.result }
        })
        .collect();
    let mut weights = logistic(&rows);
    if weights[0] < LEAST_SLOPE {
        for row in &mut rows {
            row.odds = LEAST_SLOPE * std::mem::take(&mut row.features[0]);
        }
        weights = logistic(&rows);
        weights[0] = LEAST_SLOPE;
    }
    let [slope, turn, first] = weights.map(rounded);
    calibration = Calibration { slope, turn, first, ..calibration };
    let mut judged: Vec<(f64, f64)> = samples
        .iter()
        .map(|sample| (calibration.chance(sample.number, sample.seat), sample.result))
        .collect();
    judged.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mean = |pairs: &[(f64, f64)], of: fn(&(f64, f64)) -> f64| {
        pairs.iter().map(of).sum::<f64>() / pairs.len() as f64
    };
    let usual = mean(&judged, |pair| pair.1);
    let squared = |chance: Option<f64>| {
        let error = |(own, result): &(f64, f64)| (chance.unwrap_or(*own) - result).powi(2);
        judged.iter().map(error).sum::<f64>() / judged.len() as f64
    };
    let size = judged.len().div_ceil(GROUPS);
    Ok(FittedCalibration {
        calibration,
        agent,
        games,
        positions: samples.len(),
        error: squared(None),
        error_without: squared(Some(usual)),
        groups: { judged.chunks(size) }
            .map(|group| (mean(group, |pair| pair.0), mean(group, |pair| pair.1)))
            .collect(),
    })
}

/// Four digits are more than the games can tell.
fn rounded(number: f64) -> f64 {
    format!("{number:.3e}").parse().unwrap_or(number)
}

/// A position in the regression: its features, log-odds that are given, and the result.
struct RegressionRow {
    features: [f64; 3],
    odds: f64,
    result: f64,
}

/// The weights of a logistic regression, by Newton's method; a slight pull to zero keeps them finite where a value
/// decides every game.
fn logistic(rows: &[RegressionRow]) -> [f64; 3] {
    const PULL: f64 = 1.0;
    let mut weights = [0.0; 3];
    for _ in 0..50 {
        let mut gradient = weights.map(|weight| -PULL * weight);
        let mut curvature = [[PULL, 0.0, 0.0], [0.0, PULL, 0.0], [0.0, 0.0, PULL]];
        for RegressionRow { features, odds, result } in rows {
            let own: f64 = weights.iter().zip(features).map(|(weight, x)| weight * x).sum();
            let odds = odds + own;
            let chance = 1.0 / (1.0 + (-odds).exp());
            for (i, x) in features.iter().enumerate() {
                gradient[i] += (result - chance) * x;
                for (j, y) in features.iter().enumerate() {
                    curvature[i][j] += chance * (1.0 - chance) * x * y;
                }
            }
        }
        let step = solved(curvature, gradient);
        for (weight, step) in weights.iter_mut().zip(step) {
            *weight += step;
        }
        if step.iter().all(|step| step.abs() < 1e-9) {
            break;
        }
    }
    weights
}

/// Solves a positive definite system of linear equations, by elimination.
fn solved(mut matrix: [[f64; 3]; 3], mut right: [f64; 3]) -> [f64; 3] {
    for i in 0..3 {
        for j in i + 1..3 {
            let factor = matrix[j][i] / matrix[i][i];
            let above = matrix[i];
            for (below, above) in matrix[j].iter_mut().zip(above).skip(i) {
                *below -= factor * above;
            }
            right[j] -= factor * right[i];
        }
    }
    for i in (0..3).rev() {
        for j in i + 1..3 {
            right[i] -= matrix[i][j] * right[j];
        }
        right[i] /= matrix[i][i];
    }
    right
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_is_found_again() {
        let known =
            Calibration { of: "x", centre: 40.0, unit: 25.0, slope: 1.2, turn: 0.3, first: -0.5 };
        let mut rng = seeded(1);
        let samples: Vec<Sample> = (0..40_000)
            .map(|index| {
                let (number, seat) = (unit(&mut rng) * 200.0 - 60.0, Seat::new(index % 2));
                let is_won = unit(&mut rng) < known.chance(number, seat);
                Sample { number, seat, result: f64::from(u8::from(is_won)) }
            })
            .collect();
        let found = fit("x", String::new(), 1, &samples).unwrap();
        for (number, seat) in [(-40.0, 0), (0.0, 1), (40.0, 0), (70.0, 1), (130.0, 0)] {
            let seat = Seat::new(seat);
            let (is, wanted) = (found.calibration.chance(number, seat), known.chance(number, seat));
            assert!((is - wanted).abs() < 0.03, "{number} {seat}: {is} instead of {wanted}");
        }
        assert!(found.error < found.error_without);
        assert!(found.groups.iter().all(|(chance, result)| (chance - result).abs() < 0.03));
        assert!(fit("x", String::new(), 1, &samples[..5]).is_err());
    }
}
