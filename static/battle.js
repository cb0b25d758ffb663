// The page of a battle: a mark shows at once and waits in this browser until the server has it; those of others appear.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  let page = document.getElementById("battle");
  if (!page) return;
  const { battle } = page.dataset;
  const STATE = `battle ${battle} state`;
  const UNTAKEN = `battle ${battle} untaken`; // how many marks came after the end
  const ROUND = "table/round";
  const EVERY = 3_000;
  const SLOWEST = 30_000;
  const UNASKED = 100; // so many units of sides that the page came without are fetched before anybody looks at them
  const isWide = matchMedia("(min-width: 900px)"); // sides stand beside each other

  const { ask, parsed, store } = outbox;
  const marks = new outbox.Outbox("battle", battle);
  const waiting = () => marks.waiting();
  function keep(mark) {
    if (!marks.keep(mark)) tell(page.dataset.full);
  }

  // --- What is marked: what the server last said, then what waits ---------------------------------------------------

  let fromServer, markers, places, refreshing, etag = "";
  function readPage() {
    const data = page.dataset;
    readMarkers();
    fromServer = { revision: Number(data.revision), structure: Number(data.structure), values: parsed(data.values) ?? {} };
    const stored = parsed(localStorage.getItem(STATE)); // of all sides, where the page has one
    if (stored && stored.revision >= fromServer.revision) fromServer.values = stored.values;
  }
  function readMarkers() {
    markers = new Map(all("[data-marker]", page).map((element) => [element.dataset.marker, markerOf(element.dataset)]));
    places = new Map();
    for (const element of all("[data-path]", page)) places.set(element.dataset.path, [...(places.get(element.dataset.path) ?? []), element]);
  }
  function markerOf({ kind, least = 0, most = 1, start = 0, ends, eachRound }) {
    return { kind, least: Number(least), most: Number(most), start: kind === "words" ? start : Number(start), ends: ends !== undefined, eachRound: eachRound !== undefined };
  }
  const valueOf = (values, path) => values[path] ?? markers.get(path)?.start ?? 0;
  function put(values, path, number) {
    const marker = markers.get(path);
    if (marker && Number.isFinite(number)) values[path] = Math.max(marker.least, Math.min(marker.most, number));
  }
  const COMMANDS = {
    set: (values, path, number) => put(values, path, Number(number)),
    add: (values, path, by) => put(values, path, valueOf(values, path) + Number(by)),
    say: (values, path, ...words) => (values[path] = words.join(" ")),
    all: (values, ...words) => words.join(" ").split(" ; ").forEach((command) => apply(values, { command })),
    "next-round": (values) => {
      for (const [path, marker] of markers) if (marker.eachRound) values[path] = marker.start;
      put(values, ROUND, valueOf(values, ROUND) + 1);
    },
  };
  function apply(values, { command, text }) {
    const [name, ...words] = command.split(/\s+/);
    COMMANDS[name]?.(values, ...words, ...(name === "say" && text !== undefined ? [text] : []));
  }
  function presentValues() {
    const made = [];
    for (const mark of waiting()) {
      if (mark.command !== "undo") made.push(mark);
      else made.pop();
    }
    const values = { ...fromServer.values };
    for (const mark of made) apply(values, mark);
    return values;
  }

  // --- Showing it ---------------------------------------------------------------------------------------------------

  function show() {
    const values = presentValues();
    for (const [path, elements] of places) for (const element of elements) showAt(element, path, valueOf(values, path));
    for (const unit of all("[data-unit]", page)) showUnit(unit, values);
    for (const list of all(".battle-units", page)) sink(list);
    for (const element of all("[data-standing]", page)) showStanding(element, document.getElementById(element.dataset.standing));
    showNextStep(valueOf(values, ROUND));
    showWaiting();
  }
  function showAt(element, path, value) {
    const { role } = element.dataset;
    if (role === "box") {
      const n = Number(element.dataset.n);
      element.classList.toggle("on", n <= value);
      if (element.matches("button")) press(element, n <= value, `set ${path} ${n === value ? n - 1 : n}`);
    } else if (role === "switch") {
      element.classList.toggle("on", Boolean(value));
      if (element.matches("button")) press(element, Boolean(value), `set ${path} ${value ? 0 : 1}`);
    } else if (role === "words") {
      if (element !== document.activeElement) element.value = value;
    } else if (role === "glance") {
      element.hidden = value === markers.get(path)?.start && !("always" in element.dataset);
    } else {
      element.textContent = value;
    }
  }
  // Counted where the page has all units of the side; else it is as the server said last.
  function showStanding(element, side) {
    if ("whole" in side.dataset) element.textContent = all("[data-unit]:not(.down)", side).length;
    else if (fromServer.standing) element.textContent = fromServer.standing[Number(side.id.slice("side-".length))];
  }
  function press(button, pressed, command) {
    button.setAttribute("aria-pressed", pressed);
    button.value = command;
  }
  function showUnit(unit, values) {
    const at = unit.dataset.unit;
    const own = [...markers].filter(([path]) => path.startsWith(`${at}/`));
    const ending = own.filter(([, marker]) => marker.ends);
    // A strip that came without its card has not all of them: it is as the server said.
    if (unit.querySelector(".unit-body .marker, .unit-body .switch")) unit.classList.toggle("down", ending.some(([path, marker]) => valueOf(values, path) >= marker.most));
    unit.classList.toggle("activated", Boolean(valueOf(values, `${at}/activated`)));
  }
  // The fallen sink to the bottom; a card that is open stays where it is, and the focus where it was.
  function sink(list) {
    const focus = document.activeElement;
    const down = (unit) => unit.classList.contains("down");
    const isAbove = (unit) => [...list.children].slice([...list.children].indexOf(unit)).some((next) => !down(next));
    for (const unit of [...list.children].filter(down))
      if (isAbove(unit) && !unit.querySelector(":scope > details[open]")) list.append(unit);
    if (list.contains(focus)) focus.focus({ preventScroll: true });
  }
  // The bar goes through the steps that are not done, each with what it asks, then on to the next round.
  let step;
  function showNextStep(round) {
    const box = page.querySelector("#next");
    if (!box || page.querySelector("#table[data-src]:not(:has([data-step]))")) return;
    const next = (where) => page.querySelector(`[data-step=${where}][aria-pressed=false]`);
    const now = (round <= 1 && next("setup")) || next("round");
    box.hidden = !now;
    page.querySelector("#next-round").hidden = Boolean(now);
    if (now === step) return;
    if (step) step.closest(".checklist").open = false;
    if (now) now.closest(".checklist").open = true;
    step = now;
    box.open &&= Boolean(now);
    if (!now) return;
    box.querySelector("summary span").textContent = now.dataset.title;
    box.querySelector("#next-done").value = now.value;
    const asks = now.parentElement.querySelector(".asks > div");
    box.querySelector(".next-asks > div").replaceChildren(...(asks?.cloneNode(true).childNodes ?? []));
  }

  // --- Saying what waits --------------------------------------------------------------------------------------------

  let failed = 0, lost = "";
  function showWaiting() {
    const box = document.getElementById("battle-sync");
    if (!box) return;
    const n = waiting().length;
    const words = n === 1 ? box.dataset.one : box.dataset.several.replace("{n}", n);
    const late = parsed(localStorage.getItem(UNTAKEN));
    const text = lost || [late ? page.dataset.untaken.replace("{n}", late) : "", failed ? box.dataset.offline : "", n && failed ? words : ""].filter(Boolean).join(" ");
    if (box.textContent !== text) box.textContent = text;
    box.hidden = !text;
  }
  function tell(words) {
    const box = document.createElement("div");
    box.className = "toast bad";
    box.textContent = words;
    document.getElementById("toast").replaceChildren(box);
  }

  // --- Sending and asking -------------------------------------------------------------------------------------------

  const send = () => marks.send({ received, refused: () => tell(page.dataset.refused) });
  async function received(_batch, answer) {
    for (const { reason } of answer.refused) tell(reason);
    if (answer.over && answer.refused.length) store(UNTAKEN, (parsed(localStorage.getItem(UNTAKEN)) ?? 0) + answer.refused.length);
    await take(answer);
  }
  async function poll() {
    const response = await ask(page.dataset.state, { headers: etag ? { "If-None-Match": etag } : {} });
    if (response.status === 304) return;
    if (response.status === 404) return renew(); // the host replaced the watchers' link, which is part of that address
    if (!response.ok) throw new Error(response.status);
    const answer = await response.json();
    await take(answer);
    etag = response.headers.get("ETag") ?? "";
  }
  async function take({ revision, structure, setup, over, marks: values, standing, html }) {
    if (revision < fromServer.revision) return;
    const other = structure !== fromServer.structure;
    if (!over) localStorage.removeItem(UNTAKEN);
    for (const id in html) fill(id, html[id]);
    fromServer = { revision, structure: fromServer.structure, values, standing };
    store(STATE, { revision, values });
    if (other) await (setup === page.dataset.setup ? renewTable() : refresh());
    fromServer.structure = structure;
    show();
  }

  // What is due, which rules matter and what fell, as the server says it after each mark.
  const filled = {};
  function fill(id, html) {
    const box = page.querySelector(`#${id}`);
    if (!box || html === filled[id]) return;
    filled[id] = html;
    if (box.childElementCount) box.classList.add("kept");
    const fresh = new DOMParser().parseFromString(html, "text/html").getElementById(id);
    box.replaceChildren(...(fresh?.childNodes ?? []));
    if (box.querySelectorAll(".notice").length === 1) box.open = true;
  }

  // What is more than a mark (somebody joined, a unit was put on the table): the page anew, with what was open.
  function refresh() {
    refreshing ??= renew().finally(() => (refreshing = null));
    return refreshing;
  }
  async function renew() {
    const response = await ask(location.href.split("#")[0]);
    if (!response.ok) throw new Error(response.status);
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById("battle");
    if (!fresh) return location.reload();
    const open = all("details[open][id]", page).map((details) => details.id);
    const focus = document.activeElement?.id;
    const shown = page.dataset.shown;
    for (const missing of all("[data-src]", fresh)) {
      const old = document.querySelector(`#${missing.id}:not([data-src])`);
      if (!old) continue;
      // It stays, until it is fetched anew where something of it may have changed.
      if (old.id === "table" || fresh.dataset.setup !== page.dataset.setup) old.dataset.src = missing.dataset.src;
      missing.replaceWith(old);
    }
    page.replaceWith(fresh);
    page = fresh;
    const newest = fromServer;
    readPage();
    if (newest.revision >= fromServer.revision) fromServer.values = newest.values;
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    switchTo(shown);
    document.getElementById(focus)?.focus({ preventScroll: true });
    fillSides();
  }

  // Other units are on the table.
  function renewTable() {
    const table = document.getElementById("table");
    table.dataset.src = page.dataset.table;
    return fillSide(table);
  }

  // --- Sides that the page came without, or without the cards of their units; the table -------------------------------

  let filling = Promise.resolve();
  const fillSides = () => (filling = filling.then(fillEach));
  async function fillEach() {
    let room = UNASKED;
    const isShown = (side) => side.dataset.view === page.dataset.shown;
    for (const side of all("[data-src]", page).sort((a, b) => isShown(b) - isShown(a))) {
      const isDue = isShown(side) || (room -= Number(side.dataset.units)) >= 0;
      if (isDue) await fillSide(side).catch(() => {}); // one that does not come keeps no other back
    }
  }
  async function fillSide(side) {
    const response = await ask(side.dataset.src);
    if (!response.ok || !side.isConnected) return;
    const fresh = new DOMParser().parseFromString(await response.text(), "text/html").getElementById(side.id);
    const open = all("details[open][id]", side).map((details) => details.id);
    const focus = side.contains(document.activeElement) ? document.activeElement.id : "";
    fresh.classList.toggle("shown", side.classList.contains("shown"));
    fromServer.values = { ...parsed(fresh.dataset.values), ...fromServer.values };
    side.replaceWith(fresh);
    for (const id of open) document.getElementById(id)?.setAttribute("open", "");
    readMarkers();
    openCard();
    show();
    document.getElementById(focus)?.focus({ preventScroll: true });
  }

  let timer, running = false, again = false;
  async function tick() {
    clearTimeout(timer);
    again = running;
    if (running) return;
    running = true;
    try {
      if (waiting().length) await send();
      if (!document.hidden) await poll();
      failed = 0;
      lost = "";
    } catch (error) {
      failed += 1;
      lost = /^(404|410)$/.test(error.message) ? page.dataset.lost : "";
    }
    running = false;
    showWaiting();
    fillSides(); // what did not come before
    if (again) return tick();
    const rest = Math.min(EVERY * 2 ** Math.min(failed, 5), SLOWEST);
    if (!document.hidden || waiting().length) timer = setTimeout(tick, rest);
  }

  // --- Marking ------------------------------------------------------------------------------------------------------

  async function mark(command, text) {
    if (command === "undo") await undo();
    else keep(text === undefined ? { command } : { command, text });
    show();
    tick();
  }
  // What was never sent is taken back here, all else by the server.
  async function undo() {
    if (!(await marks.withdraw((last) => last.command !== "undo"))) keep({ command: "undo" });
  }
  document.addEventListener("submit", (event) => {
    const { target: form, submitter } = event;
    if (!form.matches("[data-marks]") || submitter?.name !== "command") return;
    event.preventDefault();
    event.stopPropagation();
    navigator.vibrate?.(8);
    mark(submitter.value, form.elements.text?.value);
  }, true);
  document.addEventListener("change", ({ target }) => {
    if (target.matches("[data-role=words]")) mark(`say ${target.dataset.path}`, target.value);
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("[data-role=words]")) event.target.blur();
  });

  // --- Tabs and open units ------------------------------------------------------------------------------------------

  function switchTo(name) {
    const views = all("[data-view]", page);
    if (!views.some((view) => view.dataset.view === name)) return;
    page.dataset.shown = name;
    if (page.querySelector("#next")) page.querySelector("#next").open = false;
    const units = page.querySelector("[data-show][data-units]");
    if (name.startsWith("side-")) units.dataset.show = name;
    for (const view of views) view.classList.toggle("shown", view.dataset.view === name);
    for (const tab of all("[data-show]", page)) {
      if (tab.dataset.show === name) tab.setAttribute("aria-current", "true");
      else tab.removeAttribute("aria-current");
    }
  }
  function say(name, value) {
    const at = new URL(location);
    if (value) at.searchParams.set(name, value);
    else at.searchParams.delete(name);
    at.hash = "";
    history.replaceState(history.state, "", at);
  }
  document.addEventListener("click", (event) => {
    const tab = event.target.closest?.("[data-show]");
    if (!tab) return;
    event.preventDefault();
    event.stopPropagation();
    switchTo(tab.dataset.show);
    fillSides();
    say("view", tab.dataset.show);
    (isWide.matches ? document.getElementById(tab.dataset.show) : page).scrollIntoView({ block: "start" });
  }, true);
  // A card that was opened is seen whole, or from its top.
  function reveal(unit) {
    const { top, bottom } = unit.getBoundingClientRect();
    const bar = page.querySelector(".battle-bar").getBoundingClientRect();
    if (top < (bar.top <= 0 ? bar.bottom : 0) || bottom > (bar.top <= 0 ? innerHeight : bar.top)) unit.scrollIntoView({ block: "start" });
  }
  document.addEventListener("toggle", ({ target }) => {
    if (!target.matches(".battle-units > li > details")) return;
    const unit = target.parentElement;
    if (target.open) {
      say("unit", unit.dataset.unit);
      reveal(unit);
    } else {
      if (new URL(location).searchParams.get("unit") === unit.dataset.unit) say("unit", "");
      setTimeout(() => sink(unit.parentElement));
    }
  }, true);

  // --- The start ----------------------------------------------------------------------------------------------------

  const revealOpened = () => all(".battle-unit > details[open]", page).forEach((details) => reveal(details.parentElement));
  // A page that was kept does not know what its address names.
  function openNamed() {
    const { searchParams } = new URL(location);
    const unit = searchParams.get("unit") ?? "";
    const owner = unit.split("/")[0];
    switchTo(searchParams.get("view") ?? (owner === "others" ? "table" : `side-${owner}`));
    openCard();
  }
  function openCard() {
    const unit = new URL(location).searchParams.get("unit");
    const card = all("[data-unit]", page).find((shown) => shown.dataset.unit === unit)?.querySelector(":scope > details");
    if (card) card.open = true;
  }
  readPage();
  openNamed();
  show();
  const sidesFilled = Promise.all([fillSides(), tick()]);
  if (isWide.matches) page.querySelector("#notices").open = true;
  const tryAgain = () => {
    failed = 0;
    tick();
  };
  addEventListener("online", tryAgain);
  addEventListener("storage", ({ key }) => key?.startsWith(`battle ${battle} `) && show());
  document.addEventListener("visibilitychange", tryAgain);
  addEventListener("load", () => {
    revealOpened(); // what was above it has its height only now
    sidesFilled.then(() => dispatchEvent(new Event("filled")), () => {});
  });
})();
