//! Ending a program: by closing its input, by SIGTERM, by SIGKILL; its descendants too.

use std::process::ExitStatus;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

use super::Process;

/// How long a program may take to end by itself once its game is over.
const STOP_WAIT: Duration = Duration::from_millis(300);

/// How long it may take after SIGTERM.
const NOTICE: Duration = Duration::from_millis(200);

/// How long it may take to end once it has closed its output: on a busy machine a cage takes a while to clear.
const STATUS_WAIT: Duration = Duration::from_secs(1);

impl Process {
    /// Whether it has ended. Its process id stays reserved until it is reaped.
    pub(super) fn has_ended(&self) -> bool {
        if self.status.is_some() {
            return true;
        }
        let how = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        matches!(waitid(WaitId::Pid(Pid::from_child(&self.child)), how), Ok(Some(_)))
    }

    /// How it has ended, if it does within a moment.
    pub(super) fn status_soon(&mut self) -> Option<ExitStatus> {
        self.wait(STATUS_WAIT);
        self.has_ended().then(|| self.dismiss()).flatten()
    }

    /// Ends it gracefully: its standard input is closed, and it gets a moment to exit.
    pub fn end(&mut self) {
        self.pump(Duration::ZERO);
        self.input = None;
        self.wait(STOP_WAIT);
        self.kill();
    }

    /// Closes its standard input; whether it ends by itself within this time. Unread output is lost.
    pub fn leaves(&mut self, patience: Duration) -> bool {
        self.pump(Duration::ZERO);
        self.input = None;
        self.wait(patience);
        self.has_ended()
    }

    /// Ends it with everything it has started in its group.
    pub fn kill(&mut self) {
        if !self.has_ended() {
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::TERM);
            self.wait(NOTICE);
        }
        self.dismiss();
    }

    /// Kills what is left of the group and takes the program's number from the system's list.
    fn dismiss(&mut self) -> Option<ExitStatus> {
        if self.status.is_none() {
            let _ = kill_process_group(Pid::from_child(&self.child), Signal::KILL);
            self.status = self.child.wait().ok();
        }
        self.pump(Duration::ZERO);
        self.status
    }

    /// Waits until it ends, but not longer than this; meanwhile it may write what it likes.
    fn wait(&mut self, patience: Duration) {
        let deadline = Instant::now() + patience;
        let mut nap = Duration::from_micros(200);
        while !self.has_ended() && Instant::now() < deadline {
            self.incoming.clear();
            (self.taken, self.searched, self.heard) = (0, 0, 0);
            // Without streams to listen to this would not wait at all.
            if self.output.is_some() || self.errors.is_some() {
                self.pump(nap);
            }
            std::thread::sleep(nap);
            nap = (nap * 2).min(Duration::from_millis(5));
        }
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if self.status.is_none() {
            self.end();
        }
    }
}
