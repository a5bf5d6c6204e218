// Runs the worker's program: in a web worker, or on the page where none can be started.
import start, { think } from "./{{worker.js}}";

// The weights of an expert at a table of two are fetched when one plays.
const weights = new URL("./{{duel.bin}}", import.meta.url).href;

// On the page nothing else happens while the program thinks: it may do so for so many milliseconds.
const PATIENCE = 1000;

let started;

// Answers one question on the page.
export async function thinkHere(ask, module_or_path) {
  await (started ??= start({ module_or_path }));
  return think(ask, weights, undefined, PATIENCE);
}

// In a worker the first message brings the compiled program and the shared memory, if there is any. All
// others are questions.
async function serve({ data: [module_or_path, shared] }) {
  await start({ module_or_path });
  addEventListener("message", ({ data }) => think(data, weights, shared).then((reply) => postMessage(reply)));
  postMessage("ready");
}

// An error that is reported reaches the page.
if (!globalThis.document) addEventListener("message", (event) => serve(event).catch(reportError), { once: true });
