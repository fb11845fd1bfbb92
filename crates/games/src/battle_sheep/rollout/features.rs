//! What a simulated seat looks at when it moves: numbered habits, each with a weight that was learnt.
//!
//! A seat chooses a flock, then a way for it, then how many sheep go. Each option shows some habits,
//! and it is chosen in proportion to the product of their weights. A habit is a circumstance: "late
//! in the game a flock of four or five has two ways out", "the way ends with three free cells
//! around", "it leaves a rival's flock of two without a way out".

use bellwether_core::bits::Bits;
use bellwether_core::square::Square;

use super::super::field::CellInfo;
use super::super::{Direction, State};

/// Something that is told which habits an option shows.
pub(super) trait FeatureSink {
    fn note(&mut self, habit: usize);
}

/// Parts of a seat's game: its first cells, its middle ones, its last.
const AGES: usize = 3;
/// Classes of flocks by how many sheep they have.
const SIZES: usize = 6;
/// No cell has more than eight neighbours.
const WAYS: usize = 9;
/// Nor more than four through edges.
const EDGES: usize = 5;
/// From four ways on it does not matter how many there are.
const FEW: usize = 5;
/// Lengths of a way.
const LENGTHS: usize = 5;
/// Distances to the nearest sheep, when sheep enter the field.
const DISTANCES: usize = 8;
/// Classes of cells by how many others are near.
const REACHES: usize = 12;
const SEATS: usize = 4;

// Where each kind of habit begins; one follows the other.
const FLOCK: usize = 0;
const FLOCK_SAFE: usize = FLOCK + AGES * SIZES * WAYS;
const OWN_BESIDE: usize = FLOCK_SAFE + SIZES * WAYS;
const AHEAD: usize = OWN_BESIDE + AGES * EDGES;
const AHEAD_SAFE: usize = AHEAD + AGES * SIZES * WAYS;
const EDGES_THERE: usize = AHEAD_SAFE + WAYS;
const RIVALS_BESIDE: usize = EDGES_THERE + EDGES;
const LENGTH: usize = RIVALS_BESIDE + EDGES;
const RIVAL_HEMMED: usize = LENGTH + 2 * LENGTHS;
const OWN_HEMMED: usize = RIVAL_HEMMED + FEW * SIZES;
const STAY: usize = OWN_HEMMED + FEW * SIZES;
const GO: usize = STAY + SIZES * WAYS;
const PLACE_WAYS: usize = GO + SIZES * WAYS;
const PLACE_EDGES: usize = PLACE_WAYS + SEATS * WAYS;
const PLACE_REACH: usize = PLACE_EDGES + SEATS * EDGES;
const PLACE_DISTANCE: usize = PLACE_REACH + SEATS * 2 * REACHES;
/// How many habits there are.
pub(super) const COUNT: usize = PLACE_DISTANCE + SEATS * DISTANCES;

/// The class of a flock of so many sheep.
#[inline]
fn class(sheep: usize) -> usize {
    const CLASSES: [u8; 9] = [0, 0, 1, 2, 3, 3, 4, 4, 4];
    CLASSES.get(sheep).map_or(SIZES - 1, |&class| usize::from(class))
}

/// What a seat sees that is to move.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoverFeatures<'a, B> {
    cells: &'a [CellInfo<B>],
    sheep: &'a [u8],
    own: B,
    own_flocks: B,
    rival_flocks: B,
    taken: B,
    free: B,
    /// The cells next to a rival's flock.
    threatened: B,
    age: usize,
}

/// A way that a flock can go.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlideOption {
    pub(super) to: u8,
    length: u8,
    is_straight: bool,
    /// The free cells around both ends once sheep have gone.
    behind: u8,
    ahead: u8,
}

impl<'a, B: Bits> MoverFeatures<'a, B> {
    /// What the seat sees that holds `own`, with `sheep` on every cell; each seat had `all` sheep.
    #[inline]
    pub(super) fn new(
        cells: &'a [CellInfo<B>],
        sheep: &'a [u8],
        own: B,
        taken: B,
        flocks: B,
        all: usize,
    ) -> Self {
        let rival_flocks = flocks & !own;
        let mut threatened = B::EMPTY;
        for cell in rival_flocks.iter() {
            threatened |= cells[cell].around;
        }
        // The ages were learnt with 16 sheep each.
        let age = match own.count() * 16 / all {
            0..=3 => 0,
            4..=8 => 1,
            _ => 2,
        };
        let free = B::first(cells.len()) & !taken;
        let own_flocks = flocks & own;
        Self { cells, sheep, own, own_flocks, rival_flocks, taken, free, threatened, age }
    }

    /// The flocks that have a way to go.
    #[inline]
    pub(super) fn flocks(&self) -> B {
        let mut able = self.own_flocks;
        for cell in self.own_flocks.iter() {
            if !self.open(cell).any() {
                able ^= B::single(cell);
            }
        }
        able
    }

    #[inline]
    fn open(&self, cell: usize) -> B {
        self.cells[cell].around & self.free
    }

    #[inline]
    pub(super) fn size(&self, cell: usize) -> usize {
        usize::from(self.sheep[cell])
    }

    /// What speaks for moving the flock on `from`.
    #[inline]
    pub(super) fn note_flock(&self, from: usize, tally: &mut impl FeatureSink) {
        let open = self.open(from);
        let class = class(self.size(from));
        tally.note(FLOCK + (self.age * SIZES + class) * WAYS + open.count());
        tally.note(FLOCK_SAFE + class * WAYS + (open & !self.threatened).count());
    }

    /// The ways of a flock, in the order of its moves.
    #[inline]
    pub(super) fn each_way(&self, from: usize, mut f: impl FnMut(SlideOption)) {
        for direction in Direction::ALL {
            let path = self.cells[from].path(direction, self.taken);
            if !path.any() {
                continue;
            }
            let to = CellInfo::end(path, direction);
            let left = self.free & !B::single(to);
            f(SlideOption {
                to: to as u8,
                length: path.count() as u8,
                is_straight: direction.is_straight(),
                behind: (self.cells[from].around & left).count() as u8,
                ahead: (self.cells[to].around & left).count() as u8,
            });
        }
    }

    /// What speaks for this way.
    #[inline]
    pub(super) fn note_way(&self, from: usize, way: &SlideOption, tally: &mut impl FeatureSink) {
        let to = usize::from(way.to);
        let CellInfo { around, beside, .. } = self.cells[to];
        let left = self.free & !B::single(to);
        let class_here = class(self.size(from));
        tally.note(OWN_BESIDE + self.age * EDGES + (beside & self.own).count());
        tally.note(AHEAD + (self.age * SIZES + class_here) * WAYS + usize::from(way.ahead));
        tally.note(AHEAD_SAFE + (around & left & !self.threatened).count());
        tally.note(EDGES_THERE + beside.count());
        tally.note(RIVALS_BESIDE + (beside & self.taken & !self.own).count());
        let skew = if way.is_straight { 0 } else { LENGTHS };
        tally.note(LENGTH + skew + (usize::from(way.length) - 1).min(LENGTHS - 1));
        let others = self.own_flocks & !B::single(from);
        for (kind, flocks) in [(RIVAL_HEMMED, self.rival_flocks), (OWN_HEMMED, others)] {
            for flock in (around & flocks).iter() {
                let ways = (self.cells[flock].around & left).count().min(FEW - 1);
                tally.note(kind + ways * SIZES + class(self.size(flock)));
            }
        }
    }

    /// What speaks for sending so many of a flock this way.
    #[inline]
    pub(super) fn note_split(
        &self,
        from: usize,
        way: &SlideOption,
        go: usize,
        tally: &mut impl FeatureSink,
    ) {
        tally.note(STAY + class(self.size(from) - go) * WAYS + usize::from(way.behind));
        tally.note(GO + class(go) * WAYS + usize::from(way.ahead));
    }
}

/// What speaks for entering the field on a cell, when these squares are taken.
pub(super) fn note_place(
    cell: &CellInfo<u128>,
    taken: &[Square],
    seat: usize,
    tally: &mut impl FeatureSink,
) {
    tally.note(PLACE_WAYS + seat * WAYS + cell.around.count());
    tally.note(PLACE_EDGES + seat * EDGES + cell.beside.count());
    for (steps, reach) in cell.reach.into_iter().enumerate() {
        let class = (usize::from(reach) / (3 + steps)).min(REACHES - 1);
        tally.note(PLACE_REACH + (seat * 2 + steps) * REACHES + class);
    }
    let Square { file, rank } = cell.square;
    let distance = |other: &Square| other.file.abs_diff(file).max(other.rank.abs_diff(rank));
    let nearest = taken.iter().map(distance).min().unwrap_or(0);
    tally.note(PLACE_DISTANCE + seat * DISTANCES + nearest.min(DISTANCES - 1));
}

/// The squares of a position that are taken.
pub(super) fn squares_taken(cells: &[CellInfo<u128>], state: &State) -> Vec<Square> {
    state.taken().iter().map(|cell| cells[cell].square).collect()
}
