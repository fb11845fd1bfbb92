use super::*;
use crate::record::Moves;
use crate::record::examples;

/// What a strict reader finds in a game.
#[derive(Debug, Default, PartialEq)]
struct Tokens {
    tags: Vec<(String, String)>,
    moves: Vec<String>,
    numbers: Vec<String>,
    signs: Vec<String>,
    comments: Vec<String>,
    result: Option<String>,
}

/// Reads PGN strictly by the standard (sections 7 and 8), and panics at anything else.
fn tokens(text: &str) -> Tokens {
    let mut found = Tokens::default();
    let (head, body) = text.split_once("\n\n").expect("an empty line after the tags");
    for line in head.lines() {
        let inner = line.strip_prefix('[').and_then(|line| line.strip_suffix("\"]")).expect(line);
        let (name, value) = inner.split_once(" \"").expect(line);
        assert!(name.bytes().all(|byte| byte.is_ascii_alphanumeric()), "{line}");
        let mut plain = String::new();
        let mut characters = value.chars();
        while let Some(character) = characters.next() {
            assert_ne!(character, '"', "a quote that is not escaped: {line}");
            let escaped = character == '\\';
            plain.push(if escaped { characters.next().expect(line) } else { character });
        }
        found.tags.push((name.to_owned(), plain));
    }
    assert!(body.ends_with("\n\n") && !body.trim_end().contains("\n\n"), "{body}");
    assert!(body.lines().all(|line| !line.starts_with('%') && line.chars().count() < 80));
    let mut rest = body.trim();
    while !rest.is_empty() {
        assert_eq!(found.result, None, "nothing follows the result: {rest}");
        if let Some(comment) = rest.strip_prefix('{') {
            let (comment, after) = comment.split_once('}').expect("a comment ends");
            assert!(!comment.contains('{'));
            found.comments.push(comment.replace('\n', " "));
            rest = after.trim_start();
            continue;
        }
        let end = rest.find(char::is_whitespace).unwrap_or(rest.len());
        let word = &rest[..end];
        rest = rest[end..].trim_start();
        match word.as_bytes()[0] {
            _ if ["1-0", "0-1", "1/2-1/2", "*"].contains(&word) => {
                found.result = Some(word.to_owned());
            }
            b'$' => found.signs.push(word.to_owned()),
            b'0'..=b'9' => {
                assert!(word.trim_end_matches('.').bytes().all(|byte| byte.is_ascii_digit()));
                found.numbers.push(word.to_owned());
            }
            _ => found.moves.push(word.to_owned()),
        }
    }
    found
}

#[test]
fn a_game_reads_as_it_was_played() {
    let text = game(&examples::header(), &examples::game(3), None).unwrap();
    let expected = r#"[Event "round-robin of breakthrough:rows=4,columns=2"]
[Site "Bellwether 0.1.0"]
[Date "2026.03.01"]
[Round "1"]
[White "Anna"]
[Black "Ben \"B\""]
[Result "1-0"]
[GameNumber "3"]
[WhiteAgent "greedy"]
[BlackAgent "uct:simulations=100"]
[Variant "breakthrough:rows=4,columns=2"]
[PlyCount "4"]
[TimeControl "-"]
[Termination "normal"]

1. a2a3 {book} 1... b4b3 $4 {-12/4 0.012s, win in 7 became lose in 4} 2. a3a4
{+0.310/0 0.500s} 2... b3b2 {-M4/12 1.321s, win by rule: White reached the last
rank} 1-0

"#;
    assert_eq!(text, expected);
    let found = tokens(&text);
    assert_eq!(found.moves, ["a2a3", "b4b3", "a3a4", "b3b2"]);
    assert_eq!(found.numbers, ["1.", "1...", "2.", "2..."]);
    assert_eq!(found.comments.len(), 4);
    assert_eq!(found.result.as_deref(), Some("1-0"));
    assert!(found.tags.contains(&("Black".to_owned(), "Ben \"B\"".to_owned())));
}

#[test]
fn what_would_break_the_text_is_escaped() {
    let mut header = examples::header();
    header.players[0].name = "a\\b\"]\n[Result \"0-1\"]".to_owned();
    header.seats = vec!["wolves".to_owned(), "sheep".to_owned()];
    header.began = "today".to_owned();
    let mut record = examples::game(1);
    record.position = Some("SSS/3/W2 w".to_owned());
    record.detail = format!("}} 0-1 {{ %x\n%y {}", "% long ".repeat(40));
    record.payoffs = vec![0.5, 0.5];
    let found = tokens(&game(&header, &record, None).unwrap());
    let tag = |name: &str| {
        let mut named = found.tags.iter().filter(|(known, _)| known == name);
        let value = named.next().map(|(_, value)| value.as_str());
        assert_eq!(named.next(), None, "one {name}");
        value
    };
    assert_eq!(tag("White"), Some("a\\b\"] [Result \"0-1\"]"));
    assert_eq!(tag("Result"), Some("1/2-1/2"));
    assert_eq!(tag("FirstSeat"), Some("wolves"));
    assert_eq!(tag("SecondSeat"), Some("sheep"));
    assert_eq!((tag("SetUp"), tag("FEN")), (Some("1"), Some("SSS/3/W2 w")));
    assert_eq!(tag("Date"), Some("????.??.??"));
    assert!(found.comments[3].contains(") 0-1 ( %x %y"), "{:?}", found.comments);
    assert_eq!(found.moves.len(), 4);
}

#[test]
fn numbers_follow_the_seats() {
    let mut record = examples::game(1);
    let numbers = |record: &GameRecord, starts| {
        tokens(&game(&examples::header(), record, starts).unwrap()).numbers
    };
    // The second seat moved first, and once the first could not move.
    record.opening = Moves::default();
    record.log[1].seat = 2;
    record.log[2].seat = 1;
    assert_eq!(numbers(&record, None), ["1...", "2...", "3."]);
    record.log.clear();
    assert_eq!(numbers(&record, None), ["1.", "1...", "2."]);
    assert_eq!(numbers(&record, Some(1)), ["1...", "2.", "2..."]);
    record.moves = Moves::default();
    let found = tokens(&game(&examples::header(), &record, None).unwrap());
    assert_eq!(found.comments, ["win by rule: White reached the last rank"]);
}

#[test]
fn moves_that_are_none_and_larger_tables_are_refused() {
    let mut record = examples::game(7);
    for text in ["", "a b", "1-0", "x}", "*", "é4", "$1", "12."] {
        record.moves = ["b4b3", text, "b3b2"].iter().collect();
        let error = game(&examples::header(), &record, None).unwrap_err().to_string();
        assert_eq!(error, format!("game 7, ply 3: '{text}' is no move that PGN can hold"));
    }
    let mut header = examples::header();
    header.game = "battle-sheep".to_owned();
    header.seats = ["a", "b", "c", "d"].map(str::to_owned).to_vec();
    let error = game(&header, &examples::game(1), None).unwrap_err().to_string();
    assert_eq!(
        error,
        "PGN is for two seats, and battle-sheep has 4: --sqlite and the record itself hold such \
         games whole"
    );
}

#[test]
fn every_reason_and_time_control_has_a_tag() {
    let mut header = examples::header();
    header.settings.rules.move_limits.time = Some(0.5);
    for reason in Reason::ALL {
        let record = GameRecord { reason, ..examples::game(1) };
        let found = tokens(&game(&header, &record, None).unwrap());
        assert!(found.tags.contains(&("TimeControl".to_owned(), "0.5/move".to_owned())));
        assert!(found.comments[3].contains(reason.name()));
    }
}
