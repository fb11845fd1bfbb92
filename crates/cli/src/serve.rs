//! `serve`: the page, on this machine.

use std::io::{ErrorKind, Write};
use std::net::IpAddr;
use std::path::PathBuf;
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;

use anyhow::Context;
use bellwether_catalog::Catalog;
use bellwether_core::notation::excerpt;
use bellwether_core::{Error, bail};
use bellwether_web::{BOT_TIME, BotRoster, Config, Server};
use clap::Args;
use serde_json::json;

use crate::args::within;
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
    /// The file of saved games, which outlive the server.
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
}

pub(crate) fn run(
    catalog: &Catalog,
    arguments: &ServeArguments,
    as_json: bool,
) -> anyhow::Result<ExitCode> {
    let defaults = Config::new(catalog);
    let config = Config {
        bind: arguments.bind.unwrap_or(defaults.bind),
        port: arguments.port,
        token: arguments.token.clone(),
        tables: arguments.tables.clone().unwrap_or(defaults.tables),
        matches: defaults.matches,
        store: arguments.store.clone().unwrap_or(defaults.store),
        bots: arguments.roster(catalog)?,
        bounds: defaults.bounds,
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("the server cannot start")?;
    let served = runtime.block_on(async {
        let server = Server::bind(config).await.map_err(|error| match error.kind() {
            ErrorKind::AddrInUse => {
                anyhow::Error::new(Error::invalid(format!("{error}: give another --port, or none")))
            }
            ErrorKind::AddrNotAvailable => {
                anyhow::Error::new(Error::invalid("--bind takes an address of this machine"))
            }
            // The store's own sentence.
            ErrorKind::Other => anyhow::Error::new(Error::invalid(error)),
            _ => anyhow::Error::new(error).context("the server cannot listen"),
        })?;
        greet(&server.url(), as_json)?;
        if !arguments.no_open {
            open_browser(&server.url());
        }
        server
            .run(async {
                // If Ctrl-C cannot be heard, the process still ends by it.
                if tokio::signal::ctrl_c().await.is_err() {
                    std::future::pending::<()>().await;
                }
            })
            .await;
        anyhow::Ok(())
    });
    // A search that is under way is not waited for.
    runtime.shutdown_background();
    served.map(|()| ExitCode::SUCCESS)
}

fn greet(url: &str, as_json: bool) -> std::io::Result<()> {
    let mut out = anstream::stdout().lock();
    if as_json {
        writeln!(out, "{}", json!({ "url": url }))?;
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
