// Keeps the pages of battles in this browser, so that they open where there is no reception.
const KEPT = "battles";
const DAYS = 60;
const scope = self.registration.scope;
const files = new URL("../static/", scope).href;
const isPage = (address) => address.startsWith(scope) && /^\d+\/(sides\/\d+\/)?$/.test(address.slice(scope.length).split(/[?#]/)[0]);
const bare = (address) => address.split(/[?#]/)[0];
const hasVersion = (address) => /\.[0-9a-f]{12}\./.test(address);

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
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
  if (keep) event.waitUntil(keepAll(keep.filter((one) => isPage(one) || one.startsWith(files)).map(bare)));
});

// From the network; what is kept where that fails, or takes longer than `patience` milliseconds.
async function newest(event, address, patience) {
  const kept = await caches.open(KEPT);
  const old = await kept.match(address);
  const fresh = fetch(event.request).then((response) => remember(kept, address, response));
  event.waitUntil(fresh.catch(() => {}));
  if (!old) return fresh;
  const late = new Promise((done) => setTimeout(done, patience, old));
  return Promise.race([fresh, late]).catch(() => old);
}
async function keptFirst(event) {
  const kept = await caches.open(KEPT);
  const address = bare(event.request.url);
  return (await kept.match(address)) ?? remember(kept, address, await fetch(event.request));
}
// A page that is gone, or that this browser may see no more, is kept no longer.
async function remember(kept, address, response) {
  if (response.status === 200 && !response.redirected) await kept.put(address, response.clone());
  else if ([403, 404, 410].includes(response.status)) await kept.delete(address);
  return response;
}
async function forgetPage(address) {
  const kept = await caches.open(KEPT);
  for (const { url } of await kept.keys()) if (url.startsWith(address)) await kept.delete(url);
}
async function keepAll(addresses) {
  const kept = await caches.open(KEPT);
  await forgetOld(kept);
  for (const one of new Set(addresses)) {
    if (!(await kept.match(one))) await remember(kept, one, await fetch(one)).catch(() => {});
  }
}
async function forgetOld(kept) {
  const limit = Date.now() - DAYS * 86_400_000;
  for (const request of await kept.keys()) {
    const date = Date.parse((await kept.match(request))?.headers.get("Date") ?? "");
    if (date < limit) await kept.delete(request);
  }
}
