//! The vocabulary all of Bellwether speaks: what a game, a move, a seat and a result are.
//!
//! A [`Game`] is a value that holds the rules and their options; a position is a separate small
//! value, [`Game::State`], that is copied rather than undone. What only some games can do is a
//! trait of its own: [`ZeroSum2`], [`Notation`], [`Render`], [`Symmetric`], [`Hidden`], [`Scored`],
//! [`Actions`], [`SearchHints`], [`Turns`].
//!
//! This crate does no input or output and reads no clock.
//!
//! | looking for | see |
//! |---|---|
//! | the central trait | [`game`] |
//! | who plays and how it ended | [`seat`] |
//! | what a position is worth: proven, and as a search judges it | [`value`], [`score`] |
//! | text for moves and positions | [`notation`], [`board_text`], [`square`] |
//! | `name:option=value,…` | [`spec`] |
//! | counting positions | [`perft`] |
//! | random games, named generators | [`random`] |
//! | positions by number, for solved tables | [`numbering`] |
//! | hints that make large tables quick | [`memory`] |
//! | how simulated games are played | [`rollout`] |
//! | what a proof search wants to know | [`proving`] |
//! | what a board looks like, without saying how it is drawn | [`picture`] |
//! | what each seat may know | [`observation`] |
//! | the same rules a second time, plainly | [`twin`] |
//! | what people are told of a game | [`card`] |
//! | what makes a game part of a catalogue | [`playable`] |
//! | what a solver of tables is, and a position's value | [`solvable`], [`tiers`], [`value`] |
//! | the suite every game must pass | `contract` (feature `contract`) |

pub mod bits;
pub mod board_text;
pub mod capability;
pub mod card;
#[cfg(feature = "contract")]
pub mod contract;
pub mod game;
pub mod memory;
pub mod notation;
pub mod numbering;
pub mod observation;
pub mod perft;
pub mod picture;
pub mod playable;
pub mod proving;
pub mod random;
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

pub use capability::{
    Actions, Hidden, ProvenResult, Refereed, Scored, SearchHints, Symmetric, Turns, ZeroSum2,
};
pub use card::Card;
pub use game::{Eval, Game, WIN};
pub use notation::{Notation, ParseError};
pub use numbering::{Indexed, Numbering, TableIndex};
pub use observation::Observation;
pub use picture::Render;
pub use playable::{Capabilities, GameFamily, GameReceiver, Playable};
pub use proving::{CanonicalKey, Determined, ProofHints};
pub use random::{Random, Rng};
pub use rollout::{MctsTuning, PriorUse, Rollout, Uniform};
pub use score::Score;
pub use seat::{MAX_SEATS, Payoffs, Seat, Status};
pub use solvable::Solvable;
pub use tiers::TierSolver;
pub use twin::Twin;
pub use value::Value;
