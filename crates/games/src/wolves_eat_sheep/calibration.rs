//! How values of searches become chances to win: fitted to games by `bellwether calibrate`, whose commands stand beside
//! the figures. The last numbers of a comment are, for five groups of positions, the mean chance and the mean result in per
//! cent.

use bellwether_core::Calibration;

pub(super) static CALIBRATIONS: &[Calibration] = &[
    // bellwether calibrate wolves-eat-sheep --games 400 --seed 1
    // pvs:nodes=10000,hash=1, 69,166 positions; mean squared error 0.127 (0.250 without);
    // chance:result 8:4 13:22 58:51 84:77 86:96
    Calibration { of: "report", centre: 0.0, unit: 4560.0, slope: 0.4386, turn: 0.4175, first: 1.039 },
    // uct:simulations=200, 70,722 positions; mean squared error 0.131 (0.250 without);
    // chance:result 14:11 15:14 51:54 85:87 85:85
    Calibration { of: "uct", centre: 0.9429, unit: 0.05714, slope: 4.833, turn: 6.31, first: -8.831 },
];
