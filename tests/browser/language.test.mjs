// The whole page is in the reader's language, for screen readers too.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { after, before, test } from "node:test";
import { assertNoProblems, kept, launch, newPage } from "./lib/browser.mjs";
import { choose } from "./lib/play.mjs";
import { begun, guest, startServer, open as openTable, ready as isReady } from "./lib/online.mjs";
import { act, begin, HANDS, wanted } from "./lib/savannah.mjs";
import { cardroom } from "./lib/site.mjs";
import { axe, change, click, drag, open, press, ready, said, still } from "./lib/table.mjs";

let browser, site, english;
before(async () => {
  [browser, site] = await Promise.all([launch(), cardroom()]);
  const words = await readFile(new URL("../../crates/client/languages/de.txt", import.meta.url), "utf8");
  const pairs = words
    .split("\n")
    .filter((line) => !line.startsWith("#"))
    .map((line) => line.split(" = "));
  english = pairs.filter(([own, other]) => other && own.split(" @")[0] !== other).map(([own]) => foreign(own));
  english = english.filter(Boolean);
});
after(async () => {
  await browser.close();
  await site.stop();
});

/// A matcher for an English text pattern, if it has enough letters to be distinguished from German.
function foreign(pattern) {
  const [text] = pattern.split(" @");
  if (text.replace(/\{\d?\}|[^a-z]/gi, "").length < 5) return undefined;
  const parts = text.split(/\{\d?\}/).map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return new RegExp(`(?<![\\p{L}-])${parts.join(".{1,60}?")}(?![\\p{L}-])`, "u");
}

/// All text that is visible or read aloud on the page.
const texts = (page) =>
  page.evaluate(() => {
    const found = [];
    for (const element of document.body.querySelectorAll("*")) {
      if (element.closest("textarea, script, noscript")) continue;
      for (const name of ["aria-label", "title", "placeholder", "alt", "aria-valuetext"]) found.push(element.getAttribute(name));
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) found.push(node.textContent);
    }
    return [...new Set(found.map((text) => text?.trim()).filter(Boolean))];
  });

/// The page contains no English, and axe finds no problems.
async function assertGerman(page, where) {
  const left = (await texts(page)).flatMap((text) =>
    english.filter((pattern) => pattern.test(text)).map((pattern) => `${text} (${pattern.source})`),
  );
  assert.deepEqual(left, [], where);
  assert.deepEqual(await axe(page), [], where);
}

const GERMAN = { locale: "de-DE", reducedMotion: "reduce" };
const lang = (page) => page.locator("html").getAttribute("lang");

test("a German browser gets a German table, and every panel of it", async () => {
  const page = await newPage(browser, GERMAN);
  await open(page, site.url, { deal: "v1:42" });
  await still(page);
  assert.equal(await lang(page), "de");
  assert.equal(await page.locator("[data-do=hint]").first().innerText(), "Tipp");
  const tree = await page.locator("main").ariaSnapshot();
  const names = [...tree.matchAll(/button "([^"]*)"/g)].map((match) => match[1]);
  assert.deepEqual(names.slice(0, 8), [
    "Talon, 24 Karten",
    "Ablage, leer",
    "Grundstapel Kreuz, leer",
    "Grundstapel Karo, leer",
    "Grundstapel Herz, leer",
    "Grundstapel Pik, leer",
    "Pik-Bube, 1 von 1, Spalte 1",
    "1 Karte verdeckt, Spalte 2",
  ]);
  await assertGerman(page, "the table");
  await click(page, "8d");
  await assertGerman(page, "a card is picked");
  await drag(page, "Kh", "Js");
  assert.match(await said(page), /^Auf Pik-Bube gehört eine rote Zehn, nicht Herz-König \(K19\)\.$/);
  await assertGerman(page, "a move is refused, with its rule");
  await press(page, "h");
  await page.locator("[data-hint]").first().waitFor();
  assert.match(await said(page), /^Tipp: .* gewinnbar\.$/);
  await page.locator("[data-verdict]").click();
  await page.locator("[data-verdict=winnable]").waitFor();
  await change(page, () => press(page, "d"));
  await assertGerman(page, "a move, a hint and the verdict");
  await press(page, "m");
  await assertGerman(page, "the menu");
  for (const panel of ["settings", "statistics", "record", "rules", "help"]) {
    await page.locator(`[data-open=${panel}]`).click();
    await page.locator(`[data-panel=${panel}]`).waitFor();
    await assertGerman(page, panel);
    await page.locator(".head .quiet").first().click();
  }
  await page.locator("[data-panel=menu] [data-do=deal]").click();
  await page.locator("[name=deal]").fill("vier");
  await page.locator("[data-do=play]").click();
  assert.match(await page.locator(".panel [data-error]").innerText(), /^Karte 1: „vi“ hat keinen Rang/);
  await assertGerman(page, "another deal");
  assertNoProblems(page);
  await page.context().close();
});

test("Savannah is German too: the table, the log, the panels and the end", async () => {
  const page = await newPage(browser, GERMAN);
  await begin(page, site.url, { seats: ["person", "keen"] });
  assert.match(await page.locator("[data-status]").first().innerText(), /^Dein Zug: /);
  await assertGerman(page, "the table");
  await press(page, "h");
  await page.waitForFunction(() => /^Tipp: /.test(document.querySelector("[data-said]").textContent));
  await assertGerman(page, "a hint");
  await press(page, "e");
  await page.locator("[data-place^=hand]").first().click();
  await page.waitForFunction(() => document.querySelector("main").dataset.wait === "person");
  await press(page, "w");
  await assertGerman(page, "why");
  for (const key of ["l", "s", "m", "?"]) {
    await press(page, key);
    await page.locator("dialog[open]").waitFor();
    await assertGerman(page, key);
    await page.locator("[data-do=close]").click();
  }
  for (const panel of ["settings", "rules", "record"]) {
    await press(page, "m");
    await page.locator(`[data-open=${panel}]`).click();
    await page.locator(`[data-panel=${panel}]`).waitFor();
    await assertGerman(page, panel);
    await page.locator("[data-do=close]").click();
  }
  await press(page, "n");
  await page.locator("[data-panel=new]").waitFor();
  await page.locator(".options summary").click();
  await assertGerman(page, "a new game");
  await page.locator("[data-do=close]").click();
  await press(page, "m");
  await page.locator("[data-do=resign]").click();
  await assertGerman(page, "a question");
  await page.locator("[data-do=yes]").click();
  await page.locator("[data-over]").waitFor();
  await assertGerman(page, "the end");
  await page.locator("[data-do=watch]").click();
  await page.locator("[data-told]").waitFor();
  await assertGerman(page, "the replay");
  assertNoProblems(page);
  await page.context().close();
});

test("the lessons and the rules are German too", async () => {
  const page = await newPage(browser, GERMAN);
  for (const game of ["klondike", "one-card", "savannah"]) {
    await page.goto(site.url);
    await page.locator(`a[href="#lesson/${game}"]`).click();
    await page.locator("[data-lesson='1']").waitFor();
    await page.locator("[data-hint]").first().waitFor();
    await assertGerman(page, `the lesson of ${game}`);
    await page.goto(new URL(`#rules/${game}`, site.url).href);
    await page.locator(`[data-rules=${game}]`).waitFor();
    await assertGerman(page, `the rules of ${game}`);
  }
  assertNoProblems(page);
  await page.context().close();
});

test("German texts fit on the smallest phones", async () => {
  const page = await newPage(browser, { ...GERMAN, viewport: { width: 320, height: 640 } });
  const wide = () => page.evaluate(() => document.documentElement.scrollWidth);
  await page.goto(site.url);
  await page.locator("[data-home]").waitFor();
  assert.equal(await wide(), 320, "all games");
  await open(page, site.url, { deal: "v1:42" });
  assert.equal(await wide(), 320, "Klondike");
  await begin(page, site.url, { seats: ["person", "keen", "beginner", "expert"] });
  assert.equal(await wide(), 320, "Savannah");
  await page.context().close();
});

test("changing the language takes effect at once and is saved", async () => {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  await choose(page, {});
  await open(page, site.url, { deal: "v1:42" });
  await change(page, () => press(page, "d"));
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  const version = await page.locator("main").getAttribute("data-version");
  const settings = async () => {
    await press(page, "m");
    await page.locator("[data-open=settings]").click();
  };
  await settings();
  await page.locator("[name=language][value=deutsch]").check({ force: true });
  await page.locator("html[lang=de]").waitFor();
  assert.equal(await page.locator("#panel-title").innerText(), "Einstellungen");
  assert.equal(await page.evaluate(() => document.activeElement.value), "deutsch", "the focus stays where it was");
  assert.equal(await said(page), "Herz-Vier gezogen.");
  assert.equal(await page.locator("main").getAttribute("data-version"), version);
  assert.ok(asked.some((url) => /de-[0-9a-f]{16}\.txt$/.test(url)), "the language is fetched on demand");
  await assertGerman(page, "the settings over the table");
  await page.locator("[name=language][value=english]").check({ force: true });
  await page.locator("html[lang=en]").waitFor();
  assert.equal(await said(page), "Drew the four of hearts.");
  await page.locator("[name=language][value=deutsch]").check({ force: true });
  await page.locator("html[lang=de]").waitFor();
  await page.locator("[data-do=close]").click();
  await change(page, () => press(page, "d"));
  assert.match(await said(page), / gezogen\b/, "the game continues");

  await page.goto(site.url);
  await page.locator("[data-home]").waitFor();
  assert.equal(await lang(page), "de");
  await assertGerman(page, "the home page");
  assertNoProblems(page);
  await page.context().close();
});

test("an English page fetches no other language, and a German one starts without a network", async () => {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  const asked = [];
  page.on("request", (request) => asked.push(request.url()));
  await open(page, site.url, { deal: "v1:42" });
  assert.equal(await lang(page), "en");
  assert.ok(!asked.some((url) => /\/de-/.test(url)));
  await page.context().close();

  const german = await newPage(browser, GERMAN);
  await german.goto(site.url);
  await kept(german);
  await german.reload();
  await german.locator("html[lang=de]").waitFor();
  await german.context().setOffline(true);
  await german.goto(new URL("#klondike", site.url).href);
  await german.reload();
  await ready(german);
  assert.equal(await lang(german), "de");
  assert.equal(await german.locator("[data-do=menu]").first().innerText(), "Menü");
  await german.context().close();
});

test("an online table is German too, with its events", async () => {
  const server = await startServer();
  const page = await guest(browser, new URL("#online", server.url).href, "Anna", GERMAN);
  await page.locator("[data-form=open]").first().waitFor();
  await assertGerman(page, "the lobby");
  await openTable(page, { seats: ["casual", "keen"] });
  await assertGerman(page, "before the game");
  await isReady(page);
  await begun(page);
  for (let steps = 0; steps < 12 && (await wanted(page)) === "person"; steps += 1) await act(page, HANDS.taps);
  await wanted(page);
  await assertGerman(page, "the game");
  for (const panel of ["log", "say", "link", "help"]) {
    await press(page, "m");
    await page.locator(`[data-open=${panel}]`).click();
    await page.locator(`[data-panel=${panel}] .body > *`).first().waitFor();
    await assertGerman(page, panel);
    await page.locator(".head [data-do=close]").click();
    await page.locator(`[data-panel=${panel}]`).waitFor({ state: "detached" });
  }
  await server.pause();
  await page.locator("[data-notice=broken]").waitFor();
  await assertGerman(page, "reconnecting");
  await page.context().close();
  await server.resume();
  await server.stop();
});

test("changing the language leaks no ResizeObserver", async () => {
  const tables = [(page) => open(page, site.url), (page) => begin(page, site.url, { seats: ["person", "keen"] })];
  for (const open of tables) {
    const page = await newPage(browser, { locale: "en-GB", reducedMotion: "reduce" });
    await page.addInitScript(() => {
      globalThis.observing = new Set();
      globalThis.ResizeObserver = class extends ResizeObserver {
        observe(...args) {
          globalThis.observing.add(this);
          super.observe(...args);
        }
        disconnect() {
          globalThis.observing.delete(this);
          super.disconnect();
        }
      };
    });
    await open(page);
    await press(page, "m");
    await page.locator("[data-open=settings]").click();
    await page.locator("[name=language]").first().waitFor({ state: "attached" });
    const observing = () => page.evaluate(() => globalThis.observing.size);
    const before = await observing();
    assert.ok(before > 0);
    for (const [language, code] of [["Deutsch", "de"], ["English", "en"], ["Deutsch", "de"]]) {
      await page.getByRole("radio", { name: language }).check({ force: true });
      await page.locator(`html[lang=${code}]`).waitFor({ state: "attached" });
      await page.locator("main [data-place]").first().waitFor({ state: "attached" });
      await still(page);
    }
    assert.equal(await observing(), before);
    assertNoProblems(page);
    await page.context().close();
  }
});
