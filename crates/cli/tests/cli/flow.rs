//! `bellwether flow` as its users meet it: the built binary, its words and its exit codes.

use std::io::{BufRead, BufReader, Read};
use std::path::PathBuf;
use std::{env, fs, process};

use snapbox::cmd::{Command, cargo_bin};
use snapbox::str;

fn flow() -> Command {
    Command::new(cargo_bin!("bellwether")).arg("flow").current_dir(env!("CARGO_MANIFEST_DIR"))
}

/// An empty directory of this test's own.
fn scratch(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).expect("the target directory can be written");
    path
}

const LANES: &str = "ABC\n___\nABC\n";
const UNSOLVABLE: &str = "A_B\n___\nA_B\n";
const TWO_WAYS: &str = "A___\n_BC_\n_AC_\nB___\n";

#[test]
fn solves_from_standard_input_and_proves() {
    flow().args(["solve"]).stdin(LANES).assert().success().stdout_eq(str![[r#"
# stdin  3x3, 3 colours: exactly one solution (proven)
# [..] attempts in [..] by sweep
A B C
│ │ │
A B C


"#]]);
    flow()
        .args(["solve", "--text", "--method", "sat", "-"])
        .stdin(TWO_WAYS)
        .assert()
        .success()
        .stdout_eq(str![[r#"
# stdin  4x4, 3 colours: not unique; the first 2 solutions
# 2 attempts in [..] by sat
ABBB
ABCB
AACB
BBBB

AAAA
BBCA
BACA
BAAA
...
"#]]);
    flow().args(["solve", "--all", "--text"]).stdin(TWO_WAYS).assert().success().stdout_eq(str![[
        r#"
# stdin  4x4, 3 colours: exactly 2 solutions (proven)
...
"#
    ]]);
    let assumed = flow().args(["solve", "--assume-unique"]).stdin(TWO_WAYS).assert().success();
    assumed.stdout_eq(str![[r#"
# stdin  4x4, 3 colours: solved; other solutions are possible
...
"#]]);
}

#[test]
fn tells_unsolvable_from_given_up_by_exit_code() {
    flow().args(["solve"]).stdin(UNSOLVABLE).assert().code(1).stdout_eq(str![[r#"
# stdin  3x3, 2 colours: unsolvable (proven: no paths cover every cell without touching themselves)
...
"#]]);
    flow()
        .args(["count"])
        .stdin(UNSOLVABLE)
        .assert()
        .code(1)
        .stdout_eq("stdin: 0 solutions  ([..])\n");
    let limited = ["solve", "../flow/puzzles/14x14.txt", "--method", "scan", "--attempts", "1000"];
    flow().args(limited).assert().code(3).stdout_eq(str![[r#"
# ../flow/puzzles/14x14.txt  14x14, 11 colours: gave up (out of attempts): nothing found, nothing proven
# 1000 attempts in [..] by scan


"#]]);
}

#[test]
fn names_bad_input_in_one_sentence() {
    let cases = [
        (
            "A_B\n__A\n",
            "stdin: line 1, column 3: colour B has one source; every colour needs exactly two",
        ),
        ("A_A\n_\n", "stdin: line 2, column 2: this row has 1 of 3 cells"),
        (
            "A!A\n",
            "stdin: line 1, column 2: unknown character '!'; use letters and digits for sources, _ or . between",
        ),
        ("___\n", "stdin: line 1, column 1: the puzzle has no colours"),
    ];
    for (input, sentence) in cases {
        let assert = flow().arg("solve").stdin(input).assert().code(2).stdout_eq("");
        assert.stderr_eq(format!("error: {sentence}\n"));
    }
    flow()
        .args(["solve", "no-such-file"])
        .assert()
        .code(2)
        .stderr_eq("error: no-such-file cannot be read: [..]\n");
    flow().args(["generate", "--size", "big"]).assert().code(2);
    flow()
        .args(["generate", "--colors", "40"])
        .assert()
        .code(2)
        .stderr_eq("error: 40 colours do not fit on 8x8; at most 21 do\n");
    flow().args(["solve", "--time-limit", "-1"]).assert().code(2);
    let raw = flow().arg("solve").stdin(&b"A\xff"[..]).assert().code(2);
    raw.stderr_eq("error: stdin is not text in UTF-8\n");
    flow()
        .arg("play")
        .stdin("")
        .assert()
        .code(2)
        .stderr_eq("error: flow play needs a terminal; use flow show to draw a puzzle\n");
}

#[test]
fn speaks_json() {
    let output =
        flow().args(["solve", "--json"]).stdin(format!("{LANES}\n{UNSOLVABLE}")).assert().code(1);
    let text = String::from_utf8(output.get_output().stdout.clone()).expect("JSON is text");
    let lines: Vec<serde_json::Value> =
        text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0]["verdict"], "unique");
    assert_eq!(lines[0]["solutions"][0], serde_json::json!(["ABC", "ABC", "ABC"]));
    assert_eq!((&lines[1]["puzzle"], &lines[1]["verdict"]), (&2.into(), &"unsolvable".into()));
    flow().args(["count", "--json"]).stdin(TWO_WAYS).assert().success().stdout_eq(str![[r#"
{"file":"stdin","puzzle":1,"solutions":"2","gaveUp":null,"frontiers":[..],"widest":[..],"seconds":[..]}

"#]]);
    flow().args(["show", "--json"]).stdin("AA\n").assert().success().stdout_eq(str![[r#"
{"width":2,"height":1,"colors":[{"label":"A","sources":[{"row":1,"column":1},{"row":1,"column":2}]}]}

"#]]);
    let made = flow().args(["generate", "--size", "6x6", "--json"]).assert().success();
    let made: serde_json::Value = serde_json::from_slice(&made.get_output().stdout).expect("JSON");
    assert_eq!(made["puzzle"].as_array().map(Vec::len), Some(6));
}

#[test]
fn many_puzzles_come_out_in_order_from_many_threads() {
    let one = flow().args(["generate", "--count", "30", "--threads", "1"]).assert().success();
    let four = flow().args(["generate", "--count", "30", "--threads", "4"]).assert().success();
    let puzzles = one.get_output().stdout.clone();
    assert_eq!(puzzles, four.get_output().stdout);
    let solved =
        flow().args(["solve", "--threads", "4", "--json"]).stdin(puzzles).assert().success();
    let solved = String::from_utf8(solved.get_output().stdout.clone()).expect("JSON is text");
    let numbers =
        solved.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).expect("JSON"));
    let numbers: Vec<u64> = numbers
        .filter(|line| line["verdict"] == "unique")
        .filter_map(|line| line["puzzle"].as_u64())
        .collect();
    assert_eq!(numbers, (1..=30).collect::<Vec<u64>>());
}

#[test]
fn the_same_seed_gives_the_same_puzzle() {
    flow()
        .args(["generate", "--size", "7x6", "--difficulty", "easy"])
        .assert()
        .success()
        .stdout_eq(str![[r#"
# 7x6, 6 colours, easy (effort 0.00), seed 1
__ABCD_
_____C_
_______
___E_F_
__FB_D_
A_____E


"#]]);
}

#[test]
fn draws_svg_files() {
    let directory = scratch("flow-svg");
    let show = flow().args(["show", "--solution", "--svg"]).arg(directory.join("board.svg"));
    show.stdin(format!("{LANES}\n{TWO_WAYS}")).assert().success().stdout_eq("");
    for name in ["board-1.svg", "board-2.svg"] {
        let picture = fs::read_to_string(directory.join(name)).expect("written");
        assert!(picture.starts_with("<svg ") && picture.contains("class=\"pipe "));
    }
    let output = flow().args(["show", "--svg", "-"]).stdin(LANES).assert().success();
    assert!(output.get_output().stdout.starts_with(b"<svg "));
}

#[test]
fn animation_ends_with_the_solution() {
    flow().args(["solve", "--animate"]).stdin(LANES).assert().success().stdout_eq(str![[r#"
# stdin  3x3, 3 colours: exactly one solution (proven)
# [..] attempts in [..] by sweep
A B C
│ │ │
A B C


"#]]);
}

/// Every method gives up on a board far too large for it, or proves it unsolvable; how punctually is measured in
/// docs/notes/puzzles.md, for a test must not depend on a clock.
#[test]
fn a_hostile_board_respects_the_time_limit() {
    let board = hostile();
    for method in ["sweep", "smart", "forward", "scan", "dumb", "sat"] {
        let solve = flow().args(["solve", "--time-limit", "0.2", "--method", method]);
        let code = solve.stdin(board.clone()).assert().get_output().status.code();
        assert!(matches!(code, Some(1 | 3)), "{method}: {code:?}");
    }
    let count = flow().args(["count", "--time-limit", "0.2", "--memory", "64"]);
    let code = count.stdin(board.clone()).assert().get_output().status.code();
    assert!(matches!(code, Some(1 | 3)), "count: {code:?}");
}

/// A scattered board of 64x64: too large for the textbook methods.
fn hostile() -> String {
    let mut board = vec![vec!['_'; 64]; 64];
    for index in 0..26 {
        let label = char::from(b'A' + index as u8);
        board[(index * 17 + 3) % 62 + 1][(index * 29 + 5) % 62 + 1] = label;
        board[(index * 23 + 11) % 62 + 1][(index * 13 + 7) % 62 + 1] = label;
    }
    let rows: Vec<String> = board.into_iter().map(|row| row.into_iter().collect()).collect();
    rows.join("\n")
}

/// Ctrl-C while the second puzzle is under way: the first has been told, and the rest is told honestly.
#[test]
fn ctrl_c_keeps_what_is_finished() {
    let directory = scratch("flow-interrupt");
    fs::write(directory.join("both.txt"), format!("{LANES}\n{}\n", hostile())).expect("written");
    let mut child = process::Command::new(cargo_bin!("bellwether"))
        .args(["flow", "solve", "--method", "scan", "--threads", "2", "both.txt"])
        .current_dir(&directory)
        .stdout(process::Stdio::piped())
        .stderr(process::Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut first = String::new();
    let mut stdout = BufReader::new(child.stdout.take().expect("piped"));
    stdout.read_line(&mut first).expect("the first puzzle is told while the second is under way");
    assert!(first.contains("exactly one solution (proven)"), "{first}");
    let killed =
        process::Command::new("sh").args(["-c", &format!("kill -INT {}", child.id())]).status();
    assert!(killed.expect("sh runs").success());
    let mut rest = String::new();
    stdout.read_to_string(&mut rest).expect("text");
    assert!(rest.contains("both.txt:2  64x64, 26 colours: gave up (stopped)"), "{rest}");
    let output = child.wait_with_output().expect("it ends");
    assert_eq!(output.status.code(), Some(130));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(said.contains("interrupted; 1 of 2 puzzles were finished"), "{said}");
}

/// The text with every duration left blank: `in 19 µs` becomes `in _ _`.
fn without_times(text: &str) -> String {
    let blank = |line: &str| {
        let mut words: Vec<&str> = line.split(' ').collect();
        for index in 1..words.len() {
            if matches!(words[index].trim_end_matches(')'), "µs" | "ms" | "s") {
                words[index - 1..=index].fill("_");
            }
        }
        words.join(" ")
    };
    text.split('\n').map(blank).collect::<Vec<_>>().join("\n")
}

/// Runs every `console` example of the puzzles chapter, in order, in one directory.
#[test]
fn the_examples_in_the_book_are_true() {
    let book = fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/puzzles.md"))
        .expect("the chapter");
    let directory = scratch("flow-book");
    let binary = cargo_bin!("bellwether").parent().expect("a directory").to_owned();
    let path = env::join_paths(
        [binary].into_iter().chain(env::split_paths(&env::var_os("PATH").unwrap_or_default())),
    );
    let path = path.expect("a search path");
    let mut examples = 0;
    for block in book.split("```console\n").skip(1) {
        let block = block.split("```").next().unwrap_or_default();
        for example in block.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap_or((example, ""));
            let shell =
                Command::new("sh").args(["-c", command]).env("PATH", &path).current_dir(&directory);
            let output = shell.output().expect("sh runs");
            let said = [output.stdout, output.stderr].concat();
            let said = String::from_utf8_lossy(&said).into_owned();
            assert_eq!(without_times(&said), without_times(expected), "$ {command}");
            examples += 1;
        }
    }
    assert!(examples >= 8, "{examples}");
}

#[test]
fn one_bad_puzzle_does_not_cost_the_good_ones() {
    let puzzles = format!("\u{feff}{LANES}\nA_B\n\n{LANES}");
    let solved = flow().args(["solve", "--json"]).stdin(puzzles).assert().code(2);
    let output = solved.get_output();
    let lines = String::from_utf8_lossy(&output.stdout).into_owned();
    let numbers = lines.lines().map(|line| {
        let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
        assert_eq!(line["verdict"], "unique");
        line["puzzle"].clone()
    });
    assert_eq!(numbers.collect::<Vec<_>>(), [1, 3]);
    solved.stderr_eq("error: stdin: line [..], column 1: colour A has one source; every colour needs exactly two\n");
}

#[test]
fn a_picture_is_what_its_name_says() {
    for command in ["solve", "show"] {
        let refused = flow().args([command, "--svg", "x.png"]).stdin(LANES).assert().code(2);
        refused
            .stderr_eq("error: --svg writes SVG, so name a file that ends in .svg, not 'x.png'\n");
    }
    assert!(!std::path::Path::new("x.png").exists());
    // R is red, G is green.
    let drawn = flow().args(["show", "--svg", "-"]).stdin("R_R\nG_G\n").assert().success();
    let drawn = String::from_utf8_lossy(&drawn.get_output().stdout).into_owned();
    let [red, green] = ["#db1c22", "#078c38"].map(|color| drawn.find(color).expect(color));
    assert!(red < green, "{drawn}");
}

#[test]
fn a_puzzle_that_is_not_found_in_time_is_given_up() {
    let made = flow().args(["generate", "--size", "64x64", "--time-limit", "0.1"]).assert().code(3);
    made.stderr_eq(str![[r#"
a 64x64 puzzle with one solution is hard to find and may take hours
seed 1: no 64x64 puzzle in time

"#]]);
}
