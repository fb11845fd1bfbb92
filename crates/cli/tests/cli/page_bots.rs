//! Registered bots on the page: real programs in their cages play whole games and tournaments, whoever fails forfeits with
//! a reason, and nothing stays behind.

use std::fs;
use std::time::{Duration, Instant};

use crate::bot_folder::BotFolder;
use crate::page::{Page, Served, bellwether};
use serde_json::{Value, json};

const SMALL: &str = "breakthrough:rows=5,columns=5";

impl BotFolder {
    /// A server with these bots.
    fn serve(&self, bots: &[&str], more: &[&str]) -> Served {
        let mut options = more.to_vec();
        for bot in bots {
            options.extend(["--bot", bot]);
        }
        // A bot in its cage sees its own folder: the store is elsewhere.
        let folder = self.path.with_extension("house");
        fs::create_dir_all(&folder).unwrap();
        Served::begin(&folder, &options)
    }

    fn bot(&self, name: &str, script: &str) -> String {
        format!("{name}=bot:{}", self.python(script))
    }

    fn end(self) {
        fs::remove_dir_all(self.path.with_extension("house")).unwrap();
        self.close();
    }

    /// Waits until a bot runs.
    fn until_it_runs(&self) {
        let began = Instant::now();
        while self.running().is_empty() {
            assert!(began.elapsed() < Duration::from_secs(60), "no bot was started");
            std::thread::sleep(Duration::from_millis(10));
        }
    }
}

/// Plays first moves until somebody fails or the game is over.
fn to_the_end(page: &mut Page) -> Value {
    let mut state = page.turn();
    while state["over"].is_null() {
        state = page.any_move(&state);
    }
    state
}

#[test]
fn a_whole_game_is_played_against_a_bot() {
    let folder = BotFolder::new("page-game");
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/bots/python/bot.py");
    fs::copy(example, folder.path.join("bot.py")).unwrap();
    let server = folder.serve(&[&folder.bot("dolly", "bot.py")], &[]);
    let catalogue = server.get("/api/catalogue");
    assert_eq!(catalogue["bots"], json!(["dolly"]));
    assert!(!catalogue["bots"].to_string().contains("python3"));

    let (id, mut page) = server.open(SMALL, &["person", "dolly"]);
    let state = page.turn();
    assert_eq!(state["seats"][1]["who"], "dolly");
    assert_eq!(state["seats"][1]["bot"], true);
    let state = page.any_move(&state);
    assert_eq!(state["ply"], 2);
    assert!(!folder.running().is_empty(), "it waits for its next turn");
    let mut state = page.any_move(&state);
    while state["over"].is_null() {
        state = page.any_move(&state);
    }
    assert!(state["faults"].is_null(), "{state}");
    assert_eq!(folder.left(), Vec::<String>::new(), "the game is over");
    let record = server.get(&format!("/api/games/{id}"));
    assert!(!record.to_string().contains("cmd="), "{record}");
    drop(server);
    folder.end();
}

#[test]
fn who_crashes_stalls_or_cheats_forfeits_with_a_reason() {
    let folder = BotFolder::new("page-sins");
    let violations = [
        ("leave_with_three", "crash", "exit status 3; the last line of its log: I have had enough"),
        ("stall", "timeout", "no answer for 0.6"),
        ("illegal", "illegal move", "a1a9"),
        ("resign", "resignation", ""),
        ("empty_line", "protocol violation", "an empty line"),
    ];
    let bots: Vec<String> = violations
        .iter()
        .map(|(violation, ..)| folder.bot(violation, &format!("sinner.py {violation}")))
        .collect();
    let bots: Vec<&str> = bots.iter().map(String::as_str).collect();
    let server = folder.serve(&bots, &["--bot-time", "0.5"]);
    for (violation, reason, detail) in violations {
        let (_, mut page) = server.open(SMALL, &["person", violation]);
        let state = to_the_end(&mut page);
        let fault = &state["faults"][0];
        assert_eq!((&fault["seat"], &fault["who"]), (&json!(1), &json!(violation)), "{fault}");
        assert_eq!(fault["reason"], reason, "{fault}");
        assert!(fault["detail"].as_str().unwrap().contains(detail), "{fault}");
        assert_eq!((&state["over"]["winners"], &state["turn"]), (&json!([0]), &Value::Null));
        assert_eq!(folder.left(), Vec::<String>::new(), "{violation}");
        // Taken back, it is somebody's turn again, and a new process answers.
        page.send(&json!({ "type": "undo" }));
        let state = page.wait("state", |state| state["over"].is_null());
        assert!(state["faults"].is_null() && state["ply"] == 2, "{state}");
        let state = page.any_move(&state);
        assert_eq!(
            (&state["ply"], &state["over"]),
            (&json!(4), &Value::Null),
            "{violation}: {state}"
        );
    }
    // Whoever watched has gone.
    assert_eq!(folder.left(), Vec::<String>::new());
    drop(server);
    folder.end();
}

/// A bot that writes a line at every turn, and breaks down at the third.
const TALKING: &str = "import json, sys
def deep(turn):
    if turn == 3:
        raise ValueError('no more ideas')
for turn, line in enumerate(sys.stdin, 1):
    print('turn', turn, file=sys.stderr)
    deep(turn)
    print(json.loads(line)['moves'][0], flush=True)
";

#[test]
fn a_live_game_shows_all_that_a_bot_wrote() {
    let folder = BotFolder::new("page-stderr");
    fs::write(folder.path.join("talking.py"), TALKING).unwrap();
    let bot = folder.bot("talking", "talking.py");
    let mut server = folder.serve(&[&bot], &["--bot-time", "20"]);
    let (id, mut page) = server.open(SMALL, &["person", "talking"]);
    let path = format!("/api/games/{id}/stderr");
    let state = page.turn();
    assert!(state["seats"][1]["wrote"].is_null(), "{state}");
    assert_eq!(server.get(&path), json!([]));
    // While it plays.
    let state = page.any_move(&state);
    assert_eq!(state["seats"][1]["wrote"], 7, "{state}");
    assert_eq!(server.get(&path), json!([{ "seat": 1, "text": "turn 1\n" }]));
    let mut state = state;
    while state["over"].is_null() {
        state = page.any_move(&state);
    }
    let written = server.get(&path);
    let text = written[0]["text"].as_str().unwrap();
    assert!(text.starts_with("turn 1\nturn 2\nturn 3\nTraceback (most recent call last):\n"));
    assert!(text.contains("in deep") && text.ends_with("ValueError: no more ideas\n"), "{text}");
    assert_eq!(state["seats"][1]["wrote"], text.len());
    let record = server.text("GET", &format!("/api/games/{id}/record"), "");
    assert!(record.contains("Traceback (most recent call last)"), "{record}");
    // It is saved with the game.
    drop((page, server));
    server = folder.serve(&[&bot], &["--bot-time", "20"]);
    assert_eq!(server.get(&path), written);
    drop(server);

    // In a hidden game it could give a hand away.
    server = folder.serve(&[&bot], &["--bot-time", "20"]);
    let hidden = "battle-sheep:hidden,seats=2,cells=16,size=5,sheep=8";
    let (id, mut page) = server.open(hidden, &["person", "talking"]);
    let state = page.turn();
    let state = page.any_move(&state);
    assert!(state["over"].is_null() && state["seats"][1]["wrote"].is_null(), "{state}");
    assert_eq!(server.get(&format!("/api/games/{id}/stderr")), json!([]));
    drop((page, server));
    folder.end();
}

#[test]
fn a_bot_ends_with_its_game_its_watchers_and_its_server() {
    let folder = BotFolder::new("page-ends");
    let stall = folder.bot("stall", "sinner.py stall_at_start");
    let mut server = folder.serve(&[&stall], &["--bot-time", "600"]);
    // It is left.
    let (_, page) = server.open(SMALL, &["stall", "person"]);
    folder.until_it_runs();
    drop(page);
    assert_eq!(folder.left(), Vec::<String>::new(), "nobody watches");
    // It is asked for no more.
    let (_, mut page) = server.open(SMALL, &["stall", "person"]);
    folder.until_it_runs();
    page.send(&json!({ "type": "hurry" }));
    let said = page.wait("error", |_| true);
    assert!(said["text"].as_str().unwrap().contains("cannot be hurried"), "{said}");
    page.send(&json!({ "type": "pause" }));
    page.wait("state", |state| state["paused"] == true);
    assert_eq!(folder.left(), Vec::<String>::new(), "the game waits");
    page.send(&json!({ "type": "resume" }));
    folder.until_it_runs();
    // The server ends, as by Ctrl-C.
    let pid = server.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert!(server.child.wait().unwrap().success());
    assert_eq!(folder.running(), Vec::<String>::new(), "the server has waited for it");
    // Or it is killed.
    let server = folder.serve(&[&stall], &[]);
    let (_, _page) = server.open(SMALL, &["stall", "person"]);
    folder.until_it_runs();
    drop(server);
    folder.end();
}

#[test]
fn a_bot_gets_the_whole_game_after_an_undo_and_a_restart() {
    let folder = BotFolder::new("page-anew");
    let recorder = format!("{},write", folder.bot("scribe", "recorder.py"));
    let asked = || -> Vec<Value> {
        let text = fs::read_to_string(folder.path.join("asked")).unwrap();
        text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
    };
    let moves = |state: &Value| -> Vec<Value> {
        state["moves"].as_array().unwrap().iter().map(|made| made["text"].clone()).collect()
    };
    let server = folder.serve(&[&recorder], &[]);
    let (id, mut page) = server.open(SMALL, &["person", "scribe"]);
    let state = page.turn();
    let state = page.any_move(&state);
    let state = page.any_move(&state);
    let first = folder.running();
    page.send(&json!({ "type": "undo" }));
    let undone = page.wait("state", |state| state["ply"] == 2);
    // Another move than before, so that the histories differ.
    let other = undone["legal"].as_array().unwrap().last().unwrap()["moves"][0]["text"].clone();
    page.play(other.as_str().unwrap(), 2);
    let after = page.state_at(4);
    assert_ne!(moves(&after)[2], moves(&state)[2]);
    let question = asked().pop().unwrap();
    assert_eq!(question["history"], json!(moves(&after)[..3]));
    assert_eq!((&question["ply"], &question["time"]), (&json!(3), &json!(10.0)));
    assert_ne!(folder.running(), first, "what has seen other moves is not asked again");
    drop(server);

    // Killed and started again: the game goes on.
    let server = folder.serve(&[&recorder], &[]);
    let mut page = server.enter(&id);
    let state = page.turn();
    assert_eq!(moves(&state), moves(&after));
    let later = page.any_move(&state);
    assert_eq!(asked().pop().unwrap()["history"], json!(moves(&later)[..5]));
    drop(server);

    // Started without the bot: the game is there, and somebody else can take the chair.
    let server = folder.serve(&[], &[]);
    let mut page = server.enter(&id);
    let state = page.turn();
    let text = state["legal"][0]["moves"][0]["text"].as_str().unwrap();
    page.play(text, 6);
    let said = page.wait("error", |_| true);
    assert!(said["text"].as_str().unwrap().contains("there is no agent 'scribe'"), "{said}");
    assert_eq!(page.state_at(7)["paused"], true);
    page.send(&json!({ "type": "seats", "seats": ["person", "random"] }));
    page.send(&json!({ "type": "resume" }));
    page.state_at(8);
    drop(server);
    folder.end();
}

#[test]
fn at_a_table_of_four_another_plays_on_and_hands_stay_hidden() {
    let folder = BotFolder::new("page-four");
    let watchful = folder.bot("watchful", "watchful.py");
    let sinner = folder.bot("sinner", "sinner.py leave_with_three");
    let server = folder.serve(&[&watchful, &sinner], &[]);
    let seats = ["person", "watchful", "sinner", "random"];
    let (_, mut page) = server.open("battle-sheep:hidden", &seats);
    let state = page.turn();
    page.send(&json!({ "type": "pace", "seconds": 0 }));
    let mut state = page.any_move(&state);
    while state["over"].is_null() {
        // A log could tell what the others must not know.
        if let Some(fault) = state["faults"].get(0) {
            assert_eq!((&fault["reason"], &fault["detail"]), (&json!("crash"), &json!("")));
        }
        state = page.any_move(&state);
    }
    let faults = state["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 1, "the watchful one saw nothing it should not: {faults:?}");
    assert_eq!((&faults[0]["seat"], &faults[0]["who"]), (&json!(2), &json!("sinner")));
    assert!(faults[0]["detail"].as_str().unwrap().contains("exit status 3"), "{faults:?}");
    assert_eq!(state["seats"][2]["who"], "greedy");
    drop(server);
    folder.end();
}

#[test]
fn a_page_cannot_name_programs() {
    let folder = BotFolder::new("page-names");
    let server = folder.serve(&[&folder.bot("dolly", "random_bot.py")], &[]);
    let program = format!("bot:{}", folder.python("random_bot.py"));
    for (who, words) in [
        (program.as_str(), "a page may not ask for"),
        ("ugi:cmd=sh", "a page may not ask for"),
        ("dolly:time=60", "takes no options here"),
        ("Dolly", "there is no agent 'Dolly'"),
    ] {
        let game = json!({ "game": SMALL, "seats": ["person", who] });
        let tournament =
            json!({ "game": SMALL, "players": [{ "agent": who }, { "agent": "random" }] });
        for (path, request) in [("/api/games", game), ("/api/tournaments", tournament)] {
            let answer = server.post(path, &request);
            assert!(
                answer["error"].as_str().is_some_and(|error| error.contains(words)),
                "{answer}"
            );
        }
        let (_, mut page) = server.open(SMALL, &["person", "random"]);
        page.send(&json!({ "type": "seats", "seats": ["person", who] }));
        let said = page.wait("error", |_| true);
        assert!(said["text"].as_str().unwrap().contains(words), "{said}");
    }
    assert_eq!(folder.running(), Vec::<String>::new());
    drop(server);
    folder.end();
}

#[test]
fn bots_play_a_tournament_and_its_record_keeps_their_names() {
    let folder = BotFolder::new("page-arena");
    let dolly = folder.bot("dolly", "random_bot.py");
    let sinner = folder.bot("sinner", "sinner.py leave_with_three");
    let bots = [dolly.as_str(), sinner.as_str(), "quick=pvs:depth=1"];
    let server = folder.serve(&bots, &[]);
    let request = json!({
        "game": SMALL,
        "players": [{ "agent": "dolly" }, { "name": "Bad", "agent": "sinner" }, { "agent": "quick" }],
        "games": 2,
    });
    let begun = server.post("/api/tournaments", &request);
    let id = begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    let state = server.until(&id, |state| state["status"] == "finished");
    assert_eq!(state["games"], 6);
    assert_eq!(state["players"][1], json!({ "name": "Bad", "agent": "sinner" }));
    assert!(!state.to_string().contains("cmd="));
    let crashes = server.get(&format!("/api/tournaments/{id}/games?reason=crash"));
    assert_eq!(crashes["count"], 4, "{crashes}");
    assert_eq!(folder.left(), Vec::<String>::new());

    // The command reads its record, though it does not know their names.
    let house = folder.path.with_extension("house");
    let file = fs::read_dir(house.join("matches")).unwrap().next().unwrap().unwrap().path();
    for (options, words) in
        [(&["report"][..], "dolly"), (&["replay", "--verify"][..], "dolly is no agent of ours")]
    {
        let output = bellwether(&house, options).arg(&file).output().unwrap();
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(words), "{said}");
    }

    // What was stopped goes on while its bots are registered, and only then.
    let mut more = request;
    more["games"] = json!(200);
    let begun = server.post("/api/tournaments", &more);
    let id = begun["id"].as_str().unwrap_or_else(|| panic!("{begun}")).to_owned();
    server.until(&id, |state| state["games"].as_u64() > Some(1));
    drop(server);
    let path = format!("/api/tournaments/{id}/resume");
    let server = folder.serve(&[], &[]);
    let answer = server.ask("POST", &path, "");
    assert!(answer["error"].as_str().unwrap().contains("there is no agent 'dolly'"), "{answer}");
    drop(server);
    let mut server = folder.serve(&bots, &[]);
    let before = server.get(&format!("/api/tournaments/{id}"))["games"].as_u64();
    assert_eq!(server.ask("POST", &path, "")["id"], id.as_str());
    server.until(&id, |state| state["games"].as_u64() > before);
    let pid = server.child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap().success());
    assert!(server.child.wait().unwrap().success());
    assert_eq!(folder.left(), Vec::<String>::new(), "the server has ended");
    drop(server);
    folder.end();
}

#[test]
fn what_is_no_bot_is_refused_with_a_sentence() {
    let folder = std::env::temp_dir();
    let refused = |options: &[&str]| {
        let output = bellwether(&folder, &["serve", "--no-open", "--port", "0"])
            .args(options)
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{options:?}");
        String::from_utf8(output.stderr).unwrap()
    };
    for (bot, words) in [
        ("bot:cmd=sh", "--bot takes NAME=AGENT, as in"),
        ("a b=bot:cmd=sh", "'a b' is no name for a bot"),
        ("ram=bot:cmd=sh", "an agent is called 'ram' already: give the bot another name"),
        ("me=bot:cmd=no-such-program", "--bot: me: there is no program 'no-such-program'"),
        ("me=bot", "needs the command that starts it"),
        ("me=bot:cmd=sh,speed=9", "speed"),
        ("me=bott:cmd=sh", "did you mean 'bot'"),
    ] {
        let said = refused(&["--bot", bot]);
        assert!(said.contains(words), "{bot}: {said}");
    }
    assert!(refused(&["--bot", "me=random", "--bot", "me=greedy"]).contains("two bots are called"));
    assert!(refused(&["--bot", "me=random", "--bot-time", "0"]).contains("from 0.01 to 3600"));
    assert!(refused(&["--no-cage"]).contains("--bot"));
}
