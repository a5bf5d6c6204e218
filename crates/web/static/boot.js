// Starts the program, on the page as the app and in a worker as the solver. A worker is sent what the page has compiled already.
import start from "./{{cardroom.js}}";

// What an expert at a table of two has learnt is fetched when one plays.
globalThis.cardroomWeights = new URL("./{{duel.bin}}", import.meta.url).href;

const compiled = globalThis.document
  ? Promise.resolve()
  : new Promise((done) => addEventListener("message", ({ data }) => done({ module_or_path: data }), { once: true }));

compiled.then(start).catch((error) => {
  console.error(error);
  if (globalThis.document) {
    document.body.textContent = "Cardroom could not start. Please reload the page, or try a newer browser.";
  }
});
