//! How values of searches become chances to win: fitted to games by `bellwether calibrate`, whose commands stand beside
//! the figures. The last numbers of a comment are, for five groups of positions, the mean chance and the mean result in per
//! cent.

use bellwether_core::Calibration;

pub(super) static OF_TWO: &[Calibration] = &[
    // bellwether calibrate battle-sheep:seats=2,cells=24,size=6,sheep=8 battle-sheep:seats=2
    // --games 200 --seed 1
    // mcts:simulations=1000, 2,463 positions; mean squared error 0.075 (0.191 without);
    // chance:result 6:4 21:27 51:47 83:80 93:96
    Calibration {
        of: "mcts",
        centre: 0.5238,
        unit: 0.3612,
        slope: 2.389,
        turn: -0.04854,
        first: -0.3154,
    },
    // paranoid:depth=2,heuristic=score, 3,466 positions; mean squared error 0.190 (0.197 without);
    // chance:result 43:42 48:46 55:59 60:60 66:65
    Calibration {
        of: "score",
        centre: 10_390.0,
        unit: 4443.0,
        slope: 0.1522,
        turn: 0.1425,
        first: -0.3093,
    },
    // paranoid:depth=2,heuristic=lead, 3,466 positions; mean squared error 0.158 (0.197 without);
    // chance:result 27:29 44:43 53:52 64:62 84:86
    Calibration {
        of: "lead",
        centre: -570.0,
        unit: 1140.0,
        slope: 0.7638,
        turn: 0.1386,
        first: -0.6688,
    },
    // uct:simulations=200, 3,466 positions; mean squared error 0.109 (0.197 without); chance:result
    // 11:9 31:36 61:56 79:80 90:91
    Calibration {
        of: "uct",
        centre: 0.7941,
        unit: 0.2059,
        slope: 1.412,
        turn: 0.5404,
        first: -0.4476,
    },
];

pub(super) static OF_THREE: &[Calibration] = &[
    // bellwether calibrate battle-sheep:seats=3,seed=7 --games 40 --seed 1
    // mcts:simulations=1000, 1,452 positions; mean squared error 0.061 (0.192 without);
    // chance:result 1:1 4:7 13:13 59:48 89:96
    Calibration {
        of: "mcts",
        centre: 0.5447,
        unit: 0.2139,
        slope: 2.763,
        turn: -2.064,
        first: -0.1492,
    },
    // paranoid:depth=2,heuristic=score, 1,556 positions; mean squared error 0.197 (0.207 without);
    // chance:result 22:23 32:34 38:39 44:36 51:54
    Calibration {
        of: "score",
        centre: 11_770.0,
        unit: 5821.0,
        slope: 0.2549,
        turn: -0.723,
        first: -0.3998,
    },
    // paranoid:depth=2,heuristic=lead, 1,556 positions; mean squared error 0.161 (0.207 without);
    // chance:result 11:10 23:25 34:37 49:44 71:72
    Calibration {
        of: "lead",
        centre: -570.0,
        unit: 1140.0,
        slope: 0.8235,
        turn: -0.8082,
        first: -0.5694,
    },
    // uct:simulations=200, 1,556 positions; mean squared error 0.103 (0.207 without); chance:result
    // 2:2 8:10 30:28 64:60 84:87
    Calibration {
        of: "uct",
        centre: 0.75,
        unit: 0.2111,
        slope: 2.139,
        turn: -0.939,
        first: -0.5066,
    },
];

pub(super) static OF_FOUR: &[Calibration] = &[
    // bellwether calibrate battle-sheep --games 40 --seed 1
    // mcts:simulations=1000, 1,914 positions; mean squared error 0.067 (0.173 without);
    // chance:result 1:1 2:2 7:4 36:36 82:84
    Calibration {
        of: "mcts",
        centre: 0.499,
        unit: 0.199,
        slope: 2.397,
        turn: -2.588,
        first: -0.5457,
    },
    // paranoid:depth=2,heuristic=score, 2,025 positions; mean squared error 0.177 (0.193 without);
    // chance:result 10:9 24:32 29:28 37:28 46:49
    Calibration {
        of: "score",
        centre: 10_860.0,
        unit: 5198.0,
        slope: 0.3556,
        turn: -1.415,
        first: -0.7154,
    },
    // paranoid:depth=2,heuristic=lead, 2,025 positions; mean squared error 0.161 (0.193 without);
    // chance:result 9:8 16:16 26:31 39:36 56:55
    Calibration {
        of: "lead",
        centre: -570.0,
        unit: 1140.0,
        slope: 0.6245,
        turn: -1.493,
        first: -0.8343,
    },
    // uct:simulations=200, 2,025 positions; mean squared error 0.088 (0.193 without); chance:result
    // 1:0 3:3 13:15 49:42 81:86
    Calibration { of: "uct", centre: 0.62, unit: 0.22, slope: 2.446, turn: -2.351, first: -0.7522 },
];

pub(super) static OF_TEAMS: &[Calibration] = &[
    // bellwether calibrate battle-sheep:teams --games 40 --seed 1
    // mcts:simulations=1000, 1,968 positions; mean squared error 0.074 (0.242 without);
    // chance:result 4:1 10:16 64:59 95:94 96:100
    Calibration {
        of: "mcts",
        centre: 0.6314,
        unit: 0.2186,
        slope: 2.626,
        turn: 1.111,
        first: 0.3431,
    },
    // paranoid:depth=2,heuristic=score, 1,968 positions; mean squared error 0.239 (0.242 without);
    // chance:result 47:52 50:49 54:51 58:52 61:65
    Calibration {
        of: "score",
        centre: 9591.0,
        unit: 4738.0,
        slope: 0.2177,
        turn: 0.1435,
        first: 0.004969,
    },
    // paranoid:depth=2,heuristic=lead, 1,968 positions; mean squared error 0.225 (0.242 without);
    // chance:result 36:37 46:54 53:50 61:50 73:79
    Calibration {
        of: "lead",
        centre: -215.0,
        unit: 803.0,
        slope: 0.4549,
        turn: 0.09987,
        first: -0.09516,
    },
    // uct:simulations=200, 1,968 positions; mean squared error 0.104 (0.242 without); chance:result
    // 4:2 18:23 66:60 91:92 91:93
    Calibration { of: "uct", centre: 0.71, unit: 0.14, slope: 1.908, turn: 0.6794, first: 0.04444 },
];
