// What htmx and the browser leave to do. Everything works without this file.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  document.documentElement.classList.add("js");

  // Quick clicks: a waiting edit is sent for the newest state, unless the one before it moved what it points at, or brought
  // what changed elsewhere: then it keeps the state that the player saw, and the server finds what it meant.
  const MOVES = /^(remove|move|duplicate|undo|redo)/;
  let last = "";
  const elsewhere = () => "elsewhere" in document.getElementById("revision").dataset;
  document.addEventListener("htmx:before:request", (event) => {
    const { body } = event.detail.ctx.request;
    if (!body?.has?.("revision")) return;
    const now = document.getElementById("revision").value;
    const line = body.get("command");
    const stale = body.getAll("revision").at(-1) !== now;
    if (stale && MOVES.test(last) && /\d/.test(line)) return event.preventDefault();
    if (!stale || !elsewhere()) body.set("revision", now);
    last = line;
  });

  // Another language shows the page as its address is now, not as it was loaded.
  document.addEventListener("submit", ({ target }) => {
    if (target.matches(".languages")) target.elements.next.value = location.pathname + location.search;
  });

  // The address says which unit is open, so that a reload opens it again.
  function sayOpen() {
    const opened = document.getElementById("opened");
    if (!opened) return;
    const at = new URL(location);
    if ((at.searchParams.get("unit") ?? "") === opened.value) return;
    if (opened.value) at.searchParams.set("unit", opened.value);
    else at.searchParams.delete("unit");
    at.hash = "";
    history.replaceState(history.state, "", at);
  }

  // The keyboard stays where it was: where its place is gone, at the nearest thing around it that is still there.
  let places = [];
  document.addEventListener("htmx:before:swap", () => {
    places = [];
    for (let at = document.activeElement; at && at !== document.body; at = at.parentElement) if (at.id) places.push(at.id);
  });
  document.addEventListener("htmx:after:swap", () => {
    const active = document.activeElement;
    const [, index, way] = last.match(/^move (\d+) (up|down)$/) ?? [];
    if (index && active.id === `${way}-${index}`) {
      const card = Number(index) + (way === "up" ? -1 : 1);
      (document.querySelector(`#${way}-${card}:enabled`) ?? document.getElementById(`head-${card}`))?.focus();
    }
    sayOpen();
    if (places.length && (active === document.body || active.disabled)) {
      const elements = places.map((id) => document.getElementById(id)).filter((element) => element && !element.disabled);
      for (const element of elements) {
        const card = element.matches(".card") ? element.querySelector(".card-title") : element;
        card.focus({ preventScroll: true });
        if (document.activeElement === card) return settle();
      }
      document.querySelector("#undo:enabled")?.focus({ preventScroll: true });
    }
    settle();
  });
  // A fold with data-keeps-open stays open where a swap brings it anew.
  let open = [];
  document.addEventListener("htmx:before:swap", () => (open = all("details[data-keeps-open][open]").map((details) => details.id)));
  document.addEventListener("htmx:after:swap", () => open.forEach((id) => document.getElementById(id)?.setAttribute("open", "")));
  // A form that adds or throws something is empty again when that is done.
  document.addEventListener("htmx:after:swap", (event) => {
    const { sourceElement: form, response } = event.detail.ctx;
    if (form?.matches?.("form[data-empties]") && response?.status < 400) form.reset();
  });
  function settle() {
    const name = document.getElementById("list-name");
    if (name) document.title = `${name.defaultValue || name.placeholder} · Bivouac`;
    all("input[data-filter]").forEach(filter);
    hush();
  }
  document.addEventListener("htmx:error", (event) => {
    if (event.defaultPrevented) return; // it is kept until it can be sent
    const box = toast(document.getElementById("toast").dataset.offline);
    box.classList.add("bad");
  });

  // Ctrl+Z and Ctrl+Shift+Z (or Ctrl+Y) undo and redo; in a field they stay what they are there.
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.matches("input:not([type=checkbox], [type=radio]), textarea")) return;
    const key = event.key.toLowerCase();
    const step = key === "z" ? (event.shiftKey ? "redo" : "undo") : key === "y" ? "redo" : "";
    const button = step && document.getElementById(step);
    if (!button) return;
    event.preventDefault();
    button.click();
  });

  function toast(words) {
    const box = document.createElement("div");
    box.className = "toast";
    box.textContent = words;
    document.getElementById("toast").replaceChildren(box);
    return box;
  }

  // Toasts go after a while, but not while somebody is on them.
  let timer;
  function hush() {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const toast = document.getElementById("toast");
      if (toast?.matches(":hover, :focus-within")) hush();
      else toast?.replaceChildren();
    }, 9000);
  }
  hush();

  // Searching a picker or a page.
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  function filter(input) {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    for (const element of all(input.dataset.filter)) {
      const group = input.dataset.groups && element.closest(input.dataset.groups);
      const text = words.length ? plain(element.textContent + (group?.querySelector("summary").textContent ?? "")) : "";
      element.classList.toggle("filtered-out", !words.every((word) => text.includes(word)));
    }
    if (input.dataset.groups) filterGroups(input, words.length > 0);
  }
  // Groups in which something is found are open while somebody searches; the others are hidden.
  function filterGroups(input, searching) {
    let found = false;
    for (const group of all(input.dataset.groups)) {
      const here = Boolean(group.querySelector(".filtered > :not(.filtered-out)"));
      found ||= here;
      if (searching || group.dataset.searched) group.open = searching && here;
      group.dataset.searched = searching ? "yes" : "";
      group.classList.toggle("filtered-out", searching && !here);
    }
    document.querySelector(input.dataset.none).hidden = found || !searching;
  }
  document.addEventListener("input", ({ target }) => {
    if (target.matches("[data-filter]")) filter(target);
    if (target.matches("[data-clears]") && target.value) all(target.dataset.clears, target.form).forEach(clear);
  });

  // A field with data-clears="<selector>" empties those fields of its form as soon as it is filled or chosen.
  function clear(field) {
    if (field.type === "radio") field.checked = false;
    else field.value = "";
  }

  // data-chooser="<name>" is around choices that depend on those radio buttons: data-goes-with lists the values they fit.
  function markClosed() {
    for (const group of all("[data-chooser]")) {
      const chosen = document.querySelector(`[name="${group.dataset.chooser}"]:checked`)?.value;
      for (const choice of all("[data-goes-with]", group))
        choice.classList.toggle("closed", Boolean(chosen) && !choice.dataset.goesWith.split(/\s+/).includes(chosen));
    }
  }
  document.addEventListener("change", markClosed);

  // A form with data-remembers is shown by Back as it was sent, so that it counts once however often it is sent.
  document.addEventListener("submit", ({ target }) => {
    if (!target.matches("[data-remembers]")) return;
    const sent = [...new FormData(target)].filter(([name]) => name !== "csrfmiddlewaretoken");
    history.replaceState({ ...history.state, sent }, "");
  });
  for (const field of history.state?.sent ? all("[data-remembers] [name]") : []) {
    const values = history.state.sent.filter(([name]) => name === field.name).map(([, value]) => value);
    if (/radio|checkbox/.test(field.type)) field.checked = values.includes(field.value);
    else if (values.length) field.value = values[0];
  }
  markClosed();

  // On a desk the cards of a shared list are open; an address that points into a fold opens it.
  if (matchMedia("(min-width: 701px)").matches) for (const details of all(".folds > details")) details.open = true;
  document.documentElement.classList.add("unfolded");
  function unfoldTarget() {
    const target = document.getElementById(location.hash.slice(1)); // ids are plain; what has to be decoded is none
    if (!target) return;
    for (let fold = target.querySelector(":scope > details") ?? target; fold; fold = fold.parentElement) {
      if (fold.matches("details")) fold.open = true;
    }
    target.scrollIntoView();
  }
  addEventListener("hashchange", unfoldTarget);
  unfoldTarget();
  document.addEventListener("click", (event) => {
    const link = event.target.closest("[data-unfold]");
    if (!link) return;
    event.preventDefault();
    for (const details of all(link.dataset.unfold)) details.open = true;
    link.hidden = true;
  });

  // My lists: "select all of this page" ticks them, or none where all are ticked, without loading the page anew.
  document.addEventListener("click", (event) => {
    if (!event.target.closest("#select-all")) return;
    event.preventDefault();
    const boxes = all(".pick input");
    const missing = boxes.some((box) => !box.checked);
    for (const box of boxes) box.checked = missing;
  });

  // While the next page is on its way: .loading (a bar, after 300 ms), and the pressed button is busy.
  // It ends when this page is shown again, or after 10 seconds: the answer may be a file, and the page stays.
  const root = document.documentElement;
  let patience;
  function leave(button) {
    root.classList.add("loading");
    button?.setAttribute("aria-busy", "true");
    clearTimeout(patience);
    patience = setTimeout(stay, 10_000);
  }
  function stay() {
    root.classList.remove("loading");
    all("[aria-busy]").forEach((button) => button.removeAttribute("aria-busy"));
  }
  document.addEventListener("submit", (event) => {
    if (!event.defaultPrevented && !event.target.target) leave(event.submitter);
  });
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]:not([target], [data-stays])");
    const aside = event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey;
    if (!link || aside || event.defaultPrevented || link.origin !== location.origin) return;
    if (link.href.split("#")[0] !== location.href.split("#")[0] || !link.hash) leave();
  });
  window.addEventListener("pageshow", stay);

  // A link is handed to what the device shares with, where it has such a thing.
  if (navigator.share) document.documentElement.classList.add("can-share");
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-share]");
    if (button) navigator.share({ title: button.dataset.title, url: button.dataset.share }).catch(() => {});
  });

  // A note that is read goes, and what it leaves to say is said once more. The site hears of it: it shows it no more.
  document.addEventListener("submit", (event) => {
    const form = event.target.closest("form[data-dismiss]");
    if (!form) return;
    event.preventDefault();
    dismiss(form);
    form.closest(form.dataset.dismiss).remove();
    toast(form.dataset.told);
    hush();
  });
  const dismiss = (form) => {
    const { name, value } = form.querySelector("button");
    const body = new URLSearchParams(new FormData(form));
    body.append(name, value);
    fetch(form.getAttribute("action"), { method: "POST", body, redirect: "manual" }).catch(() => {});
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const field = document.getElementById(button.dataset.copy);
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
    } catch {
      document.execCommand("copy");
    }
    button.querySelector("span").textContent = button.dataset.done;
    button.classList.add("copied");
    const read = button.closest(".note")?.querySelector("form[data-dismiss]");
    if (read) dismiss(read);
  });
})();
