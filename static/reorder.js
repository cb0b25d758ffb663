// Cards are dragged by their handles, by mouse and by finger. On the keyboard Alt+Up and Alt+Down move the card that has
// the focus. Both send the same edits as the buttons.
(() => {
  const EDGE = 70; // pixels from the edge of the window where it begins to scroll
  let drag = null;

  const revision = () => document.getElementById("revision").value;
  const cards = () => [...document.querySelectorAll("#units > .card")];

  function send(command) {
    const button = document.createElement("button");
    Object.assign(button, { name: "command", value: command, hidden: true });
    button.setAttribute("form", "edit-form");
    document.getElementById("units").append(button);
    button.click();
    button.remove();
  }

  function begin(event) {
    const handle = event.target.closest?.(".handle");
    if (!handle || event.button > 0 || drag) return;
    const card = handle.closest(".card");
    const all = cards();
    const tops = all.map((card) => card.getBoundingClientRect().top + scrollY);
    drag = {
      card, handle, all, tops, id: event.pointerId, y: event.clientY, at: event.clientY, from: all.indexOf(card), started: false,
      heights: all.map((card) => card.offsetHeight), scroll: scrollY, revision: revision(),
    };
    handle.setPointerCapture(event.pointerId);
    event.preventDefault();
  }

  function follow(event) {
    if (!drag || event.pointerId !== drag.id) return;
    drag.at = event.clientY;
    if (!drag.started && Math.abs(drag.at - drag.y) < 6) return;
    if (!drag.started) start();
    draw();
  }

  function start() {
    drag.started = true;
    drag.card.classList.add("dragged");
    document.documentElement.classList.add("dragging");
    requestAnimationFrame(scroll);
  }

  function scroll() {
    if (!drag?.started || drag.dropped) return;
    const below = innerHeight - EDGE - drag.at;
    const above = drag.at - EDGE;
    if (above < 0 || below < 0) {
      scrollBy(0, above < 0 ? above / 5 : -below / 5);
      draw();
    }
    requestAnimationFrame(scroll);
  }

  // Where the card is dropped: behind all others whose middle the pointer has passed.
  function draw() {
    const { card, all, tops, heights, from } = drag;
    const shift = drag.at - drag.y + scrollY - drag.scroll;
    const pointer = drag.at + scrollY;
    drag.to = all.reduce((place, _card, index) => {
      const middle = tops[index] + heights[index] / 2;
      if (index < from) return place - (pointer < middle ? 1 : 0);
      return place + (index > from && pointer > middle ? 1 : 0);
    }, from);
    const gap = heights[from] + (all.length > 1 ? tops[1] - tops[0] - heights[0] : 0);
    all.forEach((other, index) => {
      const moves = index > from && index <= drag.to ? -gap : index < from && index >= drag.to ? gap : 0;
      other.style.translate = other === card ? `0 ${shift}px` : moves ? `0 ${moves}px` : "";
    });
  }

  function end(event) {
    if (!drag || event.pointerId !== drag.id) return;
    const { started, from, to, card } = drag;
    if (!started) {
      drag = null;
      if (event.type === "pointerup") card.querySelector(".card-title").click();
      return;
    }
    drag.dropped = true;
    const same = drag.revision === revision(); // else an edit came back meanwhile, and the places may be other ones
    if (event.type === "pointerup" && to !== from && same) send(`move-to ${from} ${to}`);
    else clear();
  }

  // The cards stay where they were dropped until the list comes in its new order.
  function clear() {
    if (!drag?.dropped) return;
    for (const card of cards()) card.style.translate = "";
    document.querySelectorAll(".dragged").forEach((card) => card.classList.remove("dragged"));
    document.documentElement.classList.remove("dragging");
    drag = null;
  }

  function cancel(event) {
    if (event.key !== "Escape" || !drag?.started) return;
    drag.dropped = true;
    clear();
  }

  function step(event) {
    const way = { ArrowUp: "up", ArrowDown: "down" }[event.key];
    const card = way && event.altKey && event.target.closest?.("#units > .card");
    if (!card || event.target.matches("input, textarea, select")) return;
    event.preventDefault();
    const button = card.querySelector(`.card-tools [value$=" ${way}"]`);
    if (!button.disabled) {
      button.focus({ preventScroll: true });
      button.click();
    }
  }

  document.addEventListener("pointerdown", begin);
  document.addEventListener("pointermove", follow);
  document.addEventListener("pointerup", end);
  document.addEventListener("pointercancel", end);
  document.addEventListener("keydown", cancel);
  document.addEventListener("keydown", step);
  for (const name of ["htmx:after:swap", "htmx:error", "htmx:response:error"]) document.addEventListener(name, clear);
})();
