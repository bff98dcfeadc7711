import type { Browser, BrowserContext, Page } from 'playwright-core';
import { NOBODY, openVirtual } from './entered.ts';
import { eventually } from './eventually.ts';
import { type Say, textsOf } from './texts.ts';

export interface VisitOptions {
  language?: 'en' | 'ar';
  theme?: 'dark' | 'light';
  width?: number;
  height?: number;
  /** A phone or a tablet: a finger instead of a mouse. */
  touch?: boolean;
  /** What the browser says that it is; otherwise a Chromium of a desktop. */
  agent?: string;
  /** Console errors that the journey expects, such as the refused call of an ended session. */
  expected?: readonly RegExp[];
  /** Whoever visits has a virtual account already; how one is opened is a journey of its own. */
  virtual?: boolean;
  /** Further entries of the local storage, set before the first page. */
  stored?: Readonly<Record<string, string>>;
}

const SMALLEST = { width: 1366, height: 768 };

/** One user in one browser profile. */
export class Visit {
  /** Everything that the pages have written to the console. */
  readonly log: string[] = [];
  readonly #errors: string[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    /** The catalogue in this visit's language. */
    readonly say: Say,
    private readonly address: string,
    readonly options: VisitOptions,
  ) {}

  static async open(
    browser: Browser,
    address: string,
    options: VisitOptions,
    timeoutMs: number,
  ): Promise<Visit> {
    const { language = 'en', theme = 'dark', stored = {} } = options;
    const entered = options.virtual ? await openVirtual(address, options.agent) : NOBODY;
    const kept = {
      ...{ 'assay.language': language, 'assay.theme': theme },
      ...{ ...entered.stored, ...stored },
    };
    const localStorage = Object.entries(kept).map(([name, value]) => ({ name, value }));
    const context = await browser.newContext({
      viewport: {
        width: options.width ?? SMALLEST.width,
        height: options.height ?? SMALLEST.height,
      },
      ...(options.touch ? { isMobile: true, hasTouch: true } : {}),
      ...(options.agent === undefined ? {} : { userAgent: options.agent }),
      locale: 'en-GB',
      timezoneId: 'UTC',
      storageState: { cookies: entered.cookies, origins: [{ origin: address, localStorage }] },
    });
    context.setDefaultTimeout(timeoutMs);
    const page = await context.newPage();
    const visit = new Visit(context, page, textsOf(language), address, options);
    visit.#listen();
    return visit;
  }

  /** Goes to a path of the app as if it were typed in, and waits for its screen. */
  async open(path: string, page: Page = this.page): Promise<void> {
    await page.goto(this.address + path, { waitUntil: 'commit' });
    await this.settled(page);
  }

  /** Navigates inside the app, as a link does; `target` is the path at which it ends. */
  async follow(path: string, target: string = path): Promise<void> {
    const { page } = this;
    const leaves = new URL(page.url()).pathname !== target;
    // Between two screens there may be nothing, and what was there a moment ago is gone.
    const leave = `(() => {
      const screen = document.querySelector('main')?.firstElementChild;
      if (!screen) return false;
      screen.setAttribute('data-left', '');
      history.pushState({}, '', ${JSON.stringify(path)});
      dispatchEvent(new PopStateEvent('popstate'));
      return true;
    })()`;
    await eventually(() => page.evaluate(leave), 'a screen to leave').toBe(true);
    await eventually(() => new URL(page.url()).pathname, path).toBe(target);
    const left = page.getByRole('main').locator('> [data-left]');
    if (leaves) await left.waitFor({ state: 'detached' });
    await this.settled();
  }

  /** Waits until the app has navigated to a path, with any query. */
  async arrived(path: string, page: Page = this.page): Promise<void> {
    await page.waitForURL((url) => url.pathname === path);
  }

  /** Waits until the screen is complete: heading or ticket shown, no part still loading. */
  async settled(page: Page = this.page): Promise<void> {
    const main = page.getByRole('main');
    await main.locator('h1, h2, form').first().waitFor();
    await eventually(() => main.locator('.skeleton').count()).toBe(0);
    await page.evaluate('document.fonts.ready.then(() => true)');
  }

  /** Unexpected errors, rejected promises, policy violations and failed requests. */
  errors(): string[] {
    const { expected = [] } = this.options;
    return this.#errors.filter((line) => !expected.some((pattern) => pattern.test(line)));
  }

  #listen(): void {
    this.context.on('console', (message) => {
      const line = `${message.type()}: ${message.text()} ${message.location().url}`;
      this.log.push(line);
      if (message.type() === 'error') this.#errors.push(line);
    });
    this.context.on('weberror', (failed) => {
      const line = `page error: ${failed.error().stack ?? failed.error().message}`;
      this.log.push(line);
      this.#errors.push(line);
    });
  }
}
