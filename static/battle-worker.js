// Keeps the pages of battles in this browser, so that they open where there is no reception.
const KEPT = "battles";
const DAYS = 60;
const scope = self.registration.scope;
const files = new URL("../static/", scope).href;
const isPage = (address) => address.startsWith(scope) && /^\d+\/(sides\/\d+\/|table\/)?$/.test(address.slice(scope.length).split(/[?#]/)[0]);
const bare = (address) => address.split(/[?#]/)[0];
const hasVersion = (address) => /\.[0-9a-f]{12}\./.test(address);

self.addEventListener("install", () => self.skipWaiting());
// A page is asked for while this worker starts, so that it opens no later than without it.
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  if (isPage(request.url)) event.respondWith(newest(event, bare(request.url), 6_000));
  else if (request.url.startsWith(files))
    event.respondWith(hasVersion(request.url) ? keptFirst(event) : newest(event, bare(request.url), 2_000));
});
self.addEventListener("message", (event) => {
  const { keep, forget } = event.data;
  if (forget) event.waitUntil(forgetPage(bare(forget)));
  if (keep) event.waitUntil(keepAll(keep.filter((address) => isPage(address) || address.startsWith(files)).map(bare)));
});

// From the network; what is kept where that fails, or takes longer than `patience` milliseconds.
async function newest(event, address, patience) {
  const cache = await caches.open(KEPT);
  const old = await cache.match(address);
  const preloaded = Promise.resolve(event.preloadResponse).then((response) => response ?? fetch(event.request));
  const fresh = preloaded.then((response) => remember(cache, address, response));
  event.waitUntil(fresh.catch(() => {}));
  if (!old) return fresh;
  const late = new Promise((done) => setTimeout(done, patience, old));
  return Promise.race([fresh, late]).catch(() => old);
}
async function keptFirst(event) {
  const cache = await caches.open(KEPT);
  const address = bare(event.request.url);
  return (await cache.match(address)) ?? remember(cache, address, await fetch(event.request));
}
// A page that is gone, or that this browser may see no more, is kept no longer.
async function remember(cache, address, response) {
  if (response.status === 200 && !response.redirected) await cache.put(address, response.clone());
  else if ([403, 404, 410].includes(response.status)) await cache.delete(address);
  return response;
}
async function forgetPage(address) {
  const cache = await caches.open(KEPT);
  for (const { url } of await cache.keys()) if (url.startsWith(address)) await cache.delete(url);
}
async function keepAll(addresses) {
  const cache = await caches.open(KEPT);
  await forgetOld(cache);
  for (const address of new Set(addresses)) {
    if (!(await cache.match(address))) await remember(cache, address, await fetch(address)).catch(() => {});
  }
}
async function forgetOld(cache) {
  const limit = Date.now() - DAYS * 86_400_000;
  for (const request of await cache.keys()) {
    const date = Date.parse((await cache.match(request))?.headers.get("Date") ?? "");
    if (date < limit) await cache.delete(request);
  }
}
