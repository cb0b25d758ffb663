// Signing out: what could not be sent yet is sent, or shown as lost first; then this browser forgets it all.
(() => {
  const KEPT = /^(battle|list) \d+ /;
  const LOST = /^(battle|list) \d+ (mark|edit|refused) /;
  const keys = (pattern) => Object.keys(localStorage).filter((key) => pattern.test(key));

  // How many marks are refused; refused edits are kept, and count as lost.
  async function send() {
    let refused = 0;
    for (const box of outbox.all()) {
      const received = (_batch, answer) => (refused += answer.refused?.length ?? 0);
      const keep = (item, answer) => (box.kind === "list" ? box.keepRefused(item, answer) : (refused += 1));
      await box.send({ received, refused: keep }).catch(() => {});
    }
    return refused;
  }
  // The server's answer says the same by Clear-Site-Data, which browsers heed under TLS alone.
  async function forget() {
    for (const key of keys(KEPT)) localStorage.removeItem(key);
    for (const name of (await globalThis.caches?.keys()) ?? []) if (name.includes(" pages ")) await caches.delete(name);
  }
  async function leave(event) {
    event.preventDefault();
    const form = event.currentTarget;
    const note = form.querySelector("[role=alert]");
    const lost = note.hidden ? (await send()) + keys(LOST).length : 0;
    if (lost) {
      note.querySelector("b").textContent = lost;
      note.hidden = false;
      return;
    }
    await forget();
    form.submit();
  }
  for (const form of document.querySelectorAll("form[data-sign-out]")) form.addEventListener("submit", leave);
})();
