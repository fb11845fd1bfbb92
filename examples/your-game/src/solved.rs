//! Positions by number: a tier for each number of free squares.
//!
//! Only which squares are covered matters, not by whom.

use bellwether_core::bits::Bits;
use bellwether_core::numbering::Binomials;
use bellwether_core::solvable::table_option;
use bellwether_core::{Indexed, Numbering, Seat, Solvable, TableIndex};

use crate::card::CARD;
use crate::{Domineering, State};

/// Boards of more squares have too many positions to number them all.
const MOST_SQUARES: usize = 25;

/// The numbers of the sets of covered squares.
#[derive(Clone, Debug)]
pub struct CoveredSets {
    squares: usize,
    binomials: Binomials,
}

impl Indexed for Domineering {
    type Numbering = CoveredSets;

    fn numbering(&self) -> Option<CoveredSets> {
        let squares = self.columns * self.rows;
        (squares <= MOST_SQUARES)
            .then(|| CoveredSets { squares, binomials: Binomials::up_to(squares) })
    }
}

impl Numbering<Domineering> for CoveredSets {
    fn tiers(&self) -> usize {
        self.squares + 1
    }

    fn tier_name(&self, tier: usize) -> String {
        format!("{tier} free squares")
    }

    fn len(&self, tier: usize) -> u64 {
        2 * self.binomials.choose(self.squares, tier)
    }

    fn index_of(&self, state: &State) -> Option<TableIndex> {
        let covered = state.tiles[0] | state.tiles[1];
        let tier = self.squares - covered.count();
        let half = if state.mover == Seat::FIRST { 0 } else { self.len(tier) / 2 };
        Some(TableIndex { tier, index: half + self.binomials.rank(covered) })
    }

    fn state(&self, place: TableIndex) -> Option<State> {
        let half = self.len(place.tier) / 2;
        let (mover, rank) = match place.index.checked_sub(half) {
            None => (Seat::FIRST, place.index),
            Some(rank) => (Seat::SECOND, rank),
        };
        let covered = self.binomials.set(rank, self.squares - place.tier);
        Some(State { tiles: [covered, 0], mover })
    }
}

impl Solvable for Domineering {
    const NAME: &'static str = CARD.name;

    fn table_options(&self) -> Vec<(String, String)> {
        vec![table_option("rows", self.rows), table_option("columns", self.columns)]
    }
}
