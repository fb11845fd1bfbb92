# Attempts on the cage, from a Python program; see attack.c, whose form of output and arguments this has.
import ctypes, errno, fcntl, glob, mmap, os, resource, signal, socket, subprocess, sys, time

HAS_NAMESPACES = sys.argv[1] == "namespaces"
OUTSIDE = int(sys.argv[2])
libc = ctypes.CDLL(None, use_errno=True)


def answer(act):
    try:
        act()
        return "done"
    except OSError as error:
        return errno.errorcode.get(error.errno, str(error))
    except MemoryError:
        return "MemoryError"
    except subprocess.CalledProcessError as error:
        return f"status {error.returncode}"


def tell(name, expected, act):
    print(f"{name}|{expected}|{answer(act)}", flush=True)


def value(name, expected, got):
    print(f"{name}|{expected}|{got}", flush=True)


def either(with_namespaces, without):
    return with_namespaces if HAS_NAMESPACES else without


def call(name, *arguments):
    if libc[name](*arguments) < 0:
        raise OSError(ctypes.get_errno(), name)


def sockets():
    kinds = {"stream": socket.SOCK_STREAM, "datagram": socket.SOCK_DGRAM, "raw": socket.SOCK_RAW}
    families = {"inet": socket.AF_INET, "inet6": socket.AF_INET6, "unix": socket.AF_UNIX, "netlink": socket.AF_NETLINK}
    for family, number in families.items():
        for kind, type_ in kinds.items():
            tell(f"socket {family} {kind}", "EPERM", lambda: socket.socket(number, type_))
    for kind, type_ in kinds.items():
        tell(f"pair {kind}", "done" if kind == "stream" else "EPERM", lambda: socket.socketpair(type=type_))
    tell("pair of packets", "done", lambda: socket.socketpair(type=socket.SOCK_SEQPACKET))
    one, _other = socket.socketpair()
    tell("send to an address", "EPERM", lambda: one.sendto(b"x", "/dev/log"))
    tell("send to a hidden address", "EPERM", lambda: one.sendto(b"x", b"\0hidden"))
    tell("send a descriptor", "EPERM", lambda: socket.send_fds(one, [b"x"], [0]))
    tell("connect a pair anew", "EPERM", lambda: one.connect("/dev/log"))
    tell("bind a pair", "EPERM", lambda: one.bind(b"\0name"))
    tell("listen on a pair", "EPERM", lambda: one.listen())
    tell("connect to this machine", "EPERM", lambda: socket.create_connection(("127.0.0.1", 80), timeout=1))


def files():
    for path in ["/etc", "/tmp", "/root", "/home", "/var/log", "/run", "/dev", "/", ".."]:
        tell(f"list {path}", "EACCES/ENOENT", lambda: os.listdir(path))
    for path in ["/etc/passwd", "/etc/group", "/etc/machine-id", "/proc/self/root/etc/passwd", "/proc/thread-self/root/etc/passwd"]:
        tell(f"read {path}", "EACCES/ENOENT", lambda: open(path))
    tell("read a kernel setting", "EACCES/ENOENT", lambda: open("/sys/kernel/mm/ksm/run"))
    tell("write a kernel setting", "EACCES/EPERM/EROFS", lambda: open("/proc/sys/vm/drop_caches", "w"))
    tell("write a process's setting", "EACCES/ENOENT", lambda: open("/proc/self/oom_score_adj", "w"))
    tell("write its own memory", "EACCES/ENOENT", lambda: open("/proc/self/mem", "r+b"))
    tell("write its own name", "EACCES/ENOENT", lambda: open("/proc/self/comm", "w"))
    tell("write a user map", "EACCES/ENOENT", lambda: open("/proc/self/uid_map", "w"))
    sealed = "EROFS/EACCES"
    tell("write in its folder", sealed, lambda: open("new", "w"))
    tell("append to itself", sealed, lambda: open("attack.py", "a"))
    tell("remove itself", sealed, lambda: os.remove("attack.py"))
    tell("move itself", sealed, lambda: os.rename("attack.py", "new"))
    tell("a folder", sealed, lambda: os.mkdir("new"))
    tell("a link", sealed, lambda: os.symlink("/etc", "new"))
    tell("empty itself", sealed, lambda: os.truncate("attack.py", 0))
    tell("its mode", "EPERM", lambda: os.chmod("attack.py", 0o777))
    tell("its owner", "EPERM", lambda: os.chown("attack.py", 0, 0))
    tell("its times", "EPERM", lambda: os.utime("attack.py"))
    tell("its attributes", "EPERM", lambda: os.setxattr("attack.py", "user.x", b"x"))
    tell("a system file's times", "EPERM", lambda: os.utime("/usr/bin/env"))
    tell("write a system file", "EROFS/EACCES", lambda: open("/usr/lib/os-release", "a"))
    tell("lock a system file", "EPERM", lambda: fcntl.flock(open("/usr/lib/os-release"), fcntl.LOCK_EX))
    tell("lock a part of a system file", "EPERM", lambda: fcntl.lockf(open("/usr/lib/os-release"), fcntl.LOCK_SH, 1, 7))
    tell("watch a folder", "EPERM", lambda: fcntl.fcntl(os.open("/usr/lib", os.O_RDONLY), fcntl.F_NOTIFY, 1))
    tell("watch by inotify", "ENOSYS", lambda: call("inotify_init1", 0))
    if HAS_NAMESPACES:
        temporary = os.environ["TMPDIR"]
        value("its temporary folder is empty", 0, len(os.listdir(temporary)))
        block = b"x" * (1 << 20)

        def flood():
            with open(f"{temporary}/flood", "wb") as file:
                while True:
                    file.write(block)

        tell("fill its temporary folder", "ENOSPC/EFBIG", flood)
        os.remove(f"{temporary}/flood")

        def many():
            for number in range(10_000):
                open(f"{temporary}/{number}", "w").close()

        tell("ten thousand temporary files", "ENOSPC", many)
        for file in glob.glob(f"{temporary}/*"):
            os.remove(file)
        tell("a socket's file", "EPERM", lambda: socket.socket(socket.AF_UNIX).bind(f"{temporary}/socket"))
    else:
        value("no temporary folder", False, "TMPDIR" in os.environ)
        tell("another's shared memory", "EACCES", lambda: os.listdir("/dev/shm"))
        tell("shared memory of its own", "EACCES", lambda: open("/dev/shm/cage-test-stray", "w"))


def memory():
    tell("much memory", "MemoryError", lambda: bytearray(10 << 30))
    tell("much private memory", "ENOMEM", lambda: mmap.mmap(-1, 10 << 30, flags=mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS))
    tell("shared memory", "EPERM", lambda: mmap.mmap(-1, 4096))
    tell("memory as a file", "EPERM", lambda: os.memfd_create("x"))
    tell("a device of zeros", "EACCES", lambda: open("/dev/zero"))
    for name in ["RLIMIT_DATA", "RLIMIT_NPROC", "RLIMIT_NOFILE", "RLIMIT_CPU", "RLIMIT_FSIZE", "RLIMIT_AS"]:
        number = getattr(resource, name)
        limit = resource.getrlimit(number)[1]

        def lift():
            try:
                resource.setrlimit(number, (limit, limit + 1))
            except ValueError as error:
                raise PermissionError(errno.EPERM, "refused") from error

        tell(f"lift {name}", "EPERM", lift)


def processes():
    hidden = either("ESRCH", "EPERM")
    tell("signal the arena", hidden, lambda: os.kill(OUTSIDE, 0))
    tell("end the arena", hidden, lambda: os.kill(OUTSIDE, signal.SIGKILL))
    tell("signal its parent", "EPERM", lambda: os.kill(os.getppid(), 0))
    tell("end its parent", "EPERM", lambda: os.kill(os.getppid(), signal.SIGKILL))
    # Where it reaches nobody the kernel says so in either way; the others are there to tell.
    tell("end everything", "ESRCH/EPERM/done", lambda: os.kill(-1, signal.SIGKILL))
    tell("become root", "EPERM", lambda: os.setuid(0))
    tell("join root's group", "EPERM", lambda: os.setgid(0))
    tell("drop its groups", "EPERM", lambda: os.setgroups([]))
    tell("be nicer than others", "EPERM", lambda: os.setpriority(os.PRIO_PROCESS, 0, -5))
    tell("trace its parent", "EPERM", lambda: call("ptrace", 16, os.getppid(), 0, 0))
    tell("be traced", "EPERM", lambda: call("ptrace", 0, 0, 0, 0))
    tell("a new root", "EPERM", lambda: os.chroot("."))
    tell("a mount", "EPERM", lambda: call("mount", b"x", b"/", b"tmpfs", 0, None))
    tell("a namespace", "EPERM", lambda: call("unshare", 0x10000000))
    tell("pin its parent", "EPERM", lambda: os.sched_setaffinity(os.getppid(), [0]))
    tell("rights by a set-user-id program", "status 1/EACCES/ENOENT", lambda: subprocess.run(
        ["/bin/su", "-c", "true"], stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=True))
    secrets = set(os.environ) - {"PATH", "LANG", "LC_ALL", "LC_CTYPE", "TZ", "TMPDIR", "PWD", "HOME", "BELLWETHER_CAGE_TEST"}
    value("nothing of our environment", set(), secrets or set())
    value("its home is its folder", True, os.environ["HOME"] == os.getcwd())
    value("is not root", True, 0 not in os.getresuid() + os.getresgid())
    value("no group besides", True, set(os.getgroups()) <= {os.getgid()} | {65534})
    child = subprocess.run(["/bin/sh", "-c", "cat /etc/passwd"], capture_output=True)
    value("a child is caged, too", 1, child.returncode)
    value("and reads nothing", b"", child.stdout)
    if HAS_NAMESPACES:
        seen = sorted(int(name) for name in os.listdir("/proc") if name.isdigit())
        value("sees its own processes only", True, seen[0] == 1 and len(seen) == 2)
        value("the machine's name is hidden", "cage", os.uname().nodename)


def ending(name):
    if name == "memory-children":
        for _ in range(8):
            if os.fork() == 0:
                mine = bytearray(os.urandom(1 << 20) * 48)
                time.sleep(300)
        time.sleep(300)
    if name == "daemons-memory":
        for _ in range(8):
            if os.fork() == 0:
                os.setsid()
                if os.fork():
                    os._exit(0)
                mine = bytearray(os.urandom(1 << 20) * 48)
                time.sleep(300)
        time.sleep(300)
    if name == "cpu-threads":
        import threading
        for _ in range(4):
            threading.Thread(target=lambda: sum(iter(int, 1))).start()
    if name == "cpu-processes":
        for _ in range(4):
            if os.fork() == 0:
                while True:
                    pass
        time.sleep(300)
    if name == "deaf":
        for number in set(signal.Signals) - {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_IGN)
        while True:
            pass


if len(sys.argv) > 3:
    ending(sys.argv[3])
    sys.exit(99)
open_files = [number for number in range(4, 64) if answer(lambda: os.fstat(number)) == "done"]
value("no inherited descriptors", [], open_files)
sockets()
files()
memory()
processes()
print("end|done|done")
