//! Max^n to a fixed depth: for any number of seats, each maximises its own value.

use bellwether_core::{Eval, Game, MAX_SEATS, Seat, Status};

use crate::agent::mover;
use crate::fixed_depth::{
    BackedUpValue, BestLines, FixedDepth, NodeCounter, RootMove, worth_of_leaf,
};
use crate::{Agent, Budget, Choice};

/// Searches every line to a fixed depth, with every seat for itself.
#[derive(Clone, Debug)]
pub struct MaxN<E>(pub FixedDepth<E>);

impl<G: Game, E: Eval<G>> Agent<G> for MaxN<E> {
    fn choose(&mut self, game: &G, state: &G::State, budget: &Budget<'_>) -> Choice<G> {
        let pov = mover(game, state);
        self.0.eval.set_root(game, state);
        self.0.choose(budget, |eval, depth, tally| {
            let mut search = MaxNSearch { game, eval, budget, tally, lines: BestLines::new(depth) };
            let mut judged = Vec::new();
            search.tally.visit(0, budget);
            game.each_move(state, |m| {
                let mut next = state.clone();
                game.play(&mut next, m);
                let before = search.tally.total();
                let worth = search.worth(&next, depth - 1, 1);
                if judged.is_empty() || !search.tally.is_spent() {
                    search.lines.extend(0, m);
                    judged.push(RootMove {
                        line: search.lines.at_root(),
                        value: BackedUpValue { score: worth[pov.index()], level: depth },
                        effort: search.tally.total() - before,
                    });
                }
            });
            (judged, search.tally)
        })
    }
}

struct MaxNSearch<'a, G: Game, E> {
    game: &'a G,
    eval: &'a E,
    budget: &'a Budget<'a>,
    tally: NodeCounter,
    lines: BestLines<G::Move>,
}

impl<G: Game, E: Eval<G>> MaxNSearch<'_, G, E> {
    /// What the position is worth to each seat; of equal moves a seat takes the first.
    fn worth(&mut self, state: &G::State, depth: u32, level: u32) -> [i32; MAX_SEATS] {
        self.tally.visit(level, self.budget);
        self.lines.begin(level);
        let mover = match self.game.status(state) {
            Status::ToMove(seat) if depth > 0 && !self.tally.is_spent() => seat,
            _ => {
                let mut worth = [0; MAX_SEATS];
                for seat in Seat::all(self.game.seats()) {
                    worth[seat.index()] = worth_of_leaf(self.eval, self.game, state, seat);
                }
                return worth;
            }
        };
        let mut best: Option<[i32; MAX_SEATS]> = None;
        self.game.each_move(state, |m| {
            let mut next = state.clone();
            self.game.play(&mut next, m);
            let worth = self.worth(&next, depth - 1, level + 1);
            if best.is_none_or(|best| worth[mover.index()] > best[mover.index()]) {
                best = Some(worth);
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

    /// Judges by payoffs alone.
    #[derive(Clone)]
    struct Blind;

    impl Eval<LiteralTree> for Blind {
        fn eval(&self, _: &LiteralTree, _: &usize, _: Seat) -> i32 {
            0
        }
        fn finished(&self, _: &LiteralTree, _: &usize, payoffs: &Payoffs, pov: Seat) -> i32 {
            payoffs.of(pov) as i32
        }
    }

    #[test]
    fn each_seat_looks_after_itself() {
        // Luckhardt and Irani's point: seat 2 takes (1,8,3) left and (6,5,4) right, so seat 1 goes
        // right. A paranoid opponent would have held it to 2.
        let tree = LiteralTree::parse("[[(9,2,1) (1,8,3)] [(6,5,4) (2,4,9)]]").unwrap();
        let mut agent = MaxN(FixedDepth::new(Blind, 2, 1));
        let choice = agent.choose(&tree, &0, &Budget::untimed(Limits::default()));
        assert_eq!(choice.chosen, 1);
        assert_eq!(choice.nodes_by_level, [1, 2, 4]);
    }
}
