import { type BrowserContextOptions, request } from 'playwright-core';

type Cookies = Exclude<BrowserContextOptions['storageState'], string | undefined>['cookies'];

/** What a browser keeps of somebody who has entered. */
interface Entered {
  readonly cookies: Cookies;
  readonly stored: Readonly<Record<string, string>>;
}

export const NOBODY: Entered = { cookies: [], stored: {} };

/**
 * Opens a virtual account with the call that the button sends, as a browser of this name: two pages
 * fewer are loaded for it.
 */
export async function openVirtual(address: string, agent?: string): Promise<Entered> {
  const caller = await request.newContext({
    ...(agent === undefined ? {} : { userAgent: agent }),
    // A browser adds these by itself.
    extraHTTPHeaders: { origin: address, 'sec-fetch-site': 'same-origin' },
  });
  const answer = await caller.post(`${address}/web/tempLogin`, { data: {} });
  const { code, data } = (await answer.json()) as { code: number; data: { token: string } };
  if (code !== 0) throw new Error(`tempLogin answered ${code}`);
  const { cookies } = await caller.storageState();
  await caller.dispose();
  const stored = { 'assay.token': data.token, 'assay.realm': 'demo', 'assay.own': 'no' };
  return { cookies, stored };
}
