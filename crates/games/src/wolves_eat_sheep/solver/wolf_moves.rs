//! The wolves' moves from each class of their sets, precomputed for all tiers.
//!
//! The solver works on positions as the numbering stores them: wolves on the representative of their
//! class, sheep as the rank of a set of the other squares. A wolf's step changes the class, and the whole
//! board has to be mapped to the representative of the new class. All of that depends only on the classes.

use crate::wolves_eat_sheep::WolvesEatSheep;
use crate::wolves_eat_sheep::index::FoldedNumbering;
use bellwether_core::bits::Bits;

/// A class of wolf sets under symmetry.
#[derive(Debug)]
pub(super) struct WolfSetClass {
    /// The squares of the wolves.
    pub(super) wolves: u64,
    /// The squares beside at least one wolf, those beside at least two, and so on: the empty ones among
    /// them are the wolves' steps.
    pub(super) beside: Vec<u64>,
    /// Squares whose neighbour to the right, or above, is there and neither has a wolf.
    pub(super) pairs_right: u64,
    pub(super) pairs_up: u64,
    /// The steps that lead from a stored position of some class to one of this class, taken back.
    pub(super) steps_back: Vec<StepBack>,
    /// The captures.
    pub(super) captures: Vec<Capture>,
    /// For every square, its bit among the squares without wolves.
    compressed: [u64; 64],
    /// For every wolf, from the lowest, the squares below it.
    below: Vec<u64>,
}

/// A retracted step of a wolf: from a position with the sheep to move to one with the wolves to move.
#[derive(Debug)]
pub(super) struct StepBack {
    /// The wolf's square before the step: there must be no sheep.
    pub(super) from: u64,
    /// The class before the step.
    pub(super) class: usize,
    /// The symmetry to its representative.
    pub(super) symmetry: usize,
}

/// A wolf's capture.
#[derive(Debug)]
pub(super) struct Capture {
    /// The square between, which must be empty.
    pub(super) over: u64,
    /// The square of the sheep.
    pub(super) prey: u64,
    pub(super) class: usize,
    pub(super) symmetry: usize,
}

/// All classes, and lookup tables for symmetries.
#[derive(Debug)]
pub(super) struct WolfMoves<const PARTS: usize> {
    pub(super) board: u64,
    pub(super) columns: u32,
    pub(super) first_file: u64,
    pub(super) last_file: u64,
    pub(super) classes: Vec<WolfSetClass>,
    /// For each symmetry but the first, for each part of a set, the images of all its values.
    turned: Vec<[Vec<u64>; PARTS]>,
    width: u32,
}

impl<const PARTS: usize> WolfMoves<PARTS> {
    pub(super) fn new(game: &WolvesEatSheep, numbering: &FoldedNumbering) -> Self {
        let squares = numbering.squares;
        let width = squares.div_ceil(PARTS);
        let turned = (0..numbering.symmetries())
            .map(|symmetry| {
                std::array::from_fn(|part| {
                    let values = 0..1u64 << width;
                    let in_place = |value: u64| (u128::from(value) << (part * width)) as u64;
                    values.map(|value| numbering.turn(in_place(value), symmetry)).collect()
                })
            })
            .collect();
        let classes = numbering.classes.iter().map(|wolves| class(game, numbering, *wolves));
        let mut frame = Self {
            board: u64::first(squares),
            columns: game.columns() as u32,
            first_file: first_file(game),
            last_file: first_file(game) << (game.columns() - 1),
            classes: classes.collect(),
            turned,
            width: width as u32,
        };
        frame.take_steps_back(game, numbering);
        frame
    }

    /// Generates the steps from every representative and stores each, retracted, at the class it leads to. So
    /// every move of a stored position is retracted exactly once, whatever symmetries either end has.
    fn take_steps_back(&mut self, game: &WolvesEatSheep, numbering: &FoldedNumbering) {
        for (class, &wolves) in numbering.classes.iter().enumerate() {
            for from in wolves.iter() {
                for to in (game.beside(1 << from) & !wolves).iter() {
                    let (after, symmetry) = numbering.class_of(wolves ^ (1 << from) ^ (1 << to));
                    let from = numbering.turn(1 << from, symmetry);
                    let back = inverse(numbering, symmetry);
                    let step = StepBack { from, class, symmetry: back };
                    self.classes[after].steps_back.push(step);
                }
            }
        }
    }

    /// The image of a set under a symmetry.
    #[inline]
    pub(super) fn turn(&self, set: u64, symmetry: usize) -> u64 {
        if symmetry == 0 {
            return set;
        }
        let mask = (1u64 << self.width) - 1;
        let tables = &self.turned[symmetry];
        let mut image = 0;
        for (part, table) in tables.iter().enumerate() {
            image |= table[((set >> (part as u32 * self.width)) & mask) as usize];
        }
        image
    }
}

impl WolfSetClass {
    /// The bit of a square among the squares without wolves.
    #[inline]
    pub(super) fn compressed(&self, square: u32) -> u64 {
        self.compressed[square as usize]
    }

    /// Removes the wolves' squares from the bits of a set: as the numbering does it, with precomputed masks,
    /// because this is done billions of times.
    #[inline]
    pub(super) fn compress(&self, mut set: u64) -> u64 {
        for below in self.below.iter().rev() {
            set = (set & below) | ((set >> 1) & !below);
        }
        set
    }

    /// The inverse of [`compress`](Self::compress).
    #[inline]
    pub(super) fn expand(&self, mut set: u64) -> u64 {
        for below in &self.below {
            set = (set & below) | ((set & !below) << 1);
        }
        set
    }

    /// The number of the wolves' steps among these sheep.
    #[inline]
    pub(super) fn steps(&self, sheep: u64) -> u8 {
        self.beside.iter().map(|layer| (layer & !sheep).count() as u8).sum()
    }
}

fn class(game: &WolvesEatSheep, numbering: &FoldedNumbering, wolves: u64) -> WolfSetClass {
    let board = u64::first(numbering.squares);
    let free = board & !wolves;
    let columns = game.columns();
    let last_file = first_file(game) << (columns - 1);
    let mut compressed = [0; 64];
    for (place, square) in free.iter().enumerate() {
        compressed[square] = 1 << place;
    }
    let mut captures = Vec::new();
    for from in wolves.iter() {
        for over in (game.beside(1 << from) & !wolves).iter() {
            // Beyond `over`, as far again; where that is off the board, it is not beside `over`.
            let Some(prey) = (2 * over).checked_sub(from).filter(|prey| *prey < 64) else {
                continue;
            };
            if game.beside(1 << over) & free & (1 << prey) == 0 {
                continue;
            }
            let (class, symmetry) = numbering.class_of(wolves ^ (1 << from) ^ (1 << prey));
            captures.push(Capture { over: 1 << over, prey: 1 << prey, class, symmetry });
        }
    }
    WolfSetClass {
        wolves,
        beside: beside(game, wolves, free),
        pairs_right: free & (free >> 1) & !last_file,
        pairs_up: free & (free >> columns),
        steps_back: Vec::new(),
        captures,
        compressed,
        below: wolves.iter().map(|square| (1 << square) - 1).collect(),
    }
}

fn first_file(game: &WolvesEatSheep) -> u64 {
    u64::from_indices((0..game.rows()).map(|rank| rank * game.columns()))
}

fn beside(game: &WolvesEatSheep, wolves: u64, free: u64) -> Vec<u64> {
    let mut layers = vec![0];
    for wolf in wolves.iter() {
        let mut carried = game.beside(1 << wolf) & free;
        let mut layer = 0;
        while carried != 0 {
            if layer == layers.len() {
                layers.push(0);
            }
            (layers[layer], carried) = (layers[layer] | carried, layers[layer] & carried);
            layer += 1;
        }
    }
    layers
}

/// The symmetry that undoes another.
fn inverse(numbering: &FoldedNumbering, symmetry: usize) -> usize {
    let squares = numbering.squares;
    (0..numbering.symmetries())
        .find(|&back| {
            (0..squares).all(|square| {
                numbering.turn(numbering.turn(1 << square, symmetry), back) == 1 << square
            })
        })
        .unwrap_or(0)
}
