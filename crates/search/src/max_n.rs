//! Max^n to a fixed depth, for any number of seats: each maximises its own value.

use bellwether_core::{Eval, Game, MAX_SEATS, Seat, Status};

use crate::agent::mover;
use crate::fixed_depth::{BackedUpValue, BestLines, FixedDepth, NodeCounter, RootMove, leaf_value};
use crate::{Agent, Budget, Choice};

/// Max^n search to a fixed depth.
#[derive(Clone, Debug)]
pub struct MaxN<E>(pub FixedDepth<E>);

impl<G: Game, E: Eval<G>> Agent<G> for MaxN<E> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        let pov = mover(game, state);
        self.0.eval.set_root(game, state);
        self.0.choose(budget, |eval, depth, nodes| {
            let mut search = MaxNSearch { game, eval, budget, nodes, lines: BestLines::new(depth) };
            let mut root_moves = Vec::new();
            search.nodes.visit(0, budget);
            game.each_move(state, |m| {
                let mut next = state.clone();
                game.play(&mut next, m);
                let before = search.nodes.total();
                let values = search.values(&next, depth - 1, 1);
                if root_moves.is_empty() || !search.nodes.is_spent() {
                    search.lines.extend(0, m);
                    root_moves.push(RootMove {
                        line: search.lines.at_root(),
                        value: BackedUpValue { score: values[pov.index()], level: depth },
                        effort: search.nodes.total() - before,
                    });
                }
            });
            (root_moves, search.nodes)
        })
    }
}

struct MaxNSearch<'a, G: Game, E> {
    game: &'a G,
    eval: &'a E,
    budget: &'a Budget<'a>,
    nodes: NodeCounter,
    lines: BestLines<G::Move>,
}

impl<G: Game, E: Eval<G>> MaxNSearch<'_, G, E> {
    /// The value for each seat; ties go to the first move.
    fn values(&mut self, state: &G::State, depth: u32, level: u32) -> [i32; MAX_SEATS] {
        self.nodes.visit(level, self.budget);
        self.lines.begin(level);
        let mover = match self.game.status(state) {
            Status::ToMove(seat) if depth > 0 && !self.nodes.is_spent() => seat,
            _ => {
                let mut values = [0; MAX_SEATS];
                for seat in Seat::all(self.game.seats()) {
                    values[seat.index()] = leaf_value(self.eval, self.game, state, seat);
                }
                return values;
            }
        };
        let mut best: Option<[i32; MAX_SEATS]> = None;
        self.game.each_move(state, |m| {
            let mut next = state.clone();
            self.game.play(&mut next, m);
            let values = self.values(&next, depth - 1, level + 1);
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
