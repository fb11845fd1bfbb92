//! The types and traits that every other crate uses: games, moves, seats, results, notation.
//!
//! A [`Game`] is a value that holds the rules and their options; a position is a separate small
//! value, [`Game::State`], that is copied rather than undone. Each optional capability is a trait
//! of its own: [`ZeroSum2`], [`Notation`], [`Render`], [`Symmetric`], [`Hidden`], [`Scored`],
//! [`Actions`], [`SearchHints`], [`Turns`].
//!
//! This crate reads no clock, and does no input or output but to open the files of others ([`outside`]).
//!
//! | what | where |
//! |---|---|
//! | the central trait | [`game`] |
//! | seats, payoffs, status | [`seat`] |
//! | exact values, and scores of searches | [`value`], [`score`] |
//! | chances to win from scores | [`calibration`] |
//! | errors with kinds | [`error`] |
//! | text for moves and positions | [`notation`], [`board_text`], [`square`] |
//! | `name:option=value,…` | [`spec`] |
//! | counting move sequences | [`perft`] |
//! | random number generators, random playouts | [`random`] |
//! | position indices for solved tables | [`numbering`], [`reachable`] |
//! | huge pages and prefetching for large tables | [`memory`] |
//! | rollout policies and priors | [`rollout`] |
//! | hints for proof-number search | [`proving`] |
//! | the contents of a board, independent of how it is drawn | [`picture`] |
//! | the same as planes of numbers, for nets | [`planes`] |
//! | a second, naive implementation of the rules | [`twin`] |
//! | what each seat may know | [`observation`] |
//! | text and files from outside | [`outside`] |
//! | what people are told of a game | [`card`] |
//! | what makes a game part of a catalogue | [`playable`] |
//! | solvers of tables | [`solvable`], [`tiers`] |
//! | the tests every game must pass | `contract` (feature `contract`) |
#![cfg_attr(all(doctest, feature = "contract"), doc = include_str!("../README.md"))]

pub mod bits;
pub mod board_text;
pub mod calibration;
pub mod capability;
pub mod card;
#[cfg(feature = "contract")]
pub mod contract;
pub mod error;
pub mod game;
pub mod memory;
pub mod notation;
pub mod numbering;
pub mod observation;
pub mod outside;
#[cfg(feature = "parallel")]
pub mod parallel;
pub mod perft;
pub mod picture;
pub mod planes;
pub mod playable;
pub mod proving;
pub mod random;
pub mod reachable;
pub mod rollout;
pub mod score;
pub mod seat;
pub mod solvable;
pub mod spec;
pub mod square;
pub mod tiers;
#[cfg(feature = "contract")]
pub mod tree;
pub mod twin;
pub mod value;

pub use calibration::Calibration;
pub use capability::{
    Actions, Hidden, ProvenResult, Refereed, Scored, SearchHints, Symmetric, Turns, ZeroSum2,
};
pub use card::Card;
pub use error::{Error, ErrorKind};
pub use game::{Eval, Game, WIN};
pub use notation::{Notation, ParseError};
pub use numbering::{Indexed, Numbering, TableIndex};
pub use observation::Observation;
pub use picture::Render;
pub use playable::{Capabilities, GameFamily, GameReceiver, Playable};
pub use proving::{CanonicalKey, Determined, ProofHints};
pub use random::{Random, Rng};
pub use reachable::ReachableNumbering;
pub use rollout::{MctsTuning, PriorUse, Rollout, Uniform};
pub use score::Score;
pub use seat::{MAX_SEATS, Payoffs, Seat, Status};
pub use solvable::Solvable;
pub use tiers::TierSolver;
pub use twin::Twin;
pub use value::Value;

/// Returns a [`ParseError`] from the enclosing function; its message is written as for [`format!`].
#[macro_export]
macro_rules! bail {
    ($($message:tt)*) => {
        return Err($crate::ParseError::new(format!($($message)*)).into())
    };
}

/// Implements `Debug` for a type that cannot derive it, because it holds functions or trait objects: shows the named
/// fields, and that there are more. `debug_fields!(Bot<G>, [G: Game], settings)`.
#[macro_export]
macro_rules! debug_fields {
    ($name:ident $(<$($argument:tt),*>)?, [$($bounds:tt)*], $($field:ident),+) => {
        impl<$($bounds)*> std::fmt::Debug for $name $(<$($argument),*>)? {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                let mut debug = f.debug_struct(stringify!($name));
                $(debug.field(stringify!($field), &self.$field);)+
                debug.finish_non_exhaustive()
            }
        }
    };
}
