// After the first visit, the app and its solver start without a network.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoProblems, kept, launch, newPage, pageIn } from "./lib/browser.mjs";
import { cardroom, plainHost } from "./lib/site.mjs";
import { change, click, open, read } from "./lib/table.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

for (const [name, serve] of [["cardroom serve", cardroom], ["a plain host", plainHost]]) {
  test(`an app from ${name} starts offline`, async () => {
    const site = await serve();
    const first = await newPage(browser);
    await open(first, site.url);
    await kept(first);
    assertNoProblems(first);
    await first.close();
    await site.stop();

    const page = await pageIn(first.context());
    await open(page, site.url, { deal: "v1:42" });
    assert.equal((await read(page)).deal, "v1:42");
    await change(page, () => click(page, "stock"));
    await page.locator("[data-verdict]").click();
    await page.locator("[data-verdict=winnable]").waitFor();
    assertNoProblems(page);
    await page.context().close();
  });
}
