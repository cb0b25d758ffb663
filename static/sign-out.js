// Signing out: what a battle's page could not send yet is sent, or shown as lost first; then this browser forgets it all.
(() => {
  const BATCH = 50;
  const waiting = () => Object.keys(localStorage).filter((key) => /^battle \d+ mark /.test(key)).sort();

  async function send(form) {
    const token = form.querySelector("[name=csrfmiddlewaretoken]").value;
    const battles = new Set(waiting().map((key) => key.split(" ")[1]));
    for (const battle of battles) {
      const refused = new Set(); // these wait on, and are shown as lost
      const own = () => waiting().filter((key) => key.split(" ")[1] === battle && !refused.has(key)).slice(0, BATCH);
      for (let keys; (keys = own()).length; ) {
        const marks = keys.map((key) => JSON.parse(localStorage.getItem(key))).map(({ id, command, text }) => ({ id, command, text }));
        const headers = { "Content-Type": "application/json", "X-CSRFToken": token };
        const options = { method: "POST", headers, body: JSON.stringify({ marks }), signal: AbortSignal.timeout(10_000) };
        const answer = await fetch(`${form.dataset.signOut}${battle}/marks/`, options).catch(() => null);
        const result = answer?.ok || answer?.status === 422 ? await answer.json().catch(() => null) : null;
        if (!result) break;
        const done = new Set(result.done);
        keys.forEach((key, n) => (done.has(marks[n].id) ? localStorage.removeItem(key) : refused.add(key)));
      }
    }
  }
  // The server's answer says the same by Clear-Site-Data, which browsers heed under TLS alone.
  async function forget() {
    for (const key of Object.keys(localStorage)) if (key.startsWith("battle ")) localStorage.removeItem(key);
    await globalThis.caches?.delete("battles");
  }
  async function leave(event) {
    event.preventDefault();
    const form = event.currentTarget;
    const note = form.querySelector("[role=alert]");
    if (note.hidden) await send(form);
    const lost = waiting().length;
    if (lost && note.hidden) {
      note.querySelector("b").textContent = lost;
      note.hidden = false;
      return;
    }
    await forget();
    form.submit();
  }
  for (const form of document.querySelectorAll("form[data-sign-out]")) form.addEventListener("submit", leave);
})();
