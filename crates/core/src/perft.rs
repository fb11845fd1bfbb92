//! Perft: the number of move sequences of exactly `depth` plies, the classic test of move generation.
//!
//! Games that end earlier do not count, as in chess programs. The last ply is counted with
//! [`Game::count_moves`], not played.

use crate::Game;
#[cfg(feature = "parallel")]
use crate::{Status, parallel};

/// Counts the move sequences of length `depth` from `state`, on this thread.
pub fn perft<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    if game.status(state).is_over() {
        return 0;
    }
    if depth == 1 {
        return game.count_moves(state) as u64;
    }
    let mut count = 0;
    game.each_move(state, |m| {
        let mut next = state.clone();
        game.play(&mut next, m);
        count += perft(game, &next, depth - 1);
    });
    count
}

/// The same count on rayon's current thread pool.
#[cfg(feature = "parallel")]
pub fn perft_parallel<G: Game>(game: &G, state: &G::State, depth: u32) -> u64 {
    let split = depth.saturating_sub(2).min(2);
    let positions = frontier(game, state, split);
    let count = |index: usize| perft(game, &positions[index], depth - split);
    parallel::map(positions.len(), &count).into_iter().sum()
}

/// The count below each legal move, in the game's own order, on rayon's current thread pool.
#[cfg(feature = "parallel")]
pub fn divide<G: Game>(game: &G, state: &G::State, depth: u32) -> Vec<(G::Move, u64)> {
    if depth == 0 || game.status(state).is_over() {
        return Vec::new();
    }
    let moves = game.moves(state);
    let below = |index: usize| perft_parallel(game, &game.after(state, moves[index]), depth - 1);
    let counts = parallel::map(moves.len(), &below);
    moves.into_iter().zip(counts).collect()
}

/// All positions after exactly `plies` moves, once for each sequence that reaches them.
#[cfg(feature = "parallel")]
fn frontier<G: Game>(game: &G, state: &G::State, plies: u32) -> Vec<G::State> {
    let mut positions = vec![state.clone()];
    for _ in 0..plies {
        positions = positions
            .iter()
            .filter(|position| matches!(game.status(position), Status::ToMove(_)))
            .flat_map(|position| game.moves(position).into_iter().map(|m| game.after(position, m)))
            .collect();
    }
    positions
}

#[cfg(all(test, feature = "contract"))]
mod tests {
    use super::*;
    use crate::tree::LiteralTree;

    #[test]
    fn counts_paths_of_exactly_the_depth() {
        // Two of three branches go on; one ends at once and counts only at depth 1.
        let tree = LiteralTree::parse("[[1 2 3] 7 [4 [5 6]]]").unwrap();
        let counts: Vec<u64> = (0..5).map(|depth| perft(&tree, &tree.start(), depth)).collect();
        assert_eq!(counts, [1, 3, 5, 2, 0]);
        let parallel: Vec<u64> =
            (0..5).map(|depth| perft_parallel(&tree, &tree.start(), depth)).collect();
        assert_eq!(parallel, counts);
        let divided: Vec<u64> = divide(&tree, &tree.start(), 2).iter().map(|d| d.1).collect();
        assert_eq!(divided, [3, 0, 2]);
    }
}
