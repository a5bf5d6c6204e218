// The page that a visit begins with, and the address of each game.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoProblems, launch, newPage } from "./lib/browser.mjs";
import { begin } from "./lib/savannah.mjs";
import { cardroom } from "./lib/site.mjs";
import { change, press, ready } from "./lib/table.mjs";

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), cardroom()])));
after(async () => {
  await browser.close();
  await site.stop();
});

const offers = (page) =>
  page.locator(".offers [data-offer]").evaluateAll((all) => all.map((offer) => `${offer.dataset.offer}: ${offer.textContent}`));

test("a first visit shows all games; those that were begun are gone on with, each where it was", async () => {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  await page.goto(site.url);
  await page.locator("[data-home]").waitFor();
  assert.deepEqual(await offers(page), ["klondike: Play", "savannah: Play", "one-card: Play"]);

  await page.locator("[data-offer=klondike]").click();
  await ready(page);
  await change(page, () => press(page, "d"));
  const deal = await page.locator("main").getAttribute("data-deal");

  await begin(page, site.url, { seats: ["person", "keen", "keen", "keen"] });
  await page.locator("header a[href='#']").click();
  await page.locator("[data-home]").waitFor();
  assert.deepEqual(await offers(page), ["klondike: Go on", "savannah: Go on", "one-card: Play"]);
  assert.match(await page.locator(".offers").innerText(), /Klondike, deal v1:\d+, \d+ moves?[^]*4 players, round 1/);

  await page.locator("[data-offer=klondike]").click();
  await ready(page);
  assert.equal(await page.locator("main").getAttribute("data-deal"), deal);
  await page.goto(new URL("#savannah", site.url).href);
  await page.locator("main.savannah[data-deal='v1:7']").waitFor();
  assertNoProblems(page);
  await page.context().close();
});

test("an address leads into a game, and one that leads nowhere to all games", async () => {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  await page.goto(new URL("#one-card", site.url).href);
  await ready(page);
  assert.equal(await page.locator("h1").innerText(), "One-card Klondike");
  await page.goto(new URL("#nowhere", site.url).href);
  await page.locator("[data-home]").waitFor();
  assertNoProblems(page);
  await page.context().close();
});
