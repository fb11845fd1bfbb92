//! A board as planes of numbers: what a net is trained on.
//!
//! There is a plane for each kind of piece of the game's card, in its order, and a last one for the free squares. A plane
//! has a number for each square, rank by rank from the bottom, each from the left:
//!
//! - 1 where such a piece stands, or on the last plane, where a free square of the field is;
//! - in games that stack pieces, how many stand there, or [`UNKNOWN_COUNT`] where the observer cannot tell;
//! - 0 elsewhere: also on all planes outside the field.
//!
//! Whose turn it is, is not on the planes. With White's kind first, Breakthrough's planes are those of OpenSpiel.

use crate::bits::Bits;
use crate::picture::{Count, Picture, PieceStyle, SquareKind};

/// What stands on a plane for a stack whose size the observer cannot see.
pub const UNKNOWN_COUNT: f32 = -1.0;

/// How many planes a game with these kinds of pieces has.
#[must_use]
pub const fn plane_count(kinds: &[PieceStyle]) -> usize {
    kinds.len() + 1
}

/// Writes the planes of a board with these kinds of pieces.
///
/// # Panics
/// If `planes` is not as long as all planes together.
pub fn write(picture: &Picture, kinds: &[PieceStyle], planes: &mut [f32]) {
    let squares = picture.cells.len();
    assert_eq!(planes.len(), plane_count(kinds) * squares, "the planes have another size");
    planes.fill(0.0);
    for (square, cell) in picture.cells.iter().enumerate() {
        let (plane, number) = match cell.piece {
            Some(piece) => {
                let kind = kinds.iter().position(|kind| kind.id == piece.style.id);
                let number = match piece.count {
                    Count::None => 1.0,
                    Count::Known(count) => f32::from(count),
                    Count::Hidden => UNKNOWN_COUNT,
                };
                (kind, number)
            }
            None if matches!(cell.ground, SquareKind::Idle | SquareKind::Wall) => (None, 0.0),
            None => (Some(kinds.len()), 1.0),
        };
        if let Some(plane) = plane {
            planes[plane * squares + square] = number;
        }
    }
}

/// Eight squares of a plane for each byte of a set.
static EIGHT_SQUARES: [[f32; 8]; 256] = {
    let mut squares = [[0.0; 8]; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            squares[byte][bit] = (byte >> bit & 1) as f32;
            bit += 1;
        }
        byte += 1;
    }
    squares
};

/// Writes a plane with 1 on the squares of a set, whose bits are numbered as the squares of a plane are.
#[inline]
pub fn write_set<B: Bits>(set: B, plane: &mut [f32]) {
    // The copies of a fixed length are two stores each; of any length they would be calls.
    let (eights, rest) = plane.as_chunks_mut::<8>();
    for (index, eight) in eights.iter_mut().enumerate() {
        *eight = EIGHT_SQUARES[usize::from(set.byte(index))];
    }
    if !rest.is_empty() {
        let last = &EIGHT_SQUARES[usize::from(set.byte(eights.len()))];
        rest.copy_from_slice(&last[..rest.len()]);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Seat;
    use crate::picture::{PictureCell, Piece, Tone};

    const fn kind(id: &'static str, seat: Seat) -> PieceStyle {
        PieceStyle { id, seat, letter: "x", sign: "x", label: id, tone: Tone::Plain, svg: "" }
    }

    static KINDS: [PieceStyle; 2] = [kind("one", Seat::FIRST), kind("two", Seat::SECOND)];

    #[test]
    fn pieces_stacks_and_free_squares_have_planes() {
        let stack = |style, count| Some(Piece { style, count });
        let pieces = [
            stack(&KINDS[0], Count::None),
            stack(&KINDS[1], Count::Known(7)),
            stack(&KINDS[1], Count::Hidden),
            None,
            None,
            None,
        ];
        let grounds =
            [SquareKind::Light; 4].into_iter().chain([SquareKind::Wall, SquareKind::Idle]);
        let cells = grounds.zip(pieces).map(|(ground, piece)| PictureCell { ground, piece });
        let picture = Picture { columns: 3, rows: 2, cells: cells.collect() };
        let mut planes = [9.0; 18];
        write(&picture, &KINDS, &mut planes);
        assert_eq!(planes[..6], [1.0, 0.0, 0.0, 0.0, 0.0, 0.0]);
        assert_eq!(planes[6..12], [0.0, 7.0, UNKNOWN_COUNT, 0.0, 0.0, 0.0]);
        assert_eq!(planes[12..], [0.0, 0.0, 0.0, 1.0, 0.0, 0.0]);
    }
}
