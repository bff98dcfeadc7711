import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { addAuthenticator } from './authenticator.ts';
import { launchBrowser } from './browser.ts';
import type { Server } from './server.ts';
import { Visit, type VisitOptions } from './visit.ts';

/** How long an action may wait for its element; only busy machines need that long. */
const PATIENCE_MS = 60_000;
const BETWEEN_LOOKS_MS = 200;

/** What is read of a message in the outbox. */
interface Message {
  readonly messageId: number;
  readonly recipient: string;
  readonly content: string;
}

/** One server and one browser for all journeys; each visit has a profile of its own. */
class Stage {
  #server: Server | null = null;
  #browser: Browser | null = null;
  /** The number of the message whose code was read last, for each address. */
  readonly #codesRead = new Map<string, number>();
  #console: { context: BrowserContext; page: Page } | null = null;

  async open(server: Server, options?: { whole: boolean }): Promise<void> {
    this.#codesRead.clear();
    this.#console = null;
    this.#server = server;
    await this.#server.start();
    this.#browser = await launchBrowser(options);
  }

  async close(): Promise<void> {
    await this.#browser?.close();
    await this.#server?.close();
  }

  /**
   * Stops the server and starts it again, at least a day later by its clock. Staff come back by the
   * link that it prints then.
   */
  async restartLater(): Promise<void> {
    await this.#console?.context.close();
    this.#console = null;
    await this.server.stop();
    await this.server.start();
  }

  get server(): Server {
    if (this.#server === null) throw new Error('the stage is not open');
    return this.#server;
  }

  get address(): string {
    return this.server.address;
  }

  /**
   * One user's visit with a fresh profile. A visit fails if its body fails or if a page logs an
   * unexpected error to the console; then screenshots and the console's log are kept.
   */
  async visit(options: VisitOptions, body: (visit: Visit) => Promise<void>): Promise<void> {
    const visit = await Visit.open(this.#launched(), this.address, options, PATIENCE_MS);
    try {
      await body(visit);
      expect(visit.errors(), 'unexpected errors of the pages').toEqual([]);
    } catch (error) {
      await this.#keep(visit, error);
      throw error;
    } finally {
      await visit.context.close();
    }
  }

  /** The operator console, opened with the server's one-time link; `touch` for a finger. */
  async consolePage({ touch = false } = {}): Promise<Page> {
    if (this.#console === null) {
      const finger = { isMobile: true, hasTouch: true };
      const context = await this.#launched().newContext(touch ? finger : {});
      context.setDefaultTimeout(PATIENCE_MS);
      const page = await context.newPage();
      await page.goto(this.server.consoleLink);
      await page
        .getByRole('table')
        .or(page.getByRole('heading', { level: 1 }))
        .first()
        .waitFor();
      this.#console = { context, page };
    }
    return this.#console.page;
  }

  /** A member of staff with a browser and an authenticator of their own. */
  async member(link: string): Promise<Page> {
    const context = await this.#launched().newContext();
    context.setDefaultTimeout(PATIENCE_MS);
    const page = await context.newPage();
    await addAuthenticator(context, page);
    await page.goto(link);
    return page;
  }

  /** The operator console at its outbox: a journey may have left it on another screen. */
  async outbox(): Promise<Page> {
    const page = await this.consolePage();
    // Who is not in yet has no links; to leave then would use up the one-time link.
    await page.locator('nav a').first().waitFor({ state: 'attached' });
    if (!page.url().endsWith('/outbox'))
      await page.goto(`${this.server.consoleAddress}/console/outbox`);
    return page;
  }

  /** The code that was just sent to an address, read from the outbox in the operator console. */
  async codeFor(account: string): Promise<string> {
    const page = await this.outbox();
    const read = this.#codesRead.get(account) ?? 0;
    let [newest, code] = [read, ''];
    const givenUpAt = Date.now() + PATIENCE_MS;
    // Accounts are opened before the first journey, too, when nothing can be expected yet.
    while (newest === read) {
      if (Date.now() > givenUpAt) throw new Error(`no code came for ${account}`);
      // By what the page itself asks for: of its rows only the newest 25 are shown.
      const { messages } = await lookUp(page, 'getOutbox', { limit: '100' });
      for (const { messageId, recipient, content } of messages as Message[]) {
        // Other messages, such as that of a new device, have none.
        const digits = /\b\d{8}\b/.exec(content)?.[0];
        if (recipient !== account || digits === undefined || messageId <= newest) continue;
        [newest, code] = [messageId, digits];
      }
      if (newest === read) await page.waitForTimeout(BETWEEN_LOOKS_MS);
    }
    this.#codesRead.set(account, newest);
    return code;
  }

  #launched(): Browser {
    if (this.#browser === null) throw new Error('the stage is not open');
    return this.#browser;
  }

  /** Saves screenshots and log of a failure in a folder, and names the folder in the message. */
  async #keep(visit: Visit, error: unknown): Promise<void> {
    const title = expect.getState().currentTestName ?? 'journey';
    const name = title.replace(/[^\w-]+/g, '-').slice(-80);
    const folder = path.join(os.tmpdir(), 'assay-e2e-failures', name);
    fs.mkdirSync(folder, { recursive: true });
    for (const [i, page] of visit.context.pages().entries()) {
      const file = path.join(folder, `page-${i}.png`);
      await page.screenshot({ path: file, timeout: 5000 }).catch(() => undefined);
    }
    fs.writeFileSync(path.join(folder, 'console.log'), `${visit.log.join('\n')}\n`);
    if (error instanceof Error) error.message += `\nScreenshots and console: ${folder}`;
  }
}

export const stage = new Stage();

/** A call of the member of staff whose console this is. */
export async function work(
  staff: Page,
  call: string,
  input: object,
): Promise<Record<string, unknown>> {
  return sent(
    staff,
    call,
    `/web/${call}`,
    `{ method: 'POST', body: ${JSON.stringify(JSON.stringify(input))} }`,
  );
}

/** What such a call answers that only reads. */
export async function lookUp(
  staff: Page,
  call: string,
  input: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  return sent(staff, call, `/web/${call}?${new URLSearchParams(input)}`, '{}');
}

async function sent(
  staff: Page,
  call: string,
  path: string,
  options: string,
): Promise<Record<string, unknown>> {
  const answer = (await staff.evaluate(`fetch('${path}', {
    headers: {
      'content-type': 'application/json',
      'x-token': sessionStorage.getItem('assay.operator'),
    },
    ...${options},
  }).then((response) => response.json())`)) as { code: number; data: Record<string, unknown> };
  if (answer.code !== 0) throw new Error(`${call} answered ${JSON.stringify(answer)}`);
  return answer.data;
}
