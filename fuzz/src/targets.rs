//! The parsers under test, each with valid texts to start from.

use std::fmt::{Debug, Display};

use bellwether_arena::bots::simple::{BotAnswer, BotQuestion};
use bellwether_arena::bots::ugi::{EngineCommand, EngineReply, Info};
use bellwether_arena::clock::{Clock, TimeControl};
use bellwether_arena::record::GameRecord;
use bellwether_arena::record::journal::RecordReader;
use bellwether_arena::schedule::{Schedule, outcome};
use bellwether_arena::settings::{DrawRule, PairingFormat, ResignRule};
use bellwether_arena::stats::duel::DuelScore;
use bellwether_arena::stats::sprt::Sprt;
use bellwether_arena::stats::standings::Standings;
use bellwether_arena::stats::{self, GameOutcome};
use bellwether_arena::tournament_stats::TournamentStats;
use bellwether_arena::{page, pgn};
use bellwether_catalog::{AnyGame, AnyPosition, BotPermission};
use bellwether_core::outside::{is_hidden, printable, shortened};
use bellwether_core::random::{Random, below, seeded};
use bellwether_core::spec::Spec;
use bellwether_core::{Game, Seat};
use bellwether_course_server::coordinates;
use bellwether_course_server::wire::{self, RequestKind};
use bellwether_games::battle_sheep::{BattleSheep, Field, Setup};
use bellwether_solve::proof::{ProofControl, ProofSettings, Strategy};
use bellwether_standard::standard;

use crate::proof_tree;

/// A parser, and texts it accepts.
pub(crate) struct FuzzTarget {
    pub(crate) name: String,
    pub(crate) corpus: Vec<String>,
    /// Reads a text and checks what follows from it; says whether the text was accepted.
    pub(crate) feed: FeedFn,
}

type FeedFn = Box<dyn Fn(&str) -> bool + Send + Sync>;

impl FuzzTarget {
    fn new(
        name: impl Into<String>,
        corpus: impl IntoIterator<Item = impl Into<String>>,
        feed: impl Fn(&str) -> bool + Send + Sync + 'static,
    ) -> Self {
        let corpus = corpus.into_iter().map(Into::into).collect();
        Self { name: name.into(), corpus, feed: Box::new(feed) }
    }
}

pub(crate) fn all() -> Vec<FuzzTarget> {
    let catalog = standard();
    let variants = || catalog.cards().flat_map(|card| card.variants).map(|(spec, _)| *spec);
    let fields = (0..8).map(|seed| Field::generate(20 + 10 * seed as usize, 12, seed));
    let fields = fields.filter_map(|field| Some(field.ok()?.to_string()));
    let proven = ["breakthrough:rows=4,columns=2", "breakthrough:rows=4,columns=4"].map(strategy);
    let hidden = "battle-sheep:seats=3,cells=24,size=6,sheep=6,hidden";
    let hidden = bellwether_standard::game(hidden).expect("a game");
    let proved = proof_tree::game();
    let trees = [3, 12].map(|jobs| proof_tree::sample(&*proved, jobs));
    let course = BattleSheep::new(Setup::default());
    let mut targets = vec![
        FuzzTarget::new("spec", variants(), |text| prints_and_reads(text, Spec::parse)),
        FuzzTarget::new("game", variants(), feed_game),
        FuzzTarget::new("field of battle-sheep", fields, |text| {
            prints_and_reads(text, Field::parse)
        }),
        FuzzTarget::new("name", ["White", "a\u{1b}[31mb", "\u{202e}gnp.exe"], feed_name),
        FuzzTarget::new("puzzle", PUZZLES, feed_puzzle),
        FuzzTarget::new("strategy file", proven, feed_strategy),
        FuzzTarget::new("tree of a proof", trees, move |text| proof_tree::feed(&*proved, text)),
        FuzzTarget::new("record", RECORDS, feed_record),
        FuzzTarget::new("rules of a match", RULES, feed_rule),
        FuzzTarget::new("engine's command", COMMANDS, feed_command),
        FuzzTarget::new("engine's reply", REPLIES, feed_reply),
        FuzzTarget::new("bot's answer", ANSWERS, feed_answer),
        FuzzTarget::new("question to a bot", [QUESTION], feed_question),
        FuzzTarget::new("view of battle-sheep", sample_views(&*hidden), move |text| {
            feed_view(&*hidden, text)
        }),
        FuzzTarget::new("course client's answer", answers(), move |text| {
            feed_answers(&course, text)
        }),
    ];
    for card in catalog.cards() {
        let games = card.variants.iter().map(|(spec, _)| bellwether_standard::game(spec));
        let games: Vec<Box<dyn AnyGame>> =
            games.collect::<Result<_, _>>().expect("listed variants exist");
        let positions: Vec<_> = games.iter().flat_map(|game| sample_positions(&**game)).collect();
        let moves: Vec<_> = games.iter().flat_map(|game| game.start().moves()).collect();
        let agents = games[0].agents();
        let agents: Vec<_> = agents.iter().map(|agent| format!("{}:seed=3", agent.name)).collect();
        let games = std::sync::Arc::new(games);
        let (for_positions, for_moves) = (games.clone(), games.clone());
        targets.push(FuzzTarget::new(
            format!("position of {}", card.name),
            positions,
            move |text| for_positions.iter().any(|game| feed_position(&**game, text)),
        ));
        targets.push(FuzzTarget::new(format!("move of {}", card.name), moves, move |text| {
            for_moves.iter().any(|game| feed_move(&**game, text))
        }));
        targets.push(FuzzTarget::new(format!("agent of {}", card.name), agents, move |text| {
            games[0].agent(text, 1, BotPermission::Refused).is_ok()
        }));
    }
    targets
}

/// Whether the text is accepted; what was read from it is printed and read again as the same.
fn prints_and_reads<T: Display + PartialEq + Debug, E: Debug>(
    text: &str,
    parse: impl Fn(&str) -> Result<T, E>,
) -> bool {
    let Ok(read) = parse(text) else { return false };
    assert_eq!(parse(&read.to_string()).expect("what is printed can be read"), read);
    true
}

/// What bots answer.
const ANSWERS: [&str; 5] = ["a2a3", " c4-g8:5 ", "@e5", "resign", "\r"];

fn feed_answer(text: &str) -> bool {
    match BotAnswer::parse(text) {
        Ok(BotAnswer::Move(text)) => {
            assert_eq!(BotAnswer::parse(&text), Ok(BotAnswer::Move(text.clone())), "read again");
            true
        }
        Ok(BotAnswer::Resign) => true,
        Err(_) => false,
    }
}

/// What bots are asked.
const QUESTION: &str = r#"{"game":"breakthrough","seat":1,"seats":2,"ply":1,"position":"p w","board":[["b","."]],"moves":["a2a3"],"history":["a7a6"],"time":0.5,"clocks":[1.5,2.0]}"#;

fn feed_question(text: &str) -> bool {
    let Ok(question) = serde_json::from_str::<BotQuestion>(text) else { return false };
    let written = serde_json::to_string(&question).expect("a question can be written");
    assert_eq!(serde_json::from_str::<BotQuestion>(&written).expect("and read"), question);
    true
}

/// Positions of random games as every seat sees them.
fn sample_views(game: &dyn AnyGame) -> Vec<String> {
    let positions = sample_positions(game);
    let seen = |text: &String| {
        let position = game.position(text).ok();
        let seats = Seat::all(game.seats());
        seats.filter_map(move |seat| Some(position.as_ref()?.text(Some(seat)))).collect::<Vec<_>>()
    };
    positions.iter().flat_map(seen).collect()
}

/// What looks like something to a seat is a position that looks like that.
fn feed_view(game: &dyn AnyGame, text: &str) -> bool {
    let mut accepted = false;
    for seat in Seat::all(game.seats()) {
        let Ok(position) = game.observed(text, seat, 3) else { continue };
        accepted = true;
        let seen = position.text(Some(seat));
        let again = game.observed(&seen, seat, 4).expect("what it looks like can be read");
        assert_eq!(again.text(Some(seat)), seen);
        game.position(&position.text(None)).expect("it is a position of the game");
    }
    accepted
}

/// Puzzles in every form the parser reads.
const PUZZLES: [&str; 7] = [
    "\u{feff}A-B\n000\nA-B\n",
    "A_A\n\nA_\n\n2 2\nA?\n2 2\nAB\nAB\n",
    "GYC_RB\n____O_\n__C___\n__R___\nG_O___\nY_B___\n",
    "3 3\nABC\n...\nABC\n",
    "A1 . B7\n. . .\nA1 . B7\n",
    "# two puzzles\nA_A\n\nab\n__\nab\n",
    "2 2\n1 2\n1 2\n0 0\n",
];

/// Records of each kind of table, shortened to a few games.
const RECORDS: [&str; 3] = [
    include_str!("../../crates/cli/tests/records/breakthrough.jsonl"),
    include_str!("../../crates/cli/tests/records/wolves.jsonl"),
    include_str!("../../crates/cli/tests/records/battle.jsonl"),
];

/// What a record says can be counted, shown and written in every form.
fn feed_record(text: &str) -> bool {
    let path = std::path::Path::new("record");
    let Ok(mut reader) = RecordReader::new(path, text.as_bytes()) else { return false };
    let header = reader.header().clone();
    let mut records = Vec::new();
    while let Ok(Some(record)) = reader.next_record() {
        records.push(record);
    }
    let _ = Schedule::new(&header.settings, &header.entries, header.seats.len());
    let outcomes: Vec<GameOutcome> = records.iter().map(outcome).collect();
    let standings = Standings::of(header.players.len(), &outcomes);
    let _ = stats::text::standings(&standings, &header.names());
    let mut digest = TournamentStats::new(&header, &[]);
    records.iter().for_each(|record| digest.add(record));
    let shown = |letter: char| letter == '\n' || !is_hidden(letter);
    assert!(digest.text().chars().all(shown), "a terminal would obey the record");
    for record in &records {
        let written = serde_json::to_string(record).expect("a record can be written");
        assert_eq!(&serde_json::from_str::<GameRecord>(&written).expect("and read"), record);
        let _ = pgn::game(&header, record, None);
    }
    let is_any = !records.is_empty();
    let page = page::render(&header, records, &page::PageOptions::new("Fuzz", &[]), |_| Vec::new());
    assert!(!page.contains("NaN"), "the page says NaN");
    is_any
}

/// Texts of the rules that `match` reads.
const RULES: [&str; 7] = [
    "40/60+0.5",
    "1:30",
    "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=logistic",
    "movenumber=40,movecount=8,score=10",
    "movecount=3,score=900,twosided",
    "round-robin",
    "swiss",
];

fn feed_rule(text: &str) -> bool {
    let control = TimeControl::parse(text).map(|control| {
        let again = TimeControl::parse(&control.to_string()).expect("a printed control parses");
        assert_eq!(again, control);
        let mut clock = Clock::new(control);
        let _ = clock.spend(clock.share(), std::time::Duration::ZERO);
    });
    let sprt = Sprt::parse(text).map(|sprt| {
        assert!(sprt.llr(&DuelScore { wins: 3, losses: 1, draws: 2 }).is_finite());
    });
    let rules = DrawRule::parse(text).is_ok() || ResignRule::parse(text).is_ok();
    control.is_ok() || sprt.is_ok() || rules || PairingFormat::parse(text).is_ok()
}

/// Lines to an engine.
const COMMANDS: [&str; 6] = [
    "setoption name Clear Hash value 3",
    "position fen 8/8/2P5/8/8/5p2/8/8 w moves c6c7 a2a3",
    "position startpos moves a2a3",
    "observation 2 1?/.. 3",
    "go p1time 1000 p4inc 10 movetime 100 movestogo 4 depth 3 nodes 20 infinite",
    "query p2turn",
];

fn feed_command(text: &str) -> bool {
    let Ok(command) = EngineCommand::parse(text) else { return false };
    let again = EngineCommand::parse(&command.to_string()).expect("a printed command parses");
    assert_eq!(again.to_string(), command.to_string(), "the command changes");
    true
}

/// Lines from an engine.
const REPLIES: [&str; 7] = [
    "id name A bot",
    "option name Hash type spin default 16 min 1 max 1024",
    "option name V type combo default a var a var b",
    "info depth 5 score cp -12 time 31 nodes 815 hashfull 3 pv a2a3 b7b6",
    "info score mate -3 string hello",
    "bestmove a2a3 ponder b7b6",
    "response p1win",
];

fn feed_reply(text: &str) -> bool {
    let Ok(Some(reply)) = EngineReply::parse(text) else { return false };
    let again = EngineReply::parse(&reply.to_string()).expect("a printed reply parses");
    assert!(again.is_some(), "a printed reply is none");
    if let EngineReply::Info(Info { score: Some(score), .. }) = reply {
        let _ = score.score();
    }
    true
}

/// A character for each byte.
fn as_text(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| char::from(*byte)).collect()
}

fn as_bytes(text: &str) -> Vec<u8> {
    text.chars().map(|letter| letter as u8).collect()
}

/// What a client of the course sends in a game: a place, then two moves.
fn answers() -> Vec<String> {
    let place = wire::ClientAnswer::Place { package: 1, x: 3, y: 4 }.to_bytes();
    let slide = |package, direction| {
        wire::ClientAnswer::Slide { package, x: 3, y: 4, count: 5, direction }.to_bytes()
    };
    let game = [place.clone(), slide(2, 1), slide(3, 9)].concat();
    [place, slide(2, 5), slide(2, 8), game].iter().map(|bytes| as_text(bytes)).collect()
}

/// Whatever comes in, answers are read as they were written, and mean a legal move or nothing.
fn feed_answers(game: &BattleSheep, text: &str) -> bool {
    let sent = as_bytes(text);
    let mut inbox = sent.clone();
    let asked = |package| match package {
        1 => Some(RequestKind::Place),
        2..=9 => Some(RequestKind::Slide),
        _ => None,
    };
    let mut state = game.start();
    let mut is_any = false;
    let mut read = 0;
    while let Ok(Some(answer)) = wire::ClientAnswer::take(&mut inbox, asked) {
        let bytes = answer.to_bytes();
        assert_eq!(bytes, sent[read..read + bytes.len()], "the answer changes");
        read += bytes.len();
        if let Ok(m) = coordinates::read_move(game, &state, answer) {
            assert!(game.try_play(&mut state, m), "an illegal move was read");
        }
        is_any = true;
    }
    is_any
}

/// A proven strategy's file without its checksum, a character for each byte.
fn strategy(spec: &str) -> String {
    let game = bellwether_standard::game(spec).expect("a board");
    let prover = game.provable().expect("a small board");
    let settings = ProofSettings { mebibytes: 1, threads: 1 };
    let (strategy, _) = prover.prove(spec, settings, ProofControl::none()).expect("easily proven");
    let bytes = strategy.to_bytes();
    as_text(&bytes[..bytes.len() - 4])
}

/// The checksum is put right, since it would hide everything else that is wrong.
fn feed_strategy(text: &str) -> bool {
    let mut bytes = as_bytes(text);
    bytes.extend(crc32fast::hash(&bytes).to_le_bytes());
    let Ok(strategy) = Strategy::from_bytes(&bytes) else { return false };
    assert!(strategy.positions.is_sorted(), "positions out of order");
    let again = Strategy::from_bytes(&strategy.to_bytes()).expect("a printed strategy parses");
    assert_eq!(again, strategy, "the strategy changes");
    true
}

/// Whatever somebody is called, a terminal only shows it.
fn feed_name(text: &str) -> bool {
    let shown = printable(text);
    assert!(!shown.contains(is_hidden), "{shown:?}");
    assert_eq!(printable(&shown), shown);
    assert!(shortened(text, 20).chars().count() <= 21);
    true
}

fn feed_puzzle(text: &str) -> bool {
    let each = bellwether_flow::text::parse_each(text);
    assert!(!each.is_empty(), "neither a puzzle nor an error");
    let Ok(puzzles) = bellwether_flow::text::parse(text) else { return false };
    assert!(!puzzles.is_empty(), "no puzzle and no error");
    let limits =
        bellwether_flow::SolverLimits { attempts: 200, ..bellwether_flow::SolverLimits::NONE };
    for puzzle in puzzles.iter().take(2) {
        let report = bellwether_flow::Method::Sweep.solve(puzzle, 2, &limits);
        assert!(report.solutions.iter().all(|solution| solution.check(puzzle).is_ok()));
        assert_eq!(bellwether_flow::palette::hues(puzzle).len(), puzzle.colors());
        let _ = bellwether_flow::svg::svg(puzzle, report.solutions.first());
    }
    true
}

fn feed_game(text: &str) -> bool {
    let Ok(game) = bellwether_standard::game(text) else { return false };
    let position = game.start();
    read_back(&*game, &*position);
    true
}

fn feed_position(game: &dyn AnyGame, text: &str) -> bool {
    let Ok(mut position) = game.position(text) else { return false };
    read_back(game, &*position);
    let mut rng = seeded(text.len() as u64);
    walk(&mut *position, &mut rng, 6);
    read_back(game, &*position);
    true
}

fn feed_move(game: &dyn AnyGame, text: &str) -> bool {
    let mut position = game.start();
    let legal = position.moves();
    let Ok(played) = position.play(text) else { return false };
    assert!(legal.contains(&played.text), "an illegal move was made");
    true
}

/// Printing and parsing agree, and the rest of the position can be asked for.
fn read_back(game: &dyn AnyGame, position: &dyn AnyPosition) {
    let text = position.text(None);
    let again = game.position(&text).expect("a printed position parses");
    assert_eq!(again.text(None), text, "the text changes");
    assert_eq!(again.status(), position.status(), "the status changes");
    assert_eq!(position.moves().is_empty(), position.status().is_over(), "moves and status");
    let picture = position.picture(None);
    assert_eq!(picture.cells.len(), picture.columns * picture.rows);
    let _ = position.scores();
}

fn walk(position: &mut dyn AnyPosition, rng: &mut Random, plies: usize) {
    for _ in 0..plies {
        let moves = position.moves();
        if moves.is_empty() {
            return;
        }
        position.play(&moves[below(rng, moves.len())]).expect("a listed move is legal");
    }
}

fn sample_positions(game: &dyn AnyGame) -> Vec<String> {
    let mut rng = seeded(1);
    (0..12)
        .map(|games| {
            let mut position = game.start();
            walk(&mut *position, &mut rng, games * 5);
            position.text(None)
        })
        .collect()
}
