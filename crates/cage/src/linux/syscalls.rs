//! Which system calls there are for the bot: seccomp, by a list of those that programs need.
//!
//! A list of what is allowed and not of what is forbidden, so that a call that some later kernel brings is not open by
//! default. What is not on it does not exist (`ENOSYS`), which makes libraries fall back on something older; a second
//! filter answers "not permitted" where a program should rather see that it was refused.

use std::collections::BTreeMap;

use seccompiler::{
    BackendError, BpfProgram, Error, SeccompAction, SeccompCmpArgLen, SeccompCmpOp,
    SeccompCondition, SeccompFilter, SeccompRule, TargetArch,
};

/// What programs need, on every architecture.
///
/// Not here, and why: `clone3`, whose flags a filter cannot read; `memfd_create`, `memfd_secret` and System V's shared
/// memory, which no limit counts; `io_uring`, which does what a filter forbids; everything about modes, owners, times and
/// attributes of files, and watching them, which Landlock does not bound and which the same user's other files would
/// suffer from; `flock`, by which two bots could talk through a file that both may read; `sendmsg`, whose message a filter
/// cannot read: it carries addresses, and descriptors, whose buffers no limit counts while they travel.
#[rustfmt::skip]
const ALLOWED: &[libc::c_long] = &[
    // Files that Landlock bounds.
    libc::SYS_openat, libc::SYS_openat2, libc::SYS_close, libc::SYS_close_range, libc::SYS_read, libc::SYS_write,
    libc::SYS_readv, libc::SYS_writev, libc::SYS_pread64, libc::SYS_pwrite64, libc::SYS_preadv, libc::SYS_pwritev,
    libc::SYS_preadv2, libc::SYS_pwritev2, libc::SYS_lseek, libc::SYS_fstat, libc::SYS_newfstatat, libc::SYS_statx,
    libc::SYS_statfs, libc::SYS_fstatfs, libc::SYS_faccessat, libc::SYS_faccessat2, libc::SYS_readlinkat,
    libc::SYS_getdents64, libc::SYS_getcwd, libc::SYS_chdir, libc::SYS_fchdir, libc::SYS_mkdirat, libc::SYS_unlinkat,
    libc::SYS_renameat, libc::SYS_renameat2, libc::SYS_linkat, libc::SYS_symlinkat, libc::SYS_ftruncate,
    libc::SYS_truncate, libc::SYS_fallocate, libc::SYS_fadvise64, libc::SYS_readahead, libc::SYS_fsync,
    libc::SYS_fdatasync, libc::SYS_sync_file_range, libc::SYS_umask,
    libc::SYS_copy_file_range, libc::SYS_sendfile,
    // Descriptors and waiting for them.
    libc::SYS_dup, libc::SYS_dup3, libc::SYS_fcntl, libc::SYS_ioctl, libc::SYS_pipe2, libc::SYS_ppoll,
    libc::SYS_pselect6, libc::SYS_epoll_create1, libc::SYS_epoll_ctl, libc::SYS_epoll_pwait, libc::SYS_epoll_pwait2,
    libc::SYS_eventfd2, libc::SYS_signalfd4, libc::SYS_timerfd_create, libc::SYS_timerfd_settime,
    libc::SYS_timerfd_gettime,
    // Talking to one's own children: a socket pair, and nothing that takes an address or a descriptor.
    libc::SYS_socketpair, libc::SYS_sendto, libc::SYS_recvfrom, libc::SYS_recvmsg, libc::SYS_recvmmsg,
    libc::SYS_shutdown, libc::SYS_getsockname, libc::SYS_getpeername, libc::SYS_getsockopt, libc::SYS_setsockopt,
    // Memory.
    libc::SYS_brk, libc::SYS_mmap, libc::SYS_munmap, libc::SYS_mremap, libc::SYS_mprotect, libc::SYS_madvise,
    libc::SYS_msync, libc::SYS_mincore, libc::SYS_mlock, libc::SYS_mlock2, libc::SYS_munlock, libc::SYS_mlockall,
    libc::SYS_munlockall, libc::SYS_membarrier, libc::SYS_get_mempolicy, libc::SYS_pkey_alloc,
    libc::SYS_pkey_free, libc::SYS_pkey_mprotect,
    // Processes and threads.
    libc::SYS_clone, libc::SYS_execve, libc::SYS_execveat, libc::SYS_exit, libc::SYS_exit_group, libc::SYS_wait4,
    libc::SYS_waitid, libc::SYS_kill, libc::SYS_tkill, libc::SYS_tgkill, libc::SYS_pidfd_open,
    libc::SYS_pidfd_send_signal, libc::SYS_getpid, libc::SYS_getppid, libc::SYS_gettid, libc::SYS_setpgid,
    libc::SYS_getpgid, libc::SYS_setsid, libc::SYS_getsid, libc::SYS_getuid, libc::SYS_geteuid, libc::SYS_getgid,
    libc::SYS_getegid, libc::SYS_getgroups, libc::SYS_getresuid, libc::SYS_getresgid, libc::SYS_capget,
    libc::SYS_prctl, libc::SYS_set_tid_address, libc::SYS_set_robust_list, libc::SYS_get_robust_list,
    libc::SYS_rseq, libc::SYS_futex, libc::SYS_futex_waitv, libc::SYS_getpriority,
    libc::SYS_sched_yield, libc::SYS_sched_getaffinity, libc::SYS_sched_setaffinity, libc::SYS_sched_getparam,
    libc::SYS_sched_setparam, libc::SYS_sched_getscheduler, libc::SYS_sched_setscheduler, libc::SYS_sched_getattr,
    libc::SYS_sched_setattr, libc::SYS_sched_get_priority_max, libc::SYS_sched_get_priority_min,
    libc::SYS_sched_rr_get_interval, libc::SYS_prlimit64, libc::SYS_getrusage, libc::SYS_times, libc::SYS_getcpu,
    libc::SYS_ioprio_get, libc::SYS_restart_syscall,
    // Signals.
    libc::SYS_rt_sigaction, libc::SYS_rt_sigprocmask, libc::SYS_rt_sigreturn, libc::SYS_rt_sigpending,
    libc::SYS_rt_sigtimedwait, libc::SYS_rt_sigsuspend, libc::SYS_rt_sigqueueinfo, libc::SYS_rt_tgsigqueueinfo,
    libc::SYS_sigaltstack,
    // Time, chance, and what machine it is.
    libc::SYS_clock_gettime, libc::SYS_clock_getres, libc::SYS_clock_nanosleep, libc::SYS_nanosleep,
    libc::SYS_gettimeofday, libc::SYS_getitimer, libc::SYS_setitimer, libc::SYS_timer_create,
    libc::SYS_timer_settime, libc::SYS_timer_gettime, libc::SYS_timer_getoverrun, libc::SYS_timer_delete,
    libc::SYS_getrandom, libc::SYS_uname, libc::SYS_sysinfo,
    // A bot may confine its own processes further.
    libc::SYS_seccomp, libc::SYS_landlock_create_ruleset, libc::SYS_landlock_add_rule,
    libc::SYS_landlock_restrict_self,
];

/// The older names that x86-64 has besides.
#[cfg(target_arch = "x86_64")]
#[rustfmt::skip]
const ALLOWED_OLD: &[libc::c_long] = &[
    libc::SYS_open, libc::SYS_creat, libc::SYS_stat, libc::SYS_lstat, libc::SYS_access, libc::SYS_readlink,
    libc::SYS_getdents, libc::SYS_mkdir, libc::SYS_rmdir, libc::SYS_unlink, libc::SYS_rename, libc::SYS_link,
    libc::SYS_symlink, libc::SYS_dup2, libc::SYS_pipe, libc::SYS_poll, libc::SYS_select, libc::SYS_epoll_create,
    libc::SYS_epoll_wait, libc::SYS_eventfd, libc::SYS_signalfd, libc::SYS_fork,
    libc::SYS_vfork, libc::SYS_getpgrp, libc::SYS_getrlimit, libc::SYS_setrlimit, libc::SYS_time, libc::SYS_alarm,
    libc::SYS_pause, libc::SYS_arch_prctl,
];
#[cfg(not(target_arch = "x86_64"))]
const ALLOWED_OLD: &[libc::c_long] = &[];

/// What a program should see refused rather than missing.
#[rustfmt::skip]
const REFUSED: &[libc::c_long] = &[
    libc::SYS_socket, libc::SYS_connect, libc::SYS_bind, libc::SYS_listen, libc::SYS_accept, libc::SYS_accept4,
    libc::SYS_sendmsg, libc::SYS_sendmmsg, libc::SYS_flock,
    libc::SYS_ptrace, libc::SYS_process_vm_readv, libc::SYS_process_vm_writev, libc::SYS_kcmp, libc::SYS_pidfd_getfd,
    libc::SYS_unshare, libc::SYS_setns, libc::SYS_mount, libc::SYS_umount2, libc::SYS_pivot_root, libc::SYS_chroot,
    libc::SYS_fsopen, libc::SYS_fsmount, libc::SYS_open_tree, libc::SYS_move_mount, libc::SYS_mount_setattr,
    libc::SYS_open_by_handle_at, libc::SYS_name_to_handle_at, libc::SYS_mknodat, libc::SYS_fchmod,
    libc::SYS_fchmodat, libc::SYS_fchown, libc::SYS_fchownat, libc::SYS_setxattr, libc::SYS_lsetxattr,
    libc::SYS_fsetxattr, libc::SYS_removexattr, libc::SYS_lremovexattr, libc::SYS_fremovexattr,
    libc::SYS_utimensat, libc::SYS_memfd_create, libc::SYS_shmget, libc::SYS_shmat, libc::SYS_semget,
    libc::SYS_msgget, libc::SYS_mq_open, libc::SYS_keyctl, libc::SYS_add_key, libc::SYS_request_key, libc::SYS_bpf,
    libc::SYS_perf_event_open, libc::SYS_userfaultfd, libc::SYS_io_uring_setup, libc::SYS_kexec_load,
    libc::SYS_init_module, libc::SYS_finit_module, libc::SYS_delete_module, libc::SYS_swapon, libc::SYS_reboot,
    libc::SYS_setpriority, libc::SYS_setuid, libc::SYS_setgid, libc::SYS_setgroups, libc::SYS_setresuid, libc::SYS_setresgid,
    libc::SYS_capset, libc::SYS_personality, libc::SYS_syslog, libc::SYS_acct, libc::SYS_quotactl,
];

/// Their older names on x86-64.
#[cfg(target_arch = "x86_64")]
const REFUSED_OLD: &[libc::c_long] = &[
    libc::SYS_chmod,
    libc::SYS_chown,
    libc::SYS_lchown,
    libc::SYS_mknod,
    libc::SYS_utime,
    libc::SYS_utimes,
    libc::SYS_futimesat,
];
#[cfg(not(target_arch = "x86_64"))]
const REFUSED_OLD: &[libc::c_long] = &[];

/// From this process on there are no other system calls.
pub(super) fn confine(has_own_processes: bool) -> Result<(), String> {
    let filters = filters(has_own_processes).map_err(|error| format!("no filter: {error}"))?;
    for filter in filters {
        seccompiler::apply_filter(&filter).map_err(|error: Error| error.to_string())?;
    }
    Ok(())
}

/// The list of what there is, then the refusals: where both answer, the kernel takes the last.
fn filters(has_own_processes: bool) -> Result<[BpfProgram; 2], BackendError> {
    let architecture = TargetArch::try_from(std::env::consts::ARCH)?;
    let whole = |calls: &'static [libc::c_long]| calls.iter().map(|&call| (call, Vec::new()));
    let missing = SeccompAction::Errno(libc::ENOSYS.cast_unsigned());
    let refused = SeccompAction::Errno(libc::EPERM.cast_unsigned());
    let allowed: BTreeMap<_, _> = whole(ALLOWED).chain(whole(ALLOWED_OLD)).collect();
    let mut denied: BTreeMap<_, _> = whole(REFUSED).chain(whole(REFUSED_OLD)).collect();
    denied.extend(refused_by_argument(has_own_processes)?);
    Ok([
        SeccompFilter::new(allowed, missing, SeccompAction::Allow, architecture)?.try_into()?,
        SeccompFilter::new(denied, SeccompAction::Allow, refused, architecture)?.try_into()?,
    ])
}

/// What `fcntl` may be asked for: copies, flags, and sizes of pipes. Not locks and leases, which two bots could talk
/// by and which take memory that no limit counts; not news of a folder; not who gets signals; not larger pipes.
const FCNTL: [i32; 9] = [
    libc::F_DUPFD,
    libc::F_DUPFD_CLOEXEC,
    libc::F_GETFD,
    libc::F_SETFD,
    libc::F_GETFL,
    libc::F_SETFL,
    libc::F_GETOWN,
    libc::F_GETPIPE_SZ,
    libc::F_GET_SEALS,
];

/// What `ioctl` may be asked for: what kind of a file it is, how much is there to read, and whether reading waits.
/// Not what changes a terminal, which would stay so, or types into it; not a file's flags.
const IOCTL: [libc::Ioctl; 10] = [
    libc::TCGETS,
    TCGETS2,
    libc::TIOCGWINSZ,
    libc::TIOCGPGRP,
    libc::TIOCGSID,
    libc::TIOCOUTQ,
    libc::FIONREAD,
    libc::FIONBIO,
    libc::FIOCLEX,
    libc::FIONCLEX,
];
/// As `TCGETS`; newer C libraries ask by it.
const TCGETS2: libc::Ioctl = 0x802c_542a;

/// What a socket may not be told: to hold more, or to run a filter.
const SOCKET_OPTIONS: [i32; 8] = [
    libc::SO_SNDBUF,
    libc::SO_RCVBUF,
    libc::SO_SNDBUFFORCE,
    libc::SO_RCVBUFFORCE,
    libc::SO_ATTACH_FILTER,
    libc::SO_ATTACH_BPF,
    libc::SO_ATTACH_REUSEPORT_CBPF,
    libc::SO_ATTACH_REUSEPORT_EBPF,
];

/// What shows something of a process, by its number: where there is no process namespace, of another bot's.
/// Not its processors, which Java asks for by a thread's number: there they cannot be chosen.
const ABOUT_A_PROCESS: [libc::c_long; 7] = [
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_sched_getattr,
    libc::SYS_sched_rr_get_interval,
    libc::SYS_getpgid,
    libc::SYS_getsid,
    libc::SYS_get_robust_list,
];

/// Calls that programs need, but not with every argument.
fn refused_by_argument(
    has_own_processes: bool,
) -> Result<Vec<(libc::c_long, Vec<SeccompRule>)>, BackendError> {
    let has = |argument, bits: i32| {
        let bits = u64::from(bits.cast_unsigned());
        condition(argument, SeccompCmpOp::MaskedEq(bits), bits)
    };
    let among = |argument, values: &[i32]| {
        let is = |&value: &i32| {
            condition(argument, SeccompCmpOp::Eq, value.cast_unsigned().into()).map(|is| vec![is])
        };
        values.iter().map(is).collect::<Result<Vec<_>, BackendError>>()
    };
    let none_of = |argument, values: &mut dyn Iterator<Item = u64>| {
        values
            .map(|value| condition(argument, SeccompCmpOp::Ne, value))
            .collect::<Result<Vec<_>, BackendError>>()
    };
    let rules = |conditions: Vec<Vec<SeccompCondition>>| {
        conditions.into_iter().map(SeccompRule::new).collect::<Result<Vec<_>, _>>()
    };
    let namespaces = [
        libc::CLONE_NEWUSER,
        libc::CLONE_NEWPID,
        libc::CLONE_NEWNET,
        libc::CLONE_NEWIPC,
        libc::CLONE_NEWUTS,
        libc::CLONE_NEWNS,
        libc::CLONE_NEWCGROUP,
    ];
    let mut clones = namespaces
        .map(|namespace| Ok(vec![has(0, namespace)?]))
        .into_iter()
        .collect::<Result<Vec<_>, BackendError>>()?;
    // A thread with files of its own: the limit of open files would hold for each thread.
    let files = (libc::CLONE_THREAD | libc::CLONE_FILES).cast_unsigned();
    let thread = libc::CLONE_THREAD.cast_unsigned();
    clones.push(vec![condition(0, SeccompCmpOp::MaskedEq(files.into()), thread.into())?]);
    let shared = vec![has(3, libc::MAP_SHARED)?, has(3, libc::MAP_ANONYMOUS)?];
    let growing = vec![has(3, libc::MAP_GROWSDOWN)?];
    let huge = vec![has(3, libc::MAP_HUGETLB)?];
    let not_local = none_of(0, &mut [u64::from(libc::AF_UNIX.cast_unsigned())].into_iter())?;
    // A datagram socket, which a raw one becomes, reaches every other on the machine. The flags are in other bits.
    let kind = |operator| condition(1, SeccompCmpOp::MaskedEq(0xf), operator);
    let datagrams = (0..16_u64)
        .filter(|&number| {
            ![libc::SOCK_STREAM, libc::SOCK_SEQPACKET]
                .iter()
                .any(|&allowed| u64::from(allowed.cast_unsigned()) == number)
        })
        .map(|number| Ok(vec![kind(number)?]));
    let pairs = std::iter::once(Ok(not_local))
        .chain(datagrams)
        .collect::<Result<Vec<_>, BackendError>>()?;
    let has_address = vec![SeccompCondition::new(4, SeccompCmpArgLen::Qword, SeccompCmpOp::Ne, 0)?];
    let fcntl = none_of(1, &mut FCNTL.iter().map(|&command| command.cast_unsigned().into()))?;
    let ioctl = none_of(1, &mut IOCTL.iter().map(|&request| u64::from(request as u32)))?;
    let other_process = none_of(0, &mut [0].into_iter())?;
    let about_others = if has_own_processes { &[][..] } else { &ABOUT_A_PROCESS };
    let mut refused = vec![
        (libc::SYS_clone, rules(clones)?),
        // Memory that stays when it is unmapped, that grows past the limit, or that is not this program's to take.
        (libc::SYS_mmap, rules(vec![shared, growing, huge])?),
        (libc::SYS_socketpair, rules(pairs)?),
        (libc::SYS_sendto, rules(vec![has_address])?),
        (libc::SYS_setsockopt, rules(among(2, &SOCKET_OPTIONS)?)?),
        (libc::SYS_fcntl, rules(vec![fcntl])?),
        (libc::SYS_ioctl, rules(vec![ioctl])?),
        // Where there is no process namespace, the arena itself would be within reach.
        (libc::SYS_prlimit64, rules(vec![other_process.clone()])?),
        (libc::SYS_sched_setaffinity, rules(vec![other_process.clone()])?),
        (libc::SYS_sched_setparam, rules(vec![other_process.clone()])?),
        (libc::SYS_sched_setscheduler, rules(vec![other_process.clone()])?),
        (libc::SYS_sched_setattr, rules(vec![other_process.clone()])?),
    ];
    for &call in about_others {
        refused.push((call, rules(vec![other_process.clone()])?));
    }
    if !has_own_processes {
        let other = none_of(1, &mut [0].into_iter())?;
        refused.push((libc::SYS_getpriority, rules(vec![other.clone()])?));
        refused.push((libc::SYS_ioprio_get, rules(vec![other])?));
        refused.push((libc::SYS_sched_setaffinity, Vec::new()));
    }
    Ok(refused)
}

/// About the lower half of an argument, which is all the kernel reads of those we ask about.
fn condition(
    argument: u8,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition, BackendError> {
    SeccompCondition::new(argument, SeccompCmpArgLen::Dword, operator, value)
}
