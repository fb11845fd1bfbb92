// @ts-check
/** What a solved table has to say: is the game fair, how long does it take, what if there were more sheep? */

import { gamePath } from "../../lib/api.js";
import { h } from "../../lib/dom.js";
import { loadStylesheet } from "../../lib/stylesheet.js";
import { waiting } from "../../lib/waiting.js";
import { solveWords as said } from "../../strings/solve.js";
import { pagePath, report } from "./api.js";

/** Text of the server as elements; its scripts, if it had any, do not run. @param {string} html */
function parsed(html) {
  return [...new DOMParser().parseFromString(html, "text/html").body.childNodes].map((node) => document.adoptNode(node));
}

/** @param {HTMLElement} root @param {import("../../main.js").Context} context @param {string} id */
export async function mount(root, context, id) {
  const shown = waiting(root, said.reading);
  const [found] = await Promise.all([report(id), loadStylesheet("../api/tables/report.css")]).finally(shown);
  context.title(found.title);
  const sections = found.sections.map((section, index) => {
    const part = h("section", { "aria-labelledby": `section-${index}` }, h("h2", { id: `section-${index}` }, section.title), ...parsed(section.html));
    for (const table of part.querySelectorAll(".scroll, pre")) {
      table.setAttribute("tabindex", "0");
      table.setAttribute("role", "group");
      table.setAttribute("aria-label", section.title);
    }
    return part;
  });
  root.append(
    h(
      "div",
      { class: "wide reading" },
      h("p", { class: "tag" }, h("a", { href: "/solve" }, said.back)),
      h("h1", {}, found.title),
      h("p", { class: "lead" }, found.lead),
      h("div", { class: "controls" }, h("a", { class: "button", href: gamePath("play", found.game), id: "report-play" }, said.play), h("a", { class: "button", href: pagePath(id), download: "", id: "report-download" }, said.download)),
      h("div", { class: "report", id: "report" }, ...parsed(found.patterns), ...sections),
    ),
  );
}
