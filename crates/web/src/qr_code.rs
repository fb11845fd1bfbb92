//! A link as a QR code, which the camera of a telephone reads.

use qrcode::{Color, EcLevel, QrCode};
use serde::Serialize;

/// Empty modules around a code, as the standard wants them.
const QUIET: usize = 4;

/// A QR code as a drawing: what is dark, on a light square.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct QrDrawing {
    /// How many modules it is wide and high, with the empty ones around it.
    pub(crate) size: usize,
    /// The dark modules, as the path of an SVG.
    pub(crate) path: String,
}

impl QrDrawing {
    /// The code of a text; none if the text is too long for one.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let code = QrCode::with_error_correction_level(text, EcLevel::M).ok()?;
        let (width, colors) = (code.width(), code.to_colors());
        let mut path = String::new();
        for (y, row) in colors.chunks(width).enumerate() {
            let mut x = 0;
            for run in row.chunk_by(|a, b| a == b) {
                if run[0] == Color::Dark {
                    let (left, top, length) = (x + QUIET, y + QUIET, run.len());
                    path.push_str(&format!("M{left} {top}h{length}v1h-{length}z"));
                }
                x += run.len();
            }
        }
        Some(Self { size: width + 2 * QUIET, path })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_has_its_three_corners_and_room_around_it() {
        let QrDrawing { size, path } = QrDrawing::of("http://192.168.1.7:8017/game/a#b").unwrap();
        assert_eq!((size - 2 * QUIET - 17) % 4, 0, "a size of the standard");
        let far = size - QUIET - 7;
        let last = size - QUIET - 1;
        for corner in ["M4 4h7v1".to_owned(), format!("M{far} 4h7v1"), format!("M4 {last}h7v1")] {
            assert!(path.contains(&corner), "{corner}: {path}");
        }
    }

    #[test]
    fn what_is_too_long_has_none() {
        assert_eq!(QrDrawing::of(&"a".repeat(5000)), None);
    }
}
