// Runs before the page is drawn, so that a dark page does not flash.
(function () {
  const kept = localStorage.getItem("lastmove-theme");
  const dark = kept ? kept === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
