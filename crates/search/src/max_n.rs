//! Max^n to a fixed depth, for any number of seats: each maximises its own value.

use bellwether_core::{Eval, Game, MAX_SEATS, Seat, Status};

use crate::fixed_depth::{BackedUpValue, DepthSearch, FixedDepth};
use crate::trace::{NoObserver, SearchObserver};
use crate::{Agent, Budget, Choice};

/// Max^n search to a fixed depth.
#[derive(Clone, Debug)]
pub struct MaxN<E>(pub FixedDepth<E>);

impl<G: Game, E: Eval<G>> Agent<G> for MaxN<E> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        self.0.search(game, state, budget, false, &mut NoObserver, |search, next, _| {
            let level = search.depth;
            let values = search.max_n(next, level - 1, 1);
            BackedUpValue { score: values[search.pov.index()], level }
        })
    }
}

impl<G: Game, E: Eval<G>, W: SearchObserver<G>> DepthSearch<'_, G, E, W> {
    /// The value for each seat; ties go to the first move.
    fn max_n(&mut self, state: &G::State, depth: u32, level: u32) -> [i32; MAX_SEATS] {
        self.nodes.visit(level, self.budget);
        self.lines.begin(level);
        let mover = match self.game.status(state) {
            Status::ToMove(seat) if depth > 0 && !self.nodes.is_spent() => seat,
            status => {
                let mut values = [0; MAX_SEATS];
                for seat in Seat::all(self.game.seats()) {
                    values[seat.index()] = self.leaf_value(state, status, seat);
                }
                return values;
            }
        };
        let mut best: Option<[i32; MAX_SEATS]> = None;
        self.game.each_move(state, |m| {
            let values = self.max_n(&self.game.after(state, m), depth - 1, level + 1);
            if best.is_none_or(|best| values[mover.index()] > best[mover.index()]) {
                best = Some(values);
                self.lines.extend(level, m);
            }
        });
        best.expect("an unfinished game has a legal move")
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Limits;
    use bellwether_core::Payoffs;
    use bellwether_core::tree::LiteralTree;

    /// Payoffs only.
    #[derive(Clone)]
    struct PayoffsOnly;

    impl Eval<LiteralTree> for PayoffsOnly {
        fn eval(&self, _: &LiteralTree, _: &usize, _: Seat) -> i32 {
            0
        }
        fn finished(&self, _: &LiteralTree, _: &usize, payoffs: &Payoffs, pov: Seat) -> i32 {
            payoffs.of(pov) as i32
        }
    }

    #[test]
    fn each_seat_maximises_its_own_value() {
        // After Luckhardt and Irani: seat 2 takes (1,8,3) left and (6,5,4) right, so seat 1 goes
        // right. Paranoid search would expect only 2 there.
        let tree = LiteralTree::parse("[[(9,2,1) (1,8,3)] [(6,5,4) (2,4,9)]]").unwrap();
        let mut agent = MaxN(FixedDepth::new(PayoffsOnly, 2, 1));
        let choice = agent.choose(&tree, &0, &Budget::untimed(Limits::default()));
        assert_eq!(choice.chosen, 1);
        assert_eq!(choice.nodes_by_level, [1, 2, 4]);
    }
}
