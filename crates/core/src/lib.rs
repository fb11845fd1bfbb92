//! The types and traits that every other crate uses: games, moves, seats, results, notation.
//!
//! A [`Game`] is a value that holds the rules and their options; a position is a separate small
//! value, [`Game::State`], that is copied rather than undone. Each optional capability is a trait
//! of its own: [`ZeroSum2`], [`Notation`], [`Render`], [`Symmetric`], [`Hidden`], [`Scored`],
//! [`SearchHints`], [`Turns`].
//!
//! This crate does no input or output and reads no clock.
//!
//! | what | where |
//! |---|---|
//! | the central trait | [`game`] |
//! | seats, payoffs, status | [`seat`] |
//! | exact values, and scores of searches | [`value`], [`score`] |
//! | text for moves and positions | [`notation`], [`board_text`], [`square`] |
//! | `name:option=value,…` | [`spec`] |
//! | counting move sequences | [`perft`] |
//! | random number generators, random playouts | [`random`] |
//! | position indices for solved tables | [`numbering`] |
//! | huge pages and prefetching for large tables | [`memory`] |
//! | rollout policies and priors | [`rollout`] |
//! | hints for proof-number search | [`proving`] |
//! | the contents of a board, independent of how it is drawn | [`picture`] |
//! | a second, naive implementation of the rules | [`twin`] |
//! | the tests every game must pass | `contract` (feature `contract`) |

pub mod bits;
pub mod board_text;
pub mod capability;
#[cfg(feature = "contract")]
pub mod contract;
pub mod game;
pub mod memory;
pub mod notation;
pub mod numbering;
pub mod perft;
pub mod picture;
pub mod proving;
pub mod random;
pub mod rollout;
pub mod score;
pub mod seat;
pub mod spec;
pub mod square;
#[cfg(feature = "contract")]
pub mod tree;
pub mod twin;
pub mod value;

pub use capability::{
    Hidden, ProvenResult, Refereed, Scored, SearchHints, Symmetric, Turns, ZeroSum2,
};
pub use game::{Eval, Game, WIN};
pub use notation::{Notation, ParseError};
pub use numbering::{Indexed, Numbering, TableIndex};
pub use picture::Render;
pub use proving::{CanonicalKey, Determined, ProofHints};
pub use random::{Random, Rng};
pub use rollout::{Rollout, Uniform};
pub use score::Score;
pub use seat::{MAX_SEATS, Payoffs, Seat, Status};
pub use twin::Twin;
pub use value::Value;
