//! What a strategy lacks: a walk against every reply.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};

use bellwether_core::{CanonicalKey, Determined, ProofHints, Seat, Status};
use rustc_hash::FxHashSet;

use super::super::extract::is_near;

/// More gaps are not looked for at once.
const MOST: usize = 1 << 12;
/// Positions between two looks at the stop signal.
const STRIDE: usize = 1 << 10;

/// A position on the way, and the move that leads to it.
struct WalkStep<S> {
    state: S,
    depth: usize,
    m: Option<u16>,
}

/// The paths to positions with the winner to move in which the strategy has no answer; all of them, or some of many.
pub(super) fn unanswered<G: CanonicalKey + Determined, I: ProofHints<G>>(
    game: &G,
    hints: &I,
    winner: Seat,
    tail: u32,
    positions: &FxHashSet<u128>,
    stop: &AtomicBool,
) -> ControlFlow<(), Vec<Vec<u16>>> {
    let (mut missing, mut path, mut seen) = (Vec::new(), Vec::new(), FxHashSet::default());
    let mut open = vec![WalkStep { state: game.start(), depth: 0, m: None }];
    while let Some(WalkStep { state, depth, m }) = open.pop() {
        path.truncate(depth.saturating_sub(1));
        path.extend(m);
        let Status::ToMove(mover) = game.status(&state) else { continue };
        if mover == winner {
            if is_near(game, hints, &state, winner, tail) {
                continue;
            }
            let moves = game.moves(&state).into_iter().zip(0..);
            let answer = moves.map(|(m, at)| (game.after(&state, m), at)).find(|(next, _)| {
                !game.status(next).is_over() && positions.contains(&game.canonical_key(next))
            });
            match answer {
                Some((state, m)) => open.push(WalkStep { state, depth: depth + 1, m: Some(m) }),
                None => missing.push(path.clone()),
            }
            if missing.len() >= MOST {
                break;
            }
        } else {
            let key = game.canonical_key(&state);
            if !seen.insert(key) {
                continue;
            }
            if seen.len().is_multiple_of(STRIDE) && stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            if !positions.contains(&key) {
                // Only the start can be so: all others are answers.
                missing.push(path.clone());
                continue;
            }
            for (m, at) in game.moves(&state).into_iter().zip(0..) {
                open.push(WalkStep { state: game.after(&state, m), depth: depth + 1, m: Some(at) });
            }
        }
    }
    ControlFlow::Continue(missing)
}
