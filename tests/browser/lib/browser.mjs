// A real browser, and pages that notice everything that goes wrong on them.
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

/// Starts the browser. `cargo xtask test` says where it is.
export function launch(options = {}) {
  return chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS, ...options });
}

/// A page in a browser without a past. `options` are those of a context: size, touch, colours. Everything that a console
/// would show as an error is kept in `page.problems`.
export async function newPage(browser, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, ...options });
  return pageIn(context);
}

/// A further page in a context.
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
    // What a page was still fetching when it was left is no fault.
    if (why !== "net::ERR_ABORTED") page.problems.push(`${request.url()}: ${why}`);
  });
  return page;
}

/// The page has complained about nothing, also not about its content security policy.
export function assertNoProblems(page) {
  assert.deepEqual(page.problems, []);
}

/// Waits until the app is kept for the days without a network.
export async function kept(page) {
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    if (active.state !== "activated") {
      await new Promise((done) => active.addEventListener("statechange", () => active.state === "activated" && done()));
    }
  });
}
