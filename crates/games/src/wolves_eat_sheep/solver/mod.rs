//! The solver of Wolves Eat Sheep: retrograde analysis, tier by tier from the last sheep up.
//!
//! A capture removes a sheep for good, so the positions with equally many sheep form a tier. Within a tier
//! there are cycles, so it is solved backwards from its terminal positions.

mod ranking;
mod tier;
mod wolf_moves;

use crate::wolves_eat_sheep::WolvesEatSheep;
use crate::wolves_eat_sheep::index::FoldedNumbering;
use bellwether_core::numbering::{Binomials, Numbering};

use bellwether_core::tiers::{SolveControl, Stopped, TierSolver};
use ranking::SubsetRanking;
use tier::{BYTES, LowerTier, TierInProgress};
use wolf_moves::WolfMoves;

/// The solver for this game.
#[must_use]
pub(super) fn solver(game: &WolvesEatSheep, numbering: &FoldedNumbering) -> Box<dyn TierSolver> {
    // Two parts of at most 13 squares: their tables fit the fastest caches. Larger boards need more.
    if numbering.squares <= 26 {
        Box::new(WolvesSolver::<2>::new(game, numbering))
    } else {
        Box::new(WolvesSolver::<6>::new(game, numbering))
    }
}

/// Memory that every board needs for its tables of moves, in bytes.
const BASE: u64 = 1_000_000;

struct WolvesSolver<const PARTS: usize> {
    numbering: FoldedNumbering,
    binomials: Binomials,
    frame: WolfMoves<PARTS>,
    /// The last tier, solved or loaded: its codes and its ranking.
    last: Option<(Vec<u16>, SubsetRanking<PARTS>)>,
}

impl<const PARTS: usize> WolvesSolver<PARTS> {
    fn new(game: &WolvesEatSheep, numbering: &FoldedNumbering) -> Self {
        let binomials = Binomials::up_to(64);
        let frame = WolfMoves::new(game, numbering);
        Self { numbering: numbering.clone(), binomials, frame, last: None }
    }

    fn ranking(&self, tier: usize) -> SubsetRanking<PARTS> {
        let squares = self.numbering.free_squares();
        SubsetRanking::new(&self.binomials, squares, self.numbering.sheep_of(tier))
    }
}

impl<const PARTS: usize> TierSolver for WolvesSolver<PARTS> {
    fn memory(&self, tier: usize) -> u64 {
        let len = |tier| Numbering::<WolvesEatSheep>::len(&self.numbering, tier);
        let sets = self.numbering.sheep_sets(self.numbering.sheep_of(tier));
        // The codes of one side of the tier below; bits for what each ply decides; and about a byte per
        // position for lists of these, or for compressed blocks on their way to the disk.
        let below = if tier == 0 { 0 } else { len(tier - 1) };
        len(tier) * (BYTES + 1) + len(tier) / 4 + below + 8 * sets + BASE
    }

    /// Small boards stay in the processor's caches: 14 million positions took 1.0 s of processor time, the standard game's 279
    /// million 54 s and 2.6 billion about 580 s (docs/notes/solving.md).
    fn rate(&self) -> u64 {
        let numbers = Numbering::<WolvesEatSheep>::total(&self.numbering);
        if numbers < 50_000_000 { 12_000_000 } else { 4_500_000 }
    }

    /// Small boards have few different values.
    fn disk(&self) -> u64 {
        let numbers = Numbering::<WolvesEatSheep>::total(&self.numbering);
        if numbers < 50_000_000 { 200 } else { 500 }
    }

    fn resume(&mut self, tier: usize, codes: Vec<u16>) {
        self.last = Some((codes, self.ranking(tier)));
    }

    fn solve(&mut self, tier: usize, control: &SolveControl<'_>) -> Result<&[u16], Stopped> {
        let ranking = self.ranking(tier);
        // After a capture the sheep are to move: the other half is not needed any more.
        let below = self.last.take().map(|(mut codes, ranking)| {
            codes.drain(..codes.len() / 2);
            codes.shrink_to_fit();
            LowerTier { codes, ranking }
        });
        let solved = TierInProgress::new(&self.frame, ranking, below.as_ref()).solve(control)?;
        let (codes, _) = self.last.insert(solved);
        Ok(codes)
    }
}
