// Reads and plays Savannah on the page. It relies only on the hooks listed in README.md.
import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { choose } from "./play.mjs";
import { PROGRAM } from "./site.mjs";
import { settled } from "./table.mjs";

/// Starts a game. `seats` says who sits where: `person` or the level of a bot, with a name after a
/// colon.
export async function begin(page, url, { seats, deal = "7", reserve, discard, first = "A" }) {
  await choose(page, { pace: "at-once", ...page.settings });
  await page.goto(new URL("#savannah", url).href);
  await page.locator("[data-panel=new]").waitFor();
  await page.locator("[name=seats]").selectOption(String(seats.length));
  for (const [at, who] of seats.entries()) {
    const [kind, name] = who.split(":");
    await page.locator(`[name=who-${"ABCDEFGH"[at]}]`).selectOption(kind);
    if (name) await page.locator(`[name=name-${"ABCDEFGH"[at]}]`).fill(name);
  }
  await page.locator(".options summary").click();
  await page.locator("[name=deal]").fill(deal);
  await page.locator("[name=first]").selectOption(first);
  if (reserve !== undefined) await page.locator("[name=reserve]").selectOption(String(reserve));
  if (discard !== undefined) await page.locator("[name=discard]").selectOption(String(discard));
  await page.locator("[data-do=begin]").click();
  await page.waitForFunction((deal) => document.querySelector("main[data-deal]").dataset.deal === `v1:${deal}`, deal);
  await wanted(page);
}

/// The states in which the page waits for a person, or the game is over.
const WANTED = ["person", "cover", "over"];

/// Waits until the page waits for a person or the game is over. Returns `person`, `cover` or
/// `over`.
export async function wanted(page) {
  for (;;) {
    await page.waitForFunction((all) => all.includes(document.querySelector("main")?.dataset.wait), WANTED);
    // The state may be older than the motion of the cards.
    await settled(page);
    const state = await page.locator("main").getAttribute("data-wait");
    if (WANTED.includes(state)) return state;
  }
}

/// What is possible: the places whose card can be played, and whether the turn can only be ended.
export async function choices(page) {
  await settled(page);
  return page.evaluate(() => ({
    lit: [...document.querySelectorAll("main .card[data-lit]")].map((card) => card.dataset.place).filter((place) => !place.startsWith("foundation")),
    discards: document.querySelector("[data-do=end].waits") !== null,
    hand: document.querySelectorAll("[data-pile=hand] [data-card]").length,
    near: document.querySelector("main [data-pile^=reserve]:has(~ [data-pile=hand])").dataset.pile.slice(-1),
    version: Number(document.querySelector("main").dataset.version),
  }));
}

const card = (page, place) => page.locator(`main .card[data-place="${place}"][role=button]`);
const middle = async (locator) => {
  const { x, y, width, height } = await locator.boundingBox();
  return [x + width / 2, y + height / 2];
};

/// A mouse that pauses for this many milliseconds after each motion.
export const mouse = ({ rest = 0 } = {}) => ({
  play: async (page, place) => {
    const pause = () => rest && page.waitForTimeout(rest);
    const [x, y] = await middle(card(page, place));
    await page.mouse.move(x, y);
    await page.mouse.down();
    await pause();
    await page.mouse.move(x + 12, y - 12, { steps: 2 });
    await pause();
    const [tx, ty] = await middle(page.locator("[data-target][data-place^=foundation]").first());
    await page.mouse.move(tx, ty, { steps: 2 });
    await pause();
    await page.mouse.up();
    await pause();
  },
  end: async (page, { hand, discards }) => {
    if (!discards) await page.locator("[data-do=end]").click();
    if (hand) await card(page, "hand-1").click();
  },
});

/// The input methods: play a card to the first foundation that takes it, and end the turn with the
/// first card of the hand.
export const HANDS = {
  mouse: mouse(),
  taps: {
    play: async (page, place) => {
      await card(page, place).click();
      await page.locator("[data-target]").first().click();
    },
    end: async (page, { hand, discards }) => {
      if (!discards) await page.locator("[data-do=end]").click();
      if (hand) await card(page, "hand-1").click();
    },
  },
  keys: {
    play: async (page, place, { near }) => {
      const [pile, which] = place.split("-");
      if (pile === "hand") await page.keyboard.press(String(3 + Number(which)));
      else if (which === near) await page.keyboard.press(pile === "reserve" ? "r" : "d");
      else {
        // Press once for each other card, until this one is picked.
        for (let times = 0; times < 8; times += 1) {
          await page.keyboard.press("o");
          if ((await card(page, place).getAttribute("aria-pressed")) === "true") break;
        }
      }
      const target = await page.locator("[data-target]").first().getAttribute("data-place");
      await page.keyboard.press(target.slice(-1));
    },
    end: async (page, { hand, discards }) => {
      if (!discards || !hand) await page.keyboard.press("e");
      if (hand) await page.keyboard.press("4");
    },
  },
};

/// Makes one action in a person's turn: plays a card, own piles first, or ends the turn. Waits
/// until the table has changed.
export async function act(page, hands) {
  const now = await choices(page);
  const rank = (place) => ["reserve", "discard", "hand"].indexOf(place.split("-")[0]);
  const [best] = now.discards ? [] : now.lit.sort((a, b) => rank(a) - rank(b));
  if (best) await hands.play(page, best, now);
  else await hands.end(page, now);
  await settled(page);
  if (await page.locator("[data-question]").count()) await page.locator("[data-do=yes]").click();
  await page.waitForFunction((before) => {
    const { version, wait } = document.querySelector("main").dataset;
    return Number(version) !== before && wait !== "sent";
  }, now.version);
}

/// The same, then waits for the next state.
export async function step(page, hands) {
  await act(page, hands);
  return wanted(page);
}

/// What everybody may see now, by replaying the saved game with the program.
export async function truth(page) {
  await settled(page);
  const saved = await page.evaluate(() => JSON.parse(localStorage.getItem("cardroom.savannah.1")));
  const { record } = saved.game;
  const lines = record.trimEnd().split("\n").filter((line) => !/^(outcome|sha256) /.test(line));
  const folder = await mkdtemp(join(tmpdir(), "cardroom-"));
  try {
    await writeFile(join(folder, "record"), record);
    const { stdout } = await promisify(execFile)(
      PROGRAM,
      ["replay", join(folder, "record"), "--at", String(lines.length - 5), "--json"],
      { maxBuffer: 1 << 26 },
    );
    return JSON.parse(stdout).view.public;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const RANKS = { ace: "A", two: "2", three: "3", four: "4", five: "5", six: "6", seven: "7", eight: "8", nine: "9", ten: "T", jack: "J", queen: "Q", king: "K" };
const NAME = new RegExp(`\\b(${Object.keys(RANKS).join("|")}) of (club|diamond|heart|spade)s\\b`, "gi");
const named = (text) => [...text.matchAll(NAME)].map(([, rank, suit]) => RANKS[rank.toLowerCase()] + suit[0].toLowerCase());

/// Every card that the page names: on the table, in visible text, and in text for screen readers.
export async function named_cards(page) {
  const client = (page.accessibility_client ??= await page.context().newCDPSession(page));
  const { nodes } = await client.send("Accessibility.getFullAXTree");
  const tree = nodes.flatMap(({ name, description, value }) => [name, description, value].map((part) => String(part?.value ?? "")));
  const found = await page.evaluate(() => {
    const lying = [];
    const texts = [document.title];
    for (const element of document.querySelectorAll("body *")) {
      // The rules mention cards, too.
      if (element.closest("[data-panel=rules]")) continue;
      const inPile = element.closest("main [data-pile]") !== null;
      for (const { name, value } of element.attributes) {
        if (name === "data-card") lying.push(value);
        // SVG paths look like notation; faces are drawn only on cards that are named anyway.
        else if (name === "d") continue;
        else if (inPile && name === "id") lying.push(/([A2-9TJQK][cdhs])(x\d)?$/.exec(value)?.[1]);
        else if (inPile && name === "aria-label") texts.push(`\u0001${value}`);
        else texts.push(value);
      }
      for (const node of element.childNodes) if (node.nodeType === Node.TEXT_NODE) texts.push(node.data);
      if ("value" in element) texts.push(String(element.value));
    }
    return { lying: lying.filter(Boolean), texts };
  });
  const labels = found.texts.filter((text) => text.startsWith("\u0001"));
  const notation = (text) => [...text.matchAll(/(?<![A-Za-z0-9])[+>=/*]?((?:[A2-9TJQK][cdhs])+)(?=[>\s#]|$)/g)].flatMap(([, cards]) => cards.match(/../g));
  return {
    lying: new Set([...found.lying, ...labels.flatMap(named)]),
    told: new Set([...found.texts, ...tree].flatMap((text) => [...named(text), ...notation(text)])),
  };
}

/// Checks during a whole game that the page names no card that the people at the screen may not
/// know.
export class Watch {
  /// The cards that each person has seen, and those in their hand.
  #known = new Map();
  #kept = new Map();

  /// The cards that the page must not name but does; `person` is nobody between turns. For an
  /// online table, the public cards come from the server.
  async leaks(page, there, ever = []) {
    const everybody = there ?? (await truth(page));
    const { near } = await choices(page);
    const covered = (await page.locator("main").getAttribute("data-wait")) !== "person";
    const hand = await page.locator("[data-pile=hand] [data-card]").evaluateAll((cards) => cards.map((card) => card.dataset.card));
    const seat = near.charCodeAt(0) - 65;
    const eye = hand.length ? near : "nobody";
    const seen = new Set([
      ...everybody.foundations.flat(),
      ...everybody.players.flatMap(({ reserve, discard }) => [...(reserve.top ? [reserve.top] : []), ...discard.face_up]),
    ]);
    const own = new Set(hand);
    if (hand.length) assert.equal(hand.length, everybody.players[seat].hand.length, "the hand has as many cards as everybody sees");
    // A person knows their hand: what remained at the end of a turn is there at the next.
    if (!covered && hand.length) {
      for (const card of this.#kept.get(near) ?? []) assert.ok(own.has(card), `${near} kept the ${card}`);
      this.#kept.set(near, []);
    }
    const known = this.#known.get(eye) ?? new Set();
    for (const card of [...seen, ...own, ...ever]) known.add(card);
    this.#known.set(eye, known);
    // Everybody knows the public cards.
    for (const others of this.#known.values()) for (const card of seen) others.add(card);
    const { lying, told } = await named_cards(page);
    return [...[...lying].filter((card) => !seen.has(card) && !own.has(card)), ...[...told].filter((card) => !known.has(card))];
  }

  /// Notes that a person's turn ends and this card leaves the hand.
  keeps(near, cards) {
    this.#kept.set(near, cards);
  }
}
