//! `serve`: the page, on this machine.

use std::io::{ErrorKind, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

use anyhow::Context;
use bellwether_arena::workers::RemoteWorkers;
use bellwether_catalog::Catalog;
use bellwether_core::notation::excerpt;
use bellwether_core::{Error, bail};
use bellwether_web::{BOT_TIME, BotRoster, Config, Server, StartError};
use clap::Args;
use serde_json::json;

use crate::args::within;
use crate::cluster::ClusterArguments;
use crate::interrupt::is_hangup_ignored;
use crate::tournament::{named, uncaged};

#[derive(Args, Debug, Default)]
pub(crate) struct ServeArguments {
    /// The port; without it 8017, or a free one if that is taken.
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// Listen on this address, for others to come in: they need the token.
    #[arg(long, value_name = "ADDRESS")]
    bind: Option<IpAddr>,
    /// What visitors must know: letters, digits, - and _; drawn by lot if others may come in and none is given.
    #[arg(long, value_name = "TEXT", value_parser = token)]
    token: Option<String>,
    /// Do not open the browser.
    #[arg(long)]
    no_open: bool,
    /// Where solved tables are.
    #[arg(long, value_name = "FOLDER")]
    tables: Option<PathBuf>,
    /// The file of saved games, which outlive the server; one server has it at a time.
    #[arg(long, value_name = "FILE")]
    store: Option<PathBuf>,
    /// A bot that the page may ask for by NAME: `bot:cmd=…`, `ugi:cmd=…`, `uci:cmd=…`, or any other agent. May be given
    /// several times.
    #[arg(long = "bot", value_name = "NAME=AGENT")]
    bots: Vec<String>,
    /// Seconds for a bot's move, unless it has its own `time`; by default 10.
    #[arg(long, value_name = "SECONDS", requires = "bots", value_parser = bot_seconds)]
    bot_time: Option<f64>,
    /// Run bots without a cage: `cage=off` for all of them.
    #[arg(long, requires = "bots")]
    no_cage: bool,
    #[command(flatten)]
    cluster: ClusterArguments,
}

fn bot_seconds(text: &str) -> Result<f64, String> {
    within(text, "seconds", 0.01..=3600.0)
}

fn token(text: &str) -> Result<String, String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    if (8..=200).contains(&text.len()) && text.bytes().all(is_plain) {
        Ok(text.to_owned())
    } else {
        Err("a token has at least 8 letters, digits, - or _".to_owned())
    }
}

impl ServeArguments {
    /// The bots that are named; their programs are there.
    fn roster(&self, catalog: &Catalog) -> Result<BotRoster, Error> {
        let mut roster = BotRoster::new(catalog);
        let time = self.bot_time.map_or(BOT_TIME, Duration::from_secs_f64);
        for text in &self.bots {
            let (Some(name), agent) = named(text) else {
                bail!(
                    "--bot takes NAME=AGENT, as in --bot \"dolly=bot:cmd=python3 my_bot.py\", not '{}'",
                    excerpt(text)
                );
            };
            let agent = if self.no_cage { uncaged(agent) } else { agent.to_owned() };
            let registered = roster.register(name.trim(), agent.trim(), time);
            registered.map_err(|error| Error::invalid(format!("--bot: {error}")))?;
        }
        Ok(roster)
    }

    /// Whether a server that runs already cannot be what is asked for.
    fn is_special(&self) -> bool {
        let is_open = self.bind.is_some() || self.token.is_some();
        let is_elsewhere = self.cluster.address.is_some();
        is_open || is_elsewhere || self.tables.is_some() || !self.bots.is_empty()
    }
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &ServeArguments,
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let defaults = Config::new(catalog);
    // It has a runtime of its own, which must not end inside of the server's: so it is dropped here, last.
    let remote = arguments.cluster.remote(catalog)?;
    let config = Config {
        bind: arguments.bind.unwrap_or(defaults.bind),
        port: arguments.port,
        token: arguments.token.clone(),
        tables: arguments.tables.clone().unwrap_or(defaults.tables),
        matches: defaults.matches,
        store: arguments.store.clone().unwrap_or(defaults.store),
        bots: arguments.roster(catalog)?,
        remote: remote.clone().map(|remote| remote as Arc<dyn RemoteWorkers>),
        bounds: defaults.bounds,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the server cannot start")?;
    let served = runtime.block_on(async {
        let end = told_to_end().context("the server cannot start")?;
        let (url, server) = match Server::bind(config).await {
            Ok(server) => (server.url(), Some(server)),
            // Two servers would write over each other's moves.
            Err(StartError::Running(url)) if arguments.is_special() => {
                let what = "has these games: end it first, or give another --store";
                return Err(Error::invalid(format!("the server at {url} {what}")).into());
            }
            Err(StartError::Running(url)) => (url, None),
            Err(StartError::Store(error)) => return Err(Error::invalid(error).into()),
            Err(StartError::Listen(error)) => return Err(not_listening(error)),
        };
        greet(&url, server.is_none(), as_json)?;
        if !arguments.no_open {
            open_browser(&url);
        }
        if let Some(server) = server {
            server.run(end).await;
        }
        anyhow::Ok(())
    });
    // A search that is under way is not waited for.
    runtime.shutdown_background();
    served.map(|()| ExitCode::SUCCESS)
}

fn not_listening(error: std::io::Error) -> anyhow::Error {
    match error.kind() {
        ErrorKind::AddrInUse => {
            Error::invalid(format!("{error}: give another --port, or none")).into()
        }
        ErrorKind::AddrNotAvailable => {
            Error::invalid("--bind takes an address of this machine").into()
        }
        _ => anyhow::Error::new(error).context("the server cannot listen"),
    }
}

/// Ctrl-C, SIGTERM, or SIGHUP unless that is ignored, as `nohup` has it.
fn told_to_end() -> std::io::Result<impl Future<Output = ()>> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let mut hang_up = if is_hangup_ignored() { None } else { Some(signal(SignalKind::hangup())?) };
    Ok(async move {
        let hung_up = async {
            match &mut hang_up {
                Some(signal) => signal.recv().await,
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
            _ = hung_up => {}
        }
    })
}

fn greet(url: &str, was_running: bool, as_json: bool) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    if as_json && was_running {
        writeln!(out, "{}", json!({ "url": url, "running": true }))?;
    } else if as_json {
        writeln!(out, "{}", json!({ "url": url }))?;
    } else if was_running {
        writeln!(out, "Bellwether is running already, at {url}")?;
    } else {
        writeln!(
            out,
            "Bellwether is at {url}\nCtrl-C ends it; `bellwether --help` shows what the terminal can do."
        )?;
    }
    out.flush()
}

/// Asks the desktop to open the page. Without a desktop nothing happens: the address is printed anyway.
fn open_browser(url: &str) {
    let (program, before): (&str, &[&str]) = if cfg!(target_os = "macos") {
        ("open", &[])
    } else if cfg!(windows) {
        ("rundll32", &["url.dll,FileProtocolHandler"])
    } else if std::env::var_os("DISPLAY").is_some() || std::env::var_os("WAYLAND_DISPLAY").is_some()
    {
        ("xdg-open", &[])
    } else {
        return;
    };
    let mut command = Command::new(program);
    command.args(before).arg(url);
    let _ = command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
