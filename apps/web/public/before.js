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
  const filled = settings.startsWith('{') ? JSON.parse(settings) : { languages: [], source: '' };
  const offered = (code) => filled.languages.includes(code);
  const kept = read('assay.language');
  if (kept === 'ar' && (offered('ar') || filled.languages.length === 0))
    root.setAttribute('dir', 'rtl');
  root.setAttribute('data-source', filled.source);
  // The screen that comes with the page is a visitor's, in English.
  const asked = new URLSearchParams(location.search).get('lang');
  const language = [asked, kept].find((code) => code && offered(code)) ?? navigator.language;
  const english = filled.languages.length < 2 || /^en\b/.test(language);
  if (!english || read('assay.token') !== null) root.setAttribute('data-first', 'no');
})();

// The first formatter of a browser's process looks through all its languages: 40 ms of a desktop's
// time, four times as much of a phone's. A worker does it while the app's files come.
(() => {
  const file = '/formats.js';
  const policy = window.trustedTypes?.createPolicy('formats', { createScriptURL: () => file });
  new Worker(policy?.createScriptURL(file) ?? file);
})();
