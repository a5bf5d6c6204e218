// Renders the icons for home screens from `icon.svg`. Run it when the drawing has changed, and
// check the result.
import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { launch, newPage } from "./lib/browser.mjs";

const folder = fileURLToPath(new URL("../../crates/web/static/", import.meta.url));
const drawing = await readFile(`${folder}icon.svg`, "utf8");
const browser = await launch();
for (const size of [180, 192, 512]) {
  const page = await newPage(browser, { viewport: { width: size, height: size } });
  await page.setContent(`<style>body { margin: 0 } svg { display: block }</style>${drawing}`);
  await page.screenshot({ path: `${folder}icon-${size}.png` });
}
await browser.close();
