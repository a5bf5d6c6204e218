// Starts the program, on the page as the app and in a worker as the solver.
import start from "./{{cardroom.js}}";

start().catch((error) => {
  console.error(error);
  if (globalThis.document) {
    document.body.textContent = "Cardroom could not start. Please reload the page, or try a newer browser.";
  }
});
