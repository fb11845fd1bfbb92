//! Bit masks of the board, and shifts of sets of squares.

use bellwether_core::Seat;
use bellwether_core::bits::Bits;

use super::WHITE;

/// The board's size, and the masks that keep workers on it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardMasks<B> {
    rows: usize,
    columns: usize,
    /// All squares.
    pub(super) board: B,
    /// All files but the leftmost: who may go left.
    pub(super) not_left: B,
    /// All files but the rightmost: who may go right.
    pub(super) not_right: B,
}

impl<B: Bits> BoardMasks<B> {
    pub(super) fn new(rows: usize, columns: usize) -> Self {
        let board = B::first(rows * columns);
        let file = |file: usize| B::from_indices((0..rows).map(|rank| rank * columns + file));
        let (not_left, not_right) = (board & !file(0), board & !file(columns - 1));
        Self { rows, columns, board, not_left, not_right }
    }

    /// The same, if it is 8×8, with its size written out: what is inlined into the caller then shifts
    /// by constants and unrolls its loops.
    #[inline(always)]
    pub(super) fn as_standard(self) -> Option<Self> {
        (self.rows == 8 && self.columns == 8).then_some(Self { rows: 8, columns: 8, ..self })
    }

    #[inline(always)]
    pub(super) const fn rows(&self) -> usize {
        self.rows
    }

    #[inline(always)]
    pub(super) const fn columns(&self) -> usize {
        self.columns
    }

    /// The squares within `ranks` ranks of the one that `seat` must reach.
    #[inline(always)]
    pub(super) fn within(&self, seat: Seat, ranks: usize) -> B {
        let beyond = ((self.rows - 1).saturating_sub(ranks) * self.columns) as u32;
        if seat == WHITE { (self.board << beyond) & self.board } else { self.board >> beyond }
    }

    /// `set` moved `ranks` ranks in `seat`'s direction.
    #[inline(always)]
    pub(super) fn forward(&self, seat: Seat, set: B, ranks: usize) -> B {
        let shift = (ranks * self.columns) as u32;
        if seat == WHITE { (set << shift) & self.board } else { set >> shift }
    }

    /// `set` and the squares beside it on its ranks.
    #[inline(always)]
    pub(super) fn widened(&self, set: B) -> B {
        set | ((set & self.not_left) >> 1) | ((set & self.not_right) << 1)
    }

    /// The squares that workers of `seat` standing on `set` attack.
    #[inline(always)]
    pub(super) fn attacks(&self, seat: Seat, set: B) -> B {
        self.attacks_by_number(seat, set).0
    }

    /// The squares that workers of `seat` on `set` attack, and those that two of them do.
    #[inline(always)]
    pub(super) fn attacks_by_number(&self, seat: Seat, set: B) -> (B, B) {
        let left = self.forward(seat, (set & self.not_left) >> 1, 1);
        let right = self.forward(seat, (set & self.not_right) << 1, 1);
        (left | right, left & right)
    }

    /// The squares from which a runner of `seat` can be stopped by one of `enemies` at most `most` ranks
    /// ahead, if the runner's side moves `first` or not.
    #[inline(always)]
    pub(super) fn stoppable(&self, seat: Seat, enemies: B, most: usize, first: bool) -> B {
        let mut reach = enemies;
        let mut stopped = B::EMPTY;
        for ahead in 1..=most {
            reach = self.forward(seat.other(), reach, 1);
            // The reach is ⌊ahead / 2⌋ files aside if the runner moves first, else ⌈ahead / 2⌉.
            if ahead.is_multiple_of(2) == first {
                reach = self.widened(reach);
            }
            stopped |= reach;
        }
        stopped
    }

    /// The files with a member of `set`, as squares of the first rank.
    #[inline(always)]
    pub(super) fn files(&self, set: B) -> B {
        let mut files = set;
        let mut ranks = 1;
        while ranks < self.rows {
            files |= files >> (ranks * self.columns) as u32;
            ranks *= 2;
        }
        files & self.within(WHITE.other(), 0)
    }
}
