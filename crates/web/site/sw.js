// All files of the site, so that it works without a network. `lastmove site` fills in the version
// and the files. A new version is fetched whole beside the old one and takes over when the page
// begins anew, so that no visit sees files of two versions.

const VERSION = "@VERSION@";
const FILES = ["@FILES@"];
// Large ones, kept from the first time that the page asks for them.
const LATER = ["@LATER@"];

// Several sites can share an address but for their paths.
const mine = `lastmove ${self.registration.scope} `;
const cache = mine + VERSION;

self.addEventListener("install", (event) => {
  // `no-cache` asks the host whether what the browser has is still true.
  const keep = async () => {
    // What an older version was asked for stays available.
    const used = await Promise.all(LATER.map(async (file) => (await caches.match(file)) !== undefined));
    const wanted = [...FILES, ...LATER.filter((_, i) => used[i])];
    const kept = await caches.open(cache);
    await kept.addAll(wanted.map((file) => new Request(file, { cache: "no-cache" })));
  };
  event.waitUntil(keep());
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  const old = (name) => name.startsWith(mine) && name !== cache;
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter(old).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET" || !request.url.startsWith(self.registration.scope)) return;
  const find = async () => {
    const kept = await caches.open(cache);
    const found = await kept.match(request, { ignoreSearch: true });
    if (found) return found;
    const late = LATER.some((file) => request.url === new URL(file, self.registration.scope).href);
    if (!late) return fetch(request);
    const response = await fetch(request, { cache: "no-cache" });
    if (response.ok) await kept.put(request, response.clone());
    return response;
  };
  event.respondWith(find());
});
