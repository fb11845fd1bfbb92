//! The course report's fourteen match-ups: who played what, and the figures that it prints.

/// A match-up of the course report.
pub(crate) struct MatchUp {
    pub(super) id: &'static str,
    pub(super) board: BoardVariant,
    /// Who plays White and Black.
    pub(super) agents: [&'static str; 2],
    /// The course report's wins of White and Black.
    pub(super) wins: [u32; 2],
    /// The one game of which the course report prints figures.
    pub(super) sample: ReportedGame,
    /// What we think if the figures differ.
    pub(super) reason: &'static str,
}

#[derive(Clone, Copy, PartialEq)]
pub(super) enum BoardVariant {
    Usual,
    ThreeWorkers,
    Long,
}

impl BoardVariant {
    pub(super) fn game(self) -> &'static str {
        match self {
            Self::Usual => "breakthrough",
            Self::ThreeWorkers => "breakthrough:workers=3",
            Self::Long => "breakthrough:rows=5,columns=10",
        }
    }

    pub(super) fn words(self) -> &'static str {
        match self {
            Self::Usual => "8×8",
            Self::ThreeWorkers => "8×8, three workers to base",
            Self::Long => "5 rows of 10",
        }
    }
}

/// What the course report prints of one game.
pub(super) struct ReportedGame {
    pub(super) moves: u32,
    pub(super) sides: [ReportedSide; 2],
}

/// What it prints of a side: nodes in all and a move, milliseconds a move, enemies captured.
pub(super) struct ReportedSide(pub(super) f64, pub(super) f64, pub(super) f64, pub(super) f64);

const MINIMAX_OFFENSIVE_1: &str = "minimax:depth=3,heuristic=offensive1";
const OFFENSIVE_1: &str = "alphabeta:depth=4,heuristic=offensive1";
pub(super) const OFFENSIVE_2: &str = "alphabeta:depth=4,heuristic=offensive2";
const DEFENSIVE_1: &str = "alphabeta:depth=4,heuristic=defensive1";
const DEFENSIVE_2: &str = "alphabeta:depth=4,heuristic=defensive2";
const SHALLOW_OFFENSIVE_1: &str = "alphabeta:depth=3,heuristic=offensive1";
const SHALLOW_OFFENSIVE_2: &str = "alphabeta:depth=3,heuristic=offensive2";
const SHALLOW_DEFENSIVE_1: &str = "alphabeta:depth=3,heuristic=defensive1";
const SHALLOW_DEFENSIVE_2: &str = "alphabeta:depth=3,heuristic=defensive2";

const SEES_WINS: &str = "Our searches know when a game is over and take a win; the course report's stop at depth zero only, so its first \
     heuristics, which count workers, never see one. That makes the side with the first heuristic stronger here.";
const OPEN_CONSTANTS: &str = "The course report does not print the values it gives to a win, an almost-win and a home-row worker, nor how \
     equal moves are chosen; ours are chosen once and written down in the game's documentation.";
const NOT_FROM_ITS_TEXT: &str = "We have no explanation. At one ply the heuristics leave little room for other readings, and the constants that the course report \
     does not print hardly matter.";
const SWEEPS_EITHER_WAY: &str = "Prose and code differ here: the prose drops the win bonus, the code as printed gives it to every worker. We follow the \
     prose, and neither side is clearly better. A clean sweep needs the bonus, or the players the wrong way round.";
const BLIND_ON_THE_LONG_BOARD: &str = "The course report's search does not see that a game is over, which leaves its first heuristic without a goal; ours sees wins, so \
     that White has a harder time. Nor is the value of a home-row worker printed.";
const CLOSE_ON_THE_LONG_BOARD: &str = "With one empty row between the camps, who gains from the first exchange hangs on constants that the course report does not \
     print, and its code asks for rows that this board has not.";

pub(super) const MATCH_UPS: [MatchUp; 14] = [
    MatchUp {
        id: "A1",
        board: BoardVariant::Usual,
        agents: [MINIMAX_OFFENSIVE_1, OFFENSIVE_1],
        wins: [51, 49],
        sample: ReportedGame {
            moves: 85,
            sides: [
                ReportedSide(19_561.0, 399.2, 4.14, 15.0),
                ReportedSide(292_675.0, 12_194.8, 15.1, 12.0),
            ],
        },
        reason: "Here Black looks one ply further than White, and our searches see finished games, so depth tells. In the \
                 course report a finished game is worth nothing special to this heuristic, and both sides wander until one \
                 happens to arrive.",
    },
    MatchUp {
        id: "A2",
        board: BoardVariant::Usual,
        agents: [OFFENSIVE_2, DEFENSIVE_1],
        wins: [96, 4],
        sample: ReportedGame {
            moves: 73,
            sides: [
                ReportedSide(511_322.0, 21_305.1, 447.5, 0.0),
                ReportedSide(435_892.0, 18_951.8, 47.7, 0.0),
            ],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A3",
        board: BoardVariant::Usual,
        agents: [DEFENSIVE_2, OFFENSIVE_1],
        wins: [100, 0],
        sample: ReportedGame {
            moves: 39,
            sides: [
                ReportedSide(448_920.0, 22_446.0, 561.7, 8.0),
                ReportedSide(328_598.0, 17_294.6, 21.3, 3.0),
            ],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A4",
        board: BoardVariant::Usual,
        agents: [OFFENSIVE_2, OFFENSIVE_1],
        wins: [50, 0],
        sample: ReportedGame {
            moves: 41,
            sides: [
                ReportedSide(480_144.0, 17_783.1, 500.8, 11.0),
                ReportedSide(422_191.0, 16_238.1, 24.3, 5.0),
            ],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A5",
        board: BoardVariant::Usual,
        agents: [DEFENSIVE_2, DEFENSIVE_1],
        wins: [50, 0],
        sample: ReportedGame {
            moves: 37,
            sides: [
                ReportedSide(600_554.0, 24_022.2, 512.6, 4.0),
                ReportedSide(476_730.0, 19_863.8, 60.9, 0.0),
            ],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A6",
        board: BoardVariant::Usual,
        agents: [OFFENSIVE_2, DEFENSIVE_2],
        wins: [9, 11],
        sample: ReportedGame {
            moves: 64,
            sides: [
                ReportedSide(646_415.0, 17_470.7, 335.0, 9.0),
                ReportedSide(639_010.0, 17_750.3, 562.4, 9.0),
            ],
        },
        reason: OPEN_CONSTANTS,
    },
    MatchUp {
        id: "A7",
        board: BoardVariant::ThreeWorkers,
        agents: [SHALLOW_DEFENSIVE_2, SHALLOW_OFFENSIVE_1],
        wins: [96, 4],
        sample: ReportedGame {
            moves: 63,
            sides: [
                ReportedSide(22_490.0, 775.5, 47.3, 4.0),
                ReportedSide(21_703.0, 775.1, 0.93, 1.0),
            ],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A8",
        board: BoardVariant::ThreeWorkers,
        agents: [SHALLOW_OFFENSIVE_2, SHALLOW_DEFENSIVE_1],
        wins: [93, 7],
        sample: ReportedGame {
            moves: 87,
            sides: [
                ReportedSide(21_883.0, 412.9, 14.8, 13.0),
                ReportedSide(21_195.0, 407.6, 0.71, 10.0),
            ],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A9",
        board: BoardVariant::ThreeWorkers,
        agents: [SHALLOW_OFFENSIVE_2, SHALLOW_DEFENSIVE_2],
        wins: [0, 100],
        sample: ReportedGame {
            moves: 66,
            sides: [
                ReportedSide(16_618.0, 503.6, 20.1, 5.0),
                ReportedSide(16_417.0, 497.5, 20.8, 5.0),
            ],
        },
        reason: SWEEPS_EITHER_WAY,
    },
    MatchUp {
        id: "A10",
        board: BoardVariant::Long,
        agents: [SHALLOW_DEFENSIVE_2, SHALLOW_OFFENSIVE_1],
        wins: [98, 2],
        sample: ReportedGame {
            moves: 23,
            sides: [
                ReportedSide(8_440.0, 703.3, 44.8, 7.0),
                ReportedSide(7_787.0, 707.9, 1.09, 3.0),
            ],
        },
        reason: BLIND_ON_THE_LONG_BOARD,
    },
    MatchUp {
        id: "A11",
        board: BoardVariant::Long,
        agents: [SHALLOW_OFFENSIVE_2, SHALLOW_DEFENSIVE_1],
        wins: [97, 3],
        sample: ReportedGame {
            moves: 27,
            sides: [
                ReportedSide(10_287.0, 734.8, 32.5, 9.0),
                ReportedSide(9_314.0, 716.5, 1.23, 7.0),
            ],
        },
        reason: SEES_WINS,
    },
    MatchUp {
        id: "A12",
        board: BoardVariant::Long,
        agents: [SHALLOW_OFFENSIVE_2, SHALLOW_DEFENSIVE_2],
        wins: [100, 0],
        sample: ReportedGame {
            moves: 27,
            sides: [
                ReportedSide(10_485.0, 748.9, 36.3, 9.0),
                ReportedSide(9_590.0, 737.7, 32.0, 6.0),
            ],
        },
        reason: CLOSE_ON_THE_LONG_BOARD,
    },
    MatchUp {
        id: "A13",
        board: BoardVariant::Usual,
        agents: ["greedy:heuristic=offensive2", "greedy:heuristic=defensive1"],
        wins: [68, 32],
        sample: ReportedGame {
            moves: 27,
            sides: [ReportedSide(14.0, 1.0, 0.0, 1.0), ReportedSide(13.0, 1.0, 0.08, 1.0)],
        },
        reason: NOT_FROM_ITS_TEXT,
    },
    MatchUp {
        id: "A14",
        board: BoardVariant::Usual,
        agents: ["greedy:heuristic=defensive2", "greedy:heuristic=offensive1"],
        wins: [98, 2],
        sample: ReportedGame {
            moves: 19,
            sides: [ReportedSide(10.0, 1.0, 0.1, 3.0), ReportedSide(9.0, 1.0, 0.0, 0.0)],
        },
        reason: NOT_FROM_ITS_TEXT,
    },
];
