//! A bot for Bellwether: at each of its turns one line of JSON comes in, and one move goes out.
use std::hash::{BuildHasher, RandomState};

/// The quoted words between two marks in the line. No word has quotes inside: this is all of JSON we need.
fn words<'a>(line: &'a str, begin: &str, end: &str) -> Vec<&'a str> {
    let rest = line.split_once(begin).map_or("", |(_, rest)| rest);
    let part = rest.split_once(end).map_or(rest, |(part, _)| part);
    part.split('"').skip(1).step_by(2).collect()
}

/// How much you like a move: the bot plays one that it likes best. Make this clever.
/// The board's squares are in rows from the top: "." is empty, "#" is no square.
fn worth(m: &str, board: &[&str], rows: usize) -> u64 {
    let end = m.rfind(char::is_alphabetic).unwrap_or(0); // where the move ends: e5 in d4e5
    let digits: String = m[end + 1..].chars().take_while(char::is_ascii_digit).collect();
    let (column, rank) = (m.as_bytes()[end] - b'a', digits.parse().unwrap_or(1));
    let square = board[(rows - rank) * (board.len() / rows) + column as usize];
    let takes = square != "."; // something stands there: it is taken
    let chance = RandomState::new().hash_one(m) % 1000; // there is no `rand` in a single file
    if takes { 1000 + chance } else { chance }
}

fn main() {
    for line in std::io::stdin().lines().map_while(Result::ok) {
        let board = words(&line, "\"board\":[[", "]]");
        let moves = words(&line, "\"moves\":[", "]");
        let whole = line.split_once("\"board\":[[").map_or("", |(_, rest)| rest);
        let rows = whole.split("]]").next().map_or(1, |board| board.split("],[").count());
        let best = moves.into_iter().max_by_key(|m| worth(m, &board, rows)).unwrap_or("resign");
        eprintln!("playing {best}"); // standard error is your log
        println!("{best}"); // a whole line goes out at once
    }
}
