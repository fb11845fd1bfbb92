//! `play` through the built binary, with what a person would type on standard input.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, Command, Stdio};

fn start(arguments: &[&str]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .arg("play")
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("it starts")
}

fn play(arguments: &[&str], typed: &str) -> String {
    let mut child = start(arguments);
    let mut input = child.stdin.take().expect("a pipe");
    // The game may end before everything typed is read.
    let _ = input.write_all(typed.as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{arguments:?}: {errors}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

const TWO: [&str; 4] = ["--agent", "person", "--agent", "person"];

#[test]
fn two_people_share_the_keyboard_to_the_end() {
    let game = ["breakthrough:rows=4,columns=2"];
    let said = play(&[&game[..], &TWO].concat(), "a2b3\na4b3\na1a2\nb3a2\nb2b3\na2b1\n");
    assert!(said.contains("over: Black wins"), "{said}");
    assert!(said.contains("[●]"), "the last move is marked: {said}");
}

#[test]
fn moves_undo_help_position_and_mistakes() {
    let game = ["breakthrough:rows=4,columns=2"];
    let typed = "help\nmoves\nqu\n\na2a4\n a2b3 \n  UNDO \nundo\nposition\nquit\n";
    let said = play(&[&game[..], &TWO].concat(), typed);
    assert!(said.contains("take back to your previous turn"), "{said}");
    assert!(said.contains("a2b3"), "{said}");
    assert!(said.contains("steps one square forward"), "{said}");
    // Black has not moved: its undo has nothing to take back.
    assert!(said.contains("there is nothing to take back"), "{said}");
    assert!(said.contains("To go on: bellwether play 'breakthrough:rows=4,columns=2'"), "{said}");
}

#[test]
fn undo_takes_the_agents_answer_back_too() {
    let said = play(&["breakthrough"], "a2a3\nundo\nposition\nquit\n");
    assert!(said.contains("Black plays "), "{said}");
    assert!(said.contains("2 moves taken back"), "{said}");
    assert!(said.contains("pppppppp/pppppppp/8/8/8/8/PPPPPPPP/PPPPPPPP w"), "{said}");
}

#[test]
fn resigning_gives_the_other_the_game() {
    let said = play(&["wolf-and-sheep"], "@c1\nresign\n");
    assert!(said.contains("wolf resigns: sheep wins."), "{said}");
}

#[test]
fn agents_alone_play_to_the_end() {
    let four = ["--agent", "random", "--agent", "greedy", "--agent", "random", "--agent", "greedy"];
    let said = play(&[&["battle-sheep"], &four[..]].concat(), "");
    assert!(said.contains("over: ") && said.contains("points "), "{said}");
    let again = play(&[&["battle-sheep"], &four[..]].concat(), "");
    assert_eq!(said, again, "the same seed plays the same game");
}

#[test]
fn four_people_place_and_one_resigns() {
    let people = ["--agent", "person"].repeat(4);
    let cells = placements();
    let typed = format!("{}\n{}\n{}\n{}\nresign\n", cells[0], cells[1], cells[2], cells[3]);
    let said = play(&[&["battle-sheep"], &people[..]].concat(), &typed);
    assert!(said.contains("a greedy agent plays on in its place"), "{said}");
    assert!(said.contains("left unfinished"), "{said}");
}

#[test]
fn hidden_hands_stay_hidden_between_people() {
    let people = ["--agent", "person"].repeat(4);
    let cells = placements();
    // Every person presses Enter when the screen is handed over, then places.
    let mut typed: String = cells.iter().take(4).map(|cell| format!("\n{cell}\n")).collect();
    typed.push_str("\nboard\nmoves\n");
    let said = play(&[&["battle-sheep:hidden"], &people[..]].concat(), &typed);
    assert!(said.contains("hand over the screen"), "{said}");
    let last_board = said.rsplit("hand over the screen").next().unwrap();
    assert!(last_board.contains("a16"), "one's own flock is seen: {last_board}");
    for rival in ["b?", "c?", "d?"] {
        assert!(last_board.contains(rival), "{rival} is hidden: {last_board}");
    }
    assert!(!last_board.contains("b16"), "{last_board}");
    assert!(!said.contains("--position"), "a hidden position is not told: {said}");
}

/// The first border cells of the default field.
fn placements() -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_bellwether"))
        .args(["moves", "battle-sheep"])
        .output()
        .expect("it starts");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    // Far apart in the list, so that nobody is shut in at once.
    text.lines().step_by(5).map(str::to_owned).collect()
}

/// The command that goes on from here.
const COMMAND: &str = "To go on: bellwether play 'breakthrough'";

fn sinner(sin: &str) -> String {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/bots/sinner.py");
    format!("bot:cmd=python3 {script} {sin}")
}

#[test]
fn ctrl_c_prints_the_command_that_goes_on() {
    for agents in [&[][..], &["--agent", "person", "--agent", "mcts:time=600"]] {
        let mut child = start(&[&["breakthrough"], agents].concat());
        let mut input = child.stdin.take().expect("a pipe");
        writeln!(input, "a2a3").expect("it listens");
        let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut said = String::new();
        // The first board is there, so it listens for Ctrl-C.
        while !said.contains(" a  b  c ") {
            assert!(output.read_line(&mut said).expect("UTF-8") > 0, "{said}");
        }
        let pid = child.id().to_string();
        assert!(Command::new("kill").args(["-INT", &pid]).status().expect("kill").success());
        output.read_to_string(&mut said).expect("UTF-8");
        assert_eq!(child.wait().expect("it ends").code(), Some(130), "{said}");
        assert!(said.contains(COMMAND) && said.contains("--position '"), "{said}");
    }
}

#[test]
fn a_bot_that_fails_costs_no_game() {
    for (sin, said_of_it) in [("divide", "Black: "), ("stall", "no answer for")] {
        let bot = sinner(sin);
        let arguments = ["breakthrough", "--agent", "person", "--agent", &bot, "--bot-time", "0.3"];
        let mut child = start(&arguments);
        let mut input = child.stdin.take().expect("a pipe");
        writeln!(input, "a2a3\nb2b3\nc2c3\nd2d3\ne2e3\nf2f3").expect("it listens");
        let output = child.wait_with_output().expect("it ends");
        let (said, errors) =
            (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        assert!(said.contains(COMMAND), "{sin}: {said}{errors}");
        assert!(errors.contains(said_of_it), "{sin}: {errors}");
        assert!(!output.status.success(), "{sin}: {errors}");
    }
}

#[test]
fn a_hint_is_a_legal_move() {
    let position = ["--position", "8/8/2P5/8/8/5p2/8/8 w"];
    let said = play(&[&["breakthrough"], &position[..]].concat(), "hint\n\u{1b}[31mx\nquit\n");
    assert!(said.contains("bellwether would play c6") && said.contains("  ▲ win in 3"), "{said}");
    assert!(!said.contains('\u{1b}'), "{said:?}");
}

/// Types into a terminal of its own: answers wait for what they answer.
const TYPIST: &str = r"
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0:
    os.environ['TERM'] = 'xterm'
    os.execv(sys.argv[1], sys.argv[1:])
seen = b''
def until(words):
    global seen
    while words not in seen:
        seen += os.read(terminal, 4096)
    seen = seen[seen.index(words) + len(words):]
until(b'White> ')
os.write(terminal, b'2a3\x01a\r')
until(b'Black plays')
until(b'White> ')
os.write(terminal, b'\x03')
until(b'To go on: bellwether play')
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
";

#[test]
fn at_a_terminal_lines_are_edited() {
    let program = env!("CARGO_BIN_EXE_bellwether");
    // Two minutes only if something hangs.
    let typed = Command::new("timeout")
        .args(["120", "python3", "-c", TYPIST, program, "play", "breakthrough"])
        .output()
        .expect("python3");
    let errors = String::from_utf8_lossy(&typed.stderr);
    assert_eq!(typed.status.code(), Some(130), "{errors}");
}
