//! The binary features of the rollout policy, each with a learnt weight.
//!
//! A seat chooses a flock, then a direction, then the number of sheep. Each option is chosen with a
//! probability proportional to the product of the weights of its features. Examples of features: "late in
//! the game a flock of four or five has two ways out", "the slide ends with three free cells around", "it
//! leaves a rival's flock of two without a way out".

use bellwether_core::bits::Bits;
use bellwether_core::square::Square;

use super::super::field::CellInfo;
use super::super::{Direction, State};

/// Receives the features of an option.
pub(super) trait FeatureSink {
    fn note(&mut self, feature: usize);
}

/// Phases of a seat's game, by the number of its cells.
const AGES: usize = 3;
/// Classes of flocks by size.
const SIZES: usize = 6;
/// No cell has more than eight neighbours.
const WAYS: usize = 9;
/// No cell has more than four neighbours through edges.
const EDGES: usize = 5;
/// Ways out are counted up to four.
const FEW: usize = 5;
/// Lengths of a slide.
const LENGTHS: usize = 5;
/// Distances to the nearest sheep, when placing.
const DISTANCES: usize = 8;
/// Classes of cells by the number of cells within a distance.
const REACHES: usize = 12;
const SEATS: usize = 4;

// The offset of each kind of feature.
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
/// The number of features.
pub(super) const COUNT: usize = PLACE_DISTANCE + SEATS * DISTANCES;

/// The class of a flock by size.
#[inline]
fn class(sheep: usize) -> usize {
    const CLASSES: [u8; 9] = [0, 0, 1, 2, 3, 3, 4, 4, 4];
    CLASSES.get(sheep).map_or(SIZES - 1, |&class| usize::from(class))
}

/// The position from the mover's point of view, for computing features.
#[derive(Clone, Copy, Debug)]
pub(super) struct MoverFeatures<'a, B> {
    cells: &'a [CellInfo<B>],
    sheep: &'a [u8],
    own: B,
    own_flocks: B,
    rival_flocks: B,
    taken: B,
    free: B,
    /// The cells beside a rival's flock.
    threatened: B,
    age: usize,
}

/// A slide of a flock in one direction.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct SlideOption {
    pub(super) to: u8,
    length: u8,
    is_straight: bool,
    /// The free cells around both ends after the slide.
    behind: u8,
    ahead: u8,
}

impl<'a, B: Bits> MoverFeatures<'a, B> {
    /// The features of the seat that holds `own`, with `sheep` on every cell; each seat had `all` sheep.
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
        // The weights were learnt with 16 sheep each.
        let age = match own.count() * 16 / all {
            0..=3 => 0,
            4..=8 => 1,
            _ => 2,
        };
        let free = B::first(cells.len()) & !taken;
        let own_flocks = flocks & own;
        Self { cells, sheep, own, own_flocks, rival_flocks, taken, free, threatened, age }
    }

    /// The flocks that can move.
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

    /// The features of moving the flock on `from`.
    #[inline]
    pub(super) fn note_flock(&self, from: usize, sink: &mut impl FeatureSink) {
        let open = self.open(from);
        let class = class(self.size(from));
        sink.note(FLOCK + (self.age * SIZES + class) * WAYS + open.count());
        sink.note(FLOCK_SAFE + class * WAYS + (open & !self.threatened).count());
    }

    /// The slides of a flock, in the order of its moves.
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

    /// The features of this slide.
    #[inline]
    pub(super) fn note_way(&self, from: usize, way: &SlideOption, sink: &mut impl FeatureSink) {
        let to = usize::from(way.to);
        let CellInfo { around, beside, .. } = self.cells[to];
        let left = self.free & !B::single(to);
        let class_here = class(self.size(from));
        sink.note(OWN_BESIDE + self.age * EDGES + (beside & self.own).count());
        sink.note(AHEAD + (self.age * SIZES + class_here) * WAYS + usize::from(way.ahead));
        sink.note(AHEAD_SAFE + (around & left & !self.threatened).count());
        sink.note(EDGES_THERE + beside.count());
        sink.note(RIVALS_BESIDE + (beside & self.taken & !self.own).count());
        let skew = if way.is_straight { 0 } else { LENGTHS };
        sink.note(LENGTH + skew + (usize::from(way.length) - 1).min(LENGTHS - 1));
        let others = self.own_flocks & !B::single(from);
        for (kind, flocks) in [(RIVAL_HEMMED, self.rival_flocks), (OWN_HEMMED, others)] {
            for flock in (around & flocks).iter() {
                let ways = (self.cells[flock].around & left).count().min(FEW - 1);
                sink.note(kind + ways * SIZES + class(self.size(flock)));
            }
        }
    }

    /// The features of moving `go` sheep of a flock by this slide.
    #[inline]
    pub(super) fn note_split(
        &self,
        from: usize,
        way: &SlideOption,
        go: usize,
        sink: &mut impl FeatureSink,
    ) {
        sink.note(STAY + class(self.size(from) - go) * WAYS + usize::from(way.behind));
        sink.note(GO + class(go) * WAYS + usize::from(way.ahead));
    }
}

/// The features of placing on a cell, when these squares are taken.
pub(super) fn note_place(
    cell: &CellInfo<u128>,
    taken: &[Square],
    seat: usize,
    sink: &mut impl FeatureSink,
) {
    sink.note(PLACE_WAYS + seat * WAYS + cell.around.count());
    sink.note(PLACE_EDGES + seat * EDGES + cell.beside.count());
    for (steps, reach) in cell.reach.iter().enumerate() {
        let class = (usize::from(*reach) / (3 + steps)).min(REACHES - 1);
        sink.note(PLACE_REACH + (seat * 2 + steps) * REACHES + class);
    }
    let Square { file, rank } = cell.square;
    let distance = |other: &Square| other.file.abs_diff(file).max(other.rank.abs_diff(rank));
    let nearest = taken.iter().map(distance).min().unwrap_or(0);
    sink.note(PLACE_DISTANCE + seat * DISTANCES + nearest.min(DISTANCES - 1));
}

/// The squares of a position that are taken.
pub(super) fn squares_taken(cells: &[CellInfo<u128>], state: &State) -> Vec<Square> {
    state.taken().iter().map(|cell| cells[cell].square).collect()
}
