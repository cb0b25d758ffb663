// What htmx and the browser leave to do. Everything works without this file.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  document.documentElement.classList.add("js");

  // Quick clicks: a waiting edit is sent for the newest state, unless the one before it moved what it points at.
  const MOVES = /^(remove|move|duplicate|undo|redo)/;
  let last = "";
  document.addEventListener("htmx:before:request", (event) => {
    const { body } = event.detail.ctx.request;
    if (!body?.has?.("revision")) return;
    const now = document.getElementById("revision").value;
    const line = body.get("command");
    const stale = body.getAll("revision").at(-1) !== now;
    if (stale && MOVES.test(last) && /\d/.test(line)) return event.preventDefault();
    body.set("revision", now);
    last = line;
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
      const found = places.map((id) => document.getElementById(id)).filter((one) => one && !one.disabled);
      for (const one of found) {
        const card = one.matches(".card") ? one.querySelector(".card-title") : one;
        card.focus({ preventScroll: true });
        if (document.activeElement === card) return settle();
      }
      document.querySelector("#undo:enabled")?.focus({ preventScroll: true });
    }
    settle();
  });
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
  document.addEventListener("htmx:error", () => {
    const toast = document.getElementById("toast");
    const box = document.createElement("div");
    box.className = "toast bad";
    box.textContent = toast.dataset.offline;
    toast.replaceChildren(box);
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

  // Searching a shelf or a page.
  const plain = (text) => text.toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  function filter(input) {
    const words = plain(input.value).split(/\s+/).filter(Boolean);
    for (const one of all(input.dataset.filter)) {
      const text = words.length ? plain(one.textContent) : "";
      one.classList.toggle("filtered-out", !words.every((word) => text.includes(word)));
    }
  }
  document.addEventListener("input", (event) => {
    if (event.target.matches("[data-filter]")) filter(event.target);
    if (event.target.id === "other_budget" && event.target.value) all("[name=budget]").forEach((one) => (one.checked = false));
  });

  // The head of a list: a usual budget empties the other; activities that a faction may not take are marked.
  function head() {
    const chosen = document.querySelector("[name=allegiance]:checked")?.value;
    for (const one of all("[data-for]")) one.classList.toggle("closed", Boolean(chosen) && !one.dataset.for.split(" ").includes(chosen));
  }
  document.addEventListener("change", (event) => {
    if (event.target.name === "budget") document.getElementById("other_budget").value = "";
    if (event.target.name === "allegiance") head();
  });
  head();

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
  });
})();
