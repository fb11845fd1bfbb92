// @ts-check
/** A seat's link as a QR code, over the page: a friend's telephone reads it from the screen. */

import { h, svg } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { words } from "../strings.js";

const said = words.links;

/** Always dark on light, as cameras want it. @param {import("../lib/messages.js").QrDrawing} qr @param {string} label */
const drawing = ({ size, path }, label) =>
  svg("svg", { class: "qr-code", viewBox: `0 0 ${size} ${size}`, role: "img", "aria-label": label, "shape-rendering": "crispEdges" }, svg("rect", { class: "qr-light", width: size, height: size }), svg("path", { class: "qr-dark", d: path }));

/** Shows a link until somebody closes it; Escape does, too. @param {{seat: string, link: string, qr: import("../lib/messages.js").QrDrawing}} shown */
export function showQr({ seat, link, qr }) {
  const close = h("button", { type: "button", class: "quiet", "aria-label": words.rules.close, title: words.rules.close, onclick: () => dialog.close() }, icon("close"));
  const dialog = h(
    "dialog",
    { class: "qr", "aria-labelledby": "qr-title", onclose: () => dialog.remove(), onclick: (/** @type {Event} */ event) => event.target === dialog && dialog.close() },
    h("header", { class: "titled" }, h("h2", { id: "qr-title" }, said.qrTitle(seat)), close),
    drawing(qr, said.qrLabel(seat, link)),
    h("p", { class: "tag" }, said.qrHelp),
    h("p", { class: "mono" }, link),
  );
  document.body.append(dialog);
  dialog.showModal();
}
