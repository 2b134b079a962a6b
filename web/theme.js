// Runs before the page is drawn, so that a chosen theme does not flash. "auto" follows the system.
(() => {
  try {
    const theme = localStorage.getItem("theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage can be forbidden. Then the theme follows the system.
  }
})();
