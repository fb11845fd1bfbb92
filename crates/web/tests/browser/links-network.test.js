// @ts-check
/** A server for the network: the links have this machine's address and the token, and let a friend in. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin } from "./board.js";
import { TIMEOUT, testServer } from "./harness.js";

const server = testServer(["--bind", "0.0.0.0"]);

test("a link lets a friend from the network in, as one seat", server.withPage(async (page) => {
  await page.goto(server.url);
  await begin(page, "connect-four", ["person", "friend"]);
  const field = page.locator("section:has(#links-title) input");
  await field.waitFor();
  const link = new URL(await field.inputValue());
  const token = new URL(server.url).searchParams.get("token");
  assert.equal(link.searchParams.get("token"), token);
  const browser = /** @type {import("playwright-core").Browser} */ (page.context().browser());
  const context = await browser.newContext();
  context.setDefaultTimeout(TIMEOUT);
  const other = await context.newPage();
  const refused = await other.goto(link.origin + link.pathname);
  assert.equal(refused?.status(), 401, "without the token nobody comes in");
  /** @type {string[]} */
  const asked = [];
  context.on("request", (request) => asked.push(request.url() + JSON.stringify(request.headers().referer ?? "")));
  await other.goto(link.href);
  await other.locator(".status", { hasText: "to move." }).waitFor();
  assert.equal(new URL(other.url()).search, "", "the token leaves the address");
  assert.equal(new URL(other.url()).hash, link.hash, "the key stays");
  const key = link.hash.slice(1);
  assert.deepEqual(asked.filter((text) => text.split("#")[0].includes(key) || text.split('"')[1]?.includes(key)), [], "no request and no referrer has the key");
  await other.reload();
  await page.locator(".seats", { hasText: "is here" }).waitFor();
  await context.close();
  // A browser says of every address but its own machine's that it is not encrypted.
}, { mayLog: /Cross-Origin-Opener-Policy header has been ignored/ }));
