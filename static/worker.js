// Keeps what this browser opened, so that it opens again where there is no reception: what the site marks by X-Kept, also
// where caches of others may not (`no-store`). X-Reader says whose it is: the copies of one reader go when another comes.
const { scope } = self.registration;
const PAGES = `${scope} pages `; // and the reader: there is one such cache at most
const FILES = `${scope} files`;
const files = new URL("static/", scope).href;
const listing = new URL("device/pages/", scope).href; // shown instead of a page that is not kept
const MOST_PAGES = { number: 400, bytes: 25_000_000, age: 60 * 86_400_000 }; // age in milliseconds
const MOST_FILES = { number: 240, bytes: 15_000_000, age: Infinity };
const LARGEST = 5_000_000; // bytes of a page or a file
const DAY = 86_400_000;
const KEY_CHANGES = /^(account|device|d)\//; // forms there sign in and out, hand over, renew and forget
const CARD = /^lists\/\d+\/\?.*\bunit=(\d+)/; // the open card of a unit, as htmx asks for it
const FRAGMENT = /\/(sides\/\d+|table)\/(\?|$)/; // of a battle
const UNKEPT = /^(admin|api|health|metrics)\b/;
const bare = (address) => address.split(/[?#]/)[0];
const whole = (address) => address.split("#")[0];
const pathOf = (address) => (address.startsWith(scope) ? address.slice(scope.length) : "");
const isFile = (address) => address.startsWith(files);
const hasVersion = (address) => /\.[0-9a-f]{12}\./.test(address);
const isPage = ({ headers }) => (headers.get("Content-Type") ?? "").startsWith("text/html");
const isHtmx = ({ headers }) => headers.has("HX-Request");
const cardOf = (page, unit) => `${page}?card=${unit}`;
const ageOf = ({ headers }) => Date.now() - Date.parse(headers.get("Date"));

self.addEventListener("install", () => self.skipWaiting());
// A page is asked for while this worker starts, so that it opens no later than without it.
self.addEventListener("activate", (event) => event.waitUntil(Promise.all([self.clients.claim(), self.registration.navigationPreload?.enable()])));
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  const path = pathOf(url);
  if (method === "POST" && KEY_CHANGES.test(path)) event.waitUntil(forgetReader());
  if (method !== "GET" || !url.startsWith(scope)) return;
  if (isFile(url)) event.respondWith(hasVersion(url) ? keptFirst(event) : newest(event, 2_000));
  else if (CARD.test(path) && isHtmx(event.request)) event.respondWith(fetch(event.request).catch((error) => keptCard(url, error)));
  else if (FRAGMENT.test(path) || (mode === "navigate" && !UNKEPT.test(path))) event.respondWith(newest(event, 6_000));
});
// keep: what was loaded before this worker was there; renew: pages that changed since they were; cards: of a list, for an
// installed app; language: of the page
self.addEventListener("message", (event) => event.waitUntil(keepAll(event.data)));

// From the network; what is kept where that fails, a proxy says so, or it takes longer than `patience` milliseconds.
async function newest(event, patience) {
  const { request } = event;
  const asked = Date.now();
  const old = await copyOf(request.url);
  const fresh = Promise.resolve(event.preloadResponse).then((response) => response ?? fetch(request));
  event.waitUntil(fresh.then((response) => remember(request.url, response, asked)).catch(() => {}));
  if (!old) return fresh.catch((error) => (request.mode === "navigate" ? notKept(error) : Promise.reject(error)));
  const late = new Promise((done) => setTimeout(done, patience, old));
  return Promise.race([fresh.then((response) => ([502, 504].includes(response.status) ? old : response)), late]).catch(() => old);
}
async function keptFirst(event) {
  const { url } = event.request;
  const old = await copyOf(url);
  if (old) return old;
  const response = await fetch(event.request);
  event.waitUntil(remember(url, response, 0));
  return response;
}
async function keptCard(url, error) {
  const copy = await (await cacheOfPages())?.match(cardOf(bare(url), url.match(/\bunit=(\d+)/)[1]));
  if (!copy) throw error;
  return copy;
}
async function notKept(error) {
  const copy = await (await caches.open(FILES)).match(listing);
  if (!copy) throw error;
  return new Response(copy.body, { status: 503, headers: copy.headers });
}

// --- Whose copies ----------------------------------------------------------------------------------------------------

let reader, changed = 0; // whose answers came last, and when that was another
let turns = Promise.resolve(); // copies are written and deleted one after the other
const inTurn = (work) => (turns = turns.then(work, work));
const cachesOfPages = async () => (await caches.keys()).filter((name) => name.startsWith(PAGES));
async function cacheOfPages() {
  const [name] = await cachesOfPages();
  return name && caches.open(name);
}
async function admit(newReader) {
  const others = (await cachesOfPages()).filter((name) => name !== PAGES + newReader);
  if (others.length) changed = Date.now();
  reader = newReader;
  await Promise.all(others.map((name) => caches.delete(name)));
}
function forgetReader() {
  [reader, changed] = [undefined, Date.now()];
  return inTurn(async () => Promise.all((await cachesOfPages()).map((name) => caches.delete(name))));
}

// --- Reading and writing copies --------------------------------------------------------------------------------------

async function copyOf(address) {
  if (isFile(address)) return (await caches.open(FILES)).match(bare(address));
  const cache = await cacheOfPages();
  if (!cache) return undefined;
  const exact = await cache.match(whole(address));
  if (exact) return exact;
  const page = await cache.match(bare(address));
  const names = page?.headers.get("X-Kept").split(" ");
  return [...new URL(address).searchParams.keys()].every((field) => names?.includes(field)) ? page : undefined;
}
// What is gone, or may be seen or kept no more, is kept no longer. `asked`: when; who has left since has no answers kept.
async function remember(address, response, asked, key = address) {
  const { status, redirected, headers } = response;
  const isKept = status === 200 && !redirected && (isFile(address) || headers.has("X-Kept"));
  const copy = isKept && (await copied(response.clone())); // cloned at once, before it is read
  if (isFile(address)) return copy && put(FILES, bare(address), copy, MOST_FILES);
  const whose = headers.get("X-Reader");
  if (whose) await inTurn(async () => {
    if (asked <= changed && whose !== reader) return;
    await admit(whose);
    if (copy) await put(PAGES + whose, isPage(response) && key === address ? bare(address) : whole(key), copy, MOST_PAGES);
    else if ([403, 404, 410].includes(status) || (status === 200 && whole(address) === bare(address))) await forget(PAGES + whose, bare(address));
  });
}
async function forget(name, address) {
  const cache = await caches.open(name);
  const isGone = ({ url }) => url === address || (url.startsWith(address) && FRAGMENT.test(url));
  for (const request of await cache.keys()) if (isGone(request)) await cache.delete(request);
}
async function copied(response) {
  const headers = new Headers(response.headers);
  if (!headers.has("Date")) headers.set("Date", new Date().toUTCString());
  const body = isPage(response) ? await asCopy(response, headers) : await response.blob();
  const bytes = body.size ?? body.length;
  headers.set("X-Kept-Bytes", bytes);
  for (const header of ["Content-Encoding", "Content-Length"]) headers.delete(header);
  return bytes <= LARGEST && new Response(body, { headers });
}
async function put(name, address, copy, most) {
  const cache = await caches.open(name);
  await cache.put(address, copy);
  clearTimeout(prunings.get(name)); // once for many, when it is quiet: it looks at every copy
  prunings.set(name, setTimeout(() => inTurn(() => prune(name, most)), 3_000));
}
const prunings = new Map();
// The page says of when it is, for scripts and styles, and no secret that it shows once.
async function asCopy(response, headers) {
  const html = (await response.text()).replace(/<!--unkept-->.*?<!--\/unkept-->/gs, "");
  headers.set("X-Kept-Title", encodeURIComponent(html.match(/<title>([^<]*)/)?.[1] ?? ""));
  return html.replace("<html ", `<html data-kept-at="${headers.get("Date")}" `);
}
// The oldest go.
async function prune(name, most) {
  if (!(await caches.has(name))) return;
  const cache = await caches.open(name);
  const copies = [];
  for (const request of await cache.keys()) {
    const copy = await cache.match(request);
    if (copy) copies.push({ request, age: ageOf(copy), bytes: Number(copy.headers.get("X-Kept-Bytes")) });
  }
  let bytes = 0;
  for (const [number, copy] of copies.sort((a, b) => a.age - b.age).entries()) {
    bytes += copy.bytes;
    if (number >= most.number || bytes > most.bytes || copy.age > most.age) await cache.delete(copy.request);
  }
}

// --- What pages ask for ----------------------------------------------------------------------------------------------

async function keepAll({ keep = [], renew = [], cards, language = "" }) {
  const missing = [];
  for (const address of new Set(keep)) if (address.startsWith(scope) && !(await copyOf(address))) missing.push(address);
  for (const address of [...missing, ...renew]) await load(address).catch(() => {});
  if (cards) await keepCards(cards).catch(() => {});
  if (language) await keepListing(language).catch(() => {});
}
async function load(address) {
  const asked = Date.now();
  await remember(address, await fetch(address, { cache: isFile(address) ? "default" : "no-store" }), asked);
}
async function keepCards({ page, units, revision }) {
  for (let unit = 0; unit < units; unit++) {
    const [asked, address] = [Date.now(), `${page}?unit=${unit}&revision=${revision}`];
    await remember(address, await fetch(address, { cache: "no-store", headers: { "HX-Request": "true" } }), asked, cardOf(page, unit));
  }
}
// Asked for without cookies: it is nobody's page.
async function keepListing(language) {
  const old = await (await caches.open(FILES)).match(listing);
  if (old?.headers.get("Content-Language") === language && ageOf(old) < DAY) return;
  const response = await fetch(listing, { credentials: "omit", headers: { "Accept-Language": language } });
  if (response.status === 200) await put(FILES, listing, await copied(response), MOST_FILES);
}
