// The print page: tick all, none, or all copies of a unit; what is not asked for is not sent. All works without this.
(() => {
  const form = document.getElementById("print-form");
  const boxes = (root) => [...root.querySelectorAll("input[type=checkbox]")];
  const named = (name) => boxes(form).filter((box) => box.name === name);
  form.addEventListener("click", ({ target }) => {
    const button = target.closest("[data-tick], [data-untick], [data-turn]");
    if (!button) return;
    const { tick, untick } = button.dataset;
    const group = tick || untick ? named(tick ?? untick) : boxes(button.closest("fieldset"));
    const checked = tick ? true : untick ? false : group.some((box) => !box.checked);
    for (const box of group) box.checked = checked;
    form.dispatchEvent(new Event("change", { bubbles: true }));
  });
  // Boxes count only where a player picks himself; else they would only make the address long.
  function settle() {
    for (const own of form.querySelectorAll(".own")) own.disabled = getComputedStyle(own).display === "none";
  }
  form.addEventListener("change", settle);
  settle();
})();
