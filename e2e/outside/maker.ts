import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type PushBrowser, pushBrowser } from '@assay/platform/testing/push-browser';
import type { Page } from 'playwright-core';

export interface Notification {
  readonly title: string;
  readonly body: string;
  readonly link: string;
}

/** The service of a browser's maker: it takes what is encrypted for a browser, and hands it on. */
export class Maker {
  readonly #server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { authorization = '' } = request.headers;
      const browser = this.#browsers.get(request.url ?? '');
      if (browser === undefined || !/^vapid t=.+, k=.+/.test(authorization)) {
        response.writeHead(browser === undefined ? 410 : 403).end();
        return;
      }
      this.received.push(browser.open(Buffer.concat(chunks)));
      response.writeHead(201).end();
    });
  });
  readonly #browsers = new Map<string, PushBrowser>();
  /** What came for browsers of its, as they read it. */
  readonly received: string[] = [];

  async start(): Promise<string> {
    // A second try, which has a server of its own, comes to the same.
    if (!this.#server.listening) {
      this.#server.listen(0, '127.0.0.1');
      await once(this.#server, 'listening');
    }
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  stop(): void {
    this.#server.close();
  }

  /**
   * Serves the browser of a page: Chromium in a test run cannot reach its own maker's service, so
   * what it would have been given there it is given here, for as long as its profile lives.
   */
  async serve(page: Page): Promise<void> {
    const browser = pushBrowser();
    const path = `/fcm/send/${this.#browsers.size + 1}`;
    this.#browsers.set(path, browser);
    const endpoint = `https://fcm.googleapis.com${path}`;
    await page.context().grantPermissions(['notifications']);
    await page.addInitScript(`(() => {
      const data = ${JSON.stringify({ endpoint, keys: browser.keys })};
      const place = 'push of this browser';
      const subscription = {
        ...{ endpoint: data.endpoint, toJSON: () => data },
        unsubscribe: async () => (localStorage.removeItem(place), true),
      };
      PushManager.prototype.subscribe = async ({ userVisibleOnly, applicationServerKey }) => {
        if (!userVisibleOnly || applicationServerKey.length !== 87) throw new TypeError('refused');
        localStorage.setItem(place, 'on');
        return subscription;
      };
      PushManager.prototype.getSubscription = async () =>
        localStorage.getItem(place) === null ? null : subscription;
    })()`);
  }
}

/** Gives the site's worker a push, and says which notifications the browser shows afterwards. */
export async function deliver(page: Page, data: string): Promise<string[]> {
  const tool = await page.context().newCDPSession(page);
  const registrationId = await new Promise<string>((resolve) => {
    tool.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations;
      if (first !== undefined) resolve(first.registrationId);
    });
    void tool.send('ServiceWorker.enable');
  });
  const { origin } = new URL(page.url());
  await tool.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  await tool.detach();
  return page.evaluate<string[]>(`(async () => {
    const worker = await navigator.serviceWorker.ready;
    for (let tries = 0; tries < 600; tries += 1) {
      const shown = await worker.getNotifications();
      if (shown.length > 0) return shown.map(({ title, body }) => title + ' | ' + body);
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    return [];
  })()`);
}
