//! How values of searches become chances to win: fitted to games by `bellwether calibrate`, whose commands stand beside
//! the figures. The last numbers of a comment are, for five groups of positions, the mean chance and the mean result in per
//! cent.

use bellwether_core::Calibration;

pub(super) static CALIBRATIONS: &[Calibration] = &[
    // bellwether calibrate breakthrough breakthrough:rows=6,columns=6
    // breakthrough:rows=5,columns=10 --games 400 --seed 1
    // pvs:nodes=10000,hash=1, 10,289 positions; mean squared error 0.222 (0.250 without);
    // chance:result 25:24 40:43 49:50 59:56 74:74
    Calibration { of: "strong", centre: 2.0, unit: 55.0, slope: 0.5688, turn: -0.04243, first: 0.01245 },
    // alphabeta:depth=3,heuristic=offensive1, 11,714 positions; mean squared error 0.250 (0.250
    // without); chance:result 47:50 48:47 49:45 50:50 52:54
    Calibration { of: "offensive1", centre: 35_830.0, unit: 5067.0, slope: 0.06566, turn: -0.04278, first: -0.04014 },
    // alphabeta:depth=3,heuristic=defensive1, 11,714 positions; mean squared error 0.249 (0.250
    // without); chance:result 45:41 47:52 49:50 51:53 53:50
    Calibration { of: "defensive1", centre: 27_580.0, unit: 4202.0, slope: 0.1051, turn: -0.02797, first: -0.03951 },
    // alphabeta:depth=3,heuristic=offensive2, 11,714 positions; mean squared error 0.240 (0.250
    // without); chance:result 38:34 44:51 48:45 53:53 63:62
    Calibration { of: "offensive2", centre: 56_510.0, unit: 19_860.0, slope: 0.271, turn: -0.06946, first: -0.04973 },
    // alphabeta:depth=3,heuristic=defensive2, 11,714 positions; mean squared error 0.236 (0.250
    // without); chance:result 34:33 44:50 49:47 55:50 64:66
    Calibration { of: "defensive2", centre: -23_550.0, unit: 12_290.0, slope: 0.3163, turn: -0.04742, first: -0.05252 },
    // uct:simulations=200, 12,831 positions; mean squared error 0.235 (0.250 without);
    // chance:result 33:33 43:47 51:51 60:54 67:70
    Calibration { of: "uct", centre: 0.7273, unit: 0.09091, slope: 0.4958, turn: -0.001113, first: -0.06071 },
];
