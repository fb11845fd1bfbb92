//! Who the bot is: never root.
//!
//! Root's processes are not counted, so no limit on them would hold; and root may do too much. So the bot becomes a user
//! that nobody else is. Such a user could neither read nor run what lies under `/root` or in a private temporary folder;
//! therefore it keeps root's right to pass over the modes of files (`CAP_DAC_READ_SEARCH` to read, `CAP_DAC_OVERRIDE` to
//! run), but only where Landlock already bounds which files there are, for reading and for writing. In a user namespace
//! those rights mean nothing for the kernel at large, and the calls by which they could pass Landlock
//! (`open_by_handle_at`, changes of modes and owners) are refused. To open what the bot needs before becoming another
//! would not do: nobody knows which files an interpreter will want.

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

/// Gives up all rights that the bot does not need; who it is afterwards.
pub(super) fn drop_privileges(
    rooms: &Namespaces,
    fence: Option<&LandlockRules>,
) -> Result<String, String> {
    let is_root = geteuid().is_root();
    let kept = if is_root { kept_rights(fence) } else { CapabilitySet::empty() };
    let user = match is_root {
        true => become_nobody(rooms).map_err(|error| format!("it stays root: {error}"))?,
        false => geteuid().as_raw(),
    };
    keep_only(kept).map_err(|error| format!("its rights remain: {error}"))?;
    Ok(match (is_root, kept.is_empty()) {
        (true, true) => format!("user {user}, with no rights of root's"),
        (true, false) => format!("user {user}, that may use its folder whoever owns it"),
        (false, _) => format!("user {user}, as you"),
    })
}

/// What of root's rights the bot needs for its folder. Without a fence it gets none.
fn kept_rights(fence: Option<&LandlockRules>) -> CapabilitySet {
    let have = capabilities(None).map_or(CapabilitySet::empty(), |sets| sets.permitted);
    let wanted = match fence {
        None => CapabilitySet::empty(),
        Some(fence) if fence.bounds_truncation() => {
            CapabilitySet::DAC_READ_SEARCH | CapabilitySet::DAC_OVERRIDE
        }
        // An older fence would let it shorten any file.
        Some(_) => CapabilitySet::DAC_READ_SEARCH,
    };
    wanted & have
}

fn become_nobody(rooms: &Namespaces) -> io::Result<u32> {
    set_thread_groups(&[])?;
    set_keep_capabilities(true)?;
    let candidates = [FIRST_USER.saturating_add(rooms.number), NOBODY];
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
fn keep_only(kept: CapabilitySet) -> io::Result<()> {
    clear_ambient_capability_set()?;
    set_capabilities(None, CapabilitySets { effective: kept, permitted: kept, inheritable: kept })?;
    for right in kept.iter() {
        configure_capability_in_ambient_set(right, true)?;
    }
    Ok(())
}
