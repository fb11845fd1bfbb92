//! Servers, workers and masters as processes, and the networks between them.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};

/// Only what hangs takes so long, with the games of the gate.
const HANG: Duration = Duration::from_secs(240);

/// The games of the test of faults: more in its long form (`cargo xtask cluster`).
pub(crate) fn fault_games() -> u32 {
    let count = std::env::var("BELLWETHER_CLUSTER_GAMES").ok();
    count.and_then(|count| count.parse().ok()).unwrap_or(GATE_GAMES)
}

const GATE_GAMES: u32 = 240;

/// A folder of this test.
pub(crate) fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("cluster-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Says that something cannot be tried on this machine. In CI that is a failure.
pub(crate) fn skip(why: &str) {
    let is_ci = std::env::var_os("CI").is_some_and(|value| value == "true");
    assert!(!is_ci, "cannot be tried, and CI must try it: {why}");
    let _ = writeln!(std::io::stderr(), "skipped: {why}");
}

/// The program.
pub(crate) fn bellwether(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command.args(arguments).env("NO_COLOR", "1").env_remove("BELLWETHER_CLUSTER_TOKEN");
    command
}

/// A process that ends with this value.
pub(crate) struct Running {
    child: Child,
    /// What it says.
    pub(crate) output: PathBuf,
}

impl Running {
    /// Starts a command whose output goes into this file.
    pub(crate) fn start(command: &mut Command, output: &Path) -> Self {
        let file = fs::OpenOptions::new().create(true).append(true).open(output).unwrap();
        let both = file.try_clone().unwrap();
        command.stdin(Stdio::null()).stdout(file).stderr(both);
        Self { child: command.spawn().unwrap(), output: output.to_owned() }
    }

    pub(crate) fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &pid]).status().unwrap().success());
    }

    /// SIGKILL: it gets no chance to tidy up.
    pub(crate) fn kill(&mut self) {
        self.child.kill().unwrap();
        self.child.wait().unwrap();
    }

    pub(crate) fn is_over(&mut self) -> bool {
        self.child.try_wait().unwrap().is_some()
    }

    /// Waits for its end; its exit code.
    pub(crate) fn end(&mut self) -> Option<i32> {
        until(&format!("the end of what writes {}", self.output.display()), || self.is_over());
        self.child.wait().unwrap().code()
    }

    pub(crate) fn said(&self) -> String {
        fs::read_to_string(&self.output).unwrap_or_default()
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let (output, said) = (self.output.display(), self.said());
            let _ = writeln!(std::io::stderr(), "{output} holds:\n{said}");
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits until something is so.
pub(crate) fn until(what: &str, mut is_so: impl FnMut() -> bool) {
    let began = Instant::now();
    let hang = HANG * fault_games().div_ceil(GATE_GAMES);
    while !is_so() {
        assert!(began.elapsed() < hang, "waited in vain for {what}");
        std::thread::sleep(Duration::from_millis(20));
    }
}

/// A port that was free just now.
pub(crate) fn free_port() -> u16 {
    TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap().local_addr().unwrap().port()
}

/// A `nats-server`, and where it stores.
pub(crate) struct Server {
    running: Option<Running>,
    pub(crate) port: u16,
    folder: PathBuf,
    store: PathBuf,
    config: String,
    network: Option<String>,
}

impl Server {
    /// One on the loopback interface.
    pub(crate) fn start(folder: &Path) -> Self {
        Self::with(folder, &folder.join("server"), "", None)
    }

    /// One with more lines of configuration, which stores in this folder, in this network.
    pub(crate) fn with(folder: &Path, store: &Path, config: &str, network: Option<&str>) -> Self {
        let mut server = Self {
            running: None,
            port: free_port(),
            folder: folder.to_owned(),
            store: store.to_owned(),
            config: config.to_owned(),
            network: network.map(str::to_owned),
        };
        server.restart();
        server
    }

    /// Starts it (again).
    pub(crate) fn restart(&mut self) {
        let file = self.folder.join("server.conf");
        let address = if self.network.is_some() { "0.0.0.0" } else { "127.0.0.1" };
        let text = format!(
            "listen: \"{address}:{}\"\njetstream {{ store_dir: \"{}\" }}\n{}\n",
            self.port,
            self.store.display(),
            self.config
        );
        fs::write(&file, text).unwrap();
        let mut command = in_network(self.network.as_deref(), "nats-server");
        command.arg("-c").arg(&file);
        self.running = Some(Running::start(&mut command, &self.folder.join("server.txt")));
        if self.network.is_none() {
            let address = (Ipv4Addr::LOCALHOST, self.port);
            until("the server", || TcpStream::connect(address).is_ok());
        } else {
            until("the server", || self.said().matches("Server is ready").count() >= 1);
            std::thread::sleep(Duration::from_millis(300));
        }
    }

    /// SIGKILL.
    pub(crate) fn kill(&mut self) {
        self.running.as_mut().unwrap().kill();
        let _ = fs::remove_file(self.folder.join("server.txt"));
    }

    pub(crate) fn said(&self) -> String {
        self.running.as_ref().map(Running::said).unwrap_or_default()
    }

    /// What it answers to a request without content.
    pub(crate) fn ask(&self, subject: &str) -> String {
        let mut stream = TcpStream::connect((Ipv4Addr::LOCALHOST, self.port)).unwrap();
        write!(stream, "CONNECT {{}}\r\nSUB answer 1\r\nPUB {subject} answer 0\r\n\r\n").unwrap();
        let mut lines = BufReader::new(stream).lines().map_while(Result::ok);
        lines.find(|line| line.starts_with("MSG answer"));
        lines.next().unwrap_or_default()
    }

    /// Its address on the loopback interface.
    pub(crate) fn address(&self) -> String {
        format!("nats://127.0.0.1:{}", self.port)
    }
}

/// A command in a network namespace.
pub(crate) fn in_network(network: Option<&str>, program: &str) -> Command {
    // Debian's servers are not on everybody's path.
    let system = Path::new("/usr/sbin").join(program);
    let program = if system.is_file() { system } else { program.into() };
    let Some(network) = network else { return Command::new(program) };
    let mut command = Command::new("ip");
    command.args(["netns", "exec", network]).arg(program);
    command
}

/// A worker at this address.
pub(crate) fn worker(folder: &Path, name: &str, address: &str, more: &[&str]) -> Running {
    let files = folder.join("files");
    let mut command = bellwether(&["worker", "--cluster", address, "--slots", "1", "--files"]);
    command.arg(files).args(more);
    Running::start(&mut command, &folder.join(format!("worker-{name}.txt")))
}

/// A namespace with a wire to each of some others. Only root can make them.
pub(crate) struct Networks {
    pub(crate) hub: String,
    pub(crate) others: Vec<String>,
}

static NETWORKS: AtomicU32 = AtomicU32::new(0);

impl Networks {
    /// Makes so many; none if this machine does not let us.
    pub(crate) fn new(count: usize) -> Option<Self> {
        let id = format!(
            "{}x{}",
            std::process::id() % 100_000,
            NETWORKS.fetch_add(1, Ordering::Relaxed)
        );
        let networks = Self {
            hub: format!("bwh{id}"),
            others: (0..count).map(|at| format!("bw{at}n{id}")).collect(),
        };
        if !ip(&format!("netns add {}", networks.hub)) {
            return None;
        }
        assert!(ip(&format!("-n {} link set lo up", networks.hub)));
        for (at, other) in networks.others.iter().enumerate() {
            let hub = &networks.hub;
            for words in [
                format!("netns add {other}"),
                format!("-n {hub} link add w{at} type veth peer name wire netns {other}"),
                format!("-n {hub} addr add 10.77.{at}.1/24 dev w{at}"),
                format!("-n {other} addr add 10.77.{at}.2/24 dev wire"),
                format!("-n {hub} link set w{at} up"),
                format!("-n {other} link set wire up"),
                format!("-n {other} link set lo up"),
            ] {
                assert!(ip(&words), "ip {words}");
            }
        }
        Some(networks)
    }

    /// Cuts a wire, or mends it.
    pub(crate) fn cut(&self, at: usize, is_cut: bool) {
        let state = if is_cut { "down" } else { "up" };
        assert!(ip(&format!("-n {} link set w{at} {state}", self.hub)));
    }

    /// A worker in a network of its own.
    pub(crate) fn worker(&self, folder: &Path, at: usize, port: u16) -> Running {
        let mut command = in_network(Some(&self.others[at]), env!("CARGO_BIN_EXE_bellwether"));
        let address = format!("nats://10.77.{at}.1:{port}");
        command.args(["worker", "--cluster", &address, "--slots", "1", "--files"]);
        command.arg(folder.join("files")).env("NO_COLOR", "1");
        Running::start(&mut command, &folder.join(format!("worker-{at}.txt")))
    }

    /// A master beside the server.
    pub(crate) fn master(&self, folder: &Path, port: u16, arguments: &[&str]) -> Running {
        let mut command = in_network(Some(&self.hub), env!("CARGO_BIN_EXE_bellwether"));
        let address = format!("nats://127.0.0.1:{port}");
        command.arg("match").args(arguments).args(["--cluster", &address]).env("NO_COLOR", "1");
        Running::start(&mut command, &folder.join("master.txt"))
    }
}

impl Drop for Networks {
    fn drop(&mut self) {
        for network in self.others.iter().chain([&self.hub]) {
            ip(&format!("netns del {network}"));
        }
    }
}

fn ip(words: &str) -> bool {
    let output = Command::new("ip").args(words.split(' ')).output();
    output.is_ok_and(|output| output.status.success())
}

/// How many games a record has.
pub(crate) fn games(path: &Path) -> usize {
    fs::read_to_string(path).unwrap_or_default().matches('\n').count().saturating_sub(1)
}
