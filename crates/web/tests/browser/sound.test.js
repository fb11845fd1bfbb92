// @ts-check
/** Sounds: none unless they are wanted, another for each occasion, soft and short. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { begin, button, click } from "./board.js";
import { testServer } from "./harness.js";

/** @typedef {import("playwright-core").Page} Page */

const server = testServer();
const GAME = "breakthrough:rows=5,columns=5";

/** Writes down every tone that is begun. @param {Page} page */
const listen = (page) =>
  page.addInitScript(() => {
    const heard = /** @type {number[]} */ ([]);
    Object.assign(window, { heard });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (/** @type {number} */ when) {
      heard.push(Math.round(this.frequency.value));
      start.call(this, when);
    };
  });

/** The tones since the last time. @param {Page} page @returns {Promise<number[]>} */
const heard = (page) => page.evaluate(() => /** @type {any} */ (window).heard.splice(0));

test("sounds are off at first, and the choice is kept", server.withPage(async (page) => {
  await listen(page);
  await begin(page, GAME, ["person", "person"]);
  await click(page, "b2", "b3");
  assert.deepEqual(await heard(page), []);
  await button(page, "Board and sounds").click();
  const choice = page.getByRole("checkbox", { name: "Sounds" });
  assert.equal(await choice.isChecked(), false);
  await choice.check();
  assert.equal((await heard(page)).length, 1, "so does a move sound");
  await page.reload();
  await button(page, "Board and sounds").click();
  assert.ok(await choice.isChecked());
  await choice.uncheck();
  await page.keyboard.press("Escape");
  await click(page, "d4", "d3");
  assert.deepEqual(await heard(page), []);
}));

test("a move, a capture and the end sound each in their own way", server.withPage(async (page) => {
  await listen(page);
  await page.addInitScript(() => localStorage.setItem("sound", "on"));
  await begin(page, GAME, ["person", "person"], { moves: "b2b3 d4d3" });
  await click(page, "a2", "a3");
  const move = await heard(page);
  await click(page, "d3", "c2");
  const capture = await heard(page);
  await click(page, "e2", "e3");
  await heard(page);
  await click(page, "c2", "b1");
  await page.locator(".status.over").waitFor();
  const end = await heard(page);
  assert.deepEqual([move.length, capture.length, end.length], [1, 2, 3]);
}));

test("every sound is soft, short and does not click", server.withPage(async (page) => {
  await page.goto("/");
  const sounds = await page.evaluate(async () => {
    const { write } = await import(String("/assets/lib/sound.js"));
    /** @type {Record<string, {peak: number, first: number, rest: number}>} */
    const found = {};
    for (const name of ["move", "capture", "end", "solved"]) {
      const audio = new OfflineAudioContext(1, 2 * 44100, 44100);
      write(audio, name);
      const samples = (await audio.startRendering()).getChannelData(0);
      const loud = (/** @type {Float32Array} */ part) => part.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      found[name] = { peak: loud(samples), first: Math.abs(samples[0]), rest: loud(samples.slice(1.2 * 44100)) };
    }
    return found;
  });
  assert.deepEqual(Object.keys(sounds), ["move", "capture", "end", "solved"]);
  for (const [name, { peak, first, rest }] of Object.entries(sounds)) {
    assert.ok(peak > 0.03 && peak < 0.5, `${name} is as loud as ${peak}`);
    assert.ok(first < 0.01, `${name} begins with ${first}`);
    assert.ok(rest < 0.001, `${name} is still heard: ${rest}`);
  }
}));
