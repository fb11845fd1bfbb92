//! Won, drawn and lost positions: shares by tier, and how far they are from the end.

use std::fmt::Write;

use super::{LETTER, WIDTH, label, nice, open};
use crate::html::escape;
use crate::model::{Lengths, RESULTS, ResultShares};
use crate::words::{grouped, percent};

/// How high the rows of one panel are together, unless they would be too thin or too thick.
const ROWS: usize = 480;
/// Bins of a histogram.
const BINS: usize = 40;

/// Bars of win, draw and lose, one for each tier; the tier a game begins in on top.
#[must_use]
pub fn shares(panel: &ResultShares) -> String {
    let count = panel.rows.len().max(1);
    let row = (ROWS / count).clamp(4, 26);
    let gap = if row >= 12 { 5 } else { 1 };
    let every = 16_usize.div_ceil(row);
    let height = row * count + 4;
    let longest = panel.rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let left = (LETTER * longest as f64 + 10.0).min(160.0);
    let mut svg = open(&panel.title, "shares of win, draw and lose by tier", height);
    for (index, (name, counts)) in panel.rows.iter().rev().enumerate() {
        let y = 2 + index * row;
        if index % every == 0 {
            let middle = y as f64 + (row - gap) as f64 / 2.0 + 4.0;
            let _ = writeln!(
                svg,
                r#"<text class="label" x="{}" y="{middle}" text-anchor="end">{}</text>"#,
                left - 8.0,
                escape(name)
            );
        }
        let title = format!("{name}, {}", panel.title);
        svg.push_str(&bar(&title, *counts, left, (y, row - gap)));
    }
    svg + "</svg>\n"
}

fn bar(title: &str, counts: [u64; 3], left: f64, (y, height): (usize, usize)) -> String {
    let whole: u64 = counts.iter().sum();
    let room = WIDTH as f64 - left;
    let mut svg = String::new();
    let mut x = left;
    for ((class, sign, word), count) in RESULTS.iter().zip(counts) {
        if count == 0 {
            continue;
        }
        let width = room * count as f64 / whole as f64;
        let share = percent(count, whole);
        let place = format!(r#"x="{x:.2}" y="{y}" width="{width:.2}" height="{height}""#);
        let _ = write!(
            svg,
            "<g><title>{}: {word} {share}, {} positions</title><rect class=\"{class}\" {place}/>",
            escape(title),
            grouped(count)
        );
        if *class != "win" {
            let _ = write!(svg, r#"<rect fill="url(#over-{class})" {place}/>"#);
        }
        let label = format!("{sign} {share}");
        let enough = LETTER * label.chars().count() as f64 + 6.0;
        if height >= 12 {
            let label = if width >= enough {
                Some(label)
            } else {
                (width >= 16.0).then(|| sign.to_string())
            };
            if let Some(label) = label {
                let _ = write!(
                    svg,
                    r#"<text class="inside {class}-text" x="{:.2}" y="{}" text-anchor="middle">{}</text>"#,
                    x + width / 2.0,
                    y + height / 2 + 4,
                    escape(&label)
                );
            }
        }
        svg.push_str("</g>\n");
        x += width;
    }
    svg
}

/// Positions by remoteness: wins upwards, losses downwards, on a logarithmic scale.
#[must_use]
pub fn lengths(panel: &Lengths) -> String {
    let bins = panel.bins(BINS);
    let most = bins.counts.iter().flatten().copied().max().unwrap_or(0);
    // A full power of ten above the highest bar; one position still shows.
    let powers = most.max(1).ilog10() as usize + 1;
    let (half, top, left) = (92.0, 8.0, 44.0);
    let middle = top + half;
    let height = |count: u64| match count {
        0 => 0.0,
        count => half * ((count as f64).log10() + 0.25) / (powers as f64 + 0.25),
    };
    let mut svg = open(&panel.title, "positions by plies to the end", 226);
    for power in 0..=powers {
        let count = 10_u64.saturating_pow(power as u32);
        for (sign, y) in [(1, middle - height(count)), (-1, middle + height(count))] {
            let _ = writeln!(svg, r#"<path class="grid" d="M{left} {y:.2}H{WIDTH}"/>"#);
            let is_named = powers < 6 || power % 2 == 0;
            if is_named && (sign == 1 || power > 0) {
                label(&mut svg, (left - 6.0, y + 4.0), "end", &short(count));
            }
        }
    }
    let step = (WIDTH as f64 - left) / bins.counts.len() as f64;
    for (bin, counts) in bins.counts.iter().enumerate() {
        let x = left + step * bin as f64;
        let (from, to) = (bin * bins.width, (bin + 1) * bins.width - 1);
        for (side, count) in counts.iter().enumerate().filter(|(_, count)| **count > 0) {
            let tall = height(*count);
            let (class, word, y) =
                if side == 0 { ("win", "won", middle - tall) } else { ("lose", "lost", middle) };
            let place = format!(
                r#"x="{:.2}" y="{y:.2}" width="{:.2}" height="{tall:.2}""#,
                x + 0.5,
                step - 1.0
            );
            let _ = write!(
                svg,
                "<g><title>{word} in {from} to {to} plies: {} positions</title><rect class=\"{class}\" {place}/>",
                grouped(*count)
            );
            if side == 1 {
                let _ = write!(svg, r#"<rect fill="url(#over-lose)" {place}/>"#);
            }
            svg.push_str("</g>\n");
        }
    }
    let last = bins.counts.len() * bins.width;
    let tick = nice(last.div_ceil(7));
    for plies in (0..last).step_by(tick) {
        let x = left + step * plies as f64 / bins.width as f64;
        let anchor = if plies == 0 { "start" } else { "middle" };
        label(&mut svg, (x, 208.0), anchor, &plies.to_string());
    }
    label(&mut svg, (WIDTH as f64, 222.0), "end", "plies to the end");
    let _ = writeln!(
        svg,
        r#"<text class="key win-ink" x="{WIDTH}" y="20" text-anchor="end">▲ won by the side to move</text>
<text class="key lose-ink" x="{WIDTH}" y="188" text-anchor="end">▼ lost by the side to move</text>"#
    );
    svg + "</svg>\n"
}

/// A power of ten in short: `10k`, `1M`.
fn short(count: u64) -> String {
    match count {
        0..1_000 => count.to_string(),
        1_000..1_000_000 => format!("{}k", count / 1_000),
        1_000_000..1_000_000_000 => format!("{}M", count / 1_000_000),
        _ => format!("{}G", count / 1_000_000_000),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_tier_without_positions_and_one_without_end_are_drawn() {
        let rows = vec![("none".to_owned(), [0; 3]), ("a & b".to_owned(), [1, 0, u64::MAX / 4])];
        let svg = shares(&ResultShares { title: "<x>".to_owned(), rows });
        assert!(svg.contains("a &amp; b") && svg.contains("&lt;x&gt;"), "{svg}");
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        let empty = Lengths { title: String::new(), wins: Vec::new(), losses: vec![u64::MAX] };
        let svg = lengths(&empty);
        assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
    }
}
