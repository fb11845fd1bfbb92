//! Whole tournaments between players of every kind, the ill-behaved included.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use bellwether_arena::clock::TimeControl;
use bellwether_arena::player::{Fault, Player, Turn};
use bellwether_arena::record::journal::{Journal, JournalError, RecordReader};
use bellwether_arena::record::{Entrant, FORMAT, GameRecord, Reason, RecordHeader};
use bellwether_arena::run::{RunDecision, RunEnd, Tournament};
use bellwether_arena::runner::{GameInstance, GameRunner, MakePlayer, TypedRunner};
use bellwether_arena::settings::{
    DrawRule, Logging, MoveLimits, Openings, ResignRule, TournamentSettings,
};
use bellwether_arena::workers::THREAD_NAME;
use bellwether_core::random::{Random, seeded};
use bellwether_core::spec::{Options, Spec};
use bellwether_core::{Game, Refereed, Score};
use bellwether_games::battle_sheep::{self, BattleSheep};
use bellwether_games::breakthrough::{Breakthrough, Setup};
use bellwether_games::wolves_eat_sheep::{Setup as WolvesSetup, WolvesEatSheep};
use bellwether_search::Choice;
use bellwether_solve::Oracle;

/// Only what hangs takes so long.
const HANG: Duration = Duration::from_secs(60);

/// How a test player behaves.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Behaviour {
    Random,
    /// Panics at its third move.
    Panics,
    /// Never comes back from its third move, whatever it is told.
    Hangs,
    /// Answers its third move too late.
    Late,
    /// Makes the opponent's last move again.
    Illegal,
    Resigns,
    /// Always the first legal move, with this opinion of itself.
    First(i32),
}

struct Double {
    behaviour: Behaviour,
    rng: Random,
    moves: usize,
}

impl<G: Game> Player<G> for Double {
    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G>, Fault> {
        self.moves += 1;
        let third = self.moves == 3;
        match self.behaviour {
            Behaviour::Panics if third => panic!("I have had enough"),
            Behaviour::Hangs if third => loop {
                std::thread::sleep(Duration::from_millis(10));
            },
            Behaviour::Late if third => std::thread::sleep(Duration::from_millis(700)),
            Behaviour::Illegal if third => {
                return Ok(Choice::bare(turn.history[turn.history.len() - 1]));
            }
            Behaviour::Resigns if third => {
                return Err(Fault { reason: Reason::Resignation, detail: String::new() });
            }
            Behaviour::First(points) => {
                let mut choice = Choice::bare(turn.game.nth_move(turn.state, 0));
                choice.score = Some(Score::Points(points));
                return Ok(choice);
            }
            _ => {}
        }
        Ok(Choice::bare(turn.game.random_move(turn.state, &mut self.rng)))
    }
}

fn double<G: Refereed>(behaviour: Behaviour) -> MakePlayer<G> {
    Box::new(move |_, seed| Ok(Box::new(Double { behaviour, rng: seeded(seed), moves: 0 })))
}

fn settings(games: u32) -> TournamentSettings {
    TournamentSettings { games, swap: true, ..TournamentSettings::default() }
}

fn runner<G: Refereed>(
    game: G,
    behaviours: &[Behaviour],
    settings: &TournamentSettings,
) -> TypedRunner<G> {
    let game = Arc::new(game);
    TypedRunner {
        instance: Box::new(move |_| {
            Ok(GameInstance { game: Arc::clone(&game), name: "test".to_owned() })
        }),
        players: behaviours.iter().map(|behaviour| double(*behaviour)).collect(),
        truth_source: None,
        settings: settings.clone(),
        seed: 7,
    }
}

fn breakthrough() -> Breakthrough<u64> {
    Breakthrough::new(Setup::new(5, 5, 1).unwrap())
}

/// Plays everything and gives the records in order.
fn play(
    runner: Arc<dyn GameRunner>,
    settings: &TournamentSettings,
    players: &[usize],
    seats: usize,
    concurrency: usize,
) -> Vec<GameRecord> {
    let header = RecordHeader {
        entries: players.to_vec(),
        seats: (1..=seats).map(|seat| seat.to_string()).collect(),
        ..header(settings)
    };
    let mut records = Vec::new();
    let mut watch = |record: &GameRecord, _| {
        records.push(record.clone());
        RunDecision::On
    };
    let stop = AtomicBool::new(false);
    let end = Tournament::new(header).run(runner, concurrency, &stop, &mut watch).unwrap();
    assert_eq!(end, RunEnd::Complete);
    records.sort_by_key(|record| record.number);
    records
}

fn duel(behaviours: [Behaviour; 2], settings: &TournamentSettings) -> Vec<GameRecord> {
    play(
        Arc::new(runner(breakthrough(), &behaviours, settings).checked().unwrap()),
        settings,
        &[0, 1],
        2,
        2,
    )
}

/// Players may panic; what the tests themselves have to say must still be heard.
fn keep_players_quiet() {
    static ONCE: std::sync::Once = std::sync::Once::new();
    ONCE.call_once(|| {
        let loud = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            if std::thread::current().name() != Some(THREAD_NAME) {
                loud(info);
            }
        }));
    });
}

/// Times aside.
fn timeless(mut record: GameRecord) -> GameRecord {
    record.seconds = 0.0;
    for log in &mut record.log {
        log.seconds = 0.0;
    }
    record
}

#[test]
fn the_same_seed_gives_the_same_games_whatever_runs_beside_what() {
    let mut settings = settings(40);
    settings.openings = Openings::Random { plies: 3 };
    let run = |concurrency| {
        let runner = runner(breakthrough(), &[Behaviour::Random; 3], &settings);
        let records = play(Arc::new(runner), &settings, &[0, 1, 2], 2, concurrency);
        records.into_iter().map(timeless).collect::<Vec<GameRecord>>()
    };
    let alone = run(1);
    assert_eq!(alone.len(), 3 * 40);
    assert_eq!(alone, run(2));
    assert_eq!(alone, run(5));
    // Both games of a pair begin alike, different pairs differently, every pairing on the same openings.
    assert_eq!(alone[0].opening, alone[1].opening);
    assert_ne!(alone[0].opening, alone[2].opening);
    assert_eq!(alone[0].opening, alone[40].opening);
    assert_ne!(alone[0].moves, alone[1].moves);
}

#[test]
fn an_ill_behaved_player_loses_its_own_game_with_the_right_reason() {
    // Long enough that nobody is late by chance on a busy machine.
    let untimed = settings(2);
    let mut timed = settings(2);
    timed.rules.move_limits = MoveLimits { time: Some(0.4), ..MoveLimits::default() };
    let expected = [
        (Behaviour::Panics, Reason::Crash, "I have had enough"),
        (Behaviour::Late, Reason::Timeout, ""),
        (Behaviour::Illegal, Reason::Illegal, "not legal"),
        (Behaviour::Resigns, Reason::Resignation, ""),
        (Behaviour::Hangs, Reason::Timeout, "no answer for"),
    ];
    keep_players_quiet();
    for (behaviour, reason, words) in expected {
        let began = Instant::now();
        let settings = if reason == Reason::Timeout { &timed } else { &untimed };
        let records = duel([behaviour, Behaviour::Random], settings);
        assert!(began.elapsed() < HANG, "{behaviour:?}");
        assert_eq!(records.len(), 2);
        for record in records {
            // A random opponent may win before the third move is asked for, but not on this board.
            assert_eq!(record.reason, reason, "{behaviour:?}: {record:?}");
            let seat = record.players.iter().position(|player| *player == 0).unwrap();
            assert_eq!(record.winner(), Some(1 - seat), "{behaviour:?}: {record:?}");
            assert_eq!(record.faults.len(), 1);
            assert_eq!(record.faults[0].seat, seat + 1);
            assert!(record.faults[0].detail.contains(words), "{behaviour:?}: {record:?}");
            assert_eq!(record.moves.len(), 4 + seat, "the moves before the fault are kept");
        }
    }
}

/// Somebody who has to start first.
struct Starter {
    is_ready: bool,
    grace: Duration,
    moves: u32,
}

impl<G: Game> Player<G> for Starter {
    fn get_ready(&mut self, _: &AtomicBool) -> Result<(), Fault> {
        if self.is_ready {
            return Ok(());
        }
        Err(Fault { reason: Reason::Crash, detail: "it does not start".to_owned() })
    }

    fn grace(&self) -> Duration {
        if self.moves == 0 { self.grace } else { Duration::ZERO }
    }

    fn choose(&mut self, turn: &Turn<'_, G>) -> Result<Choice<G>, Fault> {
        assert!(turn.deadline > turn.asked + turn.margin);
        self.moves += 1;
        if self.moves == 1 {
            std::thread::sleep(Duration::from_millis(1300));
        }
        Ok(Choice::bare(turn.game.nth_move(turn.state, 0)))
    }
}

#[test]
fn who_has_to_start_first_gets_ready_off_the_clock_and_has_some_grace() {
    let mut settings = settings(2);
    settings.rules.clock = Some(TimeControl::parse("1+10").unwrap());
    for (is_ready, grace, expected) in [
        (false, 9, Some((Reason::Crash, "crashes: it does not start"))),
        (true, 0, Some((Reason::Timeout, "loses on time"))),
        (true, 9, None),
    ] {
        let mut runner = runner(breakthrough(), &[Behaviour::First(0); 2], &settings);
        let grace = Duration::from_secs(grace);
        runner.players[0] =
            Box::new(move |_, _| Ok(Box::new(Starter { is_ready, grace, moves: 0 })));
        for record in play(Arc::new(runner), &settings, &[0, 1], 2, 1) {
            let seat = record.players.iter().position(|player| *player == 0).unwrap();
            let Some((reason, words)) = expected else {
                assert_eq!(record.reason, Reason::Win, "{record:?}");
                continue;
            };
            assert_eq!((record.reason, record.winner()), (reason, Some(1 - seat)), "{record:?}");
            assert!(record.detail.contains(words), "{record:?}");
            assert_eq!(record.moves.len(), if is_ready { seat } else { 0 });
        }
    }
}

#[test]
fn a_hanging_player_does_not_hold_up_the_others() {
    let mut settings = settings(8);
    settings.rules.patience = 0.5;
    let behaviours = [Behaviour::Hangs, Behaviour::Random, Behaviour::Random];
    let runner = runner(breakthrough(), &behaviours, &settings);
    let records = play(Arc::new(runner), &settings, &[0, 1, 2], 2, 2);
    assert_eq!(records.len(), 24);
    let hung = records.iter().filter(|record| record.reason == Reason::Timeout).count();
    assert_eq!(hung, 16, "all games of the hanging player and no others");
}

#[test]
fn what_was_finished_before_a_player_hangs_is_not_lost() {
    let mut settings = settings(20);
    settings.rules.patience = 0.05;
    settings.log = Logging::None;
    // Quick games first: their records are still under way when the same thread meets the one that hangs.
    let behaviours = [Behaviour::Random, Behaviour::Random, Behaviour::Hangs];
    let runner = runner(breakthrough(), &behaviours, &settings);
    let records = play(Arc::new(runner), &settings, &[0, 1, 2], 2, 1);
    assert!(records.iter().map(|record| record.number).eq(1..=60));
}

#[test]
fn at_a_table_of_four_the_others_play_on() {
    let game = || {
        let spec = Spec::parse("battle-sheep:seed=1").unwrap();
        let options = Options::new(&spec, battle_sheep::CARD.options).unwrap();
        BattleSheep::new(battle_sheep::Setup::from_options(&options).unwrap())
    };
    let mut settings = settings(4);
    settings.rules.patience = 1.0;
    keep_players_quiet();
    for behaviour in [Behaviour::Panics, Behaviour::Illegal, Behaviour::Hangs] {
        let behaviours = [behaviour, Behaviour::Random, Behaviour::Random, Behaviour::Random];
        let records =
            play(Arc::new(runner(game(), &behaviours, &settings)), &settings, &[0, 1, 2, 3], 4, 2);
        assert_eq!(records.len(), 4);
        for record in records {
            let seat = record.players.iter().position(|player| *player == 0).unwrap();
            let least = record.payoffs.iter().copied().fold(f64::INFINITY, f64::min);
            assert_eq!(record.payoffs[seat], least, "{record:?}");
            assert_eq!(record.payoffs.iter().filter(|payoff| **payoff == least).count(), 1);
            assert!((record.payoffs.iter().sum::<f64>() - 11.0).abs() < 1e-5, "{record:?}");
            assert_eq!(record.faults.len(), 1);
            if behaviour != Behaviour::Hangs {
                assert!(record.moves.len() > 20, "the game went on to its end");
                assert!(matches!(record.reason, Reason::Win | Reason::Draw));
            }
        }
    }
}

#[test]
fn referee_rules_end_games() {
    let game =
        || WolvesEatSheep::new(WolvesSetup::from_layout("SSSSS/SSSSS/...../...../.W.W.").unwrap());
    let run = |settings: &TournamentSettings, behaviours: [Behaviour; 2]| {
        let runner = runner(game(), &behaviours, settings).checked().unwrap();
        play(Arc::new(runner), settings, &[0, 1], 2, 1).remove(0)
    };
    let still = [Behaviour::First(0), Behaviour::First(0)];

    let record = run(&settings(2), still);
    assert_eq!((record.reason, record.result().as_str()), (Reason::Repetition, "1/2-1/2"));

    let mut capped = settings(2);
    capped.rules.max_moves = Some(5);
    let record = run(&capped, still);
    assert_eq!((record.reason, record.moves.len()), (Reason::MoveCap, 5));

    let mut agreed = settings(2);
    agreed.rules.draw = Some(DrawRule { movenumber: 3, movecount: 2, score: 10 });
    let record = run(&agreed, still);
    assert_eq!((record.reason, record.moves.len()), (Reason::Adjudicated, 6));

    let mut resigned = settings(2);
    resigned.rules.resign = Some(ResignRule { movecount: 2, score: 500, twosided: false });
    let record = run(&resigned, [Behaviour::First(0), Behaviour::First(-600)]);
    assert_eq!((record.reason, record.result().as_str()), (Reason::Resignation, "1-0"));
    resigned.rules.resign = Some(ResignRule { movecount: 2, score: 500, twosided: true });
    let record = run(&resigned, [Behaviour::First(0), Behaviour::First(-600)]);
    assert_eq!(record.reason, Reason::Repetition, "the other side does not think so");
}

#[test]
fn a_table_ends_games_judges_moves_and_chooses_openings() {
    // Small enough to be solved on the spot.
    let game = WolvesEatSheep::new(WolvesSetup::from_layout("SSSS/..../..../W..W").unwrap());
    let oracle = Oracle::solve(&game, 1_000_000, &AtomicBool::new(false)).unwrap().unwrap();
    let oracle = Arc::new(oracle);
    let with = |settings: &TournamentSettings| {
        let mut runner = runner(game.clone(), &[Behaviour::Random; 2], settings);
        runner.truth_source = Some(oracle.clone());
        play(Arc::new(runner.checked().unwrap()), settings, &[0, 1], 2, 2)
    };
    let mut evaluated = settings(20);
    for record in with(&evaluated) {
        assert!(record.log.iter().all(|log| log.truth.is_some()), "{record:?}");
        // The last word of the truth agrees with the result if somebody won by the rules.
        if let (Reason::Win, Some(winner)) = (record.reason, record.winner()) {
            let last = record.log.last().unwrap();
            assert_eq!(last.seat - 1, winner);
        }
    }
    evaluated.rules.table_after = Some(2);
    for record in with(&evaluated) {
        assert!(record.moves.len() <= 2 || record.reason == Reason::Adjudicated, "{record:?}");
    }
    let mut opened = settings(20);
    opened.openings = Openings::OnlyMove { plies: 2 };
    for record in with(&opened) {
        assert!(record.opening.len() >= 2);
        let mut state = game.start();
        for text in record.opening.iter() {
            let m = bellwether_core::Notation::parse_move(&game, &state, text).unwrap();
            game.play(&mut state, m);
        }
        let moves = oracle.moves(&state).unwrap();
        let wins = moves.iter().filter(|evaluated| evaluated.value.name() == "win").count();
        assert_eq!(wins, 1);
    }
    // Without a table both are refused before the first game.
    let mut blind = settings(2);
    blind.openings = Openings::Balanced { plies: 2 };
    assert!(runner(game.clone(), &[Behaviour::Random; 2], &blind).checked().is_err());
    let mut blind = settings(2);
    blind.rules.table_after = Some(1);
    assert!(runner(game, &[Behaviour::Random; 2], &blind).checked().is_err());
}

#[test]
fn listed_openings_are_checked_and_used_in_turn() {
    let listed = |openings: &[&str]| {
        let mut settings = settings(4);
        settings.openings = Openings::Listed {
            openings: openings.iter().map(|text| (*text).to_owned()).collect(),
            start: 1,
            shuffled: false,
        };
        settings
    };
    let good = listed(&["startpos moves a2a3 b4b3", "ppppp/ppppp/5/PPPPP/PPPPP b"]);
    let records = duel([Behaviour::Random; 2], &good);
    assert_eq!(records[0].opening, ["a2a3", "b4b3"]);
    assert_eq!(records[2].position.as_deref(), Some("ppppp/ppppp/5/PPPPP/PPPPP b"));
    let bad = listed(&["startpos", "startpos moves a2a4"]);
    let error = runner(breakthrough(), &[Behaviour::Random; 2], &bad).checked().unwrap_err();
    assert!(error.to_string().starts_with("opening 2: move 1:"), "{error}");
}

#[test]
fn openings_anywhere_come_from_the_whole_of_a_game() {
    let mut settings = settings(40);
    settings.openings = Openings::Anywhere;
    let records = duel([Behaviour::Random; 2], &settings);
    let lengths: Vec<usize> = records.iter().map(|record| record.opening.len()).collect();
    // Twenty openings, each from both sides, of games of about twenty moves.
    assert!(lengths.chunks(2).all(|pair| pair[0] == pair[1]), "{lengths:?}");
    assert!(lengths.iter().any(|length| *length < 6) && lengths.iter().any(|l| *l > 12));
    assert!(records.iter().all(|record| !record.moves.is_empty()));
}

fn header(settings: &TournamentSettings) -> RecordHeader {
    let player = |name: &str| Entrant { name: name.to_owned(), agent: "double".to_owned() };
    RecordHeader {
        format: FORMAT.to_owned(),
        version: "0".to_owned(),
        game: "test".to_owned(),
        seats: vec!["White".to_owned(), "Black".to_owned()],
        players: vec![player("a"), player("b")],
        entries: vec![0, 1],
        seed: 7,
        settings: settings.clone(),
        began: "2026-01-01T00:00:00Z".to_owned(),
        spawn: None,
        bots: Vec::new(),
    }
}

/// A path that is free, and removed when dropped.
struct Scratch(PathBuf);

impl Scratch {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bellwether-{name}-{}", std::process::id()));
        let _ = std::fs::remove_file(&path);
        Self(path)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        let _ = std::fs::remove_file(&self.0);
    }
}

#[test]
fn tournaments_that_begin_in_the_same_moment_have_records_of_their_own() {
    let header = header(&settings(2));
    let folder = std::env::temp_dir().join(format!("bellwether-moment-{}", std::process::id()));
    let together = std::sync::Barrier::new(8);
    let begin = || {
        let mut tournament = Tournament::new(header.clone());
        together.wait();
        tournament.record_in(&folder)
    };
    let begun: Vec<_> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(begin)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    let records = std::fs::read_dir(&folder).unwrap().count();
    std::fs::remove_dir_all(&folder).unwrap();
    assert!(begun.iter().all(Result::is_ok), "{begun:?}");
    assert_eq!(records, 8);
}

#[test]
fn a_stopped_tournament_goes_on_and_ends_with_the_same_record() {
    let settings = settings(4000);
    let runner: Arc<dyn GameRunner> =
        Arc::new(runner(breakthrough(), &[Behaviour::Random; 2], &settings));
    let whole = Scratch::new("whole");
    let parts = Scratch::new("parts");
    let never = AtomicBool::new(false);
    let run = |tournament: Tournament, concurrency, enough: usize| {
        let mut seen = 0;
        let mut watch = |_: &GameRecord, is_new| {
            seen += usize::from(is_new);
            if seen >= enough { RunDecision::Enough } else { RunDecision::On }
        };
        tournament.run(Arc::clone(&runner), concurrency, &never, &mut watch).unwrap()
    };
    let begun = |path: &Scratch| {
        let mut tournament = Tournament::new(header(&settings));
        tournament.record_to(&path.0).unwrap();
        tournament
    };
    assert_eq!(run(begun(&whole), 1, usize::MAX), RunEnd::Complete);
    assert_eq!(run(begun(&parts), 2, 7), RunEnd::Decided);
    let mut runs = 0;
    loop {
        let tournament = Tournament::resume(&parts.0).unwrap();
        assert!(matches!(Journal::resume(&parts.0, |_| ()), Err(JournalError::Busy { .. })));
        runs += 1;
        if run(tournament, 2, 11) == RunEnd::Complete {
            break;
        }
        // A kill in the middle of a line.
        let mut bytes = std::fs::read(&parts.0).unwrap();
        bytes.extend_from_slice(b"{\"number\":999,\"rou");
        std::fs::write(&parts.0, bytes).unwrap();
    }
    assert!(runs > 2);
    let read = |path: &Scratch| {
        let mut reader = RecordReader::open(&path.0).unwrap();
        let mut records = Vec::new();
        while let Some(record) = reader.next_record().unwrap() {
            records.push(timeless(record));
        }
        records
    };
    assert_eq!(read(&whole), read(&parts));
    assert_eq!(read(&whole).len(), 4000);
}

#[test]
fn a_stop_signal_is_heard_in_the_middle_of_games() {
    let mut settings = settings(2);
    settings.rules.patience = 600.0;
    let runner: Arc<dyn GameRunner> =
        Arc::new(runner(breakthrough(), &[Behaviour::Hangs, Behaviour::Random], &settings));
    let stop = AtomicBool::new(false);
    let tournament = Tournament::new(header(&settings));
    let began = Instant::now();
    let end = std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(100));
            stop.store(true, Ordering::Relaxed);
        });
        tournament.run(runner, 2, &stop, &mut |_, _| RunDecision::On).unwrap()
    });
    assert_eq!(end, RunEnd::Stopped);
    assert!(began.elapsed() < HANG);
}

#[test]
fn damaged_and_foreign_records_are_refused_by_name() {
    let scratch = Scratch::new("damaged");
    std::fs::write(&scratch.0, "hello\n").unwrap();
    assert!(matches!(RecordReader::open(&scratch.0), Err(JournalError::Foreign { .. })));
    let settings = settings(2);
    let mut text = serde_json::to_string(&header(&settings)).unwrap();
    text.push_str("\n{\"number\":1}\n");
    std::fs::write(&scratch.0, &text).unwrap();
    let error = Journal::resume(&scratch.0, |_| ()).unwrap_err();
    assert!(error.to_string().contains("line 2"), "{error}");
    assert!(matches!(
        Journal::create(&scratch.0, &header(&settings)),
        Err(JournalError::Exists { .. })
    ));
}
