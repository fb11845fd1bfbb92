//! How values of searches become chances to win: fitted to games by `bellwether calibrate`, whose commands stand beside
//! the figures. The last numbers of a comment are, for five groups of positions, the mean chance and the mean result in per
//! cent.

use bellwether_core::Calibration;

pub(super) static OF_TWO: &[Calibration] = &[
    // bellwether calibrate battle-sheep:seats=2,cells=24,size=6,sheep=8 battle-sheep:seats=2
    // --games 400 --seed 1
    // mcts:simulations=1000, 4,826 positions; mean squared error 0.072 (0.199 without);
    // chance:result 5:2 18:24 52:49 87:82 94:98
    Calibration { of: "mcts", centre: 0.5287, unit: 0.3862, slope: 2.69, turn: -0.04323, first: -0.2417 },
    // paranoid:depth=2,heuristic=score, 6,894 positions; mean squared error 0.198 (0.203 without);
    // chance:result 45:45 51:52 55:51 58:59 64:65
    Calibration { of: "score", centre: 10_390.0, unit: 4443.0, slope: 0.1835, turn: 0.1505, first: -0.2014 },
    // paranoid:depth=2,heuristic=lead, 6,894 positions; mean squared error 0.164 (0.203 without);
    // chance:result 27:29 44:46 52:53 64:58 85:87
    Calibration { of: "lead", centre: -570.0, unit: 1140.0, slope: 0.8144, turn: 0.1419, first: -0.5928 },
    // uct:simulations=200, 6,894 positions; mean squared error 0.101 (0.203 without); chance:result
    // 9:5 27:35 62:57 83:84 91:92
    Calibration { of: "uct", centre: 0.7959, unit: 0.2041, slope: 1.57, turn: 0.6119, first: -0.3898 },
];

pub(super) static OF_THREE: &[Calibration] = &[
    // bellwether calibrate battle-sheep:seats=3,seed=7 --games 400 --seed 1
    // mcts:simulations=1000, 14,226 positions; mean squared error 0.064 (0.194 without);
    // chance:result 1:1 4:5 12:14 59:51 89:95
    Calibration { of: "mcts", centre: 0.5403, unit: 0.2103, slope: 2.837, turn: -2.188, first: -0.1046 },
    // paranoid:depth=2,heuristic=score, 15,253 positions; mean squared error 0.203 (0.209 without);
    // chance:result 28:30 33:34 37:34 42:39 49:51
    Calibration { of: "score", centre: 11_600.0, unit: 5657.0, slope: 0.2762, turn: -0.6279, first: -0.1939 },
    // paranoid:depth=2,heuristic=lead, 15,253 positions; mean squared error 0.175 (0.209 without);
    // chance:result 14:13 25:31 35:36 47:40 66:67
    Calibration { of: "lead", centre: -570.0, unit: 1140.0, slope: 0.725, turn: -0.702, first: -0.3551 },
    // uct:simulations=200, 15,253 positions; mean squared error 0.101 (0.209 without);
    // chance:result 2:1 7:9 30:29 66:59 83:88
    Calibration { of: "uct", centre: 0.75, unit: 0.2083, slope: 2.366, turn: -0.9337, first: -0.2538 },
];

pub(super) static OF_FOUR: &[Calibration] = &[
    // bellwether calibrate battle-sheep --games 400 --seed 1
    // mcts:simulations=1000, 18,335 positions; mean squared error 0.070 (0.177 without);
    // chance:result 1:1 2:3 8:6 38:35 83:85
    Calibration { of: "mcts", centre: 0.5, unit: 0.2, slope: 2.599, turn: -2.415, first: -0.02025 },
    // paranoid:depth=2,heuristic=score, 19,409 positions; mean squared error 0.189 (0.195 without);
    // chance:result 21:26 24:25 29:24 35:27 42:48
    Calibration { of: "score", centre: 10_480.0, unit: 5099.0, slope: 0.3583, turn: -0.946, first: -0.06368 },
    // paranoid:depth=2,heuristic=lead, 19,409 positions; mean squared error 0.170 (0.195 without);
    // chance:result 11:13 20:24 28:27 38:31 54:56
    Calibration { of: "lead", centre: -570.0, unit: 1087.0, slope: 0.6702, turn: -1.033, first: -0.1876 },
    // uct:simulations=200, 19,409 positions; mean squared error 0.096 (0.195 without);
    // chance:result 1:1 3:4 16:18 52:43 79:85
    Calibration { of: "uct", centre: 0.65, unit: 0.2214, slope: 2.544, turn: -1.807, first: -0.1136 },
];

pub(super) static OF_TEAMS: &[Calibration] = &[
    // bellwether calibrate battle-sheep:teams --games 400 --seed 1
    // mcts:simulations=1000, 18,885 positions; mean squared error 0.070 (0.242 without);
    // chance:result 5:0 10:15 70:64 97:98 97:100
    Calibration { of: "mcts", centre: 0.661, unit: 0.189, slope: 2.473, turn: 1.209, first: -0.08737 },
    // paranoid:depth=2,heuristic=score, 18,885 positions; mean squared error 0.236 (0.242 without);
    // chance:result 45:48 50:52 55:51 61:57 67:70
    Calibration { of: "score", centre: 9384.0, unit: 4556.0, slope: 0.3099, turn: 0.1192, first: -0.158 },
    // paranoid:depth=2,heuristic=lead, 18,885 positions; mean squared error 0.200 (0.242 without);
    // chance:result 26:29 44:50 54:51 68:56 86:92
    Calibration { of: "lead", centre: -189.0, unit: 785.0, slope: 0.7607, turn: 0.03791, first: -0.2897 },
    // uct:simulations=200, 18,885 positions; mean squared error 0.097 (0.242 without);
    // chance:result 4:1 17:24 70:64 92:94 93:95
    Calibration { of: "uct", centre: 0.7333, unit: 0.1167, slope: 1.795, turn: 0.9013, first: -0.1224 },
];
