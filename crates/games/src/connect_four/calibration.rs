//! How values of searches become chances to win: fitted to games by `bellwether calibrate`, whose commands stand beside
//! the figures. The last numbers of a comment are, for five groups of positions, the mean chance and the mean result in per
//! cent.

use bellwether_core::Calibration;

pub(super) static OF_FOUR: &[Calibration] = &[
    // bellwether calibrate connect-four --games 200 --seed 1
    // pvs:nodes=10000,hash=1, 3,061 positions; mean squared error 0.191 (0.217 without);
    // chance:result 27:26 39:43 49:49 61:58 72:72
    Calibration {
        of: "strong",
        centre: 0.0,
        unit: 3.0,
        slope: 0.5897,
        turn: -0.07523,
        first: 0.01025,
    },
    // alphabeta:depth=3,heuristic=lines, 4,306 positions; mean squared error 0.210 (0.226 without);
    // chance:result 31:29 41:44 49:50 58:57 66:66
    Calibration {
        of: "lines",
        centre: 2.0,
        unit: 2.0,
        slope: 0.4573,
        turn: -0.1254,
        first: -0.2123,
    },
    // uct:simulations=200, 4,736 positions; mean squared error 0.176 (0.228 without); chance:result
    // 19:19 35:41 52:50 68:62 83:85
    Calibration {
        of: "uct",
        centre: 0.5952,
        unit: 0.1248,
        slope: 1.005,
        turn: 0.06739,
        first: -0.2438,
    },
];

pub(super) static OF_FIVE: &[Calibration] = &[
    // bellwether calibrate connect-four:columns=9,rows=7,connect=5 --games 60 --seed 1
    // pvs:nodes=10000,hash=1, 2,587 positions; mean squared error 0.146 (0.166 without);
    // chance:result 31:29 38:40 50:50 60:61 69:68
    Calibration {
        of: "strong",
        centre: 1.0,
        unit: 2.0,
        slope: 0.2436,
        turn: 0.00681,
        first: 0.5233,
    },
    // alphabeta:depth=3,heuristic=lines, 2,971 positions; mean squared error 0.156 (0.176 without);
    // chance:result 32:30 37:38 50:51 61:66 68:63
    Calibration {
        of: "lines",
        centre: 2.0,
        unit: 2.0,
        slope: 0.2007,
        turn: -0.01994,
        first: 0.5478,
    },
    // uct:simulations=200, 3,078 positions; mean squared error 0.141 (0.179 without); chance:result
    // 23:25 39:37 50:49 62:64 78:77
    Calibration {
        of: "uct",
        centre: 0.5882,
        unit: 0.1014,
        slope: 0.5746,
        turn: 0.0127,
        first: 0.6036,
    },
];
