// A panic shows a dialog instead of a dead page, and the game is intact after a reload.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoProblems, launch, newPage } from "./lib/browser.mjs";
import { cardroom } from "./lib/site.mjs";
import { axe, change, click, open, press, read, ready } from "./lib/table.mjs";

let browser, site;
before(async () => ([browser, site] = await Promise.all([launch(), cardroom()])));
after(async () => {
  await browser.close();
  await site.stop();
});

/// Makes a program panic by requesting too much memory. `script` is its script.
const panic = (where, script) =>
  where.evaluate(async (script) => {
    const program = await (await import(script)).default();
    setTimeout(() => program.__wbindgen_malloc(-1, 1));
  }, script);

const pageScript = (page) => page.evaluate(() => document.querySelector("link[rel=modulepreload]").href);

/// The dialog after a crash. The console reports the panic and nothing else.
async function crashed(page) {
  const dialog = page.locator("dialog[data-crash][open]");
  await dialog.waitFor();
  assert.equal(page.problems.length, 1, page.problems.join("\n"));
  assert.match(page.problems.pop(), /RuntimeError/);
  return dialog;
}

for (const [locale, words, button] of [
  ["en-GB", /^Something went wrong\s+Cardroom has stopped/, "Reload"],
  ["de-DE", /^Etwas ist schiefgegangen\s+Cardroom ist auf dieser Seite stehen geblieben/, "Neu laden"],
]) {
  test(`after a panic the page says so and offers to reload, with the game intact (${locale})`, async () => {
    const page = await newPage(browser, { locale, reducedMotion: "reduce" });
    await open(page, site.url, { deal: "v1:42" });
    for (let moves = 0; moves < 3; moves += 1) await change(page, () => click(page, "stock"));
    const game = await read(page);
    // An open menu does not cover it.
    await press(page, "m");
    await page.locator("[data-panel=menu]").waitFor();

    await panic(page, await pageScript(page));
    const dialog = await crashed(page);
    assert.match(await dialog.innerText(), words);
    assert.deepEqual(await axe(page), []);
    const saved = await page.evaluate(() => {
      const before = localStorage.getItem("cardroom.game.1");
      localStorage.setItem("cardroom.game.1", "what a broken program would write");
      return [before, localStorage.getItem("cardroom.game.1")];
    });
    assert.equal(saved[0], saved[1], "nothing replaces the saved game");

    await dialog.getByRole("button", { name: button }).click();
    await page.waitForFunction(() => !document.querySelector("[data-crash]"));
    await ready(page);
    assert.deepEqual(await read(page), game);
    await change(page, () => click(page, "stock"));
    assertNoProblems(page);
    await page.context().close();
  });
}

test("the dialog can be answered by keyboard", async () => {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  await open(page, site.url, { deal: "v1:42" });
  for (const key of ["Enter", "Escape"]) {
    await panic(page, await pageScript(page));
    await crashed(page);
    await Promise.all([page.waitForEvent("load"), press(page, key)]);
    await ready(page);
    assert.equal(await page.locator("[data-crash]").count(), 0, key);
  }
  await page.context().close();
});

test("a worker that panics is replaced, and the page continues", async () => {
  const page = await newPage(browser, { reducedMotion: "reduce" });
  await open(page, site.url, { deal: "v1:42" });
  await page.locator("[data-verdict]").click();
  await page.locator("[data-verdict=winnable]").waitFor();
  const [worker] = page.workers();
  const script = await worker.evaluate(async () => {
    const text = await (await fetch(location.href)).text();
    return new URL(/from "([^"]+)"/.exec(text)[1], location.href).href;
  });
  const gone = worker.waitForEvent("close");
  await panic(worker, script);
  await gone;
  await change(page, () => page.evaluate(() => (location.hash = "#klondike/v1:2")));
  await page.locator("[data-verdict]").click();
  await page.locator("[data-verdict=winnable]").waitFor();
  assert.equal(await page.locator("[data-crash]").count(), 0);
  assert.equal(page.workers().length, 1);
  await page.context().close();
});
