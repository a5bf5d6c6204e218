// Accessibility: keyboard, screen reader, small and zoomed windows, colour schemes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoProblems, launch, newPage } from "./lib/browser.mjs";
import { choose } from "./lib/play.mjs";
import { cardroom } from "./lib/site.mjs";
import { axe, change, click, drag, open, press, still } from "./lib/table.mjs";

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), cardroom()])));
after(async () => {
  await browser.close();
  await site.stop();
});

async function table(options = {}, settings = {}, query = { deal: "v1:42" }) {
  const page = await newPage(browser, options);
  await choose(page, settings);
  await open(page, site.url, query);
  await still(page);
  return page;
}

const LOOKS = [
  ["light on a desktop", {}, {}],
  ["dark on a tablet", { viewport: { width: 768, height: 1024 }, colorScheme: "dark" }, {}],
  ["four colours, large print and mirrored on a phone", { viewport: { width: 360, height: 740 } }, {
    four_colours: true,
    large_print: true,
    left_handed: true,
  }],
];

for (const [name, options, settings] of LOOKS) {
  test(`axe finds no problems in any state: ${name}`, async () => {
    const page = await table(options, settings);
    assert.deepEqual(await axe(page), []);
    await click(page, "8d");
    assert.deepEqual(await axe(page), [], "a card is picked");
    await drag(page, "Kh", "Js");
    assert.deepEqual(await axe(page), [], "a move is refused");
    await press(page, "h");
    await page.locator("[data-hint]").first().waitFor();
    await page.locator("[data-verdict]").click();
    await page.locator("[data-verdict=winnable]").waitFor();
    assert.deepEqual(await axe(page), [], "a hint and the verdict");
    await press(page, "m");
    assert.deepEqual(await axe(page), [], "the menu");
    for (const panel of ["settings", "statistics", "record", "rules", "help"]) {
      await page.locator(`[data-open=${panel}]`).click();
      await page.locator(`[data-panel=${panel}]`).waitFor();
      assert.deepEqual(await axe(page), [], panel);
      await page.locator(".head .quiet").first().click();
    }
    await page.locator("[data-panel=menu] [data-do=deal]").click();
    assert.deepEqual(await axe(page), [], "another deal");
    assertNoProblems(page);
    await page.context().close();
  });
}

test("a screen reader reads the table in order, with every visible card", async () => {
  const page = await table();
  const tree = await page.locator("main").ariaSnapshot();
  const names = [...tree.matchAll(/button "([^"]*)"/g)].map((match) => match[1]);
  assert.deepEqual(names, [
    "stock, 24 cards",
    "waste, empty",
    "foundation of clubs, empty",
    "foundation of diamonds, empty",
    "foundation of hearts, empty",
    "foundation of spades, empty",
    "jack of spades, 1 of 1, column 1",
    "1 card face down, column 2",
    "eight of diamonds, 1 of 1, column 2",
    "2 cards face down, column 3",
    "seven of diamonds, 1 of 1, column 3",
    "3 cards face down, column 4",
    "nine of spades, 1 of 1, column 4",
    "4 cards face down, column 5",
    "king of hearts, 1 of 1, column 5",
    "5 cards face down, column 6",
    "five of hearts, 1 of 1, column 6",
    "6 cards face down, column 7",
    "two of diamonds, 1 of 1, column 7",
  ]);
  await page.context().close();
});

test("arrow keys move from card to card, and the page shows the focus", async () => {
  const page = await table();
  const focused = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  await press(page, "ArrowRight", "ArrowDown");
  assert.equal(await focused(), "eight of diamonds, 1 of 1, column 2");
  await press(page, "ArrowUp");
  assert.equal(await focused(), "1 card face down, column 2");
  await press(page, "ArrowDown", "Enter");
  await press(page, "ArrowRight", "ArrowRight");
  assert.equal(await focused(), "nine of spades, 1 of 1, column 4, can go here");
  await change(page, () => press(page, "Enter"));
  assert.equal(await focused(), "eight of diamonds, 2 of 2, column 4");
  // Tab returns to the same card.
  assert.equal(await page.locator("main [tabindex='0']").count(), 1);
  await page.context().close();
});

test("nothing is cut off, from a small phone to 400 % zoom", async () => {
  for (const [width, height] of [[360, 740], [768, 1024], [1280, 800], [740, 360], [320, 256]]) {
    const page = await table(
      { viewport: { width, height }, hasTouch: width < 800 },
      { verdict: true },
      { game: "klondike-3", deal: "v1:2" },
    );
    await page.locator("[data-verdict]:not([data-verdict=thinking])").waitFor();
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(overflow <= 0, `${width}×${height} is ${overflow} too wide`);
    const cut = await page.evaluate(() => {
      const table = document.querySelector("main").getBoundingClientRect();
      const cards = [...document.querySelectorAll("main .card")].map((card) => card.getBoundingClientRect());
      return cards.filter((card) => card.bottom > table.bottom + 1 || card.right > table.right + 1 || card.left < -1).length;
    });
    assert.equal(cut, 0, `${width}×${height}`);
    const beyond = await page.evaluate(() =>
      [...document.querySelectorAll("header *, nav *")]
        .filter((part) => part.getBoundingClientRect().right > innerWidth + 1)
        .map((part) => part.textContent),
    );
    assert.deepEqual(beyond, [], `${width}×${height}`);
    if (width >= 360) {
      const small = await page.evaluate(() =>
        [...document.querySelectorAll("button")].filter((button) => {
          const { width, height } = button.getBoundingClientRect();
          return width > 0 && (width < 44 || height < 44);
        }).map((button) => button.textContent),
      );
      assert.deepEqual(small, [], `${width}×${height}`);
    }
    await page.context().close();
  }
});

test("the settings change the look at once and are saved", async () => {
  const page = await table();
  await press(page, "m");
  await page.locator("[data-open=settings]").click();
  const colour = () => page.locator("[data-card='8d']").evaluate((card) => getComputedStyle(card).color);
  const red = await colour();
  await page.locator("[data-switch=FourColours]").check({ force: true });
  assert.notEqual(await colour(), red);
  await page.locator("[name=theme][value=dark]").check();
  await page.keyboard.press("Escape");
  await page.reload();
  await page.locator("[data-card='8d']").waitFor();
  assert.notEqual(await colour(), red);
  assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
  assertNoProblems(page);
  await page.context().close();
});
