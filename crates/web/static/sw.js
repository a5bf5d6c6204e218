// Keeps the app for the days without a network. Each version has a store of its own, filled when the version is found; the
// version that is open stays until the player takes the new one.

const STORE = "cardroom-{{version}}";
const FILES = {{files}};

self.addEventListener("install", (event) => {
  // The page is asked for anew; files are named after what is in them and may come from where the browser keeps them.
  const page = new Request("./", { cache: "no-cache" });
  event.waitUntil(caches.open(STORE).then((store) => store.addAll([page, ...FILES])));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(forget());
});

// The last store but one stays: a second tab may still play by it.
async function forget() {
  const ours = (await caches.keys()).filter((name) => name.startsWith("cardroom-"));
  const old = ours.filter((name) => name !== STORE).slice(0, -1);
  await Promise.all(old.map((name) => caches.delete(name)));
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || new URL(request.url).origin !== location.origin) return;
  event.respondWith(request.mode === "navigate" ? page(request) : file(request));
});

// Whatever is asked of the app after `?` is answered by the one page.
async function page(request) {
  const home = new URL("./", registration.scope);
  const asked = new URL(request.url);
  if (asked.pathname !== home.pathname && asked.pathname !== `${home.pathname}index.html`) return fetch(request);
  const store = await caches.open(STORE);
  return (await store.match("./")) ?? fetch(request);
}

// Any store that has a file of that name has the right one.
async function file(request) {
  const kept = await caches.match(request);
  if (kept) return kept;
  const answer = await fetch(request);
  // What is fetched only when it is wanted is kept from then on.
  if (answer.ok && /\.(bin|txt|md)$/.test(request.url)) await (await caches.open(STORE)).put(request, answer.clone());
  return answer;
}
