//! Intervals hold the truth as often as they say, in simulated matches of known strengths.
//!
//! Each share is asserted within a band that a true 95 % leaves once in thousands of tries; seeds are
//! fixed, so what passes once passes always.

use std::cmp::Ordering;

use bellwether_arena::stats::duel::{DuelScore, Pairs};
use bellwether_arena::stats::interval::{of_mean, wilson};
use bellwether_arena::stats::ratings::{GameRanking, Ratings};
use bellwether_arena::stats::sprt::{EloModel, Sprt, SprtVerdict};
use bellwether_core::random::{self, Random, seeded, unit};

/// One of `weights`, as often as its share of their sum.
fn draw(rng: &mut Random, weights: &[f64]) -> usize {
    let mut rest = unit(rng) * weights.iter().sum::<f64>();
    for (index, weight) in weights.iter().enumerate() {
        rest -= weight;
        if rest < 0.0 {
            return index;
        }
    }
    weights.len() - 1
}

#[track_caller]
#[expect(clippy::print_stderr, reason = "`--nocapture` shows the measured shares")]
fn assert_share(hits: usize, trials: usize, band: std::ops::RangeInclusive<f64>, what: &str) {
    let share = hits as f64 / trials as f64;
    eprintln!("{what}: {hits} of {trials}, {:.1} %", 100.0 * share);
    assert!(band.contains(&share), "{what}: {hits} of {trials}");
}

/// A place after another, as the Davidson–Luce model gives them; `ties` by size, from one.
fn simulate(rng: &mut Random, seats: &[usize], worths: &[f64], ties: &[f64]) -> GameRanking {
    let mut left = seats.to_vec();
    let mut places = Vec::new();
    while !left.is_empty() {
        let sets: Vec<Vec<usize>> = (1u32..1 << left.len())
            .map(|set| (0..left.len()).filter(|item| set >> item & 1 == 1).collect())
            .filter(|set: &Vec<usize>| set.len() <= ties.len())
            .collect();
        let weight = |set: &Vec<usize>| {
            let product: f64 = set.iter().map(|&item| worths[left[item]]).product();
            ties[set.len() - 1] * libm::pow(product, 1.0 / set.len() as f64)
        };
        let weights: Vec<f64> = sets.iter().map(weight).collect();
        let chosen = &sets[draw(rng, &weights)];
        places.push(chosen.iter().map(|&item| vec![left[item]]).collect());
        left =
            (0..left.len()).filter(|item| !chosen.contains(item)).map(|item| left[item]).collect();
    }
    GameRanking { places }
}

const STRENGTHS: [f64; 5] = [-170.0, -60.0, 10.0, 70.0, 150.0];

/// How many of the players' ratings, and of the differences to the first, hold the truth.
fn recovered(rankings: &[GameRanking]) -> (usize, usize) {
    let ratings = Ratings::fit(STRENGTHS.len(), rankings);
    assert!(ratings.connected);
    let within = |player: &usize| ratings.of(*player).interval().contains(STRENGTHS[*player]);
    let apart = |player: &usize| {
        let truth = STRENGTHS[*player] - STRENGTHS[0];
        ratings.difference(*player, 0).interval().contains(truth)
    };
    let players = 0..STRENGTHS.len();
    (players.clone().filter(within).count(), players.skip(1).filter(apart).count())
}

fn worths() -> Vec<f64> {
    STRENGTHS.iter().map(|elo| libm::pow(10.0, elo / 400.0)).collect()
}

#[test]
fn tournaments_of_two_seats_with_draws() {
    const TOURNAMENTS: usize = 600;
    let (mut own, mut differences) = (0, 0);
    for tournament in 0..TOURNAMENTS {
        let mut rng = seeded(random::mix(1, tournament as u64));
        let mut rankings = Vec::new();
        for (a, b) in
            [(0, 1), (0, 2), (0, 3), (0, 4), (1, 2), (1, 3), (1, 4), (2, 3), (2, 4), (3, 4)]
        {
            for _ in 0..20 {
                rankings.push(simulate(&mut rng, &[a, b], &worths(), &[1.0, 0.8]));
            }
        }
        let (hits, apart) = recovered(&rankings);
        own += hits;
        differences += apart;
    }
    assert_share(own, 5 * TOURNAMENTS, 0.935..=0.965, "ratings at tables of two");
    assert_share(differences, 4 * TOURNAMENTS, 0.935..=0.965, "differences at tables of two");
}

#[test]
fn tournaments_of_four_seats_with_ties() {
    const TOURNAMENTS: usize = 600;
    let (mut own, mut differences) = (0, 0);
    for tournament in 0..TOURNAMENTS {
        let mut rng = seeded(random::mix(2, tournament as u64));
        let rankings: Vec<GameRanking> = (0..60)
            .map(|game| {
                let mut seats: Vec<usize> = (0..5).filter(|&player| player != game % 5).collect();
                random::shuffle(&mut rng, &mut seats);
                simulate(&mut rng, &seats, &worths(), &[1.0, 0.3, 0.1])
            })
            .collect();
        let (hits, apart) = recovered(&rankings);
        own += hits;
        differences += apart;
    }
    assert_share(own, 5 * TOURNAMENTS, 0.935..=0.965, "ratings at tables of four");
    assert_share(differences, 4 * TOURNAMENTS, 0.935..=0.965, "differences at tables of four");
}

#[test]
fn shares_and_means_of_few_games() {
    const SAMPLES: usize = 4000;
    for (games, chance) in [(10, 0.5), (10, 0.8), (30, 0.9), (200, 0.3)] {
        let mut rng = seeded(random::mix(3, games));
        let hits = (0..SAMPLES).filter(|_| {
            let wins = (0..games).filter(|_| unit(&mut rng) < chance).count();
            wilson(wins as f64, games as f64).contains(chance)
        });
        // Wins are whole, so with few games the share of hits jumps about 95 %.
        let what = format!("Wilson, {games} games at {chance}");
        assert_share(hits.count(), SAMPLES, 0.92..=0.985, &what);
    }
    // Draws at half a win spread less than wins and losses: the interval errs on the wide side.
    let mut rng = seeded(4);
    let hits = (0..SAMPLES).filter(|_| {
        let points: f64 = (0..40).map(|_| [1.0, 0.5, 0.0][draw(&mut rng, &[0.3, 0.5, 0.2])]).sum();
        wilson(points, 40.0).contains(0.55)
    });
    assert_share(hits.count(), SAMPLES, 0.95..=1.0, "Wilson with draws");
    // Places at a table of four among equals, ten games: Student's interval for the mean.
    let hits = (0..SAMPLES).filter(|_| {
        let points: Vec<f64> =
            (0..10).map(|_| [5.0, 3.0, 2.0, 1.0][draw(&mut rng, &[1.0; 4])]).collect();
        of_mean(&points).is_some_and(|interval| interval.contains(2.75))
    });
    assert_share(hits.count(), SAMPLES, 0.93..=0.965, "Student, ten games of four");
}

#[test]
fn elo_differences() {
    const MATCHES: usize = 4000;
    let score = 1.0 / (1.0 + libm::pow(10.0, -60.0 / 400.0));
    // Thirty games without draws have few possible scores: their share of hits is far from smooth.
    for (games, draws, most) in [(30, 0.0, 0.99), (100, 0.3, 0.965), (400, 0.5, 0.965)] {
        let mut rng = seeded(random::mix(5, games));
        let weights = [score - draws / 2.0, 1.0 - score - draws / 2.0, draws];
        let hits = (0..MATCHES).filter(|_| {
            let mut tally = DuelScore::default();
            for _ in 0..games {
                let results = [Ordering::Greater, Ordering::Less, Ordering::Equal];
                tally.add(results[draw(&mut rng, &weights)]);
            }
            tally.elo().interval().contains(60.0)
        });
        let what = format!("Elo after {games} games");
        assert_share(hits.count(), MATCHES, 0.93..=most, &what);
    }
}

/// Which way a test of games with these chances ends, and after how many.
fn run(sprt: &Sprt, rng: &mut Random, weights: [f64; 3], paired: bool) -> (SprtVerdict, u64) {
    let (mut tally, mut pairs) = (DuelScore::default(), Pairs::default());
    let results = [Ordering::Greater, Ordering::Less, Ordering::Equal];
    loop {
        let before = tally;
        for _ in 0..if paired { 2 } else { 1 } {
            tally.add(results[draw(rng, &weights)]);
        }
        let llr = if paired {
            let half_points = 2 * (tally.wins - before.wins) + (tally.draws - before.draws);
            pairs.cells[half_points as usize] += 1;
            sprt.llr_of_pairs(&pairs)
        } else {
            sprt.llr(&tally)
        };
        let verdict = sprt.verdict(llr);
        if verdict != SprtVerdict::Continue {
            return (verdict, tally.games());
        }
    }
}

#[test]
fn sequential_tests_keep_their_error_rates() {
    const MATCHES: usize = 500;
    let cases = [
        (EloModel::Logistic, 0.0, false),
        (EloModel::Logistic, 0.4, true),
        (EloModel::Normalized, 0.3, false),
        (EloModel::Bayesian, 0.3, false),
    ];
    for (model, draws, paired) in cases {
        let sprt = Sprt { elo0: 0.0, elo1: 60.0, alpha: 0.05, beta: 0.1, model };
        // Chances of a win, a loss and a draw when the lead is exactly that of a hypothesis.
        let chances = |lead: f64| {
            let score = 1.0 / (1.0 + libm::pow(10.0, -lead / 400.0));
            let shift = match model {
                EloModel::Logistic => score - 0.5,
                // (score − ½) / √(variance) = t, with variance ¼(1 − draws) − (score − ½)².
                EloModel::Normalized => {
                    let t = lead / (800.0 / std::f64::consts::LN_10);
                    t * ((1.0 - draws) / 4.0 / (1.0 + t * t)).sqrt()
                }
                EloModel::Bayesian => {
                    let win = 1.0 / (1.0 + libm::pow(10.0, (108.0 - lead) / 400.0));
                    let loss = 1.0 / (1.0 + libm::pow(10.0, (108.0 + lead) / 400.0));
                    return [win, loss, 1.0 - win - loss];
                }
            };
            [(1.0 - draws) / 2.0 + shift, (1.0 - draws) / 2.0 - shift, draws]
        };
        for (lead, wrong, rate) in
            [(0.0, SprtVerdict::AcceptH1, sprt.alpha), (60.0, SprtVerdict::AcceptH0, sprt.beta)]
        {
            let mut rng = seeded(random::mix(6, lead as u64));
            let (mut errors, mut games) = (0, 0);
            for _ in 0..MATCHES {
                let (verdict, length) = run(&sprt, &mut rng, chances(lead), paired);
                errors += usize::from(verdict == wrong);
                games += length;
            }
            let what =
                format!("errors of {sprt} at {lead}, {} games a match", games / MATCHES as u64);
            // Walking past a bound instead of onto it makes errors rarer than stated; a match of
            // few games has an estimated spread, which makes them a little more frequent.
            assert_share(errors, MATCHES, 0.3 * rate..=1.5 * rate, &what);
        }
    }
}
