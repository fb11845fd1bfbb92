//! The page of a tournament, from real games of every kind: nothing in it is lost, foreign or dangerous.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use bellwether_arena::page::{self, PageOptions};
use bellwether_arena::record::{Entrant, FaultRecord, GameRecord, Reason, RecordHeader};
use bellwether_arena::run::{RunDecision, Tournament};
use bellwether_arena::settings::{Openings, RefereeRules, TournamentSettings};
use bellwether_catalog::{AnyGame, BotPermission};
use bellwether_core::picture::Picture;
use bellwether_standard::game;
use serde_json::Value;

/// A name that tries to get out of wherever it is put.
const HOSTILE: &str = "</script><!--\u{2028}\"'&{script}{data}";

fn header(game: &dyn AnyGame, agents: &[&str], games: u32) -> RecordHeader {
    let mut names = vec![HOSTILE.to_owned()];
    names.extend(agents.iter().skip(1).map(|agent| (*agent).to_owned()));
    let players = names.into_iter().zip(agents);
    let players =
        players.map(|(name, agent)| Entrant { name, agent: (*agent).to_owned() }).collect();
    let settings = TournamentSettings {
        games,
        swap: true,
        openings: Openings::Random { plies: 2 },
        rules: RefereeRules { max_moves: Some(80), ..RefereeRules::default() },
        ..TournamentSettings::default()
    };
    game.header(players, (0..agents.len()).collect(), 7, settings)
}

fn played(game: &dyn AnyGame, header: &RecordHeader) -> Vec<GameRecord> {
    let runner =
        game.runner(header, Path::new("no tables here"), BotPermission::Refused).expect("a stage");
    let stop = AtomicBool::new(false);
    let mut records = Vec::new();
    let mut watch = |record: &GameRecord, _| {
        records.push(record.clone());
        RunDecision::On
    };
    Tournament::new(header.clone()).run(runner, 1, &stop, &mut watch).expect("it runs");
    records
}

fn pictures(record: &GameRecord) -> Vec<Picture> {
    let game = game(&record.game).expect("a game");
    let mut position = match &record.position {
        Some(text) => game.position(text).expect("a position"),
        None => game.start(),
    };
    let mut pictures = vec![position.picture(None)];
    for m in record.opening.iter().chain(record.moves.iter()) {
        position.play(m).expect("a legal move");
        pictures.push(position.picture(None));
    }
    pictures
}

fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("id=\"data\">").expect("data");
    let (text, _) = rest.split_once("</script>").expect("an end");
    assert!(!text.contains(['<', '\u{2028}']));
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}"))
}

fn number(value: &Value) -> usize {
    value.as_u64().expect("a number") as usize
}

/// What the script would have on the board after the last change.
fn last_frame(data: &Value, replay: &Value) -> Vec<Value> {
    let start = &data["starts"][number(&replay["s"])];
    let mut codes: Vec<usize> = start[2].as_array().expect("cells").iter().map(number).collect();
    for changes in replay["c"].as_array().expect("changes") {
        for pair in changes.as_array().expect("pairs").chunks(2) {
            codes[number(&pair[0])] = number(&pair[1]);
        }
    }
    codes.into_iter().map(|code| data["cells"][code].clone()).collect()
}

fn check(name: &str, spec: &str, agents: &[&str], games: u32) -> String {
    let game = game(spec).expect("a game");
    let header = header(game.as_ref(), agents, games);
    let records = played(game.as_ref(), &header);
    assert!(!records.is_empty());
    let options = PageOptions::new(game.card().title, game.card().pieces);
    let page = page::render(&header, records.clone(), &options, pictures);
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("page");
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(format!("{name}.html")), &page).expect("it is written");

    for foreign in ["http:", "https:", "@import", "<link", " src=", "NaN", "<!--"] {
        assert!(!page.contains(foreign), "{name}: {foreign}");
    }
    assert_eq!((page.matches("<script").count(), page.matches("</script").count()), (2, 2));
    let data = data(&page);
    assert_eq!(data["players"][0], HOSTILE);
    let rows = data["games"].as_array().expect("games");
    assert_eq!(rows.len(), records.len());
    for (row, record) in rows.iter().zip(&records) {
        assert_eq!(number(&row[0]) as u64, record.number);
        let plies = record.opening.len() + record.moves.len();
        assert_eq!(row[7]["c"].as_array().map(Vec::len), Some(plies));
        assert_eq!(row[7]["m"].as_array().map(Vec::len), Some(plies));
        let last = pictures(record).pop().expect("a picture");
        for (drawn, cell) in last_frame(&data, &row[7]).iter().zip(&last.cells) {
            assert_eq!(drawn.get(1).is_some(), cell.piece.is_some(), "{name}: {drawn}");
        }
    }
    page
}

#[test]
fn every_game_has_a_page_that_replays_it() {
    let two = ["random", "alphabeta:depth=3", "greedy"];
    let four = ["random", "greedy", "maxn:depth=1", "mcts:simulations=30"];
    check("breakthrough", "breakthrough:rows=6,columns=6", &two, 4);
    let judged = check("wolf-and-sheep", "wolf-and-sheep", &["random", "alphabeta:depth=4"], 12);
    assert!(judged.contains("wins thrown") && judged.contains("scores "));
    check("wolves-eat-sheep", "wolves-eat-sheep", &two, 2);
    let open = check("battle-sheep", "battle-sheep", &four, 4);
    assert!(!open.contains("wins thrown") && open.contains("points a game"));
    check(
        "battle-sheep-hidden",
        "battle-sheep:hidden",
        &["random", "greedy", "random", "greedy"],
        4,
    );
}

#[test]
fn a_page_says_how_many_games_it_leaves_out_and_nothing_is_a_page_too() {
    let game = game("wolf-and-sheep:size=4").expect("a game");
    let header = header(game.as_ref(), &["random", "greedy"], 4);
    let records = played(game.as_ref(), &header);
    let options = PageOptions { replays: 3, ..PageOptions::new("Wolf and Sheep", &[]) };
    let page = page::render(&header, records.clone(), &options, pictures);
    assert!(page.contains(&format!("{} games. With all of them", records.len())), "too few words");
    let rows = data(&page)["games"].as_array().expect("games").clone();
    assert_eq!(rows.iter().filter(|row| row.get(7).is_some()).count(), 3);
    let mut late = records[0].clone();
    late.reason = Reason::Timeout;
    late.faults = vec![FaultRecord {
        seat: 2,
        ply: 3,
        reason: Reason::Timeout,
        detail: "<slow> by 2 s".to_owned(),
        lost_turn: false,
    }];
    late.log[0].seconds = f64::INFINITY;
    let faulty = page::render(&header, vec![late], &options, pictures);
    assert!(faulty.contains("game 1: &lt;slow&gt; by 2 s") && !faulty.contains("NaN"));
    let empty = page::render(&header, Vec::new(), &options, pictures);
    assert!(empty.contains("No game is finished yet.") && !empty.contains("NaN"));
}
