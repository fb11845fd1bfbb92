//! Five hundred workers that do nothing but answer, a queue of a million games, and a real server: what the way costs.
//!
//! `cargo xtask cluster` runs it. Every worker has a connection of its own; its games take no time, and their lines are
//! written by the tournament's own types. The numbers are in docs/PERFORMANCE.md.

use std::net::TcpListener;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use async_nats::jetstream::{self, consumer::PullConsumer};
use bellwether_arena::record::{Entrant, GameRecord, Moves, Reason};
use bellwether_arena::run::{RunDecision, RunEnd, Tournament};
use bellwether_arena::schedule::Fixture;
use bellwether_arena::settings::{
    Logging, Openings, PairingFormat, RefereeRules, TournamentSettings,
};
use bellwether_catalog::{BotPermission, Catalog};
use bellwether_games::breakthrough::Breakthrough;
use futures_util::StreamExt;

use crate::connection::store;
use crate::messages::{Job, WorkerBeat, decode, encode, unpack};
use crate::results::{MOST_BYTES, ResultKind, parts};
use crate::{ClusterAddress, ClusterConnection, ClusterOptions, ClusterWorkers, names};

/// What a worker has seen, in microseconds.
#[derive(Default)]
struct Delays {
    /// From asking for a job that is there until it is.
    pulls: Vec<u64>,
    /// From sending a result until it is stored.
    stores: Vec<u64>,
}

struct NatsProcess(Child);

impl Drop for NatsProcess {
    fn drop(&mut self) {
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

fn number(variable: &str, usual: u64) -> u64 {
    std::env::var(variable).ok().and_then(|text| text.parse().ok()).unwrap_or(usual)
}

fn line(game: &crate::messages::JobGame) -> Vec<u8> {
    let Fixture { number, round, group, players, .. } = Fixture::from(game.clone());
    let mut moves = Moves::default();
    for text in ["b2b3", "b7b6"].into_iter().cycle().take(60) {
        moves.push(text);
    }
    let mut line = encode(&GameRecord {
        number,
        round,
        group,
        game: "breakthrough".to_owned(),
        players,
        seeds: vec![number, number + 1],
        position: None,
        opening: Moves::default(),
        moves,
        payoffs: vec![1.0, 0.0],
        scores: None,
        reason: Reason::Win,
        detail: "White has reached the last row".to_owned(),
        faults: Vec::new(),
        stderr: Vec::new(),
        log: Vec::new(),
        seconds: 0.005,
    });
    line.push(b'\n');
    line
}

/// One worker: pulls, answers, acknowledges.
async fn serve(
    address: String,
    at: usize,
    run: Arc<std::sync::OnceLock<String>>,
    is_over: Arc<AtomicBool>,
    played: Arc<AtomicU64>,
) -> Delays {
    let mut delays = Delays::default();
    let client = async_nats::connect(address).await.unwrap();
    let jetstream = jetstream::new(client.clone());
    let mut beaten = None::<Instant>;
    let mut queue: Option<PullConsumer> = None;
    while !is_over.load(Ordering::Relaxed) {
        if beaten.is_none_or(|beaten| beaten.elapsed() > Duration::from_secs(2)) {
            beaten = Some(Instant::now());
            let beat = WorkerBeat {
                worker: format!("simulated-{at}"),
                slots: 1,
                games: played.load(Ordering::Relaxed),
                ..WorkerBeat::default()
            };
            client.publish(names::WORKER_BEATS, encode(&beat).into()).await.unwrap();
        }
        let Some(run) = run.get() else {
            tokio::time::sleep(Duration::from_millis(100)).await;
            continue;
        };
        if queue.is_none() {
            queue = jetstream.get_consumer_from_stream(run, names::JOBS).await.ok();
        }
        let Some(pull) = &queue else { continue };
        let asked = Instant::now();
        let batch = pull.batch().max_messages(1).expires(Duration::from_secs(1));
        let Ok(mut messages) = batch.messages().await else { continue };
        let Some(Ok(message)) = messages.next().await else { continue };
        delays.pulls.push(asked.elapsed().as_micros() as u64);
        let job: Job = decode(&unpack(&message.payload, MOST_BYTES).unwrap()).unwrap();
        let lines: Vec<u8> = job.games.iter().flat_map(line).collect();
        let began = Instant::now();
        for part in parts(ResultKind::Lines, &lines, 1_000_000).unwrap() {
            let subject = names::results(run);
            let stored =
                || store(&jetstream, &subject, &part.id, &part.headers, part.payload.clone());
            while stored().await.is_err() {}
        }
        delays.stores.push(began.elapsed().as_micros() as u64);
        message.ack().await.unwrap();
        played.fetch_add(job.games.len() as u64, Ordering::Relaxed);
    }
    delays
}

fn percentiles(mut values: Vec<u64>) -> String {
    values.sort_unstable();
    let at = |share: f64| {
        let index = ((values.len() as f64 * share) as usize).min(values.len().saturating_sub(1));
        values.get(index).map_or(0.0, |value| *value as f64 / 1000.0)
    };
    format!("median {:.1} ms, 99 % {:.1} ms, longest {:.1} ms", at(0.5), at(0.99), at(1.0))
}

fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let number = line.and_then(|line| line.split_whitespace().next()?.parse::<u64>().ok());
    number.unwrap_or(0) / 1024
}

#[test]
#[ignore = "takes minutes: cargo xtask cluster"]
#[allow(clippy::print_stdout, reason = "it measures")]
fn five_hundred_workers_and_a_million_games() {
    let (workers, games) =
        (number("BELLWETHER_WORKERS", 500), number("BELLWETHER_GAMES", 1_000_000));
    let store = std::env::temp_dir().join(format!("bellwether-scale-{}", std::process::id()));
    std::fs::create_dir_all(&store).unwrap();
    let port = TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap().port();
    let server = Command::new("nats-server")
        .args(["-js", "-a", "127.0.0.1", "-p", &port.to_string(), "-sd"])
        .arg(&store)
        .stderr(Stdio::null())
        .spawn();
    let server = NatsProcess(server.expect("nats-server is installed"));
    let address = format!("nats://127.0.0.1:{port}");
    while std::net::TcpStream::connect(("127.0.0.1", port)).is_err() {
        std::thread::sleep(Duration::from_millis(20));
    }
    let parsed = ClusterAddress::parse(&address).unwrap();
    let connection = Arc::new(ClusterConnection::open(&parsed, "master").unwrap());
    let game = Catalog::new().with::<Breakthrough<u64>>().game("breakthrough").unwrap();
    let player = |name: &str| Entrant { name: name.to_owned(), agent: "random".to_owned() };
    let settings = TournamentSettings {
        pairing: PairingFormat::RoundRobin,
        games: games as u32,
        rounds: 1,
        swap: true,
        openings: Openings::Start,
        rules: RefereeRules { truth: false, ..RefereeRules::default() },
        sprt: None,
        log: Logging::None,
    };
    let header = game.header(vec![player("a"), player("b")], vec![0, 1], 1, settings);
    let runner = game.runner(&header, &store, BotPermission::Refused).unwrap();
    let (run, is_over) = (Arc::new(std::sync::OnceLock::new()), Arc::new(AtomicBool::new(false)));
    let played = Arc::new(AtomicU64::new(0));
    let runtime =
        tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
    let serving: Vec<_> = (0..workers as usize)
        .map(|at| {
            let (run, is_over) = (Arc::clone(&run), Arc::clone(&is_over));
            runtime.spawn(serve(address.clone(), at, run, is_over, Arc::clone(&played)))
        })
        .collect();
    // Twenty jobs of a hundred games for each worker: the whole queue is on the server.
    let options = ClusterOptions { queued: 20, ..ClusterOptions::default() };
    let mut cluster = ClusterWorkers::open(
        Arc::clone(&connection),
        game.as_ref(),
        &header,
        runner.as_ref(),
        &options,
    )
    .unwrap();
    while cluster.view().strength().0 < workers as usize {
        std::thread::sleep(Duration::from_millis(50));
    }
    let mut tournament = Tournament::new(header);
    tournament.record_to(&store.join("record.jsonl")).unwrap();
    run.set(cluster.run().to_owned()).unwrap();
    let began = Instant::now();
    let (mut count, mut most) = (0_u64, 0);
    let end = tournament.run_on(&mut cluster, &AtomicBool::new(false), &mut |_, _| {
        count += 1;
        if count.is_multiple_of(10_000) {
            most = most.max(resident(server.0.id()));
        }
        RunDecision::On
    });
    let seconds = began.elapsed().as_secs_f64();
    assert_eq!((end.unwrap(), count), (RunEnd::Complete, games));
    is_over.store(true, Ordering::Relaxed);
    drop(cluster);
    let mut all = Delays::default();
    runtime.block_on(async {
        for served in serving {
            let Delays { pulls, stores } = served.await.unwrap();
            all.pulls.extend(pulls);
            all.stores.extend(stores);
        }
    });
    println!("{workers} workers, {games} games in {} jobs: {seconds:.1} s", all.pulls.len());
    println!(
        "{:.0} games/s, {:.0} jobs/s",
        games as f64 / seconds,
        all.pulls.len() as f64 / seconds
    );
    println!("a job is pulled: {}", percentiles(all.pulls));
    println!("a result is stored: {}", percentiles(all.stores));
    println!("memory: server at most {most} MB, this process {} MB", resident(std::process::id()));
    drop(server);
    let _ = std::fs::remove_dir_all(&store);
}
