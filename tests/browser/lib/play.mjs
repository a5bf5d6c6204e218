// Plays whole games: the program finds the winning moves, and an input method makes them.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { PROGRAM } from "./site.mjs";
import { change, click, drag, press, read, tap } from "./table.mjs";

/// The moves that win a deal, in notation.
export async function winningLine(game, deal) {
  const { stdout } = await promisify(execFile)(PROGRAM, ["solve", game, "--deal", deal, "--json"]);
  return JSON.parse(stdout).moves;
}

/// The source and target of a move as places to click; `null` for automatic moves.
function ends(table, mv) {
  const top = (pile) => table[pile].at(-1);
  if (mv === "d" || mv === "r") return ["stock"];
  if (mv[0] === "t") return top(`column-${mv[1]}`) === "#" ? [`column-${mv[1]}`] : null;
  const from = mv[0] === "w" ? "waste" : `column-${mv[0]}`;
  if (mv[1] === "f") return [top(from), `foundation-${top(from)[1]}`];
  const count = Number(mv.split(":")[1] ?? 1);
  return [table[from].at(-count), `column-${mv[1]}`];
}

/// The input methods for a move.
export const HANDS = {
  mouse: async (page, [from, to]) => (to ? drag(page, from, to) : click(page, from)),
  finger: async (page, [from, to]) => {
    await tap(page, from);
    if (to) await tap(page, to);
  },
  keys: async (page, _, mv) => {
    if (mv[0] === "t") return press(page, mv[1]);
    await press(page, ...(mv === "r" ? ["d"] : mv.split(":")[0]));
  },
};

/// Plays moves one after the other.
export async function play(page, moves, hand) {
  for (const mv of moves) {
    const way = ends(await read(page), mv);
    if (way) await change(page, () => hand(page, way, mv));
  }
}

/// Stores settings for a page before it is opened.
export async function choose(page, settings) {
  await page.addInitScript((text) => {
    if (!localStorage.getItem("cardroom.settings")) localStorage.setItem("cardroom.settings", text);
  }, JSON.stringify(settings));
}
