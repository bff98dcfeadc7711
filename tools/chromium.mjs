// Finds a Chromium for the browser journeys, or installs one. Plain Node.
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';

/** The first costs a page two thirds of what the others cost; it shows no notifications. */
const SHELL = 'chromium-headless-shell';
const names = [
  ...[SHELL, 'chromium', 'chromium-browser'],
  ...['google-chrome-stable', 'google-chrome', 'chrome'],
];
const macPaths = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

function isFile(file) {
  return Boolean(file) && fs.existsSync(file) && fs.statSync(file).isFile();
}

/** CHROME_PATH, else the first of the usual names in PATH, else null. */
function findInstalled(whole) {
  const fits = (file) => !(whole && path.basename(file) === SHELL);
  const named = process.env.CHROME_PATH;
  if (named && !isFile(named)) throw new Error('CHROME_PATH names no file.');
  if (named && fits(named)) return named;
  const folders = (process.env.PATH ?? '').split(path.delimiter).filter(Boolean);
  const candidates = names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
  return [...candidates, ...macPaths].filter(fits).find(isFile) ?? null;
}

function installDebianPackage(whole) {
  if (process.getuid?.() !== 0 || !fs.existsSync('/etc/debian_version')) return null;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (...args) =>
    spawnSync('apt-get', args, { env, stdio: ['ignore', 'ignore', 'inherit'] });
  apt('update', '-qq');
  const isInstalled = (name) =>
    apt('install', '-y', '-qq', '--no-install-recommends', name).status === 0;
  // Older releases of Debian have only the second one.
  return (whole ? ['chromium'] : [SHELL, 'chromium']).some(isInstalled)
    ? findInstalled(whole)
    : null;
}

/** Playwright's own build, in its usual cache; needs the packages to be installed. */
async function installPlaywrightBuild() {
  const { chromium } = await import('playwright-core');
  if (isFile(chromium.executablePath())) return chromium.executablePath();
  const cli = path.join(
    path.dirname(new URL(import.meta.resolve('playwright-core')).pathname),
    'cli.js',
  );
  const args = [cli, 'install', ...(process.getuid?.() === 0 ? ['--with-deps'] : []), 'chromium'];
  const done = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (done.status === 0 && isFile(chromium.executablePath())) return chromium.executablePath();
  throw new Error('No Chromium: install one, or name it in CHROME_PATH.');
}

/**
 * The path of a Chromium, a whole one where notifications are shown; installs one when there is
 * none. Throws when that fails.
 */
export async function provideChromium({ whole = false } = {}) {
  return findInstalled(whole) ?? installDebianPackage(whole) ?? (await installPlaywrightBuild());
}
