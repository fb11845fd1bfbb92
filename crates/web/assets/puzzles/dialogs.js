// @ts-check
/** Two small windows: one to paste a puzzle into, one to copy from where the browser forbids it to scripts. */

import { h, notify } from "../lib/dom.js";
import { words } from "../strings.js";
import { puzzleWords as text } from "../strings/puzzles.js";

/**
 * Asks for a puzzle's text until the server can read it, or the person gives up.
 * @param {HTMLElement} root
 * @param {(written: string) => Promise<void>} take fails with what is wrong with the text
 */
export function askForPuzzle(root, take) {
  const area = h("textarea", { id: "puzzle-text", name: "puzzle", rows: 12, spellcheck: "false", autocomplete: "off", maxlength: 8000, "aria-describedby": "puzzle-note puzzle-problem" });
  const problem = h("p", { id: "puzzle-problem", class: "problem", role: "alert" });
  const dialog = h(
    "dialog",
    { class: "puzzle-dialog", id: "puzzle-paste", "aria-labelledby": "puzzle-paste-title" },
    h(
      "form",
      {
        method: "dialog",
        onsubmit: async (/** @type {SubmitEvent} */ event) => {
          event.preventDefault();
          problem.textContent = "";
          try {
            await take(area.value);
            dialog.close();
          } catch (error) {
            problem.textContent = error instanceof Error ? error.message : words.failed;
            pointAt(area, problem.textContent);
          }
        },
      },
      h("h2", { id: "puzzle-paste-title" }, text.pasteTitle),
      h("p", { id: "puzzle-note", class: "tag" }, text.pasteNote),
      h("label", { class: "visually-hidden", for: "puzzle-text" }, text.pasteLabel),
      area,
      problem,
      h("div", { class: "controls" }, h("button", { class: "primary", type: "submit" }, text.read), h("button", { type: "button", onclick: () => dialog.close() }, text.cancel)),
    ),
  );
  dialog.addEventListener("close", () => dialog.remove());
  root.append(dialog);
  dialog.showModal();
  area.focus();
}

/** Puts the cursor where the error says the fault is. @param {HTMLTextAreaElement} area @param {string} error */
function pointAt(area, error) {
  const place = /^line (\d+), column (\d+)/.exec(error);
  area.focus();
  if (!place) return;
  const lines = area.value.split("\n");
  const start = lines.slice(0, Number(place[1]) - 1).join("\n").length + (Number(place[1]) > 1 ? 1 : 0) + Number(place[2]) - 1;
  area.setSelectionRange(start, Math.min(start + 1, area.value.length));
}

/** Copies a text, or shows it to be copied by hand. @param {HTMLElement} root @param {string} what */
export async function copy(root, what) {
  try {
    await navigator.clipboard.writeText(what);
    notify(text.copied);
  } catch {
    const area = h("textarea", { readonly: true, rows: 8, "aria-label": text.copyTitle, value: what });
    const dialog = h(
      "dialog",
      { class: "puzzle-dialog", "aria-label": text.copyTitle },
      h("form", { method: "dialog" }, h("h2", {}, text.copyTitle), area, h("div", { class: "controls" }, h("button", { type: "submit" }, text.cancel))),
    );
    dialog.addEventListener("close", () => dialog.remove());
    root.append(dialog);
    dialog.showModal();
    area.select();
  }
}
