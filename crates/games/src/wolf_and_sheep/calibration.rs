//! How values of searches become chances to win: fitted to games by `bellwether calibrate`, whose commands stand beside
//! the figures. The last numbers of a comment are, for five groups of positions, the mean chance and the mean result in per
//! cent.

use bellwether_core::Calibration;

pub(super) static CALIBRATIONS: &[Calibration] = &[
    // bellwether calibrate wolf-and-sheep wolf-and-sheep:size=6 wolf-and-sheep:size=10 --games 400
    // --seed 1
    // pvs:nodes=10000,hash=1, 6,533 positions; mean squared error 0.036 (0.250 without);
    // chance:result 4:5 4:3 49:49 96:98 96:95
    Calibration { of: "report", centre: 12.0, unit: 38.0, slope: 0.05, turn: 0.03127, first: 3.289 },
    // uct:simulations=200, 11,235 positions; mean squared error 0.049 (0.250 without);
    // chance:result 3:1 6:4 50:53 97:98 99:99
    Calibration { of: "uct", centre: 0.773, unit: 0.227, slope: 5.858, turn: 3.342, first: -4.164 },
];
