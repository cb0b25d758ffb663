// What an open unit may take: Back and Esc close it, rows stay where they are, a search says when it finds nothing.
(() => {
  const inline = matchMedia("(min-width: 1241px)"); // beside the card, as in css/editor-narrow.css; below, it covers the page
  const shown = () => document.querySelector(".picker:popover-open");
  const openerOf = (picker) => document.querySelector(`.picker-open[popovertarget="${picker?.id}"]`);
  const noted = () => history.state?.picker;
  let closed; // the picker that was closed last
  htmx.config.history = false; // it would note its own states in the entries, and load the page anew for them

  // An open picker is an entry of the history, so that Back closes it and Forward opens it again.
  document.addEventListener("beforetoggle", ({ target, newState }) => {
    if (target.matches(".picker") && newState === "open" && !noted()) history.pushState({ picker: target.id }, "");
  }, true);
  document.addEventListener("toggle", ({ target, newState }) => {
    if (!target.matches?.(".picker")) return;
    if (newState === "open") {
      if (!target.contains(document.activeElement)) target.focus({ preventScroll: true }); // else a link led to its field
      return;
    }
    closed = target;
    if (noted()) history.back();
    else openerOf(target)?.focus({ preventScroll: true });
  }, true);
  function follow() {
    const picker = shown();
    if (picker && picker.id !== noted()) {
      closed = picker;
      picker.hidePopover();
    }
    if (noted() && !inline.matches && !shown()) document.getElementById(noted())?.showPopover?.();
    if (!noted() && closed) openerOf(closed)?.focus({ preventScroll: true });
  }
  addEventListener("popstate", follow);
  follow();
  inline.addEventListener("change", () => shown()?.hidePopover());

  // Where an edit took the open unit away, its picker went with it.
  document.addEventListener("htmx:after:swap", () => {
    if (noted() && !document.getElementById(noted())) history.back();
  });

  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const { target } = event;
    if (target.matches("[data-filter]") && target.value) search(target, "");
    else if (shown() && !document.querySelector("[popover]:popover-open:not(.picker)")) shown().hidePopover();
    else return;
    event.preventDefault();
  });

  // What stands outside acts on the page behind: the picker is closed first, except for edits such as undo.
  document.addEventListener("click", (event) => {
    const picker = shown();
    if (!picker || event.target.closest("[popover]")) return;
    const control = event.target.closest("a, button, summary, input, select, textarea, label");
    if (control?.matches("a, button:not([form])")) {
      event.preventDefault();
      event.stopImmediatePropagation();
      addEventListener("popstate", () => afterTravel(() => control.click()), { once: true });
    } else if (control) return;
    picker.hidePopover();
  }, true);
  function afterTravel(act) {
    const travel = window.navigation?.transition?.finished ?? Promise.resolve();
    travel.catch(() => {}).then(() => setTimeout(act));
  }

  // The links to the groups scroll; they are no entries of the history.
  document.addEventListener("click", (event) => {
    const link = event.target.closest(".picker-head nav a");
    const section = link && document.getElementById(link.hash.slice(1));
    if (!section) return;
    event.preventDefault();
    section.scrollIntoView();
    section.focus({ preventScroll: true });
  });

  // A row that was clicked stays under the finger, whatever comes and goes above it.
  let row, top;
  document.addEventListener("click", ({ target }) => {
    row = target.closest(".picker-list > li")?.id ?? row;
  }, true);
  const place = () => (row ? document.getElementById(row) : null);
  document.addEventListener("htmx:before:swap", () => {
    top = place()?.getBoundingClientRect().top;
  });
  document.addEventListener("htmx:after:swap", () => {
    for (const input of document.querySelectorAll(".picker [data-filter]")) sayNothing(input);
    const picker = place()?.closest(".picker");
    if (picker && top !== undefined) picker.scrollTop += place().getBoundingClientRect().top - top;
  });

  function search(input, words) {
    input.value = words;
    input.dispatchEvent(new Event("input", { bubbles: true }));
  }
  function sayNothing(input) {
    const note = input.closest(".picker").querySelector(".nothing-found");
    const found = [...document.querySelectorAll(input.dataset.filter)].some((row) => !row.matches(".filtered-out"));
    note.hidden = found || !input.value.trim();
    note.querySelector("b").textContent = input.value.trim();
  }
  document.addEventListener("input", ({ target }) => {
    if (target.matches(".picker [data-filter]")) sayNothing(target);
  });
  document.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-clear-search]");
    const input = button && document.getElementById(button.dataset.clearSearch);
    if (!input) return;
    search(input, "");
    input.focus();
  });
})();
