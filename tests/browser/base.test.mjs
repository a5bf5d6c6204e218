// A server below a path of its host: local games, offline use, online tables and links.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoProblems, kept, launch, newPage, pageIn } from "./lib/browser.mjs";
import { begun, guest, open as openTable, ready, sit, startServer } from "./lib/online.mjs";
import { change, click, open, press, read } from "./lib/table.mjs";

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), startServer("--base", "/cards/")])));
after(async () => {
  await browser.close();
  await site.stop();
});

test("a table below a path has links, a QR code and a seat for another device", async () => {
  assert.match(site.url, /^http:\/\/127\.0\.0\.1:\d+\/cards\/$/);
  // The address without the slash leads there, too.
  const anna = await guest(browser, `${site.url.slice(0, -1)}#online`, "Anna");
  assert.ok(anna.url().startsWith(`${site.url}#online`), anna.url());
  const link = await openTable(anna, { seats: ["open"] });
  assert.ok(link.startsWith(`${site.url}#table/`), link);
  await anna.waitForFunction(() => document.querySelector("img[src*=qr]")?.naturalWidth > 0);
  const cookies = await anna.context().cookies();
  assert.deepEqual(cookies.map(({ name }) => name), ["cardroom.cards"]);
  const ben = await guest(browser, link, "Ben");
  await sit(ben);
  await ready(ben);
  await ready(anna);
  await Promise.all([begun(anna), begun(ben)]);
  await press(anna, "m");
  await anna.locator("[data-open=link]").click();
  await anna.locator("[data-do=device]").click();
  const device = await anna.locator("[data-device]").inputValue();
  assert.ok(device.startsWith(`${site.url}#move/`), device);
  const phone = await newPage(browser);
  await phone.goto(device);
  await phone.locator("[data-do=agree]").click();
  await begun(phone);
  assert.equal(phone.url(), link);
  assert.ok((await phone.locator("[data-pile=hand] [data-card]").count()) > 0, "the cards of Anna");
  for (const page of [anna, ben, phone]) {
    assertNoProblems(page);
    await page.context().close();
  }
});

test("an app below a path starts offline", async () => {
  const first = await newPage(browser);
  await open(first, site.url, { deal: "v1:42" });
  await change(first, () => click(first, "stock"));
  await kept(first);
  const caches = await first.evaluate(async () => [(await navigator.serviceWorker.ready).scope, ...(await caches.keys())]);
  assert.equal(caches[0], site.url);
  assert.match(caches[1], /^cardroom \/cards\/ [0-9a-f]+$/);
  assertNoProblems(first);
  await first.close();
  await site.pause();

  const page = await pageIn(first.context());
  await page.goto(`${site.url}#klondike`);
  await page.locator("main[data-deal='v1:42']").waitFor();
  await change(page, () => click(page, "stock"));
  assert.equal((await read(page)).deal, "v1:42");
  assertNoProblems(page);
  await page.context().close();
  await site.resume();
});
