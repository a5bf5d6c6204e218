// Runs the worker's program: in a web worker, or on the page if no worker can be started.
import start, { think } from "./{{worker.js}}";

// The weights of the expert for two players are fetched on demand.
const weights = new URL("./{{duel.bin}}", import.meta.url).href;

// The time limit on the page in milliseconds, because the page is blocked meanwhile.
const TIME_LIMIT = 1000;

let started;

// Answers one question on the page.
export async function thinkHere(ask, module_or_path) {
  await (started ??= start({ module_or_path }));
  return think(ask, weights, undefined, TIME_LIMIT);
}

// In a worker, the first message contains the compiled program and the shared memory, if there is any. All
// other messages are questions.
async function serve({ data: [module_or_path, shared] }) {
  await start({ module_or_path });
  addEventListener("message", ({ data }) => think(data, weights, shared).then((reply) => postMessage(reply)));
  postMessage("ready");
}

// `reportError` sends the error to the page.
if (!globalThis.document) addEventListener("message", (event) => serve(event).catch(reportError), { once: true });
