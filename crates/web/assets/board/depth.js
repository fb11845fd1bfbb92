// @ts-check
/**
 * Depth for the pieces of every game. A card draws its pieces flat; here each drawing gets a shadow, a rim and a light from
 * above, all made of its own outline, and fills its square. Done once for the drawings: a piece on a board costs no more than
 * before, and no filter has to be worked out when it moves.
 */

import { svg } from "../lib/dom.js";

const OUTLINES = ":scope > :is(circle, ellipse, rect, path, polygon, g)";
/** How far a drawing may reach from the middle of its square when it is enlarged, and by how much at most. */
const REACH = 0.43;
const MOST = 1.3;

/** @param {Document | Element} root where the drawings are */
export function deepen(root) {
  const definitions = root.querySelector(".defs defs");
  if (!definitions) return;
  const drawings = /** @type {SVGGElement[]} */ ([...definitions.querySelectorAll("g[id]")]);
  for (const drawing of drawings) {
    const body = drawing.querySelector(OUTLINES);
    if (!body) continue;
    const scale = enlarged(drawing);
    body.after(copy(body, "gloss"));
    const shadow = svg("g", { class: "shadow" }, ...["far", "middle", "near", "rim"].map((name) => copy(body, name)));
    drawing.replaceChildren(svg("g", { transform: `scale(${scale})` }, shadow, ...drawing.childNodes));
  }
  definitions.append(
    svg("radialGradient", { id: "gloss", cx: 0.36, cy: 0.24, r: 0.84 }, ...Object.entries({ lit: 0, "lit even": 0.5, "dim even": 0.5, dim: 1 }).map(([name, offset]) => svg("stop", { class: name, offset }))),
  );
}

/** The outline again, without the colours that it has. @param {Element} body @param {string} name */
function copy(body, name) {
  const again = /** @type {Element} */ (body.cloneNode(true));
  for (const part of [again, ...again.querySelectorAll("*")]) for (const attribute of ["class", "fill", "stroke", "stroke-width", "id"]) part.removeAttribute(attribute);
  again.setAttribute("class", name);
  return again;
}

/** @param {SVGGElement} drawing */
function enlarged(drawing) {
  const { x, y, width, height } = drawing.getBBox();
  const reach = Math.max(-x, x + width, -y, y + height);
  return reach > 0 ? Math.max(1, Math.min(MOST, REACH / reach)).toFixed(3) : 1;
}
