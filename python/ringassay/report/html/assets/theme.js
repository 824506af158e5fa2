"use strict";
// Runs before the page is painted, so that a chosen theme does not flash. Storage may be refused
// to a page opened from a file; then the choice lasts as long as the page.
(() => {
  try {
    const chosen = localStorage.getItem("ringassay-theme");
    if (chosen === "light" || chosen === "dark") document.documentElement.dataset.theme = chosen;
  } catch (refused) { /* the system's theme it is */ }
})();
