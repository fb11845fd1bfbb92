//! The colours of a puzzle on the page, in the terminal and on paper: a letter that names a colour has it.

use crate::puzzle::Puzzle;

/// The hues, on a light ground and on a dark one. They are told apart by lightness as well as by colour, have a
/// contrast of 3 to the board and carry a letter with a contrast of 4.5. `web/assets/pages/puzzles.css` repeats them.
pub const HUES: [[u32; 2]; 24] = [
    [0xdb_1c22, 0xf5_3e39],
    [0x1e_59cd, 0x48_86fe],
    [0x07_8c38, 0x51_bf68],
    [0xc5_8501, 0xfe_bd5c],
    [0x6e_25ad, 0xa0_5fe7],
    [0xdd_6300, 0xfe_843d],
    [0x03_999f, 0x5d_dae0],
    [0xe6_52a3, 0xfe_7fc0],
    [0x73_3c1a, 0x9f_6442],
    [0x54_5f68, 0x88_949d],
    [0x73_7c14, 0xaf_ba5c],
    [0x18_2a7c, 0x54_71c9],
    [0xb0_039b, 0xcf_2bb7],
    [0x3e_92d6, 0x65_b8fe],
    [0x76_0618, 0xbc_5051],
    [0x17_a478, 0x73_ecbc],
    [0x86_75d4, 0xb0_a2fe],
    [0x15_4f27, 0x3f_774d],
    [0xda_736c, 0xff_aba3],
    [0x0d_5c5a, 0x3c_8f8c],
    [0x9e_805e, 0xd1_b18e],
    [0x59_2656, 0x98_6193],
    [0x68_82a4, 0xb7_d4f9],
    [0x1c_2323, 0xe7_f1f1],
];

/// The letters that name a colour, with its hue and another one near it for the small letter beside the capital.
const NAMED: [(char, usize, usize); 8] = [
    ('R', 0, 18),  // red
    ('B', 1, 13),  // blue
    ('G', 2, 15),  // green
    ('Y', 3, 10),  // yellow
    ('P', 4, 7),   // purple, pink
    ('O', 5, 20),  // orange
    ('C', 6, 19),  // cyan
    ('M', 12, 14), // magenta, maroon
];

/// For every colour of a puzzle its number in [`HUES`]: of letters that name a colour that one, of the others what is
/// left, in order. Where there are more colours than hues, hues come again.
pub fn hues(puzzle: &Puzzle) -> Vec<usize> {
    let labels: Vec<&str> = puzzle.each_color().map(|color| puzzle.label(color)).collect();
    let mut hues: Vec<Option<usize>> = vec![None; labels.len()];
    let mut is_free = [true; HUES.len()];
    for is_small in [false, true] {
        for (label, hue) in labels.iter().zip(&mut hues) {
            let of = |capital: char| if is_small { capital.to_ascii_lowercase() } else { capital };
            let named = NAMED.iter().find(|(capital, ..)| label.chars().eq([of(*capital)]));
            let Some((_, first, second)) = named else { continue };
            if let Some(&free) = [first, second].into_iter().find(|hue| is_free[**hue]) {
                is_free[free] = false;
                *hue = Some(free);
            }
        }
    }
    let mut left = (0..HUES.len()).filter(|hue| is_free[*hue]).chain((0..HUES.len()).cycle());
    hues.into_iter().map(|hue| hue.or_else(|| left.next()).unwrap_or(0)).collect()
}

/// The red, green and blue of a colour written as one number.
pub fn rgb(color: u32) -> [u8; 3] {
    let [_, red, green, blue] = color.to_be_bytes();
    [red, green, blue]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::parse;

    fn hues_of(text: &str) -> Vec<usize> {
        hues(&parse(text).unwrap()[0])
    }

    #[test]
    fn letters_have_the_colours_they_name() {
        assert_eq!(hues_of(include_str!("../puzzles/05x05.txt")), [0, 2, 3, 1, 5]);
        // Small letters alone do as well; beside the capital they get another.
        assert_eq!(hues_of("y_y\nb_b"), [3, 1]);
        assert_eq!(hues_of("B_b\nB_b"), [1, 13]);
        // Other letters take what is left.
        assert_eq!(hues_of("ARZ\nARZ"), [1, 0, 2]);
        let [red, green, blue] = rgb(HUES[hues_of("x_x\nR_R")[1]][0]);
        assert!(red > 200 && green < 50 && blue < 50);
    }

    #[test]
    fn every_colour_has_a_hue_of_its_own_as_long_as_there_are_any() {
        for colors in [1, 24, 30] {
            let rows: Vec<String> = (0..colors).map(|n| format!("c{n} _ c{n}\n")).collect();
            let mut found = hues_of(&rows.concat());
            found.sort_unstable();
            found.dedup();
            assert_eq!(found.len(), colors.min(24));
        }
    }
}
