// The site without reception: the worker that keeps pages, what a page says when it is a copy, and what waits to be sent.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const { root, worker } = document.body.dataset;
  const EVERY = 3_000, SLOWEST = 60_000; // milliseconds
  const note = document.getElementById("offline");
  const part = (name) => note.querySelector(`[data-part=${name}]`);
  const page = document.documentElement;
  const moment = (date) => new Intl.DateTimeFormat(page.lang, { dateStyle: "medium", timeStyle: "short" }).format(new Date(date));
  const isApp = () => matchMedia("(display-mode: standalone)").matches;

  // --- The worker ------------------------------------------------------------------------------------------------------

  const used = () => performance.getEntriesByType("resource").map((entry) => entry.name);
  async function tellWorker(message) {
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage(message);
  }
  // What came without a worker, or by one that was forgotten meanwhile, is kept now.
  const keepUsed = () => tellWorker({ keep: [...used(), location.href], language: page.lang }).catch(() => {});
  async function register() {
    await navigator.serviceWorker.register(worker);
    keepUsed();
    // Until release 2 battles had a worker of their own.
    for (const registration of await navigator.serviceWorker.getRegistrations())
      if (registration.scope.endsWith(`${root}battles/`)) registration.unregister();
    caches.delete("battles");
  }
  if (navigator.serviceWorker) {
    addEventListener("load", () => register().catch(() => {}));
    addEventListener("filled", keepUsed);
  }
  // The browser is asked not to throw away what waits: by an installed app, and where something waits.
  const persist = () => navigator.storage?.persist?.().catch(() => {});
  if (isApp()) persist();
  addEventListener("appinstalled", persist);

  // --- A page that is a copy -------------------------------------------------------------------------------------------

  const isListing = document.getElementById("on-this-device");
  const isBattle = document.getElementById("battle"); // it brings itself up to date
  function showCopy() {
    const { keptAt } = page.dataset;
    part("copy").hidden = !keptAt || Boolean(isListing || isBattle);
    if (keptAt) part("copy").querySelector("time").textContent = moment(keptAt);
  }

  // --- What waits, and what was refused --------------------------------------------------------------------------------

  const REFUSED = /^list (\d+) refused /;
  const refusedKeys = () => Object.keys(localStorage).filter((key) => REFUSED.test(key)).sort();
  const refusedItems = () => refusedKeys().map((key) => ({ key, list: key.match(REFUSED)[1], ...outbox.parsed(localStorage.getItem(key)) })).filter(({ account }) => !account || account === document.body.dataset.account);
  const here = document.querySelector("#edit-form")?.getAttribute("action").match(/lists\/(\d+)\//)?.[1];

  function showWaiting() {
    showCopy();
    const boxes = outbox.all().filter((box) => !isBattle || box.kind === "list");
    const items = boxes.flatMap((box) => box.waiting().map((item, n, { length }) => ({ ...item, box, list: box.kind === "list" && box.number, isLast: n === length - 1 })));
    const [edits, marks] = [items.filter(({ list }) => list), items.filter(({ list }) => !list)];
    const refused = refusedItems();
    fill("waiting", items.length, [...edits, ...new Map(marks.map((mark) => [mark.box.name, mark])).values()], takeBack);
    fill("refused", refused.length, refused, (item) => [again(item), dismiss(item)]);
    part("untotalled").hidden = !edits.some(({ list }) => list === here);
    note.hidden = all("[data-part]", note).every((element) => element.hidden);
  }
  function fill(name, number, items, tools) {
    const box = part(name);
    box.hidden = !number;
    box.querySelector("b").textContent = number;
    box.querySelector("ol").replaceChildren(...items.map((item) => line(item, tools(item))));
  }
  function line(item, tools) {
    const entry = document.createElement("li");
    if (item.box?.kind === "battle") entry.append(link(`${root}battles/${item.box.number}/`, note.dataset.battle));
    else entry.append([item.words, item.reason].filter(Boolean).join(" – "), ...tools);
    if (item.list && item.list !== here) entry.append(link(`${root}lists/${item.list}/`, item.name || note.dataset.list));
    return entry;
  }
  // The newest, unless it was sent: the server may have it.
  const takeBack = ({ box, isLast, tried }) => (isLast && !tried ? [button(note.dataset.takeBack, () => box.withdraw().then(showWaiting))] : []);
  function link(href, words) {
    return Object.assign(document.createElement("a"), { href, textContent: words });
  }
  function button(words, onclick) {
    return Object.assign(document.createElement("button"), { type: "button", className: "quiet", textContent: words, onclick });
  }
  // It is asked for anew on what the page shows now: only where the server says that it names no unit by its number.
  function again(item) {
    if (item.list !== here || !item.again) return "";
    return button(note.dataset.again, () => {
      const revision = document.getElementById("revision").value;
      const fields = item.fields.map(([name, value]) => [name, name === "revision" ? revision : value]);
      new outbox.Outbox("list", here).keep({ ...item, id: outbox.newId(), fields, after: [], tried: false });
      forget(item);
      sendSoon();
    });
  }
  const dismiss = (item) => button(note.dataset.dismiss, () => forget(item));
  function forget({ key }) {
    localStorage.removeItem(key);
    showWaiting();
  }

  // --- Sending ---------------------------------------------------------------------------------------------------------

  let timer, failed = 0, sending = false;
  async function sendAll() {
    clearTimeout(timer);
    if (sending) return;
    sending = true;
    for (const box of outbox.all()) if (box.kind === "list") await sendOf(box); // marks go out where refused ones are seen
    sending = false;
    showWaiting();
    if (failed) timer = setTimeout(sendAll, Math.min(EVERY * 2 ** Math.min(failed, 5), SLOWEST));
  }
  async function sendOf(box) {
    try {
      await box.send({ received: () => {}, refused: (item, answer) => box.keepRefused(item, answer) });
      failed = 0;
      sent(box.number);
    } catch {
      failed += 1;
    }
  }
  const sendSoon = () => {
    failed = 0;
    showWaiting();
    sendAll();
  };
  // What is kept of a list, and what this page shows of it, is from before.
  function sent(list) {
    tellWorker({ renew: [new URL(`${root}lists/${list}/`, location).href] }).catch(() => {});
    if (list === here) document.dispatchEvent(new Event("list:sent"));
  }

  // --- The list of what is kept ----------------------------------------------------------------------------------------

  async function listCopies() {
    const own = (await caches.keys()).filter((name) => name.startsWith(`${new URL(root, location).href} pages `));
    const copies = [];
    for (const name of own) {
      const cache = await caches.open(name);
      for (const request of await cache.keys()) copies.push({ url: request.url, headers: (await cache.match(request)).headers });
    }
    const titled = copies.map((copy) => ({ ...copy, title: titleOf(copy) })).filter(({ title }) => title);
    const rows = titled.sort((a, b) => Date.parse(b.headers.get("Date")) - Date.parse(a.headers.get("Date"))).map(rowOf);
    isListing.querySelector("ul").replaceChildren(...rows);
    isListing.querySelector("[data-none]").hidden = rows.length > 0;
  }
  function titleOf({ url, headers }) {
    const title = decodeURIComponent(headers.get("X-Kept-Title") ?? "");
    if (title) return new DOMParser().parseFromString(`<title>${title}</title>`, "text/html").title.replace(/ · Bivouac$/, "");
    const file = headers.get("Content-Disposition")?.match(/filename\*?=(?:utf-8'')?"?([^";]+)/i)?.[1];
    return file ? decodeURIComponent(file) : "";
  }
  function rowOf({ url, headers, title }) {
    const row = document.createElement("li");
    const time = Object.assign(document.createElement("time"), { textContent: moment(headers.get("Date")) });
    row.append(link(url, title), " ", time);
    return row;
  }

  if (isListing) listCopies().catch(() => {});
  sendSoon();
  addEventListener("online", sendSoon);
  addEventListener("storage", showWaiting);
  addEventListener("waits", () => {
    persist();
    sendSoon();
  });
  document.addEventListener("visibilitychange", () => document.hidden || sendSoon());
  addEventListener("pageshow", ({ persisted }) => persisted && sendSoon());
})();
