// Runs before the first paint. Without it, users of the light theme or of Arabic would first see a
// flash of a dark, left-to-right page, and a comfortable one would grow. The content policy allows no inline script, hence this file.
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
  if (read('assay.density') === 'comfortable') root.setAttribute('data-density', 'comfortable');
  const settings = document.querySelector('meta[name=app-settings]').content;
  const offered = !settings.startsWith('{') || JSON.parse(settings).languages.includes('ar');
  if (offered && read('assay.language') === 'ar') root.setAttribute('dir', 'rtl');
})();
