//! The puzzle page's questions, asked of a real server.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use crate::common::Host;
use serde_json::{Value, json};
use tokio::runtime::Runtime;

/// A server of its own on a free port; it ends with the test.
struct Site {
    address: SocketAddr,
    _host: Host,
    _runtime: Runtime,
}

fn server() -> Site {
    let runtime = Runtime::new().expect("threads");
    let host = runtime.block_on(Host::start());
    Site { address: host.address, _host: host, _runtime: runtime }
}

fn connect(address: SocketAddr, what: &str, body: &str) -> TcpStream {
    let mut stream = TcpStream::connect(address).expect("listening");
    stream.set_read_timeout(Some(Duration::from_secs(120))).expect("a timeout");
    let length = body.len();
    let request = format!(
        "POST /api/puzzles/{what} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n\
         content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}"
    );
    // A server that has heard enough may close before it has read everything.
    let _ = stream.write_all(request.as_bytes());
    stream
}

fn raw(address: SocketAddr, what: &str, body: &str) -> (u16, Value) {
    let mut stream = connect(address, what, body);
    let mut answer = Vec::new();
    let _ = stream.read_to_end(&mut answer);
    let answer = String::from_utf8(answer).expect("text");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a whole answer");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
    (status.expect("a status"), serde_json::from_str(body).unwrap_or(Value::Null))
}

fn ask(address: SocketAddr, what: &str, asked: &Value) -> Value {
    let (status, answer) = raw(address, what, &asked.to_string());
    assert_eq!(status, 200, "{what}: {answer}");
    answer
}

fn refusal(address: SocketAddr, what: &str, asked: &Value) -> String {
    let (status, answer) = raw(address, what, &asked.to_string());
    assert!((400..500).contains(&status), "{what}: {status} {answer}");
    answer["error"].as_str().expect("a sentence").to_owned()
}

/// Six by six, made by the generator.
fn made(address: SocketAddr) -> Value {
    ask(address, "generate", &json!({ "width": 6, "height": 6, "difficulty": "easy", "seed": 4 }))
}

#[test]
fn a_made_puzzle_is_read_back_solved_and_found_right() {
    let site = server();
    let address = site.address;
    let puzzle = made(address);
    assert_eq!((&puzzle["verdict"], &puzzle["difficulty"]), (&json!("unique"), &json!("easy")));
    assert_eq!(made(address), puzzle, "a seed gives the same puzzle again");
    let text = &puzzle["text"];
    assert_eq!(ask(address, "read", &json!({ "puzzle": text })), puzzle);
    let colors = puzzle["labels"].as_array().unwrap().len();
    let solved = ask(address, "solve", &json!({ "puzzle": text }));
    let check = |paths: &Value| ask(address, "check", &json!({ "puzzle": text, "paths": paths }));
    let empty = check(&json!(vec![Vec::<usize>::new(); colors]));
    assert_eq!((&empty["solved"], &empty["status"]["kind"]), (&json!(false), &json!("open")));
    assert_eq!(empty["empty"].as_array().unwrap().len(), 36 - 2 * colors);
    assert_eq!(empty["apart"].as_array().unwrap().len(), colors);
    let right = check(&solved["paths"]);
    assert_eq!((&right["solved"], &right["apart"]), (&json!(true), &json!([])));
}

#[test]
fn every_traces_last_frame_is_the_solution() {
    let site = server();
    let address = site.address;
    let puzzle = made(address);
    let solution = ask(address, "solve", &json!({ "puzzle": puzzle["text"] }))["paths"].clone();
    for method in ["forward", "smart", "scan", "dumb"] {
        let trace = ask(address, "trace", &json!({ "puzzle": puzzle["text"], "method": method }));
        let changes =
            || trace["frames"].as_array().unwrap().iter().flat_map(|f| f.as_array().unwrap());
        assert!(changes().count() <= 6_000, "{method}");
        if trace["cut"] == json!(true) {
            assert_eq!(method, "dumb", "the others find it");
            continue;
        }
        assert_eq!(trace["paths"], solution, "{method}");
        let mut painted = vec![-1; 36];
        for change in changes() {
            painted[change[0].as_u64().unwrap() as usize] = change[1].as_i64().unwrap();
        }
        for (color, path) in solution.as_array().unwrap().iter().enumerate() {
            let inner = path.as_array().unwrap();
            for cell in &inner[1..inner.len() - 1] {
                assert_eq!(painted[cell.as_u64().unwrap() as usize], color as i64, "{method}");
            }
        }
    }
    let sweep = ask(address, "trace", &json!({ "puzzle": puzzle["text"], "method": "sweep" }));
    assert_eq!(sweep["paths"], solution);
}

#[test]
fn hints_cut_what_is_wrong_and_lead_to_the_end() {
    let site = server();
    let address = site.address;
    let puzzle = made(address);
    let colors = puzzle["labels"].as_array().unwrap().len();
    let solved = ask(address, "solve", &json!({ "puzzle": puzzle["text"] }));
    let mut paths: Vec<Vec<usize>> = vec![Vec::new(); colors];
    // The first colour sets out to the wrong side.
    let right: Vec<usize> = serde_json::from_value(solved["paths"][0].clone()).unwrap();
    let sources: Vec<usize> = puzzle["sources"]
        .as_array()
        .unwrap()
        .iter()
        .flat_map(|p| serde_json::from_value::<[usize; 2]>(p.clone()).unwrap())
        .collect();
    let start = right[0];
    let beside = [start + 6, start.wrapping_sub(6), start + 1, start.wrapping_sub(1)];
    let astray = beside.into_iter().find(|&cell| {
        cell < 36
            && (cell / 6 == start / 6 || cell % 6 == start % 6)
            && cell != right[1]
            && !sources.contains(&cell)
    });
    paths[0] = vec![start, astray.expect("a source has two free sides on this board")];
    let mut cuts = 0;
    for _ in 0..80 {
        let hint = ask(address, "hint", &json!({ "puzzle": puzzle["text"], "paths": paths }));
        match hint["kind"].as_str().unwrap() {
            "wrong" => {
                cuts += 1;
                for cut in hint["cuts"].as_array().unwrap() {
                    let color = cut["color"].as_u64().unwrap() as usize;
                    paths[color].truncate(cut["keep"].as_u64().unwrap() as usize);
                }
            }
            "draw" => {
                let color = hint["color"].as_u64().unwrap() as usize;
                paths[color] = serde_json::from_value(hint["path"].clone()).unwrap();
            }
            other => {
                assert_eq!(other, "done");
                break;
            }
        }
    }
    assert_eq!(cuts, 1);
    let checked = ask(address, "check", &json!({ "puzzle": puzzle["text"], "paths": paths }));
    assert_eq!(checked["solved"], json!(true));
}

#[test]
fn a_badge_tells_how_many_solutions_there_are() {
    let site = server();
    let address = site.address;
    let several = ask(address, "read", &json!({ "puzzle": "A___\n_BC_\n_AC_\nB___" }));
    assert_eq!((&several["verdict"], &several["solutions"]), (&json!("several"), &json!("2")));
    let none = ask(address, "read", &json!({ "puzzle": "A_B\n___\nA_B" }));
    assert_eq!((&none["verdict"], &none["solutions"]), (&json!("unsolvable"), &json!("0")));
    let hint = ask(address, "hint", &json!({ "puzzle": "A_B\n___\nA_B", "paths": [[], []] }));
    assert_eq!(hint["kind"], json!("unsolvable"));
}

#[test]
fn what_cannot_be_read_is_refused_with_one_sentence() {
    let site = server();
    let address = site.address;
    let read = |text: &str| refusal(address, "read", &json!({ "puzzle": text }));
    assert!(read("A_B\n___\nA__").starts_with("line 1, column 3: colour B has one source"));
    assert!(read("").contains("there is no puzzle here"));
    assert!(read("A_A\n\nB_B").contains("there are 2 puzzles in this text"));
    assert!(read(&"_".repeat(65)).contains("at most 64 columns"));
    let wide = format!("A{}A", "_".repeat(39));
    assert!(read(&wide).contains("this puzzle is 41x1; the page takes up to 40x40"));
    let (_, answer) = raw(address, "read", &json!({ "puzzle": "A_A\n_?_" }).to_string());
    assert_eq!((&answer["line"], &answer["column"]), (&json!(2), &json!(2)));

    let generate = |wish: Value| refusal(address, "generate", &wish);
    assert!(generate(json!({ "width": 21, "height": 5, "seed": 1 })).contains("up to 20x20"));
    assert!(
        generate(json!({ "width": 1, "height": 1, "seed": 1 })).contains("1x1 cannot be generated")
    );
    assert!(
        generate(json!({ "width": 5, "height": 5, "colors": 99, "seed": 1 }))
            .contains("99 colours do not fit")
    );
    assert!(
        generate(json!({ "width": 5, "height": 5, "seed": 1, "difficulty": "mad" }))
            .contains("unknown variant `mad`")
    );
    assert!(
        generate(json!({ "width": 5, "height": 5, "seed": -1 }))
            .contains("'seed' takes a whole number, 0 or more, not -1")
    );
    assert!(
        generate(json!({ "width": 5, "height": 5, "seed": 1, "file": "/etc/passwd" }))
            .contains("there is no field 'file'")
    );

    let sheet =
        |paths: Value| refusal(address, "check", &json!({ "puzzle": "AB\nAB", "paths": paths }));
    assert!(sheet(json!([])).contains("0 paths"));
    assert!(sheet(json!([[1], []])).contains("does not begin at one of its sources"));
    assert!(sheet(json!([[0, 999_999], []])).contains("to a cell beside it"));
    let method = json!({ "puzzle": "AB\nAB", "method": "magic" });
    assert!(refusal(address, "trace", &method).contains("there is no method"));
    for body in ["", "{", "[]", "null", "\"text\""] {
        assert!((400..500).contains(&raw(address, "read", body).0), "{body}");
    }
}

#[test]
fn enormous_requests_are_refused() {
    let site = server();
    let address = site.address;
    let body = json!({ "puzzle": "A".repeat(200_000) }).to_string();
    assert_eq!(raw(address, "read", &body).0, 413);
}

#[test]
fn work_for_pages_that_went_away_is_given_up() {
    let site = server();
    let address = site.address;
    // Nothing fits this wish, and looking for it takes all the patience there is.
    let hopeless = json!({ "width": 20, "height": 20, "colors": 1, "seed": 1 }).to_string();
    let pages: Vec<TcpStream> = (0..60).map(|_| connect(address, "generate", &hopeless)).collect();
    std::thread::sleep(Duration::from_millis(500));
    for page in &pages {
        page.set_nonblocking(true).expect("a socket");
        let unanswered = page.peek(&mut [0]).expect_err("no answer yet");
        assert_eq!(unanswered.kind(), std::io::ErrorKind::WouldBlock);
    }
    drop(pages);
    let begun = Instant::now();
    made(address);
    // All of them together would have taken twenty minutes of a core.
    assert!(begun.elapsed() < Duration::from_secs(60), "{:?}", begun.elapsed());
}
