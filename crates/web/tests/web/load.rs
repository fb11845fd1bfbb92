//! Two hundred games against agents at once: how long a move takes, and whether memory stays flat.
//!
//! It measures, so it runs only when asked:
//! `cargo test --release -p bellwether-web --test web load -- --ignored --nocapture`

use std::time::{Duration, Instant};

use crate::common::Host;
use serde_json::{Value, json};

const GAMES: usize = 200;
const SECONDS: u64 = 20;

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::print_stderr, reason = "it says what it measured")]
#[ignore = "it measures; see the file's first lines"]
async fn two_hundred_games_at_once() {
    let host = Host::start_with(|config| config.bounds.sockets = 2 * GAMES).await;
    let mut players = Vec::new();
    let end = Instant::now() + Duration::from_secs(SECONDS);
    let half = Instant::now() + Duration::from_secs(SECONDS / 2);
    for index in 0..GAMES {
        let id = host.open(json!({ "game": "breakthrough", "seats": ["person", "random"] })).await;
        let mut page = host.enter(&id).await;
        players.push(tokio::spawn(async move {
            let mut times = Vec::new();
            let mut state = page.state(is_ours).await;
            // People do not move in step.
            tokio::time::sleep(Duration::from_millis(index as u64 * 5)).await;
            while Instant::now() < end {
                let ply = usize::try_from(state["ply"].as_u64().unwrap()).unwrap();
                let legal = state["legal"].as_array().unwrap();
                let began = Instant::now();
                if legal.is_empty() || ply > 30 {
                    page.send(json!({ "type": "undo" })).await;
                    state = page.state(|state| state["ply"].as_u64() < Some(ply as u64)).await;
                    times.push(began.elapsed());
                } else {
                    let pick = &legal[(ply * 7 + index) % legal.len()]["moves"][0]["text"];
                    page.play(pick.as_str().unwrap(), ply).await;
                    state = page.state(|state| state["ply"].as_u64() > Some(ply as u64)).await;
                    times.push(began.elapsed());
                }
                // What the agent takes to answer is its own.
                if !is_ours(&state) {
                    state = page.state(is_ours).await;
                }
                tokio::time::sleep(Duration::from_millis(500)).await;
            }
            times
        }));
    }
    tokio::time::sleep_until(half.into()).await;
    let memory = resident();
    let mut times = Vec::new();
    for player in players {
        times.extend(player.await.unwrap());
    }
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize];
    let grown = resident().saturating_sub(memory);
    eprintln!(
        "{} moves in {GAMES} games: median {:?}, p99 {:?}, longest {:?}; memory {} MB at half time, {} MB more at the end",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0),
        memory >> 20,
        grown >> 20
    );
    assert!(at(0.99) < Duration::from_millis(50));
    assert!(grown < 32 << 20);
}

/// Whether the person is to move, or nobody.
fn is_ours(state: &Value) -> bool {
    state["turn"].is_null() || state["turn"] == 0
}

/// Bytes of memory this process holds, where the system says so.
fn resident() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    text.split(' ').nth(1).and_then(|pages| pages.parse::<u64>().ok()).unwrap_or(0) * 4096
}
