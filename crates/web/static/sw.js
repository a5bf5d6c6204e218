// The service worker: caches the app for offline use. Each version has its own cache, which is filled on
// installation. The page keeps its version until the player accepts the new one.

// Other copies of the app, below other paths of this host, have other caches.
const { pathname } = new URL(registration.scope);
const OURS = pathname === "/" ? "cardroom-" : `cardroom ${pathname} `;
const STORE = `${OURS}{{version}}`;
const FILES = {{files}};

self.addEventListener("install", (event) => {
  // The page must be fetched again. The names of the other files contain a hash, so they may come from the
  // browser's cache.
  const page = new Request("./", { cache: "no-cache" });
  event.waitUntil(caches.open(STORE).then((store) => store.addAll([page, ...FILES])));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forget());
});

// Keeps the previous cache, because a second tab may still use it.
async function forget() {
  const ours = (await caches.keys()).filter((name) => name.startsWith(OURS));
  const old = ours.filter((name) => name !== STORE).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

// Answers every query (after `?`) with the same page.
async function page(request) {
  const home = new URL("./", registration.scope);
  const asked = new URL(request.url);
  if (asked.pathname !== home.pathname && asked.pathname !== `${home.pathname}index.html`) return fetch(request);
  const store = await caches.open(STORE);
  return (await store.match("./")) ?? fetch(request);
}

// The name of a file contains a hash, so the file is the same in every cache.
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  // Files that are fetched on demand are cached from then on.
  if (answer.ok && /\.(bin|txt|md)$/.test(request.url)) await (await caches.open(STORE)).put(request, answer.clone());
  return answer;
}
