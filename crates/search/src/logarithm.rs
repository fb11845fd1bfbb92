//! The natural logarithm of integers, bit-identical on every machine.
//!
//! The standard library's `ln` is the platform's, and platforms differ in the last digit, which is
//! enough to change a search. This one uses only operations that IEEE 754 rounds exactly.

/// The natural logarithm of `n`, to nine digits; zero for zero.
#[must_use]
pub(crate) fn ln(n: u64) -> f64 {
    if n == 0 {
        return 0.0;
    }
    // n = m · 2^e with 1 ≤ m < 2, and ln m = 2 artanh((m − 1) / (m + 1)), whose series converges
    // fast because the argument is at most a third.
    let exponent = n.ilog2();
    let m = n as f64 / (1u64 << exponent) as f64;
    let t = (m - 1.0) / (m + 1.0);
    let square = t * t;
    let mut sum = 0.0;
    for odd in [17.0, 15.0, 13.0, 11.0, 9.0, 7.0, 5.0, 3.0, 1.0] {
        sum = sum * square + 1.0 / odd;
    }
    f64::from(exponent) * std::f64::consts::LN_2 + 2.0 * t * sum
}

#[cfg(test)]
mod tests {
    use super::ln;

    #[test]
    fn agrees_with_the_systems_logarithm() {
        for n in (1..10_000).chain([65_535, 1 << 40, u64::MAX / 3, u64::MAX]) {
            let (own, system) = (ln(n), (n as f64).ln());
            assert!((own - system).abs() < 1e-9 * system.max(1.0), "{n}: {own} {system}");
        }
        assert_eq!(ln(1), 0.0);
    }
}
