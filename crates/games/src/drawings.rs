//! Drawings that several games share.

use bellwether_core::Seat;
use bellwether_core::picture::{PieceStyle, Tone};

/// A wolf, which sits first wherever wolves and sheep meet.
pub(crate) static WOLF: PieceStyle = PieceStyle {
    id: "wolf",
    seat: Seat::FIRST,
    letter: "W",
    sign: "W",
    label: "wolf",
    tone: Tone::Inverse,
    svg: r##"<path class="head" d="M-.3-.32L-.14-.16H.14L.3-.32L.3 .06L0 .36L-.3 .06Z"/><path class="eyes" d="M-.16 0l.1 .05M.16 0l-.1 .05"/><circle class="nose" cx="0" cy=".27" r=".05"/>"##,
};

/// A single sheep.
pub(crate) static SHEEP: PieceStyle = PieceStyle {
    id: "sheep",
    seat: Seat::SECOND,
    letter: "S",
    sign: "S",
    label: "sheep",
    tone: Tone::Plain,
    svg: r##"<g class="wool"><ellipse cx="0" cy=".02" rx=".32" ry=".26"/><circle cx="-.22" cy="-.1" r=".13"/><circle cx="0" cy="-.2" r=".13"/><circle cx=".22" cy="-.1" r=".13"/><circle cx="-.2" cy=".14" r=".13"/><circle cx=".2" cy=".14" r=".13"/></g><ellipse class="fleece" cx="0" cy="0" rx=".27" ry=".2"/><ellipse class="face" cx="0" cy=".04" rx=".13" ry=".16"/><circle class="eye" cx="-.05" cy="0" r=".022"/><circle class="eye" cx=".05" cy="0" r=".022"/>"##,
};
