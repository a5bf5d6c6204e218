// Data that an earlier version stored in a browser can be read:
// crates/client/tests/data/storage.json.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { assertNoProblems, launch, newPage, pageIn } from "./lib/browser.mjs";
import { cardroom } from "./lib/site.mjs";
import { change, press, read, ready } from "./lib/table.mjs";

const STORED = await readFile(new URL("../../crates/client/tests/data/storage.json", import.meta.url), "utf8");

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), cardroom()])));
after(async () => {
  await browser.close();
  await site.stop();
});

/// A page in a browser with data of the earlier version.
async function returning() {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  await page.addInitScript((text) => {
    if (localStorage.length === 0) for (const [key, value] of Object.entries(JSON.parse(text))) localStorage.setItem(key, value);
  }, STORED);
  return page;
}

const deal = (page) => page.locator("main[data-deal]").getAttribute("data-deal");

test("every game is resumed where it was left", async () => {
  const page = await returning();
  await page.goto(site.url);
  await page.locator("[data-home]").waitFor();
  const told = await page.locator(".offers").innerText();
  assert.match(told, /deal solvitaire:9, \d+ moves[^]*deal v1:892374487, \d+ moves[^]*5 players, round 1/);

  await page.goto(new URL("#klondike", site.url).href);
  await ready(page);
  assert.equal(await deal(page), "solvitaire:9");
  assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), "dark");
  const before = await read(page);
  await change(page, () => press(page, "u"));
  assert.notDeepEqual(await read(page), before, "the last move can be undone");

  await page.goto(new URL("#one-card", site.url).href);
  await page.locator("main[data-deal='v1:892374487']").waitFor();
  await page.goto(new URL("#savannah", site.url).href);
  await page.locator("main.savannah[data-deal='v1:77']").waitFor();
  assertNoProblems(page);
  await page.context().close();
});

test("a second tab has the second game, and both share the statistics", async () => {
  const page = await returning();
  await page.goto(new URL("#klondike", site.url).href);
  await ready(page);
  const second = await pageIn(page.context());
  await second.goto(new URL("#klondike", site.url).href);
  await ready(second);
  await second.locator("main[data-deal='v1:7']").waitFor();
  await press(page, "m");
  await page.locator("[data-open=statistics]").click();
  await page.locator("[data-figure=Played]").waitFor();
  assert.equal(await page.locator("[data-figure=Played]").innerText(), "10");
  assertNoProblems(page);
  await page.context().close();
});
