//! What holds for every fit: the degenerate ones, the symmetric ones, the ones known in closed form.

use super::*;

/// `a` beat `b` this often, lost this often, drew this often.
fn duels(a: usize, b: usize, [wins, losses, draws]: [usize; 3]) -> Vec<GameRanking> {
    let ranking = |places: Vec<Vec<Vec<usize>>>| GameRanking { places };
    let won = ranking(vec![vec![vec![a]], vec![vec![b]]]);
    let lost = ranking(vec![vec![vec![b]], vec![vec![a]]]);
    let drawn = ranking(vec![vec![vec![a], vec![b]]]);
    [vec![won; wins], vec![lost; losses], vec![drawn; draws]].concat()
}

fn assert_sane(ratings: &Ratings) {
    let players = ratings.values.len();
    assert!(ratings.values.iter().sum::<f64>().abs() < 1e-6 * (1 + players) as f64);
    for a in 0..players {
        let own = ratings.of(a);
        assert!(own.value.is_finite() && own.margin.is_finite() && own.margin >= 0.0);
        for b in 0..players {
            let here = ratings.difference(a, b);
            assert!(here.value.is_finite() && here.margin.is_finite());
            assert_eq!(a == b, here.margin < 1e-3, "{here:?}");
        }
    }
    assert!(ratings.ties.iter().all(|tie| tie.factor.is_finite() && tie.factor > 0.0));
}

#[test]
fn no_games_give_no_ratings() {
    assert_sane(&Ratings::fit(0, &[]));
    let alone = Ratings::fit(1, &[]);
    assert!(alone.connected && alone.values == [0.0]);
    let strangers = Ratings::fit(3, &[]);
    assert_sane(&strangers);
    assert!(!strangers.connected && strangers.values == [0.0; 3]);
    let empty =
        Ratings::fit(2, &[GameRanking { places: vec![] }, GameRanking { places: vec![vec![]] }]);
    assert_sane(&empty);
    assert!(!empty.connected);
}

#[test]
fn every_small_match_is_finite_and_mirrors() {
    for code in 0..5usize.pow(3) {
        let counts = [code % 5, code / 5 % 5, code / 25];
        let ratings = Ratings::fit(2, &duels(0, 1, counts));
        let mirrored = Ratings::fit(2, &duels(1, 0, counts));
        assert_sane(&ratings);
        assert!((ratings.values[0] - mirrored.values[1]).abs() < 1e-6, "{counts:?}");
        assert_eq!(ratings.values[0] > 1e-9, counts[0] > counts[1], "{counts:?}");
        assert_eq!(ratings.connected, code > 0);
    }
}

#[test]
fn a_large_match_has_the_rating_of_its_wins_to_losses() {
    // Davidson's draws say nothing about who is better: the lead is 400·log10(wins / losses).
    let ratings = Ratings::fit(2, &duels(0, 1, [30_000, 10_000, 20_000]));
    let lead = ratings.difference(0, 1);
    assert!((lead.value - 400.0 * libm::log10(3.0)).abs() < 0.05, "{lead:?}");
    // The tie factor is draws / √(wins · losses).
    let factor = 2.0 / libm::sqrt(3.0);
    assert!((ratings.ties[0].factor - factor).abs() < 1e-3, "{:?}", ratings.ties);
    assert_eq!(ratings.ties[0].items, 2);
}

#[test]
fn the_prior_fades() {
    let lead = |games: usize, prior: f64| {
        let rankings = duels(0, 1, [3 * games, games, 0]);
        Ratings::fit_with_prior(2, &rankings, prior).difference(0, 1).value
    };
    let truth = 400.0 * libm::log10(3.0);
    let bias = |games: usize| truth - lead(games, PRIOR);
    assert!(bias(1) > 0.0 && bias(10) < 0.2 * bias(1) && bias(100) < 0.02 * bias(1));
    assert!(bias(1000) < 0.1, "{}", bias(1000));
    // A lighter prior moves less.
    assert!((truth - lead(10, 0.05)).abs() < 0.2 * bias(10));
}

#[test]
fn who_wins_everything_is_rated_higher_the_more_games() {
    let leads: Vec<f64> = [1, 10, 100, 1000, 100_000]
        .map(|wins| Ratings::fit(2, &duels(0, 1, [wins, 0, 0])).difference(0, 1).value)
        .to_vec();
    assert!(leads.is_sorted() && leads.iter().all(|lead| lead.is_finite()), "{leads:?}");
    assert_sane(&Ratings::fit(2, &duels(0, 1, [0, 0, 100_000])));
}

#[test]
fn groups_that_never_met_are_named() {
    let apart = [duels(0, 1, [3, 2, 0]), duels(2, 3, [5, 1, 1])].concat();
    let ratings = Ratings::fit(4, &apart);
    assert!(!ratings.connected);
    assert_sane(&ratings);
    // Across the gap the margin is much wider than within a group.
    assert!(ratings.difference(0, 2).margin > 1.3 * ratings.difference(0, 1).margin);
    // What only the prior holds together must not keep a long fit from ending.
    let large = [duels(0, 1, [30_000, 20_000, 9]), duels(2, 3, [50_000, 7, 1])].concat();
    assert_sane(&Ratings::fit(4, &large));
    let met = [apart, duels(1, 2, [1, 1, 0])].concat();
    assert!(Ratings::fit(4, &met).connected);
}

#[test]
fn players_who_always_share_a_side_are_not_separable() {
    let won = GameRanking { places: vec![vec![vec![0, 1]], vec![vec![2, 3]]] };
    let ratings = Ratings::fit(4, &vec![won.clone(); 8]);
    assert_sane(&ratings);
    assert!(!ratings.connected);
    assert!(ratings.difference(0, 1).value.abs() < 1e-6 && ratings.difference(0, 2).value > 100.0);
    let crossed = |a: usize, b: usize, c: usize, d: usize| GameRanking {
        places: vec![vec![vec![a, b]], vec![vec![c, d]]],
    };
    let shuffled = [won, crossed(0, 2, 1, 3), crossed(3, 0, 2, 1)];
    assert!(Ratings::fit(4, &shuffled).connected);
}

#[test]
fn copies_of_one_player_share_a_rating() {
    // Player 0 in three seats against player 1: first once, then last once, is a level match only
    // if coming first against three is as good as the model says it is.
    let first = GameRanking { places: vec![vec![vec![1]], vec![vec![0], vec![0], vec![0]]] };
    let mut rankings = vec![first; 25];
    let last =
        GameRanking { places: vec![vec![vec![0]], vec![vec![0]], vec![vec![1]], vec![vec![0]]] };
    rankings.extend(vec![last; 25]);
    let ratings = Ratings::fit(2, &rankings);
    assert_sane(&ratings);
    assert!(ratings.connected && ratings.values[1] > 0.0);
    let only_self = GameRanking { places: vec![vec![vec![0]], vec![vec![0]]] };
    assert_eq!(Ratings::fit(1, &[only_self]).values, [0.0]);
}

#[test]
fn tables_of_four_without_ends_converge() {
    let order = |seats: [usize; 4]| GameRanking {
        places: seats.iter().map(|&player| vec![vec![player]]).collect(),
    };
    let always = Ratings::fit(4, &vec![order([2, 0, 3, 1]); 50]);
    assert_sane(&always);
    let values = &always.values;
    assert!(values[2] > values[0] && values[0] > values[3] && values[3] > values[1]);
    let level = GameRanking { places: vec![vec![vec![0], vec![1], vec![2], vec![3]]] };
    let all_level = Ratings::fit(4, &vec![level; 50]);
    assert_sane(&all_level);
    assert!(all_level.values.iter().all(|value| value.abs() < 1e-9));
}
