//! Training of the rollout policy's weights: from zero, by self-play.
//!
//! Every seat plays by the same weights. After a batch of games, the probability of the decisions of seats
//! with more than their seat's mean reward is increased, and that of the others decreased (REINFORCE with
//! a baseline, Williams 1992), with Adam (Kingma and Ba 2015) and an entropy bonus. The reward is the
//! tournament points, and a little for every point of score above the mean of all seats. A batch is divided
//! among threads in a fixed way, so the same command gives the same weights.
//!
//! `cargo xtask train` runs it; the crate has it only with the feature `train`.

use bellwether_core::random::{Random, mix, seeded, unit};
use bellwether_core::{Game, MAX_SEATS, Seat};

use super::super::{BattleSheep, Field, Setup, State};
use super::features::{self, FeatureSink};
use super::{OptionChooser, RandomChooser, Weights, play_on};

/// The natural logarithms of the weights.
type LogWeights = Vec<f32>;

/// The features of an option.
#[derive(Default)]
struct ShownFeatures(Vec<usize>);

impl FeatureSink for ShownFeatures {
    fn note(&mut self, feature: usize) {
        self.0.push(feature);
    }
}

/// A decision: the features and probability of each option, and the chosen one.
struct Decision {
    seat: usize,
    options: Vec<(ShownFeatures, f32)>,
    chosen: usize,
}

/// Draws like a rollout and records its decisions.
struct DecisionRecorder<'a> {
    logs: &'a LogWeights,
    rng: Random,
    seat: usize,
    decisions: Vec<Decision>,
}

impl OptionChooser for DecisionRecorder<'_> {
    type Sink = ShownFeatures;

    fn choose<T>(
        &mut self,
        options: impl ExactSizeIterator<Item = T>,
        list_features: impl Fn(&T, &mut ShownFeatures),
    ) -> usize {
        if options.len() == 1 {
            return 0;
        }
        let mut all: Vec<(ShownFeatures, f32)> = options
            .map(|option| {
                let mut shown = ShownFeatures::default();
                list_features(&option, &mut shown);
                let sum = shown.0.iter().map(|&feature| self.logs[feature]).sum();
                (shown, sum)
            })
            .collect();
        let most = all.iter().map(|option| option.1).fold(f32::NEG_INFINITY, f32::max);
        let sum: f32 = all.iter().map(|option| libm::expf(option.1 - most)).sum();
        for (_, likely) in &mut all {
            *likely = libm::expf(*likely - most) / sum;
        }
        let mut mark = unit(&mut self.rng) as f32;
        let drawn = all.iter().position(|&(_, likely)| {
            mark -= likely;
            mark < 0.0
        });
        let chosen = drawn.unwrap_or(all.len() - 1);
        self.decisions.push(Decision { seat: self.seat, options: all, chosen });
        chosen
    }
}

/// The hyperparameters of a training run.
struct TrainingRun {
    batches: usize,
    games: usize,
    /// The initial learning rate; it decays linearly to a tenth.
    learning_rate: f32,
    /// The weight of the entropy bonus.
    entropy_bonus: f32,
    field: fn(u64) -> BattleSheep,
}

/// The gradient and the rewards of a part of a batch.
struct BatchGradient {
    gradient: Vec<f32>,
    rewards: [f32; MAX_SEATS],
}

impl TrainingRun {
    /// Trains from zero. Every 100 batches of a long run `progress` gets their number and the share of games won
    /// against random players.
    fn learn(&self, progress: &mut dyn FnMut(usize, f64)) -> LogWeights {
        let mut logs = vec![0.0; features::COUNT];
        let (mut mean, mut spread) = (logs.clone(), logs.clone());
        let mut baseline = [0.0; MAX_SEATS];
        for batch in 0..self.batches {
            let (known, expected) = (&logs, &baseline);
            let parts: Vec<BatchGradient> = std::thread::scope(|scope| {
                let halves: Vec<_> = (0..2)
                    .map(|half| {
                        scope.spawn(move || self.batch_gradient(known, expected, batch, half))
                    })
                    .collect();
                halves.into_iter().map(|half| half.join().unwrap()).collect()
            });
            for (seat, baseline) in baseline.iter_mut().enumerate() {
                let sum: f32 = parts.iter().map(|part| part.rewards[seat]).sum();
                *baseline += 0.1 * (sum / self.games as f32 - *baseline);
            }
            let rate = self.learning_rate * (1.0 - 0.9 * batch as f32 / self.batches as f32);
            // Adam's bias corrections.
            let [first, second] = [0.9f32, 0.999].map(|beta| 1.0 - beta.powi(batch as i32 + 1));
            for index in 0..features::COUNT {
                let gradient: f32 = parts.iter().map(|part| part.gradient[index]).sum();
                let gradient = gradient / self.games as f32;
                mean[index] = 0.9 * mean[index] + 0.1 * gradient;
                spread[index] = 0.999 * spread[index] + 0.001 * gradient * gradient;
                logs[index] +=
                    rate * (mean[index] / first) / ((spread[index] / second).sqrt() + 1e-8);
            }
            if self.batches > 100 && batch % 100 == 99 {
                progress(batch + 1, wins_against_random(&logs, self.field, 2000));
            }
        }
        logs
    }

    fn batch_gradient(
        &self,
        logs: &LogWeights,
        baseline: &[f32; 4],
        batch: usize,
        half: usize,
    ) -> BatchGradient {
        let (gradient, rewards) = (vec![0.0; features::COUNT], [0.0; MAX_SEATS]);
        let mut part = BatchGradient { gradient, rewards };
        for number in (half..self.games).step_by(2) {
            let number = (batch * self.games + number) as u64;
            let game = (self.field)(number);
            let mut state = game.start();
            let rng = seeded(mix(5, number));
            let mut record = DecisionRecorder { logs, rng, seat: 0, decisions: Vec::new() };
            while let Some(mover) = state.mover {
                record.seat = mover.index();
                play_on(&game, &mut state, &mut record, 1);
            }
            let rewards = rewards_of(&game, &state);
            for (sum, reward) in part.rewards.iter_mut().zip(rewards) {
                *sum += reward;
            }
            for Decision { seat, options, chosen } in &record.decisions {
                let advantage = rewards[*seat] - baseline[*seat];
                let entropy: f32 = options.iter().map(|(_, p)| -p * libm::logf(p.max(1e-9))).sum();
                for (option, (shown, p)) in options.iter().enumerate() {
                    let was = f32::from(u8::from(option == *chosen));
                    let bonus = p * (-libm::logf(p.max(1e-9)) - entropy);
                    let push = advantage * (was - p) + self.entropy_bonus * bonus;
                    for &feature in &shown.0 {
                        part.gradient[feature] += push;
                    }
                }
            }
        }
        part
    }
}

/// The reward of each seat: points in excess of the mean, and a little for the score.
fn rewards_of(game: &BattleSheep, state: &State) -> [f32; MAX_SEATS] {
    let scores = super::scores(game, state);
    let mean = scores.as_slice(MAX_SEATS).iter().sum::<f32>() / 4.0;
    let points = game.points(state);
    std::array::from_fn(|seat| {
        let seat = Seat::new(seat);
        (points.of(seat) - 2.75) / 1.5 + 0.1 * (scores.of(seat) - mean)
    })
}

/// The share of games in which a seat with these weights comes first, ties included, against three random
/// players.
fn wins_against_random(logs: &LogWeights, field: fn(u64) -> BattleSheep, games: u64) -> f64 {
    let weights: Weights = std::array::from_fn(|feature| libm::expf(logs[feature]));
    let mut first = 0.0;
    for number in 0..games {
        let game = field(1 << 40 | number);
        let own = Seat::new(number as usize % MAX_SEATS);
        let mut rng = seeded(number);
        let mut state = game.start();
        while let Some(mover) = state.mover {
            if mover == own {
                let mut draw = RandomChooser { weights: &weights, rng: &mut rng, sums: Vec::new() };
                play_on(&game, &mut state, &mut draw, 1);
            } else {
                let m = game.random_move(&state, &mut rng);
                game.play(&mut state, m);
            }
        }
        let points = game.points(&state);
        let best = points.as_slice(MAX_SEATS).iter().copied().fold(0.0, f32::max);
        first += f64::from(u8::from(points.of(own) >= best));
    }
    first / games as f64
}

/// The standard game on the field of this number.
fn basic(number: u64) -> BattleSheep {
    let field = Field::generate(64, 12, 10_000_000 + number).unwrap();
    BattleSheep::new(Setup::new(field, 4, 16).unwrap())
}

/// Trains the weights of the rollout policy, for minutes on two cores, and returns the file that holds them.
///
/// Every 100 of the 2,000 batches `progress` gets their number and the share of games won against random players.
pub fn train_rollout_weights(progress: &mut dyn FnMut(usize, f64)) -> String {
    let (learning_rate, entropy_bonus, field) = (0.02, 0.002, basic as fn(u64) -> BattleSheep);
    let run = TrainingRun { batches: 2_000, games: 600, learning_rate, entropy_bonus, field };
    let logs = run.learn(progress);
    weights_text(&logs)
}

/// The file with these weights.
fn weights_text(logs: &LogWeights) -> String {
    let hundredths = |log: &f32| ((log * 100.0).round().clamp(-900.0, 900.0) as i16).to_string();
    let line = |logs: &[f32]| logs.iter().map(hundredths).collect::<Vec<_>>().join(" ") + "\n";
    logs.chunks(20).map(line).collect()
}

#[cfg(test)]
mod tests {
    use bellwether_core::Rollout;
    use bellwether_core::bits::Bits;

    use super::super::RolloutPolicy;
    use super::*;

    #[test]
    fn a_short_training_run_beats_random_play() {
        let field = |number| {
            let field = Field::generate(40, 9, 1_000 + number % 50).unwrap();
            BattleSheep::new(Setup::new(field, 4, 10).unwrap())
        };
        let run = TrainingRun {
            batches: 12,
            games: 60,
            learning_rate: 0.08,
            entropy_bonus: 0.002,
            field,
        };
        let untrained = wins_against_random(&vec![0.0; features::COUNT], field, 300);
        let trained = wins_against_random(&run.learn(&mut |_, _| ()), field, 300);
        assert!(untrained < 0.45 && trained > untrained + 0.1, "{untrained} became {trained}");
    }

    #[test]
    fn the_learnt_weights_beat_random_play_by_far() {
        let logs: LogWeights = super::super::learnt_logs().collect();
        assert!(wins_against_random(&logs, basic, 300) > 0.8);
        let mut state = basic(1).start();
        assert!(RolloutPolicy.finish(&basic(1), &mut state, &mut seeded(1), 1_000).is_some());
        assert!(state.taken().count() > 32);
    }

    #[test]
    fn the_learnt_weights_are_the_file_that_the_command_writes() {
        let logs: LogWeights = super::super::learnt_logs().collect();
        assert_eq!(logs.len(), features::COUNT);
        assert_eq!(weights_text(&logs), include_str!("weights.txt"));
    }
}
