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

// After a panic the program is dead: the page says so by itself, in its language, and offers to reload.
const PANICS = ["RuntimeError", "RangeError", "InternalError"];

function panicked(error) {
  if (!PANICS.includes(error?.name)) return false;
  if (document.querySelector("[data-crash]")) return true;
  // Callbacks still reach the program. What it makes of a broken state must not replace the saved game.
  Storage.prototype.setItem = () => {};
  const dialog = document.createElement("dialog");
  dialog.className = "panel";
  dialog.dataset.crash = "";
  const { lang } = document.documentElement;
  const words = document.querySelector(`template:lang(${lang})`) ?? document.querySelector("template");
  dialog.append(words.content.cloneNode(true));
  dialog.ariaLabel = dialog.querySelector("h2").textContent;
  dialog.addEventListener("close", () => location.reload());
  // Its keys are not the program's.
  dialog.addEventListener("keydown", (event) => event.stopPropagation());
  document.body.append(dialog);
  dialog.showModal();
  return true;
}

addEventListener("error", ({ error }) => panicked(error));
addEventListener("unhandledrejection", ({ reason }) => panicked(reason));

start().catch((error) => {
  console.error(error);
  if (!panicked(error)) {
    document.body.textContent = "Cardroom could not start. Please reload the page, or try a newer browser.";
  }
});
