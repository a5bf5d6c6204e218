// Makes the screenshots of the README: `node tests/browser/pictures.mjs`, after `cargo xtask web`,
// all of them or the named ones. Check them before you commit them.
import { fileURLToPath } from "node:url";
import { launch, newPage } from "./lib/browser.mjs";
import { begun, guest, startServer, open as openTable, ready, sit } from "./lib/online.mjs";
import { HANDS, choose, play, winningLine } from "./lib/play.mjs";
import { HANDS as SAVANNAH, choices } from "./lib/savannah.mjs";
import { cardroom } from "./lib/site.mjs";
import { open, still } from "./lib/table.mjs";

const PICTURES = [
  ["klondike", { width: 1280, height: 800 }, {}],
  ["klondike-dark", { width: 1280, height: 800 }, { theme: "dark", four_colours: true }],
  ["klondike-phone", { width: 360, height: 740 }, {}],
];

const FRIENDS = "savannah-friends";
const asked = process.argv.slice(2);
const wanted = (name) => asked.length === 0 || asked.includes(name);
const picture = (page, name) =>
  page.screenshot({ path: fileURLToPath(new URL(`../../docs/pictures/${name}.jpg`, import.meta.url)), type: "jpeg", quality: 72 });

const [browser, site] = await Promise.all([launch(), cardroom()]);
const line = await winningLine("klondike", "v1:2");
for (const [name, viewport, settings] of PICTURES.filter(([name]) => wanted(name))) {
  const page = await newPage(browser, { viewport, reducedMotion: "reduce" });
  await choose(page, { safe_moves: false, verdict: true, ...settings });
  await open(page, site.url, { deal: "v1:2" });
  await play(page, line.slice(0, Math.floor(line.length * 0.62)), HANDS.keys);
  // Use the button for the hint, so that no card shows the keyboard focus.
  await page.locator("[data-verdict=winnable]").waitFor();
  await page.locator("[data-do=hint]:visible").click();
  await page.locator("[data-hint]").first().waitFor();
  await page.evaluate(() => document.activeElement.blur());
  await still(page);
  await picture(page, name);
  await page.context().close();
}
if (wanted(FRIENDS)) {
  const server = await startServer();
  const anna = await guest(browser, new URL("#online", server.url).href, "Anna");
  const link = await openTable(anna, { seats: ["open", "open", "strong"], reserve: 13, discard: 5 });
  const [ben, cleo] = [await guest(browser, link, "Ben"), await guest(browser, link, "Cleo")];
  for (const page of [ben, cleo]) {
    await sit(page);
    await ready(page);
  }
  await ready(anna);
  const pages = [anna, ben, cleo];
  await Promise.all(pages.map(begun));
  // Two rounds, until it is Anna's turn again.
  for (let turns = 0; turns < 6; ) {
    for (const page of pages) {
      if ((await page.locator("main").getAttribute("data-wait")) !== "person") continue;
      const now = await choices(page);
      if (now.lit.length && !now.discards) await SAVANNAH.taps.play(page, now.lit[0], now);
      else await SAVANNAH.taps.end(page, now), (turns += 1);
      await page.waitForFunction((before) => Number(document.querySelector("main").dataset.version) !== before, now.version);
    }
  }
  await anna.locator("main[data-wait=person]").waitFor({ state: "attached" });
  await ben.locator("[data-do=say]:visible").click();
  await ben.locator("[data-phrase='4']").click();
  await anna.locator(".say", { hasText: "Ben" }).waitFor();
  await anna.evaluate(() => document.activeElement.blur());
  await picture(anna, FRIENDS);
  await server.stop();
}
await browser.close();
await site.stop();
