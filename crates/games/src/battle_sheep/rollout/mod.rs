//! Rollout policy of Battle Sheep, learnt by self-play.
//!
//! | part | what it does |
//! |---|---|
//! | `features` | the features of moves: mobility, threats, own cells beside, rivals hemmed in |
//! | `weights.txt` | the weights of the features, in hundredths of a natural logarithm: written by `cargo xtask train` |
//! | `train` | the training by self-play (feature `train`) |
//!
//! The same policy gives the priors of a tree search.

mod features;
#[cfg(any(test, feature = "train"))]
mod train;

#[cfg(any(test, feature = "train"))]
pub use train::train_rollout_weights;

use std::sync::LazyLock;

use bellwether_core::bits::Bits;
use bellwether_core::random::unit;
use bellwether_core::{Game, MAX_SEATS, Payoffs, Rng, Rollout, Seat};

use super::field::CellInfo;
use super::{BattleSheep, Move, State, Stuck};
use features::{FeatureSink, MoverFeatures, SlideOption, note_place, squares_taken};

/// Draws moves by learnt weights.
#[derive(Clone, Copy, Debug, Default)]
pub struct RolloutPolicy;

/// The weights of all features, as factors.
type Weights = [f32; features::COUNT];

static WEIGHTS: LazyLock<Weights> = LazyLock::new(|| {
    let mut logs = learnt_logs();
    // The standard library's `exp` is the platform's, and platforms differ in the last digit.
    std::array::from_fn(|_| libm::expf(logs.next().expect("every feature has a weight")))
});

/// The natural logarithms of the learnt weights; the file has them in hundredths.
fn learnt_logs() -> impl Iterator<Item = f32> {
    let numbers = include_str!("weights.txt").split_whitespace();
    numbers.filter_map(|hundredths| Some(f32::from(hundredths.parse::<i16>().ok()?) / 100.0))
}

/// The difference in prior of two moves whose probabilities differ by a factor of e.
const STEP: f32 = 0.05;

/// Chooses among options by their features.
trait OptionChooser {
    type Sink: FeatureSink;

    /// The index of the chosen option; `list_features` gives the features of an option.
    fn choose<T>(
        &mut self,
        options: impl ExactSizeIterator<Item = T>,
        list_features: impl Fn(&T, &mut Self::Sink),
    ) -> usize;
}

/// The product of an option's weights.
struct WeightProduct<'a> {
    weights: &'a Weights,
    product: f32,
}

impl FeatureSink for WeightProduct<'_> {
    #[inline]
    fn note(&mut self, feature: usize) {
        self.product *= self.weights[feature];
    }
}

/// Draws options in proportion to their weights.
struct RandomChooser<'a, R> {
    weights: &'a Weights,
    rng: &'a mut R,
    /// The cumulative weights of the options.
    sums: Vec<f32>,
}

impl<'a, R: Rng> OptionChooser for RandomChooser<'a, R> {
    type Sink = WeightProduct<'a>;

    #[inline]
    fn choose<T>(
        &mut self,
        options: impl ExactSizeIterator<Item = T>,
        list_features: impl Fn(&T, &mut WeightProduct<'a>),
    ) -> usize {
        let last = options.len() - 1;
        if last == 0 {
            return 0;
        }
        self.sums.clear();
        let mut sum = 0.0;
        for option in options {
            let mut sink = WeightProduct { weights: self.weights, product: 1.0 };
            list_features(&option, &mut sink);
            sum += sink.product;
            self.sums.push(sum);
        }
        let mark = unit(self.rng) as f32 * sum;
        self.sums.iter().position(|&sum| mark < sum).unwrap_or(last)
    }
}

/// A move of the seat to move; none if it is stuck.
#[inline]
fn decide<B: Bits>(
    view: &MoverFeatures<'_, B>,
    chooser: &mut impl OptionChooser,
) -> Option<(usize, usize, usize)> {
    let flocks = view.flocks();
    if !flocks.any() {
        return None;
    }
    let chosen = chooser.choose(flocks.iter(), |&from, sink| view.note_flock(from, sink));
    let from = flocks.nth(chosen);
    let mut ways = [SlideOption::default(); 8];
    let mut count = 0;
    view.each_way(from, |way| {
        ways[count] = way;
        count += 1;
    });
    let chosen = chooser.choose(ways[..count].iter(), |way, sink| view.note_way(from, way, sink));
    let way = &ways[chosen];
    let splits = 1..view.size(from);
    let chosen = chooser.choose(splits, |&go, sink| view.note_split(from, way, go, sink));
    Some((from, usize::from(way.to), chosen + 1))
}

/// Places the mover's sheep if it has not placed yet; returns whether it did.
fn place(game: &BattleSheep, state: &mut State, chooser: &mut impl OptionChooser) -> bool {
    let (Some(places), Some(mover)) = (game.places(state), state.mover) else { return false };
    let cells = game.field().cells();
    let taken = squares_taken(cells, state);
    let chosen = chooser.choose(places.iter(), |&cell, sink| {
        note_place(&cells[cell], &taken, mover.index(), sink);
    });
    game.play(state, Move::Place(places.nth(chosen) as u8));
    true
}

/// Plays from a position in which all have placed, at most `cap` moves.
#[inline]
fn slide<B: Bits + TryFrom<u128>>(
    game: &BattleSheep,
    cells: &[CellInfo<B>],
    state: &mut State,
    chooser: &mut impl OptionChooser,
    cap: usize,
) where
    u128: From<B>,
{
    let Some(mover) = state.mover else { return };
    let narrow = |wide: u128| B::try_from(wide).unwrap_or_default();
    let mut pastures = state.cells.map(narrow);
    let mut flocks = narrow(state.flocks);
    let mut taken = narrow(state.taken());
    let all = Stuck::all(game.setup.seats);
    let (mut seat, mut last, mut moves) = (mover, mover, 0);
    while moves < cap && state.stuck != all {
        let own = &mut pastures[seat.index()];
        if !state.stuck.has(seat) {
            let view =
                MoverFeatures::new(cells, &state.sheep, *own, taken, flocks, game.setup.sheep);
            if let Some((from, to, go)) = decide(&view, chooser) {
                let bit = B::single(to);
                *own |= bit;
                taken |= bit;
                state.sheep[from] -= go as u8;
                state.sheep[to] = go as u8;
                if state.sheep[from] == 1 {
                    flocks ^= B::single(from);
                }
                if go > 1 {
                    flocks |= bit;
                }
                last = seat;
                moves += 1;
            } else {
                state.stuck.insert(seat);
            }
        }
        seat = seat.next(game.setup.seats);
    }
    state.cells = pastures.map(u128::from);
    state.flocks = flocks.into();
    game.pass_turn(state, last);
}

/// Plays a game to its end, or makes at most `cap` moves.
#[inline]
fn play_on(game: &BattleSheep, state: &mut State, chooser: &mut impl OptionChooser, cap: usize) {
    let mut placed = 0;
    while placed < cap && place(game, state, chooser) {
        placed += 1;
    }
    if placed < cap && game.places(state).is_none() {
        match game.field().narrow() {
            Some(cells) => slide(game, cells, state, chooser, cap - placed),
            None => slide(game, game.field().cells(), state, chooser, cap - placed),
        }
    }
}

impl Rollout<BattleSheep> for RolloutPolicy {
    #[inline]
    fn finish<R: Rng>(
        &self,
        game: &BattleSheep,
        state: &mut State,
        rng: &mut R,
        cap: usize,
    ) -> Option<Payoffs> {
        let mut draw = RandomChooser { weights: &WEIGHTS, rng, sums: Vec::with_capacity(64) };
        play_on(game, state, &mut draw, cap);
        state.mover.is_none().then(|| scores(game, state))
    }

    const HAS_PRIORS: bool = true;

    fn priors(&self, game: &BattleSheep, state: &State, mut put: impl FnMut(f32)) {
        let prior = |log_probability: f32| (1.0 + STEP * log_probability).clamp(0.0, 1.0);
        let (Some(mover), all) = (state.mover, game.setup.sheep) else { return };
        if let Some(places) = game.places(state) {
            let cells = game.field().cells();
            let taken = squares_taken(cells, state);
            let mut log_probability = Vec::with_capacity(places.count());
            log_probabilities(places.iter(), &mut log_probability, |&cell, sink| {
                note_place(&cells[cell], &taken, mover.index(), sink);
            });
            for (_, log_probability) in &log_probability {
                put(prior(*log_probability));
            }
            return;
        }
        let own = state.cells[mover.index()];
        match game.field().narrow() {
            Some(cells) => {
                let [own, taken, flocks] =
                    [own, state.taken(), state.flocks].map(|wide| wide as u64);
                let view = MoverFeatures::new(cells, &state.sheep, own, taken, flocks, all);
                each_log_probability(&view, |log_probability| put(prior(log_probability)));
            }
            None => {
                let cells = game.field().cells();
                let view =
                    MoverFeatures::new(cells, &state.sheep, own, state.taken(), state.flocks, all);
                each_log_probability(&view, |log_probability| put(prior(log_probability)));
            }
        }
    }
}

/// The log-probability of each move, in the order of the moves.
fn each_log_probability<B: Bits>(view: &MoverFeatures<'_, B>, mut put: impl FnMut(f32)) {
    let (mut flocks, mut ways, mut splits) = (Vec::new(), Vec::with_capacity(8), Vec::new());
    log_probabilities(view.flocks().iter(), &mut flocks, |&flock, sink| {
        view.note_flock(flock, sink);
    });
    for &(from, flock) in &flocks {
        let mut all = Vec::with_capacity(8);
        view.each_way(from, |way| all.push(way));
        log_probabilities(all.into_iter(), &mut ways, |way, sink| view.note_way(from, way, sink));
        for (way, log_probability) in &ways {
            log_probabilities(1..view.size(from), &mut splits, |&go, sink| {
                view.note_split(from, way, go, sink);
            });
            for (_, split) in &splits {
                put(flock + log_probability + split);
            }
        }
    }
}

/// Fills `all` with the options and their log-probabilities.
#[inline]
fn log_probabilities<T>(
    options: impl Iterator<Item = T>,
    all: &mut Vec<(T, f32)>,
    list_features: impl Fn(&T, &mut WeightProduct<'_>),
) {
    all.clear();
    let mut sum = 0.0;
    for option in options {
        let mut sink = WeightProduct { weights: &WEIGHTS, product: 1.0 };
        list_features(&option, &mut sink);
        sum += sink.product;
        all.push((option, sink.product));
    }
    for (_, weight) in all {
        *weight = libm::logf(*weight / sum);
    }
}

/// The unrounded scores of a finished game; partners have the average of theirs.
#[inline]
fn scores(game: &BattleSheep, state: &State) -> Payoffs {
    let mut scores = [0.0; MAX_SEATS];
    for seat in Seat::all(game.setup.seats) {
        scores[seat.index()] = game.own_score(state, seat) as f32;
    }
    if game.setup.teams {
        let [one, two, three, four] = scores;
        let (odd, even) = (f32::midpoint(one, three), f32::midpoint(two, four));
        scores = [odd, even, odd, even];
    }
    Payoffs::new(&scores)
}

#[cfg(test)]
mod tests {
    use super::super::{Field, Setup};
    use super::*;
    use bellwether_core::Notation;
    use bellwether_core::contract::for_each_position;
    use bellwether_core::random::seeded;

    /// Fields for both word lengths, with two to four seats.
    fn games() -> Vec<BattleSheep> {
        let game = |cells, size, seats, sheep| {
            let field = Field::generate(cells, size, 3).unwrap();
            BattleSheep::new(Setup::new(field, seats, sheep).unwrap())
        };
        vec![game(40, 8, 2, 9), game(64, 12, 3, 16), game(64, 12, 4, 16), game(100, 15, 4, 32)]
    }

    #[test]
    fn every_move_is_legal_and_every_game_ends() {
        let mut rng = seeded(1);
        for game in games() {
            for_each_position(&game, 5, 20, |state| {
                if game.status(state).is_over() {
                    return;
                }
                // The one move of a game cut short after it is one of the legal ones.
                let mut after = *state;
                let mut reached = Vec::new();
                game.each_move(state, |m| {
                    let next = game.after(state, m);
                    reached.push(next);
                });
                let _ = RolloutPolicy.finish(&game, &mut after, &mut rng, 1);
                assert!(reached.contains(&after), "{}", game.position_text(state));
            });
            let mut state = game.start();
            assert!(RolloutPolicy.finish(&game, &mut state, &mut rng, 1000).is_some());
            let text = game.position_text(&state);
            assert_eq!(game.parse_position(&text), Ok(state), "{text}");
        }
    }

    #[test]
    fn priors_are_the_probabilities_of_the_moves() {
        for game in games() {
            for_each_position(&game, 6, 20, |state| {
                if game.status(state).is_over() {
                    return;
                }
                let mut priors = Vec::new();
                RolloutPolicy.priors(&game, state, |prior| priors.push(prior));
                assert_eq!(priors.len(), game.count_moves(state));
                assert!(priors.iter().all(|prior| (0.0..=1.0).contains(prior)));
                let sum: f32 = priors.iter().map(|prior| libm::expf((prior - 1.0) / STEP)).sum();
                assert!((sum - 1.0).abs() < 1e-3, "{sum} at {}", game.position_text(state));
            });
        }
    }

    #[test]
    fn moves_are_drawn_with_their_probabilities() {
        // Twenty thousand times the first slide of a game: frequencies and priors.
        let game = &games()[2];
        let mut rng = seeded(2);
        let mut state = game.start();
        for _ in 0..4 {
            let _ = RolloutPolicy.finish(game, &mut state, &mut rng, 1);
        }
        let mut expected = Vec::new();
        RolloutPolicy.priors(game, &state, |prior| expected.push(libm::expf((prior - 1.0) / STEP)));
        let mut seen = vec![0.0; expected.len()];
        for _ in 0..20_000 {
            let mut next = state;
            let _ = RolloutPolicy.finish(game, &mut next, &mut rng, 1);
            let mut index = 0;
            game.each_move(&state, |m| {
                let by_rule = game.after(&state, m);
                if by_rule == next {
                    seen[index] += 1.0 / 20_000.0;
                }
                index += 1;
            });
        }
        assert!((seen.iter().sum::<f32>() - 1.0).abs() < 1e-3);
        for (seen, expected) in seen.iter().zip(expected) {
            assert!((seen - expected).abs() < 0.02, "{seen} against {expected}");
        }
    }

    #[test]
    fn both_word_lengths_play_the_same_game() {
        let game = &games()[2];
        for seed in 0..50 {
            let mut state = game.start();
            let mut rng = seeded(seed);
            let mut draw = RandomChooser { weights: &WEIGHTS, rng: &mut rng, sums: Vec::new() };
            while place(game, &mut state, &mut draw) {}
            let [mut narrow, mut wide] = [state; 2];
            let play = |state: &mut State, is_narrow: bool| {
                let mut rng = seeded(seed);
                let mut draw = RandomChooser { weights: &WEIGHTS, rng: &mut rng, sums: Vec::new() };
                match game.field().narrow().filter(|_| is_narrow) {
                    Some(cells) => slide(game, cells, state, &mut draw, 1000),
                    None => slide(game, game.field().cells(), state, &mut draw, 1000),
                }
            };
            play(&mut narrow, true);
            play(&mut wide, false);
            assert_eq!(narrow, wide);
        }
    }
}
