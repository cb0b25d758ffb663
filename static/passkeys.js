// Passkeys: shows what needs them where they work, asks the device for one, and sends its answer with the form.
(() => {
  const name = location.hostname;
  const works = isSecureContext && globalThis.webauthnJSON?.supported() && !/^[\d.]+$|:/.test(name);
  if (!works) return;
  for (const element of document.querySelectorAll("[data-passkey]")) element.hidden = false;
  for (const element of document.querySelectorAll("[data-passkey-impossible]")) element.hidden = true;

  // The options stand in the page, or the server is asked for them.
  async function optionsFor(button, form) {
    if (button.dataset.options) return JSON.parse(document.getElementById(button.dataset.options).textContent);
    const body = new URLSearchParams({ csrfmiddlewaretoken: form.elements.csrfmiddlewaretoken.value });
    const response = await fetch(button.dataset.optionsFrom, { method: "POST", body });
    if (!response.ok) throw new Error(`status ${response.status}`);
    return response.json();
  }

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-asks]");
    if (!button) return;
    const form = button.form;
    const failed = form.querySelector("[data-passkey-failed]");
    failed.hidden = button.disabled = true;
    try {
      const credential = await webauthnJSON[button.dataset.asks](await optionsFor(button, form));
      form.elements.credential.value = JSON.stringify(credential);
    } catch {
      button.disabled = failed.hidden = false;
      return;
    }
    if (form.elements.password) form.elements.password.value = "";
    if (button.dataset.action) form.action = button.dataset.action;
    form.submit();
  });
  addEventListener("pageshow", () => {
    for (const element of document.querySelectorAll("[data-asks]")) element.disabled = false;
  });
})();
