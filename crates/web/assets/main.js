// @ts-check
/**
 * The router: an address becomes a page. A page is a module `pages/NAME.js` that exports
 * `mount(root, context)` and may give back a function that takes it down again.
 */

import { deepen } from "./board/depth.js";
import { look } from "./board/look.js";
import { Refused } from "./lib/api.js";
import { h, notify } from "./lib/dom.js";
import { icon } from "./lib/icons.js";
import { words } from "./strings.js";

/**
 * @typedef {object} Context
 * @property {string[]} parts what follows the page's name in the address, decoded
 * @property {URLSearchParams} query
 * @property {(path: string, replace?: boolean) => void} navigate
 * @property {(path: string) => void} remember what the page shows now has this address: Back comes to it
 * @property {(title: string) => void} title
 */
/** @typedef {{mount: (root: HTMLElement, context: Context) => void | (() => void) | Promise<void | (() => void)>}} Page */

/** First part of the address → module. @type {Record<string, string>} */
const PAGES = { "": "gallery", play: "setup", edit: "edit", game: "game", puzzles: "puzzles", arena: "arena", solve: "solve", learn: "learn" };
/** Which of the links above is lit. @type {Record<string, string>} */
const LIT = { "": "play", edit: "play", game: "play" };

const root = /** @type {HTMLElement} */ (document.getElementById("page"));
const nav = /** @type {HTMLElement} */ (document.getElementById("nav"));
/** @type {void | (() => void)} */
let unmount;
/** The address of what is shown. */
let shown = "";
let visit = 0;
let leaving = false;

/** @param {string} text */
function title(text) {
  document.title = text ? `${text} · ${words.brand}` : words.brand;
}

/** @param {string} path @param {boolean} [replace] */
function navigate(path, replace = false) {
  if (replace) history.replaceState(null, "", path);
  else history.pushState(null, "", path);
  void show(true);
}

/** The parts of the address; none if it is written wrongly. @returns {string[] | undefined} */
function address() {
  try {
    return location.pathname.split("/").slice(1).map(decodeURIComponent);
  } catch {
    return undefined;
  }
}

/** @param {string} first */
function light(first) {
  for (const link of nav.querySelectorAll("a")) {
    if (link.dataset.page === (LIT[first] ?? first)) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
}

/** A sentence, and the way on. @param {string} text */
const problem = (text) => h("div", { class: "wide" }, h("p", { class: "problem" }, text), h("a", { class: "button", href: "/" }, words.missing.back));

/** @param {boolean} moved whether somebody came here from another page */
async function show(moved) {
  const mine = ++visit;
  const [first = "", ...parts] = address() ?? ["%"];
  const name = Object.hasOwn(PAGES, first) ? PAGES[first] : "missing";
  /** @type {Page | undefined} */
  const page = await import(`./pages/${name}.js`).catch(() => undefined);
  if (mine !== visit) return;
  if (!page) {
    // A browser does not ask again for what it could not load once: a new start does.
    const answers = await fetch("/favicon.svg").catch(() => undefined);
    if (mine !== visit) return;
    if (!shown) {
      root.replaceChildren(problem(words.offline));
    } else if (answers) {
      location.reload();
    } else {
      // The server is gone. What is shown stays, and so do its address and its light.
      history.replaceState(null, "", shown);
      notify(words.offline);
    }
    return;
  }
  light(first);
  shown = location.pathname + location.search;
  unmount?.();
  unmount = undefined;
  // A place of its own: what a page draws after it was left is drawn nowhere.
  const place = h("div");
  root.replaceChildren(place);
  title("");
  // Somebody who has gone elsewhere since has another address.
  const remember = (/** @type {string} */ path) => {
    if (mine !== visit) return;
    history.replaceState(null, "", path);
    shown = location.pathname + location.search;
  };
  try {
    const down = await page.mount(place, { parts, query: new URLSearchParams(location.search), navigate, remember, title });
    if (mine === visit) unmount = down;
    else down?.();
  } catch (error) {
    // Whoever goes elsewhere takes no answers any more.
    if (leaving || mine !== visit) return;
    if (!(error instanceof Refused)) console.error(error);
    place.replaceChildren(problem(error instanceof Error && error.message ? error.message : words.failed));
  }
  if (moved && mine === visit) {
    root.focus({ preventScroll: true });
    scrollTo(0, 0);
  }
}

document.addEventListener("click", (event) => {
  const link = event.target instanceof Element ? event.target.closest("a") : null;
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!link || !plain || link.origin !== location.origin || link.target || link.hasAttribute("download") || link.hash) return;
  event.preventDefault();
  navigate(link.pathname + link.search);
});
addEventListener("pagehide", () => (leaving = true));
addEventListener("pageshow", () => (leaving = false));
addEventListener("popstate", () => void show(true));

for (const [page, text] of Object.entries(words.pages)) {
  nav.append(h("a", { href: page === "play" ? "/" : `/${page}`, "data-page": page }, text));
}

const themes = /** @type {const} */ (["auto", "light", "dark"]);
const button = /** @type {HTMLButtonElement} */ (document.getElementById("theme"));

/** @param {string | null} wanted */
function setTheme(wanted) {
  const theme = themes.find((known) => known === wanted) ?? "auto";
  document.documentElement.dataset.theme = theme;
  button.replaceChildren(icon({ auto: "half", light: "sun", dark: "moon" }[theme]), h("span", {}, words.theme[theme]));
  button.setAttribute("aria-label", `${words.theme.label}: ${theme}`);
  return theme;
}

/** Some browsers forbid storage; then the choice lasts as long as the page. @param {string} [value] */
function stored(value) {
  try {
    if (value !== undefined) localStorage.setItem("theme", value);
    return localStorage.getItem("theme");
  } catch {
    return value ?? null;
  }
}

let theme = setTheme(stored());
button.addEventListener("click", () => {
  theme = setTheme(themes[(themes.indexOf(theme) + 1) % themes.length]);
  stored(theme);
});

addEventListener("unhandledrejection", (event) => {
  if (leaving) return event.preventDefault();
  console.error(event.reason);
  notify(event.reason instanceof Error && event.reason.message ? event.reason.message : words.failed);
});

deepen(document);
look();
void show(false);
