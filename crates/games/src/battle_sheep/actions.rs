//! Action numbers: where all sheep are put first, or a cell, a direction and how many sheep go.

use bellwether_core::Actions;

use super::{BattleSheep, Direction, Move};

impl Actions for BattleSheep {
    fn action_count(&self) -> usize {
        let cells = self.field().cell_count();
        // The last is the lost turn.
        cells + cells * Direction::ALL.len() * (self.sheep() - 1) + usize::from(self.setup.lenient)
    }

    fn action(&self, m: Move) -> usize {
        match m {
            Move::Place(cell) => usize::from(cell),
            Move::Pass => self.action_count() - 1,
            Move::Slide { from, to, count } => {
                let (start, end) = (self.name(from), self.name(to));
                let sign = |from: usize, to: usize| (to as isize - from as isize).signum();
                let step = (sign(start.file, end.file), sign(start.rank, end.rank));
                let direction = Direction::ALL.iter().position(|way| way.step() == step);
                let slide = usize::from(from) * Direction::ALL.len() + direction.unwrap_or(0);
                self.field().cell_count() + slide * (self.sheep() - 1) + usize::from(count) - 1
            }
        }
    }
}
