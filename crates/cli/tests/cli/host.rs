//! `bellwether host` and a client that was written from the protocol's description alone: real processes, real
//! sockets. The client checks what it is sent, and can misbehave in every way that we know of.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Command, Output, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

const CLIENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/course/client.py");

/// Whatever happens, nothing takes longer.
const LONGEST: Duration = Duration::from_secs(100);

/// A file for a test of this name.
fn file(name: &str) -> PathBuf {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("host");
    fs::create_dir_all(&folder).unwrap();
    let file = folder.join(format!("{name}.jsonl"));
    let _ = fs::remove_file(&file);
    file
}

fn bellwether(arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_bellwether"));
    command.args(arguments).env("NO_COLOR", "1");
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
    command
}

/// A host that waits for its clients.
struct Host {
    child: Child,
    errors: BufReader<ChildStderr>,
    address: String,
    /// What it said of its rules.
    rules: String,
}

impl Host {
    fn start(arguments: &[&str]) -> Self {
        let mut child = bellwether(&["host", "--port", "0"]).args(arguments).spawn().unwrap();
        let mut errors = BufReader::new(child.stderr.take().unwrap());
        let (mut rules, mut first) = (String::new(), String::new());
        errors.read_line(&mut rules).unwrap();
        assert!(rules.starts_with("rules: "), "{rules}");
        errors.read_line(&mut first).unwrap();
        let address = first.split_whitespace().last().unwrap_or_default().to_owned();
        assert!(first.starts_with("waiting for "), "{first}");
        Self { child, errors, address, rules }
    }

    fn port(&self) -> &str {
        self.address.rsplit(':').next().unwrap()
    }

    /// Starts a client that connects to it.
    fn client(&self, arguments: &[&str]) -> Child {
        let mut command = Command::new("python3");
        command.args([CLIENT, "--port", self.port()]).args(arguments);
        command.stdin(Stdio::null()).stderr(Stdio::piped()).spawn().unwrap()
    }

    fn connect(&self) -> TcpStream {
        let stream = TcpStream::connect(&self.address).unwrap();
        stream.set_read_timeout(Some(LONGEST)).unwrap();
        stream
    }

    /// The next line on standard error.
    fn says(&mut self) -> String {
        let mut line = String::new();
        self.errors.read_line(&mut line).unwrap();
        line.trim_end().to_owned()
    }

    fn interrupt(&self) {
        self.signal("-INT");
    }

    fn signal(&self, signal: &str) {
        let id = self.child.id().to_string();
        assert!(Command::new("kill").args([signal, &id]).status().unwrap().success());
    }

    /// Connects as a team, and sends nothing else.
    fn connect_as(&self, team: i32) -> TcpStream {
        let mut stream = self.connect();
        stream.write_all(&team.to_le_bytes()).unwrap();
        stream
    }

    /// The rest of what it says on standard error, when it has ended.
    fn said_at_the_end(mut self) -> String {
        assert_eq!(ended(&mut self.child), Some(0));
        let mut said = String::new();
        self.errors.read_to_string(&mut said).unwrap();
        said
    }

    /// Its exit code and what it printed.
    fn end(mut self) -> (Option<i32>, String) {
        let status = ended(&mut self.child);
        let mut said = String::new();
        self.child.stdout.take().unwrap().read_to_string(&mut said).unwrap();
        (status, said)
    }
}

/// No host is left behind by a test that fails.
impl Drop for Host {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Waits for a process to end by itself.
fn ended(child: &mut Child) -> Option<i32> {
    let began = Instant::now();
    loop {
        if let Some(status) = child.try_wait().unwrap() {
            return status.code();
        }
        if began.elapsed() > LONGEST {
            let _ = child.kill();
            let _ = child.wait();
            panic!("a process did not end");
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A client that must have been content with its game.
fn assert_content(mut client: Child) {
    let code = ended(&mut client);
    let mut said = String::new();
    client.stderr.take().unwrap().read_to_string(&mut said).unwrap();
    assert_eq!(code, Some(0), "{said}");
}

fn output(command: &mut Command) -> Output {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    output
}

/// The games of a record.
fn games(file: &PathBuf) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap();
    text.lines().skip(1).map(|line| serde_json::from_str(line).unwrap()).collect()
}

fn names(file: &PathBuf) -> Vec<String> {
    let text = fs::read_to_string(file).unwrap();
    let header: Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let players = header["players"].as_array().unwrap().iter();
    players.map(|player| player["name"].as_str().unwrap().to_owned()).collect()
}

/// A setting of the course, what its clients have to be told, who plays, and how many games.
struct Setting {
    name: &'static str,
    game: &'static str,
    options: &'static str,
    seats: [&'static str; 4],
    games: u64,
}

const SETTINGS: [Setting; 4] = [
    Setting {
        name: "basic",
        game: "battle-sheep",
        options: "",
        seats: ["client", "client", "greedy", "random"],
        games: 4,
    },
    Setting {
        name: "big",
        game: "battle-sheep:big,seed=3",
        options: "--size 15 --sheep 32",
        seats: ["client"; 4],
        games: 1,
    },
    Setting {
        name: "hidden",
        game: "battle-sheep:hidden",
        options: "--hidden",
        seats: ["uct:simulations=20", "random", "client", "random"],
        games: 4,
    },
    Setting {
        name: "teams",
        game: "battle-sheep:big,hidden,teams",
        options: "--hidden --size 15 --sheep 32",
        seats: ["client", "random", "client", "greedy"],
        games: 2,
    },
];

#[test]
fn clients_play_every_setting_to_the_end() {
    for Setting { name, game, options, seats, games: count } in SETTINGS {
        let record = file(name);
        let clients = seats.iter().filter(|seat| **seat == "client").count();
        let spawn =
            format!("python3 '{CLIENT}' --port {{port}} --team {{team}} --seed {{team}} {options}");
        let mut command = bellwether(&["host", game, "--port", "0", "--json"]);
        command.args(["--games", &count.to_string()]);
        let rotates = count == 4;
        command.args(if rotates { &[][..] } else { &["--fixed"] });
        for seat in seats {
            command.args(["--seat", seat]);
        }
        // The limit is not what is tested here, and the machine may be busy.
        command.args(["--time", "20", "--spawn", &spawn, "--records"]).arg(&record);
        let output = output(&mut command);
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.starts_with("rules: strict: "), "{said}");
        assert!(said.contains(&format!("\nwaiting for {clients} client")), "{said}");
        let options: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(options["games"], count, "{name}");
        assert_eq!(options["end"], "complete");
        let games = games(&record);
        let mut seatings: Vec<String> = Vec::new();
        for game in &games {
            assert_eq!(game["faults"], Value::Null, "{name}: {game}\n{said}");
            seatings.push(game["players"].to_string());
        }
        let names = names(&record);
        let teams: Vec<String> = (1..=clients).map(|team| format!("team {team}")).collect();
        assert!(teams.iter().all(|team| names.contains(team)), "{names:?}");
        seatings.sort();
        seatings.dedup();
        assert_eq!(seatings.len(), if rotates { 4 } else { 1 }, "{name}");
        let path = record.to_str().unwrap();
        let report = self::output(&mut bellwether(&["report", path]));
        assert!(String::from_utf8_lossy(&report.stdout).contains("team 1"));
        let replay = self::output(&mut bellwether(&["replay", path, "--list"]));
        assert!(String::from_utf8_lossy(&replay.stdout).contains("team 1"));
        let verified = self::output(&mut bellwether(&["replay", path, "--verify"]));
        assert!(
            String::from_utf8_lossy(&verified.stdout).contains(&format!("{count} were left out"))
        );
    }
}

/// What each sin is called in the record, and what is said of it. A sin without a name costs nothing.
const VIOLATIONS: &[(&str, &str, &str)] = &[
    ("silent-place", "timeout", "no answer within"),
    ("late-place", "timeout", "no answer within"),
    ("gone-place", "crash", "closed the connection"),
    ("garbage-place", "protocol violation", "an answer begins with 1, not with 7"),
    ("package-place", "protocol violation", "answered package 6, and this is package 1"),
    ("illegal-place", "illegal move", "sent x -3, y 99: that is not on the board"),
    ("half-place", "timeout", "only 10 bytes of an answer within"),
    ("silent", "timeout", "no answer within"),
    ("late", "timeout", "no answer within"),
    ("gone", "crash", "closed the connection"),
    ("garbage", "protocol violation", "an answer begins with 1, not with 7"),
    ("package", "protocol violation", "answered package 8, and this is package 3"),
    ("stale", "", ""),
    ("old", "protocol violation", "sent more than 8 answers to earlier packages"),
    ("illegal", "illegal move", "that is not on the board"),
    ("five", "illegal move", "dir 5: dir is 1 to 4 or 6 to 9"),
    ("split", "illegal move", "sheep on"),
    ("half", "timeout", "only 10 bytes of an answer within"),
    ("torn", "crash", "closed the connection after 10 bytes of an answer"),
    ("extra", "protocol violation", "an answer begins with 1, not with 99"),
    ("flood", "protocol violation", "an answer begins with 1, not with -1"),
    ("drip", "timeout", "of an answer within"),
];

#[test]
fn a_client_with_a_violation_is_out_and_the_others_play_on() {
    // Most of the time somebody waits for a clock: several can do that at once.
    let (mut violations, width) = (VIOLATIONS.iter(), 8);
    loop {
        let batch: Vec<_> = violations.by_ref().take(width).collect();
        if batch.is_empty() {
            break;
        }
        std::thread::scope(|scope| {
            for (violation, reason, detail) in batch {
                scope.spawn(move || sinned(violation, reason, detail));
            }
        });
    }
}

fn sinned(violation: &str, reason: &str, detail: &str) {
    let record = file(&format!("sin-{violation}"));
    let seats = ["--seat", "client:team=1", "--seat", "greedy", "--seat", "client:team=2"];
    let mut arguments = vec!["battle-sheep", "--quiet", "--time", "3", "--seat", "random"];
    arguments.extend(seats);
    arguments.extend(["--records", record.to_str().unwrap()]);
    let mut host = Host::start(&arguments);
    let mut sinner = host.client(&["--team", "1", "--sin", violation, "--late", "6"]);
    let honest = host.client(&["--team", "2"]);
    // While the game is going on, not only in the record.
    if !reason.is_empty() {
        let expected = format!("team 1 in seat 2: {reason}: ");
        let line = std::iter::repeat_with(|| host.says())
            .find(|line| line.is_empty() || line.starts_with(&expected))
            .unwrap();
        assert!(line.contains(detail), "{violation}: {line}");
    }
    let (code, said) = host.end();
    assert_eq!(code, Some(0), "{violation}");
    assert_content(honest);
    let _ = sinner.kill();
    let _ = sinner.wait();
    let games = games(&record);
    assert_eq!(games.len(), 1, "{violation}");
    let game = &games[0];
    if reason.is_empty() {
        assert_eq!(game["faults"], Value::Null, "{violation}: {game}");
        return;
    }
    let faults = game["faults"].as_array().unwrap();
    assert_eq!(faults.len(), 1, "{violation}: {faults:?}");
    assert_eq!(faults[0]["seat"], 2, "{violation}");
    assert_eq!(faults[0]["reason"], reason, "{violation}");
    let sentence = faults[0]["detail"].as_str().unwrap();
    assert!(sentence.contains(detail), "{violation}: {sentence}");
    // Last, whatever it holds; and the others have their game to the end.
    assert_eq!(game["payoffs"][1], 1.0, "{violation}: {game}");
    assert_eq!(game["reason"], "win by rule", "{violation}: {game}");
    assert!(said.contains(&format!("Faults of team 1: {reason} 1.")), "{violation}: {said}");
    // What a stand-in scored is not the team's.
    let report = output(&mut bellwether(&["report", record.to_str().unwrap(), "--json"]));
    let report: Value = serde_json::from_slice(&report.stdout).unwrap();
    let players = report[0]["players"].as_array().unwrap();
    for player in players {
        let is_sinner = player["name"] == "team 1";
        assert_eq!(player["meanScore"].is_null(), is_sinner, "{violation}: {player}");
    }
}

/// A duel that is over soon.
const DUEL: &str = "battle-sheep:seats=2,cells=24,size=6,sheep=8";

/// What the client has to be told for it.
const DUEL_CLIENT: [&str; 4] = ["--size", "6", "--sheep", "8"];

#[test]
fn under_the_courses_rules_a_slip_costs_the_turn() {
    let slips = [
        ("illegal", "illegal move"),
        ("five", "illegal move"),
        ("split", "illegal move"),
        ("late", "timeout"),
        ("silent", "timeout"),
        ("illegal-place", "illegal move"),
        ("silent-place", "timeout"),
    ];
    std::thread::scope(|scope| {
        for (slip, reason) in slips {
            scope.spawn(move || slipped(slip, reason));
        }
    });
}

fn slipped(slip: &str, reason: &str) {
    let record = file(&format!("slip-{slip}"));
    let path = record.to_str().unwrap();
    let mut arguments = vec!["battle-sheep", "--rules", "course", "--time", "4", "--quiet"];
    arguments.extend(["--seat", "client", "--seat", "random", "--seat", "random"]);
    arguments.extend(["--seat", "random", "--records", path]);
    let host = Host::start(&arguments);
    assert!(host.rules.starts_with("rules: course: "), "{}", host.rules);
    let client = host.client(&["--team", "3", "--sin", slip, "--lenient", "--late", "5"]);
    assert_content(client);
    let (code, said) = host.end();
    assert_eq!(code, Some(0), "{slip}");
    assert!(said.contains(&format!("Faults of team 3: {reason} 1.")), "{slip}: {said}");
    let games = games(&record);
    let fault = &games[0]["faults"][0];
    assert_eq!((&fault["reason"], &fault["lost_turn"]), (&reason.into(), &true.into()), "{slip}");
    // The place was made at random, a move was passed; the client plays on, and its score is its own.
    let moves = games[0]["moves"].to_string();
    let passes = moves.matches("pass").count();
    assert_eq!(passes, usize::from(!slip.ends_with("-place")), "{slip}: {moves}");
    let shown = output(&mut bellwether(&["replay", path]));
    assert!(String::from_utf8_lossy(&shown.stdout).contains("(it lost the turn)"), "{slip}");
    let report = output(&mut bellwether(&["report", path, "--json"]));
    let report: Value = serde_json::from_slice(&report.stdout).unwrap();
    let players = report[0]["players"].as_array().unwrap();
    assert!(players.iter().all(|player| player["meanScore"]["value"].is_f64()), "{slip}");
}

#[test]
fn a_client_that_never_answers_is_out_under_any_rules() {
    let record = file("mute");
    let mut arguments = vec!["battle-sheep:lenient", "--time", "0.2", "--quiet", "--records"];
    arguments.extend([record.to_str().unwrap(), "--seat", "client", "--seat", "random"]);
    arguments.extend(["--seat", "random", "--seat", "random"]);
    let host = Host::start(&arguments);
    let mut client = host.client(&["--sin", "silent-place"]);
    assert_eq!(host.end().0, Some(0));
    let _ = client.kill();
    let _ = client.wait();
    let games = games(&record);
    let faults = games[0]["faults"].as_array().unwrap();
    let turns = faults.iter().filter(|fault| fault["lost_turn"] == true).count();
    assert_eq!((turns, faults.len()), (5, 6));
    let strict = bellwether(&["host", "battle-sheep:lenient", "--rules", "strict", "--no-records"])
        .args(["--seat", "client"].repeat(4))
        .output()
        .unwrap();
    assert_eq!(strict.status.code(), Some(2));
    let said = String::from_utf8_lossy(&strict.stderr);
    assert!(said.contains("--rules strict and the game's option 'lenient'"), "{said}");
}

#[test]
fn a_client_that_leaves_before_the_first_game_gives_its_seat_back() {
    let record = file("left");
    let seats = ["--seat", "client:team=4", "--seat", "client"];
    let mut arguments = vec![DUEL, "--quiet", "--time", "20", "--records"];
    arguments.push(record.to_str().unwrap());
    arguments.extend(seats);
    let mut host = Host::start(&arguments);
    for team in [5, 9] {
        let early = host.connect_as(team);
        assert_eq!(host.says(), format!("team {team} has connected, 1 missing"));
        drop(early);
        let left = format!("team {team} has left: waiting for 2 clients (team 4 and 1 more)");
        assert_eq!(host.says(), left);
    }
    // A reserved seat stays its team's.
    let four = host.connect_as(4);
    assert_eq!(host.says(), "team 4 has connected, 1 missing");
    drop(four);
    assert_eq!(host.says(), "team 4 has left: waiting for 2 clients (team 4 and 1 more)");
    let clients =
        ["6", "4"].map(|team| host.client(&[&DUEL_CLIENT[..], &["--team", team]].concat()));
    clients.into_iter().for_each(assert_content);
    assert_eq!(host.end().0, Some(0));
    assert_eq!(names(&record), ["team 4", "team 6"]);
    assert_eq!(games(&record)[0]["faults"], Value::Null);
}

#[test]
fn a_client_that_comes_and_goes_does_not_fill_the_screen() {
    let mut arguments = vec![DUEL, "--quiet", "--time", "20", "--no-records", "--teams", "5,7"];
    arguments.extend(["--seat", "client"].repeat(2));
    let mut host = Host::start(&arguments);
    // A team that is not registered has no seat, however often it asks.
    for _ in 0..20 {
        let mut message = Vec::new();
        host.connect_as(6).read_to_end(&mut message).unwrap();
        assert_eq!(message, [0; 8]);
    }
    assert_eq!(host.says(), "team 6 was refused: it has no seat here (this is said once)");
    for left in
        ["left: waiting for 2 clients", "left: waiting for 2 clients", "left again: nothing"]
    {
        let five = host.connect_as(5);
        assert_eq!(host.says(), "team 5 has connected, 1 missing");
        drop(five);
        let said = host.says();
        assert!(said.starts_with(&format!("team 5 has {left}")), "{said}");
    }
    for _ in 0..5 {
        drop(host.connect_as(5));
    }
    let clients =
        ["7", "5"].map(|team| host.client(&[&DUEL_CLIENT[..], &["--team", team]].concat()));
    clients.into_iter().for_each(assert_content);
    let said = host.said_at_the_end();
    assert!(said.lines().count() <= 2 && said.contains("team 7 has connected"), "{said}");
}

#[test]
fn a_browser_takes_no_seat() {
    let mut arguments = vec![DUEL, "--quiet", "--time", "20", "--no-records"];
    arguments.extend(["--seat", "client", "--seat", "random"]);
    let mut host = Host::start(&arguments);
    for text in ["GET / HTTP/1.0\r\n\r\n", "GET "] {
        let mut browser = host.connect();
        browser.write_all(text.as_bytes()).unwrap();
        let mut message = Vec::new();
        // Closed with bytes unread, the connection may be reset.
        let _ = browser.read_to_end(&mut message);
        assert!(message.is_empty() || message == [0; 8], "{message:?}");
    }
    let said = host.says();
    let expected =
        r#"somebody at 127.0.0.1 was sent away: "GET / HTTP/1.0\r\n\r\n" is not a team id"#;
    assert!(said.starts_with(expected), "{said}");
    assert_content(host.client(&[&DUEL_CLIENT[..], &["--team", "5"]].concat()));
    assert_eq!(host.said_at_the_end(), "team 5 has connected\n");
}

#[test]
fn a_client_that_reconnects_goes_on_with_its_game() {
    let record = file("reconnected");
    let mut arguments = vec![DUEL, "--quiet", "--time", "30", "--fixed", "--games", "2"];
    arguments.extend(["--seat", "client", "--seat", "random"]);
    arguments.extend(["--records", record.to_str().unwrap()]);
    let host = Host::start(&arguments);
    for sin in ["reconnect-place", "reconnect"] {
        assert_content(host.client(&[&DUEL_CLIENT[..], &["--team", "5", "--sin", sin]].concat()));
    }
    let said = host.said_at_the_end();
    assert_eq!(said.matches("team 5 has connected again, in its game\n").count(), 2, "{said}");
    let games = games(&record);
    assert!(games.iter().all(|game| game["faults"] == Value::Null), "{games:?}");
}

#[test]
fn a_client_of_another_year_is_told_so() {
    let record = file("hexagons");
    let mut arguments = vec!["battle-sheep", "--quiet", "--time", "20"];
    arguments.extend(["--seat", "client"]);
    arguments.extend(["--seat", "random"].repeat(3));
    arguments.extend(["--records", record.to_str().unwrap()]);
    let host = Host::start(&arguments);
    assert_content(host.client(&["--team", "12", "--year", "2022"]));
    let said = host.said_at_the_end();
    let sentence =
        "a move of the course of 2022 (hexagons, six directions): this is the game of 2024";
    assert!(
        said.contains("team 12 in seat 1: illegal move: ") && said.contains(sentence),
        "{said}"
    );
    let detail = games(&record)[0]["faults"][0]["detail"].to_string();
    assert!(detail.contains(sentence), "{detail}");
}

#[test]
fn no_started_client_outlives_its_host() {
    std::thread::scope(|scope| {
        for (signal, code) in [("-TERM", Some(130)), ("-KILL", None)] {
            scope.spawn(move || {
                let pid_file = file(&format!("pid{signal}"));
                let spawn = format!(
                    "sh -c 'echo $$ > {}.new; mv {0}.new {0}; exec sleep 600'",
                    pid_file.display()
                );
                let mut arguments = vec![DUEL, "--no-records", "--spawn", &spawn];
                arguments.extend(["--seat", "client", "--seat", "random"]);
                let mut host = Host::start(&arguments);
                let began = Instant::now();
                while !pid_file.exists() {
                    assert!(began.elapsed() < LONGEST, "no client was started");
                    std::thread::sleep(Duration::from_millis(10));
                }
                let client = fs::read_to_string(&pid_file).unwrap();
                let process = PathBuf::from("/proc").join(client.trim());
                assert!(process.exists());
                host.signal(signal);
                assert_eq!(ended(&mut host.child), code, "{signal}");
                // A process that has ended and is not waited for yet is none.
                let is_alive = || {
                    let status = fs::read_to_string(process.join("stat")).unwrap_or_default();
                    !status.is_empty() && !status.contains(") Z ")
                };
                while is_alive() {
                    assert!(began.elapsed() < LONGEST, "{signal}: the client goes on");
                    std::thread::sleep(Duration::from_millis(10));
                }
            });
        }
    });
}

#[test]
fn a_resumed_host_remembers_how_clients_are_started() {
    let record = file("spawned");
    let path = record.to_str().unwrap();
    let (first, second) = (file("spawned-1"), file("spawned-2"));
    // The client of the second game does not come, the first time.
    let (one, two, client) = (first.display(), second.display(), DUEL_CLIENT.join(" "));
    let spawn = format!(
        "sh -c '[ -e {two} ] || {{ [ -e {one} ] && touch {two} && exec sleep 600; }}; touch {one}; \
         exec python3 \"{CLIENT}\" --port {{port}} --team 4 {client}'"
    );
    let mut arguments = vec![DUEL, "--records", path, "--time", "20", "--seed", "2", "--quiet"];
    arguments.extend(["--games", "4", "--spawn", &spawn, "--seat", "client", "--seat", "random"]);
    let mut host = Host::start(&arguments);
    let began = Instant::now();
    while !second.exists() {
        assert!(began.elapsed() < LONGEST, "no second game");
        std::thread::sleep(Duration::from_millis(10));
    }
    host.interrupt();
    assert_eq!(ended(&mut host.child), Some(130));
    assert_eq!(games(&record).len(), 1);
    let resumed = output(&mut bellwether(&["host", "--resume", path, "--port", "0"]));
    let said = String::from_utf8_lossy(&resumed.stderr);
    assert!(said.contains(&format!("clients are started as before: {spawn}\n")), "{said}");
    let games = games(&record);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game["faults"] == Value::Null), "{games:?}");
    // Another seed has other fields than the first.
    let fields: Vec<&str> = games.iter().map(|game| game["game"].as_str().unwrap()).collect();
    assert_eq!(fields[0], "battle-sheep:seats=2,cells=24,size=6,sheep=8,seed=1001");
}

#[test]
fn a_client_without_a_team_id_blocks_no_other() {
    let mut arguments = vec!["battle-sheep:seats=2,cells=24,size=6,sheep=8", "--no-records"];
    arguments.extend(["--quiet", "--time", "20", "--seat", "client", "--seat", "random"]);
    let host = Host::start(&arguments);
    let mut silent = host.connect();
    let mut dripping = host.connect();
    dripping.write_all(&[1]).unwrap();
    drop(host.connect());
    // Both are sent away, a byte or not: the connection ends without a message.
    for stream in [&mut silent, &mut dripping] {
        assert_eq!(stream.read(&mut [0; 16]).unwrap_or(0), 0);
    }
    // A crowd comes in no further than the lobby, and leaves room for others when it goes.
    let crowd: Vec<TcpStream> = (0..80).map(|_| host.connect()).collect();
    drop(crowd);
    let began = Instant::now();
    loop {
        let mut client = host.client(&["--team", "5", "--size", "6", "--sheep", "8"]);
        if ended(&mut client) == Some(0) {
            break;
        }
        assert!(began.elapsed() < LONGEST, "nobody was let in any more");
    }
    assert_eq!(host.end().0, Some(0));
}

/// Waits until a file is there, however busy the machine is.
fn until_there(path: &str) {
    let began = Instant::now();
    while fs::metadata(path).is_err() {
        assert!(began.elapsed() < LONGEST, "{path} did not appear");
        std::thread::sleep(Duration::from_millis(10));
    }
}

impl Host {
    /// Stops it as Ctrl-Z does, and lets it go on after `meanwhile` and longer than its limits allow.
    fn suspend(&self, meanwhile: impl FnOnce()) {
        self.signal("-STOP");
        meanwhile();
        std::thread::sleep(Duration::from_millis(2_600));
        self.signal("-CONT");
    }
}

#[test]
fn a_stopped_host_blames_nobody() {
    for rules in ["strict", "course"] {
        let record = file(&format!("stopped-{rules}"));
        let hold = file(&format!("stopped-{rules}-hold")).display().to_string();
        let (asked, go) = (format!("{hold}.asked"), format!("{hold}.go"));
        for old in [&asked, &go] {
            let _ = fs::remove_file(old);
        }
        let mut arguments = vec![DUEL, "--quiet", "--time", "2", "--rules", rules, "--fixed"];
        arguments.extend(["--seat", "client", "--seat", "mcts:time=0.5"]);
        arguments.extend(["--records", record.to_str().unwrap()]);
        let host = Host::start(&arguments);
        let client = host.client(&[&DUEL_CLIENT[..], &["--team", "5", "--hold", &hold]].concat());
        until_there(&asked);
        // The client answers while nobody reads, and the agent has no time while nobody runs.
        host.suspend(|| fs::write(&go, "").unwrap());
        std::thread::sleep(Duration::from_millis(200));
        host.suspend(|| ());
        assert_content(client);
        let said = host.said_at_the_end();
        assert!(!said.contains("timeout"), "{rules}: {said}");
        let game = &games(&record)[0];
        assert_eq!((&game["faults"], &game["reason"]), (&Value::Null, &"win by rule".into()));
    }
}

#[test]
fn a_stopped_host_misses_no_client() {
    let record = file("stopped-waiting");
    let mut arguments = vec![DUEL, "--quiet", "--time", "20", "--fixed", "--games", "2"];
    arguments.extend(["--wait", "3", "--seat", "client", "--seat", "random"]);
    arguments.extend(["--records", record.to_str().unwrap()]);
    let mut host = Host::start(&arguments);
    let client = [&DUEL_CLIENT[..], &["--team", "5"]].concat();
    assert_content(host.client(&client));
    assert_eq!(host.says(), "team 5 has connected");
    assert!(host.says().starts_with("waiting for 1 client (team 5) on "));
    // It has waited for a second of three, and is stopped for more than the rest.
    let mut late = None;
    host.suspend(|| late = Some(host.client(&client)));
    late.into_iter().for_each(assert_content);
    assert_eq!(host.end().0, Some(0));
    let games = games(&record);
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|game| game["faults"] == Value::Null), "{games:?}");
}

#[test]
fn the_fifth_client_is_refused() {
    let record = file("fifth");
    let mut arguments = vec!["battle-sheep", "--quiet", "--time", "20"];
    arguments.extend(["--seat", "client"].repeat(4));
    arguments.extend(["--records", record.to_str().unwrap()]);
    let mut host = Host::start(&arguments);
    // In order of arrival, so each is waited for.
    let mut clients = Vec::new();
    for (team, said) in [
        ("30", "team 30 has connected, 3 missing"),
        ("7", "team 7 has connected, 2 missing"),
        ("7", "team 7 has connected, 1 missing"),
        ("2", "team 2 has connected"),
    ] {
        clients.push(host.client(&["--team", team]));
        assert_eq!(host.says(), said);
    }
    let mut fifth = host.connect();
    fifth.write_all(&9_i32.to_le_bytes()).unwrap();
    clients.into_iter().for_each(assert_content);
    let mut message = Vec::new();
    fifth.read_to_end(&mut message).unwrap();
    assert_eq!(message, [0; 8]);
    assert_eq!(host.end().0, Some(0));
    assert_eq!(names(&record), ["team 30", "team 7", "team 7 #2", "team 2"]);
    assert_eq!(games(&record)[0]["faults"], Value::Null);
}

#[test]
fn an_absent_client_loses_and_the_game_goes_on() {
    let duel = "battle-sheep:seats=2,cells=24,size=6,sheep=8";
    let record = file("absent");
    let path = record.to_str().unwrap();
    let seats = ["--seat", "client", "--seat", "random", "--games", "2", "--wait", "1"];
    let host =
        Host::start(&[&[duel, "--quiet", "--time", "20", "--records", path], &seats[..]].concat());
    assert_content(host.client(&["--team", "4", "--size", "6", "--sheep", "8"]));
    assert_eq!(host.end().0, Some(0));
    let games = games(&record);
    assert_eq!(games[0]["faults"], Value::Null);
    assert_eq!(games[1]["faults"][0]["detail"], "did not come within 1 s");
    assert_eq!(games[1]["reason"], "crash");
}

#[test]
fn a_client_that_cannot_be_started_is_said_so() {
    let duel = "battle-sheep:seats=2,cells=24,size=6,sheep=8";
    let seats = ["--seat", "client", "--seat", "random", "--games", "2"];
    let record = file("broken");
    let path = record.to_str().unwrap();
    output(
        bellwether(&["host", duel, "--port", "0", "--records", path, "--spawn", "sh -c 'exit 3'"])
            .args(seats),
    );
    for game in games(&record) {
        let why = "the client that was started ended before its game: exit status 3";
        assert_eq!(game["faults"][0]["detail"], why);
    }
    let mut missing =
        bellwether(&["host", duel, "--port", "0", "--no-records", "--spawn", "/no/such/client"]);
    let refused = missing.args(seats).output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("cannot start '/no/such/client'"), "{said}");
}

#[test]
fn ctrl_c_loses_nothing_and_the_rest_is_played_later() {
    let duel = "battle-sheep:seats=2,cells=24,size=6,sheep=8";
    let host = Host::start(&[duel, "--no-records", "--seat", "client", "--seat", "random"]);
    host.interrupt();
    assert_eq!(host.end(), (Some(130), "Stopped before the first game.\n".to_owned()));

    let record = file("interrupted");
    let path = record.to_str().unwrap();
    let seats = ["--seat", "client", "--seat", "random", "--games", "4", "--time", "20"];
    let mut host = Host::start(&[&[duel, "--quiet", "--records", path], &seats[..]].concat());
    let client = ["--team", "4", "--size", "6", "--sheep", "8"];
    assert_content(host.client(&client));
    assert_eq!(host.says(), "team 4 has connected");
    assert!(host.says().starts_with("waiting for 1 client (team 4) on "));
    host.interrupt();
    let (code, said) = host.end();
    assert_eq!(code, Some(130));
    assert!(said.contains(&format!("bellwether host --resume {path} --port 0")), "{said}");
    assert_eq!(games(&record).len(), 1);

    let spawn = format!("python3 '{CLIENT}' --port {{port}} {}", client.join(" "));
    output(&mut bellwether(&["host", "--resume", path, "--port", "0", "--spawn", &spawn]));
    let games = games(&record);
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game["faults"] == Value::Null), "{games:?}");
    assert_eq!(names(&record), ["team 4", "random"]);
}

#[test]
fn a_port_in_use_and_other_errors_get_a_message() {
    let host = Host::start(&[
        "battle-sheep:seats=2",
        "--no-records",
        "--seat",
        "client",
        "--seat",
        "random",
    ]);
    let seats = ["--seat", "client", "--seat", "random", "--no-records"];
    let refused = bellwether(&["host", "battle-sheep:seats=2", "--port", host.port()])
        .args(seats)
        .output()
        .unwrap();
    assert_eq!(refused.status.code(), Some(1));
    let said = String::from_utf8_lossy(&refused.stderr);
    assert!(said.contains("is in use, perhaps by another host"), "{said}");
}
