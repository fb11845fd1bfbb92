//! Numbers, shares and values in print.

pub use bellwether_core::outside::printable;
use bellwether_core::{Score, Value};

/// A number with commas between thousands.
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// `1 game`, `2 games`.
#[must_use]
pub fn counted(number: u64, thing: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{} {thing}{ending}", grouped(number))
}

/// The value with the signs used everywhere: ▲ win, ◆ draw, ▼ lose.
#[must_use]
pub fn value_text(value: Value) -> String {
    format!("{} {value}", sign(value))
}

/// The score with the same signs, if it is proven.
#[must_use]
pub fn score_text(score: Score) -> String {
    match score {
        Score::WinIn(_) => format!("▲ {score}"),
        Score::LossIn(_) => format!("▼ {score}"),
        Score::Draw => format!("◆ {score}"),
        Score::Points(_) | Score::Average(_) => score.to_string(),
    }
}

/// The sign of a value, so that colour is not the only cue.
#[must_use]
pub const fn sign(value: Value) -> char {
    match value {
        Value::Win(_) => '▲',
        Value::Draw => '◆',
        Value::Lose(_) => '▼',
    }
}

/// A share of a whole in print: `62.3 %`.
#[must_use]
pub fn percent(part: u64, whole: u64) -> String {
    if whole == 0 {
        return "–".to_owned();
    }
    let share = 100.0 * part as f64 / whole as f64;
    // Rounding must not turn "some" into 0 % or "nearly all" into 100 %.
    match part {
        0 => "0 %".to_owned(),
        _ if part == whole => "100 %".to_owned(),
        _ if share < 0.05 => "< 0.1 %".to_owned(),
        _ if share >= 99.95 => "> 99.9 %".to_owned(),
        _ => format!("{share:.1} %"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_separated() {
        let texts: Vec<String> = [0, 999, 1000, 271_410, 8_132_769].map(grouped).to_vec();
        assert_eq!(texts, ["0", "999", "1,000", "271,410", "8,132,769"]);
    }

    #[test]
    fn shares_never_round_to_all_or_none() {
        let texts = [percent(0, 9), percent(9, 9), percent(1, 3), percent(1, 99_999)];
        assert_eq!(texts, ["0 %", "100 %", "33.3 %", "< 0.1 %"]);
        assert_eq!(percent(99_998, 99_999), "> 99.9 %");
        assert_eq!(percent(0, 0), "–");
    }
}
