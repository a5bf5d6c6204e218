// Serves the app: with the program itself, or with a minimal web server.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/// The folder with the app, built by `cargo xtask test`.
export const FOLDER = process.env.CARDROOM_WEB ?? join(root, "target/web");

/// The program. `cargo xtask test` sets its path.
export const PROGRAM = process.env.CARDROOM ?? join(root, "target/debug/cardroom");

/// Runs `cardroom serve` on a free port. `stop` stops it like Ctrl-C and returns its exit code.
export async function cardroom(folder = FOLDER, listen = "127.0.0.1:0", more = []) {
  const program = spawn(PROGRAM, ["serve", "--listen", listen, "--web", folder, ...more], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [line] = await once(createInterface(program.stdout), "line");
  const url = /http:\S+/.exec(line)[0];
  const stop = async () => {
    const ended = once(program, "exit");
    program.kill("SIGINT");
    return (await ended)[0];
  };
  return { url, stop };
}

const TYPES = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
  ".svg": "image/svg+xml",
  ".png": "image/png",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
};

/// A plain static host: no headers but the content type, and the app below a path. `folder` can be
/// changed while it runs, to deploy a new version.
export async function plainHost(folder = FOLDER, base = "/games/cardroom/") {
  const host = { folder };
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, "http://host").pathname;
    try {
      if (!path.startsWith(base) || path.includes("..")) throw new Error("not ours");
      const name = path.slice(base.length) || "index.html";
      const bytes = await readFile(join(host.folder, name));
      response.writeHead(200, { "content-type": TYPES[extname(name)] ?? "application/octet-stream" }).end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  host.url = `http://127.0.0.1:${server.address().port}${base}`;
  host.stop = async () => {
    server.closeAllConnections();
    server.close();
    await once(server, "close");
  };
  return host;
}
