// Starts the page's program, and tells it where the other files are.
import start from "./{{page.js}}";

const file = (name) => new URL(name, import.meta.url).href;

// A language other than English is fetched when it is wanted: its words and its rules.
globalThis.cardroomLanguages = { de: [file("./{{de.txt}}"), file("./{{de.md}}")] };

// The worker's program, compiled once for all workers. A fetch that failed is repeated by the next call.
let compiled;
function program() {
  compiled ??= compile(file("./{{worker.wasm}}")).catch((error) => {
    compiled = undefined;
    throw error;
  });
  return compiled;
}

async function compile(address) {
  const answer = await fetch(address, { priority: "low" });
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  // A host that does not know the type of the file gets no compilation on the way.
  const streams = answer.headers.get("content-type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

globalThis.cardroomWorker = {
  script: file("./{{boot-worker.js}}"),
  program,
  think: async (ask) => (await import("./{{boot-worker.js}}")).thinkHere(ask, await program()),
};

start().catch((error) => {
  console.error(error);
  document.body.textContent = "Cardroom could not start. Please reload the page, or try a newer browser.";
});
