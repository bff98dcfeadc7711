// Runs before the first paint, as a file of its own because the content policy allows no inline
// script: without it a light-theme or Arabic reader would see a dark, left-to-right flash.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null;
    }
  };
  const theme = read('assay.theme');
  const dark =
    theme === 'dark' || (theme !== 'light' && !matchMedia('(prefers-color-scheme: light)').matches);
  root.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
  const direction = read('assay.direction');
  if (direction === 'redUp' || direction === 'blueUp')
    root.setAttribute('data-direction', direction);
  if (read('assay.language') === 'ar') root.setAttribute('dir', 'rtl');
})();
