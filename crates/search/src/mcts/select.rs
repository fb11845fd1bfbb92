//! Which child a simulation goes to.

use bellwether_core::Seat;

use super::node_pool::TreeNodeStats;
use super::proof::Outcomes;
use crate::logarithm::ln;
use crate::rewards::WHOLE;

/// How a search weighs what it knows against what it does not.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Selection {
    /// By the upper confidence bound (UCB1).
    Bound {
        /// The weight of the unknown.
        exploration: f32,
        /// What a child is worth that was never visited, exploration included.
        first_play_urgency: f32,
    },
    /// By how likely each move seemed, which counts less the more is known (PUCT).
    Guided {
        /// The weight of the likelihoods.
        weight: f32,
    },
}

const ONE: f32 = WHOLE as f32;

impl Selection {
    /// The child that is best for `mover`; the first of equals.
    ///
    /// A proven child is worth exactly what is proven: there is nothing to explore.
    #[inline]
    pub(crate) fn choose(
        &self,
        parent_visits: u32,
        children: &[TreeNodeStats],
        outcomes: &Outcomes,
        mover: Seat,
    ) -> usize {
        match *self {
            Self::Bound { exploration, first_play_urgency: urgency } => {
                let unknown = exploration * (ln(u64::from(parent_visits)) as f32).sqrt();
                greatest(children, outcomes, mover, |child| match child.visits() {
                    0 => urgency,
                    visits => average(child.total(), visits) + unknown / (visits as f32).sqrt(),
                })
            }
            Self::Guided { weight } => {
                // A move never tried is taken to be as good as those that were.
                let usual = usual(children);
                let unknown = weight * (parent_visits as f32).sqrt();
                greatest(children, outcomes, mover, |child| {
                    let visits = child.visits();
                    let known = if visits == 0 { usual } else { average(child.total(), visits) };
                    known + unknown * child.likelihood() / (1.0 + visits as f32)
                })
            }
        }
    }
}

#[inline]
fn average(total: u64, visits: u32) -> f32 {
    total as f32 / (visits as f32 * ONE)
}

/// What the visits to `children` brought on average; half of everything if there were none.
fn usual(children: &[TreeNodeStats]) -> f32 {
    let (mut visits, mut total) = (0, 0);
    for child in children {
        visits += child.visits();
        total += child.total();
    }
    if visits == 0 { 0.5 } else { average(total, visits) }
}

/// The child with the greatest `worth`, or proven share; the first of equals.
#[inline]
fn greatest(
    children: &[TreeNodeStats],
    outcomes: &Outcomes,
    mover: Seat,
    worth: impl Fn(&TreeNodeStats) -> f32,
) -> usize {
    let mut best = (f32::NEG_INFINITY, 0);
    for (index, child) in children.iter().enumerate() {
        let worth = match child.proof() {
            Some(proof) => outcomes.share(proof, mover) as f32 / ONE,
            None => worth(child),
        };
        if worth > best.0 {
            best = (worth, index);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unvisited_come_first_then_the_promising() {
        let outcomes = Outcomes::new();
        let selection = Selection::Bound { exploration: 1.0, first_play_urgency: f32::INFINITY };
        let children = [TreeNodeStats::default(), TreeNodeStats::default()];
        let choose = || selection.choose(30, &children, &outcomes, Seat::FIRST);
        children[0].expect(10, WHOLE);
        assert_eq!(choose(), 1);
        children[1].expect(10, WHOLE / 2);
        assert_eq!(choose(), 0);
        children[0].expect(1000, WHOLE);
        assert_eq!(choose(), 1, "what was seen a thousand times is known");
        let lost = outcomes.ended([0, WHOLE, 0, 0]);
        children[1].set_proof(lost.unwrap());
        assert_eq!(choose(), 0);
    }
    #[test]
    fn a_guided_search_begins_with_what_seems_likely() {
        let outcomes = Outcomes::new();
        let selection = Selection::Guided { weight: 1.0 };
        let children = [TreeNodeStats::default(), TreeNodeStats::default()];
        children[0].suppose(0.2);
        children[1].suppose(0.8);
        let choose = |visits| selection.choose(visits, &children, &outcomes, Seat::FIRST);
        assert_eq!(choose(1), 1);
        // It brought little, so the other is expected to bring little, too: still it is the turn of
        // the other before long.
        for _ in 0..8 {
            children[1].enter(false);
            children[1].add(WHOLE / 4, false);
        }
        assert_eq!(choose(8), 0);
        for _ in 0..4 {
            children[0].enter(false);
        }
        assert_eq!(choose(12), 1);
        children[0].set_proof(outcomes.ended([WHOLE, 0, 0, 0]).unwrap());
        assert_eq!(choose(12), 0);
    }
}
