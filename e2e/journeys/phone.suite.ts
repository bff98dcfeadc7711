import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { logIn, newAddress, openAccount, PASSWORD } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { Desk } from '../harness/desk.ts';
import { coming, eventually, isNone, lasting } from '../harness/eventually.ts';
import { isInView } from '../harness/in-view.ts';
import { units } from '../harness/money.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';
import { misfits, smallTargets, wider } from '../harness/touch.ts';
import type { Visit } from '../harness/visit.ts';
import { UNANSWERED } from './outage.suite.ts';
import { FORM_SCREENS, SCREENS } from './routes.suite.ts';

const PHONE = { width: 390, height: 844 };
const TABLET = { width: 768, height: 1024 };
const LOOKS = [
  { language: 'en', theme: 'dark' },
  { language: 'ar', theme: 'light' },
] as const;

/** The button of a console's page that asks something. */
const DIALOG_OPENER: Readonly<Record<string, string>> = {
  staff: 'header button',
  markets: '[data-card=actions] button',
};

const ALL = new Set([...SCREENS, ...FORM_SCREENS]);

/** The addresses of screens as the build has listed them. */
function builtPaths(): string[] {
  const file = fileURLToPath(new URL('../../dist/web/.pages.json', import.meta.url));
  return Object.keys(JSON.parse(fs.readFileSync(file, 'utf8'))).map((name) => `/${name}`);
}

/** The addresses of the console's screens, but for those of one thing. */
function consolePaths(): string[] {
  const file = new URL('../../apps/console/src/app/screens.ts', import.meta.url);
  const table = fs.readFileSync(fileURLToPath(file), 'utf8');
  return [...table.matchAll(/'\/([a-z]+)'/g)].map(([, path]) => path ?? '');
}

const PHONES = [
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/131.0 Mobile Safari/537.36',
];

/** The screens and the desk under a finger; `site`: where the server sends phones. */
export function phoneJourneys(site: string): void {
  it('UI-004 a phone is sent to the site of phones, which the other journeys are not', async () => {
    for (const agent of PHONES) {
      await stage.visit({ ...PHONE, agent }, async ({ page }) => {
        await page.route(`${site}**`, (route) => route.fulfill({ body: 'the site of phones' }));
        await page.goto(`${stage.address}/market`, { waitUntil: 'commit' });
        await page.getByText('the site of phones').waitFor();
        expect(page.url()).toBe(site);
      });
    }
  });

  it('UI-1020 UI-1021 no address is wider than a phone or a tablet, and a finger hits every control', async () => {
    expect(builtPaths().filter((path) => !ALL.has(path))).toEqual([]);
    // The codes of accounts are read in the console, which the next journey visits by finger.
    await stage.consolePage({ touch: true });
    const half = Math.ceil(SCREENS.length / 2);
    // Two browsers' worth of work on two processors.
    await Promise.all([
      stage.visit({ ...PHONE, touch: true }, async (visit) => {
        await visit.open('/index');
        await expectFit(visit, FORM_SCREENS);
        const email = newAddress();
        await openAccount(email);
        await visit.open('/login');
        await logIn(visit, email, PASSWORD);
        await visit.arrived('/index');
        await visit.settled();
        await expectFit(visit, SCREENS.slice(half));
      }),
      stage.visit({ ...PHONE, touch: true, virtual: true }, async (visit) => {
        await visit.open('/deal');
        await expectFit(visit, SCREENS.slice(0, half));
        await visit.page.goto(`${stage.address}/docs`);
        await visit.page.getByRole('heading').first().waitFor();
        for (const size of [PHONE, TABLET]) {
          await visit.page.setViewportSize(size);
          expect(await wider(visit.page), `/docs at ${size.width}`).toBe(0);
        }
      }),
    ]);
  });

  it('UI-921 a phone without a network says so, and is no wider for it', () =>
    stage.visit({ ...PHONE, touch: true, expected: UNANSWERED }, async (visit) => {
      const { page, say, context } = visit;
      await visit.open('/market');
      await context.setOffline(true);
      const notice = page.getByRole('status').filter({ hasText: say('shell.connection.offline') });
      await notice.waitFor();
      expect(await wider(page)).toBe(0);
      await eventually(async () => {
        const { x = -1, width = 0 } = (await notice.boundingBox()) ?? {};
        return [x >= 0, x + width <= PHONE.width];
      }).toEqual([true, true]);
      await context.setOffline(false);
      await notice.waitFor({ state: 'hidden' });
    }));

  it('UI-1082 UI-1022 the console fits a phone and a tablet, and its pages are in a menu', async () => {
    const page = await stage.consolePage({ touch: true });
    const links = page.getByRole('navigation').locator('a');
    await links.first().waitFor({ state: 'attached' });
    const hrefs = await links.evaluateAll((all) =>
      all.map((one) => one.getAttribute('href') ?? ''),
    );
    const pages = hrefs.map((href) => href.replace('/console/', ''));
    expect([...pages].sort()).toEqual(consolePaths().sort());
    let sizes = [TABLET, PHONE];
    const fits = async (name: string) => {
      await eventually(() => page.locator('main .skeleton').count()).toBe(0);
      for (const size of sizes) {
        await page.setViewportSize(size);
        expect(await misfits(page), `${name} at ${size.width}`).toEqual([]);
      }
      sizes = sizes.toReversed();
    };
    for (const path of [...pages, 'content/risk']) {
      await page.goto(`${stage.server.consoleAddress}/console/${path}`);
      await page.getByRole('main').getByRole('heading').first().waitFor();
      await fits(path);
      for (const tab of await page.getByRole('tab').all()) {
        await tab.tap();
        await fits(`${path}, ${await tab.textContent()}`);
      }
      // What opens above a page: the first question of each, and nothing is done.
      const opener = page
        .getByRole('main')
        .locator(DIALOG_OPENER[path] ?? 'none')
        .first();
      if ((await opener.count()) === 0) continue;
      await opener.tap();
      await page.getByRole('dialog').waitFor();
      await fits(`${path}, its question`);
      await page.keyboard.press('Escape');
    }
    await page.setViewportSize(PHONE);
    await page.getByRole('banner').locator('[aria-haspopup=dialog]').tap();
    const menu = page.getByRole('dialog');
    await menu.getByRole('link').first().waitFor();
    expect([await misfits(page), await violationsOf(page)]).toEqual([[], []]);
    await menu.getByRole('link').first().tap();
    await menu.waitFor({ state: 'detached' });
    await page.waitForURL((url) => url.pathname === '/console/outbox');
  });

  it('UI-1024 UI-1025 an order at market takes four touches, asked about or not', () =>
    stage.visit({ ...PHONE, touch: true, virtual: true }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/index');
      let touches = 0;
      const touch = async (what: Locator) => {
        touches += 1;
        await what.tap();
      };
      await touch(page.getByRole('link', { name: say('home.trade'), exact: true }));
      await visit.arrived('/deal');
      await orderAndSwitchOff(new PhoneDesk(visit, 'BTC'), touch);
      expect(touches).toBeLessThanOrEqual(4);
      await visit.follow('/index');
      touches = 0;
      const desk = new PhoneDesk(visit, 'ETH');
      await touch(page.getByRole('table').getByRole('link', { name: /ETH/ }).first());
      await visit.arrived('/deal');
      await touch(desk.side('buy'));
      await touch(desk.form.getByRole('button', { name: '25%', exact: true }));
      await desk.preview();
      const answered = coming(page.waitForResponse((got) => got.url().endsWith('/web/placeOrder')));
      await touch(desk.submit('buy'));
      expect((await (await answered).json()).code).toBe(0);
      expect(touches).toBeLessThanOrEqual(4);
      await desk.form.waitFor({ state: 'detached' });
      await desk.turnTo('history');
      await eventually(() => desk.list('history').count()).toBe(2);
      await eventually(() => desk.list('history').first().textContent()).toContain(
        say('desk.type.market'),
      );
      // The options of the ticket switch the question on again.
      await desk.side('buy').tap();
      await desk.form.getByRole('button', { name: say('desk.ticket.options') }).tap();
      const asks = say('desk.ticket.askFirst', { type: say('desk.type.market') });
      const options = page.getByRole('dialog', { name: say('desk.ticket.options') });
      await options.getByRole('checkbox', { name: asks, checked: false }).check();
    }));

  it.each(LOOKS)(
    'UI-1022 UI-1023 UI-1026 UI-1028 the desk of a phone: views, cards, sheets, menu: $language',
    (look) =>
      stage.visit({ ...look, ...PHONE, touch: true, virtual: true }, async (visit) => {
        const { page, say } = visit;
        await visit.open('/deal');
        const desk = new PhoneDesk(visit, 'BTC');
        await desk.side('buy').waitFor();
        expect(await violationsOf(page)).toEqual([]);
        // A level of the book is taken over into the ticket, which asks about a limit order.
        await page.getByRole('tab', { name: say('desk.panel.book') }).tap();
        const level = desk.rows('bids').nth(2);
        await level.waitFor();
        await desk.priceOf(level).tap();
        await desk.form.waitFor();
        await desk.choice('desk.side.buy').tap();
        for (const type of ['market', 'stopMarket', 'stopLimit', 'oco', 'limit'] as const) {
          await desk.choice(`desk.type.${type}`).tap();
          expect(await hiddenFigures(page), type).toEqual([]);
        }
        // The market comes to a level so near in no time, and the order is to rest.
        await eventually(async () => units(await desk.field('price').inputValue()) > 0n).toBe(true);
        const best = units(await desk.field('price').inputValue());
        await desk.field('price').fill(`${(best * 98n) / 100n / 10n ** 8n}`);
        await desk.field('quantity').fill('0.01');
        await desk.preview();
        expect(await smallTargets(page)).toEqual([]);
        expect(await violationsOf(page)).toEqual([]);
        await desk.expectSheet();
        await desk.submit('buy').tap();
        const send = page.getByRole('button', { name: named(say('desk.confirm.send')) });
        await send.waitFor();
        await desk.expectSheet();
        await desk.confirm();
        await desk.form.waitFor({ state: 'detached' });
        // The order is a card, whose cells say what they are.
        await eventually(() => desk.list('open').count()).toBe(1);
        await eventually(() => nameOfCell(desk, 5)).toBe(JSON.stringify(say('desk.table.price')));
        expect([await wider(page), await smallTargets(page)]).toEqual([0, []]);
        // Everything else that the header has no room for is in a menu.
        await page.getByRole('button', { name: named(say('shell.nav.more')) }).tap();
        await page.getByRole('dialog').getByRole('link').first().waitFor();
        await desk.expectSheet();
        expect([await smallTargets(page), await violationsOf(page)]).toEqual([[], []]);
        await page
          .getByRole('dialog')
          .getByRole('link', { name: say('shell.nav.market') })
          .tap();
        await visit.arrived('/market');
        await visit.settled();
        await eventually(() => page.getByRole('dialog').count()).toBe(0);
      }),
  );

  it('UI-1027 UI-1029 turned across, above the keyboard and between the sizes nothing is hidden', () =>
    stage.visit({ ...PHONE, touch: true, virtual: true }, async (visit) => {
      const { page } = visit;
      await visit.open('/deal');
      const desk = new PhoneDesk(visit, 'BTC');
      await desk.side('sell').tap();
      await desk.submit('sell').waitFor();
      for (const size of [{ width: 390, height: 420 }, { width: 844, height: 390 }, PHONE]) {
        await page.setViewportSize(size);
        await eventually(() => isInView(desk.submit('sell')), `${size.height}`).toBe(true);
        expect(await wider(page)).toBe(0);
      }
      await page.keyboard.press('Escape');
      await desk.form.waitFor({ state: 'detached' });
      for (const width of [600, 800, 1024, 1199, 1200, 1300]) {
        await page.setViewportSize({ width, height: 800 });
        const shown = width < 1024 ? desk.side('buy') : desk.submit('buy').or(desk.submit('sell'));
        await shown.waitFor();
        expect(await wider(page), `${width}`).toBe(0);
      }
    }));
}

class PhoneDesk extends Desk {
  /** The button at the lower edge that opens the ticket. */
  side(side: 'buy' | 'sell'): Locator {
    const trade = this.page.locator('[data-panel=trade]');
    return trade.getByRole('button', { name: named(this.say(`desk.side.${side}`)) });
  }

  /** The dialog above all stands at the lower edge, from side to side. */
  async expectSheet(): Promise<void> {
    const sheet = this.page.getByRole('dialog').last();
    await eventually(async () => {
      const { x = 1, y = 0, width = 0, height = 0 } = (await sheet.boundingBox()) ?? {};
      return [x, width, Math.round(y + height)];
    }).toEqual([0, PHONE.width, PHONE.height]);
  }
}

/** The first order at market is asked about, and the question is switched off in it. */
async function orderAndSwitchOff(
  desk: PhoneDesk,
  touch: (what: Locator) => Promise<void>,
): Promise<void> {
  const { page, say } = desk;
  await touch(desk.form.getByRole('button', { name: '25%', exact: true }));
  await desk.preview();
  expect(await hiddenFigures(page)).toEqual([]);
  await touch(desk.submit('buy'));
  const send = page.getByRole('button', { name: named(say('desk.confirm.send')) });
  const question = page.getByRole('dialog').filter({ has: send });
  await question.getByRole('checkbox').check();
  await touch(question.getByRole('button', { name: named(say('desk.confirm.send')) }));
  await desk.form.waitFor({ state: 'detached' });
}

/** The lines of the preview that are not whole above the button that sends. */
function hiddenFigures(page: Page): Promise<readonly string[]> {
  const measured = `(() => {
    document.querySelector('#ticket').scrollIntoView();
    return [...document.querySelectorAll('#ticket dl > div')].filter((line) => {
      const { left, right, top, bottom } = line.getBoundingClientRect();
      const isSeen = (y) => line.contains(document.elementFromPoint((left + right) / 2, y));
      return ![top + 1, bottom - 1].every(isSeen);
    }).map((line) => line.textContent);
  })()`;
  return lasting(() => page.evaluate<readonly string[]>(measured), isNone);
}

/** Opens each address inside the app and measures it on both screens. */
async function expectFit(visit: Visit, paths: readonly string[]): Promise<void> {
  const { page } = visit;
  const measured = new Set<string>();
  let sizes = [PHONE, TABLET];
  for (const path of paths) {
    await visit.follow(path);
    // Addresses of screens to come show one screen.
    const screen = await page.getByRole('main').innerHTML();
    if (measured.has(screen)) continue;
    measured.add(screen);
    for (const size of sizes) {
      await page.setViewportSize(size);
      await visit.settled();
      expect(await misfits(page), `${path} at ${size.width}`).toEqual([]);
    }
    expect(await unreadKeys(page), path).toEqual([]);
    // The next begins with the size of this one's end.
    sizes = sizes.toReversed();
  }
}

/** Keys that are shown because their text is not there. */
function unreadKeys(page: Page): Promise<readonly string[]> {
  return page.evaluate(
    String.raw`document.body.innerText.match(/\b[a-z][A-Za-z]+(\.[a-z][A-Za-z]+){2,}\b/g) ?? []`,
  );
}

/** The name of its column that a cell of a card shows. */
function nameOfCell({ page }: Desk, column: number): Promise<string> {
  return page.evaluate(
    `getComputedStyle(document.querySelector('tbody td:nth-child(${column})'), '::before').content`,
  );
}
