// What was done without reception waits in this browser and goes out once and in order: marks of battles, edits of lists.
// An item of the local storage for each, so that two tabs never overwrite each other's. `outbox` is for all scripts.
window.outbox = (() => {
  const { account, root } = document.body.dataset; // what another account did in this browser waits for that one
  const SECONDS = 1_000;

  const parsed = (text) => {
    try {
      return JSON.parse(text);
    } catch {
      return null;
    }
  };
  // False where the browser stores nothing, or no more.
  function store(key, value) {
    try {
      localStorage.setItem(key, JSON.stringify(value));
      return true;
    } catch {
      return false;
    }
  }
  const newId = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const ask = (address, options = {}) => fetch(address, { cache: "no-store", signal: AbortSignal.timeout(10 * SECONDS), ...options });
  const tokens = () => [...document.querySelectorAll("[name=csrfmiddlewaretoken]")];
  const headers = (more) => ({ "X-CSRFToken": tokens()[0].value, Accept: "application/json", ...more });
  // Those of the page may be out of date, for somebody signed in: a fresh page has another.
  async function renewTokens() {
    const page = new DOMParser().parseFromString(await (await ask(location.href)).text(), "text/html");
    const fresh = page.querySelector("[name=csrfmiddlewaretoken]");
    if (fresh) for (const token of tokens()) token.value = fresh.value;
  }

  const KINDS = {
    battle: { word: "mark", most: 50, post: postMarks },
    list: { word: "edit", most: 1, post: postEdit },
  };
  function postMarks(number, batch) {
    const marks = batch.map(({ id, command, text }) => ({ id, command, text }));
    return ask(`${root}battles/${number}/marks/`, { method: "POST", headers: headers({ "Content-Type": "application/json" }), body: JSON.stringify({ marks }) });
  }
  // `after`: the edits made on the same page before it, which have moved on what it was made on.
  function postEdit(number, [{ id, fields, after = [] }]) {
    const body = new URLSearchParams([...fields, ["uid", id], ["after", after.join(" ")]]);
    return ask(`${root}lists/${number}/edit/`, { method: "POST", headers: headers(), body });
  }

  class Outbox {
    constructor(kind, number) {
      Object.assign(this, KINDS[kind], { kind, number, name: `${kind} ${number}`, chain: Promise.resolve() });
      this.prefix = `${this.name} ${this.word} `;
    }
    waiting() {
      const keys = Object.keys(localStorage).filter((key) => key.startsWith(this.prefix)).sort();
      return keys.map((key) => ({ key, ...parsed(localStorage.getItem(key)) })).filter((item) => item.command && (!item.account || item.account === account));
    }
    nextKey() {
      const last = Number(this.waiting().at(-1)?.key.slice(this.prefix.length, this.prefix.length + 15) ?? 0);
      return `${this.prefix}${String(Math.max(Date.now(), last + 1)).padStart(15, "0")} ${newId().slice(0, 8)}`;
    }
    // False where it cannot be stored.
    keep(item) {
      return store(this.nextKey(), { id: newId(), account, ...item });
    }
    remove({ key }) {
      localStorage.removeItem(key);
    }
    // What the server refuses of a list stays until its player discards it.
    keepRefused({ key, ...item }, answer) {
      const reason = answer?.reason ?? document.getElementById("offline").dataset.gone;
      store(key.replace(` ${this.word} `, " refused "), { ...item, reason, again: answer?.again });
    }
    // An answer may be lost: what was sent once is taken back by the server alone.
    noteTried({ key, ...item }) {
      if (!item.tried) store(key, { ...item, tried: true });
    }
    alone(work, options = {}) {
      if (navigator.locks) return navigator.locks.request(this.name, options, work);
      return options.ifAvailable ? work(null) : (this.chain = this.chain.then(work, work));
    }
    // Whether the newest that waits was taken back.
    withdraw(mayBe = () => true) {
      return this.alone((lock) => {
        const last = this.waiting().at(-1);
        const isOwn = Boolean(lock && last && !last.tried && mayBe(last));
        if (isOwn) this.remove(last);
        return isOwn;
      }, { ifAvailable: true });
    }
    // Sends what waits. received(batch, answer), refused(item, answer or null, status); throws where it has to wait on.
    send({ received, refused }) {
      return this.alone(async () => {
        let most = this.most;
        for (let batch; (batch = this.waiting().slice(0, most)).length; ) {
          batch.forEach(this.noteTried);
          const response = await this.post(this.number, batch);
          const { ok, status } = response;
          const answer = ok || [409, 422].includes(status) ? await response.json().catch(() => null) : null;
          if (status === 403) await renewTokens();
          if (answer && (ok || this.kind === "battle")) {
            batch.forEach(this.remove);
            await received(batch, answer);
          } else if (answer || [400, 413, 422].includes(status) || (this.kind === "list" && [404, 410].includes(status))) {
            if (batch.length > 1) most = 1;
            else {
              await refused(batch[0], answer, status);
              this.remove(batch[0]);
            }
          } else throw new Error(status);
        }
      });
    }
  }

  // The outboxes of all battles and lists for which something waits.
  function all() {
    const names = Object.keys(localStorage).map((key) => key.match(/^(battle|list) (\d+) (mark|edit) /)).filter(Boolean);
    const boxes = [...new Set(names.map(([, kind, number]) => `${kind} ${number}`))].map((name) => new Outbox(...name.split(" ")));
    return boxes.filter((box) => box.waiting().length);
  }
  return { Outbox, all, ask, newId, parsed, store };
})();
