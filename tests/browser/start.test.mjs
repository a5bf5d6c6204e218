// The app starts below any path, without errors or warnings.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { assertNoProblems, launch, newPage } from "./lib/browser.mjs";
import { cardroom, plainHost } from "./lib/site.mjs";
import { axe, change, click, open, read } from "./lib/table.mjs";

let browser;
before(async () => (browser = await launch()));
after(() => browser.close());

test("cardroom serve serves the app and stops when asked", async () => {
  const site = await cardroom();
  const page = await newPage(browser);
  const answers = [];
  page.on("response", (response) => answers.push(response));
  await open(page, site.url, { deal: "v1:42" });
  assert.equal((await read(page)).deal, "v1:42");
  assertNoProblems(page);

  for (const answer of answers) {
    assert.equal(answer.status(), 200, answer.url());
    assert.ok(answer.url().startsWith(site.url), `${answer.url()} is somebody else's`);
    const headers = await answer.allHeaders();
    assert.match(headers["content-security-policy"], /script-src 'self' 'wasm-unsafe-eval';/, answer.url());
    if (/\.(js|css|wasm)$/.test(answer.url()) && !answer.url().endsWith("sw.js")) {
      assert.equal(headers["cache-control"], "public, max-age=31536000, immutable", answer.url());
      assert.equal(headers["content-encoding"], "br", answer.url());
    }
  }
  await page.context().close();
  assert.equal(await site.stop(), 0);
});

test("the content security policy blocks foreign scripts", async () => {
  const site = await cardroom();
  const page = await newPage(browser);
  await open(page, site.url);
  const stopped = await page.evaluate(async () => {
    const violated = [];
    document.addEventListener("securitypolicyviolation", (event) => violated.push(event.effectiveDirective));
    const script = document.createElement("script");
    script.textContent = "globalThis.foreign = true";
    document.head.append(script);
    document.body.setAttribute("style", "color: red");
    await fetch("http://127.0.0.1:1/").catch(() => {});
    await new Promise((done) => setTimeout(done, 100));
    return { violated, foreign: globalThis.foreign };
  });
  assert.deepEqual(stopped.violated.sort(), ["connect-src", "script-src-elem", "style-src-attr"]);
  assert.equal(stopped.foreign, undefined);
  await page.context().close();
  await site.stop();
});

test("any web server can serve the folder, also below its root", async () => {
  const host = await plainHost();
  const page = await newPage(browser);
  await open(page, host.url, { game: "one-card", deal: "v1:7" });
  assert.equal((await read(page)).deal, "v1:7");
  assertNoProblems(page);
  await page.context().close();
  await host.stop();
});

test("a browser can install the app", async () => {
  const site = await cardroom();
  const page = await newPage(browser);
  await open(page, site.url);
  const client = await page.context().newCDPSession(page);
  const { errors, data, url } = await client.send("Page.getAppManifest");
  assert.deepEqual(errors, []);
  for (const icon of JSON.parse(data).icons) {
    const answer = await page.request.get(new URL(icon.src, url).href);
    assert.equal(answer.headers()["content-type"], icon.type);
  }
  await page.context().close();
  await site.stop();
});

test("the first page is accessible", async () => {
  const site = await cardroom();
  const page = await newPage(browser);
  await open(page, site.url, { deal: "v1:42" });
  assert.deepEqual(await axe(page), []);
  await page.context().close();
  await site.stop();
});

test("the page can be played before the worker's program arrives", async () => {
  const site = await cardroom();
  const page = await newPage(browser);
  let arrive;
  const asked = new Promise((done) => {
    page.route(/\/worker-\w+\.wasm$/, (route) => {
      arrive = () => route.continue();
      done();
    });
  });
  await open(page, site.url, { deal: "v1:2" });
  // It is fetched before it is needed.
  await asked;
  await change(page, () => click(page, "stock"));
  await page.locator("[data-verdict]").click();
  await page.locator("[data-verdict=thinking]").waitFor();
  await change(page, () => page.keyboard.press("u"));
  await page.locator("[data-verdict]").click();
  await page.locator("[data-verdict=thinking]").waitFor();
  await arrive();
  await page.locator("[data-verdict=winnable]").waitFor();
  assertNoProblems(page);
  await page.context().close();
  await site.stop();
});

test("fetching the worker's program is retried until there is a network", async () => {
  const site = await cardroom();
  const page = await newPage(browser);
  let failures = 0;
  await page.route(/\/worker-\w+\.wasm$/, (route) => {
    failures += 1;
    return failures <= 2 ? route.abort("internetdisconnected") : route.continue();
  });
  await open(page, site.url, { deal: "v1:2" });
  await page.locator("[data-verdict]").click();
  await page.locator("[data-verdict=winnable]").waitFor();
  assert.equal(failures, 3);
  assert.ok(page.problems.every((problem) => /worker-|ERR_INTERNET_DISCONNECTED/.test(problem)), page.problems.join("\n"));
  await page.context().close();
  await site.stop();
});
