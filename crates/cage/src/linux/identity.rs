//! The bot's user: never root.
//!
//! Root's processes are not counted, so no limit on them would hold; and root may do too much. So the bot gets an
//! unused uid. Such a user could neither read nor run what lies under `/root` or in a private temporary folder;
//! therefore it keeps root's right to pass over the modes of files (`CAP_DAC_READ_SEARCH` to read, `CAP_DAC_OVERRIDE` to
//! run), but only where Landlock already bounds which files there are, for reading and for writing. In a user namespace
//! those rights mean nothing for the kernel at large, and the calls by which they could pass Landlock
//! (`open_by_handle_at`, changes of modes and owners) are refused. To open what the bot needs before becoming another
//! would not do: which files an interpreter needs is not known.

use rustix::process::geteuid;
use rustix::thread::{
    CapabilitySet, CapabilitySets, capabilities, clear_ambient_capability_set,
    configure_capability_in_ambient_set, set_capabilities, set_keep_capabilities,
    set_thread_groups, set_thread_res_gid, set_thread_res_uid,
};
use rustix::{io, process};

use super::filesystem::LandlockRules;
use super::namespaces::Namespaces;

/// The first of the users that cages take; high above those that systems give to people and services.
const FIRST_USER: u32 = 0x7000_0000;
/// Where there are not so many users.
const NOBODY: u32 = 65_534;

/// Gives up all rights that the bot does not need; the user afterwards.
pub(super) fn drop_privileges(
    namespaces: &Namespaces,
    landlock: Option<&LandlockRules>,
) -> Result<String, String> {
    let is_root = geteuid().is_root();
    let granted = if is_root { granted_capabilities(landlock) } else { CapabilitySet::empty() };
    let user = match is_root {
        true => {
            become_unused_user(namespaces).map_err(|error| format!("it stays root: {error}"))?
        }
        false => geteuid().as_raw(),
    };
    set_only(granted).map_err(|error| format!("its rights remain: {error}"))?;
    Ok(match (is_root, granted.is_empty()) {
        (true, true) => format!("user {user}, with no rights of root's"),
        (true, false) => format!("user {user}, that may use its folder regardless of its owner"),
        (false, _) => format!("user {user}, as you"),
    })
}

/// The capabilities of root that the bot needs for its folder. Without Landlock it gets none.
fn granted_capabilities(landlock: Option<&LandlockRules>) -> CapabilitySet {
    let have = capabilities(None).map_or(CapabilitySet::empty(), |sets| sets.permitted);
    let needed = match landlock {
        None => CapabilitySet::empty(),
        Some(landlock) if landlock.bounds_truncation() => {
            CapabilitySet::DAC_READ_SEARCH | CapabilitySet::DAC_OVERRIDE
        }
        // An older Landlock would let it truncate any file.
        Some(_) => CapabilitySet::DAC_READ_SEARCH,
    };
    needed & have
}

fn become_unused_user(namespaces: &Namespaces) -> io::Result<u32> {
    set_thread_groups(&[])?;
    set_keep_capabilities(true)?;
    let candidates = [FIRST_USER.saturating_add(namespaces.number), NOBODY];
    let mut outcome = Err(io::Errno::INVAL);
    for number in candidates {
        let (user, group) = (process::Uid::from_raw(number), process::Gid::from_raw(number));
        outcome = set_thread_res_gid(group, group, group)
            .and_then(|()| set_thread_res_uid(user, user, user))
            .map(|()| number);
        if outcome.is_ok() {
            break;
        }
    }
    outcome
}

/// These rights and no others, handed on to whatever program is run.
fn set_only(granted: CapabilitySet) -> io::Result<()> {
    clear_ambient_capability_set()?;
    set_capabilities(
        None,
        CapabilitySets { effective: granted, permitted: granted, inheritable: granted },
    )?;
    for right in granted.iter() {
        configure_capability_in_ambient_set(right, true)?;
    }
    Ok(())
}
