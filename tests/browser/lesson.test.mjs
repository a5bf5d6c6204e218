// The lessons: following their arrows completes them, and nothing is saved.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoProblems, launch, newPage } from "./lib/browser.mjs";
import { cardroom } from "./lib/site.mjs";
import { axe, settled } from "./lib/table.mjs";

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), cardroom()])));
after(async () => {
  await browser.close();
  await site.stop();
});

async function at(page) {
  await settled(page);
  return Number(await page.locator("[data-lesson]").getAttribute("data-lesson"));
}

/// Clicks both ends of the arrow, in the order that makes a move.
async function follow(page) {
  const before = await at(page);
  const places = await page.locator("[data-hint]").evaluateAll((all) => all.map((element) => element.dataset.place));
  assert.ok(places.length > 0 && places.length < 3, `step ${before}: ${places}`);
  for (const order of [places, [...places].reverse()]) {
    for (const place of order) {
      if ((await at(page)) === before) await page.locator(`[data-place="${place}"][data-hint]`).last().click({ position: { x: 12, y: 8 } });
    }
    if ((await at(page)) > before) return;
    await page.keyboard.press("Escape");
  }
  assert.fail(`step ${before} waits: ${await page.locator(".lesson-text").innerText()}`);
}

for (const [game, title] of [
  ["klondike", "Klondike"],
  ["one-card", "One-card Klondike"],
  ["savannah", "Savannah"],
]) {
  test(`the lesson of ${title} can be completed, and a game follows`, async () => {
    const page = await newPage(browser, { reducedMotion: "reduce" });
    await page.goto(site.url);
    await page.getByRole("link", { name: `Learn it in a minute: ${title}` }).click();
    await page.locator("[data-lesson='1']").waitFor();
    await page.locator("[data-hint]").first().waitFor();
    assert.deepEqual(await axe(page), []);
    const [, count] = /Step 1 of (\d+)/.exec(await page.locator(".lesson-text").innerText());
    for (let step = 1; step < Number(count); step += 1) await follow(page);
    assert.equal(await at(page), Number(count));
    assert.deepEqual(await axe(page), []);
    assert.deepEqual(await page.evaluate(() => Object.keys(localStorage).filter((key) => /game|savannah|one-card|statistics/.test(key))), []);
    await page.locator("[data-do=again]").click();
    await page.locator("[data-lesson='1']").waitFor();
    await page.locator("[data-do=leave-lesson]").click();
    await page.locator("[data-lesson]").waitFor({ state: "detached" });
    await page.locator("main[data-deal]").waitFor();
    assertNoProblems(page);
    await page.context().close();
  });
}

test("a move outside the lesson is refused", async () => {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  await page.goto(new URL("#lesson/klondike", site.url).href);
  await page.locator("[data-hint]").first().waitFor();
  await page.keyboard.press("d");
  await page.locator("[data-said]", { hasText: "follow the arrow" }).waitFor();
  assert.equal(await at(page), 1);
  assertNoProblems(page);
  await page.context().close();
});
