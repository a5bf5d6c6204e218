// Online tables: a server, people in browsers and in the terminal, and a spectator that speaks the
// protocol.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { newPage } from "./browser.mjs";
import { choose } from "./play.mjs";
import { cardroom, FOLDER, PROGRAM } from "./site.mjs";

/// Starts a server with an empty store. `restart` stops it like Ctrl-C and starts it again at the
/// same address.
export async function startServer(...more) {
  const data = await mkdtemp(join(tmpdir(), "cardroom-"));
  const start = (listen) => cardroom(FOLDER, listen, ["--data", data, "--pace", "20ms", "--messages", "200", "--requests", "1000", ...more]);
  let site = await start("127.0.0.1:0");
  const { url } = site;
  return {
    url,
    stop: async () => {
      await site.stop();
      await rm(data, { recursive: true });
    },
    pause: () => site.stop(),
    resume: async () => {
      site = await start(new URL(url).host);
    },
  };
}

/// The form that opens a table of Savannah.
const SAVANNAH = "[data-form=open][data-game=savannah]";

/// Opens an address as a person with this name.
export async function guest(browser, address, name, options = {}, settings = {}) {
  const page = await newPage(browser, { reducedMotion: "reduce", ...options });
  await choose(page, { pace: "at-once", ...settings });
  await page.goto(address);
  await page.locator("[name=name]").fill(name);
  await page.locator("[data-form=name] button").click();
  await page.locator("[data-form=name]").waitFor({ state: "detached" });
  return page;
}

/// Opens a table of Savannah and returns its link. `seats` says who sits where: `open` or the level of a bot.
export async function open(page, { seats, reserve = 5, discard = 1, rounds, open = false, clock }) {
  await page.locator(SAVANNAH).waitFor();
  await page.locator("[name=seats]").selectOption(String(seats.length + 1));
  for (const [at, who] of seats.entries()) await page.locator(`[name=who-${"BCDEFGH"[at]}]`).selectOption(who);
  await page.locator(".options summary").click();
  await page.locator("[name=reserve]").selectOption(String(reserve));
  await page.locator("[name=discard]").selectOption(String(discard));
  await page.locator("[name=first]").selectOption("A");
  if (rounds) await page.locator("[name=rounds]").selectOption(String(rounds));
  if (open) await page.locator(".switch:has([name=public])").click();
  if (clock) await page.locator("[name=clock]").selectOption(String(clock));
  await page.locator(`${SAVANNAH} [data-do=open]`).click();
  await page.locator("[data-chair]").first().waitFor();
  return page.locator("[data-link]").inputValue();
}

/// Takes the first free seat.
export async function sit(page) {
  await page.locator("[data-do=sit]").first().click();
  await page.locator("[data-do=ready]").waitFor();
}

/// Gets ready, and waits for the start of the game if everybody else is ready.
export const ready = (page) => page.locator("[data-do=ready]").click();

/// Waits until the table is shown.
export const begun = (page) => page.locator("main[data-wait]").waitFor({ state: "attached" });

/// A spectator that speaks the protocol directly: `seen()` is what all see in the last snapshot, `ever()` all
/// cards that were ever face up.
export async function watcher(browser, url, link) {
  const page = await newPage(browser);
  await page.goto(new URL("/healthz", url).href);
  await page.evaluate(async (table) => {
    await fetch("/api/guest", { method: "POST", body: JSON.stringify({ name: "Watcher" }) });
    globalThis.ever = new Set();
    const come = () => {
      const socket = new WebSocket("/api/socket");
      socket.onopen = () => socket.send(JSON.stringify({ join: { table, since: 0 } }));
      socket.onmessage = ({ data }) => {
        globalThis.seen = JSON.parse(data).table?.shared ?? globalThis.seen;
        if (!globalThis.seen?.view) return;
        const { foundations, players } = globalThis.seen.view.public;
        for (const card of [...foundations.flat(), ...players.flatMap(({ reserve, discard }) => [reserve.top, ...discard.face_up])]) {
          if (card) globalThis.ever.add(card);
        }
      };
      socket.onclose = () => setTimeout(come, 200);
    };
    come();
  }, link.split("/").at(-1));
  return {
    seen: () => page.evaluate(() => globalThis.seen),
    ever: () => page.evaluate(() => [...globalThis.ever]),
    close: () => page.context().close(),
  };
}

/// Asserts that the page shows the table as the spectator sees it.
export async function in_step(page, watcher) {
  const shown = () =>
    page.evaluate(() => {
      const count = (pile) => Number(/\d+/.exec(document.querySelector(`[data-pile=${pile}] > .label`)?.textContent)?.[0] ?? -1);
      return JSON.stringify([count("stock"), document.querySelector("[data-dice]")?.dataset.dice, ...[1, 2, 3].map((at) => [...document.querySelectorAll(`[data-pile=foundation-${at}] [data-card]`)].at(-1)?.dataset.card)]);
    });
  for (let tries = 0; tries < 100; tries += 1) {
    const { view } = await watcher.seen();
    const { stock, dice, foundations } = view.public;
    const wanted = JSON.stringify([stock, String(dice ?? "00").replace(",", ""), ...foundations.map((pile) => pile.at(-1))]);
    if ((await shown()) === wanted) return view.public;
    await page.waitForTimeout(30);
  }
  throw new Error("the page and the watcher do not see the same table");
}

/// A person in the plain terminal, who plays the first legal move.
export class Terminal {
  #program;
  #heard = "";
  #asked = false;
  all = "";

  constructor(link, name, home) {
    this.#program = spawn(PROGRAM, ["play", "savannah", "--join", link, "--name", name, "--plain"], {
      stdio: ["pipe", "pipe", "inherit"],
      env: { ...process.env, CARDROOM_HOME: home },
    });
    this.#program.stdout.setEncoding("utf8").on("data", (text) => this.#hear(text));
  }

  #hear(text) {
    this.all += text;
    this.#heard += text;
    if (!this.#heard.endsWith("> ")) return;
    const moves = [...this.#heard.matchAll(/^ {2}(\S+) +\S/gm)].map(([, move]) => move);
    this.#heard = "";
    if (this.#asked && moves.length) this.say(moves.find((move) => move.includes(">")) ?? moves[0]);
    else this.say("moves");
    this.#asked = !(this.#asked && moves.length);
  }

  say(line) {
    this.#program.stdin.write(`${line}\n`);
  }

  /// Waits until a text was printed.
  async told(pattern) {
    for (let tries = 0; !pattern.test(this.all); tries += 1) {
      if (tries > 400) throw new Error(`the terminal does not say ${pattern}: ${this.all.slice(-2000)}`);
      await new Promise((done) => setTimeout(done, 50));
    }
  }

  async stop() {
    if (this.#program.exitCode !== null) return;
    const ended = once(this.#program, "exit");
    this.say("q");
    await ended;
  }
}
