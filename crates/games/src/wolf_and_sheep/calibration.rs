//! How values of searches become chances to win: fitted to games by `bellwether calibrate`, whose commands stand beside
//! the figures. The last numbers of a comment are, for five groups of positions, the mean chance and the mean result in per
//! cent.

use bellwether_core::Calibration;

#[expect(clippy::approx_constant, reason = "a fitted figure that happens to look like π")]
pub(super) static CALIBRATIONS: &[Calibration] = &[
    // bellwether calibrate wolf-and-sheep wolf-and-sheep:size=6 wolf-and-sheep:size=10 --games 300
    // --seed 1
    // pvs:nodes=10000,hash=1, 4,891 positions; mean squared error 0.035 (0.250 without);
    // chance:result 4:5 4:3 49:49 96:98 96:95
    Calibration { of: "report", centre: 12.0, unit: 38.0, slope: 0.05, turn: 0.0329, first: 3.296 },
    // uct:simulations=200, 8,440 positions; mean squared error 0.051 (0.250 without); chance:result
    // 3:1 6:4 50:53 97:98 98:99
    Calibration { of: "uct", centre: 0.773, unit: 0.227, slope: 5.521, turn: 3.14, first: -3.811 },
];
