//! Which child a simulation goes to.

use bellwether_core::Seat;

use super::arena::Node;
use super::proof::Outcomes;
use crate::logarithm::ln;
use crate::rewards::WHOLE;

/// How a search weighs what it knows against what it does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Selection {
    /// The weight of the unknown in the UCB formula.
    pub(crate) exploration: f32,
    /// What a child is worth that was never visited, exploration included.
    pub(crate) urgency: f32,
}

impl Selection {
    /// The child with the greatest upper confidence bound for `mover`; the first of equals.
    ///
    /// A proven child is worth exactly what is proven: there is nothing to explore.
    #[inline]
    pub(crate) fn choose(
        &self,
        parent_visits: u32,
        children: &[Node],
        outcomes: &Outcomes,
        mover: Seat,
    ) -> usize {
        const ONE: f32 = WHOLE as f32;
        let unknown = self.exploration * (ln(u64::from(parent_visits)) as f32).sqrt();
        let mut best = (f32::NEG_INFINITY, 0);
        for (index, child) in children.iter().enumerate() {
            let visits = child.visits();
            let bound = if let Some(proof) = child.proof() {
                outcomes.share(proof, mover) as f32 / ONE
            } else if visits == 0 {
                self.urgency
            } else {
                let visits = visits as f32;
                child.total() as f32 / (visits * ONE) + unknown / visits.sqrt()
            };
            if bound > best.0 {
                best = (bound, index);
            }
        }
        best.1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_unvisited_come_first_then_the_promising() {
        let outcomes = Outcomes::new();
        let selection = Selection { exploration: 1.0, urgency: f32::INFINITY };
        let children = [Node::default(), Node::default()];
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
}
