// The table: refusals, undo, hints, verdicts and saves.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { assertNoProblems, launch, newPage, pageIn } from "./lib/browser.mjs";
import { choose } from "./lib/play.mjs";
import { cardroom, plainHost } from "./lib/site.mjs";
import { change, click, drag, open, press, read, ready, said, settled, spot, still, version } from "./lib/table.mjs";

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), cardroom()])));
after(async () => {
  await browser.close();
  await site.stop();
});

async function table(query, settings = {}, options = {}) {
  const page = await newPage(browser, options);
  await choose(page, settings);
  await open(page, site.url, query);
  await still(page);
  return page;
}

async function done(page) {
  assertNoProblems(page);
  await page.context().close();
}

const verdict = (page, state) => page.locator(`[data-verdict=${state}]`).waitFor();

test("an illegal drop glides back and says why, with the rule in words", async () => {
  const page = await table({ deal: "v1:42" });
  const [before, box] = [await read(page), await spot(page, "Kh").boundingBox()];
  await drag(page, "Kh", "Js");
  assert.equal(await said(page), "Only a red ten can go on the jack of spades, not the king of hearts (K19).");
  const shown = page.locator(".say");
  assert.match(await shown.innerText(), /K19 On a column, a card goes only onto a face-up card/);
  await still(page);
  assert.deepEqual(await read(page), before);
  assert.deepEqual(await spot(page, "Kh").boundingBox(), box);
  await drag(page, "Js", "column-1");
  await drag(page, "2d", "foundation-d");
  assert.equal(await said(page), "The foundation of diamonds takes the ace next, not the two of diamonds (K22).");
  await done(page);
});

test("targets light up while a card is dragged", async () => {
  const page = await table({ deal: "v1:42" });
  const box = await spot(page, "8d").boundingBox();
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 90, { steps: 3 });
  assert.deepEqual(
    await page.locator("[data-target]").evaluateAll((all) => all.map((card) => card.dataset.card)),
    ["9s"],
  );
  await page.mouse.up();
  assert.equal(await page.locator("[data-target]").count(), 0);
  await done(page);
});

test("one tap picks, another places, and a second tap on the same card moves it", async () => {
  const page = await table({ deal: "v1:42" });
  await click(page, "8d");
  assert.equal(await spot(page, "8d").getAttribute("aria-pressed"), "true");
  assert.equal(await said(page), "Picked the eight of diamonds: can go to column 4.");
  await change(page, () => click(page, "9s"));
  await change(page, () => press(page, "u"));
  await click(page, "8d");
  await change(page, () => click(page, "8d"));
  assert.deepEqual((await read(page))["column-4"].slice(-2), ["9s", "8d"]);
  await done(page);
});

test("undo and redo include automatic moves", async () => {
  const page = await table({ deal: "v1:42" });
  const before = await read(page);
  await change(page, () => drag(page, "8d", "9s"));
  const after = await read(page);
  assert.equal(after["column-2"].at(-1), "Jc", "the card under it is turned up");
  await change(page, () => page.locator("[data-do=undo]:visible").click());
  assert.deepEqual(await read(page), before);
  await change(page, () => press(page, "Control+y"));
  assert.deepEqual(await read(page), after);
  await done(page);
});

test("undoing a draw moves a face-down card back to the stock", async () => {
  const page = await table({ deal: "v1:3" }, { safe_moves: false });
  await change(page, () => press(page, "d"));
  await page.evaluate(() => {
    globalThis.passed = [];
    const watch = new MutationObserver((changes) => {
      for (const card of changes.flatMap(({ addedNodes }) => [...addedNodes])) globalThis.passed.push(card.outerHTML);
    });
    watch.observe(document.querySelector("main .cards"), { childList: true });
  });
  await change(page, () => press(page, "u"));
  const passed = await page.evaluate(() => globalThis.passed);
  assert.equal(passed.length, 1);
  assert.match(passed[0], /class="card back"/);
  assert.match(passed[0], /aria-hidden="true"/);
  assert.doesNotMatch(passed[0], /data-/);
  await page.locator("main .cards > .card").waitFor({ state: "detached" });
  assert.deepEqual((await read(page)).waste, []);
  await done(page);
});

test("hints come in three strengths, with arrows and text", async () => {
  const page = await table({ deal: "v1:2" }, { safe_moves: false });
  await press(page, "h");
  await page.locator("[data-hint]").first().waitFor();
  assert.match(await said(page), /^Hint: .* The game stays winnable\.$/);
  assert.ok((await page.locator(".arrows .arrow").count()) === 1);
  await press(page, "h");
  await page.waitForFunction(() => /keeps? the game winnable: /.test(document.querySelector("[data-said]").textContent));
  await press(page, "h");
  await page.waitForFunction(() => /^You can win in /.test(document.querySelector("[data-said]").textContent));
  await page.locator(".say button").click();
  assert.ok((await page.locator("[data-panel=line] li").count()) > 50);
  await page.keyboard.press("Escape");
  await page.locator("[data-panel=line]").waitFor({ state: "detached" });
  await change(page, () => press(page, "d"));
  assert.equal(await page.locator("[data-hint]").count(), 0);
  await done(page);
});

test("a search that is no longer needed is cancelled, from any server", async () => {
  // The solver thinks about this deal for many seconds.
  const hard = { game: "one-card", deal: "v1:847" };
  const host = await plainHost();
  for (const [url, shares] of [[site.url, true], [host.url, false]]) {
    const page = await newPage(browser);
    await page.addInitScript(() => {
      globalThis.workers = 0;
      globalThis.Worker = class extends Worker {
        constructor(...args) {
          super(...args);
          globalThis.workers += 1;
        }
      };
    });
    await choose(page, { verdict: true });
    await open(page, url, hard);
    assert.equal(await page.evaluate(() => crossOriginIsolated), shares);
    for (let moves = 0; moves < 3; moves += 1) {
      await change(page, () => press(page, "d"));
      await verdict(page, "thinking");
      await page.waitForTimeout(500);
    }
    await page.evaluate(() => (location.hash = "#klondike/v1:2"));
    await verdict(page, "winnable");
    const workers = await page.evaluate(() => globalThis.workers);
    assert.ok(shares ? workers === 1 : workers > 1, `${workers} workers`);
    await done(page);
  }
  await host.stop();
});

test("the verdict is off until it is asked for, and one press goes back to the last winnable point", async () => {
  const page = await table({ deal: "v1:2" });
  await verdict(page, "off");
  await page.locator("[data-verdict]").click();
  await verdict(page, "winnable");
  await importRecord(page, await readFile(new URL("records/lost.txt", import.meta.url), "utf8"));
  await press(page, "v");
  await verdict(page, "no-longer");
  await change(page, () => page.locator("[data-verdict]").click());
  await verdict(page, "winnable");
  assert.match(await said(page), /can be won/);
  await change(page, () => press(page, "y"));
  await press(page, "v");
  await verdict(page, "no-longer");
  await done(page);
});

test("a game is resumed after a reload, even in the middle of a drag", async () => {
  const page = await table({});
  await change(page, () => press(page, "d"));
  await change(page, () => press(page, "d"));
  const [before, moves] = [await read(page), await page.locator("[data-moves]").getAttribute("data-moves")];
  const box = await spot(page, "waste").boundingBox();
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 80, box.y + 200, { steps: 3 });
  await page.reload();
  await ready(page);
  assert.deepEqual(await read(page), before);
  assert.equal(await page.locator("[data-moves]").getAttribute("data-moves"), moves);
  await change(page, () => press(page, "u"));
  await done(page);
});

async function importRecord(page, text) {
  await press(page, "m");
  await page.locator("[data-open=record]").click();
  await page.locator("[name=import]").fill(text);
  await page.locator("[data-do=import]").click();
}

test("an invalid record gives an error and changes nothing; a valid one is resumed", async () => {
  const page = await table({ deal: "v1:42" });
  await change(page, () => press(page, "d"));
  const before = await read(page);
  const lost = await readFile(new URL("records/lost.txt", import.meta.url), "utf8");
  for (const [text, why] of [
    ["hello", /line 1: expected `cardroom record 1`/],
    [lost.replace("\nA d", "\nA 77"), /line 11: the five of hearts is already in column 7/],
    [lost.replace("game klondike", "game savannah"), /line 2: /],
  ]) {
    await importRecord(page, text);
    assert.match(await page.locator("[data-error]").innerText(), why);
    assert.match(await page.locator("[data-error]").innerText(), /nothing was changed/);
    await page.keyboard.press("Escape");
    await page.locator("[data-panel]").waitFor({ state: "detached" });
    assert.deepEqual(await read(page), before);
  }
  await importRecord(page, lost);
  await page.locator("[data-panel]").waitFor({ state: "detached" });
  assert.equal((await read(page)).deal, "v1:1");
  // The export equals the import.
  await press(page, "m");
  await page.locator("[data-open=record]").click();
  assert.equal(await page.locator("[data-record]").inputValue(), lost);
  await page.locator(".head [data-do=close]").click();
  await page.locator("[data-panel]").waitFor({ state: "detached" });
  // The previous game is not lost.
  await press(page, "m");
  await change(page, () => page.locator("[data-do=previous]").click());
  assert.deepEqual(await read(page), before);
  await done(page);
});

/// Waits until a tab shows a game, which is handed over before it is read.
async function shows(page, game) {
  for (let tries = 0; tries < 40 && !isDeepStrictEqual(await read(page), game); tries += 1) await page.waitForTimeout(50);
  assert.deepEqual(await read(page), game);
}

test("two tabs do not overwrite each other, and a tab can take over the game", async () => {
  const first = await table({});
  await change(first, () => press(first, "d"));
  const game = await read(first);
  const second = await pageIn(first.context());
  await second.goto(new URL("#klondike", site.url).href);
  await ready(second);
  await second.locator("[data-notice=other-tab]").waitFor();
  assert.notEqual((await read(second)).deal, game.deal);
  await change(second, () => press(second, "d"));
  await first.reload();
  await ready(first);
  assert.deepEqual(await read(first), game);
  await second.locator("[data-notice=other-tab] button").first().click();
  await first.locator("[data-notice=taken-over]").waitFor();
  await shows(second, game);
  const before = await version(first);
  await press(first, "d");
  assert.equal(await version(first), before, "the first tab no longer plays");
  await change(second, () => press(second, "d"));
  await first.locator("[data-notice=taken-over] button").click();
  await second.locator("[data-notice=taken-over]").waitFor();
  await first.locator("[data-notice=taken-over]").waitFor({ state: "detached" });
  await shows(first, await read(second));
  assertNoProblems(first);
  await done(second);
});

test("every tab has its own slot, and the slot of a closed tab is reused", async () => {
  const TABS = 10;
  const first = await table({ deal: "v1:101" });
  const tabs = [first];
  for (let number = 2; number <= TABS; number += 1) {
    const tab = await pageIn(first.context());
    await open(tab, site.url, { deal: `v1:${100 + number}` });
    tabs.push(tab);
  }
  for (const tab of tabs) {
    await tab.bringToFront();
    await change(tab, () => press(tab, "d"));
  }
  const saved = () =>
    first.evaluate(() => {
      const names = Object.keys(localStorage).filter((name) => /^cardroom\.game\.\d+$/.test(name));
      return Object.fromEntries(names.map((name) => [name, /v1:\d+/.exec(localStorage.getItem(name))?.[0]]));
    });
  const games = Object.fromEntries(tabs.map((_, at) => [`cardroom.game.${at + 1}`, `v1:${101 + at}`]));
  await settled(tabs.at(-1));
  assert.deepEqual(await saved(), games);

  // All tabs count, also beyond the eighth.
  await press(first, "m");
  await first.locator("[data-open=statistics]").click();
  assert.equal(await first.locator("[data-figure=Played]").innerText(), String(TABS));
  await first.locator(".head [data-do=close]").click();

  const left = await read(tabs[8]);
  await tabs[8].close();
  const next = await pageIn(first.context());
  await next.goto(new URL("#klondike", site.url).href);
  await ready(next);
  assert.deepEqual(await read(next), left);
  await change(next, () => press(next, "d"));
  await settled(next);
  assert.deepEqual(await saved(), games, "no tab has overwritten another");
  for (const tab of [...tabs.filter((tab) => !tab.isClosed()), next]) assertNoProblems(tab);
  await first.context().close();
});

test("a deal by number and by cards, and errors of invalid ones", async () => {
  const page = await table({});
  const ask = async (text) => {
    await press(page, "m");
    await page.locator("[data-panel=menu] [data-do=deal]").click();
    await page.locator("[name=deal]").fill(text);
    await page.locator("[data-do=play]").click();
  };
  await change(page, () => ask("42"));
  assert.equal((await read(page)).deal, "v1:42");
  await ask("Ac Ac");
  assert.match(await page.locator(".panel [data-error]").innerText(), /ace of clubs is in the deal twice/);
  await page.keyboard.press("Escape");
  await page.locator("[data-panel]").waitFor({ state: "detached" });
  await press(page, "m");
  await change(page, () => page.locator("[data-game=klondike-3]").click());
  await change(page, () => press(page, "d"));
  assert.equal((await read(page)).waste.length, 3);
  await done(page);
});

test("new One-card deals can be won", async () => {
  const page = await table({ game: "one-card", deal: "v1:7" });
  await change(page, () => press(page, "n"));
  await press(page, "v");
  await verdict(page, "winnable");
  await done(page);
});
