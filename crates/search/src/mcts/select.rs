//! Child selection.

use bellwether_core::Seat;

use super::node_pool::TreeNodeStats;
use super::proof::Outcomes;
use crate::logarithm::ln;
use crate::rewards::WHOLE;

/// The selection formula.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Selection {
    /// The upper confidence bound UCB1.
    Ucb1 {
        /// The exploration constant.
        exploration: f32,
        /// The value of an unvisited child, exploration included.
        first_play_urgency: f32,
    },
    /// PUCT: exploration in proportion to the prior probability.
    Puct {
        /// The exploration constant.
        weight: f32,
    },
}

const ONE: f32 = WHOLE as f32;

impl Selection {
    /// The child with the greatest value for `mover`; the first of equals.
    ///
    /// A proven child has its proven value: there is nothing to explore.
    #[inline]
    pub(crate) fn choose(
        &self,
        parent_visits: u32,
        children: &[TreeNodeStats],
        outcomes: &Outcomes,
        mover: Seat,
    ) -> usize {
        match *self {
            Self::Ucb1 { exploration, first_play_urgency } => {
                let bonus = exploration * (ln(u64::from(parent_visits)) as f32).sqrt();
                argmax(children, outcomes, mover, |child| match child.visits() {
                    0 => first_play_urgency,
                    visits => average(child.total(), visits) + bonus / (visits as f32).sqrt(),
                })
            }
            Self::Puct { weight } => {
                // First-play urgency: an unvisited move is assumed to be as good as the visited ones.
                let mean = mean_value(children);
                let bonus = weight * (parent_visits as f32).sqrt();
                argmax(children, outcomes, mover, |child| {
                    let visits = child.visits();
                    let known = if visits == 0 { mean } else { average(child.total(), visits) };
                    known + bonus * child.prior() / (1.0 + visits as f32)
                })
            }
        }
    }
}

#[inline]
fn average(total: u64, visits: u32) -> f32 {
    total as f32 / (visits as f32 * ONE)
}

/// The mean value of all visits to `children`; one half without visits.
#[inline]
fn mean_value(children: &[TreeNodeStats]) -> f32 {
    let (mut visits, mut total) = (0, 0);
    for child in children {
        visits += child.visits();
        total += child.total();
    }
    if visits == 0 { 0.5 } else { average(total, visits) }
}

/// The child with the greatest `value`, or proven share; the first of equals.
#[inline]
fn argmax(
    children: &[TreeNodeStats],
    outcomes: &Outcomes,
    mover: Seat,
    value: impl Fn(&TreeNodeStats) -> f32,
) -> usize {
    let mut best = (f32::NEG_INFINITY, 0);
    for (index, child) in children.iter().enumerate() {
        let value = match child.proof() {
            Some(proof) => outcomes.share(proof, mover) as f32 / ONE,
            None => value(child),
        };
        if value > best.0 {
            best = (value, index);
        }
    }
    best.1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ucb1_prefers_unvisited_then_promising_children() {
        let outcomes = Outcomes::new();
        let selection = Selection::Ucb1 { exploration: 1.0, first_play_urgency: f32::INFINITY };
        let children = [TreeNodeStats::default(), TreeNodeStats::default()];
        let choose = || selection.choose(30, &children, &outcomes, Seat::FIRST);
        children[0].set_virtual_visits(10, WHOLE);
        assert_eq!(choose(), 1);
        children[1].set_virtual_visits(10, WHOLE / 2);
        assert_eq!(choose(), 0);
        children[0].set_virtual_visits(1000, WHOLE);
        assert_eq!(choose(), 1, "after a thousand visits there is little to explore");
        let lost = outcomes.terminal([0, WHOLE, 0, 0]);
        children[1].set_proof(lost.unwrap());
        assert_eq!(choose(), 0);
    }
    #[test]
    fn puct_begins_with_the_greatest_prior() {
        let outcomes = Outcomes::new();
        let selection = Selection::Puct { weight: 1.0 };
        let children = [TreeNodeStats::default(), TreeNodeStats::default()];
        children[0].set_prior(0.2);
        children[1].set_prior(0.8);
        let choose = |visits| selection.choose(visits, &children, &outcomes, Seat::FIRST);
        assert_eq!(choose(1), 1);
        // Its rewards were low, so the other's expected value is low, too: still the other is chosen before
        // long.
        for _ in 0..8 {
            children[1].enter(false);
            children[1].add(WHOLE / 4, false);
        }
        assert_eq!(choose(8), 0);
        for _ in 0..4 {
            children[0].enter(false);
        }
        assert_eq!(choose(12), 1);
        children[0].set_proof(outcomes.terminal([WHOLE, 0, 0, 0]).unwrap());
        assert_eq!(choose(12), 0);
    }
}
