//! Student's t distribution: the wider normal one for means whose spread is itself an estimate.

use super::normal;

/// The chance that a value of Student's distribution with `freedom` degrees is below `x`.
#[must_use]
pub fn cdf(x: f64, freedom: f64) -> f64 {
    let tail = 0.5 * incomplete_beta(freedom / (freedom + x * x), 0.5 * freedom, 0.5);
    if x < 0.0 { tail } else { 1.0 - tail }
}

/// The value below which Student's distribution with `freedom` degrees falls with `probability`.
///
/// Zero and less give −∞, one and more +∞.
#[must_use]
pub fn quantile(probability: f64, freedom: f64) -> f64 {
    if probability <= 0.0 || probability >= 1.0 {
        return normal::quantile(probability);
    }
    if probability < 0.5 {
        return -quantile(1.0 - probability, freedom);
    }
    // The quantile is at least the normal one; doubling finds an upper end, halving the rest.
    let mut low = 0.0;
    let mut high = 1.0 + normal::quantile(probability);
    while cdf(high, freedom) < probability && high < 1e150 {
        low = high;
        high *= 2.0;
    }
    for _ in 0..200 {
        let middle = 0.5 * (low + high);
        if middle <= low || middle >= high {
            break;
        }
        if cdf(middle, freedom) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    0.5 * (low + high)
}

/// The regularised incomplete beta function I_x(a, b).
fn incomplete_beta(x: f64, a: f64, b: f64) -> f64 {
    if x <= 0.0 {
        return 0.0;
    }
    if x >= 1.0 {
        return 1.0;
    }
    // The fraction converges quickly only on the near side of the mean.
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(1.0 - x, b, a);
    }
    let front = a * libm::log(x) + b * libm::log1p(-x) + libm::lgamma(a + b)
        - libm::lgamma(a)
        - libm::lgamma(b);
    libm::exp(front) * beta_fraction(x, a, b) / a
}

/// The continued fraction of the incomplete beta function, by Lentz's method (DLMF 8.17.22).
fn beta_fraction(x: f64, a: f64, b: f64) -> f64 {
    const TINY: f64 = 1e-300;
    let away_from_zero = |value: f64| if value.abs() < TINY { TINY } else { value };
    let mut c = 1.0;
    let mut d = 1.0 / away_from_zero(1.0 - (a + b) * x / (a + 1.0));
    let mut fraction = d;
    for step in 1..10_000 {
        let m = f64::from(step);
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let mut change = 1.0;
        for coefficient in [even, odd] {
            d = 1.0 / away_from_zero(1.0 + coefficient * d);
            c = away_from_zero(1.0 + coefficient / c);
            change = c * d;
            fraction *= change;
        }
        if (change - 1.0).abs() < 1e-16 {
            break;
        }
    }
    fraction
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_and_two_degrees_have_closed_forms() {
        // Freedom 1 is Cauchy's distribution, 1/2 + atan(x)/π; freedom 2 is 1/2 + x/(2√(2 + x²)).
        for x in [-30.0, -2.0, -0.1, 0.0, 0.5, 1.0, 12.7, 400.0] {
            let cauchy = 0.5 + libm::atan(x) / std::f64::consts::PI;
            assert!((cdf(x, 1.0) - cauchy).abs() < 1e-12, "{x}");
            let two = 0.5 + x / (2.0 * libm::sqrt(2.0 + x * x));
            assert!((cdf(x, 2.0) - two).abs() < 1e-12, "{x}");
        }
    }

    #[test]
    fn many_degrees_are_nearly_normal() {
        assert!((quantile(0.975, 1e6) - normal::Z95).abs() < 1e-5);
        assert!(quantile(0.975, 9.0) > normal::Z95);
        assert!((quantile(0.025, 9.0) + quantile(0.975, 9.0)).abs() < 1e-12);
    }
}
