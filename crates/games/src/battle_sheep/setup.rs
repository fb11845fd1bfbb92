//! The options: field, seats, sheep, teams, hidden information and what a slip costs.

use std::sync::Arc;

use bellwether_core::spec::Options;
use bellwether_core::{MAX_SEATS, ParseError, bail};

use super::field::{Field, MOST_CELLS, MOST_SIDE};

/// Most sheep a seat may have.
pub(super) const MOST_SHEEP: usize = 64;

/// The cells, size and sheep that go together under one name.
struct FieldPreset {
    cells: usize,
    size: usize,
    sheep: usize,
}

const BASIC: FieldPreset = FieldPreset { cells: 64, size: 12, sheep: 16 };
const BIG: FieldPreset = FieldPreset { cells: 100, size: 15, sheep: 32 };

/// The seed of the field when none is given.
const DEFAULT_SEED: u64 = 1;

/// Field, seats, sheep, teams and hidden information: validated options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    pub(super) field: Arc<Field>,
    pub(super) seats: usize,
    pub(super) sheep: usize,
    pub(super) hidden: bool,
    pub(super) teams: bool,
    /// Whether an illegal or late move costs the turn only.
    pub(super) lenient: bool,
}

impl Setup {
    /// An open game without teams, of `seats` with `sheep` sheep each.
    ///
    /// # Errors
    /// If there are too few or too many seats or sheep, or the field has fewer border cells than
    /// seats.
    pub fn new(field: Field, seats: usize, sheep: usize) -> Result<Self, ParseError> {
        if !(2..=MAX_SEATS).contains(&seats) {
            bail!("a table of {seats} seats is none: seats are 2 to {MAX_SEATS}");
        }
        if !(2..=MOST_SHEEP).contains(&sheep) {
            bail!("{sheep} sheep make no flock: sheep are 2 to {MOST_SHEEP} a seat");
        }
        let starts = field.border().count_ones() as usize;
        if starts < seats {
            bail!("the field has too few border cells to start on: {starts} for {seats} seats");
        }
        Ok(Self { field: Arc::new(field), seats, sheep, hidden: false, teams: false, lenient: false })
    }

    /// The same game with the others' flock sizes hidden.
    #[must_use]
    pub fn hidden(self) -> Self {
        Self { hidden: true, ..self }
    }

    /// The same game with seats 1 and 3 against 2 and 4.
    ///
    /// # Errors
    /// If there are not four seats.
    pub fn teams(self) -> Result<Self, ParseError> {
        if self.seats != 4 {
            bail!(
                "a {}-seat team game cannot be: teams are seats 1 and 3 against 2 and 4",
                self.seats
            );
        }
        Ok(Self { teams: true, ..self })
    }

    /// The same game where an illegal or late move costs the turn only.
    #[must_use]
    pub fn lenient(self) -> Self {
        Self { lenient: true, ..self }
    }

    /// Reads the options.
    ///
    /// *Decided:* a field of one's own says its cells and size itself, so none of `basic`, `big`,
    /// `cells`, `size` and `seed` may stand beside `field`; its sheep are 16 unless `sheep` says
    /// otherwise.
    ///
    /// # Errors
    /// If one is out of range, they do not fit together, or the field is impossible.
    pub fn from_options(options: &Options<'_>) -> Result<Self, ParseError> {
        let (basic, big) = (options.flag("basic")?, options.flag("big")?);
        if basic && big {
            bail!("options 'basic' and 'big' exclude each other");
        }
        let preset = if big { BIG } else { BASIC };
        let cells = options.number("cells", 2..=MOST_CELLS)?.unwrap_or(preset.cells);
        let size = options.number("size", 2..=MOST_SIDE)?.unwrap_or(preset.size);
        let sheep = options.number("sheep", 2..=MOST_SHEEP)?.unwrap_or(preset.sheep);
        let seats = options.number("seats", 2..=MAX_SEATS)?.unwrap_or(MAX_SEATS);
        let seed = options.number("seed", 0..=u64::MAX)?.unwrap_or(DEFAULT_SEED);
        let field = match options.file("field")? {
            None => Field::generate(cells, size, seed)?,
            Some(text) => {
                let random = ["basic", "big", "cells", "size", "seed"];
                if let Some(option) = random.into_iter().find(|option| options.has(option)) {
                    bail!(
                        "options 'field' and '{option}' exclude each other: '{option}' is about random fields"
                    );
                }
                Field::parse(text)?
            }
        };
        let setup = Self::new(field, seats, sheep)?;
        let setup = if options.flag("hidden")? { setup.hidden() } else { setup };
        let setup = if options.flag("lenient")? { setup.lenient() } else { setup };
        if options.flag("teams")? { setup.teams() } else { Ok(setup) }
    }
}

/// The basic game for four on the field of seed 1.
impl Default for Setup {
    fn default() -> Self {
        Field::generate(BASIC.cells, BASIC.size, DEFAULT_SEED)
            .and_then(|field| Self::new(field, MAX_SEATS, BASIC.sheep))
            .expect("64 cells fit into 12 × 12 and have four border cells")
    }
}

#[cfg(test)]
mod tests {
    use super::super::CARD;
    use super::*;
    use bellwether_core::spec::Spec;

    fn read(text: &str, field: Option<&str>) -> Result<Setup, ParseError> {
        let spec = Spec::parse(text)?;
        let options = Options::new(&spec, CARD.options)?;
        Setup::from_options(&match field {
            Some(text) => options.with_file("field", text.to_owned()),
            None => options,
        })
    }

    #[test]
    fn presets_and_defaults() {
        let basic = read("battle-sheep", None).unwrap();
        assert_eq!(basic, Setup::default());
        assert_eq!(read("battle-sheep:basic,seed=1", None).unwrap(), basic);
        assert_eq!((basic.field.cell_count(), basic.field.columns(), basic.sheep), (64, 12, 16));
        let big = read("battle-sheep:big,hidden,teams", None).unwrap();
        assert_eq!((big.field.cell_count(), big.field.rows(), big.sheep), (100, 15, 32));
        assert!(big.hidden && big.teams && big.seats == 4);
        let odd = read("battle-sheep:big,cells=20,seats=3", None).unwrap();
        assert_eq!(
            (odd.field.cell_count(), odd.field.columns(), odd.sheep, odd.seats),
            (20, 15, 32, 3)
        );
        let own = read("battle-sheep:field=f.txt,sheep=5", Some("..\n..\n")).unwrap();
        assert_eq!((own.field.cell_count(), own.sheep), (4, 5));
    }

    #[test]
    fn choices_that_do_not_fit_together_say_so() {
        let error = |text| read(text, None).unwrap_err().to_string();
        assert_eq!(
            error("battle-sheep:seats=3,teams"),
            "a 3-seat team game cannot be: teams are seats 1 and 3 against 2 and 4"
        );
        assert_eq!(error("battle-sheep:basic,big"), "options 'basic' and 'big' exclude each other");
        assert_eq!(
            error("battle-sheep:cells=100,size=9"),
            "100 cells do not fit into a square of 9 × 9: it holds 81"
        );
        assert_eq!(
            error("battle-sheep:cells=3,size=2"),
            "the field has too few border cells to start on: 3 for 4 seats"
        );
        assert_eq!(
            error("battle-sheep:sheep=1"),
            "option 'sheep' takes a number from 2 to 64, not '1'"
        );
        assert_eq!(error("battle-sheep:field=f.txt"), "the file 'f.txt' was not read");
        for option in ["basic", "big", "cells=4", "size=12", "seed=3"] {
            let name = option.split('=').next().unwrap();
            let text = format!("battle-sheep:field=f.txt,{option}");
            let sentence = read(&text, Some("..\n..")).unwrap_err().to_string();
            assert!(
                sentence.starts_with(&format!("options 'field' and '{name}' exclude each other")),
                "{sentence}"
            );
        }
    }

    #[test]
    fn every_preset_can_be_played_on_any_seed() {
        for seed in 0..200 {
            for preset in ["basic", "big", "cells=4,size=2", "cells=128", "size=32"] {
                let setup = read(&format!("battle-sheep:{preset},seed={seed}"), None);
                assert!(setup.is_ok(), "{preset} {seed}: {setup:?}");
            }
        }
    }
}
