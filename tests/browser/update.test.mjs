// A new version is offered, never forced, and installed when the player accepts it.
import assert from "node:assert/strict";
import { cp, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { assertNoProblems, kept, launch, newPage, pageIn } from "./lib/browser.mjs";
import { FOLDER, plainHost } from "./lib/site.mjs";
import { change, click, open, ready, version } from "./lib/table.mjs";

let browser, newer;
before(async () => {
  browser = await launch();
  newer = await mkdtemp(join(tmpdir(), "cardroom-newer-"));
  await cp(FOLDER, newer, { recursive: true });
  const rewrite = async (name, from, to) => {
    const path = join(newer, name);
    const text = await readFile(path, "utf8");
    assert.match(text, from);
    await writeFile(path, text.replace(from, to));
  };
  await rewrite("index.html", /<title>.*<\/title>/, "<title>Cardroom, newer</title>");
  await rewrite("sw.js", /`\$\{OURS\}[0-9a-f]+`/, "`${OURS}newer`");
});
after(async () => {
  await browser.close();
  await rm(newer, { recursive: true });
});

test("a new version waits until the player accepts it", async () => {
  const host = await plainHost();
  const page = await newPage(browser);
  await open(page, host.url, { deal: "v1:42" });
  await kept(page);
  assert.equal(await page.locator("[data-notice=update]").count(), 0, "the first version is not announced");
  // The next visit is the first that is served by the service worker.
  await page.reload();
  await ready(page);
  await change(page, () => click(page, "stock"));
  const played = await version(page);

  host.folder = newer;
  const loaded = await page.evaluate(async () => {
    globalThis.mine = true;
    await (await navigator.serviceWorker.ready).update();
    return document.title;
  });
  await page.locator("[data-notice=update]").waitFor();
  assert.equal(loaded, "Cardroom");
  assert.ok(await page.evaluate(() => globalThis.mine), "the page was not reloaded");
  assert.equal(await version(page), played, "the game continues");

  const second = await pageIn(page.context());
  await second.goto(host.url);
  await second.locator("[data-notice=update]").waitFor();
  assert.equal(await second.title(), "Cardroom", "a second tab is not reloaded either");

  await page.locator("[data-notice=update] button").first().click();
  await page.waitForFunction(() => document.title === "Cardroom, newer" && !globalThis.mine);
  await ready(page);
  assert.equal(await second.title(), "Cardroom", "the other tab stays as it is");
  assertNoProblems(page);
  await page.context().close();
  await host.stop();
});
