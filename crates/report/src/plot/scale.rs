//! The scale of an axis, and its ticks.

use super::LETTER;
use crate::figure::Format;

/// Larger numbers are drawn at the edge: their differences would not be finite.
const LARGEST: f64 = 1e15;
/// The approximate maximal number of ticks.
const TICKS: f64 = 5.0;

/// A mapping from numbers to coordinates.
#[derive(Clone, Debug)]
pub(super) struct AxisScale {
    low: f64,
    high: f64,
    step: f64,
    format: Format,
    from: f64,
    to: f64,
}

impl AxisScale {
    /// A scale for these numbers with round ends, between two coordinates.
    pub(super) fn new(
        numbers: impl Iterator<Item = f64>,
        format: Format,
        (from, to): (f64, f64),
    ) -> Self {
        let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
        for number in numbers.filter(|number| number.is_finite()) {
            let number = number.clamp(-LARGEST, LARGEST);
            (low, high) = (low.min(number), high.max(number));
        }
        if low > high {
            (low, high) = (0.0, 1.0);
        }
        let is_share = format == Format::Percent && low >= 0.0 && high <= 1.0;
        let least: f64 = if format == Format::Percent { 0.02 } else { 1e-6 };
        let least = least.max(1e-6 * low.abs().max(high.abs()));
        if high - low < least {
            (low, high) = (low - least / 2.0, high + least / 2.0);
        }
        let step = round_step((high - low) / TICKS);
        low = (low / step + 1e-9).floor() * step;
        high = (high / step - 1e-9).ceil() * step;
        if is_share {
            (low, high) = (low.max(0.0), high.min(1.0));
        }
        Self { low, high, step, format, from, to }
    }

    /// The coordinate of a number, clamped to the edge.
    pub(super) fn place(&self, number: f64) -> f64 {
        let number = if number.is_nan() { self.low } else { number.clamp(self.low, self.high) };
        self.from + (self.to - self.from) * (number - self.low) / (self.high - self.low)
    }

    /// A number in print, as exact as the drawing shows it.
    pub(super) fn text(&self, number: f64) -> String {
        let least = self.step / 1000.0;
        let is_small = number.abs() < LARGEST;
        self.format.text(if is_small { (number / least).round() * least } else { number })
    }

    /// Tick labels and coordinates, thinned so that they do not overlap.
    pub(super) fn ticks_apart(&self) -> Vec<(String, f64)> {
        let mut ticks = self.ticks();
        let mut free = f64::NEG_INFINITY;
        ticks.retain(|(text, place)| {
            let half = LETTER * text.chars().count() as f64 / 2.0;
            let has_room = place - half >= free;
            if has_room {
                free = place + half + LETTER;
            }
            has_room
        });
        ticks
    }

    /// Tick labels and coordinates.
    pub(super) fn ticks(&self) -> Vec<(String, f64)> {
        let first = (self.low / self.step - 1e-9).ceil();
        let count = ((self.high - self.low) / self.step + 1e-6).floor().min(12.0) as u32;
        let numbers = (0..=count).map(|tick| (first + f64::from(tick)) * self.step);
        numbers.map(|number| (self.format.text(number), self.place(number))).collect()
    }
}

/// The least of 1, 2, 5, 10, … times a power of ten that is no less.
fn round_step(least: f64) -> f64 {
    let unit = 10_f64.powf(least.log10().floor());
    let steps = [1.0, 2.0, 5.0, 10.0];
    steps.map(|step| step * unit).into_iter().find(|step| *step >= least * 0.999).unwrap_or(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(numbers: &[f64], format: Format) -> Vec<String> {
        let scale = AxisScale::new(numbers.iter().copied(), format, (0.0, 100.0));
        scale.ticks().into_iter().map(|(text, _)| text).collect()
    }

    #[test]
    fn ticks_are_round_and_shares_stay_shares() {
        assert_eq!(texts(&[3.0, 96.0], Format::Number), ["0", "20", "40", "60", "80", "100"]);
        let shares = texts(&[0.0, 1.0], Format::Percent);
        assert_eq!(shares, ["0 %", "20 %", "40 %", "60 %", "80 %", "100 %"]);
        let middle =
            AxisScale::new([0.0, 10.0].into_iter(), Format::Number, (0.0, 100.0)).place(5.0);
        assert_eq!(middle, 50.0);
    }

    #[test]
    fn noise_is_not_printed_and_long_numbers_do_not_overlap() {
        let scale = AxisScale::new([-400.0, 400.0].into_iter(), Format::Number, (0.0, 100.0));
        assert_eq!((scale.text(6e-14), scale.text(397.93)), ("0".to_owned(), "398".to_owned()));
        let scale = AxisScale::new([0.0, 0.000_05].into_iter(), Format::Number, (0.0, 200.0));
        assert!(scale.ticks_apart().len() < scale.ticks().len());
    }

    #[test]
    fn anything_has_a_finite_place() {
        let strange = [f64::NAN, f64::INFINITY, f64::MIN, f64::MAX, 0.0, -0.0, 1e-300, 1e15];
        for count in 0..=strange.len() {
            for format in [Format::Number, Format::Percent] {
                let scale = AxisScale::new(strange[..count].iter().copied(), format, (10.0, 390.0));
                for number in strange {
                    assert!((10.0..=390.0).contains(&scale.place(number)), "{count} {number}");
                }
                let ticks = scale.ticks();
                assert!(!ticks.is_empty() && ticks.len() <= 13, "{ticks:?}");
                assert!(ticks.iter().all(|(_, place)| place.is_finite()));
            }
        }
    }
}
