//! The sandboxed process: applies the protections to itself, then becomes the bot.

use std::convert::Infallible;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{Signal, set_parent_process_death_signal, setsid};

use super::filesystem::{self, LandlockRules};
use super::namespaces::{Mounts, Namespaces, TEMPORARY};
use super::program::ProgramFiles;
use super::{identity, limits, probe, signals, syscalls};
use crate::policy::{HelperMode, HelperOrders};

/// The process that becomes the bot, and its surroundings.
pub(super) struct Sandboxed<'a> {
    pub(super) orders: &'a HelperOrders,
    pub(super) program: &'a ProgramFiles,
    pub(super) namespaces: &'a Namespaces,
    /// Whether it is in a control group of its own, or why not.
    pub(super) group: &'a Result<(), String>,
    pub(super) mounts: Mounts,
    /// How many more processes than the bot's own the kernel has to allow.
    pub(super) allowance: u32,
}

/// Which protections are in force; for each that is not, why.
pub(super) struct AppliedProtections {
    pub(super) files: Result<LandlockRules, String>,
    pub(super) user: Result<String, String>,
    pub(super) limits: Vec<String>,
    pub(super) syscalls: Result<(), String>,
}

impl Sandboxed<'_> {
    /// Becomes the bot; returns only if that fails.
    pub(super) fn become_bot(&self) -> io::Error {
        match self.try_to_become_bot() {
            Err(error) => error,
            Ok(never) => match never {},
        }
    }

    fn try_to_become_bot(&self) -> io::Result<Infallible> {
        // A bot that signals its process group reaches its own only.
        setsid()?;
        // Prepared now: the filter below leaves only what bots need.
        let mut bot = Command::new(&self.program.path);
        if let [name, arguments @ ..] = self.orders.launch.as_slice() {
            bot.arg0(name).args(arguments);
        }
        if self.mounts.has_temporary {
            bot.env("TMPDIR", TEMPORARY);
        }
        let protections = self.confine()?;
        signals::reset();
        match self.orders.purpose {
            HelperMode::Run => Err(bot.exec()),
            HelperMode::Probe => probe::run(self, &protections),
        }
    }

    fn confine(&self) -> io::Result<AppliedProtections> {
        let cage = &self.orders.cage;
        let files = filesystem::confine(cage, self.program, self.mounts);
        let user = identity::drop_privileges(self.namespaces, files.as_ref().ok());
        // After the change of user, which undoes it.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        let limits = limits::set(cage, self.allowance);
        let syscalls = syscalls::confine(self.namespaces.are_own);
        Ok(AppliedProtections { files, user, limits, syscalls })
    }
}
