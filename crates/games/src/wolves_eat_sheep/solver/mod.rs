//! Wolves Eat Sheep, solved from the last sheep up.
//!
//! Eating takes a sheep away for good, so the positions with as many sheep form a tier. Within a tier
//! play can go round in circles, and the tier is solved backwards from its ends.

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
    if numbering.squares() <= 26 {
        Box::new(WolvesSolver::<2>::new(game, numbering))
    } else {
        Box::new(WolvesSolver::<6>::new(game, numbering))
    }
}

/// What is needed whatever the game.
const BASE: u64 = 16_000_000;

struct WolvesSolver<const PARTS: usize> {
    numbering: FoldedNumbering,
    binomials: Binomials,
    frame: WolfMoves<PARTS>,
    /// The last tier, solved or handed back: its codes and its ranking.
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
        // Below, the codes of one side; while the tier is solved, bits for what each ply decides; and
        // about a byte a position for lists of these, or for the blocks on their way to the disk.
        let below = if tier == 0 { 0 } else { len(tier - 1) };
        len(tier) * (BYTES + 1) + len(tier) / 4 + below + 8 * sets + BASE
    }

    fn resume(&mut self, tier: usize, codes: Vec<u16>) {
        self.last = Some((codes, self.ranking(tier)));
    }

    fn solve(&mut self, tier: usize, watch: &SolveControl<'_>) -> Result<&[u16], Stopped> {
        let ranking = self.ranking(tier);
        // Eating leaves the sheep to move: the other half is not needed any more.
        let below = self.last.take().map(|(mut codes, ranking)| {
            codes.drain(..codes.len() / 2);
            codes.shrink_to_fit();
            LowerTier { codes, ranking }
        });
        let solved = TierInProgress::new(&self.frame, ranking, below.as_ref()).solve(watch)?;
        let (codes, _) = self.last.insert(solved);
        Ok(codes)
    }
}
