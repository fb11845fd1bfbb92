//! [`ClientCommand`]: starts clients, for unattended games.
//!
//! A started client runs as the user who hosts, with all that it may do: it has to reach the server over TCP,
//! which a cage for bots would not let it. Each has a process group of its own and is ended with it; if we are killed
//! ourselves, the system ends it.

use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use bellwether_core::Error;
use rustix::process::{
    Pid, Signal, WaitId, WaitIdOptions, WaitIdStatus, kill_process_group, waitid,
};

/// How clients are started: words, with `{port}` and `{team}` to be filled in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClientCommand {
    program: String,
    arguments: Vec<String>,
}

/// A client that was started.
#[derive(Debug)]
pub struct StartedClient {
    child: Child,
}

/// How long a client may take to go after its game.
const EXIT_WAIT: Duration = Duration::from_millis(500);

impl ClientCommand {
    /// Reads a command; words are split as a shell does.
    ///
    /// # Errors
    /// If it is none.
    pub fn parse(text: &str) -> Result<Self, Error> {
        let mut words = shlex::split(text)
            .ok_or_else(|| Error::invalid("--spawn: a quotation mark is not closed"))?
            .into_iter();
        let program = words.next().filter(|word| !word.is_empty());
        let program = program.ok_or_else(|| Error::invalid("--spawn needs a command"))?;
        Ok(Self { program, arguments: words.collect() })
    }

    /// Starts a client that will connect to `port` as `team`.
    ///
    /// # Errors
    /// If it cannot be started.
    #[expect(
        unsafe_code,
        reason = "a client library without a server spins; only the system can end it for us"
    )]
    pub fn start(&self, port: u16, team: i32) -> Result<StartedClient, Error> {
        use std::os::unix::process::CommandExt;
        let (port, team) = (port.to_string(), team.to_string());
        let fill = |word: &String| word.replace("{port}", &port).replace("{team}", &team);
        let program = fill(&self.program);
        let mut command = Command::new(&program);
        command
            .args(self.arguments.iter().map(fill))
            .stdin(Stdio::null())
            // Our standard output is for tables; standard error is passed on.
            .stdout(Stdio::null())
            .process_group(0);
        // SAFETY: between fork and exec, one system call that takes no memory and no lock.
        unsafe {
            command.pre_exec(|| {
                Ok(rustix::process::set_parent_process_death_signal(Some(Signal::KILL))?)
            });
        }
        let started = command.spawn();
        let child =
            started.map_err(|error| Error::from(error).at(format!("cannot start '{program}'")))?;
        Ok(StartedClient { child })
    }
}

impl StartedClient {
    /// How it ended, if it has: `exit status 1`, `signal 9`.
    ///
    /// It stays a zombie meanwhile, so that its process group's id is not reused.
    #[must_use]
    pub fn ending(&self) -> Option<String> {
        let options = WaitIdOptions::EXITED | WaitIdOptions::NOHANG | WaitIdOptions::NOWAIT;
        let status = waitid(WaitId::Pid(self.pid()?), options).ok()??;
        Some(ending(&status))
    }

    fn pid(&self) -> Option<Pid> {
        Pid::from_raw(i32::try_from(self.child.id()).ok()?)
    }
}

fn ending(status: &WaitIdStatus) -> String {
    match (status.exit_status(), status.terminating_signal()) {
        (Some(code), _) => format!("exit status {code}"),
        (_, Some(signal)) => format!("signal {signal}"),
        _ => "no exit status".to_owned(),
    }
}

/// Waits a moment for clients whose game is over: most exit by themselves.
pub fn wait_for_exit(clients: &[StartedClient]) {
    let began = Instant::now();
    while clients.iter().any(|client| client.ending().is_none()) && began.elapsed() < EXIT_WAIT {
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// No client outlives its game.
impl Drop for StartedClient {
    fn drop(&mut self) {
        if let Some(group) = self.pid() {
            let _ = kill_process_group(group, Signal::KILL);
        }
        let _ = self.child.wait();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_split_as_in_a_shell() {
        let command =
            ClientCommand::parse("python3 'my client.py' --port {port} --team={team}").unwrap();
        assert_eq!(command.program, "python3");
        assert_eq!(command.arguments, ["my client.py", "--port", "{port}", "--team={team}"]);
        assert!(ClientCommand::parse("").is_err());
        assert!(ClientCommand::parse("echo 'x").is_err());
    }

    #[test]
    fn a_client_reports_its_exit_and_ends_with_its_children() {
        let failed = ClientCommand::parse("sh -c 'exit 3'").unwrap().start(1, 1).unwrap();
        while failed.ending().is_none() {
            std::thread::sleep(Duration::from_millis(1));
        }
        assert_eq!(failed.ending().unwrap(), "exit status 3");
        let error = ClientCommand::parse("/no/such/client").unwrap().start(1, 1).unwrap_err();
        assert!(error.to_string().starts_with("cannot start '/no/such/client': "), "{error}");

        let parent = ClientCommand::parse("sh -c 'sleep 600 & wait'").unwrap().start(1, 1).unwrap();
        let group = parent.pid().unwrap();
        drop(parent);
        let began = Instant::now();
        while rustix::process::test_kill_process_group(group).is_ok() {
            assert!(began.elapsed() < Duration::from_secs(60), "a process is left of the group");
            std::thread::sleep(Duration::from_millis(5));
        }
    }
}
