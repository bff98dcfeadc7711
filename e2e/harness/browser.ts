import { type Browser, chromium } from 'playwright-core';

const FLAGS = [
  ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
];

/** A headless Chromium with a fresh profile. */
export async function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: await findChromium(), args: FLAGS, headless: true });
}

/** The Chromium of `npm test`: CHROME_PATH, else one in PATH, else one that is now installed. */
async function findChromium(): Promise<string> {
  const tool = new URL('../../tools/chromium.mjs', import.meta.url);
  const { provideChromium } = (await import(tool.href)) as {
    provideChromium(): Promise<string>;
  };
  return provideChromium();
}
