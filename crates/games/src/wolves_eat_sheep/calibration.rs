//! How values of searches become chances to win: fitted to games by `bellwether calibrate`, whose commands stand beside
//! the figures. The last numbers of a comment are, for five groups of positions, the mean chance and the mean result in per
//! cent.

use bellwether_core::Calibration;

pub(super) static CALIBRATIONS: &[Calibration] = &[
    // bellwether calibrate wolves-eat-sheep --games 60 --seed 1
    // pvs:nodes=10000,hash=1, 9,969 positions; mean squared error 0.142 (0.250 without);
    // chance:result 9:4 14:23 61:50 81:76 84:96
    Calibration {
        of: "report",
        centre: 0.0,
        unit: 5000.0,
        slope: 0.5766,
        turn: 0.5626,
        first: 0.6109,
    },
    // uct:simulations=200, 10,183 positions; mean squared error 0.149 (0.250 without);
    // chance:result 18:16 18:11 50:63 82:73 82:88
    Calibration { of: "uct", centre: 0.95, unit: 0.05, slope: 2.962, turn: 4.079, first: -5.173 },
];
