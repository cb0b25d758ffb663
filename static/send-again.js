// Sends a form again after a while, for what is not ready yet.
"use strict";

for (const form of document.querySelectorAll("form[data-again]")) {
  setTimeout(() => form.requestSubmit(), Number(form.dataset.again));
}
