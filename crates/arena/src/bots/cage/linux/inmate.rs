//! The inmate: confines itself bar by bar, then becomes the bot.

use std::convert::Infallible;
use std::io;
use std::os::unix::process::CommandExt;
use std::process::Command;

use rustix::process::{Signal, set_parent_process_death_signal, setsid};

use super::filesystem::{self, Fence};
use super::namespaces::{Furniture, Rooms, TEMPORARY};
use super::program::Program;
use super::{identity, limits, probe, signals, syscalls};
use crate::bots::cage::policy::{Orders, Purpose};

/// The process that becomes the bot, and what it knows of its surroundings.
pub(super) struct Inmate<'a> {
    pub(super) orders: &'a Orders,
    pub(super) program: &'a Program,
    pub(super) rooms: &'a Rooms,
    pub(super) furniture: Furniture,
    /// How many more processes than the bot's own the kernel has to allow.
    pub(super) allowance: u32,
}

/// Which bars went up; for each that did not, why.
pub(super) struct Bars {
    pub(super) files: Result<Fence, String>,
    pub(super) user: Result<String, String>,
    pub(super) limits: Vec<String>,
    pub(super) syscalls: Result<(), String>,
}

impl Inmate<'_> {
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
        if self.furniture.has_temporary {
            bot.env("TMPDIR", TEMPORARY);
        }
        let bars = self.confine()?;
        signals::reset();
        match self.orders.purpose {
            Purpose::Run => Err(bot.exec()),
            Purpose::Probe => probe::run(self, &bars),
        }
    }

    fn confine(&self) -> io::Result<Bars> {
        let cage = &self.orders.cage;
        let files = filesystem::confine(cage, self.program, self.furniture);
        let user = identity::drop_privileges(self.rooms, files.as_ref().ok());
        // After the change of user, which undoes it.
        set_parent_process_death_signal(Some(Signal::KILL))?;
        let limits = limits::set(cage, self.allowance);
        let syscalls = syscalls::confine();
        Ok(Bars { files, user, limits, syscalls })
    }
}
