// Online tables: browsers and a terminal at one table, a server restart, a lost network.
import assert from "node:assert/strict";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { assertNoProblems, launch, newPage } from "./lib/browser.mjs";
import { begun, guest, startServer, in_step, open, ready, sit, Terminal, watcher } from "./lib/online.mjs";
import { act, choices, HANDS, wanted, Watch } from "./lib/savannah.mjs";
import { plainHost } from "./lib/site.mjs";
import { axe, press } from "./lib/table.mjs";

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), startServer("--patience", "1s")])));
after(async () => {
  await browser.close();
  await site.stop();
});

const lobby = () => new URL("#online", site.url).href;
const waits = (page) => page.locator("main").getAttribute("data-wait");
const lines = async (page, pattern) => {
  await press(page, "l");
  const all = await page.locator("[data-panel=log] li").allInnerTexts();
  await page.keyboard.press("Escape");
  await page.locator("[data-panel=log]").waitFor({ state: "detached" });
  return all.filter((line) => pattern.test(line)).length;
};

/// The cards that a page must not name but does. Checked while nobody plays, because the terminal
/// never waits.
async function leaks(watch, page, eyes) {
  const moment = async () => `${await page.locator("main").getAttribute("data-version")} ${(await eyes.seen()).version}`;
  for (;;) {
    const before = await moment();
    const found = await in_step(page, eyes)
      .then(async (everybody) => watch.leaks(page, everybody, await eyes.ever()))
      .catch((wrong) => wrong);
    if ((await moment()) !== before) continue;
    if (found instanceof Error) throw found;
    return found;
  }
}

/// Makes one move on the page whose turn it is. Returns whether the game is over.
async function one(pages, hands) {
  for (let tries = 0; tries < 600; tries += 1) {
    for (const [at, page] of pages.entries()) {
      const wait = await waits(page);
      if (wait === "over") return true;
      if (wait !== "person") continue;
      await act(page, hands[at]);
      return false;
    }
    await pages[0].waitForTimeout(25);
  }
  throw new Error("it is nobody's turn");
}

test("two browsers and a terminal play through a restart of the server, and an offline move arrives once", async (t) => {
  const home = await mkdtemp(join(tmpdir(), "cardroom-"));
  const anna = await guest(browser, lobby(), "Anna");
  assert.deepEqual(await axe(anna), [], "the lobby");
  // Nobody can get rid of so many cards in two turns.
  const link = await open(anna, { seats: ["open", "open"], reserve: 8, discard: 2 });
  const ben = await guest(browser, link, "Ben", { viewport: { width: 360, height: 740 }, hasTouch: true }, { language: "german" });
  await sit(ben);
  const cleo = new Terminal(link, "Cleo", home);
  t.after(() => cleo.stop());
  await cleo.told(/C is Cleo/);
  await anna.locator("[data-chair=C]", { hasText: "Cleo" }).waitFor();
  assert.deepEqual(await axe(anna), [], "before the game");
  assert.deepEqual(await axe(ben), [], "before the game, in German on a phone");
  const eyes = await watcher(browser, site.url, link);
  cleo.say("ready");
  await ready(ben);
  await ready(anna);
  await Promise.all([begun(anna), begun(ben)]);
  const pages = [anna, ben];
  const hands = [HANDS.keys, HANDS.taps];
  const watches = [new Watch(), new Watch()];
  let restarted = false;
  let offline = false;
  for (let steps = 0; !(await one(pages, hands)); steps += 1) {
    if (steps % 5 === 0) {
      for (const [at, page] of pages.entries()) {
        assert.deepEqual(await leaks(watches[at], page, eyes), [], `step ${steps}`);
      }
    }
    if (steps === 0) assert.deepEqual(await axe(anna), [], "the game");
    if (!restarted && steps >= 2) {
      restarted = true;
      await site.pause();
      await Promise.all(pages.map((page) => page.locator("[data-notice=broken]").waitFor()));
      assert.deepEqual(await axe(anna), [], "reconnecting");
      await site.resume();
      await Promise.all(pages.map((page) => page.locator("[data-notice=broken]").waitFor({ state: "detached" })));
      for (const page of pages) page.problems.length = 0;
    }
    if (restarted && !offline && (await waits(anna)) === "person") {
      offline = true;
      const own = /^You (played|discarded)/;
      const before = await lines(anna, own);
      await anna.context().setOffline(true);
      await anna.locator("[data-notice=broken]").waitFor();
      const now = await choices(anna);
      if (now.lit.length && !now.discards) await HANDS.keys.play(anna, now.lit[0], now);
      else await HANDS.keys.end(anna, now);
      if (await anna.locator("[data-question]").count()) await anna.locator("[data-do=yes]").click();
      await anna.locator("main[data-wait=sent] .card.sent").waitFor();
      await anna.context().setOffline(false);
      await anna.waitForFunction(() => document.querySelector("main").dataset.wait !== "sent");
      assert.equal(await lines(anna, own), before + 1);
      anna.problems.length = 0;
    }
  }
  assert.ok(restarted && offline);
  for (const page of pages) {
    await page.locator("[data-over]").waitFor();
    assert.deepEqual(await axe(page), [], "the end");
  }
  await cleo.told(/\((S18|V14)\)/);
  // Anybody can check that the cards were not rigged.
  await anna.locator("[data-do=verify]").click();
  await anna.locator("[data-checked]", { hasText: "Checked: " }).waitFor();
  assert.deepEqual(await axe(anna), [], "the end, checked");
  // Everybody moves to the rematch, the terminal too.
  await anna.locator("[data-over] [data-do=again]").click();
  await Promise.all(pages.map((page) => page.locator("[data-chair]").first().waitFor()));
  assert.equal(anna.url(), ben.url());
  assert.notEqual(anna.url(), link);
  await cleo.told(/the link to the next game/i);
  for (const page of pages) assertNoProblems(page);
  await eyes.close();
  for (const page of pages) await page.context().close();
  await cleo.stop();
  await rm(home, { recursive: true });
});

test("a public table has spectators and phrases; a bot replaces an absent player, who takes over again", async () => {
  const anna = await guest(browser, lobby(), "Anna");
  const link = await open(anna, { seats: ["open"], open: true, clock: 3600, reserve: 13 });
  const ben = await guest(browser, lobby(), "Ben");
  await ben.locator("[data-do=join]").first().click();
  assert.equal(ben.url(), link);
  await sit(ben);
  // *Ready* survives a reload: the contribution is still revealed.
  await ready(ben);
  await anna.locator("[data-chair=B][data-ready]").waitFor();
  await ben.reload();
  await ben.locator("[data-do=not-ready]").waitFor();
  await anna.locator("[data-phrase]").first().click();
  await ben.locator(".heard", { hasText: "Anna: Hello!" }).waitFor();
  await ready(anna);
  await Promise.all([begun(anna), begun(ben)]);
  const dora = await guest(browser, link, "Dora");
  await begun(dora);
  assert.match(await dora.locator("[data-set-up]").innerText(), /^You are watching/);
  assert.equal(await dora.locator("[data-pile=hand] [data-card]").count(), 0);
  assert.match(await anna.locator("[data-clock]").innerText(), /^(59:\d\d|1:00:00)$/);
  // The same person continues on another device, with a one-time link. Opening it does nothing yet.
  await press(anna, "m");
  await anna.locator("[data-open=link]").click();
  const makeLink = async () => {
    await anna.locator("[data-do=device]").click();
    return anna.locator("[data-device]").inputValue();
  };
  const cancelled = await makeLink();
  await anna.locator("[data-do=cancel-device]").click();
  const device = await makeLink();
  const late = await newPage(browser);
  await late.goto(cancelled);
  await late.locator("[data-moving] [role=status]", { hasText: "was used already" }).waitFor();
  const phone = await guest(browser, lobby(), "Bert");
  await phone.setViewportSize({ width: 360, height: 740 });
  await phone.locator("[data-hall=lobby]").waitFor();
  await phone.goto(device);
  const question = phone.locator("[data-moving] h2");
  assert.equal(await question.innerText(), "You are Bert on this device. Continue as Anna?");
  assert.deepEqual(await axe(phone), []);
  await phone.locator("[data-do=stay]").click();
  await begun(phone);
  assert.match(await phone.locator("[data-set-up]").innerText(), /^You are watching/);
  await phone.goto(device);
  await phone.locator("[data-do=agree]").click();
  await wanted(phone);
  assert.equal(await phone.locator("[data-pile=hand] [data-card]").count(), 4);
  await late.goto("about:blank");
  await late.goto(device);
  await late.locator("[data-moving] [role=status]", { hasText: "was used already" }).waitFor();
  await late.context().close();
  // Anna signs the phone out. It says so, and goes back to being Bert.
  await anna.locator("[data-do=sign-out-others]").click();
  await anna.locator("[data-panel] [role=status]", { hasText: "are signed out" }).waitFor();
  await phone.locator("[data-do=new-player]").waitFor();
  await phone.locator("[data-do=back-to-player]").click();
  await phone.locator("[data-set-up]", { hasText: /^You are watching/ }).waitFor({ state: "attached" });
  // The refused request is what tells the page.
  phone.problems = phone.problems.filter((problem) => !/status of 401/.test(problem));
  assertNoProblems(phone);
  await phone.context().close();
  await anna.keyboard.press("Escape");
  // Anna goes away; Ben lets a bot play; Anna comes back and takes over.
  await anna.goto(new URL("/healthz", site.url).href);
  await ben.locator("[data-do=replace]").click();
  await ben.locator(".seat .about", { hasText: "replaced by a bot" }).waitFor();
  assert.equal(await wanted(ben), "person");
  // A page outside the app has no icon, which browsers may request.
  anna.problems.length = 0;
  await anna.goto(link);
  await anna.locator("[data-do=take-back]").click();
  await anna.locator("[data-notice=replaced]").waitFor({ state: "detached" });
  await ben.locator(".seat .about", { hasText: "at the table" }).waitFor();
  // A resigned game is over for everybody.
  await press(ben, "m");
  await ben.locator("[data-do=resign]").click();
  await ben.locator("[data-do=yes]").click();
  await Promise.all([anna, ben, dora].map((page) => page.locator("[data-over]").waitFor()));
  assert.equal(await dora.locator("[data-over] [data-do=again]").count(), 0);
  await press(ben, "Escape");
  for (const page of [anna, ben, dora]) {
    assertNoProblems(page);
    await page.context().close();
  }
});

test("without a server and with an invalid link the page says so", async () => {
  const host = await plainHost();
  const page = await newPage(browser);
  await page.goto(`${host.url}#online`);
  await page.locator("[name=name]").fill("Anna");
  await page.locator("[data-form=name] button").click();
  await page.locator("[data-gone]").waitFor();
  assert.match(await page.locator("[data-gone]").innerText(), /no online play/);
  assert.deepEqual(await axe(page), []);
  await page.context().close();
  await host.stop();
  const lost = await guest(browser, new URL("#table/abcdefghjkmnpqrstuvw", site.url).href, "Anna");
  await lost.locator("[data-gone]").waitFor();
  assert.match(await lost.locator("[data-gone]").innerText(), /no such table/);
  await lost.locator("[data-do=lobby]").click();
  await lost.locator("[data-form=open]").first().waitFor();
  assertNoProblems(lost);
  await lost.context().close();
});

test("Klondike is played at a table of the server, with undo and a spectator", async () => {
  const anna = await guest(browser, lobby(), "Anna");
  const form = anna.locator("[data-form=open][data-game=klondike]");
  await form.locator("[name=draw]").selectOption("3");
  assert.deepEqual(await axe(anna), []);
  await form.locator("[data-do=open]").click();
  await anna.locator("[data-chair]").first().waitFor();
  const link = await anna.locator("[data-link]").inputValue();
  const ben = await guest(browser, link, "Ben");
  await ready(anna);
  await Promise.all([begun(anna), begun(ben)]);
  const waste = (page) => page.locator("[data-pile=waste] [data-card]").count();
  const waits = async (page, count) => {
    await page.waitForFunction((count) => document.querySelectorAll("[data-pile=waste] [data-card]").length === count, count);
  };
  assert.equal(await waste(anna), 0);
  await press(anna, "d");
  await Promise.all([waits(anna, 3), waits(ben, 3)]);
  await anna.locator("[data-do=undo]:visible").click();
  await Promise.all([waits(anna, 0), waits(ben, 0)]);
  await anna.locator("[data-do=redo]:visible").click();
  await Promise.all([waits(anna, 3), waits(ben, 3)]);
  // A spectator moves nothing.
  await press(ben, "d");
  await anna.locator("[data-do=hint]:visible").click();
  await anna.getByText(/only the server knows/).first().waitFor();
  assert.deepEqual([await waste(anna), await waste(ben)], [3, 3]);
  // The page comes back to the same position.
  await anna.reload();
  await begun(anna);
  await waits(anna, 3);
  for (const page of [anna, ben]) {
    assertNoProblems(page);
    await page.context().close();
  }
});

test("the host removes a guest, lets them back in and closes the table", async () => {
  const anna = await guest(browser, lobby(), "Anna");
  const link = await open(anna, { seats: ["open"], open: true });
  const ben = await guest(browser, link, "Ben", { viewport: { width: 390, height: 844 }, hasTouch: true }, { language: "german" });
  await sit(ben);
  assert.equal(await ben.locator("[data-do=remove], [data-do=ask-to-close]").count(), 0, "only the host can do this");
  await anna.locator("[data-chair=B] [data-do=remove]").click();
  await ben.locator(".heard", { hasText: "Du wurdest von diesem Tisch entfernt" }).waitFor();
  await ben.locator("[data-do=sit]").click();
  await ben.locator("[data-do=ready]").waitFor({ state: "detached" });
  await anna.locator("[data-do=allow]").click();
  await anna.locator("[data-do=allow]").waitFor({ state: "detached" });
  await sit(ben);
  await anna.locator("[data-do=ask-to-close]").click();
  assert.deepEqual(await axe(anna), [], "the question");
  await anna.locator("[data-do=keep-table]").click();
  await anna.locator("[data-do=ask-to-close]").click();
  await anna.locator("[data-do=close-table]").click();
  for (const page of [anna, ben]) await page.locator("main[data-hall=gone] [data-do=lobby]").waitFor();
  assert.match(await ben.locator("[data-gone]").innerText(), /Dieser Tisch ist geschlossen\./);
  await ben.locator("[data-do=lobby]").click();
  await ben.locator("[data-form=open]").first().waitFor();
  assert.equal(await ben.locator(".listings li").count(), 0);
  for (const page of [anna, ben]) {
    assertNoProblems(page);
    await page.context().close();
  }
});

test("three players agree to end a game, which counts for nobody", async (t) => {
  const home = await mkdtemp(join(tmpdir(), "cardroom-"));
  const anna = await guest(browser, lobby(), "Anna");
  const link = await open(anna, { seats: ["open", "open"], reserve: 8, discard: 2 });
  const ben = await guest(browser, link, "Ben", { viewport: { width: 390, height: 844 }, hasTouch: true }, { language: "german" });
  await sit(ben);
  const cleo = new Terminal(link, "Cleo", home);
  t.after(() => cleo.stop());
  await cleo.told(/C is Cleo/);
  cleo.say("ready");
  await ready(ben);
  await ready(anna);
  await Promise.all([begun(anna), begun(ben)]);
  await anna.locator("[data-do=menu]:visible").click();
  await anna.locator("[data-panel=menu] [data-do=end-game]").click();
  await anna.locator("[data-question] [data-do=yes]").click();
  await anna.locator("[data-notice=end-game]", { hasText: "Waiting for the others" }).waitFor();
  await ben.locator("[data-notice=end-game]", { hasText: "Anna: Lasst uns das Spiel beenden." }).waitFor();
  assert.deepEqual(await axe(ben), [], "the proposal, in German on a phone");
  await ben.locator("[data-do=agree-to-end]").click();
  await cleo.told(/A wants to end the game/);
  cleo.say("end");
  await anna.locator("[data-over] h2", { hasText: "The game was ended" }).waitFor();
  await ben.locator("[data-over]", { hasText: "Dieses Spiel zählt für niemanden (V18)." }).waitFor();
  await anna.locator("[data-do=verify]").click();
  await anna.locator("[data-checked]", { hasText: "Checked: every card" }).waitFor();
  for (const page of [anna, ben]) {
    assertNoProblems(page);
    await page.context().close();
  }
});
