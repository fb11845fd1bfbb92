//! What a bot must not do, tried in every setting.

use std::fs;
use std::os::unix::fs::symlink;
use std::process::{Command, Stdio};

use bellwether_cage::CageExit;

use crate::caged_folder::{CagedFolder, Setting};

/// A program, and the lines it must print.
struct Violation {
    program: &'static str,
    expected: &'static str,
}

const VIOLATIONS: &[Violation] = &[
    Violation {
        program: "tell('passwd', lambda: open('/etc/passwd'))\n\
                  tell('etc', lambda: os.listdir('/etc'))\n\
                  tell('tmp', lambda: os.listdir('/tmp'))\n\
                  tell('above', lambda: os.listdir('..'))\n\
                  tell('root', lambda: os.listdir('/root'))\n\
                  tell('detour', lambda: open('/proc/self/root/etc/passwd'))\n\
                  tell('own', lambda: os.listdir('.'))\n",
        expected: "passwd EACCES\netc EACCES\ntmp EACCES\nabove EACCES\nroot EACCES\ndetour EACCES\nown done\n",
    },
    Violation {
        program: "import socket\n\
                  tell('tcp', lambda: socket.socket())\n\
                  tell('udp', lambda: socket.socket(type=socket.SOCK_DGRAM))\n\
                  tell('unix', lambda: socket.socket(socket.AF_UNIX))\n\
                  tell('netlink', lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW, 0))\n\
                  tell('pair', lambda: socket.socketpair())\n\
                  tell('letters', lambda: socket.socketpair(type=socket.SOCK_DGRAM))\n",
        expected: "tcp EPERM\nudp EPERM\nunix EPERM\nnetlink EPERM\npair done\nletters EPERM\n",
    },
    Violation {
        program: "import mmap\n\
                  tell('plain', lambda: bytearray(10 << 30))\n\
                  tell('private', lambda: mmap.mmap(-1, 10 << 30, flags=mmap.MAP_PRIVATE|mmap.MAP_ANONYMOUS))\n\
                  tell('shared', lambda: mmap.mmap(-1, 10 << 30))\n\
                  tell('memfd', lambda: os.memfd_create('x'))\n\
                  tell('zero', lambda: open('/dev/zero'))\n",
        expected: "plain MemoryError\nprivate ENOMEM\nshared EPERM\nmemfd EPERM\nzero EACCES\n",
    },
    Violation {
        program: "files = []\n\
                  def many():\n\
                  \x20   while len(files) < 300: files.append(open('/dev/null'))\n\
                  tell('files', many)\n",
        expected: "files EMFILE\n",
    },
    Violation {
        program: "tell('write', lambda: open('new', 'w'))\n\
                  tell('append', lambda: open('bot.py', 'a'))\n\
                  tell('empty', lambda: os.truncate('bot.py', 0))\n\
                  tell('remove', lambda: os.remove('bot.py'))\n\
                  tell('mode', lambda: os.chmod('bot.py', 0o777))\n\
                  tell('times', lambda: os.utime('bot.py'))\n\
                  tell('tmp', lambda: open('/tmp/cage-test-stray', 'w'))\n",
        expected: "write EACCES\nappend EACCES\nempty EACCES\nremove EACCES\nmode EPERM\ntimes EPERM\ntmp EACCES\n",
    },
    Violation {
        program: "import ctypes\n\
                  libc = ctypes.CDLL(None, use_errno=True)\n\
                  def call(name, *arguments):\n\
                  \x20   if libc[name](*arguments) < 0: raise OSError(ctypes.get_errno(), name)\n\
                  tell('ptrace', lambda: call('ptrace', 16, os.getppid(), 0, 0))\n\
                  tell('unshare', lambda: call('unshare', 0x10000000))\n\
                  tell('mount', lambda: call('mount', b'x', b'/', b'tmpfs', 0, None))\n\
                  tell('chroot', lambda: call('chroot', b'.'))\n\
                  tell('shmget', lambda: call('shmget', 0, 4096, 0o1600))\n\
                  numbers = [56, 250, 321] if os.uname().machine == 'x86_64' else [220, 219, 280]\n\
                  tell('clone', lambda: call('syscall', numbers[0], 0x10000011, 0, 0, 0, 0))\n\
                  tell('clone3', lambda: call('syscall', 435, 0, 0))\n\
                  tell('io_uring', lambda: call('syscall', 425, 1, 0))\n\
                  tell('keyctl', lambda: call('syscall', numbers[1], 0, 0))\n\
                  tell('bpf', lambda: call('syscall', numbers[2], 0, 0, 0))\n\
                  tell('handle', lambda: call('open_by_handle_at', 0, 0, 0))\n\
                  tell('setuid', lambda: os.setuid(0))\n\
                  tell('nice', lambda: os.setpriority(os.PRIO_USER, 0, 19))\n\
                  tell('watch', lambda: call('inotify_init1', 0))\n\
                  tell('pin', lambda: os.sched_setaffinity(os.getppid(), [0]))\n",
        expected: "ptrace EPERM\nunshare EPERM\nmount EPERM\nchroot EPERM\nshmget EPERM\nclone EPERM\nclone3 ENOSYS\n\
                   io_uring EPERM\nkeyctl EPERM\nbpf EPERM\nhandle EPERM\nsetuid EPERM\n\
                   nice EPERM\nwatch ENOSYS\npin EPERM\n",
    },
    Violation {
        program: "print(sorted(set(os.environ) - {'PATH', 'LANG', 'LC_ALL', 'LC_CTYPE', 'TZ', 'TMPDIR', 'PWD'}))\n\
                  print(os.environ['HOME'] == os.getcwd(), os.getuid() == 0)\n\
                  tell('keeper', lambda: open('/proc/1/environ').read())\n",
        expected: "['BELLWETHER_CAGE_TEST', 'HOME']\nTrue False\nkeeper EACCES\n",
    },
];

fn all(setting: Setting) {
    if !setting.is_whole() {
        return;
    }
    for violation in VIOLATIONS {
        let caged = CagedFolder::new(setting);
        let ended = caged.run(caged.python(violation.program));
        // Where mounts are read-only, they answer first.
        let out = ended.out.replace("EROFS", "EACCES");
        assert_eq!(out, violation.expected, "{setting:?}: {}\n{}", violation.program, ended.err);
        assert_eq!(ended.exit, CageExit::Exited(0));
    }
    neighbours(setting);
    inherited(setting);
    own_folder(setting);
    signals(setting);
    fork_bomb(setting);
    memory_of_many(setting);
    processor_time(setting);
    reading_leaves_no_trace(setting);
}

#[test]
fn violations_with_namespaces() {
    all(Setting::PLAIN);
}

#[test]
fn violations_as_an_ordinary_user() {
    all(Setting::NOBODY);
}

#[test]
fn violations_where_namespaces_are_refused() {
    all(Setting::REFUSED);
}

#[test]
fn violations_as_an_ordinary_user_where_namespaces_are_refused() {
    all(Setting::NOBODY_REFUSED);
}

/// Another bot's files stay unseen, even if this bot's own name them as its interpreter.
fn neighbours(setting: Setting) {
    let (other, caged) = (CagedFolder::new(setting), CagedFolder::new(setting));
    for folder in ["bin", "lib"] {
        fs::create_dir(other.folder.join(folder)).unwrap();
    }
    let secret = other.file("bin/secret", "#!/bin/sh\necho secret\n");
    let look = format!("tell('other', lambda: open('{}'))\n", secret.display());
    assert_eq!(caged.run(caged.python(&look)).out, "other EACCES\n");

    symlink(&secret, caged.folder.join("link")).unwrap();
    symlink(&other.folder, caged.folder.join("other")).unwrap();
    caged.file("script", &format!("#!{}\n", secret.display()));
    let by_whole_name = caged.folder.join("other/bin/secret");
    for name in ["./link", "./script", "other/bin/secret", by_whole_name.to_str().unwrap()] {
        let ended = caged.run(caged.command(&[name]));
        assert_eq!(ended.exit, CageExit::NotAllowed, "{setting:?}: {ended:?}");
    }
}

/// Inherited descriptors are closed.
fn inherited(setting: Setting) {
    let caged = CagedFolder::new(setting);
    let command = caged.python("tell('inherited', lambda: os.read(7, 10))\n");
    let mut shell = Command::new("sh");
    // The shell becomes the helper, whose caller is still this test.
    shell.args(["-c", "exec 7< /etc/passwd; exec \"$@\"", "sh"]).arg(command.get_program());
    shell.args(command.get_args()).current_dir(&caged.folder).stdout(Stdio::piped());
    setting.dress(&mut shell);
    assert_eq!(caged.run(shell).out, "inherited EBADF\n", "{setting:?}");
}

/// What is written stays in the folder and within its bounds.
fn own_folder(setting: Setting) {
    let mut caged = CagedFolder::new(setting);
    caged.cage.writable = true;
    caged.cage.file_size = 1 << 20;
    let ended = caged.run(caged.python(
        "def fill(bytes): open('new', 'wb').write(b'x' * bytes)\n\
         tell('small', lambda: fill(1000))\n\
         tell('tmp', lambda: open('/tmp/cage-test-stray', 'w'))\n\
         tell('large', lambda: fill(2 << 20))\n\
         tell('sparse', lambda: os.truncate('new', 2 << 20))\n",
    ));
    let out = ended.out.replace("EROFS", "EACCES");
    assert_eq!(
        out, "small done\ntmp EACCES\nlarge EFBIG\nsparse EFBIG\n",
        "{setting:?}: {ended:?}"
    );
    assert_eq!(fs::metadata(caged.folder.join("new")).unwrap().len(), 1 << 20);
}

/// No process outside can be reached: not the test, which started it, nor the supervisor.
fn signals(setting: Setting) {
    let caged = CagedFolder::new(setting);
    let ended = caged.run(caged.python(&format!(
        "import signal\n\
         for victim in [{}, os.getppid()]:\n\
         \x20   try: os.kill(victim, 0); print('reached')\n\
         \x20   except (ProcessLookupError, PermissionError): print('not reached')\n\
         child = os.fork() or time.sleep(60)\n\
         os.kill(child, signal.SIGKILL)\n\
         print(os.waitpid(child, 0)[1])\n",
        std::process::id()
    )));
    assert_eq!(ended.out, "not reached\nnot reached\n9\n", "{setting:?}: {ended:?}");
}

fn fork_bomb(setting: Setting) {
    let mut caged = CagedFolder::new(setting);
    caged.cage.processes = 20;
    let ended = caged.run(caged.python(
        "import signal\n\
         signal.signal(signal.SIGTERM, signal.SIG_IGN)\n\
         def bomb():\n\
         \x20   for count in range(1000):\n\
         \x20       if os.fork() == 0: time.sleep(60)\n\
         tell('bomb', bomb)\n",
    ));
    // Where others of the same user come and go, the kernel's count is loose and the supervisor's own limit applies.
    let is_stopped = match ended.exit {
        CageExit::Exited(0) => ended.out == "bomb EAGAIN\n",
        CageExit::Processes(20) => true,
        _ => false,
    };
    assert!(is_stopped, "{setting:?}: {ended:?}");
}

/// Each process keeps the limit, all together do not.
fn memory_of_many(setting: Setting) {
    let mut caged = CagedFolder::new(setting);
    caged.cage.memory = 200 << 20;
    let ended = caged.run(caged.python(
        "for _ in range(4):\n\
         \x20   if os.fork() == 0: break\n\
         mine = bytearray(os.urandom(1 << 20) * 60)\n\
         time.sleep(60)\n",
    ));
    assert_eq!(ended.exit, CageExit::Memory(200 << 20), "{setting:?}: {ended:?}");
    assert!(ended.err.contains("memory limit of 200 MiB passed"), "{}", ended.err);
    // What a fork shares counts once.
    let ended = caged.run(caged.python(
        "mine = bytearray(os.urandom(1 << 20) * 60)\n\
         for _ in range(4):\n\
         \x20   if os.fork() == 0: break\n\
         time.sleep(0.5)\n",
    ));
    assert_eq!(ended.exit, CageExit::Exited(0), "{setting:?}: {ended:?}");
}

fn processor_time(setting: Setting) {
    let mut caged = CagedFolder::new(setting);
    caged.cage.cpu = std::time::Duration::from_secs(1);
    let ended = caged.run(caged.python("while True: pass\n"));
    assert_eq!(ended.exit, CageExit::Cpu(caged.cage.cpu), "{setting:?}: {ended:?}");
}

/// When a file was last read all may see: by that one bot could talk to another.
fn reading_leaves_no_trace(setting: Setting) {
    if !setting.has_namespaces() {
        // Only read-only mounts keep it; docs/cage.md says so.
        return;
    }
    let mut caged = CagedFolder::new(setting);
    let shared = CagedFolder::new(setting);
    let book = shared.file("book", "e4");
    caged.cage.readable = vec![shared.folder.clone()];
    let read_at = || {
        let seconds = std::os::unix::fs::MetadataExt::atime(&fs::metadata(&book).unwrap());
        let folder = std::os::unix::fs::MetadataExt::atime(&fs::metadata(&shared.folder).unwrap());
        (seconds, folder)
    };
    let touch = Command::new("touch").args(["-a", "-d", "2001-02-03"]).arg(&book).status();
    assert!(touch.unwrap().success());
    let touch = Command::new("touch").args(["-a", "-d", "2001-02-03"]).arg(&shared.folder).status();
    assert!(touch.unwrap().success());
    let before = read_at();
    let ended = caged.run(caged.python(&format!(
        "print(open('{}').read(), os.listdir('{}'))\n",
        book.display(),
        shared.folder.display()
    )));
    assert_eq!(ended.out, "e4 ['book']\n", "{setting:?}: {ended:?}");
    assert_eq!(read_at(), before, "{setting:?}");
}
