// "Copy as…": the chosen text is shown before it is copied or handed to what the device shares with.
(() => {
  if (document.documentElement.dataset.copyAs) return;
  document.documentElement.dataset.copyAs = "on";
  const PARTED = /^---\n/m; // between the messages of a text that is too long for one

  const show = async (fold, link) => {
    const address = new URL(link.href);
    address.searchParams.set("language", fold.querySelector("[name=text-language]:checked").value);
    const response = await fetch(address);
    if (!response.ok) return location.assign(address);
    const text = await response.text();
    fold.querySelectorAll("[data-text]").forEach((other) => other.toggleAttribute("aria-current", other === link));
    fold.querySelector(".texts").replaceChildren(...text.split(PARTED).map((part) => shown(fold, part)));
  };
  const shown = (fold, text) => {
    const part = document.createElement("div");
    part.append(fold.querySelector("template").content.cloneNode(true));
    const field = part.querySelector("textarea");
    field.value = text;
    const rows = text.split("\n").length;
    field.rows = Math.min(rows, 14);
    return part;
  };

  document.addEventListener("click", async (event) => {
    const { target } = event;
    const link = target.closest("[data-text]");
    if (link && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      await show(link.closest(".copy-as"), link);
    }
    const field = target.closest("button")?.closest(".texts > div")?.querySelector("textarea");
    const copy = target.closest("[data-copy-text]");
    if (field && copy) {
      field.select();
      await navigator.clipboard.writeText(field.value).catch(() => document.execCommand("copy"));
      copy.querySelector("span").textContent = copy.dataset.done;
    }
    if (field && target.closest("[data-share-text]")) navigator.share({ text: field.value }).catch(() => {});
  });
  document.addEventListener("change", ({ target }) => {
    const fold = target.name === "text-language" && target.closest(".copy-as");
    const link = fold && fold.querySelector("[data-text][aria-current]");
    if (link) show(fold, link);
  });
})();
