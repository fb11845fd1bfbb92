//! The generic solver: equal to the solvers of one game, and right where those do not go.

use std::collections::HashMap;
use std::fs;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};

use bellwether_core::numbering::{Indexed, Numbering, TableIndex};
use bellwether_core::random::{Random, below, seeded};
use bellwether_core::{
    Game, Notation, ParseError, Payoffs, Seat, Status, Twin, WIN, ZeroSum2, contract,
};
use bellwether_games::connect_four::{ConnectFour, Heuristic};
use bellwether_games::wolf_and_sheep::{self, WolfAndSheep};
use bellwether_games::wolves_eat_sheep::{self, WolvesEatSheep};
use bellwether_search::{Agent, Budget, FixedDepth, Limits, Score};
use bellwether_solve::check::{CheckError, check};
use bellwether_solve::run::{SolveError, solve};
use bellwether_solve::table::{SolvedTable, TableKey, TableWriter};
use bellwether_solve::{Oracle, Solvable, SolveControl, TierSolver, Value, generic};

static NEVER: AtomicBool = AtomicBool::new(false);

fn folder(name: &str) -> PathBuf {
    let folder =
        std::env::temp_dir().join(format!("bellwether-generic-{name}-{}", std::process::id()));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// All codes that a solver finds.
fn codes<G: Indexed>(game: &G, solver: &mut dyn TierSolver) -> Vec<Vec<u16>> {
    let control = SolveControl { stop: &NEVER, settled: &|_| {} };
    let tiers = 0..game.numbering().unwrap().tiers();
    tiers.map(|tier| solver.solve(tier, &control).unwrap().to_vec()).collect()
}

fn agrees_with_its_own_solver<G: Solvable>(game: &G) {
    let numbering = game.numbering().unwrap();
    let own = codes(game, &mut *game.own_solver(&numbering).unwrap());
    let generic = codes(game, &mut *generic::solver(game, &numbering));
    assert!(own == generic, "{}: {:?}", G::NAME, game.table_options());
}

fn wolf_and_sheep(size: usize) -> WolfAndSheep<u64> {
    WolfAndSheep::new(wolf_and_sheep::Setup::new(size, None).unwrap())
}

fn wolves(layout: &str) -> WolvesEatSheep {
    WolvesEatSheep::new(wolves_eat_sheep::Setup::from_layout(layout).unwrap())
}

#[test]
fn it_finds_what_the_loop_free_solver_finds() {
    agrees_with_its_own_solver(&wolf_and_sheep(4));
    agrees_with_its_own_solver(&wolf_and_sheep(6));
    agrees_with_its_own_solver(&wolf_and_sheep(8));
}

#[test]
fn it_finds_what_the_solver_with_cycles_finds() {
    for layout in [
        "SSS/SSS/.WS",
        "SSS/SSS/.WW",
        "SSSS/4/WSW1",
        "SSS/3/3/.W.",
        "SSS/S2/3/3/W.W",
        "SSSS/SSSS/4/.W..",
        "SSSS/S3/4/.WW.",
    ] {
        agrees_with_its_own_solver(&wolves(layout));
    }
}

/// What a game is worth, by plain search to its end.
fn search_to_the_end<G: Game>(
    game: &G,
    state: &G::State,
    known: &mut HashMap<G::State, Value>,
) -> Value {
    if let Some(value) = known.get(state) {
        return *value;
    }
    let Status::ToMove(mover) = game.status(state) else { panic!("the game is over") };
    let value_of = |m| {
        let after = game.after(state, m);
        match game.status(&after) {
            Status::Over(payoffs) => Value::of_result(&payoffs, mover).before_own(),
            Status::ToMove(_) => search_to_the_end(game, &after, known).before(),
        }
    };
    let best = game.moves(state).into_iter().map(value_of).max().unwrap();
    known.insert(state.clone(), best);
    best
}

#[test]
fn small_boards_of_connect_four_are_solved_as_plain_search_and_alpha_beta_do() {
    let folder = folder("connect-four");
    // With four in a row 4 × 4 and 5 × 4 are draws; three in a row win quickly where there is room.
    for (columns, rows, connect, result) in [
        (4, 4, 4, Value::Draw),
        (5, 4, 4, Value::Draw),
        (4, 4, 3, Value::Win(9)),
        (5, 3, 3, Value::Win(9)),
        (3, 3, 3, Value::Draw),
        (2, 5, 2, Value::Win(3)),
    ] {
        let game = ConnectFour::<u64>::new(columns, rows, connect).unwrap();
        let oracle = Oracle::solve(&game, u64::MAX, &NEVER).unwrap().unwrap();
        let text = format!("{connect} in a row on {columns} × {rows}");
        assert_eq!(oracle.value(&game.start()).unwrap(), Some(result), "{text}");
        if columns * rows > 16 {
            continue;
        }
        let table = solve(&game, &folder, u64::MAX, &NEVER, &|_| {}).unwrap();
        check(&game, &table, &NEVER, &|_| {}).unwrap();
        let mut known = HashMap::new();
        search_to_the_end(&game, &game.start(), &mut known);
        assert!(!known.is_empty());
        for (state, value) in &known {
            assert_eq!(oracle.value(state).unwrap(), Some(*value), "{}", game.position_text(state));
        }
        contract::for_each_position(&game, 1, 20, |state| {
            let discs = game.position_text(state).matches(['x', 'o']).count() - 1;
            let left = columns * rows - discs;
            if game.status(state).is_over() || left > 12 {
                return;
            }
            let mut search = FixedDepth::new(Heuristic::LINES, left as u32, 0).alpha_beta();
            let score = search.choose(&game, state, &Budget::untimed(Limits::default())).score;
            let found = match score.unwrap() {
                Score::WinIn(_) => "win",
                Score::LossIn(_) => "lose",
                Score::Points(WIN) => "win",
                Score::Points(points) if points == -WIN => "lose",
                score => {
                    assert!(matches!(score, Score::Draw | Score::Points(0)), "{score}");
                    "draw"
                }
            };
            assert_eq!(known[state].name(), found, "{}", game.position_text(state));
        });
    }
    fs::remove_dir_all(folder).unwrap();
}

/// A graph drawn at random: from every position moves lead to positions of its tier and of any lower one. Play
/// can go in circles, a seat may move several times, the last mover may lose, and some ends have no number.
#[derive(Clone)]
struct GraphGame {
    seed: u64,
    nodes: Arc<Vec<Node>>,
    tiers: Arc<Vec<Vec<Option<usize>>>>,
}

struct Node {
    place: Option<TableIndex>,
    status: Status,
    moves: Vec<usize>,
}

impl GraphGame {
    fn new(seed: u64, tiers: usize, most: usize) -> Self {
        let mut rng = seeded(seed);
        let mut nodes: Vec<Node> = Vec::new();
        let mut numbers = Vec::new();
        let payoffs = [Payoffs::win(Seat::FIRST), Payoffs::ZERO, Payoffs::win(Seat::SECOND)];
        let end = |rng: &mut Random| Status::Over(payoffs[below(rng, 3)]);
        for status in payoffs.map(Status::Over) {
            nodes.push(Node { place: None, status, moves: Vec::new() });
        }
        for tier in 0..tiers {
            let (first, half) = (nodes.len(), 1 + below(&mut rng, most));
            let mut places = Vec::new();
            for index in 0..2 * half {
                if below(&mut rng, 5) == 0 {
                    places.push(None);
                    continue;
                }
                places.push(Some(nodes.len()));
                let seat = if index < half { Seat::FIRST } else { Seat::SECOND };
                let status =
                    if below(&mut rng, 20) == 0 { end(&mut rng) } else { Status::ToMove(seat) };
                let place = Some(TableIndex { tier, index: index as u64 });
                nodes.push(Node { place, status, moves: Vec::new() });
            }
            for node in first..nodes.len() {
                if nodes[node].status.is_over() {
                    continue;
                }
                for _ in 0..=below(&mut rng, 4) {
                    // Mostly inside the tier, so that play is long.
                    let lowest = if below(&mut rng, 6) == 0 { 0 } else { first };
                    let to = lowest + below(&mut rng, nodes.len() - lowest);
                    if to != node {
                        nodes[node].moves.push(to);
                    }
                }
                if nodes[node].moves.is_empty() {
                    nodes[node].status = end(&mut rng);
                }
            }
            numbers.push(places);
        }
        Self { seed, nodes: Arc::new(nodes), tiers: Arc::new(numbers) }
    }
}

impl Game for GraphGame {
    type State = usize;
    /// Which of the moves.
    type Move = usize;

    fn start(&self) -> usize {
        self.nodes.len() - 1
    }

    fn status(&self, state: &usize) -> Status {
        self.nodes[*state].status
    }

    fn try_each_move<B>(
        &self,
        state: &usize,
        f: impl FnMut(usize) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        (0..self.nodes[*state].moves.len()).try_for_each(f)
    }

    fn play(&self, state: &mut usize, m: usize) {
        *state = self.nodes[*state].moves[m];
    }
}

impl ZeroSum2 for GraphGame {}

impl Twin for GraphGame {
    type Naive = Self;

    fn naive(&self) -> Self {
        self.clone()
    }

    fn naive_state(&self, state: &usize) -> usize {
        *state
    }

    fn state_of(&self, naive: &usize) -> usize {
        *naive
    }
}

impl Notation for GraphGame {
    fn move_text(&self, _: &usize, m: usize) -> String {
        m.to_string()
    }

    fn parse_move(&self, _: &usize, _: &str) -> Result<usize, ParseError> {
        Err(ParseError::new("moves are not read here"))
    }

    fn position_text(&self, state: &usize) -> String {
        format!("{state} of graph {}", self.seed)
    }

    fn parse_position(&self, _: &str) -> Result<usize, ParseError> {
        Err(ParseError::new("positions are not read here"))
    }

    fn seat_name(&self, seat: Seat) -> String {
        seat.to_string()
    }
}

impl Numbering<GraphGame> for GraphGame {
    fn tiers(&self) -> usize {
        self.tiers.len()
    }

    fn tier_name(&self, tier: usize) -> String {
        format!("tier {tier}")
    }

    fn len(&self, tier: usize) -> u64 {
        self.tiers[tier].len() as u64
    }

    fn index_of(&self, state: &usize) -> Option<TableIndex> {
        self.nodes[*state].place
    }

    fn state(&self, place: TableIndex) -> Option<usize> {
        self.tiers[place.tier][place.index as usize]
    }
}

impl Indexed for GraphGame {
    type Numbering = Self;

    fn numbering(&self) -> Option<Self> {
        Some(self.clone())
    }
}

impl Solvable for GraphGame {
    const NAME: &'static str = "graph";

    fn table_options(&self) -> Vec<(String, String)> {
        vec![("seed".to_owned(), self.seed.to_string())]
    }
}

#[test]
fn tables_of_any_graph_pass_the_check() {
    let folder = folder("graphs");
    let mut kinds = [0; 6];
    for seed in 0..300 {
        let game = GraphGame::new(seed, 1 + seed as usize % 5, 1 + seed as usize % 60);
        contract::check_numbering(&game);
        let table = solve(&game, &folder, u64::MAX, &NEVER, &|_| {}).unwrap();
        let report = check(&game, &table, &NEVER, &|_| {}).unwrap_or_else(|error| {
            panic!("graph {seed}: {error}");
        });
        assert_eq!(report.positions + report.holes, game.total());
        for tier in 0..game.tiers() {
            for code in table.codes(tier).unwrap() {
                kinds[match Value::from_code(code) {
                    None => continue,
                    Some(Value::Draw) => 0,
                    Some(Value::Win(0) | Value::Lose(0)) => 1,
                    Some(Value::Win(plies)) => 2 + usize::from(plies % 2),
                    Some(Value::Lose(plies)) => 4 + usize::from(plies % 2),
                }] += 1;
            }
        }
    }
    assert!(kinds.iter().all(|count| *count > 500), "{kinds:?}");
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn every_wrong_value_is_refused() {
    let folder = folder("wrong");
    let game = GraphGame::new(7, 3, 30);
    let numbering = game.numbering().unwrap();
    let right = codes(&game, &mut *generic::solver(&game, &numbering));
    let mut wrong_values = 0;
    for (tier, index) in
        (0..right.len()).flat_map(|tier| (0..right[tier].len()).map(move |i| (tier, i)))
    {
        let mut wrong = right.clone();
        let code = &mut wrong[tier][index];
        // Another result, or the right one at another ply.
        *code = if index % 2 == 0 && *code > 2 { *code ^ 2 } else { 1 + u16::from(*code == 1) * 3 };
        let path = folder.join(format!("{tier}-{index}.table"));
        let mut writer = TableWriter::open(&path, &TableKey::of(&game, &numbering)).unwrap();
        for codes in &wrong {
            writer.append(codes, &AtomicBool::new(false)).unwrap();
        }
        let table = SolvedTable::open(&writer.complete().unwrap()).unwrap();
        let found = check(&game, &table, &NEVER, &|_| {}).unwrap_err();
        assert!(matches!(found, CheckError::Wrong { .. }), "tier {tier}, number {index}: {found}");
        wrong_values += 1;
    }
    assert!(wrong_values > 50);
    fs::remove_dir_all(folder).unwrap();
}

#[test]
fn an_interrupted_run_gets_all_the_tiers_it_needs_back() {
    let (whole, parts) = (folder("whole"), folder("parts"));
    let game = GraphGame::new(11, 6, 400);
    let expected = solve(&game, &whole, u64::MAX, &NEVER, &|_| {}).unwrap().path().to_owned();
    let mut interruptions = 0;
    let table = loop {
        let (stop, reports) = (AtomicBool::new(false), AtomicUsize::new(0));
        let progress =
            |_| stop.store(reports.fetch_add(1, Relaxed) >= 2 + 2 * interruptions, Relaxed);
        match solve(&game, &parts, u64::MAX, &stop, &progress) {
            Ok(table) => break table,
            Err(SolveError::Stopped) => interruptions += 1,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(interruptions > 3, "{interruptions}");
    assert_eq!(fs::read(expected).unwrap(), fs::read(table.path()).unwrap());
    assert!(table.path().ends_with("graph-11-seed.table"));
    for folder in [whole, parts] {
        fs::remove_dir_all(folder).unwrap();
    }
}

#[test]
fn progress_is_told_to_the_last_position() {
    for game in [GraphGame::new(3, 3, 9000), GraphGame::new(4, 2, 5)] {
        let numbering = game.numbering().unwrap();
        let mut solver = generic::solver(&game, &numbering);
        for tier in 0..numbering.tiers() {
            let told = AtomicU64::new(0);
            let settled = |more| _ = told.fetch_add(more, Relaxed);
            solver.solve(tier, &SolveControl { stop: &NEVER, settled: &settled }).unwrap();
            assert_eq!(told.into_inner(), numbering.len(tier));
        }
    }
}

#[test]
fn the_oracle_of_a_solved_graph_is_right_about_moves() {
    for seed in 0..20 {
        let game = GraphGame::new(seed, 3, 30);
        let oracle = Oracle::solve(&game, u64::MAX, &NEVER).unwrap().unwrap();
        for state in 0..game.nodes.len() {
            if game.status(&state).is_over() {
                continue;
            }
            let best = oracle.moves(&state).unwrap()[0].value;
            assert_eq!(oracle.value(&state).unwrap(), Some(best), "{}", game.position_text(&state));
        }
    }
}
