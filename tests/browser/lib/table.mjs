// Reads the table and moves cards. It relies only on the hooks listed in README.md.
import assert from "node:assert/strict";

/// Opens a deal and waits for its cards: `{ game: "one-card", deal: "v1:42" }`.
export async function open(page, url, { game, deal, ...rest } = {}) {
  const address = new URL("#klondike", url);
  for (const [name, value] of Object.entries({ game, deal, ...rest })) {
    if (value !== undefined) address.searchParams.set(name, value);
  }
  await page.goto(address.href);
  await ready(page);
}

/// Waits until all cards are on the table and at rest.
export async function ready(page) {
  await page.locator("main[data-deal] [data-pile] [data-place]").first().waitFor({ state: "attached" });
  await still(page);
}

/// The cards of each pile, from bottom to top: `{ stock: ["#"], waste: ["4h"], "foundation-c": [],
/// "column-1": ["#", "7d"] }`, with `#` for a face-down card. Of a high pile only the drawn top
/// cards are listed.
export function read(page) {
  return page.evaluate(() => {
    const table = { deal: document.querySelector("main[data-deal]").dataset.deal };
    for (const pile of document.querySelectorAll("[data-pile]")) {
      const cards = [...pile.querySelectorAll("[data-place]:not([data-spot])")].map((card) => card.dataset.card ?? "#");
      table[pile.dataset.pile] = cards;
    }
    return table;
  });
}

/// The version of the table, which increases with each change.
export async function version(page) {
  return Number(await page.locator("main[data-version]").getAttribute("data-version"));
}

/// Does something, and waits until the table has changed and is at rest.
export async function change(page, action) {
  const before = await version(page);
  await action();
  await page.waitForFunction(
    (before) => Number(document.querySelector("main[data-version]").dataset.version) !== before,
    before,
  );
  await still(page);
}

/// Waits until no animation runs, except the endless one of the thinking solver.
export function still(page) {
  return page.waitForFunction(() =>
    document
      .getAnimations()
      .every((animation) => animation.playState !== "running" || animation.effect.getTiming().iterations === Infinity),
  );
}

/// Waits until the page around the cards is up to date: it is updated one frame after them.
export function settled(page) {
  return page.evaluate(async () => {
    for (let frames = 0; frames < 2; frames += 1) await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
  });
}

/// The last announcement for screen readers.
export async function said(page) {
  await settled(page);
  return page.locator("[data-said]").innerText();
}

/// Whether the game is won.
export function won(page) {
  return page.locator("main[data-won]").count().then((count) => count > 0);
}

/// The top card or empty place of a pile (`waste`, `foundation-h`, `column-3`), or a card (`7d`).
export function spot(page, name) {
  if (/^([A2-9TJQK]|10)[cdhs]$/.test(name)) return page.locator(`[data-pile] [data-card="${name}"]`);
  return page.locator(`[data-pile="${name}"] [data-place]:last-child, [data-spot="${name}"][data-place]`).last();
}

/// A point of a card that the next card does not cover.
async function point(page, name, { middle = false } = {}) {
  const box = await spot(page, name).boundingBox();
  assert(box, `${name} is not on the table`);
  return { x: box.x + box.width / 2, y: box.y + (middle ? box.height / 2 : Math.min(box.height / 2, 12)) };
}

/// Drags a card, with those on it, to another card or a pile. Pauses for this many milliseconds
/// before each motion.
export async function drag(page, from, to, { rest = 0 } = {}) {
  const [start, end] = [await point(page, from), await point(page, to, { middle: true })];
  const hand = [
    () => page.mouse.move(start.x, start.y),
    () => page.mouse.down(),
    () => page.mouse.move((start.x + end.x) / 2, (start.y + end.y) / 2, { steps: 3 }),
    () => page.mouse.move(end.x, end.y, { steps: 3 }),
    () => page.mouse.up(),
  ];
  for (const motion of hand) {
    if (rest) await page.waitForTimeout(rest);
    await motion();
  }
}

/// Clicks a card or a pile. The button is held down for this many milliseconds.
export async function click(page, name, { rest = 0 } = {}) {
  const { x, y } = await point(page, name);
  await page.mouse.click(x, y, { delay: rest });
}

/// Taps with a finger; the context needs `hasTouch`.
export async function tap(page, name) {
  const { x, y } = await point(page, name);
  await page.touchscreen.tap(x, y);
}

/// Presses keys one after the other.
export async function press(page, ...keys) {
  for (const key of keys) await page.keyboard.press(key);
}

/// The problems that axe finds on the page.
export async function axe(page) {
  const { default: source } = await import("axe-core");
  // The content security policy forbids other scripts, so the browser injects it.
  await page.evaluate(source.source);
  const { violations } = await page.evaluate(() => globalThis.axe.run(document));
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
}
