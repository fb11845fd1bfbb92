//! A1 to A14: one heuristic of Breakthrough against another, White first and sides fixed.

use bellwether_arena::record::Record;
use bellwether_arena::stats::interval::{Cluster, of_clustered_mean};
use bellwether_core::ParseError;
use bellwether_report::{Block, Cell, Table};

use super::claim::{Claim, Figure, Scale, Verdict, amount};
use super::contest::{Contest, Notes};
use super::experiment::{Experiment, Findings};
use super::lab::{Effort, Lab};

/// A match-up of the seed.
pub(super) struct MatchUp {
    id: &'static str,
    board: Board,
    /// Who plays White and Black.
    agents: [&'static str; 2],
    /// The seed's wins of White and Black.
    wins: [u32; 2],
    /// Games of a quick run.
    quick: u32,
    /// The one game of which the seed prints figures.
    sample: Sample,
    /// What we think if the figures differ.
    reason: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
enum Board {
    Usual,
    ThreeWorkers,
    Long,
}

impl Board {
    fn game(self) -> &'static str {
        match self {
            Self::Usual => "breakthrough",
            Self::ThreeWorkers => "breakthrough:workers=3",
            Self::Long => "breakthrough:rows=5,columns=10",
        }
    }

    fn words(self) -> &'static str {
        match self {
            Self::Usual => "8×8",
            Self::ThreeWorkers => "8×8, three workers to base",
            Self::Long => "5 rows of 10",
        }
    }
}

/// What the seed prints of one game.
struct Sample {
    moves: u32,
    sides: [Side; 2],
}

/// What it prints of a side: nodes in all and a move, milliseconds a move, enemies captured.
struct Side(f64, f64, f64, f64);

const MINIMAX_OFFENSIVE_1: &str = "minimax:depth=3,heuristic=offensive1";
const OFFENSIVE_1: &str = "alphabeta:depth=4,heuristic=offensive1";
const OFFENSIVE_2: &str = "alphabeta:depth=4,heuristic=offensive2";
const DEFENSIVE_1: &str = "alphabeta:depth=4,heuristic=defensive1";
const DEFENSIVE_2: &str = "alphabeta:depth=4,heuristic=defensive2";
const SHALLOW_OFFENSIVE_1: &str = "alphabeta:depth=3,heuristic=offensive1";
const SHALLOW_OFFENSIVE_2: &str = "alphabeta:depth=3,heuristic=offensive2";
const SHALLOW_DEFENSIVE_1: &str = "alphabeta:depth=3,heuristic=defensive1";
const SHALLOW_DEFENSIVE_2: &str = "alphabeta:depth=3,heuristic=defensive2";

const SEES_WINS: &str = "Our searches know when a game is over and take a win; the seed's stop at depth zero only, so its first \
     heuristics, which count workers, never see one. That makes the side with the first heuristic stronger here.";
const OPEN_CONSTANTS: &str = "The seed does not print the values it gives to a win, an almost-win and a home-row worker, nor how \
     equal moves are chosen; ours are chosen once and written down in the game's documentation.";
const NOT_FROM_ITS_TEXT: &str = "We have no explanation. A separate program after the seed's printed code, blind to finished games as \
     it is, gives what we get and not what it prints, whatever the constants for a win and an almost-win: over 400 games, \
     off2 beat def1 391–9 and def2 lost to off1 106–294.";
const SWEEPS_EITHER_WAY: &str = "Prose and code differ here: the prose drops the win bonus, the code as printed gives it to every \
     worker. We follow the prose, and neither side is clearly better. A separate program after the printed code does \
     make a clean sweep of it, but for the other side: 40–0 for White. The seed's players may be the wrong way round.";
const BLIND_ON_THE_LONG_BOARD: &str = "The seed's search does not see that a game is over, which leaves its first heuristic without a \
     goal. In a separate program that is blind in the same way White wins 39 of 40; with a search that sees wins, 34 of \
     40, and 28 of 40 with our value for home-row workers, which the seed does not print.";
const CLOSE_ON_THE_LONG_BOARD: &str = "With one empty row between the camps, who gains from the first exchange hangs on constants that \
     the seed does not print. In a separate program after its code the result went from 2–38 to 34–6 as the value of a \
     home-row worker changed; 100–0 never came out.";

const MATCH_UPS: [MatchUp; 14] = [
    MatchUp {
        id: "A1",
        board: Board::Usual,
        agents: [MINIMAX_OFFENSIVE_1, OFFENSIVE_1],
        wins: [51, 49],
        quick: 100,
        sample: Sample {
            moves: 85,
            sides: [Side(19_561.0, 399.2, 4.14, 15.0), Side(292_675.0, 12_194.8, 15.1, 12.0)],
        },
        reason: "Here Black looks one ply further than White, and our searches see finished games, so depth tells. In the \
                 seed a finished game is worth nothing special to this heuristic, and both sides wander until one \
                 happens to arrive: a separate program that is blind in the same way makes 50–50 of it.",
    },
    MatchUp {
        id: "A2",
        board: Board::Usual,
        agents: [OFFENSIVE_2, DEFENSIVE_1],
        wins: [96, 4],
        quick: 40,
        sample: Sample {
            moves: 73,
            sides: [Side(511_322.0, 21_305.1, 447.5, 0.0), Side(435_892.0, 18_951.8, 47.7, 0.0)],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A3",
        board: Board::Usual,
        agents: [DEFENSIVE_2, OFFENSIVE_1],
        wins: [100, 0],
        quick: 40,
        sample: Sample {
            moves: 39,
            sides: [Side(448_920.0, 22_446.0, 561.7, 8.0), Side(328_598.0, 17_294.6, 21.3, 3.0)],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A4",
        board: Board::Usual,
        agents: [OFFENSIVE_2, OFFENSIVE_1],
        wins: [50, 0],
        quick: 25,
        sample: Sample {
            moves: 41,
            sides: [Side(480_144.0, 17_783.1, 500.8, 11.0), Side(422_191.0, 16_238.1, 24.3, 5.0)],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A5",
        board: Board::Usual,
        agents: [DEFENSIVE_2, DEFENSIVE_1],
        wins: [50, 0],
        quick: 25,
        sample: Sample {
            moves: 37,
            sides: [Side(600_554.0, 24_022.2, 512.6, 4.0), Side(476_730.0, 19_863.8, 60.9, 0.0)],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A6",
        board: Board::Usual,
        agents: [OFFENSIVE_2, DEFENSIVE_2],
        wins: [9, 11],
        quick: 20,
        sample: Sample {
            moves: 64,
            sides: [Side(646_415.0, 17_470.7, 335.0, 9.0), Side(639_010.0, 17_750.3, 562.4, 9.0)],
        },
        reason: OPEN_CONSTANTS,
    },
    MatchUp {
        id: "A7",
        board: Board::ThreeWorkers,
        agents: [SHALLOW_DEFENSIVE_2, SHALLOW_OFFENSIVE_1],
        wins: [96, 4],
        quick: 100,
        sample: Sample {
            moves: 63,
            sides: [Side(22_490.0, 775.5, 47.3, 4.0), Side(21_703.0, 775.1, 0.93, 1.0)],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A8",
        board: Board::ThreeWorkers,
        agents: [SHALLOW_OFFENSIVE_2, SHALLOW_DEFENSIVE_1],
        wins: [93, 7],
        quick: 100,
        sample: Sample {
            moves: 87,
            sides: [Side(21_883.0, 412.9, 14.8, 13.0), Side(21_195.0, 407.6, 0.71, 10.0)],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A9",
        board: Board::ThreeWorkers,
        agents: [SHALLOW_OFFENSIVE_2, SHALLOW_DEFENSIVE_2],
        wins: [0, 100],
        quick: 100,
        sample: Sample {
            moves: 66,
            sides: [Side(16_618.0, 503.6, 20.1, 5.0), Side(16_417.0, 497.5, 20.8, 5.0)],
        },
        reason: SWEEPS_EITHER_WAY,
    },
    MatchUp {
        id: "A10",
        board: Board::Long,
        agents: [SHALLOW_DEFENSIVE_2, SHALLOW_OFFENSIVE_1],
        wins: [98, 2],
        quick: 100,
        sample: Sample {
            moves: 23,
            sides: [Side(8_440.0, 703.3, 44.8, 7.0), Side(7_787.0, 707.9, 1.09, 3.0)],
        },
        reason: BLIND_ON_THE_LONG_BOARD,
    },
    MatchUp {
        id: "A11",
        board: Board::Long,
        agents: [SHALLOW_OFFENSIVE_2, SHALLOW_DEFENSIVE_1],
        wins: [97, 3],
        quick: 100,
        sample: Sample {
            moves: 27,
            sides: [Side(10_287.0, 734.8, 32.5, 9.0), Side(9_314.0, 716.5, 1.23, 7.0)],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A12",
        board: Board::Long,
        agents: [SHALLOW_OFFENSIVE_2, SHALLOW_DEFENSIVE_2],
        wins: [100, 0],
        quick: 100,
        sample: Sample {
            moves: 27,
            sides: [Side(10_485.0, 748.9, 36.3, 9.0), Side(9_590.0, 737.7, 32.0, 6.0)],
        },
        reason: CLOSE_ON_THE_LONG_BOARD,
    },
    MatchUp {
        id: "A13",
        board: Board::Usual,
        agents: ["greedy:heuristic=offensive2", "greedy:heuristic=defensive1"],
        wins: [68, 32],
        quick: 100,
        sample: Sample {
            moves: 27,
            sides: [Side(14.0, 1.0, 0.0, 1.0), Side(13.0, 1.0, 0.08, 1.0)],
        },
        reason: NOT_FROM_ITS_TEXT,
    },
    MatchUp {
        id: "A14",
        board: Board::Usual,
        agents: ["greedy:heuristic=defensive2", "greedy:heuristic=offensive1"],
        wins: [98, 2],
        quick: 100,
        sample: Sample { moves: 19, sides: [Side(10.0, 1.0, 0.1, 3.0), Side(9.0, 1.0, 0.0, 0.0)] },
        reason: NOT_FROM_ITS_TEXT,
    },
];

/// All of them.
pub(super) fn all() -> impl Iterator<Item = MatchUp> {
    MATCH_UPS.into_iter()
}

impl MatchUp {
    fn contest(&self, effort: Effort) -> Contest {
        Contest {
            name: self.id.to_owned(),
            game: self.board.game().to_owned(),
            agents: self.agents.map(str::to_owned).to_vec(),
            games: effort.choose(self.quick, self.wins.iter().sum()),
            swap: false,
            notes: Notes::Search,
        }
    }
}

impl Experiment for MatchUp {
    fn id(&self) -> &'static str {
        self.id
    }

    fn title(&self) -> String {
        let [white, black] = self.agents.map(short);
        format!("Breakthrough, {}: {white} against {black}", self.board.words())
    }

    fn summary(&self) -> String {
        let [white, black] = self.agents.map(short);
        let [wins, losses] = self.wins;
        format!("{white} against {black}, {} (the seed: {wins}–{losses})", self.board.words())
    }

    fn contests(&self, effort: Effort) -> Vec<Contest> {
        vec![self.contest(effort)]
    }

    fn run(&self, lab: &Lab) -> anyhow::Result<Findings> {
        let contest = self.contest(lab.effort);
        let records = lab.play(&contest)?;
        let [wins, losses] = self.wins;
        let seed = Figure::share(f64::from(wins), u64::from(wins + losses));
        let won = records.iter().filter(|record| record.winner() == Some(0)).count();
        let ours = Figure::share(won as f64, records.len() as u64);
        let claim = Claim::new("White's wins", Some(seed), Some(ours), Scale::Around(0.5));
        let [white, black] = self.agents.map(short);
        let mut reasons = Vec::new();
        if matches!(claim.verdict, Verdict::Disagrees | Verdict::OtherSize) {
            reasons.push(self.reason.to_owned());
        }
        reasons.extend(self.slip());
        let few = if contest.games == wins + losses {
            String::new()
        } else {
            format!(" A quick run plays {} games instead of {}.", contest.games, wins + losses)
        };
        Ok(Findings {
            seed: format!(
                "{} games on {} between {white} (White, first to move) and {black}; White won {wins}, Black {losses}. \
                 Figures of one game are printed.",
                wins + losses,
                self.board.words()
            ),
            ours: format!("The same agents, depths and sides, {} games.{few}", contest.games),
            commands: vec![contest.command(lab.seed)],
            claims: vec![claim],
            reasons,
            blocks: vec![
                Block::Table(self.sides(&records)?),
                Block::Text(
                    "Means over our games with 95 % intervals, beside the one game that the seed prints. Its \
                     “expanded” nodes leave the deepest level out (one a move for a search of one ply); we print both \
                     counts. Times are of different machines and languages."
                        .to_owned(),
                ),
            ],
        })
    }
}

/// An agent as people say it.
fn short(agent: &str) -> String {
    let (name, options) = agent.split_once(':').unwrap_or((agent, ""));
    let option = |wanted: &str| {
        let mut pairs = options.split(',').filter_map(|option| option.split_once('='));
        pairs.find(|(name, _)| *name == wanted).map(|(_, value)| value)
    };
    let heuristic = option("heuristic").unwrap_or("?");
    let (kind, number) = heuristic.split_at(heuristic.len().saturating_sub(1));
    let depth = option("depth").map_or_else(String::new, |depth| format!(" to depth {depth}"));
    let name = if name == "alphabeta" { "alpha-beta" } else { name };
    format!("{name} {kind} {number}{depth}")
}

impl MatchUp {
    /// What does not fit together in the seed's own figures of its sample game.
    fn slip(&self) -> Option<String> {
        let sides = &self.sample.sides;
        let searches: f64 = sides.iter().map(|side| (side.0 / side.1).round()).sum();
        if (searches - f64::from(self.sample.moves)).abs() <= 1.0 {
            return None;
        }
        Some(format!(
            "The seed's sample does not fit together: nodes in all divided by nodes a move make {searches} moves, but it \
             prints {}.",
            self.sample.moves
        ))
    }

    fn sides(&self, records: &[Record]) -> Result<Table, ParseError> {
        let games = records.iter().map(Tally::of).collect::<Result<Vec<_>, _>>()?;
        let all = |measure: &dyn Fn(&Tally) -> f64| {
            Figure::mean(&games.iter().map(measure).collect::<Vec<f64>>()).text
        };
        // A mean over moves: those of one game belong together.
        let each = |seat: usize, measure: &dyn Fn(&SideTally) -> f64, scale: f64| {
            let clusters: Vec<Cluster> = games
                .iter()
                .map(|game| &game.sides[seat])
                .map(|side| Cluster { sum: scale * measure(side), count: side.moves })
                .collect();
            let (sum, count) = clusters
                .iter()
                .fold((0.0, 0), |(sum, count), one| (sum + one.sum, count + one.count));
            Figure::within(sum / (count as f64).max(1.0), of_clustered_mean(&clusters)).text
        };
        let [white, black] = &self.sample.sides;
        let row = |name: &str, [seed_white, seed_black]: [Option<f64>; 2], ours: [String; 2]| {
            let seed =
                |figure: Option<f64>| figure.map_or(Cell::Empty, |f| Cell::measure(amount(f)));
            let [ours_white, ours_black] = ours.map(Cell::measure);
            vec![Cell::text(name), seed(seed_white), ours_white, seed(seed_black), ours_black]
        };
        let both = |measure: fn(&Side) -> f64| [Some(measure(white)), Some(measure(black))];
        let sums = |measure: fn(&SideTally) -> f64| {
            [0, 1].map(|seat: usize| all(&|game: &Tally| measure(&game.sides[seat])))
        };
        let means = |measure: fn(&SideTally) -> f64, scale: f64| {
            [0, 1].map(|seat: usize| each(seat, &measure, scale))
        };
        let moves = Some(f64::from(self.sample.moves));
        let wins = [0, 1].map(|seat| {
            let won = records.iter().filter(|record| record.winner() == Some(seat)).count();
            Figure::share(won as f64, records.len() as u64).text
        });
        let rows = vec![
            row("wins", self.wins.map(|wins| Some(f64::from(wins))), wins),
            row("moves of the game, both sides", [moves; 2], {
                let moves = all(&|game| game.moves);
                [moves.clone(), moves]
            }),
            row("nodes expanded", both(|side| side.0), sums(|side| side.expanded)),
            row("nodes expanded a move", both(|side| side.1), means(|side| side.expanded, 1.0)),
            row("nodes visited a move", [None; 2], means(|side| side.visited, 1.0)),
            row("milliseconds a move", both(|side| side.2), means(|side| side.seconds, 1000.0)),
            row("workers captured", both(|side| side.3), sums(|side| side.captured)),
        ];
        let head = ["", "White, seed’s game", "White, ours", "Black, seed’s game", "Black, ours"];
        Ok(Table::new(&head, rows))
    }
}

/// What is counted in a game.
struct Tally {
    moves: f64,
    sides: [SideTally; 2],
}

#[derive(Clone, Copy, Default)]
struct SideTally {
    moves: u64,
    /// Positions visited, and those of them that are not of the deepest level.
    visited: f64,
    expanded: f64,
    seconds: f64,
    captured: f64,
}

impl Tally {
    fn of(record: &Record) -> Result<Self, ParseError> {
        let mut sides = [SideTally::default(); 2];
        for log in &record.log {
            let side = &mut sides[log.seat - 1];
            side.moves += 1;
            side.visited += log.nodes as f64;
            let inner: u64 = log.levels.iter().take(log.depth as usize).sum();
            side.expanded += inner.max(1) as f64;
            side.seconds += log.seconds;
        }
        let game = bellwether_catalog::game(&record.game)?;
        let mut position = game.start();
        let count = |text: &str, worker: char| text.chars().filter(|c| *c == worker).count() as f64;
        let before = position.text(None);
        for text in &record.moves {
            position.play(text)?;
        }
        let after = position.text(None);
        // Only the board: the letter after it says whose turn it is.
        let board = |text: &str| text.split(' ').next().unwrap_or_default().to_owned();
        let (before, after) = (board(&before), board(&after));
        for (side, enemy) in sides.iter_mut().zip(['p', 'P']) {
            side.captured = count(&before, enemy) - count(&after, enemy);
        }
        Ok(Self { moves: record.moves.len() as f64, sides })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_are_said_in_words() {
        assert_eq!(short(OFFENSIVE_2), "alpha-beta offensive 2 to depth 4");
        assert_eq!(short("greedy:heuristic=defensive1"), "greedy defensive 1");
    }

    #[test]
    fn samples_that_do_not_fit_together_are_noticed() {
        let odd: Vec<&str> = all().filter(|one| one.slip().is_some()).map(|one| one.id).collect();
        // By hand: A1 has 49 + 24 searches and 85 moves, A2 24 + 23 and 73, A3 20 + 19 and 39, …
        assert!(odd.starts_with(&["A1", "A2", "A4"]), "{odd:?}");
        assert!(!odd.contains(&"A3") && !odd.contains(&"A13"));
    }
}
