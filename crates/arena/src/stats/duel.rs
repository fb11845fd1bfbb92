//! Two players against each other, from the first-named player's point of view.
//!
//! A match of `a` against `b` that `a` won has more wins than losses and a positive Elo difference.
//! Results can be counted game by game ([`DuelScore`]) or, if every opening was played twice with sides swapped, pair by pair ([`Pairs`]):
//! the two games of a pair share the opening's luck, so pairs spread less than their games would
//! suggest, and the same certainty takes fewer games.
//!
//! All numbers are finite for every tally, the empty one included.

use super::GameOutcome;
use super::cells::Cells;
pub use super::cells::{elo_of_score, score_of_elo};
use super::interval::EstimateWithError;

/// Games won, lost and drawn by the first-named player.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DuelScore {
    /// Games the first-named player won.
    pub wins: u64,
    /// Games the first-named player lost.
    pub losses: u64,
    /// Games neither won.
    pub draws: u64,
}

impl DuelScore {
    /// The two-seat games between players `a` and `b`, from `a`'s side.
    #[must_use]
    pub fn of(outcomes: &[GameOutcome], a: usize, b: usize) -> Self {
        let mut tally = Self::default();
        for (_, score) in games_between(outcomes, a, b) {
            tally.add(score);
        }
        tally
    }

    /// Counts one more game: `Greater` is a win of the first-named player.
    pub fn add(&mut self, result: std::cmp::Ordering) {
        match result {
            std::cmp::Ordering::Greater => self.wins += 1,
            std::cmp::Ordering::Less => self.losses += 1,
            std::cmp::Ordering::Equal => self.draws += 1,
        }
    }

    /// The same games from the other player's side.
    #[cfg(test)]
    pub(super) fn mirrored(&self) -> Self {
        Self { wins: self.losses, losses: self.wins, draws: self.draws }
    }

    /// How many games there are.
    #[must_use]
    pub fn games(&self) -> u64 {
        self.wins + self.losses + self.draws
    }

    /// Points of the first-named player: a win is one, a draw one half.
    #[must_use]
    pub fn points(&self) -> f64 {
        self.wins as f64 + 0.5 * self.draws as f64
    }

    /// Points a game, between 0 and 1; one half if there are no games.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.cells().mean()
    }

    /// The share of games that were drawn; zero if there are no games.
    #[must_use]
    pub fn draw_ratio(&self) -> f64 {
        self.draws as f64 / self.games().max(1) as f64
    }

    /// The Elo difference the score stands for, positive if the first-named player is ahead.
    ///
    /// As in cutechess and fastchess, the margin is half the distance between the Elo differences
    /// at the two ends of the score's normal 95 % interval. Where that is no number, half a win and
    /// half a loss are added: for the value if the score is 0 or 1, and for the margin if an end of
    /// the interval is beyond 0 or 1 or all games ended alike; it is then 1.96 standard errors times
    /// the slope of Elo at that score. So one win is `190.8 ± 556.0`, not `inf ± nan`.
    #[must_use]
    pub fn elo(&self) -> EstimateWithError {
        self.cells().elo()
    }

    /// The same, and [the likelihood of superiority](Self::likelihood_of_superiority), if only `share` of the games count:
    /// a game that is played again proves nothing.
    #[must_use]
    pub fn elo_of_share(&self, share: f64) -> (EstimateWithError, f64) {
        let cells = self.cells().thinned(share);
        (cells.elo(), cells.likelihood_of_superiority())
    }

    /// How likely the first-named player is the better one, between 0 and 1: one half if unknown.
    ///
    /// This is the normal approximation (wins − losses) / √(wins + losses) of cutechess; it takes
    /// the spread the games would have between equals, so a single win is 84 %, not certainty.
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> f64 {
        self.cells().likelihood_of_superiority()
    }

    pub(super) fn cells(&self) -> Cells<3> {
        Cells::new([self.losses, self.draws, self.wins], 1.0)
    }
}

/// Pairs of games with sides swapped, by what the first-named player got out of both.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairs {
    /// Pairs that brought 0, ½, 1, 1½ and 2 points. Without draws only 0, 1 and 2 come up.
    pub cells: [u64; 5],
    /// The games of these pairs one by one.
    pub games: DuelScore,
    /// Games whose other half is not there (yet); they count nowhere else here.
    pub unpaired: u64,
}

impl Pairs {
    /// The pairs among the two-seat games between `a` and `b`, from `a`'s side.
    ///
    /// Two games are a pair if they have the same group and `a` moved first in one of them and `b`
    /// in the other; if a group holds more, they are paired in the order given.
    #[must_use]
    pub fn of(outcomes: &[GameOutcome], a: usize, b: usize) -> Self {
        let played = games_between(outcomes, a, b);
        let mut games: Vec<_> = played
            .map(|(outcome, result)| (outcome.group, outcome.players[0] != a, result))
            .collect();
        games.sort_by_key(|(group, a_is_second, _)| (*group, *a_is_second));
        let mut pairs = Self::default();
        for group in games.chunk_by(|one, other| one.0 == other.0) {
            let (first, second) = group.split_at(group.partition_point(|game| !game.1));
            for ((.., one), (.., other)) in first.iter().zip(second) {
                let mut both = DuelScore::default();
                both.add(*one);
                both.add(*other);
                pairs.cells[(2 * both.wins + both.draws) as usize] += 1;
                pairs.games.add(*one);
                pairs.games.add(*other);
            }
            pairs.unpaired += first.len().abs_diff(second.len()) as u64;
        }
        pairs
    }

    /// The same pairs from the other player's side.
    #[cfg(test)]
    pub(super) fn mirrored(&self) -> Self {
        let mut cells = self.cells;
        cells.reverse();
        Self { cells, games: self.games.mirrored(), unpaired: self.unpaired }
    }

    /// How many pairs there are.
    #[must_use]
    pub fn pairs(&self) -> u64 {
        self.cells.iter().sum()
    }

    /// Points a game, between 0 and 1; one half if there are no pairs.
    #[must_use]
    pub fn score(&self) -> f64 {
        self.pentanomial().mean()
    }

    /// The share of pairs that were level; zero if there are no pairs.
    #[must_use]
    pub fn draw_ratio(&self) -> f64 {
        self.cells[2] as f64 / self.pairs().max(1) as f64
    }

    /// The Elo difference, as [`DuelScore::elo`] with pairs in place of games.
    #[must_use]
    pub fn elo(&self) -> EstimateWithError {
        self.pentanomial().elo()
    }

    /// As [`DuelScore::elo_of_share`] with pairs in place of games.
    #[must_use]
    pub fn elo_of_share(&self, share: f64) -> (EstimateWithError, f64) {
        let cells = self.pentanomial().thinned(share);
        (cells.elo(), cells.likelihood_of_superiority())
    }

    /// The pairs' scores, each from 0 to 1.
    pub fn scores(&self) -> impl Iterator<Item = f64> {
        let cells = self.cells.into_iter().enumerate();
        cells.flat_map(|(cell, count)| (0..count).map(move |_| cell as f64 / 4.0))
    }

    /// How likely the first-named player is the better one: the sum of the pairs' distances from
    /// level over the root of the sum of their squares, as in [`DuelScore::likelihood_of_superiority`].
    #[must_use]
    pub fn likelihood_of_superiority(&self) -> f64 {
        self.pentanomial().likelihood_of_superiority()
    }

    pub(super) fn pentanomial(&self) -> Cells<5> {
        Cells::new(self.cells, 2.0)
    }
}

/// The two-seat games of exactly `a` and `b`, each with `Greater` if `a` won it.
fn games_between(
    outcomes: &[GameOutcome],
    a: usize,
    b: usize,
) -> impl Iterator<Item = (&GameOutcome, std::cmp::Ordering)> {
    outcomes.iter().filter(move |_| a != b).filter_map(move |outcome| {
        let [first, second] = outcome.payoffs[..] else { return None };
        let result = first.partial_cmp(&second)?;
        match outcome.players[..] {
            [x, y] if (x, y) == (a, b) => Some((outcome, result)),
            [x, y] if (x, y) == (b, a) => Some((outcome, result.reverse())),
            _ => None,
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game(players: [usize; 2], first: f64, group: u64) -> GameOutcome {
        GameOutcome { players: players.to_vec(), payoffs: vec![first, -first], scores: None, group }
    }

    #[test]
    fn only_games_of_these_two_count_from_either_seat() {
        let mut outcomes = vec![
            game([0, 1], 1.0, 1),
            game([1, 0], 1.0, 1),
            game([1, 0], -1.0, 2),
            game([0, 1], 0.0, 2),
            game([0, 2], 1.0, 3),
            game([0, 0], 1.0, 4),
            game([0, 1], 1.0, 5),
            game([0, 1], 1.0, 5),
        ];
        let four = GameOutcome {
            players: vec![0, 1, 0, 1],
            payoffs: vec![0.0; 4],
            scores: None,
            group: 6,
        };
        outcomes.push(four);
        let tally = DuelScore::of(&outcomes, 0, 1);
        assert_eq!(tally, DuelScore { wins: 4, losses: 1, draws: 1 });
        assert_eq!(DuelScore::of(&outcomes, 1, 0), tally.mirrored());
        assert_eq!(DuelScore::of(&outcomes, 0, 0), DuelScore::default());
        let pairs = Pairs::of(&outcomes, 0, 1);
        // One all square, one and a half from the second; both games of group 5 have `a` first.
        assert_eq!(pairs.cells, [0, 0, 1, 1, 0]);
        assert_eq!(pairs.games, DuelScore { wins: 2, losses: 1, draws: 1 });
        assert_eq!(pairs.unpaired, 2);
        assert_eq!(Pairs::of(&outcomes, 1, 0), pairs.mirrored());
    }

    #[test]
    fn every_small_tally_is_finite_and_mirrors() {
        for (wins, losses, draws) in small_triples(8) {
            let tally = DuelScore { wins, losses, draws };
            let (here, there) = (tally, tally.mirrored());
            let near = |x: f64, y: f64| assert!((x - y).abs() < 1e-9, "{tally:?}: {x} and {y}");
            near(here.elo().value, -there.elo().value);
            near(here.elo().margin, there.elo().margin);
            near(here.likelihood_of_superiority(), 1.0 - there.likelihood_of_superiority());
            near(here.score(), 1.0 - there.score());
            let estimate = here.elo();
            assert!(estimate.value.is_finite() && estimate.margin.is_finite());
            assert!(estimate.margin > 0.0, "{tally:?} claims certainty");
            // A score above one half is a positive difference and never the other way round.
            assert_eq!(estimate.value > 1e-9, tally.score() > 0.5 + 1e-12);
        }
    }

    #[test]
    fn every_small_set_of_pairs_is_finite_and_mirrors() {
        for code in 0..4u64.pow(5) {
            let cells = [0, 1, 2, 3, 4].map(|cell| code / 4u64.pow(cell) % 4);
            let pairs = Pairs { cells, ..Pairs::default() };
            let (elo, mirrored) = (pairs.elo(), pairs.mirrored().elo());
            assert!(elo.value.is_finite() && elo.margin.is_finite() && elo.margin > 0.0);
            assert!((elo.value + mirrored.value).abs() < 1e-9);
            let chance = pairs.likelihood_of_superiority();
            assert!((chance + pairs.mirrored().likelihood_of_superiority() - 1.0).abs() < 1e-12);
        }
    }

    #[test]
    fn one_win_is_worth_what_its_documentation_says() {
        let win = DuelScore { wins: 1, ..DuelScore::default() };
        assert_eq!(format!("{:.1} ± {:.1}", win.elo().value, win.elo().margin), "190.8 ± 556.0");
        assert!((win.likelihood_of_superiority() - 0.841_344_746).abs() < 1e-9);
        assert!((DuelScore::default().likelihood_of_superiority() - 0.5).abs() < 1e-12);
    }

    fn small_triples(most: u64) -> impl Iterator<Item = (u64, u64, u64)> {
        (0..=most).flat_map(move |wins| {
            (0..=most - wins).flat_map(move |losses| {
                (0..=most - wins - losses).map(move |draws| (wins, losses, draws))
            })
        })
    }
}
