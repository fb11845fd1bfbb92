// @ts-check
/** The arena of a server whose tournaments a cluster plays: real workers, and a real nats-server between. */

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { createServer, connect } from "node:net";
import { after, before, test } from "node:test";

import { usableInLightAndDark } from "./accessibility.js";
import { TIMEOUT, TestServer } from "./harness.js";
import { PHONE, fits } from "./layout.js";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

/** Debian's servers are not on everybody's path. */
const NATS = existsSync("/usr/sbin/nats-server") ? "/usr/sbin/nats-server" : "nats-server";

/** A port that was free just now. @returns {Promise<number>} */
const freePort = () =>
  new Promise((done) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = /** @type {import("node:net").AddressInfo} */ (probe.address());
      probe.close(() => done(port));
    });
  });

/** Waits for somebody who listens. @param {number} port */
async function listening(port) {
  for (const until = Date.now() + TIMEOUT; Date.now() < until; ) {
    const isThere = await new Promise((done) => {
      const socket = connect(port, "127.0.0.1", () => done(true)).once("error", () => done(false));
      socket.once("connect", () => socket.destroy());
    });
    if (isThere) return;
    await new Promise((done) => setTimeout(done, 50));
  }
  throw new Error("nats-server does not start");
}

/** @type {ChildProcess[]} */
const processes = [];
const port = await freePort();
const address = `nats://127.0.0.1:${port}`;
const server = new TestServer(["--cluster", address]);
const worker = () => {
  const child = spawn(server.program, ["worker", "--cluster", address, "--slots", "1", "--files", server.inside("files")], { env: server.environment, stdio: "ignore" });
  processes.push(child);
  return child;
};

before(async () => {
  processes.push(spawn(NATS, ["-js", "-a", "127.0.0.1", "-p", String(port), "-sd", server.inside("nats")], { stdio: "ignore" }));
  await listening(port);
  await server.start();
});

after(async () => {
  for (const child of processes) child.kill("SIGKILL");
  await server.end();
});

test("workers are listed with what they do, as they come and go", server.withPage(async (page) => {
  await page.goto("/arena");
  await page.getByText("No worker is there").waitFor();
  // Workers say themselves how many games they play at once.
  assert.equal(await page.locator("#arena-concurrency").count(), 0);
  const first = worker();
  const rows = page.locator("#workers tbody tr");
  await rows.nth(0).waitFor();
  worker();
  await rows.nth(1).waitFor();
  await page.getByText("2 workers, 2 games at once").waitFor();

  await page.locator(".entrant").nth(2).waitFor();
  await page.getByRole("button", { name: "Remove this player" }).last().click();
  for (const [index, agent] of ["uct:time=0.02", "uct:time=0.02"].entries()) {
    const row = page.locator(".entrant").nth(index);
    await row.locator("select").selectOption("…");
    await row.locator("input.spec").fill(agent);
    await row.locator("input[maxlength]").fill(`player ${index}`);
  }
  await page.locator("#arena-games").fill("400");
  await page.locator("#arena-start").click();
  await page.locator("#tournament-status", { hasText: /^running$/ }).waitFor();
  // Both play, and the table of the tournament moves.
  for (const index of [0, 1]) await rows.nth(index).locator("td", { hasText: /^game \d/ }).waitFor();
  await page.locator("#tournament-progress", { hasText: /^[1-9]\d* of 400 games/ }).waitFor();
  await page.waitForFunction(() => Number(document.querySelector("#workers tbody td:nth-child(5)")?.textContent) > 0);
  await usableInLightAndDark(page);
  await page.setViewportSize(PHONE.viewport);
  await fits(page);

  first.kill("SIGKILL");
  await page.getByText("1 worker, 1 game at once").waitFor();
  await page.locator("#tournament-stop").click();
  await page.locator("#tournament-status", { hasText: /^unfinished$/ }).waitFor();
  await page.locator("#workers").waitFor({ state: "detached" });
}));
