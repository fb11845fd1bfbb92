//! Rewards of simulated games, by the rank of each seat.

use bellwether_core::{MAX_SEATS, Payoffs, Seat};

/// A reward for every rank, the best first; tied seats share the rewards of their ranks evenly.
///
/// The winning pair of a team game shares the first two ranks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rewards {
    places: [f32; MAX_SEATS],
    seats: usize,
}

impl Rewards {
    /// One reward per rank, for a game of as many seats.
    ///
    /// # Panics
    /// If there are fewer than two, or more than [`MAX_SEATS`].
    #[must_use]
    pub fn new(places: &[f32]) -> Self {
        assert!((2..=MAX_SEATS).contains(&places.len()), "a game has 2 to {MAX_SEATS} seats");
        let mut all = [0.0; MAX_SEATS];
        all[..places.len()].copy_from_slice(places);
        Self { places: all, seats: places.len() }
    }

    /// The default: 1 and 0 for two seats, the course report's 1, 0.5, 0.3 and 0.1 for four, and the same
    /// with the mean of the last two for three.
    #[must_use]
    pub fn for_seats(seats: usize) -> Self {
        match seats {
            2 => Self::new(&[1.0, 0.0]),
            3 => Self::new(&[1.0, 0.5, 0.2]),
            _ => Self::new(&[1.0, 0.5, 0.3, 0.1]),
        }
    }

    /// The rewards for these payoffs.
    #[inline]
    #[must_use]
    pub fn of(&self, payoffs: &Payoffs) -> Payoffs {
        payoffs.by_place(&self.places[..self.seats])
    }

    /// The rewards of a game without a result: a tie of all seats.
    #[inline]
    #[must_use]
    pub fn of_no_result(&self) -> Payoffs {
        self.of(&Payoffs::ZERO)
    }

    /// The least and the greatest reward.
    fn range(&self) -> (f32, f32) {
        let places = &self.places[..self.seats];
        let least = places.iter().copied().fold(f32::INFINITY, f32::min);
        let most = places.iter().copied().fold(f32::NEG_INFINITY, f32::max);
        (least, most)
    }
}

/// A reward scaled to an integer from 0 to [`WHOLE`], so that sums over many games are exact and do
/// not depend on their order.
pub(crate) type RewardShare = u32;

/// Every seat's share.
pub(crate) type RewardShares = [RewardShare; MAX_SEATS];

/// The greatest share.
pub(crate) const WHOLE: RewardShare = 1 << 20;

/// Converts rewards to shares and mean shares back to rewards.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RewardScale {
    rewards: Rewards,
    least: f32,
    width: f32,
}

impl RewardScale {
    /// The scale of these rewards.
    pub(crate) fn new(rewards: Rewards) -> Self {
        let (least, most) = rewards.range();
        Self { rewards, least, width: if most > least { most - least } else { 1.0 } }
    }

    /// The shares of a game with these payoffs, or without a result.
    #[inline]
    pub(crate) fn shares(&self, payoffs: Option<&Payoffs>) -> RewardShares {
        if self.rewards.seats == 2
            && let Some(payoffs) = payoffs
        {
            // The hot case: two seats and a winner.
            let [one, two] = [payoffs.of(Seat::FIRST), payoffs.of(Seat::SECOND)];
            if one != two {
                let first = if one > two { WHOLE } else { 0 };
                let falling = self.rewards.places[0] >= self.rewards.places[1];
                let first = if falling { first } else { WHOLE - first };
                return [first, WHOLE - first, 0, 0];
            }
        }
        let rewards = payoffs.map_or_else(|| self.rewards.of_no_result(), |p| self.rewards.of(p));
        let mut shares = [0; MAX_SEATS];
        for seat in Seat::all(self.rewards.seats) {
            let share = (rewards.of(seat) - self.least) / self.width;
            shares[seat.index()] = (share * WHOLE as f32).round() as RewardShare;
        }
        shares
    }

    /// The reward of a mean share of `total / games`.
    pub(crate) fn reward(&self, total: u64, games: u64) -> f64 {
        let share = total as f64 / (games.max(1) as f64 * f64::from(WHOLE));
        f64::from(self.least) + share * f64::from(self.width)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pair_shares_its_ranks() {
        let payoffs = Payoffs::new(&[4.0, 1.5, 4.0, 1.5]);
        let rewards = Rewards::new(&[1.0, 0.7, 0.2, 0.1]).of(&payoffs);
        assert!((rewards.of(Seat::FIRST) - 0.85).abs() < 1e-6);
        assert!((rewards.of(Seat::SECOND) - 0.15).abs() < 1e-6);
    }

    #[test]
    fn shares_range_from_zero_to_whole() {
        let scale = RewardScale::new(Rewards::new(&[5.0, -0.5, -1.0, -2.0]));
        let shares = scale.shares(Some(&Payoffs::new(&[2.0, 5.0, 1.0, 3.0])));
        assert_eq!((shares[1], shares[2]), (WHOLE, 0));
        assert!((scale.reward(u64::from(shares[0]), 1) + 1.0).abs() < 1e-5);
        let two = RewardScale::new(Rewards::for_seats(2));
        assert_eq!(two.shares(Some(&Payoffs::win(Seat::SECOND))), [0, WHOLE, 0, 0]);
        assert_eq!(two.shares(None), [WHOLE / 2, WHOLE / 2, 0, 0]);
        assert_eq!(two.shares(Some(&Payoffs::ZERO)), [WHOLE / 2, WHOLE / 2, 0, 0]);
    }
}
