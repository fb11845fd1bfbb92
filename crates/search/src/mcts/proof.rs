//! Proven nodes: a proven value is backed up as it is, not as an average.
//!
//! A finished game is proven. An inner node is proven when one of its moves is proven to give the mover
//! the maximal reward, or when all its moves are proven: the mover takes the best for itself (max^n; with
//! two seats this is the MCTS-Solver of Winands and others). Where moves are equally good for the mover
//! but not for the others, one of them is taken, so a proven value is the value of *a* max^n play.

use std::sync::{Mutex, OnceLock, PoisonError};

use bellwether_core::Seat;

use super::node_pool::TreeNodeStats;
use crate::rewards::{RewardShares, WHOLE};

/// The proven result of a position under max^n play, and its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Proof {
    /// An index into [`Outcomes`].
    outcome: u16,
    /// Plies to the end in the line that proves it.
    pub(crate) plies: u16,
}

impl Proof {
    #[inline]
    pub(crate) const fn unpack(packed: u32) -> Option<Self> {
        match packed {
            0 => None,
            _ => Some(Self { outcome: (packed >> 16) as u16 - 1, plies: packed as u16 }),
        }
    }

    #[inline]
    pub(crate) const fn pack(self) -> u32 {
        (self.outcome as u32 + 1) << 16 | self.plies as u32
    }

    #[inline]
    const fn one_ply_later(self) -> Self {
        Self { plies: self.plies.saturating_add(1), ..self }
    }
}

/// The distinct results found so far: two or three with two seats, 75 rankings of four.
#[derive(Debug)]
pub(crate) struct Outcomes {
    /// Filled from the front; read without a lock.
    known: Vec<OnceLock<RewardShares>>,
    /// The number of known results; locked while one is added.
    count: Mutex<usize>,
}

impl Outcomes {
    pub(crate) fn new() -> Self {
        Self { known: (0..256).map(|_| OnceLock::new()).collect(), count: Mutex::new(0) }
    }

    /// The proof of a finished game with these rewards; none if there are too many distinct results.
    #[inline]
    pub(crate) fn terminal(&self, shares: RewardShares) -> Option<Proof> {
        let find = || self.known.iter().map_while(OnceLock::get).position(|known| *known == shares);
        let outcome = find().or_else(|| {
            let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
            // Another thread may have added it meanwhile.
            find().or_else(|| {
                self.known.get(*count)?.set(shares).ok()?;
                *count += 1;
                Some(*count - 1)
            })
        })?;
        Some(Proof { outcome: outcome as u16, plies: 0 })
    }

    /// The reward of each seat.
    #[inline]
    pub(crate) fn shares(&self, proof: Proof) -> RewardShares {
        self.known[usize::from(proof.outcome)].get().copied().unwrap_or_default()
    }

    /// The reward of one seat.
    #[inline]
    pub(crate) fn share(&self, proof: Proof, seat: Seat) -> u32 {
        self.shares(proof)[seat.index()]
    }

    /// The proof of a node with these children and `mover` to move, if there is one.
    ///
    /// A loser takes the longest line, anybody else the shortest.
    #[inline]
    pub(crate) fn of_node(&self, children: &[TreeNodeStats], mover: Seat) -> Option<Proof> {
        let mut best: Option<(u32, Proof)> = None;
        let mut all_proven = true;
        for child in children {
            let Some(proof) = child.proof() else {
                all_proven = false;
                continue;
            };
            let share = self.share(proof, mover);
            let better = best.is_none_or(|(most, known)| {
                let sooner =
                    if share == 0 { proof.plies > known.plies } else { proof.plies < known.plies };
                share > most || share == most && sooner
            });
            if better {
                best = Some((share, proof));
            }
        }
        let (share, proof) = best?;
        (all_proven || share == WHOLE).then(|| proof.one_ply_later())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn node(proof: Option<Proof>) -> TreeNodeStats {
        let node = TreeNodeStats::default();
        if let Some(proof) = proof {
            node.set_proof(proof);
        }
        node
    }

    #[test]
    fn a_win_needs_one_move_and_a_loss_all() {
        let outcomes = Outcomes::new();
        let win = outcomes.terminal([WHOLE, 0, 0, 0]);
        let loss = outcomes.terminal([0, WHOLE, 0, 0]);
        assert_eq!(outcomes.terminal([WHOLE, 0, 0, 0]), win);
        let of = |nodes: &[TreeNodeStats], seat| outcomes.of_node(nodes, seat);
        let late = loss.map(Proof::one_ply_later);
        assert_eq!(of(&[node(None), node(win)], Seat::FIRST), win.map(Proof::one_ply_later));
        assert_eq!(of(&[node(None), node(win)], Seat::SECOND), None);
        // The loser takes the longer line.
        assert_eq!(
            of(&[node(loss), node(late), node(loss)], Seat::FIRST),
            late.map(Proof::one_ply_later)
        );
    }

    #[test]
    fn proofs_survive_packing() {
        assert_eq!(Proof::unpack(0), None);
        let proof = Proof { outcome: 254, plies: 9 };
        assert_eq!(Proof::unpack(proof.pack()), Some(proof));
    }
}
