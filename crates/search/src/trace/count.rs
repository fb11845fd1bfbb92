//! The size of the full search tree, for comparison with pruned ones.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use bellwether_core::Game;

/// The nodes that plain minimax visits to `depth`, the root included. None if there are more than `most`,
/// or `stop` is set.
pub fn full_tree<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    most: u64,
    stop: &AtomicBool,
) -> Option<u64> {
    let mut count = 0;
    match walk(game, state, depth, most, stop, &mut count) {
        ControlFlow::Continue(()) => Some(count),
        ControlFlow::Break(()) => None,
    }
}

fn walk<G: Game>(
    game: &G,
    state: &G::State,
    depth: u32,
    most: u64,
    stop: &AtomicBool,
    count: &mut u64,
) -> ControlFlow<()> {
    *count += 1;
    if depth > 0 && !game.status(state).is_over() {
        if depth == 1 {
            *count += game.count_moves(state) as u64;
        } else {
            game.try_each_move(state, |m| {
                let next = game.after(state, m);
                walk(game, &next, depth - 1, most, stop, count)
            })?;
        }
    }
    if *count > most || stop.load(Ordering::Relaxed) {
        return ControlFlow::Break(());
    }
    ControlFlow::Continue(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use bellwether_core::tree::LiteralTree;

    #[test]
    fn every_position_counts_up_to_the_depth() {
        let tree = LiteralTree::parse("[[1 [1 1]] 1]").unwrap();
        let within = |depth, most| full_tree(&tree, &0, depth, most, &AtomicBool::new(false));
        let counts: Vec<_> = (0..5).map(|depth| within(depth, 100)).collect();
        assert_eq!(counts, [Some(1), Some(3), Some(5), Some(7), Some(7)]);
        assert_eq!(within(4, 6), None);
        assert_eq!(full_tree(&tree, &0, 2, 100, &AtomicBool::new(true)), None);
    }
}
