// Starts the program, on the page as the app and in a worker as the solver. A worker is sent what the page has compiled already, and
// where it can read what the page wants of it while it thinks.
import start from "./{{cardroom.js}}";

const file = (name) => new URL(name, import.meta.url).href;

// What an expert at a table of two has learnt is fetched when one plays.
globalThis.cardroomWeights = file("./{{duel.bin}}");

// So is a language, by whoever wants another than English: its words and its rules.
globalThis.cardroomLanguages = { de: [file("./{{de.txt}}"), file("./{{de.md}}")] };

const compiled = globalThis.document
  ? Promise.resolve()
  : new Promise((done) => addEventListener("message", ({ data }) => done(data), { once: true })).then(([module_or_path, slate]) => {
      globalThis.cardroomSlate = slate;
      return { module_or_path };
    });

compiled.then(start).catch((error) => {
  console.error(error);
  if (globalThis.document) {
    document.body.textContent = "Cardroom could not start. Please reload the page, or try a newer browser.";
  }
});
