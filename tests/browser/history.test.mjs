// Statistics, links and replays of past games.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { assertNoProblems, launch, newPage, pageIn } from "./lib/browser.mjs";
import { choose } from "./lib/play.mjs";
import { begin, HANDS, step, wanted } from "./lib/savannah.mjs";
import { cardroom } from "./lib/site.mjs";
import { axe, change, open, press, read, ready, said, still } from "./lib/table.mjs";

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), cardroom()])));
after(async () => {
  await browser.close();
  await site.stop();
});

async function show(page, panel) {
  await press(page, "m");
  await page.locator(`[data-open=${panel}]`).click();
  await page.locator(`[data-panel=${panel}]`).waitFor();
}

async function close(page) {
  await page.locator(".head [data-do=close]").click();
  await page.locator("[data-panel]").waitFor({ state: "detached" });
}

async function figures(page) {
  const pairs = await page.locator("[data-figure]").evaluateAll((all) => all.map((one) => [one.dataset.figure, one.textContent]));
  return Object.fromEntries(pairs);
}

const file = (text) => ({ name: "statistics.txt", mimeType: "text/plain", buffer: Buffer.from(text) });

test("a game counts from its first move, and its results are counted separately", async () => {
  const page = await newPage(browser);
  await open(page, site.url, { deal: "v1:42" });
  await show(page, "statistics");
  assert.match(await page.locator("[data-panel=statistics]").innerText(), /A game counts from its first move/);
  assert.equal(await page.locator("[data-figure]").count(), 0);
  assert.deepEqual(await axe(page), []);
  await close(page);
  await change(page, () => press(page, "d"));
  await change(page, () => press(page, "d"));
  await change(page, () => press(page, "r"));
  await change(page, () => press(page, "d"));
  await change(page, () => press(page, "n"));
  await show(page, "statistics");
  const { Played, Restarted, Abandoned, Won } = await figures(page);
  assert.deepEqual({ Played, Restarted, Abandoned, Won }, { Played: "2", Restarted: "1", Abandoned: "1", Won: "0" });
  assert.deepEqual(await axe(page), []);
  assertNoProblems(page);
  await page.context().close();
});

test("tabs share their statistics, an invalid file changes nothing, and statistics can be exported and deleted", async () => {
  const page = await newPage(browser);
  await open(page, site.url, { deal: "v1:42" });
  await change(page, () => press(page, "d"));
  const other = await pageIn(page.context());
  await open(other, site.url, { game: "one-card", deal: "v1:7" });
  await change(other, () => press(other, "d"));
  await show(other, "statistics");
  assert.equal((await figures(other)).Played, "2");
  await other.getByLabel("One-card Klondike").check();
  assert.equal((await figures(other)).Played, "1");

  await show(page, "statistics");
  const saved = page.waitForEvent("download");
  await page.locator("[data-do=save-statistics]").click();
  const kept = await readFile(await (await saved).path(), "utf8");
  assert.match(kept, /^cardroom statistics 1\n[0-9a-f]+ open \d+ \d+ 1 0 /);

  await page.locator("input[name=statistics]").setInputFiles(file(kept.replace(" open ", " opened ")));
  await page.locator("[data-error]:not(:empty)").waitFor();
  assert.match(await page.locator("[data-error]").innerText(), /Line \d cannot be read/);
  assert.equal((await figures(page)).Played, "2");

  await page.locator("[data-do=reset-statistics]").click();
  await page.locator("[data-do=forget]").click();
  await page.locator("[data-figure]").first().waitFor({ state: "detached" });
  await page.locator("input[name=statistics]").setInputFiles(file(kept));
  await page.locator("[data-figure]").first().waitFor();
  assert.equal((await figures(page)).Played, "2");
  assert.match(await page.locator("[data-news]").innerText(), /2 games were added/);
  assertNoProblems(page);
  await page.context().close();
});

test("statistics can be switched off", async () => {
  const page = await newPage(browser);
  await open(page, site.url, { deal: "v1:42" });
  await show(page, "settings");
  await page.locator("[data-switch=Statistics]").press("Space");
  await close(page);
  await change(page, () => press(page, "d"));
  await show(page, "statistics");
  assert.match(await page.locator("[data-panel=statistics]").innerText(), /Games are not counted/);
  assert.equal(await page.locator("[data-figure]").count(), 0);
  assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes("played")).length), 0);
  await page.context().close();
});

test("a link opens a deal, even on an open page; a damaged one says so and changes nothing", async () => {
  const page = await newPage(browser);
  await page.goto(`${site.url}#klondike-3/v1:7`);
  await ready(page);
  assert.equal((await read(page)).deal, "v1:7");
  await change(page, () => page.evaluate(() => (location.hash = "#klondike-1/v1:9")));
  assert.equal((await read(page)).deal, "v1:9");
  await change(page, () => press(page, "d"));
  const before = await read(page);
  for (const [hash, why] of [
    ["#klondike/v9:1", /does not name a deal/],
    ["#replay/AQhrbG9uZGlrZQV2MTo0MgAA", /damaged/],
    [`#replay/${"A".repeat(9000)}`, /too long/],
  ]) {
    await page.evaluate((hash) => (location.hash = hash), hash);
    await page.waitForFunction((why) => new RegExp(why).test(document.querySelector("[data-said]").textContent), why.source);
    assert.match(await said(page), /Nothing was changed/);
    assert.deepEqual(await read(page), before);
  }
  // After a reload the game can be resumed.
  await page.reload();
  await ready(page);
  assert.deepEqual(await read(page), before);
  assertNoProblems(page);
  await page.context().close();
});

for (const [name, options] of [
  ["on a desktop", {}],
  ["on a phone", { viewport: { width: 360, height: 740 }, hasTouch: true, colorScheme: "dark" }],
]) {
  test(`a link contains a whole game, which is replayed move by move: ${name}`, async () => {
    const page = await newPage(browser, options);
    await choose(page, { safe_moves: false });
    await open(page, site.url, { deal: "v1:42" });
    for (let times = 0; times < 3; times += 1) await change(page, () => press(page, "d"));
    await show(page, "record");
    const link = await page.locator("[data-do=copy-game]").getAttribute("data-link");
    await page.context().close();

    const watcher = await newPage(browser, options);
    await watcher.goto(link);
    await watcher.locator("[data-watch='0']").waitFor();
    const told = () => watcher.locator("[data-told]").innerText();
    assert.equal(await told(), "The cards are dealt.");
    await watcher.locator("[data-do=step-on]").click();
    assert.equal(await told(), "Drew the four of hearts.");
    await watcher.locator("[data-do=last]").click();
    assert.match(await watcher.locator(".count").innerText(), /Move 3 of 3/);
    await watcher.locator("[data-position]").focus();
    await press(watcher, "ArrowLeft");
    assert.match(await watcher.locator(".count").innerText(), /Move 2 of 3/);
    await watcher.getByText("The game could still be won at the end.").waitFor();
    await still(watcher);
    assert.deepEqual(await axe(watcher), []);
    await watcher.locator("[data-do=play-replay]").click();
    await watcher.getByText("Move 3 of 3").waitFor();
    await watcher.locator("[data-do=play-deal]").click();
    await watcher.locator('main[data-deal="v1:42"]').waitFor();
    assertNoProblems(watcher);
    await watcher.context().close();
  });
}

test("a replay shows the move that lost the game", async () => {
  const page = await newPage(browser);
  await open(page, site.url, { deal: "v1:42" });
  await show(page, "record");
  await page.locator("[name=import]").fill(await readFile(new URL("records/lost.txt", import.meta.url), "utf8"));
  await page.locator("[data-do=import]").click();
  await page.locator('main[data-deal="v1:1"]').waitFor();
  await show(page, "record");
  await page.locator("[data-do=watch]").click();
  await page.locator("[data-do=show-loss]").waitFor();
  const [, winnable, lost] = /up to move (\d+)\. Move (\d+) lost it/.exec(await page.locator("[data-verdict-along]").innerText());
  assert.equal(Number(lost), Number(winnable) + 1);
  await page.locator("[data-do=show-loss]").click();
  assert.match(await page.locator(".count").innerText(), new RegExp(`Move ${winnable} of`));
  await still(page);
  assert.deepEqual(await axe(page), []);
  assertNoProblems(page);
  await page.context().close();
});

test("a finished game of Savannah is replayed step by step, from a link too", async () => {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  page.settings = {};
  await begin(page, site.url, { seats: ["person", "beginner"], deal: "12", reserve: 5, discard: 1 });
  for (let steps = 0; steps < 3; steps += 1) await step(page, HANDS.mouse);
  await wanted(page);
  await page.locator("[data-do=menu]:visible").click();
  await page.locator("[data-do=resign]").click();
  await page.locator("[data-do=yes]").click();
  await page.locator("[data-over] [data-do=watch]").click();
  await page.locator("[data-watch='0']").waitFor();
  const told = () => page.locator("[data-told]").innerText();
  const hand = () => page.locator("[data-pile=hand] [data-card]").count();
  assert.match(await told(), /dealt/);
  assert.equal(await hand(), 0);
  const last = await page.locator("[data-position]").getAttribute("max");
  await page.locator("[data-do=last]").click();
  await page.locator(`[data-watch='${last}']`).waitFor();
  assert.match(await told(), /resigned/);
  await page.locator("[data-do=first]").click();
  for (const at of [1, 2, 3]) {
    await page.locator("[data-do=step-on]").click();
    await page.locator(`[data-watch='${at}']`).waitFor();
  }
  assert.equal(await hand(), 4);
  assert.deepEqual(await axe(page), []);
  const link = await page.locator("[data-link]").getAttribute("data-link");
  assert.ok(link.length < 400, link);

  const other = await newPage(browser, { reducedMotion: "reduce" });
  await other.goto(link);
  await other.locator("[data-watch='0']").waitFor();
  await other.locator("[data-do=play-replay]").click();
  await other.locator("[data-watch='1']").waitFor();

  const third = await newPage(browser, { reducedMotion: "reduce" });
  await third.goto(`${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`);
  assert.match(await third.locator("[data-error]").innerText(), /damaged/);
  for (const one of [page, other, third]) {
    assertNoProblems(one);
    await one.context().close();
  }
});
