//! How values of searches become chances to win: fitted to games by `bellwether calibrate`, whose commands stand beside
//! the figures. The last numbers of a comment are, for five groups of positions, the mean chance and the mean result in per
//! cent.

use bellwether_core::Calibration;

pub(super) static OF_FOUR: &[Calibration] = &[
    // bellwether calibrate connect-four --games 400 --seed 1
    // pvs:nodes=10000,hash=1, 6,072 positions; mean squared error 0.199 (0.222 without);
    // chance:result 28:28 40:42 49:50 60:56 71:71
    Calibration { of: "strong", centre: 0.0, unit: 3.0, slope: 0.5579, turn: -0.0765, first: -0.002155 },
    // alphabeta:depth=3,heuristic=lines, 8,723 positions; mean squared error 0.214 (0.230 without);
    // chance:result 31:28 40:44 49:50 58:58 67:66
    Calibration { of: "lines", centre: 2.0, unit: 2.0, slope: 0.4806, turn: -0.1292, first: -0.1554 },
    // uct:simulations=200, 9,620 positions; mean squared error 0.180 (0.232 without); chance:result
    // 19:18 35:41 52:49 68:63 83:85
    Calibration { of: "uct", centre: 0.5985, unit: 0.1257, slope: 1.006, turn: 0.07997, first: -0.1774 },
];

pub(super) static OF_FIVE: &[Calibration] = &[
    // bellwether calibrate connect-four:columns=9,rows=7,connect=5 --games 400 --seed 1
    // pvs:nodes=10000,hash=1, 17,210 positions; mean squared error 0.153 (0.165 without);
    // chance:result 34:33 43:46 50:50 56:55 65:65
    Calibration { of: "strong", centre: 0.0, unit: 2.0, slope: 0.347, turn: -0.08667, first: 0.1628 },
    // alphabeta:depth=3,heuristic=lines, 19,498 positions; mean squared error 0.167 (0.175
    // without); chance:result 38:37 44:45 49:50 54:55 62:61
    Calibration { of: "lines", centre: 2.0, unit: 2.0, slope: 0.2629, turn: -0.01039, first: 0.1926 },
    // uct:simulations=200, 20,164 positions; mean squared error 0.145 (0.177 without);
    // chance:result 25:24 38:44 50:49 63:59 75:76
    Calibration { of: "uct", centre: 0.5882, unit: 0.0991, slope: 0.6815, turn: 0.02354, first: 0.1469 },
];
