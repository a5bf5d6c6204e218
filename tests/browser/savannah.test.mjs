// Savannah: whole games with each input method, several people at one screen, and no hidden card on
// the page.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoProblems, launch, newPage } from "./lib/browser.mjs";
import { begin, choices, HANDS, named_cards, step, wanted, Watch } from "./lib/savannah.mjs";
import { cardroom } from "./lib/site.mjs";
import { axe, press, said } from "./lib/table.mjs";

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), cardroom()])));
after(async () => {
  await browser.close();
  await site.stop();
});

async function table(game, options = {}, settings = {}) {
  const page = await newPage(browser, { reducedMotion: "reduce", ...options });
  page.settings = settings;
  await begin(page, site.url, game);
  return page;
}

async function done(page) {
  assertNoProblems(page);
  await page.context().close();
}

/// Plays to the end.
async function finish(page, hands) {
  for (let state = await wanted(page); state !== "over"; ) {
    if (state === "cover") {
      await page.locator("[data-do=show]").click();
      state = await wanted(page);
    }
    if (state === "person") state = await step(page, hands);
  }
}

const SHORT = { reserve: 5, discard: 1 };

/// Plays on until a bot has had its turn.
async function until_bot(page) {
  const round = () => page.locator("[data-round]").innerText();
  const before = await round();
  for (let steps = 0; (await round()) === before; steps += 1) {
    assert.ok(steps < 20, "nobody else plays");
    await step(page, HANDS.mouse);
    assert.equal(await wanted(page), "person");
  }
}

for (const [name, hands, seats, options] of [
  ["a whole game is played by mouse against bots", HANDS.mouse, ["person", "casual"], {}],
  ["a whole game is played by keys alone", HANDS.keys, ["person", "beginner"], {}],
  [
    "a whole game is played by taps on a phone",
    HANDS.taps,
    ["person", "casual"],
    { viewport: { width: 360, height: 740 }, hasTouch: true },
  ],
]) {
  test(name, async () => {
    const page = await table({ seats, deal: "12", ...SHORT }, options);
    await finish(page, hands);
    await page.locator("[data-over]").waitFor();
    assert.match(await said(page), /\((S18|V14)\)/);
    assert.deepEqual(await axe(page), []);
    // A finished game is still finished after the page was closed; then the same players start
    // another.
    await page.reload();
    await page.locator("[data-over] [data-do=again]").click();
    await page.waitForFunction(() => {
      const { deal, wait } = document.querySelector("main").dataset;
      return deal !== "v1:12" && wait !== "over";
    });
    await done(page);
  });
}

test("three people share a screen, and the page never names a card that they may not see", async () => {
  const page = await table({ seats: ["person:Anna", "person:Ben", "person:Cleo"], deal: "8", ...SHORT });
  const watch = new Watch();
  let covers = 0;
  for (let state = await wanted(page); state !== "over"; ) {
    assert.deepEqual(await watch.leaks(page), []);
    if (state === "cover") {
      covers += 1;
      assert.equal(await page.locator("[data-pile=hand] [data-card]").count(), 0);
      assert.match(await page.locator("[data-cover] h2").innerText(), /^Pass the device to (Anna|Ben|Cleo)$/);
      if (covers === 1) assert.deepEqual(await axe(page), [], "between turns");
      await page.locator("[data-do=show]").click();
      state = await wanted(page);
      assert.deepEqual(await watch.leaks(page), []);
      continue;
    }
    const { lit, discards, near } = await choices(page);
    if (discards || lit.length === 0) {
      // The first card of the hand is discarded; the others stay.
      const hand = await page.locator("[data-pile=hand] [data-card]").evaluateAll((cards) => cards.map((card) => card.dataset.card));
      watch.keeps(near, hand.slice(1));
    }
    state = await step(page, HANDS.taps);
  }
  assert.ok(covers >= 6, `${covers} turns`);
  await done(page);
});

test("against bots, neither the page nor its announcements name a hidden card", async () => {
  const page = await table({ seats: ["person", "strong"], deal: "9", ...SHORT });
  const watch = new Watch();
  for (let state = await wanted(page), turns = 0; state !== "over"; turns += 1) {
    assert.deepEqual(await watch.leaks(page), []);
    if (turns % 5 === 4) {
      for (const panel of ["log", "seen", "record"]) {
        await press(page, "m");
        await page.locator(`[data-open=${panel}]`).click();
        await page.locator(`[data-panel=${panel}] h3`).first().waitFor();
        assert.deepEqual(await watch.leaks(page), [], panel);
        await page.locator(".head [data-do=close]").click();
        await page.locator(`[data-panel=${panel}]`).waitFor({ state: "detached" });
      }
    }
    state = await step(page, HANDS.taps);
  }
  await done(page);
});

test("the check finds a card that was planted on the page", async () => {
  const page = await table({ seats: ["person", "keen"], deal: "9" });
  const watch = new Watch();
  assert.deepEqual(await watch.leaks(page), []);
  const { lying } = await named_cards(page);
  const hidden = [..."A23456789TJQK"].flatMap((rank) => [..."cdhs"].map((suit) => rank + suit)).find((card) => !lying.has(card));
  const words = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };
  const ranks = { A: "ace", T: "ten", J: "jack", Q: "queen", K: "king", 2: "two", 3: "three", 4: "four", 5: "five", 6: "six", 7: "seven", 8: "eight", 9: "nine" };
  const name = `${ranks[hidden[0]]} of ${words[hidden[1]]}`;
  for (const leak of [
    `<i data-leak data-card="${hidden}"></i>`,
    `<i data-leak><svg><use href="#face-${hidden}"></use></svg></i>`,
    `<i data-leak>B holds the ${name}</i>`,
    `<button data-leak aria-label="${name}"></button>`,
    `<input data-leak value="1B 43 +${hidden}">`,
  ]) {
    await page.locator("main").evaluate((main, leak) => main.insertAdjacentHTML("beforeend", leak), leak);
    assert.deepEqual([...new Set(await watch.leaks(page))], [hidden], leak);
    await page.locator("[data-leak]").evaluate((leak) => leak.remove());
  }
  assert.deepEqual(await watch.leaks(page), []);
  await done(page);
});

test("a game is resumed after a reload, even during others' turns", async () => {
  const page = await table({ seats: ["person", "keen", "keen"], deal: "3" }, {}, { pace: "slow" });
  for (let times = 0; times < 3 && !(await choices(page)).discards; times += 1) {
    const { lit } = await choices(page);
    if (lit.length === 0) break;
    await step(page, HANDS.taps);
  }
  const hand = () => page.locator("[data-pile=hand] [data-card]").evaluateAll((cards) => cards.map((card) => card.dataset.card));
  const before = await hand();
  await page.reload();
  await wanted(page);
  assert.deepEqual(await hand(), before);
  await HANDS.taps.end(page, await choices(page));
  await page.locator("main[data-wait=bot], main[data-wait=roll]").waitFor({ state: "attached" });
  await page.reload();
  await page.locator("main[data-wait=bot], main[data-wait=roll]").waitFor({ state: "attached" });
  await page.locator("[data-do=skip]").click();
  assert.equal(await wanted(page), "person");
  await done(page);
});

test("the steps of others are shown one by one, and a key skips ahead", async () => {
  const page = await table({ seats: ["person", "keen", "keen"], deal: "3" }, {}, { pace: "slow" });
  await page.evaluate(() => {
    globalThis.told = [];
    new MutationObserver(() => globalThis.told.push(document.querySelector("[data-said]").textContent)).observe(
      document.querySelector("[data-said]"),
      { characterData: true, childList: true, subtree: true },
    );
  });
  await HANDS.keys.end(page, await choices(page));
  await page.waitForFunction(() => globalThis.told.some((text) => text.startsWith("B rolled")));
  await press(page, " ");
  assert.equal(await wanted(page), "person");
  const told = await page.evaluate(() => globalThis.told);
  for (const start of ["You discarded", "B rolled", "C rolled", "You rolled"]) {
    assert.ok(told.some((text) => text.startsWith(start)), `${start}: ${told.join(" | ")}`);
  }
  // The log has everything, with reasons.
  await press(page, "l");
  assert.match(await page.locator("[data-panel=log]").innerText(), /B discarded the/);
  await page.locator("[data-panel=log] summary").first().click();
  assert.ok((await page.locator("[data-panel=log] details[open]").innerText()).length > 20);
  await page.keyboard.press("Escape");
  await page.locator("[data-panel=log]").waitFor({ state: "detached" });
  await press(page, "w");
  assert.match(await said(page), /^C .*: /);
  await done(page);
});

test("a refusal cites the rule, a hint is drawn and said, and undo says how far it goes", async () => {
  const page = await table({ seats: ["person", "keen"], deal: "3" });
  const lit = new Set((await choices(page)).lit);
  const unfit = ["hand-1", "hand-2", "hand-3", "hand-4", "reserve-A", "discard-A"].find((place) => !lit.has(place));
  await page.locator(`main .card[data-place=${unfit}][role=button]`).click();
  await press(page, "1");
  assert.match(await said(page), /does not go on the .* \((S12|S16|V7)\)\.$/);
  assert.match(await page.locator(".say .rule").innerText(), /^(S12|S16|V7)/);
  await press(page, "h");
  await page.locator(".arrows .arrow").waitFor({ state: "attached" });
  assert.match(await said(page), /^Hint: .*\. .*\.$/);
  await press(page, "Escape");
  assert.equal(await page.locator(".arrows .arrow").count(), 0);
  await press(page, "u");
  assert.match(await said(page), /^(Nothing to undo|The dice have been rolled)/);
  await done(page);
});

test("an invalid record gives an error and changes nothing; a whole game is exported and imported", async () => {
  const page = await table({ seats: ["person", "casual"], deal: "12", ...SHORT });
  const open = async () => {
    await press(page, "m");
    await page.locator("[data-open=record]").click();
  };
  await open();
  assert.match(await page.locator("[data-record]").inputValue(), /^1A \d\d \+/);
  await page.locator("[name=import]").fill("hello");
  await page.locator("[data-do=import]").click();
  assert.match(await page.locator("[data-error]").innerText(), /nothing was changed: line 1/);
  await page.keyboard.press("Escape");
  await finish(page, HANDS.taps);
  await page.locator("[data-over] button").last().click();
  await open();
  const record = await page.locator("[data-record]").inputValue();
  assert.match(record, /^cardroom record 1\ngame savannah\n/);
  await page.locator("[name=import]").fill(record);
  await page.locator("[data-do=import]").click();
  await page.locator("[data-over]").waitFor();
  await done(page);
});

for (const [name, options, settings] of [
  ["light", {}, {}],
  ["dark", { colorScheme: "dark" }, { theme: "dark" }],
  ["a phone with eight seats", { viewport: { width: 360, height: 740 }, hasTouch: true }, { large_print: true }],
]) {
  test(`axe finds no problems on any page: ${name}`, async () => {
    const page = await newPage(browser, { reducedMotion: "reduce", ...options });
    page.settings = settings;
    await page.goto(site.url);
    await page.locator("[data-home]").waitFor();
    assert.deepEqual(await axe(page), [], "all games");
    const seats = name.includes("eight") ? ["person", ...Array(7).fill("keen")] : ["person", "keen", "strong"];
    await begin(page, site.url, { seats });
    assert.deepEqual(await axe(page), [], "the table");
    await page.locator("[data-place=hand-1][role=button]").click();
    assert.deepEqual(await axe(page), [], "a card is picked");
    await press(page, "h");
    await page.locator(".arrows .arrow").waitFor({ state: "attached" });
    assert.deepEqual(await axe(page), [], "a hint");
    for (const panel of ["rules", "log", "seen", "settings", "record", "help"]) {
      await press(page, "m");
      if (panel === "rules") assert.deepEqual(await axe(page), [], "the menu");
      await page.locator(`[data-open=${panel}]`).click();
      await page.locator(`[data-panel=${panel}] .body > *`).first().waitFor();
      assert.deepEqual(await axe(page), [], panel);
      await page.locator(".head [data-do=close]").click();
      await page.locator(`[data-panel=${panel}]`).waitFor({ state: "detached" });
    }
    await press(page, "n");
    await page.locator(".options summary").click();
    assert.deepEqual(await axe(page), [], "a new game");
    await done(page);
  });
}

test("nothing is cut off with two to eight seats, from a small phone to 400 % zoom", async () => {
  for (const [width, height] of [[360, 740], [768, 1024], [1280, 800], [740, 360], [320, 256]]) {
    const page = await newPage(browser, { viewport: { width, height }, reducedMotion: "reduce" });
    for (const count of [2, 4, 8]) {
      if (count === 2) await begin(page, site.url, { seats: ["person", "keen"] });
      else {
        await press(page, "n");
        await page.locator("[name=seats]").selectOption(String(count));
        await page.locator("[data-do=begin]").click();
        await wanted(page);
      }
      const faults = await page.evaluate(() => {
        const table = document.querySelector("main").getBoundingClientRect();
        const out = document.documentElement.scrollWidth > innerWidth ? ["too wide"] : [];
        for (const part of document.querySelectorAll("main .card, main .seat, main .end, main .die, header *, nav *")) {
          const { left, right, bottom, top, width, height } = part.getBoundingClientRect();
          if (width && (left < -1 || right > innerWidth + 1)) out.push(`${part.className} is beyond the side`);
          if (part.closest("main") && (bottom > table.bottom + 1 || top < table.top - 1)) out.push(`${part.className} is beyond the table`);
          if (part.matches("[role=button], button") && width && (width < 43.5 || height < 43.5)) out.push(`${part.className} is small: ${width}×${height}`);
        }
        // No two clickable elements overlap.
        const places = [...document.querySelectorAll("main [role=button], main button")].map((part) => [part, part.getBoundingClientRect()]);
        for (const [at, [one, a]] of places.entries()) {
          for (const [two, b] of places.slice(at + 1)) {
            if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1) {
              out.push(`${one.dataset.place ?? one.dataset.do} lies on ${two.dataset.place ?? two.dataset.do}`);
            }
          }
        }
        return out;
      });
      assert.deepEqual(faults, [], `${count} seats, ${width}×${height}`);
    }
    await done(page);
  }
});

test("if no worker starts, the page runs the bots itself", async () => {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  page.settings = {};
  await page.addInitScript(() => {
    globalThis.Worker = class extends EventTarget {
      set onerror(told) {
        setTimeout(() => {
          this.addEventListener("error", told);
          this.dispatchEvent(new Event("error"));
        });
      }
      postMessage() {}
      terminate() {}
    };
  });
  await begin(page, site.url, { seats: ["person", "keen"], deal: "12", ...SHORT });
  await until_bot(page);
  await done(page);
});

test("the weights of the expert for two players are fetched on demand", async () => {
  for (const [level, wants] of [["strong", false], ["expert", true]]) {
    const page = await newPage(browser, { reducedMotion: "reduce" });
    page.settings = {};
    const fetched = [];
    page.context().on("request", (request) => fetched.push(request.url()));
    await begin(page, site.url, { seats: ["person", level], deal: "12", ...SHORT });
    await until_bot(page);
    assert.equal(fetched.some((url) => /\/duel-.*\.bin$/.test(url)), wants, level);
    await done(page);
  }
});
