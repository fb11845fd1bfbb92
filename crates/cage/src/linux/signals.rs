//! Signals that are waited for instead of handled.

use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

/// What the supervisor and init wait for: a child's end, and signals to end.
const AWAITED: [i32; 4] = [libc::SIGCHLD, libc::SIGTERM, libc::SIGINT, libc::SIGHUP];

/// Blocks these signals until [`wait`] takes them.
pub(super) fn block() {
    change_mask(libc::SIG_BLOCK);
}

/// The next signal that came, or `None` when none has for this long.
#[expect(unsafe_code, reason = "no safe interface waits for signals")]
pub(super) fn wait(timeout: Duration) -> Option<i32> {
    let set = awaited();
    let timeout = libc::timespec {
        tv_sec: timeout.as_secs().cast_signed(),
        tv_nsec: timeout.subsec_nanos().into(),
    };
    // SAFETY: both are initialised and outlive the call; nothing is asked about the signal.
    let signal =
        unsafe { libc::sigtimedwait(&raw const set, std::ptr::null_mut(), &raw const timeout) };
    (signal > 0).then_some(signal)
}

/// Signals are as a freshly started program expects them.
#[expect(unsafe_code, reason = "no safe interface resets a signal")]
pub(super) fn reset() {
    change_mask(libc::SIG_UNBLOCK);
    // SAFETY: the default action needs no code of ours. Rust ignores this signal, and programs inherit that.
    unsafe { libc::signal(libc::SIGPIPE, libc::SIG_DFL) };
}

/// Dies of this signal, so that the parent sees what the bot died of.
#[expect(unsafe_code, reason = "no safe interface resets a signal")]
pub(super) fn die_of(signal: i32) {
    let Some(named) = Signal::from_named_raw(signal) else { return };
    change_mask(libc::SIG_UNBLOCK);
    // SAFETY: the default action needs no code of ours.
    unsafe { libc::signal(signal, libc::SIG_DFL) };
    let _ = kill_process(own_pid(), named);
}

fn own_pid() -> Pid {
    rustix::process::getpid()
}

#[expect(unsafe_code, reason = "no safe interface sets the signal mask")]
fn change_mask(how: i32) {
    let set = awaited();
    // SAFETY: the set is initialised; the old mask is not asked for.
    unsafe { libc::sigprocmask(how, &raw const set, std::ptr::null_mut()) };
}

#[expect(unsafe_code, reason = "a signal set is made by the C library only")]
fn awaited() -> libc::sigset_t {
    let mut set = std::mem::MaybeUninit::uninit();
    // SAFETY: `sigemptyset` initialises the set, and the signals added are valid.
    unsafe {
        libc::sigemptyset(set.as_mut_ptr());
        for signal in AWAITED {
            libc::sigaddset(set.as_mut_ptr(), signal);
        }
        set.assume_init()
    }
}
