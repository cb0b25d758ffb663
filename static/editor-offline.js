// An edit that could not be sent waits in this browser, behind those that wait already; undo takes the newest back.
(() => {
  const STEPS = ["undo", "redo"];
  const form = document.getElementById("edit-form");
  const list = form.getAttribute("action").match(/lists\/(\d+)\//)[1];
  const box = new outbox.Outbox("list", list);
  const { dataset: texts } = document.getElementById("offline");
  const isApp = matchMedia("(display-mode: standalone)").matches;
  htmx.config.defaultTimeout = 10_000; // milliseconds, after which an edit waits here
  const isEdit = (body) => Boolean(body?.has?.("command") && body.has("revision"));

  document.addEventListener("htmx:before:request", (event) => {
    const { ctx } = event.detail;
    const { body } = ctx.request;
    if (event.defaultPrevented || !isEdit(body)) return;
    body.set("uid", outbox.newId());
    if (!box.waiting().length) return;
    event.preventDefault();
    if (STEPS.includes(body.get("command"))) takeBack();
    else keep(body, ctx.sourceElement, false);
  });
  // The answer may be lost, not the edit: it goes out under the same id, with which it counts once.
  document.addEventListener("htmx:error", (event) => {
    const { ctx } = event.detail;
    const { body } = ctx.request;
    if (isEdit(body) && STEPS.includes(body.get("command"))) return;
    event.preventDefault();
    if (!isEdit(body)) tell(texts.needed);
    else keep(body, ctx.sourceElement, true);
  }, true);

  // `after` names the edits made before it on the same state: they move what it was made on.
  function keep(body, source, tried) {
    const fields = [...body].filter(([name]) => !["csrfmiddlewaretoken", "uid"].includes(name));
    const after = box.waiting().map(({ id }) => id);
    const item = { id: body.get("uid"), command: body.get("command"), fields, after, words: wordsOf(source), name: document.title.replace(/ · Bivouac$/, ""), tried };
    tell(box.keep(item) ? texts.kept : texts.full);
    dispatchEvent(new Event("waits"));
  }
  async function takeBack() {
    tell((await box.withdraw()) ? texts.takenBack : texts.sent);
    dispatchEvent(new Event("waits"));
  }

  // What was pressed or filled in, as the page calls it, with the unit that it belongs to.
  let pressed;
  document.addEventListener("submit", ({ submitter }) => (pressed = submitter), true);
  document.addEventListener("change", ({ target }) => (pressed = target), true);
  function wordsOf(source) {
    const control = pressed?.isConnected && (pressed.form === source || pressed === source || source.contains?.(pressed)) ? pressed : source;
    const unit = control.closest(".card")?.querySelector(".card-head .name")?.textContent;
    const label = control.getAttribute("aria-label") ?? control.labels?.[0]?.textContent ?? (control.querySelector(".name, .visually-hidden")?.firstChild ?? control).textContent;
    const value = control.matches("input:not([type=checkbox], [type=radio]), textarea") ? control.value : control.selectedOptions?.[0]?.textContent;
    return [unit, label, value].map((words) => words?.replace(/\s+/g, " ").trim()).filter(Boolean).join(": ").slice(0, 200);
  }
  function tell(words) {
    const toast = Object.assign(document.createElement("div"), { className: "toast", textContent: words });
    document.getElementById("toast").replaceChildren(toast);
  }

  // What was sent is on the page only when that is asked for anew.
  document.addEventListener("list:sent", async () => {
    const unit = document.getElementById("opened").value;
    await htmx.ajax("GET", `${location.pathname}?unit=${unit}&revision=0`, { source: document.body, swap: "none" });
    delete document.documentElement.dataset.keptAt;
    dispatchEvent(new Event("waits"));
  });
  // An installed app keeps the open cards too.
  const MOST_CARDS = 40;
  function keepCards() {
    if (!isApp) return;
    const units = Math.min(document.querySelectorAll("#units > .card").length, MOST_CARDS);
    const revision = document.getElementById("revision").value;
    navigator.serviceWorker?.controller?.postMessage({ cards: { page: `${location.origin}${location.pathname}`, units, revision } });
  }
  addEventListener("load", () => setTimeout(keepCards, 2_000));
  // The copy of this page follows what is edited: when the page is left, in an installed app soon after the last edit, too.
  let timer, stale = false;
  function renewCopy() {
    clearTimeout(timer);
    if (!stale || !navigator.serviceWorker?.controller) return;
    stale = false;
    navigator.serviceWorker.controller.postMessage({ renew: [location.href] });
    keepCards();
  }
  document.addEventListener("htmx:after:swap", ({ detail: { ctx } }) => {
    if (!isEdit(ctx.request?.body) || ctx.response?.status >= 400) return;
    stale = true;
    clearTimeout(timer);
    if (isApp) timer = setTimeout(renewCopy, 10_000);
  });
  document.addEventListener("visibilitychange", () => document.hidden && renewCopy());
})();
