//! The rules of the games, each in a folder of its own.
//!
//! | game | seats | in one line |
//! |---|---|---|
//! | [`breakthrough`] | 2 | workers march; the first to reach the other side wins |
//! | [`wolf_and_sheep`] | 2 | one wolf slips past the sheep, or they corner it |
//! | [`wolves_eat_sheep`] | 2 | wolves leap to eat, sheep close in |
//! | [`connect_four`] | 2 | discs fall down the columns, and four in a row win |
//! | [`battle_sheep`] | 2 to 4 | flocks split and slide to hold the most pasture |
//!
//! Each folder has the rules (`mod.rs`), the text of moves and positions (`notation.rs`), the
//! evaluations (`heuristics.rs`), what people are told of it (`card.rs`, `rules.md`) and a second
//! implementation of the rules written to be obviously right rather than fast (`naive.rs`; Battle
//! Sheep's, which only tests use, is in its folder `tests`).
//! Nothing here knows about search.
#![cfg_attr(doctest, doc = include_str!("../README.md"))]

mod drawings;

use bellwether_core::playable::FamilyVisitor;

/// Declares the games: a module, and in it the type that stands for the game's family.
macro_rules! games {
    ($($module:ident::$family:ident $(<$word:ty>)?,)*) => {
        $(pub mod $module;)*

        /// Hands every game of this crate to `visitor`, in the order in which catalogues list them.
        pub fn visit_all(visitor: &mut impl FamilyVisitor) {
            $(visitor.visit::<$module::$family $(<$word>)?>();)*
        }
    };
}

// One line a game: this is all that a new folder needs outside itself.
games! {
    breakthrough::Breakthrough<u64>,
    wolf_and_sheep::WolfAndSheep<u64>,
    wolves_eat_sheep::WolvesEatSheep,
    battle_sheep::BattleSheep,
    connect_four::ConnectFour<u64>,
}
