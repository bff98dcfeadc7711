import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** Two begin at once, beside two servers; Playwright's half a minute is short for that. */
const START_MS = 180_000;

/** A headless Chromium with a fresh profile; a whole one where it has to show notifications. */
export async function launchBrowser({ whole = false } = {}): Promise<Browser> {
  const executablePath = await findChromium(whole);
  return chromium.launch({ executablePath, args: FLAGS, headless: true, timeout: START_MS });
}

/** The Chromium of `npm test`: CHROME_PATH, else one in PATH, else one that is now installed. */
async function findChromium(whole: boolean): Promise<string> {
  const tool = new URL('../../tools/chromium.mjs', import.meta.url);
  const { provideChromium } = (await import(tool.href)) as {
    provideChromium(options: { whole: boolean }): Promise<string>;
  };
  return provideChromium({ whole });
}
