// Starts the page's program, and provides the URLs of the other files.
import start from "./{{page.js}}";

const file = (name) => new URL(name, import.meta.url).href;

// Languages other than English are fetched on demand: texts and rules.
globalThis.cardroomLanguages = { de: [file("./{{de.txt}}"), file("./{{de.md}}")] };

// The worker's program, compiled once for all workers. After a failed fetch, the next call tries again.
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
  // Streaming compilation needs the right content type, which not every web server sends.
  const streams = answer.headers.get("content-type") === "application/wasm";
  return streams ? WebAssembly.compileStreaming(answer) : WebAssembly.compile(await answer.arrayBuffer());
}

globalThis.cardroomWorker = {
  script: file("./{{boot-worker.js}}"),
  program,
  think: async (ask) => (await import("./{{boot-worker.js}}")).thinkHere(ask, await program()),
};

// After a panic the program cannot continue: this script shows a message and offers to reload the page.
const PANICS = ["RuntimeError", "RangeError", "InternalError"];

function panicked(error) {
  if (!PANICS.includes(error?.name)) return false;
  if (document.querySelector("[data-crash]")) return true;
  // Callbacks still call the program. Its state is inconsistent and must not replace the saved game.
  Storage.prototype.setItem = () => {};
  const dialog = document.createElement("dialog");
  dialog.className = "panel";
  dialog.dataset.crash = "";
  const { lang } = document.documentElement;
  const words = document.querySelector(`template:lang(${lang})`) ?? document.querySelector("template");
  dialog.append(words.content.cloneNode(true));
  dialog.ariaLabel = dialog.querySelector("h2").textContent;
  dialog.addEventListener("close", () => location.reload());
  // The program must not handle the keys of this dialog.
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
