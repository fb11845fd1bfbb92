//! `engine` driven as a runner drives it: whole games by the protocol alone.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use bellwether_arena::bots::ugi::{EngineReply, Info};

/// Only what hangs takes so long.
const HANG: Duration = Duration::from_secs(60);

struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start(arguments: &[&str]) -> Self {
        let mut child = Command::new(env!("CARGO_BIN_EXE_bellwether"))
            .arg("engine")
            .args(arguments)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        let input = child.stdin.take().unwrap();
        let output = BufReader::new(child.stdout.take().unwrap());
        Self { child, input, output }
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").unwrap();
        self.input.flush().unwrap();
    }

    fn receive(&mut self) -> EngineReply {
        let mut line = String::new();
        self.output.read_line(&mut line).unwrap();
        EngineReply::parse(&line).unwrap().unwrap_or_else(|| panic!("not a reply: {line:?}"))
    }

    /// Everything up to and with the line that `last` accepts.
    fn receive_until(&mut self, last: impl Fn(&EngineReply) -> bool) -> Vec<EngineReply> {
        let mut replies = vec![self.receive()];
        while !last(&replies[replies.len() - 1]) {
            replies.push(self.receive());
        }
        replies
    }

    fn best(&mut self, go: &str) -> (String, Info) {
        self.send(go);
        let replies = self.receive_until(|reply| matches!(reply, EngineReply::BestMove(_)));
        let info = replies.iter().find_map(|reply| match reply {
            EngineReply::Info(info) if info.string.is_none() => Some(info.clone()),
            _ => None,
        });
        let Some(EngineReply::BestMove(m)) = replies.last() else { panic!("{replies:?}") };
        (m.clone(), info.unwrap_or_default())
    }

    fn quit(mut self) {
        self.send("quit");
        let began = Instant::now();
        while self.child.try_wait().unwrap().is_none() {
            assert!(began.elapsed() < HANG, "it does not quit");
            std::thread::sleep(Duration::from_millis(5));
        }
        assert!(self.child.wait().unwrap().success());
    }
}

#[test]
fn two_engines_play_whole_games_of_every_kind() {
    let games = [
        ("breakthrough:rows=5,columns=5", ["pvs:nodes=300", "greedy"].as_slice()),
        ("wolf-and-sheep:size=6", &["alphabeta:depth=2", "mcts:simulations=50"]),
        ("wolves-eat-sheep", &["alphabeta:depth=2,error=0.2", "random"]),
        ("battle-sheep", &["mcts:simulations=20", "random", "greedy", "uct:simulations=20"]),
    ];
    for (game, agents) in games {
        let mut engines: Vec<Engine> =
            agents.iter().map(|agent| Engine::start(&[game, "--agent", agent])).collect();
        for engine in &mut engines {
            engine.send("ugi");
            let replies = engine.receive_until(|reply| matches!(reply, EngineReply::Ok(_)));
            assert!(replies.iter().any(|reply| matches!(reply, EngineReply::Name(_))));
            engine.send("isready");
            assert_eq!(engine.receive(), EngineReply::ReadyOk);
            engine.send("uginewgame");
        }
        // The rules are asked of another program: our own catalogue in this process.
        let rules = bellwether_standard::game(game).unwrap();
        let mut position = rules.start();
        let mut moves: Vec<String> = Vec::new();
        while let Some(seat) = position.status().mover().filter(|_| moves.len() < 200) {
            let told = if moves.is_empty() {
                String::new()
            } else {
                format!(" moves {}", moves.join(" "))
            };
            let engine = &mut engines[seat.index()];
            engine.send(&format!("position startpos{told}"));
            engine.send(&format!("query p{seat}turn"));
            assert_eq!(engine.receive(), EngineReply::Response("true".to_owned()));
            let (m, info) = engine.best("go p1time 60000 p2time 60000 p3time 60000 p4time 60000");
            assert!(info.time.is_some() && info.nodes.is_some(), "{info:?}");
            position.play(&m).unwrap_or_else(|error| panic!("{game} after {moves:?}: {error}"));
            moves.push(m);
        }
        assert!(moves.len() > 5);
        let over = position.status().is_over();
        let engine = &mut engines[0];
        engine.send(&format!("position startpos moves {}", moves.join(" ")));
        engine.send("query gameover");
        assert_eq!(engine.receive(), EngineReply::Response(over.to_string()));
        if over {
            engine.send("query result");
            let winner =
                position.status().payoffs().and_then(|payoffs| payoffs.winner(rules.seats()));
            let expected = winner.map_or("draw".to_owned(), |seat| format!("p{seat}win"));
            assert_eq!(engine.receive(), EngineReply::Response(expected));
            assert_eq!(engine.best("go").0, "(none)");
        }
        engines.into_iter().for_each(Engine::quit);
    }
}

#[test]
fn an_infinite_search_ends_on_stop() {
    let mut engine = Engine::start(&["breakthrough", "--agent", "mcts"]);
    engine.send("position startpos");
    engine.send("go infinite simulations 1000000000");
    engine.send("isready");
    assert_eq!(engine.receive(), EngineReply::ReadyOk, "it listens while it thinks");
    std::thread::sleep(Duration::from_millis(50));
    let began = Instant::now();
    engine.send("stop");
    let replies = engine.receive_until(|reply| matches!(reply, EngineReply::BestMove(_)));
    assert!(began.elapsed() < HANG);
    assert!(
        replies
            .iter()
            .any(|reply| matches!(reply, EngineReply::Info(info) if info.nodes > Some(0)))
    );
    engine.quit();
}

#[test]
fn uci_plays_breakthrough_as_fairy_stockfish_writes_it() {
    let mut engine = Engine::start(&["breakthrough", "--agent", "pvs"]);
    engine.send("uci");
    let replies = engine.receive_until(|reply| matches!(reply, EngineReply::Ok(_)));
    let variant = |reply: &EngineReply| matches!(reply, EngineReply::Option { name, .. } if name == "UCI_Variant");
    assert!(replies.iter().any(variant));
    engine.send("setoption name UCI_Variant value breakthrough");
    engine.send("position fen 8/8/2P5/8/8/5p2/8/8 w - - 0 1");
    let (m, info) = engine.best("go depth 6 wtime 5000 btime 5000");
    assert_eq!(m, "c6c7");
    assert_eq!(info.score.unwrap().score(), bellwether_catalog::Score::WinIn(3));
    engine.quit();
}

#[test]
fn what_it_cannot_do_it_says_and_goes_on() {
    let mut engine = Engine::start(&["breakthrough", "--agent", "random"]);
    for line in [
        "xyzzy",
        "position fen nonsense",
        "position startpos moves a2a9",
        "setoption name Hash value 4",
        "setoption name Agent value nobody",
        "observation 1 x",
        "go depth",
    ] {
        engine.send(line);
        let reply = engine.receive();
        let EngineReply::Info(Info { string: Some(text), .. }) = reply else {
            panic!("{line}: {reply:?}")
        };
        assert!(text.starts_with("error: "), "{line}: {text}");
    }
    engine.send("position startpos");
    assert_eq!(engine.best("go movetime 10").0.len(), 4);
    engine.quit();
}

/// Plays every transcript of the chapter on the protocol.
#[test]
fn the_transcripts_in_the_chapter_hold() {
    let chapter = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/PROTOCOL.md");
    let chapter = std::fs::read_to_string(chapter).unwrap();
    let mut transcripts = 0;
    for part in chapter.split("```transcript ").skip(1) {
        let (arguments, rest) = part.split_once('\n').unwrap();
        let (lines, _) = rest.split_once("```").unwrap();
        let mut engine = Engine::start(&arguments.split_whitespace().collect::<Vec<&str>>());
        for line in lines.lines() {
            if let Some(told) = line.strip_prefix("> ") {
                engine.send(told);
            } else {
                let expected = line.strip_prefix("< ").unwrap_or_else(|| panic!("{line}"));
                let mut heard = String::new();
                engine.output.read_line(&mut heard).unwrap();
                let result = snapbox::Assert::new().try_eq(
                    Some(&line),
                    snapbox::IntoData::into_data(heard.trim_end().to_owned()),
                    snapbox::IntoData::into_data(expected),
                );
                result.unwrap_or_else(|difference| panic!("{arguments}: {difference}"));
            }
        }
        engine.quit();
        transcripts += 1;
    }
    assert_eq!(transcripts, 6);
}

/// Whatever a runner sends, it gets its move.
#[test]
fn a_go_is_always_answered() {
    let mut engine = Engine::start(&["breakthrough", "--agent", "pvs:depth=2"]);
    engine.input.write_all(b"\xff\xfe\n").unwrap();
    let reply = engine.receive();
    assert!(matches!(reply, EngineReply::Info(Info { string: Some(_), .. })), "{reply:?}");
    engine.send("position startpos");
    for go in ["go nodes 99999999999999999999999", "go depth", "go nodes -1", "go depth x"] {
        assert_eq!(engine.best(go).0.len(), 4, "{go}");
    }
    engine.quit();
    // Without an end in sight, the end of the input is one.
    let mut engine = Engine::start(&["breakthrough", "--agent", "mcts"]);
    engine.send("go simulations 99999999999999999999999");
    drop(engine.input);
    let mut said = String::new();
    std::io::Read::read_to_string(&mut engine.output, &mut said).unwrap();
    assert!(said.contains("bestmove "), "{said}");
    assert!(engine.child.wait().unwrap().success());
}

/// A search has its own position: one that comes meanwhile is the next one's.
#[test]
fn a_position_does_not_end_a_search() {
    let mut engine = Engine::start(&["breakthrough", "--agent", "mcts"]);
    engine.send("position startpos");
    engine.send("go infinite simulations 1000000000");
    engine.send("position fen 8/8/2P5/8/8/5p2/8/8 w");
    engine.send("isready");
    assert_eq!(engine.receive(), EngineReply::ReadyOk, "the search goes on");
    engine.send("stop");
    let replies = engine.receive_until(|reply| matches!(reply, EngineReply::BestMove(_)));
    let Some(EngineReply::BestMove(m)) = replies.last() else { panic!("{replies:?}") };
    let start = bellwether_standard::game("breakthrough").unwrap().start();
    assert!(start.moves().contains(m), "{m} is a move of the first position");
    assert_eq!(engine.best("go simulations 100").0, "c6c7");
    engine.quit();
}
