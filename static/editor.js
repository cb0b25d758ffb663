// The editor: a link to a field opens what hides it, a new unit comes into view, and Escape restores the name of a list.
(() => {
  const gently = () => (matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth");
  const FIELDS = "input:enabled:not([type=hidden]), select:enabled, textarea:enabled, button:enabled, a[href]:not(.cite)";

  // The field that the address names, also in the picker of a phone; what folds it away is opened (`unfoldTarget`).
  function reach() {
    const at = document.getElementById(location.hash.slice(1));
    if (!at) return;
    const picker = at.closest("[popover]");
    if (picker && !at.checkVisibility()) document.querySelector(`[popovertarget="${picker.id}"]`)?.click();
    if (/^(units?$|unit-|findings|glance)/.test(at.id)) return;
    const inside = [...at.querySelectorAll(FIELDS)].find((field) => field.checkVisibility());
    const field = at.matches(FIELDS) ? at : at.querySelector("input:checked") ?? inside ?? at;
    at.scrollIntoView({ block: at.offsetHeight > innerHeight / 2 ? "start" : "center" });
    field.focus({ preventScroll: true, focusVisible: true });
    at.classList.remove("reached");
    requestAnimationFrame(() => at.classList.add("reached"));
  }
  addEventListener("hashchange", reach);
  // A link to where the page is already leads there again.
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("a.mend, a.whose");
    if (link && link.href === location.href) setTimeout(() => dispatchEvent(new Event("hashchange")));
  });
  addEventListener("load", () => setTimeout(reach)); // after the browser has gone there itself

  // A unit that was added comes into view below the bar; the focus stays where it was.
  let shown = "";
  function showAdded() {
    const link = document.querySelector("#toast [data-added]");
    const key = link && `${link.dataset.added} ${document.getElementById("revision").value}`;
    if (!link || key === shown) return;
    shown = key;
    show(link.dataset.added);
  }
  function show(index) {
    const card = document.getElementById(`unit-${index}`);
    card?.scrollIntoView({ block: "start", behavior: gently() });
  }
  document.addEventListener("htmx:after:swap", showAdded);
  document.addEventListener("click", (event) => {
    const link = event.target.closest?.("[data-added]");
    const title = link && document.getElementById(`head-${link.dataset.added}`);
    if (!title) return;
    event.preventDefault();
    if (title.getAttribute("aria-expanded") === "false") title.click();
    show(link.dataset.added);
    title.focus({ preventScroll: true });
  });

  // "?" lists the keys.
  document.addEventListener("keydown", (event) => {
    if (event.key === "?" && !event.target.matches("input, textarea, select")) document.getElementById("keys")?.togglePopover();
  });

  // The name of the list: Enter saves and leaves the field, Escape brings back the name that is saved.
  document.addEventListener("keydown", (event) => {
    if (event.target.id !== "list-name") return;
    if (event.key === "Escape") event.target.value = event.target.defaultValue;
    if (event.key === "Escape" || event.key === "Enter") {
      event.preventDefault();
      event.target.blur();
    }
  });
  let renamed = false;
  const inView = (element) => {
    const { top, bottom, height } = element.getBoundingClientRect();
    return height > 0 && bottom > 0 && top < innerHeight;
  };
  // What may be added comes with the answer to an edit where it is in view; else the page asks for it once it is.
  document.addEventListener("htmx:before:request", ({ detail: { ctx: { request: { method, body } } } }) => {
    if (method === "GET") return;
    renamed = false;
    if ([...document.querySelectorAll(".picker, #adding")].some(inView)) body?.set?.("offers_in_view", "1");
  });
  // An edit is followed by swaps of what may be added, which do not end the mark.
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (ctx.sourceElement?.id === "rename") renamed = ctx.response?.status < 400;
    document.getElementById("rename")?.classList.toggle("saved", renamed);
  });
})();
