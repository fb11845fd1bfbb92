//! The likelihood of rankings under the Davidson–Luce model, and the climb to its top.
//!
//! The logarithm of the likelihood is concave in the log-worths and the logarithms of the tie
//! factors, strictly so with the prior: there is one top, and Newton's method finds it from anywhere
//! if a step that goes too far is halved.

use std::collections::BTreeMap;

use super::GameRanking;
use super::linear::Matrix;

/// One choice of who shares the best place among the items left, and how often it was made.
struct PlaceChoice {
    /// The parameters involved: players, then tie factors.
    parameters: Vec<usize>,
    /// For each set of items that could have shared the place: how much of each parameter.
    choices: Vec<Vec<f64>>,
    /// Which of the sets did, and how often.
    chosen: Vec<(usize, f64)>,
}

/// Everything the likelihood depends on.
pub(super) struct LikelihoodModel {
    players: usize,
    /// Tie sizes that were seen; factors of others would be estimated as zero.
    tie_sizes: Vec<usize>,
    choices: Vec<PlaceChoice>,
    prior: f64,
}

/// Items left to be placed, in order.
type RemainingItems = Vec<Vec<usize>>;

impl LikelihoodModel {
    pub(super) fn new(players: usize, rankings: &[GameRanking], prior: f64) -> Self {
        // Alike choices are counted, not repeated: a long match of two is one choice.
        let mut counts: BTreeMap<RemainingItems, BTreeMap<u64, f64>> = BTreeMap::new();
        for ranking in rankings {
            for (left, chosen) in choices_made(ranking) {
                *counts.entry(left).or_default().entry(chosen).or_default() += 1.0;
            }
        }
        let made = counts.values().flat_map(BTreeMap::keys);
        let mut tie_sizes: Vec<usize> =
            made.map(|chosen| chosen.count_ones() as usize).filter(|&size| size > 1).collect();
        tie_sizes.sort_unstable();
        tie_sizes.dedup();
        let choices = counts
            .iter()
            .map(|(left, chosen)| PlaceChoice::new(players, &tie_sizes, left, chosen))
            .collect();
        Self { players, tie_sizes, choices, prior }
    }

    pub(super) fn tie_sizes(&self) -> &[usize] {
        &self.tie_sizes
    }

    /// The parameters that make the rankings likeliest, and the inverse of the information there.
    pub(super) fn fit(&self) -> (Vec<f64>, Matrix) {
        const STEPS: usize = 200;
        let mut parameters = vec![0.0; self.players + self.tie_sizes.len()];
        let mut here = self.evaluate(&parameters);
        for _ in 0..STEPS {
            let step = here.information.cholesky().solve_with_cholesky(&here.gradient);
            let promise: f64 = std::iter::zip(&step, &here.gradient).map(|(s, g)| s * g).sum();
            // So near the top a step is right to more digits than the likelihood can tell.
            let last = step.iter().all(|part| part.abs() < 1e-7);
            let rounding = 1e-12 * (1.0 + here.value.abs());
            let mut length = 1.0;
            loop {
                let next: Vec<f64> =
                    std::iter::zip(&parameters, &step).map(|(p, s)| p + length * s).collect();
                let there = self.evaluate(&next);
                let enough = here.value + 1e-4 * length * promise - rounding;
                if last || there.value >= enough || length < 1e-9 {
                    (parameters, here) = (next, there);
                    break;
                }
                length *= 0.5;
            }
            if last {
                break;
            }
        }
        let covariance = here.information.cholesky().inverse_with_cholesky();
        (parameters, covariance)
    }

    /// The logarithm of the likelihood, its gradient and the information at `parameters`.
    fn evaluate(&self, parameters: &[f64]) -> ModelView {
        let mut view = ModelView {
            value: 0.0,
            gradient: vec![0.0; parameters.len()],
            information: Matrix::zero(parameters.len()),
        };
        for choice in &self.choices {
            choice.evaluate(parameters, &mut view);
        }
        for (index, &parameter) in parameters.iter().enumerate() {
            // Against a virtual player of worth 1; a tie among two items of worth 1 has two rival outcomes.
            let rivals: f64 = if index < self.players { 1.0 } else { 2.0 };
            let share = 1.0 / (1.0 + rivals * libm::exp(-parameter));
            view.value += self.prior * (libm::log(share) + libm::log1p(-share));
            view.gradient[index] += self.prior * (1.0 - 2.0 * share);
            view.information.add(index, index, 2.0 * self.prior * share * (1.0 - share));
        }
        view
    }
}

struct ModelView {
    value: f64,
    gradient: Vec<f64>,
    information: Matrix,
}

impl PlaceChoice {
    fn new(
        players: usize,
        tie_sizes: &[usize],
        left: &[Vec<usize>],
        chosen: &BTreeMap<u64, f64>,
    ) -> Self {
        let mut parameters: Vec<usize> = left.iter().flatten().copied().collect();
        assert!(parameters.iter().all(|&player| player < players), "no such player");
        parameters.sort_unstable();
        parameters.dedup();
        let involved = parameters.len();
        parameters.extend((0..tie_sizes.len()).map(|tie| players + tie));
        let sizes = std::iter::once(1).chain(tie_sizes.iter().copied());
        let sets: Vec<u64> = sizes.flat_map(|size| sets_of(size, left.len())).collect();
        let choices = sets.iter().map(|&set| {
            let size = set.count_ones() as usize;
            let mut amounts = vec![0.0; parameters.len()];
            for (item, _) in left.iter().enumerate().filter(|(item, _)| set >> item & 1 == 1) {
                for player in &left[item] {
                    let position = parameters[..involved].partition_point(|p| p < player);
                    amounts[position] += 1.0 / size as f64;
                }
            }
            if let Some(tie) = tie_sizes.iter().position(|&s| s == size) {
                amounts[involved + tie] = 1.0;
            }
            amounts
        });
        let choices = choices.collect();
        let index_of = |set: &u64| sets.iter().position(|s| s == set);
        let chosen =
            chosen.iter().filter_map(|(set, &count)| Some((index_of(set)?, count))).collect();
        Self { parameters, choices, chosen }
    }

    fn evaluate(&self, parameters: &[f64], view: &mut ModelView) {
        let log_weight = |amounts: &Vec<f64>| -> f64 {
            std::iter::zip(amounts, &self.parameters).map(|(a, &p)| a * parameters[p]).sum()
        };
        let logs: Vec<f64> = self.choices.iter().map(log_weight).collect();
        let largest = logs.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let weights: Vec<f64> = logs.iter().map(|log| libm::exp(log - largest)).collect();
        let sum: f64 = weights.iter().sum();
        let times: f64 = self.chosen.iter().map(|&(_, count)| count).sum();
        let mut mean = vec![0.0; self.parameters.len()];
        for (weight, amounts) in std::iter::zip(&weights, &self.choices) {
            for (entry, amount) in std::iter::zip(&mut mean, amounts) {
                *entry += weight / sum * amount;
            }
        }
        for &(choice, count) in &self.chosen {
            view.value += count * (logs[choice] - largest - libm::log(sum));
            for (position, &parameter) in self.parameters.iter().enumerate() {
                let surprise = self.choices[choice][position] - mean[position];
                view.gradient[parameter] += count * surprise;
            }
        }
        for (weight, amounts) in std::iter::zip(&weights, &self.choices) {
            let share = times * weight / sum;
            for (i, &row) in self.parameters.iter().enumerate() {
                let off = share * (amounts[i] - mean[i]);
                if off == 0.0 {
                    continue;
                }
                for (j, &column) in self.parameters.iter().enumerate() {
                    view.information.add(row, column, off * (amounts[j] - mean[j]));
                }
            }
        }
    }
}

/// The choices a ranking was made by: the items left in order, and the set that was taken.
fn choices_made(ranking: &GameRanking) -> Vec<(RemainingItems, u64)> {
    let mut choices = Vec::new();
    for first in 0..ranking.places.len() {
        // Sorting makes choices that differ only in the order of seats alike.
        let mut left: Vec<(Vec<usize>, bool)> = ranking.places[first..]
            .iter()
            .enumerate()
            .flat_map(|(place, items)| items.iter().map(move |item| (item, place == 0)))
            .map(|(item, taken)| {
                let mut members = item.clone();
                members.sort_unstable();
                (members, taken)
            })
            .collect();
        if left.len() < 2 {
            break; // the last one left has no choice
        }
        assert!(left.len() <= 64, "a ranking has at most 64 items");
        left.sort_unstable();
        let chosen =
            left.iter().enumerate().fold(0, |set, (index, item)| set | u64::from(item.1) << index);
        choices.push((left.into_iter().map(|(members, _)| members).collect(), chosen));
    }
    choices
}

/// All sets of `size` out of `items`, as bits.
fn sets_of(size: usize, items: usize) -> Vec<u64> {
    fn extend(set: u64, from: usize, size: usize, items: usize, sets: &mut Vec<u64>) {
        if size == 0 {
            sets.push(set);
            return;
        }
        for item in from..items {
            extend(set | 1 << item, item + 1, size - 1, items, sets);
        }
    }
    let mut sets = Vec::new();
    extend(0, 0, size, items, &mut sets);
    sets
}
