//! What some games can do and others cannot: each capability is a trait of its own.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Game, Notation, ParseError, Payoffs, Rng, Seat};

/// Two seats, and what one wins the other loses: payoffs always add up to zero.
///
/// The same seat may move twice in a row, so a search negates only when the seat changes.
pub trait ZeroSum2: Game {}

/// A game whose board can be turned or mirrored without changing what it is.
///
/// Symmetries are numbered from 0, which changes nothing.
pub trait Symmetric: Game {
    /// How many symmetries this game has, the identity among them.
    fn symmetries(&self) -> usize;

    /// The position as symmetry number `symmetry` shows it.
    fn transform(&self, state: &Self::State, symmetry: usize) -> Self::State;

    /// The move as symmetry number `symmetry` shows it.
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
}

/// What a strong two-player search wants to know of a game beyond its rules.
///
/// Nothing here changes what is legal or who wins. What is said of the outcome must be proven
/// ([`foreseen`](Self::foreseen)); the rest only says what to look at first. Everything is asked of
/// positions in which the game goes on.
pub trait SearchHints: ZeroSum2 + Actions {
    /// Whether play can come back to an earlier position.
    const CAN_REPEAT: bool;

    /// A well-mixed number for the position, mover included: equal positions have equal keys, and
    /// different ones share a key no more often than by chance.
    fn key(&self, state: &Self::State) -> u64;

    /// How much the move asks to be looked at early: 0 for a quiet one, more for a capture or a
    /// threat. The move is legal.
    #[inline]
    fn order_score(&self, _state: &Self::State, _m: Self::Move) -> i32 {
        0
    }

    /// Hands to `f` the moves after which a judgement would be hasty, such as captures: a search
    /// follows them beyond its depth. None by default.
    #[inline]
    fn each_forcing(&self, _state: &Self::State, _f: impl FnMut(Self::Move)) {}

    /// Whether the mover has to answer a threat, so that the position must not be judged as it stands.
    #[inline]
    fn must_extend(&self, _state: &Self::State) -> bool {
        false
    }

    /// A result that follows from the rules without search: it is proven, never guessed.
    #[inline]
    fn proven_result(&self, _state: &Self::State) -> Option<ProvenResult> {
        None
    }

    /// The position with the other side to move, in games where having to move practically never
    /// hurts and nobody could win by it alone; `None` where it may.
    #[inline]
    fn pass(&self, _state: &Self::State) -> Option<Self::State> {
        None
    }
}

/// A result that is certain before it is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvenResult {
    /// Who wins whatever the other side does.
    pub winner: Seat,
    /// Within how many plies, at most.
    pub plies: u32,
}

/// A game in which a seat does not see everything.
pub trait Hidden: Game {
    /// All that one seat knows of a position.
    type View: Clone + Eq + Hash + Debug + Send + Sync;

    /// Whether anything is hidden with this game's options.
    fn is_hidden(&self) -> bool {
        true
    }

    /// One state that looks like `view`, always the same: a determinization for agents that plan with a single guess.
    fn even_guess(&self, view: &Self::View) -> Self::State {
        self.resample(view, &mut crate::random::seeded(0))
    }

    /// What `seat` sees of `state`.
    fn view(&self, state: &Self::State, seat: Seat) -> Self::View;

    /// A position that looks just like `view` to the seat that has it, drawn at random.
    ///
    /// The viewer's own legal moves are the same in every sample.
    fn resample<R: Rng>(&self, view: &Self::View, rng: &mut R) -> Self::State;

    /// What `observer` may be told of a move that `mover` makes, in the game's notation.
    fn move_as_seen(
        &self,
        state: &Self::State,
        m: Self::Move,
        mover: Seat,
        observer: Seat,
    ) -> String;

    /// The position's text with what `observer` cannot see left open.
    fn position_as_seen(&self, state: &Self::State, observer: Seat) -> String;

    /// Reads such a text.
    ///
    /// # Errors
    /// If it is malformed, or no position of this game looks like that to `observer`.
    fn parse_view(&self, text: &str, observer: Seat) -> Result<Self::View, ParseError>;
}

/// A game that keeps a score besides who won.
pub trait Scored: Game {
    /// Each seat's score in this position, in seat order, unrounded.
    fn scores(&self, state: &Self::State) -> Vec<f64>;
}

/// A game in which a position also makes sense with another seat to move.
pub trait Turns: Game {
    /// The same position with `seat` to move; none if `seat` could not move.
    ///
    /// Such a position need not come about in play. Searches use it to leave out seats.
    fn with_turn(&self, state: &Self::State, seat: Seat) -> Option<Self::State>;
}

/// What a referee has to know of a game beyond its rules: everything the rules leave to the table.
///
/// The provided methods suit two seats that win or lose from each other, keep no score, and can never come
/// back to an earlier position.
pub trait Refereed: Notation {
    /// Whether play can come back to an earlier position, so that somebody has to count.
    fn can_repeat(&self) -> bool {
        false
    }

    /// Each seat's score in this position, in games that keep one.
    fn scoreboard(&self, _state: &Self::State) -> Option<Vec<f64>> {
        None
    }

    /// What everybody gets if `out` says which seats have forfeited the game and it ends here: they come
    /// last whatever they hold. Nobody wins if everybody has.
    fn forfeited(&self, _state: &Self::State, out: &[bool]) -> Payoffs {
        match out {
            [true, false] => Payoffs::win(Seat::SECOND),
            [false, true] => Payoffs::win(Seat::FIRST),
            _ => self.tied(),
        }
    }

    /// What everybody gets if nobody is ahead of anybody.
    fn tied(&self) -> Payoffs {
        Payoffs::ZERO
    }

    /// Whether a seat's name is a plural: "the wolves win", "White wins".
    fn is_plural(&self, _seat: Seat) -> bool {
        false
    }

    /// The seats that win and lose together with this one, itself among them.
    fn side(&self, seat: Seat) -> Vec<Seat> {
        vec![seat]
    }
}
