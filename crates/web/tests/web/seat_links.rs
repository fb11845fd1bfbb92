//! A game on several screens: a link plays one seat only, sees what that seat may see, and lasts.

use std::sync::Mutex;
use std::time::Duration;

use bellwether_core::random::{Random, below, seeded};
use serde_json::{Value, json};

use crate::common::{Host, Socket};
use crate::secrets::{Reader, Seen, message, pick};

/// One page of a game on several screens, and all that it was sent.
struct LinkedPage {
    socket: Socket,
    /// The seat of its link; none watches.
    own: Option<u64>,
    reader: Reader,
    seen: Mutex<Seen>,
}

/// What nobody is sent, and how many people began.
struct Secrets {
    keys: Vec<String>,
    people: usize,
}

impl LinkedPage {
    fn new(socket: Socket, own: Option<u64>) -> Self {
        Self { socket, own, reader: Reader::default(), seen: Mutex::default() }
    }

    /// Sends a message, and reads until the server has handled it.
    async fn send(&mut self, message: &Value, secrets: &Secrets) -> Result<(), String> {
        self.socket.send(message.clone()).await;
        // Messages of a socket are handled one after the other.
        self.socket.send(json!({ "type": "frame", "ply": 0 })).await;
        let is_frame = message["type"] == "frame" && message["ply"].as_u64().is_some();
        let mut frames = 1 + usize::from(is_frame);
        while frames > 0 {
            let told = self.socket.next().await.ok_or("the socket was closed")?;
            frames -= usize::from(told["type"] == "frame");
            self.judge(&told, secrets)?;
        }
        Ok(())
    }

    fn judge(&mut self, told: &Value, secrets: &Secrets) -> Result<(), String> {
        let text = told.to_string();
        if secrets.keys.iter().any(|key| text.contains(key)) {
            return Err(format!("a key: {text}"));
        }
        self.reader.read(told, &self.seen).map_err(|what| format!("{what} in {text}"))?;
        let is_help =
            ["hint", "analysis", "judgement", "review", "verdict", "threats"].map(Value::from);
        if is_help.contains(&told["type"]) && secrets.people > 1 && !self.reader.is_open {
            return Err(format!("help between people: {text}"));
        }
        if told["type"] == "state" {
            if told["link"]["seat"].as_u64() != self.own {
                return Err(format!("the page of another seat: {text}"));
            }
            let is_other = !self.reader.is_open && self.reader.seat != self.own;
            if is_other && told["hidden"] == true {
                return Err(format!("the view of another seat: {text}"));
            }
            let has_moves = !told["legal"].as_array().unwrap().is_empty();
            if has_moves && told["turn"].as_u64() != self.own {
                return Err(format!("another's moves: {text}"));
            }
        }
        Ok(())
    }
}

fn people(state: &Value) -> Vec<u64> {
    let seats = state["seats"].as_array().unwrap().iter().enumerate();
    seats.filter(|(_, seat)| seat["who"] == "person").map(|(seat, _)| seat as u64).collect()
}

/// What a message of a page has done may be done for its own seat only.
fn acts_for_itself(
    before: &Value,
    after: &Value,
    own: Option<u64>,
    sent: &Value,
) -> Result<(), String> {
    let [old, new] = [before, after].map(|state| state["moves"].as_array().unwrap());
    // At the end of a hidden game the texts of moves tell more.
    let is_same = |(old, new): &(&Value, &Value)| {
        old["seat"] == new["seat"] && old["squares"] == new["squares"]
    };
    let same = old.iter().zip(new).take_while(is_same).count();
    let was_person = people(before);
    for made in &new[same..] {
        let seat = made["seat"].as_u64().unwrap();
        if was_person.contains(&seat) && Some(seat) != own {
            return Err(format!("a move for seat {seat}: {made}"));
        }
    }
    if same < old.len() {
        let others = was_person.iter().filter(|seat| Some(**seat) != own).count();
        let last = json!([own]);
        let is_agreed = sent["accept"] == true && before["link"]["proposal"]["awaited"] == last;
        let is_alone = own.is_some() && others == 0;
        if !is_agreed && !is_alone {
            return Err("moves were taken back without consent".to_owned());
        }
    }
    let left = was_person.iter().filter(|seat| !people(after).contains(seat));
    if let Some(other) = left.into_iter().find(|seat| Some(**seat) != own) {
        return Err(format!("seat {other} was given up for another"));
    }
    let resigned = after["over"]["resigned"].as_u64();
    if before["over"].is_null() && resigned.is_some() && resigned != own {
        return Err("another resigned".to_owned());
    }
    if people(before).len() > 1 && before["paused"] == false && after["paused"] == true {
        return Err("it was paused".to_owned());
    }
    Ok(())
}

/// A message of a page with a link, or without one.
fn linked_message(rng: &mut Random, state: &Value) -> Value {
    match below(rng, 10) {
        0 => json!({ "type": "rematch", "swap": below(rng, 2) == 0 }),
        1 | 2 => json!({ "type": "answer", "accept": below(rng, 3) > 0 }),
        3 => json!({ "type": "line", "moves": [] }),
        _ => message(rng, state),
    }
}

/// Random messages of several seats and of watchers, in a hidden game.
pub(crate) async fn game(mut host: Host, seed: u64) -> Host {
    let mut rng = seeded(seed);
    let count = *pick(&mut rng, &[2, 3, 4, 4]);
    let mut who: Vec<&str> =
        (0..count).map(|_| *pick(&mut rng, &["friend", "friend", "greedy", "random"])).collect();
    let first = below(&mut rng, count);
    who[first] = if below(&mut rng, 3) == 0 { "friend" } else { "person" };
    who[(first + 1) % count] = "friend";
    let teams = if count == 4 && below(&mut rng, 2) == 0 { ",teams" } else { "" };
    let name =
        format!("battle-sheep:hidden,seats={count},cells=20,size=5,sheep=6,seed={seed}{teams}");
    let wanted = json!({ "game": name, "seats": who, "seed": seed });
    let (id, key, keys) = host.open_linked(wanted).await;
    let path = format!("/api/games/{id}");
    let all = keys.iter().flatten().chain([&key]).cloned().collect();
    let secrets = Secrets { keys: all, people: keys.iter().flatten().count() };
    let failed = |what: String| -> ! { panic!("seed {seed}, {name} {who:?}: {what}") };
    for visit in 0..3 {
        let mut pages = Vec::new();
        for (seat, key) in keys.iter().enumerate() {
            if let Some(key) = key {
                pages.push(LinkedPage::new(host.enter_as(&id, key).await, Some(seat as u64)));
            }
        }
        pages.push(LinkedPage::new(host.enter(&id).await, None));
        let wrong = format!("{}x", &secrets.keys[0][1..]);
        pages.push(LinkedPage::new(host.enter_as(&id, &wrong).await, None));
        for _ in 0..16 * pages.len() {
            let at = below(&mut rng, pages.len());
            let page = &mut pages[at];
            let before = host.get(&path).await.json();
            let sent = linked_message(&mut rng, &page.reader.state);
            page.send(&sent, &secrets).await.unwrap_or_else(|what| failed(what));
            let after = host.get(&path).await.json();
            told_to_all(&after, &secrets).unwrap_or_else(|what| failed(what));
            acts_for_itself(&before, &after, page.own, &sent)
                .unwrap_or_else(|what| failed(format!("{what} by {:?}: {sent}", page.own)));
            // More would be a flood, which ends the socket.
            tokio::time::sleep(Duration::from_millis(2)).await;
        }
        for mut page in pages {
            page.send(&json!({ "type": "frame", "ply": 0 }), &secrets)
                .await
                .unwrap_or_else(|what| failed(what));
        }
        if visit == 1 {
            host = Host::start_in(host.stop().await, |_| {}).await;
            assert_eq!(host.seat_keys(&id, &key).await, keys, "links outlive the server");
        }
    }
    host
}

/// What is told over HTTP, without any key.
fn told_to_all(state: &Value, secrets: &Secrets) -> Result<(), String> {
    let mut told = state.clone();
    told["type"] = "state".into();
    Reader::default().read(&told, &Mutex::default())?;
    let text = state.to_string();
    let leaks = secrets.keys.iter().any(|key| text.contains(key));
    if leaks { Err(format!("a key over HTTP: {text}")) } else { Ok(()) }
}

/// The links of a small open game of two, and their pages.
async fn two(host: &Host) -> (String, Vec<String>, Socket, Socket) {
    let wanted = json!({ "game": "connect-four", "seats": ["person", "friend"] });
    let (id, key, keys) = host.open_linked(wanted).await;
    let keys: Vec<String> = keys.into_iter().flatten().collect();
    assert_eq!(key, keys[0], "who sets the game up plays the first seat");
    let (first, second) = (host.enter_as(&id, &keys[0]).await, host.enter_as(&id, &keys[1]).await);
    (id, keys, first, second)
}

#[tokio::test]
async fn a_link_plays_its_own_seat() {
    let host = Host::start().await;
    let (id, keys, mut first, mut second) = two(&host).await;
    let state = second.state(|state| state["link"]["here"] == json!([true, true])).await;
    assert_eq!((&state["link"]["seat"], &state["legal"]), (&json!(1), &json!([])));
    second.play("d", 0).await;
    assert_eq!(second.error().await, "it is not your turn");
    for message in [
        json!({ "type": "pause" }),
        json!({ "type": "redo" }),
        json!({ "type": "seats", "seats": ["person", "ram"] }),
        json!({ "type": "line", "moves": ["d"] }),
        json!({ "type": "hint" }),
        json!({ "type": "truth", "on": true }),
        json!({ "type": "analyse", "on": true }),
        json!({ "type": "review" }),
        json!({ "type": "verdict", "index": 0 }),
        json!({ "type": "threats" }),
        json!({ "type": "answer", "accept": true }),
        json!({ "type": "rematch", "swap": false }),
        json!({ "type": "undo" }),
    ] {
        second.send(message.clone()).await;
        assert!(!second.error().await.is_empty(), "{message}");
    }
    first.play("d", 0).await;
    let state = second.state(|state| state["ply"] == 1).await;
    assert!(!state["legal"].as_array().unwrap().is_empty() && state["turned"] == false);
    let mut watcher = host.enter(&id).await;
    let state = watcher.state(|_| true).await;
    assert_eq!((&state["link"]["seat"], &state["legal"]), (&Value::Null, &json!([])));
    for message in ["resign", "undo", "reveal", "resume", "hurry", "hint"] {
        watcher.send(json!({ "type": message })).await;
        assert!(!watcher.error().await.is_empty(), "{message}");
    }
    drop(first);
    second.state(|state| state["link"]["here"] == json!([false, true])).await;
    let mut again = host.enter_as(&id, &keys[0]).await;
    again.state(|state| state["link"]["seat"] == 0).await;
}

#[tokio::test]
async fn people_agree_on_what_is_taken_back_and_on_a_rematch() {
    let host = Host::start().await;
    let (id, keys, mut first, mut second) = two(&host).await;
    first.play("d", 0).await;
    first.send(json!({ "type": "undo" })).await;
    let asked = json!({ "kind": "undo", "seat": 0, "awaited": [1] });
    second.state(|state| state["link"]["proposal"] == asked).await;
    first.send(json!({ "type": "answer", "accept": true })).await;
    assert_eq!(first.error().await, "nobody asks you for anything");
    second.send(json!({ "type": "answer", "accept": true })).await;
    second.state(|state| state["ply"] == 0).await;
    // Nobody has to wait for the turn to give up.
    second.send(json!({ "type": "resign" })).await;
    let state = first.state(|state| !state["over"].is_null()).await;
    assert_eq!(state["over"]["winners"], json!([0]));
    assert_eq!(state["can"]["undo"], false);
    first.send(json!({ "type": "rematch", "swap": true })).await;
    second.state(|state| state["link"]["proposal"]["kind"] == "swap").await;
    second.send(json!({ "type": "answer", "accept": true })).await;
    let state = first.state(|state| !state["link"]["next"].is_null()).await;
    let next = state["link"]["next"].as_str().unwrap().to_owned();
    let host = Host::start_in(host.stop().await, |_| {}).await;
    for (key, seat) in [(&keys[0], 1), (&keys[1], 0)] {
        let mut page = host.enter_as(&next, key).await;
        assert_eq!(page.state(|_| true).await["link"]["seat"], seat, "sides are swapped");
        let old = host.enter_as(&id, key).await.state(|_| true).await;
        assert_eq!(old["link"]["next"], next.as_str(), "the way to it lasts");
    }
    assert_eq!(host.seat_keys(&next, &keys[0]).await.len(), 2, "who set it up has the links");
}

#[tokio::test]
async fn links_are_told_to_who_has_set_the_game_up() {
    let host = Host::start_with(|config| config.token = Some("let-me-in-please".to_owned())).await;
    let address = host.address;
    let bearer = "Authorization: Bearer let-me-in-please\r\nContent-Type: application/json\r\n";
    let wanted = json!({ "game": "battle-sheep:seats=3", "seats": ["friend", "ram", "friend"] });
    let made = host.ask("POST", "/api/games", bearer, &wanted.to_string()).await.json();
    let path = format!("/api/games/{}/links", made["id"].as_str().unwrap());
    let links =
        async |key: &str| host.ask("GET", &path, &format!("{bearer}Seat-Key: {key}\r\n"), "").await;
    let told = links(made["key"].as_str().unwrap()).await.json();
    assert_eq!(told["hosts"], json!([]), "{address} is for this machine only");
    assert_eq!(
        told["origin"],
        format!("http://{address}"),
        "links begin as the page's address does"
    );
    assert!(told["seats"][0]["qr"]["path"].as_str().unwrap().starts_with("M4 4h7v1h-7z"));
    let seats: Vec<u64> =
        told["seats"].as_array().unwrap().iter().map(|s| s["seat"].as_u64().unwrap()).collect();
    assert_eq!(seats, [0, 2], "an agent needs no link");
    let own = told["seats"][0]["path"].as_str().unwrap();
    let (before, key) = own.split_once('#').unwrap();
    assert!(before.ends_with("?token=let-me-in-please"), "it lets a friend in: {own}");
    for key in [key, "", "x"] {
        assert_eq!(links(key).await.status, 409, "of somebody else: {key}");
    }
    let shared = json!({ "game": "battle-sheep:seats=3", "seats": ["person", "person", "friend"] });
    let refused = host.ask("POST", "/api/games", bearer, &shared.to_string()).await;
    assert!(refused.status == 400 && refused.body.contains("one person plays at this one"));
}

#[tokio::test]
async fn four_people_on_four_screens() {
    let host = Host::start().await;
    let game = "battle-sheep:seats=4,hidden,cells=24,size=6,sheep=6";
    let seats = ["friend", "friend", "friend", "friend"];
    let (id, key, keys) = host.open_linked(json!({ "game": game, "seats": seats })).await;
    let keys: Vec<String> = keys.into_iter().flatten().collect();
    assert!(!keys.contains(&key), "who sets it up only watches");
    let mut pages = Vec::new();
    for key in &keys {
        pages.push(host.enter_as(&id, key).await);
    }
    for ply in 0..8 {
        // A seat that cannot move is skipped.
        let turn = host.get(&format!("/api/games/{id}")).await.json()["turn"].as_u64();
        let page = &mut pages[usize::try_from(turn.unwrap()).unwrap()];
        let state = page.state(|state| state["ply"] == ply && state["legal"][0].is_object()).await;
        page.play(state["legal"][0]["moves"][0]["text"].as_str().unwrap(), ply).await;
        page.state(|state| state["ply"] == ply + 1).await;
    }
    pages[2].send(json!({ "type": "resign" })).await;
    let state = pages[0].state(|state| state["seats"][2]["who"] == "greedy").await;
    assert_eq!(state["faults"][0]["reason"], "resignation");
    let seen = pages[2].state(|state| state["seats"][2]["who"] == "greedy").await;
    assert_eq!(seen["eyes"], 2, "who has given up sees its own flocks, and no others");
    assert_eq!(seen["can"], json!({ "undo": false, "redo": false, "resign": false }));
}
