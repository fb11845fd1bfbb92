//! How values of searches become chances to win: fitted to games by `bellwether calibrate`, whose commands stand beside
//! the figures. The last numbers of a comment are, for five groups of positions, the mean chance and the mean result in per
//! cent.

use bellwether_core::Calibration;

pub(super) static CALIBRATIONS: &[Calibration] = &[
    // bellwether calibrate breakthrough breakthrough:rows=6,columns=6
    // breakthrough:rows=5,columns=10 --games 150 --seed 1
    // pvs:nodes=10000,hash=1, 3,845 positions; mean squared error 0.222 (0.250 without);
    // chance:result 26:25 39:39 49:50 59:58 73:74
    Calibration {
        of: "strong",
        centre: 3.0,
        unit: 58.0,
        slope: 0.5749,
        turn: -0.03745,
        first: 0.0922,
    },
    // alphabeta:depth=3,heuristic=offensive1, 4,347 positions; mean squared error 0.250 (0.250
    // without); chance:result 47:44 48:51 49:50 50:50 52:50
    Calibration {
        of: "offensive1",
        centre: 35_830.0,
        unit: 5036.0,
        slope: 0.06154,
        turn: -0.04172,
        first: 0.03375,
    },
    // alphabeta:depth=3,heuristic=defensive1, 4,347 positions; mean squared error 0.249 (0.250
    // without); chance:result 45:45 47:48 49:51 51:48 53:54
    Calibration {
        of: "defensive1",
        centre: 27_580.0,
        unit: 4205.0,
        slope: 0.1028,
        turn: -0.02829,
        first: 0.03482,
    },
    // alphabeta:depth=3,heuristic=offensive2, 4,347 positions; mean squared error 0.239 (0.250
    // without); chance:result 38:35 43:49 48:44 53:54 63:64
    Calibration {
        of: "offensive2",
        centre: 56_460.0,
        unit: 19_690.0,
        slope: 0.2831,
        turn: -0.0662,
        first: 0.007925,
    },
    // alphabeta:depth=3,heuristic=defensive2, 4,347 positions; mean squared error 0.237 (0.250
    // without); chance:result 34:35 44:47 49:47 55:50 64:67
    Calibration {
        of: "defensive2",
        centre: -23_350.0,
        unit: 11_880.0,
        slope: 0.3118,
        turn: -0.0422,
        first: -0.001547,
    },
    // uct:simulations=200, 4,770 positions; mean squared error 0.234 (0.250 without); chance:result
    // 32:33 43:46 51:52 60:54 68:70
    Calibration {
        of: "uct",
        centre: 0.7273,
        unit: 0.09091,
        slope: 0.5057,
        turn: -0.004103,
        first: -0.0005353,
    },
];
