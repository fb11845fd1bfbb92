//! The statistics agree with an independent calculation.
//!
//! The expected numbers are in `independent/statistics.json`, made by `independent/statistics.py`
//! with scipy, statsmodels and choix; this test needs none of them.

use bellwether_arena::stats::duel::{DuelScore, Pairs};
use bellwether_arena::stats::interval::{self, EstimateWithError, Interval};
use bellwether_arena::stats::ratings::{GameRanking, Ratings};
use bellwether_arena::stats::sprt::{EloModel, Sprt};
use bellwether_arena::stats::{normal, student};
use serde_json::Value;

fn expected(section: &str) -> Value {
    let text = include_str!("independent/statistics.json");
    let mut all: Value = serde_json::from_str(text).expect("the fixture is JSON");
    all[section].take()
}

fn number(value: &Value) -> f64 {
    value.as_f64().unwrap_or_else(|| panic!("{value} is no number"))
}

fn numbers(value: &Value) -> Vec<f64> {
    cases(value).iter().map(number).collect()
}

fn counts(value: &Value) -> Vec<u64> {
    cases(value).iter().map(|count| number(count) as u64).collect()
}

fn cases(value: &Value) -> &[Value] {
    let cases = value.as_array().unwrap_or_else(|| panic!("{value} is no list"));
    assert!(!cases.is_empty());
    cases
}

/// Within a millionth, of one or of the number itself if it is larger.
#[track_caller]
fn assert_near(ours: f64, theirs: f64, what: &Value) {
    let off = (ours - theirs).abs() / theirs.abs().max(1.0);
    assert!(off < 1e-6, "{ours} here, {theirs} there: {what}");
}

#[track_caller]
fn assert_interval(ours: Interval, case: &Value) {
    assert_near(ours.low, number(&case["low"]), case);
    assert_near(ours.high, number(&case["high"]), case);
}

#[test]
fn distributions() {
    let distributions = expected("distributions");
    for case in cases(&distributions["normal"]) {
        let (ours, theirs) = (normal::cdf(number(&case["x"])), number(&case["cdf"]));
        assert!((ours / theirs - 1.0).abs() < 1e-12, "{ours}: {case}");
    }
    for case in cases(&distributions["quantiles"]) {
        assert_near(normal::quantile(number(&case["p"])), number(&case["x"]), case);
    }
    for case in cases(&distributions["student"]) {
        let ours = student::quantile(number(&case["p"]), number(&case["freedom"]));
        assert_near(ours, number(&case["x"]), case);
    }
}

#[test]
fn intervals() {
    for case in cases(&expected("wilson")) {
        let ours = interval::wilson(number(&case["successes"]), number(&case["trials"]));
        assert_interval(ours, case);
    }
    for case in cases(&expected("means")) {
        let ours = interval::of_mean(&numbers(&case["values"])).expect("there are two values");
        assert_interval(ours, case);
    }
}

fn tally(counts: &[u64]) -> Option<DuelScore> {
    let &[losses, draws, wins] = counts else { return None };
    Some(DuelScore { wins, losses, draws })
}

fn pairs(counts: &[u64]) -> Option<Pairs> {
    Some(Pairs { cells: counts.try_into().ok()?, ..Pairs::default() })
}

#[test]
fn matches_of_two() {
    let check = |case: &Value, score: f64, elo: EstimateWithError, los: f64| {
        assert_near(score, number(&case["score"]), case);
        assert_near(elo.value, number(&case["elo"]), case);
        assert_near(elo.margin, number(&case["elo_margin"]), case);
        assert_near(los, number(&case["superiority"]), case);
    };
    let matches = expected("matches");
    for case in cases(&matches["tallies"]) {
        let t = tally(&counts(&case["counts"])).expect("three cells");
        check(case, t.score(), t.elo(), t.likelihood_of_superiority());
    }
    for case in cases(&matches["pairs"]) {
        let p = pairs(&counts(&case["counts"])).expect("five cells");
        check(case, p.score(), p.elo(), p.likelihood_of_superiority());
    }
}

#[test]
fn likelihood_ratios() {
    for case in cases(&expected("sprt")) {
        let cells = counts(&case["counts"]);
        let models = [
            ("logistic", EloModel::Logistic),
            ("normalized", EloModel::Normalized),
            ("bayesian", EloModel::Bayesian),
        ];
        for (name, model) in models {
            let (elo0, elo1) = (number(&case["elo0"]), number(&case["elo1"]));
            let sprt = Sprt { elo0, elo1, alpha: 0.05, beta: 0.05, model };
            let ours = match (tally(&cells), pairs(&cells)) {
                (Some(tally), _) => sprt.llr(&tally),
                (_, Some(pairs)) if model != EloModel::Bayesian => sprt.llr_of_pairs(&pairs),
                _ => continue,
            };
            assert_near(ours, number(&case[name]), case);
        }
    }
}

#[test]
fn ratings() {
    for case in cases(&expected("ratings")) {
        let players = number(&case["players"]) as usize;
        let rankings: Vec<GameRanking> = cases(&case["rankings"]).iter().map(ranking).collect();
        let ours = Ratings::fit_with_prior(players, &rankings, number(&case["prior"]));
        for (player, theirs) in numbers(&case["values"]).into_iter().enumerate() {
            assert_near(ours.of(player).value, theirs, &case["name"]);
        }
        for (player, theirs) in numbers(&case["margins"]).into_iter().enumerate() {
            assert_near(ours.of(player).margin, theirs, &case["name"]);
        }
        let between = ours.difference(0, players - 1);
        assert_near(between.margin, number(&case["difference_margin"]), &case["name"]);
        let factors = case["tie_factors"].as_array().expect("a list");
        assert_eq!(ours.ties.len(), factors.len());
        for (tie, factor) in std::iter::zip(&ours.ties, factors) {
            assert_near(tie.factor, number(factor), &case["name"]);
        }
    }
}

fn ranking(value: &Value) -> GameRanking {
    let item = |item: &Value| counts(item).into_iter().map(|player| player as usize).collect();
    let place = |place: &Value| cases(place).iter().map(item).collect();
    GameRanking { places: cases(value).iter().map(place).collect() }
}

#[test]
fn ratings_without_a_prior_are_those_of_choix() {
    for case in cases(&expected("choix")) {
        let order = |order: &Value| GameRanking {
            places: counts(order).into_iter().map(|player| vec![vec![player as usize]]).collect(),
        };
        let rankings: Vec<GameRanking> = cases(&case["orders"]).iter().map(order).collect();
        let players = number(&case["players"]) as usize;
        let ours = Ratings::fit_with_prior(players, &rankings, 1e-9);
        for (player, theirs) in numbers(&case["values"]).into_iter().enumerate() {
            let off = (ours.of(player).value - theirs).abs();
            assert!(off < 1e-4, "player {player}: {} here, {theirs} there", ours.of(player).value);
        }
    }
}
