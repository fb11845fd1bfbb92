// @ts-check
/** How much time each seat has: none, one of the usual, or one of your own. */

import { h } from "../lib/dom.js";
import { words } from "../strings.js";

const OTHER = "…";

export class ClockChoice {
  /** @param {string} given @param {() => void} changed */
  constructor(given, changed) {
    const said = words.clock;
    const listed = !given || Object.hasOwn(said.choices, given);
    this.own = h("input", { type: "text", class: "mono", autocomplete: "off", "aria-label": said.own, value: listed ? "" : given, oninput: changed });
    const field = h("div", { class: "field", hidden: listed }, this.own, h("small", {}, said.ownHelp));
    this.select = h(
      "select",
      {
        id: "clock",
        onchange: () => {
          field.hidden = this.select.value !== OTHER;
          changed();
          if (!field.hidden) this.own.focus();
        },
      },
      h("option", { value: "" }, said.none),
      ...Object.entries(said.choices).map(([value, text]) => h("option", { value, selected: value === given }, text)),
      h("option", { value: OTHER, selected: !listed }, said.other),
    );
    this.element = h("div", { class: "field" }, h("label", { for: "clock" }, said.label), this.select, field);
  }

  /** As the server reads it; empty for none. */
  get value() {
    return this.select.value === OTHER ? this.own.value.trim() : this.select.value;
  }
}
