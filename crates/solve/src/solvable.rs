//! [`Solvable`]: games with a solver, and the names of their tables.

use bellwether_core::bits::Bits;
use bellwether_core::numbering::{Indexed, Numbering};
use bellwether_core::{Game, Notation, Twin};
use bellwether_games::wolf_and_sheep::{self, WolfAndSheep};
use bellwether_games::wolves_eat_sheep::{self, WolvesEatSheep};

use crate::TierSolver;
use crate::table::TableKey;

/// A game with a solver and tables.
pub trait Solvable: Indexed + Twin + Notation {
    /// The game's name on the command line.
    const NAME: &'static str;
    /// To be incremented when the rules or the numbering of positions change.
    const RULES: u64 = 1;

    /// The options that a table of this game depends on.
    fn table_options(&self) -> Vec<(String, String)>;

    /// Names of the tables that hold this game's positions, without extension: its own first, then larger
    /// ones.
    fn table_names(&self) -> Vec<String>;

    /// Whether a table with these options holds this game's positions.
    fn is_in_table_of(&self, options: &[(String, String)]) -> bool {
        options == self.table_options()
    }

    /// The solver.
    fn solver(&self, numbering: &Self::Numbering) -> Box<dyn TierSolver>;

    /// The key of this game's table.
    fn subject(&self, numbering: &Self::Numbering) -> TableKey {
        let tiers =
            (0..numbering.tiers()).map(|tier| (numbering.tier_name(tier), numbering.len(tier)));
        TableKey {
            game: Self::NAME.to_owned(),
            options: self.table_options(),
            rules: Self::RULES,
            tiers: tiers.collect(),
        }
    }

    /// Whether a table with this key holds this game's positions.
    fn is_table_key(&self, subject: &TableKey) -> bool {
        subject.game == Self::NAME
            && subject.rules == Self::RULES
            && self.is_in_table_of(&subject.options)
    }
}

fn option(name: &str, value: usize) -> (String, String) {
    (name.to_owned(), value.to_string())
}

/// Where the pieces stand at the start does not matter to a table, only how many there are.
impl Solvable for WolvesEatSheep {
    const NAME: &'static str = wolves_eat_sheep::NAME;

    fn table_options(&self) -> Vec<(String, String)> {
        let start = self.start();
        vec![
            option("columns", self.columns()),
            option("rows", self.rows()),
            option("wolves", start.wolves().count()),
            option("sheep", start.sheep().count()),
        ]
    }

    fn table_names(&self) -> Vec<String> {
        let (columns, rows, start) = (self.columns(), self.rows(), self.start());
        let wolves = start.wolves().count();
        (start.sheep().count()..columns * rows - wolves)
            .map(|sheep| format!("{}-{columns}x{rows}-{wolves}-wolves-{sheep}-sheep", Self::NAME))
            .collect()
    }

    /// A table for more sheep holds the tiers of fewer.
    fn is_in_table_of(&self, options: &[(String, String)]) -> bool {
        let own = self.table_options();
        let (Some((sheep, rest)), Some((own_sheep, own_rest))) =
            (options.split_last(), own.split_last())
        else {
            return false;
        };
        let count = |(_, value): &(String, String)| value.parse::<usize>().ok();
        rest == own_rest && sheep.0 == own_sheep.0 && count(sheep) >= count(own_sheep)
    }

    fn solver(&self, numbering: &Self::Numbering) -> Box<dyn TierSolver> {
        crate::wolves_eat_sheep::solver(self, numbering)
    }
}

/// Where the wolf starts does not matter to a table.
impl<B: Bits> Solvable for WolfAndSheep<B> {
    const NAME: &'static str = wolf_and_sheep::NAME;

    fn table_options(&self) -> Vec<(String, String)> {
        vec![option("size", self.size())]
    }

    fn table_names(&self) -> Vec<String> {
        vec![format!("{}-{1}x{1}", Self::NAME, self.size())]
    }

    fn solver(&self, numbering: &Self::Numbering) -> Box<dyn TierSolver> {
        crate::wolf_and_sheep::solver(self, numbering)
    }
}
