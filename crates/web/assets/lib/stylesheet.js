// @ts-check
/** A page's own style: fetched when the page is first shown, and kept. */

/** @type {Map<string, Promise<void>>} */
const stylesheets = new Map();

/** Ready when the style is there, so that nothing jumps. @param {string} path below `/assets/` @returns {Promise<void>} */
export function loadStylesheet(path) {
  let ready = stylesheets.get(path);
  if (!ready) {
    ready = new Promise((done) => {
      const link = document.createElement("link");
      link.rel = "stylesheet";
      link.href = `/assets/${path}`;
      link.onload = link.onerror = () => done();
      document.head.append(link);
    });
    stylesheets.set(path, ready);
  }
  return ready;
}
