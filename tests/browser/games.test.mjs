// Whole games, won with each input method.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoProblems, launch, newPage } from "./lib/browser.mjs";
import { HANDS, choose, play, winningLine } from "./lib/play.mjs";
import { cardroom } from "./lib/site.mjs";
import { axe, open, said, won } from "./lib/table.mjs";

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), cardroom()])));
after(async () => {
  await browser.close();
  await site.stop();
});

/// A page without automatic moves, so that a line can be played exactly.
async function table(options, game, deal) {
  const page = await newPage(browser, { reducedMotion: "reduce", ...options });
  await choose(page, { safe_moves: false });
  await open(page, site.url, { game, deal });
  return page;
}

const GAMES = [
  ["a whole Klondike is won by dragging", "klondike", "v1:2", HANDS.mouse, {}],
  ["a whole Klondike is won by keys alone", "klondike", "v1:2", HANDS.keys, {}],
  [
    "a whole Klondike is won by a finger on a phone",
    "klondike",
    "v1:2",
    HANDS.finger,
    { viewport: { width: 360, height: 740 }, hasTouch: true },
  ],
  ["a whole One-card Klondike is won by dragging", "one-card", "v1:7", HANDS.mouse, {}],
];

for (const [name, game, deal, hand, options] of GAMES) {
  test(name, async () => {
    const page = await table(options, game, deal);
    await play(page, await winningLine(game, deal), hand);
    assert.ok(await won(page));
    assert.match(await said(page), /you have won!$/);
    const panel = page.locator("[data-won-panel]");
    await panel.waitFor();
    assert.deepEqual(await axe(page), []);
    // A won game is still won after the page was closed.
    await page.reload();
    await panel.waitFor();
    await panel.locator("[data-do=new]").click();
    await page.waitForFunction((deal) => document.querySelector("main").dataset.deal !== deal, deal);
    assert.equal(await won(page), false);
    assertNoProblems(page);
    await page.context().close();
  });
}

test("auto-finish gets faster, and any key skips the winning animation", async () => {
  const page = await newPage(browser);
  await choose(page, { safe_moves: false, motion: "quick" });
  await open(page, site.url, { deal: "v1:2" });
  const line = await winningLine("klondike", "v1:2");
  // Plays the solver's line; the finish is offered once no card is face down.
  for (const mv of line) {
    if (await page.locator("[data-do=finish]:visible").count()) break;
    await play(page, [mv], HANDS.keys);
  }
  await page.locator("[data-do=finish]:visible").click();
  await page.locator("main[data-won]").waitFor({ state: "attached" });
  await page.locator(".flight").waitFor();
  await page.keyboard.press("Escape");
  await page.locator("[data-won-panel]").waitFor();
  assert.equal(await page.locator(".flight").count(), 0);
  assertNoProblems(page);
  await page.context().close();
});
