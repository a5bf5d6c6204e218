// Starts a real browser and opens pages that record all errors and warnings.
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

const FLAGS = [
  "--no-sandbox",
  "--disable-dev-shm-usage",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
];

/// Starts the browser. `cargo xtask test` sets its path.
export function launch(options = {}) {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS, ...options });
}

/// Opens a page in a new browser context. `options` are those of a context: size, touch, colours.
/// Console errors are collected in `page.problems`.
export async function newPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  return pageIn(context);
}

/// Opens another page in a context.
export async function pageIn(context) {
  const page = await context.newPage();
  page.setDefaultTimeout(20_000);
  page.problems = [];
  page.on("console", (message) => {
    if (["error", "warning"].includes(message.type())) page.problems.push(message.text());
  });
  page.on("pageerror", (error) => page.problems.push(String(error)));
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText;
    // Requests that were aborted by leaving the page are not errors.
    if (why !== "net::ERR_ABORTED") page.problems.push(`${request.url()}: ${why}`);
  });
  return page;
}

/// Asserts that the page has reported no problem, including violations of its content security
/// policy.
export function assertNoProblems(page) {
  assert.deepEqual(page.problems, []);
}

/// Waits until the app is cached for offline use.
export async function kept(page) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== "activated") {
      await new Promise((done) => active.addEventListener("statechange", () => active.state === "activated" && done()));
    }
  });
}
