//! One sweep over a board: the cells that can be decided, the choices left for each, and the stack for backtracking.

use super::Advance;
use super::paths::{DOWN, LEFT, NONE, Paths, RIGHT, UP};
use crate::puzzle::Color;
use crate::report::{AttemptBudget, SearchStep};

/// The four ways to turn, named so that patterns can use them.
const UP_LEFT: u8 = UP | LEFT;
const UP_RIGHT: u8 = UP | RIGHT;
const LEFT_DOWN: u8 = LEFT | DOWN;
const RIGHT_DOWN: u8 = RIGHT | DOWN;

/// The result of one attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AttemptResult {
    /// There is more to try.
    Moved,
    /// Every cell is decided; see [`SweepBoard::colors`]. The next attempt searches for another solution.
    Solved,
    /// Nothing is left to try.
    Exhausted,
}

/// The search state. Cells are numbered row by row with a wall of one cell all round, so that every neighbour exists.
///
/// A cell is *decided* when its right and lower neighbours know whether they are joined to it. Cells are decided after
/// their upper and left neighbours, so the decided cells of each row are its first few, and no row has more of them than
/// the row above.
pub(super) struct SweepBoard {
    width: usize,
    height: usize,
    stride: usize,
    sources: Vec<u16>,
    wall: Vec<bool>,
    /// Cells whose diagonal in that direction meets a source before the wall: only they may turn that way.
    turns_right_down: Vec<bool>,
    turns_left_down: Vec<bool>,
    turns_right_up: Vec<bool>,
    /// How many cells of each row are decided, with a full row above.
    filled: Vec<usize>,
    decided: Vec<bool>,
    /// The decided cells in order, for undoing.
    done: Vec<u16>,
    /// Rows whose next cell may have become forced.
    fresh: Vec<u8>,
    retry: Option<(u16, u8)>,
    solved: bool,
    paths: Paths,
    links: Vec<(u16, u16)>,
    choices: Vec<BranchPoint>,
}

/// A cell with a second possibility, and the state to restore before trying it.
struct BranchPoint {
    cell: u16,
    outward: u8,
    mark: usize,
    links: usize,
    done: usize,
}

/// The cell to decide next.
enum Next {
    Forced(usize, u8),
    Open(usize, [u8; 2]),
    DeadEnd,
}

impl SweepBoard {
    pub(super) fn new(width: usize, height: usize, cells: &[Option<Color>]) -> Self {
        let stride = width + 2;
        let area = stride * (height + 2);
        let mut sources = vec![NONE; area];
        let mut wall = vec![true; area];
        for (index, cell) in cells.iter().enumerate() {
            let padded = (index / width + 1) * stride + index % width + 1;
            wall[padded] = false;
            sources[padded] = cell.map_or(NONE, |color| color.0);
        }
        let places: Vec<usize> = (0..area).filter(|&cell| sources[cell] != NONE).collect();
        let toward_source = |away: isize| {
            let mut reaches = vec![false; area];
            for &source in &places {
                let mut cell = source.wrapping_add_signed(away);
                while !wall[cell] && sources[cell] == NONE {
                    reaches[cell] = true;
                    cell = cell.wrapping_add_signed(away);
                }
            }
            reaches
        };
        let down = stride as isize;
        Self {
            width,
            height,
            stride,
            turns_right_down: toward_source(-down - 1),
            turns_left_down: toward_source(-down + 1),
            turns_right_up: toward_source(down - 1),
            filled: [vec![width], vec![0; height]].concat(),
            decided: wall.clone(),
            done: Vec::with_capacity(cells.len()),
            fresh: vec![1],
            retry: None,
            solved: false,
            paths: Paths::new(stride, &sources),
            sources,
            wall,
            links: Vec::new(),
            choices: Vec::new(),
        }
    }

    /// Makes one attempt: decides one cell in one way, or backtracks to the last open choice.
    #[inline]
    pub(super) fn advance(
        &mut self,
        budget: &mut AttemptBudget<'_>,
        observer: &mut impl FnMut(SearchStep),
    ) -> Advance {
        if self.solved {
            self.solved = false;
            return Ok(self.go_back(observer));
        }
        let (cell, outward) = match self.retry.take() {
            Some((cell, outward)) => (usize::from(cell), outward),
            None => match self.next() {
                Next::DeadEnd => return Ok(self.go_back(observer)),
                Next::Forced(cell, outward) => (cell, outward),
                Next::Open(cell, [first, second]) => {
                    self.choices.push(BranchPoint {
                        cell: cell as u16,
                        outward: second,
                        mark: self.paths.mark(),
                        links: self.links.len(),
                        done: self.done.len(),
                    });
                    (cell, first)
                }
            },
        };
        budget.poll()?;
        budget.spend()?;
        if !self.decide(cell, outward) {
            return Ok(self.go_back(observer));
        }
        self.settle(cell, outward, observer);
        if self.done.len() == self.width * self.height {
            self.solved = true;
            return Ok(AttemptResult::Solved);
        }
        Ok(AttemptResult::Moved)
    }

    /// The colour of every cell, row by row without the wall, when the board is solved.
    pub(super) fn colors(&self) -> Vec<Color> {
        let cells = (0..self.sources.len()).filter(|&cell| !self.wall[cell]);
        cells.map(|cell| Color(self.paths.color(cell))).collect()
    }

    fn go_back(&mut self, observer: &mut impl FnMut(SearchStep)) -> AttemptResult {
        let Some(choice) = self.choices.pop() else { return AttemptResult::Exhausted };
        self.paths.undo_to(choice.mark);
        while self.links.len() > choice.links {
            if let Some((from, to)) = self.links.pop() {
                observer(SearchStep::Unlink(self.plain(from), self.plain(to)));
            }
        }
        for &cell in &self.done[choice.done..] {
            self.decided[usize::from(cell)] = false;
            self.filled[usize::from(cell) / self.stride] -= 1;
        }
        self.done.truncate(choice.done);
        self.fresh.clear();
        self.retry = Some((choice.cell, choice.outward));
        AttemptResult::Moved
    }

    /// Records a cell that [`SweepBoard::decide`] has decided.
    fn settle(&mut self, cell: usize, outward: u8, observer: &mut impl FnMut(SearchStep)) {
        let row = cell / self.stride;
        self.filled[row] += 1;
        self.decided[cell] = true;
        self.done.push(cell as u16);
        for (bit, next) in [(RIGHT, cell + 1), (DOWN, cell + self.stride)] {
            if outward & bit != 0 {
                self.links.push((cell as u16, next as u16));
                observer(SearchStep::Link(self.plain(cell as u16), self.plain(next as u16)));
            }
        }
        self.fresh.extend([row as u8 - 1, row as u8 + 1, row as u8]);
    }

    /// The index in the puzzle of a cell of the walled board.
    fn plain(&self, cell: u16) -> usize {
        let cell = usize::from(cell);
        (cell / self.stride - 1) * self.width + cell % self.stride - 1
    }

    /// The next undecided cell of a row, if its upper neighbour is decided.
    fn ready(&self, row: usize) -> Option<usize> {
        (1..=self.height).contains(&row).then_some(())?;
        (self.filled[row] < self.filled[row - 1]).then(|| row * self.stride + self.filled[row] + 1)
    }

    /// Finds a cell with one possibility left, first where something changed, then everywhere.
    fn next(&mut self) -> Next {
        while let Some(row) = self.fresh.pop() {
            let Some(cell) = self.ready(usize::from(row)) else { continue };
            match self.possibilities(cell) {
                [None, _] => return Next::DeadEnd,
                [Some(only), None] => return Next::Forced(cell, only),
                _ => {}
            }
        }
        let mut best: Option<(usize, usize, [u8; 2])> = None;
        for row in 1..=self.height {
            let Some(cell) = self.ready(row) else { continue };
            let (first, second) = match self.possibilities(cell) {
                [None, _] => return Next::DeadEnd,
                [Some(only), None] => return Next::Forced(cell, only),
                [Some(first), Some(second)] => (first, second),
            };
            match (self.try_out(cell, first), self.try_out(cell, second)) {
                (true, true) => {}
                (true, false) => return Next::Forced(cell, first),
                (false, true) => return Next::Forced(cell, second),
                (false, false) => return Next::DeadEnd,
            }
            let diagonal = row + self.filled[row];
            if best.is_none_or(|(least, ..)| diagonal < least) {
                best = Some((diagonal, cell, [first, second]));
            }
        }
        match best {
            Some((_, cell, both)) => Next::Open(cell, both),
            None => Next::DeadEnd,
        }
    }

    /// Whether a cell could be decided that way just now.
    fn try_out(&mut self, cell: usize, outward: u8) -> bool {
        let mark = self.paths.mark();
        let possible = self.decide(cell, outward);
        self.paths.undo_to(mark);
        possible
    }

    /// The ways in which a ready cell may be joined to the right and downwards, by its neighbourhood; the more
    /// constraining one first.
    fn possibilities(&self, cell: usize) -> [Option<u8>; 2] {
        let inward = self.paths.joined(cell);
        let (above_right, below_left) = (cell - self.stride + 1, cell + self.stride - 1);
        // A row of corners that reaches this cell must go on through it.
        let from_above = self.paths.joined(above_right) == LEFT_DOWN && !self.wall[above_right];
        let from_below = self.paths.joined(below_left) == UP_RIGHT && self.decided[below_left];
        if self.sources[cell] != NONE {
            return match (inward, from_above, from_below) {
                (0, true, true) => [None, None],
                (0, true, false) => [Some(DOWN), None],
                (0, false, true) => [Some(RIGHT), None],
                (0, false, false) => [Some(RIGHT), Some(DOWN)],
                (UP, true, _) | (LEFT, _, true) => [None, None],
                _ => [Some(0), None],
            };
        }
        let pick = |turn: Option<u8>, straight: Option<u8>| match turn {
            Some(_) => [turn, straight],
            None => [straight, None],
        };
        match inward {
            LEFT => {
                let turn =
                    (!from_below && self.turns_left_down[cell] && self.row_may_go_down(cell))
                        .then_some(DOWN);
                pick(turn, (!from_above && !from_below).then_some(RIGHT))
            }
            UP => {
                let turn = (!from_above && self.turns_right_up[cell] && self.row_may_go_up(cell))
                    .then_some(RIGHT);
                pick(turn, (!from_above && !from_below).then_some(DOWN))
            }
            _ if from_above || from_below => [None, None],
            0 => [self.turns_right_down[cell].then_some(RIGHT_DOWN), None],
            _ => [Some(0), None],
        }
    }

    /// Whether the cells down left of this one may all turn from left to down too, until a source ends the row of corners.
    fn row_may_go_down(&self, cell: usize) -> bool {
        let mut cell = cell + self.stride - 1;
        while self.sources[cell] == NONE {
            let joined = self.paths.joined(cell);
            if self.decided[cell] {
                return joined == LEFT_DOWN;
            }
            if joined & UP != 0 || (self.decided[cell - 1] && joined & LEFT == 0) {
                return false;
            }
            cell += self.stride - 1;
        }
        self.paths.joined(cell) & UP_RIGHT == 0
    }

    /// Whether the cells up right of this one may all turn from up to right too, until a source ends the row of corners.
    fn row_may_go_up(&self, cell: usize) -> bool {
        let mut cell = cell - self.stride + 1;
        while self.sources[cell] == NONE {
            let joined = self.paths.joined(cell);
            if self.decided[cell] {
                return joined == UP_RIGHT;
            }
            if joined & LEFT != 0 || (self.decided[cell - self.stride] && joined & UP == 0) {
                return false;
            }
            cell -= self.stride - 1;
        }
        self.paths.joined(cell) & LEFT_DOWN == 0
    }

    /// Joins a cell in the directions given, separates it in the others, and checks the neighbours.
    fn decide(&mut self, cell: usize, outward: u8) -> bool {
        let (right, below) = (cell + 1, cell + self.stride);
        for (direction, bit, next) in [(1, RIGHT, right), (2, DOWN, below)] {
            if outward & bit != 0 {
                if self.wall[next]
                    || !self.paths.join(cell, next, bit, if bit == RIGHT { LEFT } else { UP })
                {
                    return false;
                }
            } else if !self.wall[next] && !self.paths.part(cell, direction) {
                return false;
            }
        }
        let right_is_told = !self.wall[right] && self.decided[right - self.stride];
        let below_is_told = !self.wall[below] && self.decided[below - 1];
        (!right_is_told || self.admits(right)) && (!below_is_told || self.admits(below))
    }

    /// Whether a cell can still be completed, given that its upper and left neighbours are decided.
    fn admits(&self, cell: usize) -> bool {
        let above_left = cell - self.stride - 1;
        let corner = self.paths.joined(above_left);
        let source = self.sources[cell] != NONE;
        match self.paths.joined(cell) & UP_LEFT {
            0 => source || self.turns_right_down[cell],
            UP_LEFT => {
                let ended = self.sources[above_left] != NONE && corner & UP_LEFT != 0;
                !source && (corner == UP_LEFT || ended)
            }
            _ => corner != RIGHT_DOWN,
        }
    }
}
