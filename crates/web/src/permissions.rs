//! What a page may ask for: no files, no programs, nothing endless or enormous.
//!
//! Files and programs may be named on the server's command line, but not by a page.

use bellwether_catalog::{AnyGame, Catalog, LEVELS};
use bellwether_core::ParseError;
use bellwether_core::notation::excerpt;
use bellwether_core::spec::{Spec, ValueKind};

/// Options that take memory, threads or time, and the most a page may ask for.
const MOST: &[(&str, f64)] =
    &[("hash", 256.0), ("memory", 512.0), ("threads", 16.0), ("time", 60.0)];

/// The longest text that names a game or an agent.
const LONGEST: usize = 400;

/// The game that a page requests.
///
/// # Errors
/// If there is none, or it would read a file.
pub(crate) fn game(catalog: &Catalog, text: &str) -> Result<Box<dyn AnyGame>, ParseError> {
    let spec = short(text)?;
    let card = catalog.cards().find(|card| card.name == spec.name());
    let files = card.into_iter().flat_map(|card| card.options);
    for option in files.filter(|option| option.kind == ValueKind::File) {
        let name = option.name;
        if spec.options().any(|(given, _)| given == name) {
            return Err(ParseError::new(format!(
                "option '{name}' reads a file, which a page may not: use it on the command line"
            )));
        }
    }
    catalog.game(text)
}

/// Checks that a page may have this agent. Options that have no effect pass, since old records hold them;
/// [`AnyGame::validate`] refuses them where a person asks.
///
/// # Errors
/// If it may not, or there is none of this name.
pub(crate) fn agent(game: &dyn AnyGame, text: &str) -> Result<(), ParseError> {
    let spec = short(text)?;
    let is_listed = LEVELS.contains(&spec.name())
        || game.agents().iter().any(|agent| agent.name == spec.name());
    for (name, most) in MOST {
        let given = spec.options().find(|(given, _)| given == name).and_then(|(_, value)| value);
        if given.and_then(|value| value.parse::<f64>().ok()).is_some_and(|given| given > *most) {
            return Err(ParseError::new(format!("option '{name}' may be at most {most} here")));
        }
    }
    // This error lists the names there are.
    game.is_deterministic(text)?;
    if is_listed {
        Ok(())
    } else {
        Err(ParseError::new(format!("a page may not ask for '{}'", excerpt(text))))
    }
}

fn short(text: &str) -> Result<Spec, ParseError> {
    if text.len() > LONGEST {
        return Err(ParseError::new(format!("'{}' is too long for a name", excerpt(text))));
    }
    Spec::parse(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_programs_and_giants_are_refused() {
        let catalog = bellwether_standard::standard();
        let why = |text| game(&catalog, text).err().unwrap().to_string();
        assert!(why("battle-sheep:field=/etc/passwd").contains("reads a file"));
        assert!(why(&*"x".repeat(1000)).contains("too long"));
        let game = game(&catalog, "breakthrough").unwrap();
        let why = |text| agent(game.as_ref(), text).err().unwrap().to_string();
        assert_eq!(why("pvs:hash=100000"), "option 'hash' may be at most 256 here");
        assert_eq!(why("bot:cmd=ls"), "a page may not ask for 'bot:cmd=ls'");
        assert!(
            agent(game.as_ref(), "pvs:time=2,hash=64").is_ok()
                && agent(game.as_ref(), "ram").is_ok()
        );
    }
}
