// The pictures of the README: `node tests/browser/pictures.mjs`, after `cargo xtask web`. They are looked at before they are committed.
import { fileURLToPath } from "node:url";
import { launch, newPage } from "./lib/browser.mjs";
import { HANDS, choose, play, winningLine } from "./lib/play.mjs";
import { cardroom } from "./lib/site.mjs";
import { open, still } from "./lib/table.mjs";

const PICTURES = [
  ["klondike", { width: 1280, height: 800 }, {}],
  ["klondike-dark", { width: 1280, height: 800 }, { theme: "dark", four_colours: true }],
  ["klondike-phone", { width: 360, height: 740 }, {}],
];

const [browser, site] = await Promise.all([launch(), cardroom()]);
const line = await winningLine("klondike", "v1:2");
for (const [name, viewport, settings] of PICTURES) {
  const page = await newPage(browser, { viewport, reducedMotion: "reduce" });
  await choose(page, { safe_moves: false, verdict: true, ...settings });
  await open(page, site.url, { deal: "v1:2" });
  await play(page, line.slice(0, Math.floor(line.length * 0.62)), HANDS.keys);
  // The hint is asked for by its button, so that no card shows the mark of the keyboard.
  await page.locator("[data-verdict=winnable]").waitFor();
  await page.locator("[data-do=hint]:visible").click();
  await page.locator("[data-hint]").first().waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await still(page);
  const path = fileURLToPath(new URL(`../../docs/pictures/${name}.jpg`, import.meta.url));
  await page.screenshot({ path, type: "jpeg", quality: 72 });
  await page.context().close();
}
await browser.close();
await site.stop();
