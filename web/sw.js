// The service worker: after the first visit, everything comes from a cache, and the page works offline.
// An entry of the cache is a file's address with its hash. A new version fetches only the files that have changed.

importScripts("files.js"); // made by the build: self.CSPLIB_FILES and self.CSPLIB_VERSION
const FILES = { ...self.CSPLIB_FILES, "files.js": { hash: self.CSPLIB_VERSION } };
const CACHE = "csplib";
const path = (address) => address.slice(self.registration.scope.length).replace(/[?#].*$/, "") || "index.html";
const key = (name) => `${self.registration.scope}${name}?${FILES[name].hash}`;

self.addEventListener("install", (event) => event.waitUntil(keep((name) => !FILES[name].large)));
self.addEventListener("activate", (event) => event.waitUntil(forgetOldFiles().then(() => self.clients.claim())));
self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
  if (event.data === "keep all") event.waitUntil(keep(() => true));
});
self.addEventListener("fetch", (event) => {
  const known = event.request.method === "GET" && event.request.url.startsWith(self.registration.scope);
  if (known && path(event.request.url) in FILES) event.respondWith(respond(event));
});

/**
 * Fetch files that are not in the cache. The large ones are kept when the page first asks for them, so that they are
 * not loaded twice; once Python runs, the page asks for what is missing.
 */
async function keep(isWanted) {
  const cache = await caches.open(CACHE);
  await Promise.all(
    Object.keys(FILES).filter(isWanted).map(async (name) => {
      if (await cache.match(key(name))) return;
      const response = await fetch(name, { cache: "no-cache" });
      if (!response.ok) throw new Error(`${name}: ${response.status}`);
      await cache.put(key(name), response);
    }),
  );
}

async function forgetOldFiles() {
  const cache = await caches.open(CACHE);
  const current = new Set(Object.keys(FILES).map(key));
  const old = (await cache.keys()).filter((request) => !current.has(request.url));
  await Promise.all(old.map((request) => cache.delete(request)));
}

async function respond(event) {
  const name = path(event.request.url);
  const cache = await caches.open(CACHE);
  const kept = await cache.match(key(name));
  if (kept) return kept;
  const response = await fetch(event.request);
  if (response.ok) event.waitUntil(cache.put(key(name), response.clone()));
  return response;
}
