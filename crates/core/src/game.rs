//! [`Game`]: rules as a value, positions as small copies, moves by callback.

use std::fmt::Debug;
use std::hash::Hash;
use std::ops::ControlFlow;

use crate::random::{Rng, below};
use crate::{Payoffs, Seat, Status};

/// The rules of a game with its options fixed.
///
/// There are two ways to make a move. [`play`](Self::play) is for moves known to be legal, in hot
/// loops. [`try_play`](Self::try_play) is for moves from outside and refuses illegal ones.
pub trait Game: Clone + Send + Sync + 'static {
    /// A position. It is Markov: it holds what the rules need to go on, and neither a clock nor a
    /// history. Equality includes whose turn it is.
    type State: Clone + Eq + Hash + Debug + Send + Sync;
    /// A move, meaningful together with the position it is made in.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// The number of seats: two, unless a game says otherwise.
    #[inline]
    fn seats(&self) -> usize {
        2
    }

    /// The position a game starts from.
    fn start(&self) -> Self::State;

    /// Whose turn it is, or how it ended.
    fn status(&self, state: &Self::State) -> Status;

    /// Calls `f` with every legal move, each once, until `f` breaks.
    ///
    /// The order is fixed for a position. The game must not be over: ask [`status`](Self::status)
    /// first.
    fn try_each_move<B>(
        &self,
        state: &Self::State,
        f: impl FnMut(Self::Move) -> ControlFlow<B>,
    ) -> ControlFlow<B>;

    /// Makes a legal move.
    ///
    /// An illegal one leaves a position that means nothing; it never breaks memory safety.
    fn play(&self, state: &mut Self::State, m: Self::Move);

    /// The position after a legal move. In a hot loop, `clone` and [`play`](Game::play) are up to twice as fast: the
    /// position that is returned is copied right after parts of it were written, which processors wait for.
    #[inline]
    fn after(&self, state: &Self::State, m: Self::Move) -> Self::State {
        let mut next = state.clone();
        self.play(&mut next, m);
        next
    }

    /// Calls `f` with every legal move.
    #[inline]
    fn each_move(&self, state: &Self::State, mut f: impl FnMut(Self::Move)) {
        let _ = self.try_each_move(state, |m| {
            f(m);
            ControlFlow::<()>::Continue(())
        });
    }

    /// Calls `f` with legal moves until it says yes; returns whether it did.
    #[inline]
    fn any_move(&self, state: &Self::State, mut f: impl FnMut(Self::Move) -> bool) -> bool {
        let flow =
            |is_wanted| if is_wanted { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        self.try_each_move(state, |m| flow(f(m))).is_break()
    }

    /// The legal moves as a list; empty when the game is over.
    fn moves(&self, state: &Self::State) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        if !self.status(state).is_over() {
            self.each_move(state, |m| moves.push(m));
        }
        moves
    }

    /// The number of legal moves; the game must not be over.
    ///
    /// Games that can count without listing override this.
    #[inline]
    fn count_moves(&self, state: &Self::State) -> usize {
        let mut count = 0;
        self.each_move(state, |_| count += 1);
        count
    }

    /// Whether `m` is legal here; the game must not be over.
    fn is_legal(&self, state: &Self::State, m: Self::Move) -> bool {
        self.any_move(state, |legal| legal == m)
    }

    /// Makes `m` if the game is not over and `m` is legal; returns whether it did.
    fn try_play(&self, state: &mut Self::State, m: Self::Move) -> bool {
        let legal = !self.status(state).is_over() && self.is_legal(state, m);
        if legal {
            self.play(state, m);
        }
        legal
    }

    /// The legal move number `rank`, counted from zero in the order of
    /// [`try_each_move`](Self::try_each_move); the game must not be over and the move must exist.
    ///
    /// Games that can find it without listing override this.
    #[inline]
    fn nth_move(&self, state: &Self::State, rank: usize) -> Self::Move {
        let mut index = 0;
        let found = self.try_each_move(state, |m| {
            if index == rank {
                return ControlFlow::Break(m);
            }
            index += 1;
            ControlFlow::Continue(())
        });
        match found {
            ControlFlow::Break(m) => m,
            ControlFlow::Continue(()) => unreachable!("there are more than {rank} legal moves"),
        }
    }

    /// A legal move drawn uniformly; the game must not be over.
    #[inline]
    fn random_move<R: Rng>(&self, state: &Self::State, rng: &mut R) -> Self::Move {
        self.nth_move(state, below(rng, self.count_moves(state)))
    }
}

/// The default value of a won game; see [`Eval::finished`].
pub const WIN: i32 = 1_000_000_000;

/// An evaluation function for positions, finished or not.
///
/// Values are comparable only if the same evaluation gave them for the same `pov`.
pub trait Eval<G: Game>: Clone + Send + 'static {
    /// The heuristic value of `state` for `pov`; more is better. The game is not over.
    fn eval(&self, game: &G, state: &G::State, pov: Seat) -> i32;

    /// The value of a finished game for `pov`: its payoff times [`WIN`].
    fn finished(&self, _game: &G, _state: &G::State, payoffs: &Payoffs, pov: Seat) -> i32 {
        (payoffs.of(pov) * WIN as f32) as i32
    }

    /// How far the value of a position typically moves within a ply or two of quiet play, in its own
    /// points; 0 if unknown. It sets the margins of heuristic pruning, never of proofs.
    fn swing(&self) -> i32 {
        0
    }

    /// Called once before each search: some evaluations measure what changed since the root.
    fn set_root(&mut self, _game: &G, _root: &G::State) {}
}
