//! Keeping what is still of use: the part of the tree below the position that came about.

use std::collections::{BinaryHeap, VecDeque};

use bellwether_core::Game;

use super::node_pool::{NodePool, ROOT};

/// How many positions are compared with the one that came about before giving up.
const MOST_LOOKED_AT: usize = 2_000;

/// The node of `wanted` in the tree of `root`, if it is found soon; the most visited are tried first.
pub(crate) fn find<G: Game>(
    game: &G,
    arena: &NodePool,
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
        let Some(children) = arena.node(number).children() else { continue };
        if states.len() + children.len() > MOST_LOOKED_AT {
            return None;
        }
        let mut numbers = children.clone();
        game.each_move(&state, |m| {
            let Some(child) = numbers.next() else { return };
            let visits = arena.node(child).visits();
            let mut next = state.clone();
            game.play(&mut next, m);
            states.push(next);
            waiting.push((visits, depth + 1, child, states.len() - 1));
        });
    }
    None
}

/// Copies the part of `old` below `number` into the empty `new`, level by level, as far as it fits.
pub(crate) fn carry_over(old: &NodePool, number: u32, new: &NodePool) {
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
