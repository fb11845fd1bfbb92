//! How the habits' weights are learnt: from nothing, by games of the habits against themselves.
//!
//! Every seat plays by the same weights. After a batch of games, what seats did that got more than
//! their seat usually gets is made likelier, and what the others did less likely (REINFORCE,
//! Williams 1992), with steps by Adam (Kingma and Ba 2015). What a seat gets is its tournament points,
//! and a little for every point of score above the table's mean. The batch's work is shared by threads
//! in a fixed way, so the same command gives the same weights.

use bellwether_core::bits::Bits;
use bellwether_core::random::{Random, mix, seeded, unit};
use bellwether_core::{Game, MAX_SEATS, Rollout, Seat};

use super::super::{BattleSheep, Field, Setup, State};
use super::features::{self, FeatureSink};
use super::{OptionChooser, RandomChooser, RolloutPolicy, Weights, play_on};

/// The natural logarithms of the weights.
type LogWeights = Vec<f32>;

/// The habits an option shows.
#[derive(Default)]
struct ShownFeatures(Vec<usize>);

impl FeatureSink for ShownFeatures {
    fn note(&mut self, habit: usize) {
        self.0.push(habit);
    }
}

/// A choice that was made: what each option showed, how likely it was, and which it was.
struct Decision {
    seat: usize,
    options: Vec<(ShownFeatures, f32)>,
    chosen: usize,
}

/// Draws like a simulated game and remembers what it drew.
struct DecisionRecorder<'a> {
    logs: &'a LogWeights,
    rng: Random,
    seat: usize,
    decisions: Vec<Decision>,
}

impl OptionChooser for DecisionRecorder<'_> {
    type Tally = ShownFeatures;

    fn choose<T>(
        &mut self,
        options: impl ExactSizeIterator<Item = T>,
        tell: impl Fn(&T, &mut ShownFeatures),
    ) -> usize {
        if options.len() == 1 {
            return 0;
        }
        let mut all: Vec<(ShownFeatures, f32)> = options
            .map(|option| {
                let mut shown = ShownFeatures::default();
                tell(&option, &mut shown);
                let sum = shown.0.iter().map(|&habit| self.logs[habit]).sum();
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

/// What to learn, and how.
struct TrainingRun {
    batches: usize,
    games: usize,
    /// How far a weight moves in a batch, at first; a tenth of it at last.
    pace: f32,
    /// How much variety is worth for its own sake.
    variety: f32,
    field: fn(u64) -> BattleSheep,
}

/// What a part of a batch brought.
struct BatchGradient {
    slope: Vec<f32>,
    got: [f32; MAX_SEATS],
}

impl TrainingRun {
    #[expect(
        clippy::print_stdout,
        reason = "whoever lets it learn for minutes wants to see how it goes"
    )]
    fn learn(&self) -> LogWeights {
        let mut logs = vec![0.0; features::COUNT];
        let (mut mean, mut spread) = (logs.clone(), logs.clone());
        let mut usual = [0.0; MAX_SEATS];
        for batch in 0..self.batches {
            let (known, expected) = (&logs, &usual);
            let lessons: Vec<BatchGradient> = std::thread::scope(|scope| {
                let halves: Vec<_> = (0..2)
                    .map(|half| {
                        scope.spawn(move || self.batch_gradient(known, expected, batch, half))
                    })
                    .collect();
                halves.into_iter().map(|half| half.join().unwrap()).collect()
            });
            for (seat, usual) in usual.iter_mut().enumerate() {
                let got: f32 = lessons.iter().map(|lesson| lesson.got[seat]).sum();
                *usual += 0.1 * (got / self.games as f32 - *usual);
            }
            let pace = self.pace * (1.0 - 0.9 * batch as f32 / self.batches as f32);
            let [fresh, old] = [0.9f32, 0.999].map(|kept| 1.0 - kept.powi(batch as i32 + 1));
            for habit in 0..features::COUNT {
                let slope: f32 = lessons.iter().map(|lesson| lesson.slope[habit]).sum();
                let slope = slope / self.games as f32;
                mean[habit] = 0.9 * mean[habit] + 0.1 * slope;
                spread[habit] = 0.999 * spread[habit] + 0.001 * slope * slope;
                logs[habit] += pace * (mean[habit] / fresh) / ((spread[habit] / old).sqrt() + 1e-8);
            }
            if self.batches > 100 && batch % 100 == 99 {
                let first = first_against_chance(&logs, self.field, 2000);
                println!("batch {}: first in {:.1} % of games", batch + 1, 100.0 * first);
            }
        }
        logs
    }

    fn batch_gradient(
        &self,
        logs: &LogWeights,
        usual: &[f32; 4],
        batch: usize,
        half: usize,
    ) -> BatchGradient {
        let mut lesson = BatchGradient { slope: vec![0.0; features::COUNT], got: [0.0; MAX_SEATS] };
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
            let got = worth(&game, &state);
            for (sum, got) in lesson.got.iter_mut().zip(got) {
                *sum += got;
            }
            for Decision { seat, options, chosen } in &record.decisions {
                let better = got[*seat] - usual[*seat];
                let doubt: f32 = options.iter().map(|(_, p)| -p * libm::logf(p.max(1e-9))).sum();
                for (option, (shown, likely)) in options.iter().enumerate() {
                    let was = f32::from(u8::from(option == *chosen));
                    let vary = likely * (-libm::logf(likely.max(1e-9)) - doubt);
                    let push = better * (was - likely) + self.variety * vary;
                    for &habit in &shown.0 {
                        lesson.slope[habit] += push;
                    }
                }
            }
        }
        lesson
    }
}

/// What each seat of a finished game got: points in excess of the mean, and a little for the score.
fn worth(game: &BattleSheep, state: &State) -> [f32; MAX_SEATS] {
    let scores = super::scores(game, state);
    let mean = scores.as_slice(MAX_SEATS).iter().sum::<f32>() / 4.0;
    let points = game.points(state);
    std::array::from_fn(|seat| {
        let seat = Seat::new(seat);
        (points.of(seat) - 2.75) / 1.5 + 0.1 * (scores.of(seat) - mean)
    })
}

/// How often a seat with these weights comes first, level included, among three that play at random.
fn first_against_chance(logs: &LogWeights, field: fn(u64) -> BattleSheep, games: u64) -> f64 {
    let weights: Weights = std::array::from_fn(|habit| libm::expf(logs[habit]));
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

fn basic(number: u64) -> BattleSheep {
    let field = Field::generate(64, 12, 10_000_000 + number).unwrap();
    BattleSheep::new(Setup::new(field, 4, 16).unwrap())
}

#[test]
fn a_hundredth_of_the_course_beats_chance() {
    let field = |number| {
        let field = Field::generate(40, 9, 1_000 + number % 50).unwrap();
        BattleSheep::new(Setup::new(field, 4, 10).unwrap())
    };
    let course = TrainingRun { batches: 12, games: 60, pace: 0.08, variety: 0.002, field };
    let nothing = first_against_chance(&vec![0.0; features::COUNT], field, 300);
    let learnt = first_against_chance(&course.learn(), field, 300);
    assert!(nothing < 0.45 && learnt > nothing + 0.1, "{nothing} became {learnt}");
}

#[test]
fn what_was_learnt_beats_chance_by_far() {
    let logs: LogWeights =
        super::weights::LEARNT.iter().map(|&hundredths| f32::from(hundredths) / 100.0).collect();
    assert!(first_against_chance(&logs, basic, 300) > 0.8);
    let mut state = basic(1).start();
    assert!(RolloutPolicy.finish(&basic(1), &mut state, &mut seeded(1), 1_000).is_some());
    assert!(state.taken().count() > 32);
}

/// Writes `learnt.rs` anew: `cargo test --release -p bellwether-games -- --ignored learn_the_habits
/// --nocapture`, a few minutes on two cores.
#[test]
#[ignore = "learns for minutes and writes a source file"]
fn train_rollout_weights() {
    let course =
        TrainingRun { batches: 2_000, games: 600, pace: 0.02, variety: 0.002, field: basic };
    let logs = course.learn();
    let mut text = String::from(
        "//! The weights of the habits, in hundredths of a natural logarithm: written by `learn_the_habits`.\n\n\
         #[rustfmt::skip]\npub(super) const LEARNT: [i16; super::habits::COUNT] = [",
    );
    for (index, log) in logs.iter().enumerate() {
        let hundredths = (log * 100.0).round().clamp(-900.0, 900.0) as i16;
        text += if index % 20 == 0 { "\n    " } else { " " };
        text += &format!("{hundredths},");
    }
    text += "\n];\n";
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/battle_sheep/grazing/learnt.rs");
    std::fs::write(path, text).unwrap();
}
