// @ts-check
/** What a person likes: how boards look, and whether they are heard. A small sheet over the page; the browser keeps it. */

import { LOOKS, look, showsChances } from "../board/look.js";
import { h, svg } from "../lib/dom.js";
import { icon } from "../lib/icons.js";
import { ring, sound } from "../lib/sound.js";
import { words } from "../strings.js";

const said = words.settings;

/** A few squares of a theme. @param {import("../board/look.js").BoardLook} theme */
const swatch = (theme) => svg("svg", { class: "swatch", "data-board": theme, viewBox: "0 0 2 2", "aria-hidden": "true" }, ...[0, 1, 2, 3].map((place) => svg("rect", { class: place === 0 || place === 3 ? "light" : "dark", x: place % 2, y: Math.floor(place / 2), width: 1, height: 1 })));

export class SettingsDialog {
  constructor() {
    this.button = h("button", { type: "button", popovertarget: "settings", title: said.title, "aria-label": said.title }, icon("settings"));
    const shown = look();
    const themes = LOOKS.map((theme) => h("label", {}, swatch(theme), h("input", { type: "radio", name: "board-look", value: theme, checked: theme === shown, onchange: () => look(theme) }), said.looks[theme]));
    const sounds = h("input", { type: "checkbox", checked: sound(), onchange: () => sound(sounds.checked) && ring("move") });
    const chances = h("input", { type: "checkbox", checked: showsChances(), onchange: () => showsChances(chances.checked) });
    this.element = h(
      "div",
      { id: "settings", class: "panel settings", popover: "", role: "dialog", "aria-label": said.title, ontoggle: (/** @type {ToggleEvent} */ event) => event.newState === "open" && this.place() },
      h("fieldset", { class: "palette" }, h("legend", {}, said.board), ...themes),
      h("label", { class: "choice" }, sounds, said.sounds),
      h("label", { class: "choice" }, chances, said.chances),
      h("p", { class: "tag" }, said.arrows),
    );
  }

  /** Above its button, inside the window. */
  place() {
    const [at, own] = [this.button.getBoundingClientRect(), this.element.getBoundingClientRect()];
    const left = Math.max(8, Math.min(at.right - own.width, document.documentElement.clientWidth - own.width - 8));
    const top = Math.max(8, at.top - own.height - 8);
    for (const [name, value] of Object.entries({ left, top })) this.element.style.setProperty(name, `${value}px`);
  }
}
