// The app, served: by the program itself, or by the plainest web server there can be.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/// The folder with the app; `cargo xtask test` has built it.
export const FOLDER = process.env.CARDROOM_WEB ?? join(root, "target/web");

/// The program; `cargo xtask test` says where it is.
export const PROGRAM = process.env.CARDROOM ?? join(root, "target/debug/cardroom");

/// `cardroom serve`, on a port of its own. `stop` ends it as Ctrl-C does, and gives its exit code.
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

/// A host that knows nothing of us: no headers but the type, and the app somewhere below the root. `folder` can be
/// changed while it runs, as a new version is put on a server.
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
