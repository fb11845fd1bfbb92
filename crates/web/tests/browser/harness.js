// @ts-check
/**
 * A real server and a real browser for the tests of one file.
 *
 *     const server = testServer();
 *     test("the board turns", server.withPage(async (page) => { await page.goto("/"); … }));
 *
 * Whatever the page does, three things fail its test: an error in the console (breaches of the
 * Content-Security-Policy are written there, too), an exception, and a request to another origin.
 */

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { after, before } from "node:test";
import { fileURLToPath } from "node:url";

import { chromium } from "playwright-core";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").BrowserContextOptions & {mayLog?: RegExp}} PageOptions */

const ROOT = fileURLToPath(new URL("../../../..", import.meta.url));
const TARGET = resolve(ROOT, process.env.CARGO_TARGET_DIR ?? "target");
const PROGRAM = process.env.BELLWETHER_PROGRAM ?? join(TARGET, "debug/bellwether");
/** Without a window Chromium opens and loads a page in a third of the processor time; it draws the same. */
const CHROMIUM = process.env.BELLWETHER_CHROMIUM ?? ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find((path) => existsSync(path));
/** Where pictures of the page go: into docs/ only if asked. */
const PICTURES = process.env.BELLWETHER_SCREENSHOTS ? join(ROOT, "docs/images") : join(TARGET, "browser");
/** Without these a browser calls home. */
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Which server a page talks to. @type {WeakMap<import("playwright-core").BrowserContext, TestServer>} */
const servers = new WeakMap();

/** A page waits this long for what a test expects; a busy machine needs it. */
export const TIMEOUT = 20_000;

/**
 * A server and a browser that live as long as the tests of this file.
 * @param {string[]} [options] of `bellwether serve`
 * @param {string} [program] in the folder of built programs, if not `bellwether` itself
 */
export function testServer(options = [], program) {
  const server = new TestServer(options, program && join(TARGET, "debug", program));
  before(() => server.start());
  after(() => server.end());
  return server;
}

export class TestServer {
  /** @param {string[]} options @param {string} [program] */
  constructor(options, program = PROGRAM) {
    this.options = options;
    this.program = program;
    this.folder = mkdtempSync(join(tmpdir(), "bellwether-browser-"));
    this.environment = { ...process.env, HOME: this.folder, BELLWETHER_TABLES: this.inside("tables"), BELLWETHER_MATCHES: this.inside("matches"), NO_COLOR: "1" };
    this.url = "";
    /** @type {import("playwright-core").Browser | undefined} */
    this.browser = undefined;
    /** @type {import("node:child_process").ChildProcess | undefined} */
    this.process = undefined;
  }

  /** A path in this server's own folder. @param {string} name */
  inside(name) {
    return join(this.folder, name);
  }

  async start() {
    mkdirSync(PICTURES, { recursive: true });
    [this.browser] = await Promise.all([chromium.launch({ executablePath: CHROMIUM, args: FLAGS }), this.serve()]);
  }

  /** Starts the server, at the port it had if it was started before. */
  async serve() {
    const port = this.url ? new URL(this.url).port : "0";
    const server = spawn(this.program, ["serve", "--json", "--no-open", "--port", port, "--store", this.inside("games.db"), ...this.options], { env: this.environment, stdio: ["ignore", "pipe", "inherit"] });
    this.process = server;
    const lines = createInterface({ input: /** @type {import("node:stream").Readable} */ (server.stdout) });
    for await (const line of lines) {
      this.url = JSON.parse(line).url;
      return;
    }
    throw new Error(`${this.program} serve ended at once`);
  }

  /** Kills the server without a warning. */
  async kill() {
    const server = this.process;
    if (!server || server.exitCode !== null || server.signalCode) return;
    const gone = new Promise((done) => server.once("exit", done));
    server.kill("SIGKILL");
    await gone;
  }

  async end() {
    await this.browser?.close();
    await this.kill();
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** What a command of the same program prints, with the same tables. @param {...string} words */
  command(...words) {
    return execFileSync(PROGRAM, words, { env: this.environment, encoding: "utf8" });
  }

  /**
   * A test's body with a fresh page, which it must leave without an error.
   * @param {(page: Page) => Promise<void>} body
   * @param {PageOptions} [options] of the browser, and the errors that belong to the test
   */
  withPage(body, { mayLog, ...options } = {}) {
    return async (/** @type {{name: string}} */ test) => {
      const browser = /** @type {import("playwright-core").Browser} */ (this.browser);
      const context = await browser.newContext({ baseURL: this.url, viewport: { width: 1280, height: 800 }, ...options });
      context.setDefaultTimeout(TIMEOUT);
      servers.set(context, this);
      const page = await context.newPage();
      /** @type {string[]} */
      const faults = [];
      page.on("console", (message) => {
        if (message.type() === "error" && !mayLog?.test(message.text())) faults.push(`console: ${message.text()}`);
      });
      page.on("pageerror", (error) => faults.push(`exception: ${error.message}`));
      context.on("request", (request) => {
        const { protocol, origin } = new URL(request.url());
        if (protocol !== "data:" && protocol !== "blob:" && origin !== new URL(this.url).origin) faults.push(`left the origin: ${request.url()}`);
      });
      try {
        await body(page);
        assert.deepEqual(faults, []);
      } catch (error) {
        const path = join(TARGET, "browser", `failed ${test.name.replaceAll(/[^\w ]/g, "")}.png`);
        await page.screenshot({ path }).catch(() => {});
        throw new Error(`${error instanceof Error ? error.message : error}\n${faults.join("\n")}\nthe page as it was: ${path}`, { cause: error });
      } finally {
        await context.close();
      }
    };
  }
}

/**
 * Makes a game without the form before it; its path.
 * @param {Page} page @param {{game: string, seats: string[], position?: string, moves?: string, paused?: boolean}} wanted
 */
export async function makeGame(page, wanted) {
  const origin = new URL(servers.get(page.context())?.url ?? page.url()).origin;
  const answer = await page.request.post(`${origin}/api/games`, { data: wanted, headers: { origin } });
  assert.ok(answer.ok(), await answer.text());
  const { id, key } = await answer.json();
  // A game on several screens has a key for whoever set it up.
  return `/game/${id}${key ? `#${key}` : ""}`;
}

/**
 * Takes the page's picture, for docs/images if `BELLWETHER_SCREENSHOTS` is set.
 * @param {Page} page @param {string} name
 */
export async function picture(page, name) {
  await page.evaluate(() => Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {}))));
  await page.screenshot({ path: join(PICTURES, `${name}.png`) });
}
