//! A random path cover of a board: the solution of a puzzle to be generated.
//!
//! It starts as single cells, joins neighbouring ends at random, and then changes by a random walk: an end grows into a
//! cell of another path and takes over its tail, neighbouring ends are joined, long paths are cut.

use crate::puzzle::neighbors;
use bellwether_core::random::{Random, below, shuffle};

/// A path cover: for every cell the neighbours it is joined to, and the number of its path.
#[derive(Clone)]
pub(super) struct Cover {
    width: usize,
    height: usize,
    joined: Vec<Vec<usize>>,
    path: Vec<usize>,
    lengths: Vec<usize>,
    free_numbers: Vec<usize>,
}

impl Cover {
    /// Joins random neighbours until no two ends can be joined any more.
    pub(super) fn new(width: usize, height: usize, random: &mut Random) -> Self {
        let area = width * height;
        let mut cover = Self {
            width,
            height,
            joined: vec![Vec::with_capacity(2); area],
            path: (0..area).collect(),
            lengths: vec![1; area],
            free_numbers: Vec::new(),
        };
        let mut pairs: Vec<(usize, usize)> = (0..area)
            .flat_map(|cell| neighbors(width, height, cell).map(move |next| (cell, next)))
            .filter(|(cell, next)| cell < next)
            .collect();
        shuffle(random, &mut pairs);
        for (cell, next) in pairs {
            cover.join_ends(cell, next);
        }
        cover
    }

    /// The number of paths.
    pub(super) fn paths(&self) -> usize {
        self.lengths.len() - self.free_numbers.len()
    }

    /// The two ends of every path, by their first cell in reading order; a path of one cell has it twice.
    pub(super) fn ends(&self) -> Vec<[usize; 2]> {
        let mut ends: Vec<Vec<usize>> = vec![Vec::new(); self.lengths.len()];
        for cell in (0..self.path.len()).filter(|&cell| self.is_end(cell)) {
            ends[self.path[cell]].push(cell);
        }
        let mut ends: Vec<[usize; 2]> =
            ends.into_iter().filter_map(|ends| Some([*ends.first()?, *ends.last()?])).collect();
        ends.sort_unstable();
        ends
    }

    /// The length of the shortest path, in cells.
    pub(super) fn shortest(&self) -> usize {
        self.lengths.iter().copied().filter(|&length| length > 0).min().unwrap_or(0)
    }

    fn is_end(&self, cell: usize) -> bool {
        self.joined[cell].len() < 2
    }

    fn neighbors(&self, cell: usize) -> impl Iterator<Item = usize> + use<> {
        neighbors(self.width, self.height, cell)
    }

    /// One random change at or near a cell. Paths shorter than `least` are left only to be joined or to grow.
    pub(super) fn wander(&mut self, cell: usize, least: usize, random: &mut Random) {
        if !self.is_end(cell) {
            return;
        }
        let around: Vec<usize> =
            self.neighbors(cell).filter(|next| !self.joined[cell].contains(next)).collect();
        if around.is_empty() {
            return;
        }
        let next = around[below(random, around.len())];
        if self.join_ends(cell, next) || self.is_end(next) || self.path[cell] == self.path[next] {
            return;
        }
        // Take over the part of the other path behind `next`.
        let cut = self.joined[next][below(random, 2)];
        let left_over = self.length_behind(cut, next);
        // Leaving short remainders increases the number of short paths; allow it only to extend a short path.
        if left_over < least && self.lengths[self.path[cell]] >= least {
            return;
        }
        self.part(next, cut);
        if !self.join_ends(cell, next) {
            self.rejoin(next, cut);
        }
    }

    /// Cuts a path between two neighbours so that both parts have at least `least` cells.
    pub(super) fn cut(&mut self, cell: usize, least: usize, random: &mut Random) {
        if self.joined[cell].is_empty() || self.lengths[self.path[cell]] < 2 * least {
            return;
        }
        let next = self.joined[cell][below(random, self.joined[cell].len())];
        if self.length_behind(cell, next) >= least && self.length_behind(next, cell) >= least {
            self.part(cell, next);
        }
    }

    /// The number of cells from `start` on, away from its neighbour `from`.
    fn length_behind(&self, start: usize, from: usize) -> usize {
        self.walk(start, from).count()
    }

    fn walk(&self, start: usize, from: usize) -> impl Iterator<Item = usize> + '_ {
        let mut before = from;
        let mut here = Some(start);
        std::iter::from_fn(move || {
            let cell = here?;
            here = self.joined[cell].iter().copied().find(|&next| next != before);
            before = cell;
            Some(cell)
        })
    }

    /// Joins two ends of different paths if the longer path they make does not touch itself.
    fn join_ends(&mut self, a: usize, b: usize) -> bool {
        let (keep, gone) = (self.path[a], self.path[b]);
        if !self.is_end(a) || !self.is_end(b) || keep == gone {
            return false;
        }
        let touches = |cell: usize| {
            self.neighbors(cell).any(|next| self.path[next] == keep && (cell, next) != (b, a))
        };
        if self.walk(b, usize::MAX).any(touches) {
            return false;
        }
        let moved: Vec<usize> = self.walk(b, usize::MAX).collect();
        self.joined[a].push(b);
        self.joined[b].push(a);
        self.lengths[keep] += self.lengths[gone];
        self.lengths[gone] = 0;
        self.free_numbers.push(gone);
        for cell in moved {
            self.path[cell] = keep;
        }
        true
    }

    /// Separates two joined cells; the side of `b` becomes a path of its own.
    fn part(&mut self, a: usize, b: usize) {
        self.joined[a].retain(|&next| next != b);
        self.joined[b].retain(|&next| next != a);
        let moved: Vec<usize> = self.walk(b, usize::MAX).collect();
        let number = self.free_numbers.pop().unwrap_or_else(|| {
            self.lengths.push(0);
            self.lengths.len() - 1
        });
        self.lengths[self.path[a]] -= moved.len();
        self.lengths[number] = moved.len();
        for cell in moved {
            self.path[cell] = number;
        }
    }

    /// Undoes a `part`: the joined path touches itself no more than before.
    fn rejoin(&mut self, a: usize, b: usize) {
        let joined = self.join_ends(a, b);
        debug_assert!(joined, "a path that was cut can be joined again");
    }
}
