//! Players and results: [`Seat`], [`Payoffs`], [`Status`].

use std::fmt;

/// The most players any game here has.
pub const MAX_SEATS: usize = 4;

/// A player of a game, counted from zero in code and from one in print.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(u8);

impl Seat {
    /// The seat that moves first in a fresh game.
    pub const FIRST: Self = Self(0);
    /// The second seat.
    pub const SECOND: Self = Self(1);

    /// The seat with this index, counted from zero.
    ///
    /// # Panics
    /// If `index` is not below [`MAX_SEATS`].
    #[inline]
    #[must_use]
    pub const fn new(index: usize) -> Self {
        assert!(index < MAX_SEATS, "no such seat");
        Self(index as u8)
    }

    /// This seat's index, counted from zero.
    #[inline]
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// This seat's number in print, counted from one.
    #[must_use]
    pub const fn number(self) -> usize {
        self.0 as usize + 1
    }

    /// The other seat of a two-player game.
    #[inline]
    #[must_use]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }

    /// The seat after this one in a game of `seats`.
    #[inline]
    #[must_use]
    pub const fn next(self, seats: usize) -> Self {
        let next = self.0 + 1;
        Self(if next as usize >= seats { 0 } else { next })
    }

    /// All seats of a game, in order.
    #[inline]
    pub fn all(seats: usize) -> impl DoubleEndedIterator<Item = Self> + ExactSizeIterator {
        (0..seats).map(Self::new)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.number().fmt(f)
    }
}

impl fmt::Debug for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Seat({})", self.number())
    }
}

/// What each seat gets at the end; more is better, and equal payoffs are a tie.
///
/// Two-player games pay 1, 0 and −1. Battle Sheep pays tournament points.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Payoffs([f32; MAX_SEATS]);

impl Payoffs {
    /// Zero for every seat: a draw in a two-player game.
    pub const ZERO: Self = Self([0.0; MAX_SEATS]);

    /// Payoffs in seat order; missing seats get zero.
    ///
    /// # Panics
    /// If there are more than [`MAX_SEATS`].
    #[must_use]
    pub fn new(by_seat: &[f32]) -> Self {
        let mut payoffs = [0.0; MAX_SEATS];
        payoffs[..by_seat.len()].copy_from_slice(by_seat);
        Self(payoffs)
    }

    /// A two-player win: 1 for the winner, −1 for the other.
    #[inline]
    #[must_use]
    pub const fn win(winner: Seat) -> Self {
        let mut payoffs = [0.0; MAX_SEATS];
        payoffs[winner.index()] = 1.0;
        payoffs[winner.other().index()] = -1.0;
        Self(payoffs)
    }

    /// One seat's payoff.
    #[inline]
    #[must_use]
    pub const fn of(&self, seat: Seat) -> f32 {
        self.0[seat.index()]
    }

    /// The payoffs of a game of `seats`, in seat order.
    #[inline]
    #[must_use]
    pub fn as_slice(&self, seats: usize) -> &[f32] {
        &self.0[..seats]
    }

    /// The seats that got the most.
    #[must_use]
    pub fn leaders(&self, seats: usize) -> Vec<Seat> {
        let best = self.as_slice(seats).iter().copied().fold(f32::MIN, f32::max);
        Seat::all(seats).filter(|seat| self.of(*seat) == best).collect()
    }

    /// The one seat that got strictly more than every other, if there is one.
    #[must_use]
    pub fn winner(&self, seats: usize) -> Option<Seat> {
        let best = Seat::all(seats).max_by(|a, b| self.of(*a).total_cmp(&self.of(*b)))?;
        let sole = Seat::all(seats).all(|seat| seat == best || self.of(seat) < self.of(best));
        sole.then_some(best)
    }

    /// Rewards by rank, best rank first; tied seats share the rewards of their ranks evenly.
    ///
    /// `rewards` has one entry per seat.
    ///
    /// ```
    /// use bellwether_core::Payoffs;
    /// let scores = Payoffs::new(&[20.0, 31.0, 20.0, 7.0]);
    /// assert_eq!(scores.by_place(&[5.0, 3.0, 2.0, 1.0]), Payoffs::new(&[2.5, 5.0, 2.5, 1.0]));
    /// ```
    #[must_use]
    #[inline]
    pub fn by_place(&self, rewards: &[f32]) -> Self {
        let seats = rewards.len();
        let payoffs = std::array::from_fn(|seat| {
            if seat >= seats {
                return 0.0;
            }
            let ahead = (0..seats).filter(|&s| self.0[s] > self.0[seat]).count();
            let level = (0..seats).filter(|&s| self.0[s] == self.0[seat]).count();
            rewards[ahead..ahead + level].iter().sum::<f32>() / level as f32
        });
        Self(payoffs)
    }
}

/// Whose turn it is, or how the game ended.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Status {
    /// This seat moves next; it has at least one legal move.
    ToMove(Seat),
    /// The rules ended the game with these payoffs.
    Over(Payoffs),
}

impl Status {
    /// The seat to move, unless the game is over.
    #[inline]
    #[must_use]
    pub const fn mover(&self) -> Option<Seat> {
        match self {
            Self::ToMove(seat) => Some(*seat),
            Self::Over(_) => None,
        }
    }

    /// The payoffs, if the game is over.
    #[inline]
    #[must_use]
    pub const fn payoffs(&self) -> Option<Payoffs> {
        match self {
            Self::ToMove(_) => None,
            Self::Over(payoffs) => Some(*payoffs),
        }
    }

    /// Whether the game is over.
    #[inline]
    #[must_use]
    pub const fn is_over(&self) -> bool {
        matches!(self, Self::Over(_))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seats_are_cyclic() {
        assert_eq!(Seat::new(3).next(4), Seat::FIRST);
        assert_eq!(Seat::new(1).next(4), Seat::new(2));
        assert_eq!(Seat::FIRST.other(), Seat::SECOND);
        assert_eq!(Seat::new(2).to_string(), "3");
    }

    #[test]
    fn a_tie_has_no_winner() {
        assert_eq!(Payoffs::new(&[4.0, 1.5, 4.0, 1.5]).winner(4), None);
        assert_eq!(Payoffs::new(&[5.0, 1.0, 3.0, 2.0]).winner(4), Some(Seat::FIRST));
        assert_eq!(Payoffs::ZERO.winner(2), None);
        assert_eq!(Payoffs::win(Seat::SECOND).winner(2), Some(Seat::SECOND));
    }

    #[test]
    fn tied_places_share_evenly() {
        let all_level = Payoffs::new(&[7.0; 4]).by_place(&[5.0, 3.0, 2.0, 1.0]);
        assert_eq!(all_level, Payoffs::new(&[2.75; 4]));
        let teams = Payoffs::new(&[9.0, 4.0, 9.0, 4.0]).by_place(&[5.0, 3.0, 2.0, 1.0]);
        assert_eq!(teams, Payoffs::new(&[4.0, 1.5, 4.0, 1.5]));
    }
}
