//! What a page may ask for: no files, no programs, nothing endless or enormous.
//!
//! Files and programs may be named on the server's command line, but not by a page.

use bellwether_catalog::{AnyGame, Catalog, LEVELS};
use bellwether_core::notation::excerpt;
use bellwether_core::spec::{OptionInfo, Spec, ValueKind};
use bellwether_core::{Error, bail};

/// Options that take memory, threads or time, and the most a page may ask for.
const MOST: &[(&str, f64)] =
    &[("hash", 256.0), ("memory", 512.0), ("threads", 16.0), ("time", 60.0)];

/// The longest text that names a game or an agent.
const LONGEST: usize = 400;

/// The game that a page requests.
///
/// # Errors
/// If there is none, or it would read a file.
pub(crate) fn game(catalog: &Catalog, text: &str) -> Result<Box<dyn AnyGame>, Error> {
    let spec = short(text)?;
    let card = catalog.cards().find(|card| card.name == spec.name());
    refuse_files(&spec, card.map_or(&[], |card| card.options))?;
    catalog.game(text)
}

fn refuse_files(spec: &Spec, options: &[OptionInfo]) -> Result<(), Error> {
    let mut files = options.iter().filter(|option| option.kind == ValueKind::File);
    match files.find(|option| spec.options().any(|(given, _)| given == option.name)) {
        Some(OptionInfo { name, .. }) => Err(Error::invalid(format!(
            "option '{name}' reads a file, which a page may not: use it on the command line"
        ))),
        None => Ok(()),
    }
}

/// Checks that a page may have this agent. Options that have no effect pass, since old records hold them;
/// [`AnyGame::validate`] refuses them where a person asks.
///
/// # Errors
/// If it may not, or there is none of this name.
pub(crate) fn agent(game: &dyn AnyGame, text: &str) -> Result<(), Error> {
    let spec = short(text)?;
    let agents = game.agents();
    let info = agents.iter().find(|agent| agent.name == spec.name());
    refuse_files(&spec, info.map_or(&[], |info| &info.options))?;
    let is_listed = info.is_some() || LEVELS.contains(&spec.name());
    for (name, most) in MOST {
        let given = spec.options().find(|(given, _)| given == name).and_then(|(_, value)| value);
        if given.and_then(|value| value.parse::<f64>().ok()).is_some_and(|given| given > *most) {
            bail!("option '{name}' may be at most {most} here");
        }
    }
    // This error lists the names there are.
    game.is_deterministic(text)?;
    if is_listed {
        Ok(())
    } else {
        Err(Error::invalid(format!("a page may not ask for '{}'", excerpt(text))))
    }
}

fn short(text: &str) -> Result<Spec, Error> {
    if text.len() > LONGEST {
        bail!("'{}' is too long for a name", excerpt(text));
    }
    Ok(Spec::parse(text)?)
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
