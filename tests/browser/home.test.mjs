// The home page, and the address of each game.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoProblems, launch, newPage } from "./lib/browser.mjs";
import { begin } from "./lib/savannah.mjs";
import { cardroom } from "./lib/site.mjs";
import { axe, change, press, ready } from "./lib/table.mjs";

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), cardroom()])));
after(async () => {
  await browser.close();
  await site.stop();
});

const offers = (page) =>
  page.locator(".offers [data-offer]").evaluateAll((all) => all.map((offer) => `${offer.dataset.offer}: ${offer.textContent}`));

test("a first visit shows all games; unfinished games can be resumed", async () => {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  await page.goto(site.url);
  await page.locator("[data-home]").waitFor();
  assert.deepEqual(await offers(page), ["klondike: Play", "one-card: Play", "savannah: Play"]);

  await page.locator("[data-offer=klondike]").click();
  await ready(page);
  await change(page, () => press(page, "d"));
  const deal = await page.locator("main").getAttribute("data-deal");

  await begin(page, site.url, { seats: ["person", "keen", "keen", "keen"] });
  await page.locator("header a[href='#']").click();
  await page.locator("[data-home]").waitFor();
  assert.deepEqual(await offers(page), ["klondike: Resume", "savannah: Resume", "one-card: Play"]);
  assert.match(await page.locator(".offers").innerText(), /Klondike, deal v1:\d+, \d+ moves?[^]*4 players, round 1/);

  await page.locator("[data-offer=klondike]").click();
  await ready(page);
  assert.equal(await page.locator("main").getAttribute("data-deal"), deal);
  await page.goto(new URL("#savannah", site.url).href);
  await page.locator("main.savannah[data-deal='v1:7']").waitFor();
  assertNoProblems(page);
  await page.context().close();
});

test("an address opens a game, and an unknown one the home page", async () => {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  await page.goto(new URL("#one-card", site.url).href);
  await ready(page);
  assert.equal(await page.locator("h1").innerText(), "One-card Klondike");
  await page.goto(new URL("#nowhere", site.url).href);
  await page.locator("[data-home]").waitFor();
  assertNoProblems(page);
  await page.context().close();
});

test("the rules can be read before a game, with pictures, in both languages", async () => {
  for (const [locale, word] of [["en-GB", "foundation"], ["de-DE", "Grundstapel"]]) {
    const page = await newPage(browser, { reducedMotion: "reduce", locale });
    await page.goto(site.url);
    for (const [game, pictures] of [["klondike", 4], ["one-card", 1], ["savannah", 3]]) {
      await page.locator(`a[href="#rules/${game}"]`).click();
      await page.locator(`[data-rules=${game}]`).waitFor();
      assert.equal(await page.locator("figure .card svg").first().isVisible(), true);
      assert.equal(await page.locator("figure").count(), pictures);
      assert.ok((await page.locator("main").innerText()).includes(word));
      assert.deepEqual(await axe(page), [], game);
      const wide = await page.locator(".felt").evaluateAll((all) => all.filter((felt) => felt.scrollWidth > felt.clientWidth).length);
      assert.equal(wide, 0, "no picture is cut off");
      await page.locator("nav a[href='#']").click();
      await page.locator("[data-home]").waitFor();
    }
    assertNoProblems(page);
    await page.context().close();
  }
});
