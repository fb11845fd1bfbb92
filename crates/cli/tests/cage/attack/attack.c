// Attempts on the cage, from a C program. `attack MODE OUTSIDE` makes all that a process survives and prints a line each:
// the attempt, the answer it must get, the answer it got. `attack MODE OUTSIDE NAME` makes one that the cage must end.
// MODE is `namespaces` or `none`; OUTSIDE is the number of a process outside.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

static int has_namespaces;
static int outside;

static const char *answer(long result) {
    static char text[64];
    if (result >= 0) return "done";
    const char *name = strerrorname_np(errno);
    snprintf(text, sizeof text, "%s", name ? name : "unknown");
    return text;
}

static void tell(const char *name, const char *expected, long result) {
    printf("%s|%s|%s\n", name, expected, answer(result));
    fflush(stdout);
}

// A number instead of an outcome.
static void value(const char *name, long expected, long got) {
    printf("%s|%ld|%ld\n", name, expected, got);
}

// What is expected with namespaces, and without.
static const char *either(const char *with, const char *without) { return has_namespaces ? with : without; }

struct call { const char *name; long number; };
#define C(name) { #name, SYS_##name }

// Refused whatever the arguments are.
static const struct call REFUSED[] = {
    C(socket), C(connect), C(bind), C(listen), C(accept), C(accept4), C(sendmsg), C(sendmmsg), C(flock), C(ptrace),
    C(process_vm_readv), C(process_vm_writev), C(kcmp), C(pidfd_getfd), C(unshare), C(setns), C(mount), C(umount2),
    C(pivot_root), C(chroot), C(fsopen), C(fsmount), C(open_tree), C(move_mount), C(mount_setattr),
    C(open_by_handle_at), C(name_to_handle_at), C(mknodat), C(fchmod), C(fchmodat), C(fchown), C(fchownat),
    C(setxattr), C(lsetxattr), C(fsetxattr), C(removexattr), C(lremovexattr), C(fremovexattr), C(utimensat),
    C(memfd_create), C(shmget), C(shmat), C(semget), C(msgget), C(mq_open), C(keyctl), C(add_key), C(request_key),
    C(bpf), C(perf_event_open), C(userfaultfd), C(io_uring_setup), C(kexec_load), C(init_module), C(finit_module),
    C(delete_module), C(swapon), C(reboot), C(setpriority), C(setuid), C(setgid), C(setgroups), C(setresuid),
    C(setresgid), C(capset), C(personality), C(syslog), C(acct), C(quotactl),
#ifdef __x86_64__
    C(chmod), C(chown), C(lchown), C(mknod), C(utime), C(utimes), C(futimesat),
#endif
};

// Not there at all.
static const struct call MISSING[] = {
    C(clone3), C(io_uring_enter), C(io_uring_register), C(inotify_init1), C(inotify_add_watch), C(fanotify_init),
    C(fanotify_mark), C(vmsplice), C(splice), C(tee), C(process_madvise), C(shmctl), C(shmdt), C(semop), C(semctl),
    C(semtimedop), C(msgsnd), C(msgrcv), C(msgctl), C(mq_unlink), C(mq_timedsend), C(mq_timedreceive), C(mq_notify),
    C(migrate_pages), C(move_pages), C(mbind), C(set_mempolicy), C(remap_file_pages), C(sethostname),
    C(setdomainname), C(settimeofday), C(clock_settime), C(clock_adjtime), C(adjtimex), C(setfsuid), C(setfsgid),
    C(setreuid), C(setregid), C(ioprio_set), C(kexec_file_load), C(fspick), C(fsconfig), C(swapoff), C(vhangup),
    C(getxattr), C(listxattr), C(sync), C(syncfs), C(io_setup), C(io_submit), C(quotactl_fd), C(nfsservctl),
    { "memfd_secret", 447 }, { "process_mrelease", 448 }, { "cachestat", 451 }, { "fchmodat2", 452 },
    { "map_shadow_stack", 453 }, { "statmount", 457 }, { "listmount", 458 }, { "lsm_set_self_attr", 460 },
    { "setxattrat", 463 }, { "open_tree_attr", 467 }, { "file_setattr", 469 }, { "not yet invented", 600 },
    { "no call at all", 100000 },
#ifdef __x86_64__
    C(inotify_init), C(modify_ldt), C(iopl), C(ioperm), C(uselib), C(sysfs), C(ustat),
    { "socket by the x32 interface", 0x40000000 + SYS_socket },
#endif
};

static void by_number(void) {
    for (size_t i = 0; i < sizeof REFUSED / sizeof *REFUSED; i++)
        tell(REFUSED[i].name, "EPERM", syscall(REFUSED[i].number, -1L, 0L, 0L, 0L, 0L, 0L));
    for (size_t i = 0; i < sizeof MISSING / sizeof *MISSING; i++)
        tell(MISSING[i].name, "ENOSYS", syscall(MISSING[i].number, -1L, 0L, 0L, 0L, 0L, 0L));
}

static void sockets(void) {
    int pair[2];
    char name[64];
    for (int type = 0; type < 16; type++) {
        int is_open = type == SOCK_STREAM || type == SOCK_SEQPACKET;
        snprintf(name, sizeof name, "a pair of type %d", type);
        tell(name, is_open ? "done" : "EPERM", socketpair(AF_UNIX, type, 0, pair));
        if (is_open) { close(pair[0]); close(pair[1]); }
    }
    int flags[] = { SOCK_CLOEXEC, SOCK_NONBLOCK, SOCK_CLOEXEC | SOCK_NONBLOCK };
    for (int i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "a raw pair with flags %x", flags[i]);
        tell(name, "EPERM", socketpair(AF_UNIX, SOCK_RAW | flags[i], 0, pair));
        snprintf(name, sizeof name, "a datagram pair with flags %x", flags[i]);
        tell(name, "EPERM", socketpair(AF_UNIX, SOCK_DGRAM | flags[i], 0, pair));
        snprintf(name, sizeof name, "a stream pair with flags %x", flags[i]);
        tell(name, "done", socketpair(AF_UNIX, SOCK_STREAM | flags[i], 0, pair));
        close(pair[0]); close(pair[1]);
    }
    tell("a raw pair, high bits set", "EPERM",
         syscall(SYS_socketpair, AF_UNIX, (1L << 32) | SOCK_RAW, 0, pair));
    int families[] = { AF_INET, AF_INET6, AF_NETLINK, AF_PACKET, AF_ALG, AF_VSOCK };
    for (int i = 0; i < 6; i++) {
        snprintf(name, sizeof name, "a pair of family %d", families[i]);
        tell(name, "EPERM", socketpair(families[i], SOCK_STREAM, 0, pair));
    }
    socketpair(AF_UNIX, SOCK_SEQPACKET, 0, pair);
    struct sockaddr_un address = { .sun_family = AF_UNIX };
    strcpy(address.sun_path, "/dev/log");
    tell("sendto without an address", "done", sendto(pair[0], "x", 1, 0, NULL, 0));
    tell("sendto with an address", "EPERM",
         sendto(pair[0], "x", 1, 0, (struct sockaddr *)&address, sizeof address));
    char room[CMSG_SPACE(sizeof(int))];
    struct iovec data = { "x", 1 };
    struct msghdr message = { .msg_iov = &data, .msg_iovlen = 1, .msg_control = room, .msg_controllen = sizeof room };
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET, header->cmsg_type = SCM_RIGHTS, header->cmsg_len = CMSG_LEN(sizeof(int));
    memcpy(CMSG_DATA(header), &pair[1], sizeof(int));
    tell("sendmsg with a descriptor", "EPERM", sendmsg(pair[0], &message, 0));
    struct { const char *name; int option; } options[] = {
        { "SO_SNDBUF", SO_SNDBUF }, { "SO_RCVBUF", SO_RCVBUF }, { "SO_SNDBUFFORCE", SO_SNDBUFFORCE },
        { "SO_RCVBUFFORCE", SO_RCVBUFFORCE }, { "SO_ATTACH_FILTER", SO_ATTACH_FILTER },
        { "SO_ATTACH_BPF", SO_ATTACH_BPF },
    };
    int much = 1 << 30;
    for (int i = 0; i < 6; i++)
        tell(options[i].name, "EPERM", setsockopt(pair[0], SOL_SOCKET, options[i].option, &much, sizeof much));
    close(pair[0]); close(pair[1]);
}

static void descriptors(void) {
    struct { const char *name; int command; } refused[] = {
        { "F_SETLK", F_SETLK }, { "F_SETLKW", F_SETLKW }, { "F_GETLK", F_GETLK }, { "F_OFD_SETLK", F_OFD_SETLK },
        { "F_OFD_SETLKW", F_OFD_SETLKW }, { "F_OFD_GETLK", F_OFD_GETLK }, { "F_SETLEASE", F_SETLEASE },
        { "F_GETLEASE", F_GETLEASE }, { "F_NOTIFY", F_NOTIFY }, { "F_SETOWN", F_SETOWN },
        { "F_SETOWN_EX", F_SETOWN_EX }, { "F_SETSIG", F_SETSIG }, { "F_SETPIPE_SZ", F_SETPIPE_SZ },
        { "F_ADD_SEALS", F_ADD_SEALS }, { "F_GET_RW_HINT", 1035 }, { "F_SET_RW_HINT", 1036 },
        { "F_SET_FILE_RW_HINT", 1038 }, { "an unknown fcntl", 2000 },
    };
    int file = open("/usr/bin/env", O_RDONLY);
    struct flock lock = { .l_type = F_RDLCK };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++)
        tell(refused[i].name, "EPERM", fcntl(file, refused[i].command, &lock));
    tell("F_DUPFD", "done", close(fcntl(file, F_DUPFD, 0)));
    tell("F_GETFL", "done", fcntl(file, F_GETFL));
    tell("flock on a program both may read", "EPERM", flock(file, 1));
    struct { const char *name; unsigned long request; } ioctls[] = {
        { "TCSETS", TCSETS }, { "TCSETSW", TCSETSW }, { "TCSETSF", TCSETSF }, { "TCSETS2", 0x402c542b },
        { "TIOCSTI", TIOCSTI }, { "TIOCLINUX", 0x541c }, { "TIOCSCTTY", TIOCSCTTY }, { "TIOCSPGRP", TIOCSPGRP },
        { "TIOCSWINSZ", TIOCSWINSZ }, { "TIOCSETD", TIOCSETD }, { "TIOCCONS", TIOCCONS }, { "TIOCEXCL", TIOCEXCL },
        { "TCFLSH", TCFLSH }, { "TCXONC", TCXONC }, { "FIOASYNC", FIOASYNC }, { "FIOSETOWN", 0x8901 },
        { "SIOCSPGRP", 0x8902 }, { "SIOCGIFCONF", 0x8912 }, { "FS_IOC_SETFLAGS", 0x40086602 },
        { "FS_IOC_GETFLAGS", 0x80086601 }, { "FS_IOC_FSSETXATTR", 0x401c5820 }, { "FS_IOC_SETVERSION", 0x40087602 },
        { "FS_IOC_ADD_ENCRYPTION_KEY", 0xc0506617 }, { "FICLONE", 0x40049409 }, { "FIDEDUPERANGE", 0xc0189436 },
        { "FIFREEZE", 0xc0045877 }, { "FITRIM", 0xc0185879 }, { "FIEMAP", 0xc020660b }, { "NS_GET_USERNS", 0xb701 },
        { "SECCOMP_IOCTL_NOTIF_RECV", 0xc0502100 }, { "TIOCSTI, high bits set", (1UL << 32) | TIOCSTI },
    };
    int nothing = 0;
    for (size_t i = 0; i < sizeof ioctls / sizeof *ioctls; i++)
        tell(ioctls[i].name, "EPERM", syscall(SYS_ioctl, file, ioctls[i].request, &nothing));
    int flags = 0x40;
    tell("a flag on its own file", "EPERM", ioctl(open("attack", O_RDONLY), 0x40086602, &flags));
    int ends[2];
    tell("a pipe", "done", pipe(ends));
    tell("FIONREAD", "done", ioctl(ends[0], FIONREAD, &nothing));
    tell("TCGETS on what is no terminal", "ENOTTY", ioctl(ends[0], TCGETS, &(char[256]){ 0 }));
    close(ends[0]); close(ends[1]); close(file);
}

static long mapped(size_t bytes, int protection, int flags) {
    void *at = mmap(NULL, bytes, protection, flags, -1, 0);
    if (at == MAP_FAILED) return -1;
    munmap(at, bytes);
    return 0;
}

static void memory(void) {
    int both = PROT_READ | PROT_WRITE, own = MAP_PRIVATE | MAP_ANONYMOUS;
    tell("memory beyond the limit", "ENOMEM", mapped(10UL << 30, both, own));
    tell("memory beyond the limit, unreserved", "ENOMEM", mapped(10UL << 30, both, own | MAP_NORESERVE));
    tell("a terabyte of addresses", "ENOMEM", mapped(1UL << 40, PROT_NONE, own | MAP_NORESERVE));
    tell("a terabyte to read", "ENOMEM", mapped(1UL << 40, PROT_READ, own | MAP_NORESERVE));
    tell("shared memory", "EPERM", mapped(4096, both, MAP_SHARED | MAP_ANONYMOUS));
    tell("shared memory, validated", "EPERM", mapped(4096, both, 3 | MAP_ANONYMOUS));
    tell("memory that grows down", "EPERM", mapped(1 << 20, both, own | MAP_GROWSDOWN));
    tell("memory that grows down, as a stack", "EPERM", mapped(1 << 20, both, own | MAP_GROWSDOWN | MAP_STACK));
    tell("huge pages", "EPERM", mapped(2 << 20, both, own | MAP_HUGETLB));
    tell("memory at address 0", "EPERM", mmap(NULL, 4096, both, own | MAP_FIXED, -1, 0) == MAP_FAILED ? -1 : 0);
    char *page = mmap(NULL, 10UL << 30, PROT_READ, own | MAP_NORESERVE, -1, 0);
    tell("reading made writing", "ENOMEM", mprotect(page, 10UL << 30, both));
    munmap(page, 10UL << 30);
    page = mmap(NULL, 4096, both, own, -1, 0);
    tell("memory made larger", "ENOMEM", mremap(page, 4096, 10UL << 30, MREMAP_MAYMOVE) == MAP_FAILED ? -1 : 0);
    tell("the heap made larger", "ENOMEM", sbrk(8L << 30) == (void *)-1 ? -1 : 0);
    char *locked = mmap(NULL, 1 << 20, both, own, -1, 0);
    tell("locked memory", "ENOMEM", mlock(locked, 1 << 20));
    tell("all memory locked", "ENOMEM", mlockall(MCL_CURRENT));
}

static void limits(void) {
    struct { const char *name; int resource; } all[] = {
        { "RLIMIT_DATA", RLIMIT_DATA }, { "RLIMIT_AS", RLIMIT_AS }, { "RLIMIT_NPROC", RLIMIT_NPROC },
        { "RLIMIT_NOFILE", RLIMIT_NOFILE }, { "RLIMIT_FSIZE", RLIMIT_FSIZE }, { "RLIMIT_CPU", RLIMIT_CPU },
        { "RLIMIT_CORE", RLIMIT_CORE }, { "RLIMIT_MEMLOCK", RLIMIT_MEMLOCK }, { "RLIMIT_STACK", RLIMIT_STACK },
        { "RLIMIT_SIGPENDING", RLIMIT_SIGPENDING }, { "RLIMIT_MSGQUEUE", RLIMIT_MSGQUEUE },
        { "RLIMIT_RTPRIO", RLIMIT_RTPRIO },
    };
    char name[64];
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        struct rlimit limit;
        getrlimit(all[i].resource, &limit);
        limit.rlim_max += 1;
        snprintf(name, sizeof name, "%s raised", all[i].name);
        tell(name, "EPERM", setrlimit(all[i].resource, &limit));
    }
    struct rlimit limit;
    tell("another's limits", "EPERM", prlimit(getppid(), RLIMIT_NOFILE, NULL, &limit));
    int opened = 0;
    while (dup(1) >= 0) opened++;
    tell("too many files", "EMFILE", -1);
    value("fewer than 256 of them", 1, opened < 256);
    closefrom(3);
}

static void processes(void) {
    struct { const char *name; long flags; } clones[] = {
        { "CLONE_NEWUSER", CLONE_NEWUSER }, { "CLONE_NEWPID", CLONE_NEWPID }, { "CLONE_NEWNET", CLONE_NEWNET },
        { "CLONE_NEWIPC", CLONE_NEWIPC }, { "CLONE_NEWUTS", CLONE_NEWUTS }, { "CLONE_NEWNS", CLONE_NEWNS },
        { "CLONE_NEWCGROUP", CLONE_NEWCGROUP }, { "all namespaces", 0x7e020000 },
        { "a thread with files of its own", CLONE_THREAD | CLONE_SIGHAND | CLONE_VM },
    };
    for (size_t i = 0; i < sizeof clones / sizeof *clones; i++)
        tell(clones[i].name, "EPERM", syscall(SYS_clone, clones[i].flags, 0L, 0L, 0L, 0L));
    const char *hidden = either("ESRCH", "EPERM");
    tell("the parent killed", "EPERM", kill(getppid(), SIGKILL));
    tell("the arena killed", hidden, kill(outside, SIGKILL));
    tell("the arena's group killed", "ESRCH/EPERM", kill(-outside, SIGKILL));
    tell("the arena stopped", hidden, kill(outside, SIGSTOP));
    tell("the arena's thread signalled", hidden, syscall(SYS_tgkill, outside, outside, SIGTERM));
    tell("the arena's thread signalled, the old way", hidden, syscall(SYS_tkill, outside, SIGTERM));
    siginfo_t info = { .si_code = SI_QUEUE };
    tell("a signal queued for the arena", hidden, syscall(SYS_rt_sigqueueinfo, outside, SIGTERM, &info));
    int descriptor = syscall(SYS_pidfd_open, outside, 0);
    tell("the arena's descriptor used", either("EBADF", "EPERM"),
         syscall(SYS_pidfd_send_signal, descriptor, SIGTERM, NULL, 0));
    tell("the arena made a group's member", "ESRCH", setpgid(outside, 0));
    unsigned long mask = 1;
    struct sched_param priority = { .sched_priority = 1 };
    tell("the arena pinned", "EPERM", sched_setaffinity(outside, sizeof mask, (cpu_set_t *)&mask));
    tell("the arena scheduled", "EPERM", sched_setscheduler(outside, SCHED_IDLE, &priority));
    tell("its own real-time priority", "EPERM", sched_setscheduler(0, SCHED_FIFO, &priority));
    // What one process shows of itself another could read.
    tell("its own pins set", either("done", "EPERM"),
         (sched_getaffinity(0, sizeof mask, (cpu_set_t *)&mask), sched_setaffinity(0, sizeof mask, (cpu_set_t *)&mask)));
    tell("the arena's pins read", either("ESRCH", "done"), syscall(SYS_sched_getaffinity, outside, sizeof mask, &mask));
    tell("the arena's scheduling read", hidden, syscall(SYS_sched_getscheduler, outside));
    tell("the arena's group read", hidden, getpgid(outside));
    tell("the arena's session read", hidden, getsid(outside));
    errno = 0;
    tell("the arena's niceness read", hidden, syscall(SYS_getpriority, PRIO_PROCESS, outside));
    value("is not root", 1, getuid() != 0 && geteuid() != 0);
    tell("root again", "EPERM", setresuid(0, 0, 0));
    value("no new rights", 1, prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    tell("new rights allowed", "EINVAL", prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0));
    tell("the filter lifted", "EINVAL", prctl(PR_SET_SECCOMP, 0, 0, 0, 0));
    struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
    struct sock_fprog program = { 1, &allow };
    tell("a wider filter added", "done", prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0));
    tell("a socket after that", "EPERM", socket(AF_INET, SOCK_STREAM, 0));
    tell("the host's name", "ENOSYS", sethostname("x", 1));
}

static void files(void) {
    // What is there on most machines; what is not there cannot be read either.
    const char *closed[] = {
        "/etc/passwd", "/etc/shadow", "/etc/hosts", "/etc/fstab", "/etc", "/root", "/home", "/tmp", "/var/log", "/var/lib",
        "/run", "/boot", "/dev", "/dev/zero", "/dev/full", "/dev/tty", "/dev/pts", "/dev/mem", "/dev/kmsg", "/dev/kvm",
        "/dev/fuse", "/dev/net/tun", "/dev/ptmx", "/sys/fs/cgroup", "/sys/class", "/sys/kernel/debug", "..", "/",
        "/proc/1/environ", "/proc/1/mem", "/proc/1/maps", "/proc/1/root", "/proc/1/cwd", "/proc/1/fd/0", "/proc/kcore",
        "/proc/self/root/etc/passwd", "/proc/self/cwd/..", "/usr/../etc/passwd", "/usr/bin/../../etc/passwd",
    };
    char name[128], target[16];
    for (size_t i = 0; i < sizeof closed / sizeof *closed; i++) {
        snprintf(name, sizeof name, "reading %s", closed[i]);
        tell(name, "EACCES/EPERM/ENOENT", open(closed[i], O_RDONLY));
    }
    const char *sealed = "EROFS/EACCES";
    const char *unwritten[] = { "new", "attack", "/usr/new", "/usr/bin/env", "/tmp/cage-test-stray", "/var/tmp/x", "/etc/x" };
    for (size_t i = 0; i < sizeof unwritten / sizeof *unwritten; i++) {
        snprintf(name, sizeof name, "writing %s", unwritten[i]);
        tell(name, "EROFS/EACCES/ETXTBSY", open(unwritten[i], O_WRONLY | O_CREAT, 0600));
    }
    tell("a file without a name", "EROFS/EACCES/EOPNOTSUPP", open(".", O_TMPFILE | O_RDWR, 0600));
    tell("mkdir", sealed, mkdir("new", 0700));
    tell("symlink", sealed, symlink("/etc/passwd", "new"));
    tell("link of another's file", "EROFS/EACCES/EXDEV/EPERM", link("/etc/passwd", "new"));
    tell("rename", sealed, rename("attack", "attack2"));
    tell("unlink", sealed, unlink("attack"));
    tell("truncate", "EROFS/EACCES/ETXTBSY", truncate("attack", 0));
    tell("fifo", "EPERM", mkfifo("new", 0600));
    int path = open("/etc/passwd", O_PATH);
    snprintf(name, sizeof name, "/proc/self/fd/%d", path);
    tell("a path opened again", "EACCES/ENOENT", open(name, O_RDONLY));
    tell("a path read", "EBADF", read(path, name, 1));
    tell("a path run", "EACCES", syscall(SYS_execveat, path, "", NULL, NULL, AT_EMPTY_PATH));
    tell("a path linked", "EROFS/EACCES/EXDEV/ENOENT/EPERM", linkat(path, "", AT_FDCWD, "new", AT_EMPTY_PATH));
    close(path);
    path = open("/etc", O_PATH | O_DIRECTORY);
    tell("below a path", "EACCES", openat(path, "passwd", O_RDONLY));
    if (fchdir(path) == 0) tell("in another folder", "EACCES", open("passwd", O_RDONLY));
    else tell("in another folder", "EACCES/ENOENT", -1);
    close(path);
    tell("the arena's memory", "EACCES/ENOENT", (snprintf(name, sizeof name, "/proc/%d/mem", outside), open(name, O_RDONLY)));
    tell("the arena's environment", "EACCES/ENOENT",
         (snprintf(name, sizeof name, "/proc/%d/environ", outside), open(name, O_RDONLY)));
    tell("the arena's files", "EACCES/ENOENT",
         (snprintf(name, sizeof name, "/proc/%d/fd/0", outside), open(name, O_RDONLY)));
    tell("the arena's folder by a link", "EACCES/ENOENT",
         (snprintf(name, sizeof name, "/proc/%d/root", outside), readlink(name, target, 10)));
}

// ---- What the cage must end.

static void burn(void) { for (volatile unsigned long i = 0;; i++) { } }

static void fill(size_t bytes) {
    char *at = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (at == MAP_FAILED) _exit(9);
    for (size_t i = 0; i < bytes; i += 4096) at[i] = 1 + (char)(i >> 12);
}

// Eight processes together over the limit, each below it.
static void eight(void (*prepare)(void)) {
    for (int i = 0; i < 8; i++)
        if (fork() == 0) { prepare(); fill(48 << 20); pause(); }
    pause();
}

static void nothing(void) { }
static void rename_self(void) { prctl(PR_SET_NAME, "\xff\xfe\n)", 0, 0, 0); }
static void hide_self(void) { prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); }

static void *filler(void *unused) { (void)unused; fill(48 << 20); pause(); return NULL; }
static void *burner(void *unused) { (void)unused; burn(); return NULL; }
static void leave(void *(*other)(void *)) {
    pthread_t thread;
    pthread_create(&thread, NULL, other, NULL);
    // The first thread ends; the process goes on.
    syscall(SYS_exit, 0);
}

static void leaderless(void) {
    for (int i = 0; i < 8; i++)
        if (fork() == 0) leave(filler);
    pause();
}

static void page_tables(void) {
    size_t bytes = 200UL << 30;
    char *at = mmap(NULL, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (at == MAP_FAILED) _exit(9);
    madvise(at, bytes, MADV_NOHUGEPAGE);
    volatile char sum = 0;
    for (size_t i = 0; i < bytes; i += 2 << 20) sum += at[i];
    pause();
}

static void socket_buffers(void) {
    static char block[4096];
    int pair[2];
    while (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair) == 0)
        for (int end = 0; end < 2; end++)
            while (write(pair[end], block, sizeof block) > 0) { }
    pause();
}

static void pipe_buffers(void) {
    static char block[4096];
    for (int i = 0; i < 16; i++)
        if (fork() == 0) {
            int ends[2];
            while (pipe2(ends, O_NONBLOCK) == 0)
                while (write(ends[1], block, sizeof block) > 0) { }
            pause();
        }
    pause();
}

// A little work for about 20 ms.
static void work(void) { for (volatile unsigned long i = 0; i < 20000000; i++) { } }

static void unreaped(void) {
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        pid_t child = fork();
        if (child == 0) { work(); _exit(0); }
        // Returns when there is no child any more.
        while (waitpid(child, NULL, 0) < 0 && errno == EINTR) { }
    }
}

static void orphaned(void) {
    for (;;) {
        pid_t child = fork();
        if (child == 0) {
            if (fork() == 0) { work(); _exit(0); }
            _exit(0);
        }
        waitpid(child, NULL, 0);
        usleep(20000);
    }
}

static void bomb(void) {
    for (int i = 0; i < 500; i++)
        if (fork() == 0) { rename_self(); pause(); }
    printf("stopped\n");
    exit(0);
}

static void old_interface(void) {
#ifdef __x86_64__
    // `getpid` of the 32-bit interface.
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory");
    printf("answered\n");
#else
    raise(SIGSYS);
#endif
    exit(0);
}

static void ending(const char *name) {
    if (!strcmp(name, "memory")) eight(nothing);
    if (!strcmp(name, "memory-renamed")) eight(rename_self);
    if (!strcmp(name, "memory-hidden")) eight(hide_self);
    if (!strcmp(name, "memory-leaderless")) leaderless();
    if (!strcmp(name, "page-tables")) page_tables();
    if (!strcmp(name, "socket-buffers")) socket_buffers();
    if (!strcmp(name, "pipe-buffers")) pipe_buffers();
    if (!strcmp(name, "cpu")) burn();
    if (!strcmp(name, "cpu-renamed")) { rename_self(); burn(); }
    if (!strcmp(name, "cpu-leaderless")) leave(burner);
    if (!strcmp(name, "cpu-unreaped")) unreaped();
    if (!strcmp(name, "cpu-orphaned")) orphaned();
    if (!strcmp(name, "bomb-renamed")) bomb();
    if (!strcmp(name, "old-interface")) old_interface();
    fprintf(stderr, "no such attempt: %s\n", name);
    exit(99);
}

int main(int count, char **words) {
    has_namespaces = !strcmp(words[1], "namespaces");
    outside = atoi(words[2]);
    if (count > 3) ending(words[3]);
    by_number();
    sockets();
    descriptors();
    memory();
    limits();
    processes();
    files();
    printf("end|done|done\n");
    return 0;
}
