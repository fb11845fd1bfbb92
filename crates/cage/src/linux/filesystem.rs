//! Which files the bot may read and write: Landlock, by the folder.
//!
//! Landlock decides about opening, creating, removing and renaming. That a file exists can still be seen.

use std::path::{Path, PathBuf};

use landlock::{
    ABI, Access, AccessFs, AccessNet, BitFlags, LandlockStatus, PathBeneath, PathFd, Ruleset,
    RulesetAttr, RulesetCreated, RulesetCreatedAttr, RulesetStatus, Scope, make_bitflags,
};

use super::namespaces::{Mounts, TEMPORARY};
use super::program::ProgramFiles;
use crate::Cage;

/// The newest Landlock whose rights we know; on an older kernel what it lacks is left out.
const NEWEST: ABI = ABI::V7;

/// Where systems keep programs and libraries.
const SYSTEM: [&str; 9] =
    ["/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/usr", "/nix/store", "/gnu/store"];

/// What programs and libraries read besides. Of `/etc/ssl` not all: it holds private keys, and a bot started by root
/// may read whatever is in here.
const SETTINGS: &str = include_str!("readable.txt");

/// Folders in `/etc` that carry a version in their names.
const VERSIONED: [&str; 2] = ["java-", "python"];

/// Sources of randomness, and the null device. `/dev/zero` is not among them: mapped, it is memory that no
/// limit counts.
const CHANCE: [&str; 2] = ["/dev/random", "/dev/urandom"];
const NOTHING: &str = "/dev/null";

/// A Landlock ruleset in force.
#[derive(Clone, Copy, Debug)]
pub(super) struct LandlockRules {
    abi: ABI,
}

impl LandlockRules {
    /// Whether a file cannot be truncated without the right to write it.
    pub(super) fn bounds_truncation(self) -> bool {
        self.abi >= ABI::V3
    }

    /// Whether signals stay inside.
    pub(super) fn bounds_signals(self) -> bool {
        self.abi >= ABI::V6
    }

    /// Its version.
    pub(super) fn version(self) -> i32 {
        self.abi as i32
    }
}

/// Restricts this process and all it will start.
pub(super) fn confine(
    cage: &Cage,
    program: &ProgramFiles,
    mounts: Mounts,
) -> Result<LandlockRules, String> {
    let outcome = (|| {
        let mut rules = Ruleset::default()
            .handle_access(AccessFs::from_all(NEWEST))?
            .handle_access(AccessNet::from_all(NEWEST))?
            .scope(make_bitflags!(Scope::{AbstractUnixSocket | Signal}))?
            .create()?;
        let readable =
            system().chain(program.reads.iter().cloned()).chain(cage.readable.iter().cloned());
        for path in readable {
            rules = allow(rules, &path, reading())?;
        }
        rules = allow(
            rules,
            &cage.folder,
            if cage.writable { reading() | writing() } else { reading() },
        )?;
        for path in CHANCE {
            rules = allow(rules, Path::new(path), AccessFs::ReadFile.into())?;
        }
        rules = allow(rules, Path::new(NOTHING), AccessFs::ReadFile | AccessFs::WriteFile)?;
        if mounts.has_processes {
            rules = allow(rules, Path::new("/proc"), AccessFs::ReadFile | AccessFs::ReadDir)?;
        }
        if mounts.has_temporary {
            rules = allow(rules, Path::new(TEMPORARY), reading() | writing())?;
        }
        rules.restrict_self()
    })();
    let status = outcome.map_err(|error| error.to_string())?;
    match (status.ruleset, status.landlock) {
        (RulesetStatus::NotEnforced, LandlockStatus::NotEnabled) => {
            Err("Landlock is not switched on in this kernel".to_owned())
        }
        (RulesetStatus::NotEnforced, _) => Err("this kernel has no Landlock".to_owned()),
        (_, LandlockStatus::Available { effective_abi, .. }) => {
            Ok(LandlockRules { abi: effective_abi })
        }
        _ => Err("Landlock does not say whether it is in force".to_owned()),
    }
}

/// Adds a rule for what is there; what is not needs none.
fn allow(
    rules: RulesetCreated,
    path: &Path,
    access: BitFlags<AccessFs>,
) -> Result<RulesetCreated, landlock::RulesetError> {
    let Ok(place) = PathFd::new(path) else { return Ok(rules) };
    let access = if path.is_dir() { access } else { access & AccessFs::from_file(NEWEST) };
    rules.add_rule(PathBeneath::new(place, access))
}

fn reading() -> BitFlags<AccessFs> {
    AccessFs::from_read(NEWEST)
}

/// All there is to writing except making devices and sockets.
fn writing() -> BitFlags<AccessFs> {
    let never = AccessFs::MakeChar | AccessFs::MakeBlock | AccessFs::MakeSock | AccessFs::IoctlDev;
    AccessFs::from_write(NEWEST) & !never
}

fn system() -> impl Iterator<Item = PathBuf> {
    let entries = std::fs::read_dir("/etc").into_iter().flatten().filter_map(Result::ok);
    let versioned = entries.map(|entry| entry.path()).filter(|path| {
        let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
        VERSIONED.iter().any(|prefix| name.starts_with(prefix))
    });
    SYSTEM.into_iter().chain(SETTINGS.lines()).map(PathBuf::from).chain(versioned)
}
