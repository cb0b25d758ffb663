// The screen of a battle stays on: asked for at once, at the first tap (some browsers want one), and when the page is
// seen again, for a browser lets go of it with each page that is hidden.
(() => {
  const ask = () => document.hidden || navigator.wakeLock?.request("screen").catch(() => {});
  ask();
  addEventListener("pointerup", ask, { once: true });
  document.addEventListener("visibilitychange", ask);
})();
