//! [`Solvable`]: what a game tells of its solved tables.

use crate::numbering::Indexed;
use crate::{Notation, TierSolver, Twin, Value};

/// A game whose positions can be solved into a table.
pub trait Solvable: Indexed + Twin + Notation {
    /// The game's name on the command line.
    const NAME: &'static str;
    /// To be raised when the rules, or the numbering of positions, change.
    const RULES: u64 = 1;
    /// What the codes of a table mean, in words, for its header.
    const CODES: &'static str = Value::CODES;

    /// What a table of this game depends on: options of the game by their names, so that the table's header
    /// says how to ask for the game. Options that only change the start need not be here.
    fn table_options(&self) -> Vec<(String, String)>;

    /// Names of the tables that hold this game's positions, without an ending: its own first, then
    /// larger ones that hold them too. They are names of files.
    fn table_names(&self) -> Vec<String> {
        let options = self.table_options().into_iter();
        let words = options.map(|(name, value)| format!("-{value}-{name}"));
        let name: String = std::iter::once(Self::NAME.to_owned()).chain(words).collect();
        vec![name.replace(|c: char| !c.is_ascii_alphanumeric(), "-")]
    }

    /// Whether a table with these options holds this game's positions.
    fn is_in_table_of(&self, options: &[(String, String)]) -> bool {
        options == self.table_options()
    }

    /// A game whose positions a table with these options holds, as it is asked for.
    fn game_of_table(options: &[(String, String)]) -> Option<String> {
        let options: Vec<String> =
            options.iter().map(|(name, value)| format!("{name}={value}")).collect();
        Some(format!("{}:{}", Self::NAME, options.join(",")))
    }

    /// A solver of the game's own; the generic one is used where there is none.
    fn own_solver(&self, _numbering: &Self::Numbering) -> Option<Box<dyn TierSolver>> {
        None
    }
}

/// An option of a table, for [`Solvable::table_options`].
#[must_use]
pub fn table_option(name: &str, value: usize) -> (String, String) {
    (name.to_owned(), value.to_string())
}
