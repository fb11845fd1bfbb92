//! The normal distribution: how likely a value below `x` is, and which `x` has a given likelihood.

use std::f64::consts::{PI, SQRT_2};

/// The standard normal quantile of 97.5 %: a 95 % interval reaches this many standard errors
/// to either side.
pub const Z95: f64 = 1.959_963_984_540_054;

/// The chance that a standard normal value is below `x`.
#[must_use]
pub fn cdf(x: f64) -> f64 {
    // `erfc` keeps the lower tail exact, where 1 + erf would cancel.
    0.5 * libm::erfc(-x / SQRT_2)
}

/// The density of the standard normal distribution at `x`.
#[must_use]
pub fn density(x: f64) -> f64 {
    libm::exp(-0.5 * x * x) / libm::sqrt(2.0 * PI)
}

/// The value below which a standard normal value falls with `probability`.
///
/// Zero and less give −∞, one and more +∞.
#[must_use]
pub fn quantile(probability: f64) -> f64 {
    if probability <= 0.0 {
        return f64::NEG_INFINITY;
    }
    if probability >= 1.0 {
        return f64::INFINITY;
    }
    if probability > 0.5 {
        return -quantile(1.0 - probability);
    }
    // Abramowitz and Stegun 26.2.23 is good to 4.5e-4; Halley's steps make that exact.
    let t = libm::sqrt(-2.0 * libm::log(probability));
    let above = 2.515_517 + t * (0.802_853 + t * 0.010_328);
    let below = 1.0 + t * (1.432_788 + t * (0.189_269 + t * 0.001_308));
    let mut x = above / below - t;
    for _ in 0..4 {
        let slope = density(x);
        if slope == 0.0 {
            break;
        }
        let step = (cdf(x) - probability) / slope;
        x -= step / (1.0 + 0.5 * x * step);
    }
    x
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantile_undoes_cdf() {
        for thousandth in 1..1000 {
            let probability = f64::from(thousandth) / 1000.0;
            assert!((cdf(quantile(probability)) - probability).abs() < 1e-14, "{probability}");
        }
        for tail in [1e-3, 1e-6, 1e-12, 1e-100, 1e-300] {
            assert!((cdf(quantile(tail)) / tail - 1.0).abs() < 1e-9, "{tail}");
        }
    }

    #[test]
    fn the_ends_are_infinite_and_the_middle_is_zero() {
        assert_eq!(quantile(0.0), f64::NEG_INFINITY);
        assert_eq!(quantile(1.0), f64::INFINITY);
        assert!(quantile(0.5).abs() < 1e-15);
        assert!((quantile(0.975) - Z95).abs() < 1e-14);
    }
}
