//! Tree reuse: keeps the subtree of the current position.

use std::collections::{BinaryHeap, VecDeque};

use bellwether_core::Game;

use super::node_pool::{NodePool, ROOT};

/// The maximal number of positions that are compared with the wanted one.
const MOST_COMPARED: usize = 2_000;

/// The node of `wanted` in the tree of `root`, best-first by visits; none if not found within the limit.
pub(crate) fn find<G: Game>(
    game: &G,
    pool: &NodePool,
    root: &G::State,
    wanted: &G::State,
) -> Option<u32> {
    // Every seat has moved at most once since the last choice.
    let deepest = game.seats();
    let mut states = vec![root.clone()];
    let mut waiting = BinaryHeap::from([(u32::MAX, 0, ROOT, 0)]);
    while let Some((_, depth, number, at)) = waiting.pop() {
        let state = states[at].clone();
        if state == *wanted {
            return Some(number);
        }
        if depth == deepest || game.status(&state).is_over() {
            continue;
        }
        let Some(children) = pool.node(number).children() else { continue };
        if states.len() + children.len() > MOST_COMPARED {
            return None;
        }
        let mut numbers = children.clone();
        game.each_move(&state, |m| {
            let Some(child) = numbers.next() else { return };
            let visits = pool.node(child).visits();
            let next = game.after(&state, m);
            states.push(next);
            waiting.push((visits, depth + 1, child, states.len() - 1));
        });
    }
    None
}

/// Copies the subtree of `number` from `old` into the empty `new`, level by level, as far as it fits.
pub(crate) fn copy_subtree(old: &NodePool, number: u32, new: &NodePool) {
    new.node(ROOT).copy(old.node(number));
    let mut waiting = VecDeque::from([(number, ROOT)]);
    while let Some((from, to)) = waiting.pop_front() {
        let Some(children) = old.node(from).children() else { continue };
        let Some(copies) = new.take(children.len()) else { return };
        for (from, to) in children.zip(copies.clone()) {
            new.node(to).copy(old.node(from));
            waiting.push_back((from, to));
        }
        new.node(to).publish(Some(copies));
    }
}
