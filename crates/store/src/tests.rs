use std::time::Instant;

use super::*;
use bellwether_arena::record::Reason;
use bellwether_arena::record::examples::{game, header};

/// A folder of its own for each test, which goes with it.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let name = format!("bellwether-store-{}-{name}", std::process::id());
        let folder = Self(std::env::temp_dir().join(name));
        std::fs::create_dir_all(&folder.0).unwrap();
        folder
    }

    fn join(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn count(path: &Path, query: &str) -> i64 {
    Connection::open(path).unwrap().query_row(query, [], |row| row.get(0)).unwrap()
}

fn texts(path: &Path, query: &str) -> Vec<String> {
    let connection = Connection::open(path).unwrap();
    let mut statement = connection.prepare(query).unwrap();
    let rows = statement.query_map([], |row| row.get::<_, String>(0)).unwrap();
    rows.map(Result::unwrap).collect()
}

#[test]
fn what_is_written_can_be_selected() {
    let folder = Folder::new("round");
    let path = folder.join("t.db");
    let games = [game(1), game(2)];
    let written = write(&path, &header(), games.into_iter().map(Ok)).unwrap();
    assert_eq!((written.games, written.moves, written.replaced), (2, 8, false));
    assert_eq!(
        texts(&path, "SELECT players || ' ' || result || ' ' || reason FROM result"),
        ["Anna vs Ben \"B\" 1-0 win by rule"; 2]
    );
    let moves = "SELECT printf('%d %d %s %s %s %s %s %s %s', ply, opening, seat, text, depth, score, \
                 score_number, best || best_remoteness, made) FROM move WHERE game = 1";
    let printed = texts(&path, moves);
    assert_eq!(
        printed,
        [
            "1 1  a2a3     ",
            "2 0 2 b4b3 4 -12 -12.0 win7 lose",
            "3 0 1 a3a4 0 +0.310 0.31  ",
            "4 0 2 b3b2 12 lose in 4 -999996.0 lose4 lose"
        ]
    );
    let seats = "SELECT printf('%d %s %s %s %d %s %s', seat, name, payoff, score, place, share, fault) \
                 FROM seat WHERE game = 2";
    assert_eq!(texts(&path, seats), ["1 White 1.0 3.5 1 1.0 ", "2 Black 0.0 1.0 2 0.0 timeout"]);
    assert_eq!(texts(&path, "SELECT levels FROM move WHERE levels NOT NULL LIMIT 1"), ["[1,5,20]"]);
    assert_eq!(count(&path, "SELECT fault_ply FROM seat WHERE fault NOT NULL"), 3);
    assert_eq!(count(&path, "SELECT count(*) FROM choice"), 6);
    assert_eq!(count(&path, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    assert_eq!(texts(&path, "SELECT seed FROM tournament"), [u64::MAX.to_string()]);
}

#[test]
fn a_tournament_is_there_once_and_others_stay() {
    let folder = Folder::new("twice");
    let path = folder.join("t.db");
    let mut longer = header();
    longer.settings.rounds += 1;
    longer.version = "9".to_owned();
    let mut other = header();
    other.settings.rules.max_moves = Some(50);
    assert!(!write(&path, &header(), [Ok(game(1))]).unwrap().replaced);
    assert!(!write(&path, &other, [Ok(game(1))]).unwrap().replaced);
    let again = write(&path, &longer, [Ok(game(1)), Ok(game(2))]).unwrap();
    assert!(again.replaced);
    assert_eq!(again.tournament, 1, "its number stays");
    assert_eq!(count(&path, "SELECT count(*) FROM tournament"), 2);
    assert_eq!(count(&path, "SELECT count(*) FROM game"), 3);
    assert_eq!(count(&path, "SELECT count(*) FROM seat"), 6);
    assert_eq!(count(&path, "SELECT count(*) FROM move"), 12);
    assert_eq!(count(&path, "SELECT count(*) FROM player"), 4);
}

#[test]
fn a_record_that_breaks_off_changes_nothing() {
    let folder = Folder::new("damaged");
    let path = folder.join("t.db");
    let damaged = || {
        let reason = "torn".to_owned();
        Err(JournalError::Damaged { path: PathBuf::from("r.jsonl"), line: 3, reason })
    };
    let error = write(&path, &header(), [Ok(game(1)), damaged()]).unwrap_err();
    assert_eq!(error.to_string(), "r.jsonl, line 3: torn");
    assert!(!path.exists(), "no empty file is left behind");
    write(&path, &header(), [Ok(game(1))]).unwrap();
    assert!(write(&path, &header(), [Ok(game(1)), Ok(game(2)), damaged()]).is_err());
    assert_eq!(count(&path, "SELECT count(*) FROM game"), 1);
    let error = write(&path, &header(), [Ok(game(1)), Ok(game(1))]).unwrap_err();
    assert_eq!(error.to_string(), "game 1 is there twice: the record is damaged");
    let mut misfit = game(1);
    misfit.players = vec![0, 7];
    let error = write(&path, &header(), [Ok(misfit)]).unwrap_err();
    assert_eq!(error.to_string(), "game 1 does not fit the record's header");
}

#[test]
fn files_of_others_are_left_alone() {
    let folder = Folder::new("foreign");
    let text = folder.join("notes.txt");
    let content = "not a database at all\n".repeat(100);
    std::fs::write(&text, &content).unwrap();
    let theirs = folder.join("theirs.db");
    Connection::open(&theirs).unwrap().execute_batch("CREATE TABLE move (x)").unwrap();
    for path in [&text, &theirs] {
        let error = write(path, &header(), [Ok(game(1))]).unwrap_err();
        let expected =
            format!("{} is not a database of tournaments: name another file", path.display());
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(std::fs::read_to_string(&text).unwrap(), content);
    let later = folder.join("later.db");
    write(&later, &header(), [Ok(game(1))]).unwrap();
    Connection::open(&later).unwrap().pragma_update(None, "user_version", 2).unwrap();
    let error = write(&later, &header(), [Ok(game(1))]).unwrap_err().to_string();
    assert!(error.ends_with("are of version 2, not 1: write to a new file"), "{error}");
    assert!(write(&folder.join("no/such/folder.db"), &header(), [Ok(game(1))]).is_err());
    let empty = folder.join("empty.db");
    std::fs::write(&empty, "").unwrap();
    write(&empty, &header(), [Ok(game(1))]).unwrap();
}

#[test]
fn every_reason_has_its_own_word() {
    let folder = Folder::new("reasons");
    let path = folder.join("t.db");
    let games = Reason::ALL
        .into_iter()
        .zip(1..)
        .map(|(reason, number)| Ok(GameRecord { reason, ..game(number) }));
    write(&path, &header(), games).unwrap();
    assert_eq!(count(&path, "SELECT count(DISTINCT reason) FROM game"), 10);
}

/// A measurement without a limit: `cargo test --release -p bellwether-arena -- --ignored --nocapture speed`.
#[test]
#[ignore = "a measurement"]
#[expect(clippy::print_stderr, reason = "what it is for")]
fn speed_of_writing() {
    let folder = Folder::new("speed");
    let path = folder.join("t.db");
    let long = |number| {
        let mut record = game(number);
        for _ in 0..5 {
            record.moves = record.moves.iter().chain(record.moves.iter()).collect();
            record.log.extend_from_within(..);
        }
        Ok(record)
    };
    let began = Instant::now();
    let written = write(&path, &header(), (1..=10_000).map(long)).unwrap();
    let seconds = began.elapsed().as_secs_f64();
    let pace = written.moves as f64 / seconds;
    eprintln!("{} moves in {seconds:.2} s: {pace:.0} a second", written.moves);
    assert!(pace > 100_000.0);
}
