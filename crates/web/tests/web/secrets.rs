//! A hidden game, at one screen or at several ([`seat_links`]): whatever is sent, in whatever order, no seat is sent a byte that it may not know.
//!
//! Two dozen games of random messages take a few seconds, with a new seed every time. For an hour of them:
//! `cargo xtask secrets 3600`; `cargo xtask secrets 60 N` begins with the seed that a failure has printed.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bellwether_core::random::{Random, below, seeded};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;

use crate::common::{Host, PATIENCE, Socket};
use crate::seat_links;

const SMALL: &str = "battle-sheep:hidden,seats=2,cells=16,size=5,sheep=8";

pub(crate) fn pick<'a, T>(rng: &mut Random, of: &'a [T]) -> &'a T {
    &of[below(rng, of.len())]
}

/// What one socket was sent, message by message, and who may read it.
#[derive(Default)]
pub(crate) struct Reader {
    /// The last state.
    pub(crate) state: Value,
    /// The seat that has the screen; none behind the curtain.
    pub(crate) seat: Option<u64>,
    /// Whether everything may be known: the game is over, or no person plays.
    pub(crate) is_open: bool,
    /// Whether the hands of several seats were shown at once.
    shown: bool,
}

/// What all sockets of a game have seen.
#[derive(Default)]
pub(crate) struct Seen {
    pub(crate) last: Value,
    /// Whether a page that has left was shown several hands. Pages read at their own pace, each in order.
    shown: bool,
}

impl Reader {
    /// Judges a message; the error says what it gives away.
    pub(crate) fn read(&mut self, message: &Value, seen: &Mutex<Seen>) -> Result<(), String> {
        match message["type"].as_str().unwrap_or("") {
            "state" => {
                self.turn_to(message)?;
                self.state_is_fair(message)?;
                seen.lock().unwrap().last = message.clone();
                Ok(())
            }
            "frame" => self.board_is_fair(message),
            _ if self.is_open => Ok(()),
            "hint" if self.seat.is_some() => Ok(()),
            "analysis" | "judgement"
                if self.seat.is_some() && message["seat"].as_u64() == self.seat =>
            {
                Ok(())
            }
            "truth" if message["source"].is_null() => Ok(()),
            "error" => {
                let text = message["text"].as_str().unwrap_or("");
                // The rules' own sentences tell whose turn it is how many it has.
                let is_own = self.seat.is_some() && self.state["turn"].as_u64() == self.seat;
                let tells = text.contains(" sheep on ") && !is_own;
                if tells { Err(format!("an error tells it: {text}")) } else { Ok(()) }
            }
            kind => Err(format!("{kind} is for seat {:?} only, or nobody", self.seat)),
        }
    }

    /// The screen may have gone to another seat: through a curtain.
    fn turn_to(&mut self, state: &Value) -> Result<(), String> {
        let before = self.seat;
        let people = state["seats"].as_array().unwrap().iter().any(|seat| seat["who"] == "person");
        self.is_open = !state["over"].is_null() || !people;
        self.seat = if state["position"].is_null() { None } else { state["eyes"].as_u64() };
        let is_first = self.state.is_null();
        let was_covered = !self.state["curtain"].is_null();
        self.state = state.clone();
        match (before, self.seat) {
            _ if self.is_open || is_first || was_covered => Ok(()),
            (Some(one), Some(other)) if one != other && state["ply"] != 0 => {
                Err(format!("the screen went from seat {one} to seat {other} at once"))
            }
            _ => Ok(()),
        }
    }

    fn state_is_fair(&mut self, state: &Value) -> Result<(), String> {
        let flocks = flocks(state);
        if self.is_open {
            self.shown |= flocks.iter().any(|one| *one != flocks[0]);
            return Ok(());
        }
        if self.shown {
            return Err("the game goes on after all hands were shown".to_owned());
        }
        self.board_is_fair(state)?;
        for made in state["moves"].as_array().unwrap() {
            let is_whole = made["text"].as_str().unwrap().contains(':');
            if is_whole && made["seat"].as_u64() != self.seat {
                return Err(format!("a move: {made}"));
            }
        }
        if !state["legal"].as_array().unwrap().is_empty() && state["turn"].as_u64() != self.seat {
            return Err("another's moves".to_owned());
        }
        self.text_is_fair(state["start"].as_str().unwrap_or(""))?;
        let mut faults = state["faults"].as_array().into_iter().flatten();
        faults.all(|fault| fault["detail"] == "").then_some(()).ok_or("a fault".to_owned())
    }

    fn board_is_fair(&self, board: &Value) -> Result<(), String> {
        if self.is_open {
            return Ok(());
        }
        let own = self.seat.map(|seat| format!("flock-{seat}"));
        if let Some(flock) = flocks(board).into_iter().find(|flock| Some(flock) != own.as_ref()) {
            return Err(format!("the size of a {flock}"));
        }
        self.text_is_fair(board["position"].as_str().unwrap_or(""))
    }

    /// A position's text: `a16` is a flock of the first seat, `a?` one whose size is not told.
    fn text_is_fair(&self, position: &str) -> Result<(), String> {
        let letters = position.bytes().zip(position.bytes().skip(1));
        for (letter, next) in letters {
            let seat = u64::from(letter.wrapping_sub(b'a'));
            if seat < 4 && next.is_ascii_digit() && Some(seat) != self.seat {
                return Err(format!("in {position}"));
            }
        }
        Ok(())
    }
}

/// The flocks whose sizes a board shows.
fn flocks(board: &Value) -> Vec<String> {
    let cells = board["picture"]["cells"].as_array().into_iter().flatten();
    let sizes = cells.filter_map(|cell| Some((cell.get(1)?.as_str()?, cell.get(2)?.as_str()?)));
    sizes.filter(|(_, size)| *size != "?").map(|(flock, _)| flock.to_owned()).collect()
}

type Sender = futures_util::stream::SplitSink<
    tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>,
    Message,
>;

/// A page that sends whatever comes to its mind, and reads everything.
struct Page {
    sender: Sender,
    reading: JoinHandle<()>,
}

impl Page {
    async fn enter(host: &Host, id: &str, seen: &Arc<Mutex<Seen>>, seed: u64) -> Self {
        let Socket(socket) = host.enter(id).await;
        let (sender, mut receiver) = socket.split();
        let seen = Arc::clone(seen);
        let reading = tokio::spawn(async move {
            let shown = seen.lock().unwrap().shown;
            let mut reader = Reader { shown, ..Reader::default() };
            let mut told = Vec::new();
            while let Some(Ok(message)) = receiver.next().await {
                let Message::Text(text) = message else { continue };
                told.push(text.to_string());
                let message: Value = serde_json::from_str(&text).unwrap();
                if let Err(what) = reader.read(&message, &seen) {
                    let from = told.len().saturating_sub(4);
                    panic!("seed {seed}: {what}, in the last of\n{}", told[from..].join("\n"));
                }
            }
            seen.lock().unwrap().shown |= reader.shown;
        });
        Self { sender, reading }
    }

    async fn send(&mut self, message: &Value) {
        let _ = self.sender.send(Message::text(message.to_string())).await;
    }

    async fn leave(mut self) {
        let _ = self.sender.close().await;
        let read = tokio::time::timeout(PATIENCE, self.reading).await;
        read.expect("the socket closes").unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Players for each seat, people more often than not.
fn seats(rng: &mut Random, count: usize) -> Vec<&'static str> {
    let who = ["person", "person", "person", "greedy", "random"];
    (0..count).map(|_| *pick(rng, &who)).collect()
}

/// A message of any kind, most of them sensible in this state.
pub(crate) fn message(rng: &mut Random, state: &Value) -> Value {
    let ply = state["ply"].as_u64().unwrap_or(0);
    let count = state["seats"].as_array().map_or(2, Vec::len);
    let some_ply = below(rng, ply as usize + 2);
    let legal = state["legal"].as_array().filter(|legal| !legal.is_empty());
    match below(rng, 48) {
        0..16 => match legal {
            None => json!({ "type": "reveal" }),
            Some(legal) => {
                let amounts = pick(rng, legal)["moves"].as_array().unwrap();
                json!({ "type": "move", "text": pick(rng, amounts)["text"], "ply": ply })
            }
        },
        16 => {
            let text = pick(rng, &["a1-b1:99", "@a1", "c3-c4:1", "c2-c3", "x", ""]);
            json!({ "type": "move", "text": text, "ply": ply })
        }
        17..20 => json!({ "type": "undo" }),
        20..23 => json!({ "type": "redo" }),
        23 if below(rng, 3) == 0 => json!({ "type": "resign" }),
        23 => json!({ "type": "pace", "seconds": 0 }),
        24 => json!({ "type": "hurry" }),
        25 => json!({ "type": "pause" }),
        26..28 => json!({ "type": "resume" }),
        28..30 => json!({ "type": "seats", "seats": seats(rng, count) }),
        30..34 => json!({ "type": "frame", "ply": some_ply }),
        34..36 => json!({ "type": "hint" }),
        36 => json!({ "type": "truth", "on": true, "ply": some_ply }),
        37..41 => {
            let agent = pick(rng, &[None, Some("greedy"), Some("random")]);
            json!({ "type": "analyse", "on": true, "agent": agent, "ply": null, "lines": 3 })
        }
        41 => json!({ "type": "analyse", "on": true, "agent": "greedy", "ply": some_ply }),
        42 => json!({ "type": "analyse", "on": false }),
        43 => json!({ "type": "judge", "on": true, "ply": null }),
        44 => json!({ "type": "judge", "on": true, "ply": some_ply }),
        45 => wrong_message(rng),
        _ => json!({ "type": "reveal" }),
    }
}

/// A message that no page sends.
fn wrong_message(rng: &mut Random) -> Value {
    let wrong = [
        json!(null),
        json!("state"),
        json!([{ "type": "reveal" }]),
        json!({ "type": "state" }),
        json!({ "type": "reveal", "seat": 1 }),
        json!({ "type": "frame", "ply": -1 }),
        json!({ "type": "frame", "ply": u64::MAX }),
        json!({ "type": "truth", "on": false }),
        json!({ "type": "judge", "on": false, "ply": u64::MAX }),
        json!({ "type": "judge", "on": true, "ply": u64::MAX }),
        json!({ "type": "analyse", "on": true, "ply": u64::MAX, "lines": u64::MAX }),
        json!({ "type": "analyse", "on": true, "agent": "no such agent" }),
        json!({ "type": "seats", "seats": [] }),
        json!({ "type": "seats", "seats": ["person", "person", "person", "person", "person"] }),
        json!({ "type": "pace", "seconds": -1e300 }),
        json!({ "type": "move", "text": "\u{202e}\0", "ply": u64::MAX }),
    ];
    pick(rng, &wrong).clone()
}

/// One game, with pages that come and go, until it is over or enough was sent.
async fn game(mut host: Host, seed: u64) -> Host {
    let mut rng = seeded(seed);
    let count = *pick(&mut rng, &[2, 3, 4, 4, 4]);
    let teams = if count == 4 && below(&mut rng, 2) == 0 { ",teams" } else { "" };
    let name =
        format!("battle-sheep:hidden,seats={count},cells=20,size=5,sheep=6,seed={seed}{teams}");
    let wanted = json!({ "game": name, "seats": seats(&mut rng, count), "seed": seed });
    let mut id = host.open(wanted).await;
    let mut seen = Arc::new(Mutex::new(Seen::default()));
    for visit in 0..4 {
        let mut pages = Vec::new();
        for _ in 0..=below(&mut rng, 3) {
            pages.push(Page::enter(&host, &id, &seen, seed).await);
        }
        // More from one page would be a flood, which ends its socket.
        for _ in 0..40 * pages.len() {
            let state = seen.lock().unwrap().last.clone();
            let message = message(&mut rng, &state);
            let at = below(&mut rng, pages.len());
            pages[at].send(&message).await;
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
        let path = format!("/api/games/{id}");
        let mut visitor = Reader::default();
        let state = host.get(&path).await.json();
        let fair = visitor.turn_to(&state).and_then(|()| visitor.board_is_fair(&state));
        fair.unwrap_or_else(|what| panic!("seed {seed}: {what}, over HTTP: {state}"));
        for form in ["jsonl", "pgn"] {
            let reply = host.get(&format!("{path}/record?form={form}")).await;
            visitor = Reader::default();
            visitor.turn_to(&host.get(&path).await.json()).unwrap();
            assert!(reply.status != 200 || visitor.is_open, "seed {seed}: {}", reply.body);
        }
        for page in pages {
            page.leave().await;
        }
        let last = host.get(&path).await.json();
        match visit {
            // What was begun elsewhere has secrets from its start.
            1 if !last["over"].is_null() && last["turn"].is_null() => {
                let page = &mut host.enter(&id).await;
                page.send(json!({ "type": "frame", "ply": last["ply"].as_u64().unwrap() / 2 }))
                    .await;
                let frame = page.wait("frame", |_| true).await;
                let wanted = json!({ "game": name, "seats": seats(&mut rng, count),
                    "position": frame["position"], "seed": seed });
                id = host.open(wanted).await;
                seen = Arc::default();
            }
            2 => host = Host::start_in(host.stop().await, |_| {}).await,
            _ => {}
        }
    }
    host
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::print_stderr, reason = "a failure is repeated with the seed")]
async fn no_message_gives_a_hidden_hand_away() {
    static PANICS: AtomicUsize = AtomicUsize::new(0);
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        let thread = std::thread::current().name().unwrap_or("").to_owned();
        // Other tests have threads of their own name.
        if thread.starts_with("tokio") {
            PANICS.fetch_add(1, Ordering::Relaxed);
        }
        before(info);
    }));
    let given = |name: &str| std::env::var(name).ok()?.parse::<u64>().ok();
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_nanos() as u64;
    let first = given("BELLWETHER_SEED").unwrap_or(now % 1_000_000_000);
    let seconds = given("BELLWETHER_SECRETS").unwrap_or(6);
    eprintln!("secrets: {seconds} s from seed {first}");
    let began = Instant::now();
    let mut host = Host::start().await;
    let mut games = 0;
    let mut minutes = 1;
    while games < 2 || began.elapsed() < Duration::from_secs(seconds) {
        host = match games % 2 {
            0 => game(host, first + games).await,
            _ => seat_links::game(host, first + games).await,
        };
        games += 1;
        if began.elapsed().as_secs() >= 60 * minutes {
            eprintln!("secrets: {games} games in {minutes} min");
            minutes = began.elapsed().as_secs() / 60 + 1;
        }
    }
    assert_eq!(PANICS.load(Ordering::Relaxed), 0, "the server panicked, from seed {first}");
    eprintln!("secrets: {games} games");
}

/// The two seats of a small hidden game place their sheep.
async fn placed(host: &Host, who: &[&str]) -> Socket {
    let id = host.open(json!({ "game": SMALL, "seats": who })).await;
    let mut page = host.enter(&id).await;
    page.send(json!({ "type": "pace", "seconds": 0 })).await;
    let mut state = page.state(|_| true).await;
    while state["ply"].as_u64() < Some(2) {
        if !state["curtain"].is_null() {
            page.send(json!({ "type": "reveal" })).await;
        } else if let Some(text) = state["legal"][0]["moves"][0]["text"].as_str() {
            page.play(text, usize::try_from(state["ply"].as_u64().unwrap()).unwrap()).await;
        }
        state = page.state(|_| true).await;
    }
    page
}

#[tokio::test]
async fn nothing_is_taken_back_after_the_hands_were_shown() {
    let host = Host::start().await;
    let mut page = placed(&host, &["person", "greedy"]).await;
    page.send(json!({ "type": "resign" })).await;
    let state = page.state(|state| !state["over"].is_null()).await;
    assert_eq!(state["can"], json!({ "undo": false, "redo": false, "resign": false }));
    page.send(json!({ "type": "undo" })).await;
    assert_eq!(page.error().await, "all hands were shown: nothing can be taken back");
}

#[tokio::test]
async fn what_was_taken_back_is_not_made_again_from_another_seat() {
    let host = Host::start().await;
    let mut page = placed(&host, &["person", "greedy"]).await;
    page.send(json!({ "type": "pause" })).await;
    page.send(json!({ "type": "undo" })).await;
    page.state(|state| state["ply"] == 0).await;
    page.send(json!({ "type": "seats", "seats": ["greedy", "person"] })).await;
    let state = page.state(|state| state["seats"][1]["who"] == "person").await;
    assert_eq!(state["can"]["redo"], false, "the hand of the seat would be another's");
    page.send(json!({ "type": "redo" })).await;
    assert!(page.error().await.contains("nothing to make again"));
}

#[tokio::test]
async fn what_a_seat_asked_for_ends_with_its_turn() {
    let host = Host::start().await;
    let mut page = placed(&host, &["person", "person"]).await;
    page.send(json!({ "type": "reveal" })).await;
    let state = page.state(|state| state["curtain"].is_null()).await;
    page.send(json!({ "type": "analyse", "on": true, "agent": "greedy" })).await;
    page.wait("analysis", |told| told["done"] == true).await;
    let ply = usize::try_from(state["ply"].as_u64().unwrap()).unwrap();
    page.play(state["legal"][0]["moves"][0]["text"].as_str().unwrap(), ply).await;
    page.state(|state| !state["curtain"].is_null()).await;
    page.send(json!({ "type": "resign" })).await;
    assert_eq!(page.error().await, "take the screen first", "nobody gives up for another");
    page.send(json!({ "type": "reveal" })).await;
    page.state(|state| state["curtain"].is_null()).await;
    page.send(json!({ "type": "hint" })).await;
    loop {
        let told = page.next().await.unwrap();
        assert_ne!(told["type"], "analysis", "the other seat asked for it: {told}");
        if told["type"] == "hint" {
            break;
        }
    }
}

#[tokio::test]
async fn who_resigns_among_several_sees_nobody_elses_hand() {
    let host = Host::start().await;
    let wanted =
        json!({ "game": "battle-sheep:hidden,seats=3", "seats": ["person", "person", "greedy"] });
    let id = host.open(wanted).await;
    let mut page = host.enter(&id).await;
    page.send(json!({ "type": "pace", "seconds": 0 })).await;
    let mut state = page.state(|state| !state["curtain"].is_null()).await;
    while state["ply"] != 4 || state["turn"] != 1 || !state["curtain"].is_null() {
        if !state["curtain"].is_null() {
            page.send(json!({ "type": "reveal" })).await;
        } else if let Some(text) = state["legal"][0]["moves"][0]["text"].as_str() {
            page.play(text, usize::try_from(state["ply"].as_u64().unwrap()).unwrap()).await;
        }
        state = page.state(|_| true).await;
        assert!(state["over"].is_null(), "nobody is stuck on this field");
    }
    page.send(json!({ "type": "resign" })).await;
    let mut state = page.state(|state| state["seats"][1]["who"] == "greedy").await;
    while state["over"].is_null() && state["curtain"].is_null() {
        assert_eq!(flocks(&state), [""; 0], "nobody has the screen");
        state = page.state(|_| true).await;
    }
}
