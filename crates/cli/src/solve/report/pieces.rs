//! Boards as SVG inside a page.

use std::fmt::Write;

use bellwether_core::picture::{Ground, Kind, Picture};
use bellwether_core::square::{Square, file_name};

use super::html::escape;

/// The pieces: a page has them once. A square is one unit wide.
pub(super) const PIECES: &str = r##"<svg class="defs" width="0" height="0" aria-hidden="true"><defs>
<g id="sheep"><g class="wool"><ellipse cx="0" cy=".02" rx=".32" ry=".26"/><circle cx="-.22" cy="-.1" r=".13"/><circle cx="0" cy="-.2" r=".13"/><circle cx=".22" cy="-.1" r=".13"/><circle cx="-.2" cy=".14" r=".13"/><circle cx=".2" cy=".14" r=".13"/></g><ellipse class="fleece" cx="0" cy="0" rx=".27" ry=".2"/><ellipse class="face" cx="0" cy=".04" rx=".13" ry=".16"/><circle class="eye" cx="-.05" cy="0" r=".022"/><circle class="eye" cx=".05" cy="0" r=".022"/></g>
<g id="wolf"><path class="head" d="M-.3-.32L-.14-.16H.14L.3-.32L.3 .06L0 .36L-.3 .06Z"/><path class="eyes" d="M-.16 0l.1 .05M.16 0l-.1 .05"/><circle class="nose" cx="0" cy=".27" r=".05"/></g>
<circle id="stone" class="head" r=".3"/>
</defs></svg>
"##;

pub(super) fn board(picture: &Picture, name: &str) -> String {
    let Picture { columns, rows, .. } = picture;
    let mut svg = format!(
        "<svg class=\"board\" viewBox=\"-0.4 -0.05 {} {}\" role=\"img\" aria-label=\"{}\">\n",
        *columns as f64 + 0.45,
        *rows as f64 + 0.45,
        escape(name)
    );
    for rank in 0..*rows {
        for file in 0..*columns {
            let cell = picture.cell(Square::new(file, rank));
            let y = rows - 1 - rank;
            let ground = match cell.ground {
                Ground::Light => "light",
                Ground::Dark => "dark",
                Ground::Idle => "idle",
                Ground::Wall => continue,
            };
            let _ =
                write!(svg, r#"<rect class="{ground}" x="{file}" y="{y}" width="1" height="1"/>"#);
            let Some(piece) = cell.piece else { continue };
            let shape = match piece.kind {
                Kind::Sheep => "sheep",
                Kind::Wolf => "wolf",
                Kind::Worker | Kind::Flock(_) => "stone",
            };
            let (x, y) = (file as f64 + 0.5, y as f64 + 0.5);
            let _ = write!(svg, r##"<use href="#{shape}" x="{x}" y="{y}"/>"##);
        }
        let y = (rows - 1 - rank) as f64 + 0.58;
        let _ = writeln!(svg, r#"<text class="coord" x="-0.2" y="{y:.2}">{}</text>"#, rank + 1);
    }
    for file in 0..*columns {
        let (x, y) = (file as f64 + 0.5, *rows as f64 + 0.28);
        let _ = write!(
            svg,
            r#"<text class="coord" x="{x:.2}" y="{y:.2}">{}</text>"#,
            escape(&file_name(file))
        );
    }
    svg + "</svg>\n"
}
