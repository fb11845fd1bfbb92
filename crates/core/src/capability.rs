//! Optional capabilities of games, a trait each.

use std::fmt::Debug;
use std::hash::Hash;

use crate::random::Random;
use crate::{Game, Notation, ParseError, Payoffs, Rng, Seat};

/// A two-player zero-sum game: payoffs always add up to zero.
///
/// The same seat may move twice in a row, so a search negates only when the seat changes.
pub trait ZeroSum2: Game {}

/// A game whose board has symmetries (rotations, reflections).
///
/// Symmetries are numbered from 0, the identity.
pub trait Symmetric: Game {
    /// The number of symmetries, the identity included.
    fn symmetries(&self) -> usize;

    /// The image of a position under symmetry number `symmetry`.
    fn transform(&self, state: &Self::State, symmetry: usize) -> Self::State;

    /// The image of a move under symmetry number `symmetry`.
    fn transform_move(&self, m: Self::Move, symmetry: usize) -> Self::Move;
}

/// Fixed action numbers: what learning and other programs know moves by, and searches keep statistics under.
pub trait Actions: Game {
    /// How many numbers there are.
    fn action_count(&self) -> usize;

    /// The number of a legal move, below [`action_count`](Self::action_count) and the same wherever the move is made. No
    /// two legal moves of a position share one.
    fn action(&self, m: Self::Move) -> usize;

    /// The legal move with this number; none if it is not legal here.
    fn move_of_action(&self, state: &Self::State, action: usize) -> Option<Self::Move> {
        self.moves(state).into_iter().find(|m| self.action(*m) == action)
    }

    /// Writes for each action number whether it is legal; the game must not be over. Games override it to be faster than
    /// move by move.
    ///
    /// # Panics
    /// If `mask` has not [`action_count`](Self::action_count) places.
    fn write_mask(&self, state: &Self::State, mask: &mut [bool]) {
        mask.fill(false);
        self.each_move(state, |m| mask[self.action(m)] = true);
    }

    /// Adds the numbers of the legal moves to a set, as its bits: 64 in each word. The game must not be over. Games override
    /// it to be faster than move by move.
    ///
    /// # Panics
    /// If there are too few words.
    fn add_actions(&self, state: &Self::State, words: &mut [u64]) {
        self.each_move(state, |m| {
            let action = self.action(m);
            words[action / 64] |= 1 << (action % 64);
        });
    }
}

/// Game knowledge for a strong two-player search: hash keys, move ordering, quiescence, null moves.
///
/// Nothing here changes what is legal or who wins. A [`proven_result`](Self::proven_result) must be
/// proven; the rest is heuristic. All methods are for positions in which the game is not over.
pub trait SearchHints: ZeroSum2 + Actions {
    /// Whether a game can return to an earlier position.
    const CAN_REPEAT: bool;

    /// The transposition-table key of the position, mover included: equal positions have equal keys,
    /// and different ones collide no more often than random numbers.
    fn key(&self, state: &Self::State) -> u64;

    /// The move-ordering score of a legal move: 0 for a quiet one, more for a capture or a threat.
    #[inline]
    fn order_score(&self, _state: &Self::State, _m: Self::Move) -> i32 {
        0
    }

    /// Calls `f` with the moves that a quiescence search follows, such as captures. None by default.
    #[inline]
    fn each_forcing(&self, _state: &Self::State, _f: impl FnMut(Self::Move)) {}

    /// Whether the mover has to answer a threat, so that the position must not be evaluated statically.
    #[inline]
    fn must_extend(&self, _state: &Self::State) -> bool {
        false
    }

    /// A result that is proven without search; never a guess.
    #[inline]
    fn proven_result(&self, _state: &Self::State) -> Option<ProvenResult> {
        None
    }

    /// The position after a null move, in games where zugzwang practically never occurs and a pass
    /// alone wins nothing; `None` elsewhere.
    #[inline]
    fn pass(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }
}

/// A result that is proven before the end of the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenResult {
    /// The seat that wins with best play.
    pub winner: Seat,
    /// An upper bound of the plies to the end.
    pub plies: u32,
}

/// A game of imperfect information.
pub trait Hidden: Game {
    /// The information set: all that one seat knows of a position.
    type View: Clone + Eq + Hash + Debug + Send + Sync;

    /// Whether anything is hidden with this game's options.
    fn is_hidden(&self) -> bool {
        true
    }

    /// One state that looks like `view`, always the same: a determinization for agents that plan with a single guess.
    fn even_guess(&self, view: &Self::View) -> Self::State {
        self.resample(view, &mut crate::random::seeded(0))
    }

    /// The same with as much of the unseen as there can be, whatever the totals say: a course report's first attempt. By
    /// default the even guess.
    fn endless_guess(&self, view: &Self::View) -> Self::State {
        self.even_guess(view)
    }

    /// The view that `seat` has of `state`.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// A random determinization: a position with this `view` for the seat that has it.
    ///
    /// The viewer's own legal moves are the same in every sample.
    fn resample<R: Rng>(&self, view: &Self::View, rng: &mut R) -> Self::State;

    /// A move of `mover` in the game's notation, without what `observer` cannot see.
    fn move_as_seen(
        &self,
        state: &Self::State,
        m: Self::Move,
        mover: Seat,
        observer: Seat,
    ) -> String;

    /// The position's text, without what `observer` cannot see.
    fn position_as_seen(&self, state: &Self::State, observer: Seat) -> String;

    /// Reads the text of [`position_as_seen`](Self::position_as_seen).
    ///
    /// # Errors
    /// If it is malformed, or no position of this game has that view for `observer`.
    fn parse_view(&self, text: &str, observer: Seat) -> Result<Self::View, ParseError>;
}

/// A game with scores besides its payoffs.
pub trait Scored: Game {
    /// Each seat's score in this position, in seat order, unrounded.
    fn scores(&self, state: &Self::State) -> Vec<f64>;
}

/// A game whose positions are also meaningful with another seat to move.
pub trait Turns: Game {
    /// The same position with `seat` to move; none if `seat` could not move.
    ///
    /// Such a position need not be reachable. Searches use it to skip seats.
    fn with_turn(&self, state: &Self::State, seat: Seat) -> Option<Self::State>;
}

/// What a referee has to know of a game beyond its rules: repetition, scores, forfeits, teams.
///
/// The provided methods suit a two-player zero-sum game without scores in which no position recurs.
pub trait Refereed: Notation {
    /// Whether a game can return to an earlier position, so that the referee has to count repetitions.
    fn can_repeat(&self) -> bool {
        false
    }

    /// Each seat's score in this position, in games with scores.
    fn scoreboard(&self, _state: &Self::State) -> Option<Vec<f64>> {
        None
    }

    /// The payoffs if the game ends here and `out` says which seats have forfeited: those come last. A tie
    /// if all have.
    fn forfeited(&self, _state: &Self::State, out: &[bool]) -> Payoffs {
        match out {
            [true, false] => Payoffs::win(Seat::SECOND),
            [false, true] => Payoffs::win(Seat::FIRST),
            _ => self.tied(),
        }
    }

    /// The payoffs of a tie between all seats.
    fn tied(&self) -> Payoffs {
        Payoffs::ZERO
    }

    /// What is played for a seat whose move is illegal or late, if that costs it no more than its turn; none if it
    /// costs the game.
    fn lost_turn(&self, _state: &Self::State, _rng: &mut Random) -> Option<Self::Move> {
        None
    }

    /// Whether a seat's name is a plural: "the wolves win", "White wins".
    fn is_plural(&self, _seat: Seat) -> bool {
        false
    }

    /// The seats that win and lose together with this one, itself included.
    fn side(&self, seat: Seat) -> Vec<Seat> {
        vec![seat]
    }
}
