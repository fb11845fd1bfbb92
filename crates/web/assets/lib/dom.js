// @ts-check
/** Small helpers to make elements. No style attributes and no inline handlers: the page's policy forbids them. */

import { words } from "../strings.js";

/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, any>} attributes
 */
export function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value" || name === "checked" || name === "disabled" || name === "hidden" || name === "selected") /** @type {any} */ (element)[name] = value;
    else if (value === null || value === undefined || value === false) element.removeAttribute(name);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An HTML element: `h("p", {class: "lead"}, "text", child)`. Attributes that begin with `on` are listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  append(element, children);
  set(element, attributes);
  return element;
}

/**
 * An SVG element, likewise.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} name
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  set(element, attributes);
  append(element, children);
  return element;
}

/** @param {Element} element @param {Child[]} children */
function append(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child instanceof Node ? child : String(child));
  }
}

/** What a drawn piece is called, as the server says beside its drawing. @param {string} shape */
export const pieceLabel = (shape) => document.getElementById(shape)?.dataset.label ?? shape;

/** The shape that stands for a seat, for its icon. @param {string} game its name or text @param {number} seat @returns {string | undefined} */
export function seatShape(game, seat) {
  const shapes = document.getElementById("seat-shapes")?.dataset.shapes ?? "{}";
  return JSON.parse(shapes)[game.split(":")[0]]?.[seat];
}

/** A piece drawn alone, for lists of seats. @param {string | undefined} shape */
export function pieceIcon(shape) {
  return svg("svg", { class: "piece-icon", viewBox: "-.5 -.5 1 1", "aria-hidden": "true" }, shape ? svg("use", { href: `#${shape}` }) : null);
}

/** Tells everybody something, also those who listen. @param {string} text */
export function notify(text) {
  const notices = document.getElementById("notices");
  if (!notices) return;
  const notice = h("p", { class: "notice" }, text);
  notices.append(notice);
  while (notices.children.length > 3) notices.firstElementChild?.remove();
  setTimeout(() => notice.remove(), 5000);
}

/** Takes back all that was told: the next at the screen may be another. */
export const hush = () => document.getElementById("notices")?.replaceChildren();

/** A text in a field of its own, and a button that copies it. @param {string} name @param {string} text @param {string} [label] of the button, where there are several */
export function copyable(name, text, label) {
  const input = h("input", { type: "text", class: "mono", readonly: true, value: text, "aria-label": name, onfocus: () => input.select() });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      notify(words.game.copied);
    } catch {
      input.select();
    }
  };
  return h("div", { class: "field" }, h("span", { class: "label" }, name), h("div", { class: "copy" }, input, h("button", { type: "button", "aria-label": label, onclick: copy }, words.game.copy)));
}
