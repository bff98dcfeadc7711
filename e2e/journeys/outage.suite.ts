import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { practise } from '../harness/account.ts';
import { Program } from '../harness/calls.ts';
import { goTo } from '../harness/console.ts';
import { Desk } from '../harness/desk.ts';
import { eventually } from '../harness/eventually.ts';
import { units } from '../harness/money.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole, startingWith } from '../harness/texts.ts';
import { misfits } from '../harness/touch.ts';

/** Errors that the browser itself logs while the server does not answer. */
export const UNANSWERED = [
  /ERR_CONNECTION_(REFUSED|RESET)/,
  /ERR_INTERNET_DISCONNECTED/,
  // A server that starts says so.
  /status of 503/,
  /WebSocket connection/,
];

/** What it logs when the code of a page does not come. */
const NOT_LOADED = /dynamically imported module|preload CSS/;

/** These journeys stop the server, so they come last. */
export function outageJourneys(): void {
  it('UI-921 UI-1505 a page without a network says that prices are not updated; the next page comes with the network', () =>
    stage.visit({ expected: [...UNANSWERED, NOT_LOADED] }, async (visit) => {
      const { page, say, context } = visit;
      await visit.open('/market');
      await context.setOffline(true);
      const notice = page.getByRole('status').filter({ hasText: say('shell.connection.offline') });
      await notice.waitFor();
      const line = page.getByRole('region', { name: named(say('shell.footer.status')) });
      await line.getByText(named(say('shell.connection.closed'))).waitFor();
      await page.getByRole('link', { name: named(say('shell.footer.verify')) }).click();
      await page.getByRole('alert').getByText(say('shell.unloaded.title')).waitFor();
      await context.setOffline(false);
      await page.getByRole('heading', { level: 1, name: named(say('verify.title')) }).waitFor();
      await notice.waitFor({ state: 'hidden' });
      await line.getByText(named(say('shell.connection.open'))).waitFor();
    }));

  it('UI-1551 without a connection no figure that it renews has the colour of a move, of any product', () =>
    stage.visit({ expected: UNANSWERED, virtual: true }, async (visit) => {
      const { page, context } = visit;
      await visit.open('/deal');
      await new Desk(visit, 'BTC').ready();
      for (const address of ['/deal_c', '/preciousMetal', '/deal_jg', '/market', '/']) {
        await page.goto(stage.address + address);
        await eventually(() => page.evaluate<number>(LIVE), address).toBeGreaterThan(0);
        await context.setOffline(true);
        await page.locator('[data-lost]').waitFor();
        await eventually(() => page.evaluate(NOT_GREY), address).toEqual([]);
        await context.setOffline(false);
        await page.locator('[data-lost]').waitFor({ state: 'detached' });
      }
    }));

  it('UI-1221 a page that was opened without a network is complete once there is one', () =>
    stage.visit({ expected: [...UNANSWERED, /ERR_FAILED/], virtual: true }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/deal');
      await new Desk(visit, 'BTC').ready();
      const fail = (route: Route) => route.abort();
      await page.route('**/web/getmarketList*', fail);
      await page.reload();
      await page
        .getByText(named(say('kit.failed')))
        .first()
        .waitFor();
      await page.unroute('**/web/getmarketList*', fail);
      await new Desk(visit, 'BTC').ready();
      await eventually(() => page.getByText(named(say('kit.failed'))).count()).toBe(0);
    }));

  it('UI-1502 UI-1503 UI-1504 while the server is away tickets send nothing, the console says so, and nothing is wider than a tablet', () =>
    stage.visit(
      { expected: UNANSWERED, language: 'ar', width: 768, height: 1024, touch: true },
      async (visit) => {
        const { page, say } = visit;
        const staff = await stage.consolePage();
        await goTo(staff, 'nav.status');
        await staff.locator('main [data-kit=table]').first().waitFor();
        const unanswered = staff.getByText(sayInConsole('unanswered'));
        expect(await unanswered.count()).toBe(0);
        await visit.open('/login');
        await practise(visit);
        await visit.open('/deal_jg');
        const higher = page.getByRole('button', {
          name: startingWith(say('options.directions.up')),
        });
        await higher.last().click();
        const buy = page.getByRole('button', { name: named(say('options.buyUp')) });
        await buy.waitFor();

        await stage.server.stop();
        await unanswered.waitFor();
        const blocked = page.getByRole('button', { name: named(say('options.offline')) });
        await blocked.waitFor();
        expect([await blocked.isDisabled(), await buy.count()]).toEqual([true, 0]);
        const lost = page.locator('[data-lost]');
        await lost.waitFor();
        expect(await misfits(page)).toEqual([]);
        await stage.server.start();
        await lost.waitFor({ state: 'detached' });
        await buy.waitFor();
        await unanswered.waitFor({ state: 'detached' });
      },
    ));

  it('UI-922 UI-062 UI-446 after a restart of the server the page is synchronised again, with its orders', () =>
    stage.visit({ expected: UNANSWERED, virtual: true }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/deal');
      const desk = new Desk(visit, 'BTC');
      await desk.ready();
      await desk.choose('buy', 'limit');
      const best = await desk.best('bids');
      const price = (best * 98n) / 100n / 10n ** 8n;
      await desk.field('price').fill(`${price}`);
      await desk.field('quantity').fill('0.01');
      await desk.send('buy');
      await desk.turnTo('open');
      await eventually(() => desk.list('open').count()).toBe(1);
      // Who has not looked at the depth before cannot get its code while the server is away.
      await eventually(() => coloursOf(desk, 'depth')).toBe('all');
      await eventually(() => coloursOf(desk, 'chart')).toBe('all');

      await stage.server.stop();
      const lost = say('shell.connection.lost_other', { count: 0 }).split('0')[0] ?? '';
      const notice = page.getByRole('status').filter({ hasText: startingWith(lost) });
      await notice.waitFor();
      await desk.submit('buy').waitFor({ state: 'hidden' });
      await eventually(() => coloursOf(desk, 'chart')).toBe('none');
      await eventually(() => coloursOf(desk, 'depth')).toBe('none');
      await stage.server.start();
      // The page may have come back by itself, before anybody asks.
      const retry = notice.getByRole('button', { name: named(say('shell.connection.retry')) });
      await retry.click({ timeout: 5_000 }).catch(() => undefined);
      await notice.waitFor({ state: 'hidden' });

      await desk.ready();
      await eventually(() => coloursOf(desk, 'depth')).toBe('all');
      await eventually(() => coloursOf(desk, 'chart')).toBe('all');
      await eventually(() => desk.list('open').count()).toBe(1);
      await expectSynchronised(desk);
      await page.getByRole('button', { name: named(say('desk.table.cancel')) }).click();
      await page.getByText(named(say('desk.empty.open'))).waitFor();
    }));
}

/** How many figures the page renews. */
const LIVE = `[...document.querySelectorAll('main [data-live] bdi')]
  .filter(({ textContent }) => /\\d/.test(textContent)).length`;

/** Those that look as if they were of now: in the colour of a move, or not in grey. */
const NOT_GREY = `(() => {
  const probe = document.body.appendChild(document.createElement('i'));
  const colour = (token) => {
    probe.style.color = 'var(--' + token + ')';
    return getComputedStyle(probe).color;
  };
  const grey = colour('ink-3');
  const moves = ['up', 'down', 'buy', 'sell'].map(colour);
  probe.remove();
  const isFiltered = (one) =>
    one !== null && (getComputedStyle(one).filter !== 'none' || isFiltered(one.parentElement));
  // What a person works out with figures of their own is not renewed.
  const figures = document.querySelectorAll('main :is([data-panel], table, [data-live]) bdi');
  return [...figures].filter((one) => {
    const { color } = getComputedStyle(one);
    if (isFiltered(one)) return false;
    return moves.includes(color) || (one.closest('[data-live]') !== null && color !== grey);
  }).map((one) => one.outerHTML.slice(0, 120));
})()`;

/** Which canvases of the chart, or of the depth in its place, are in colour: all, some, none. */
async function coloursOf({ page, say }: Desk, view: 'chart' | 'depth'): Promise<string> {
  const key = view === 'chart' ? 'panels.chart' : 'desk.panel.depth';
  await page.getByRole('radio', { name: named(say(key)) }).click();
  return page.evaluate<string>(`(() => {
    const grey = (element) =>
      element !== null &&
      (getComputedStyle(element).filter === 'grayscale(1)' || grey(element.parentElement));
    const canvases = Array.from(document.querySelectorAll('main canvas'), grey);
    if (canvases.length === 0) return 'nothing';
    return canvases.every(Boolean) ? 'none' : canvases.some(Boolean) ? 'some' : 'all';
  })()`);
}

/** The best five prices of each side on the screen are those that the server returns then. */
async function expectSynchronised(desk: Desk): Promise<void> {
  const program = await new Program(stage.address).practise();
  const known = async (): Promise<string[]> => {
    const depth = await program.get('getDepth', { market: `${desk.base}USDT` });
    const prices = (side: unknown) =>
      (side as [string, string][]).slice(0, 5).map(([price]) => units(price).toString());
    return [...prices(depth.bids), ...prices(depth.asks)];
  };
  const shown = async (): Promise<string[]> => {
    const texts = await Promise.all(
      (['bids', 'asks'] as const).map((side) =>
        desk.rows(side).locator('[data-cell=price]').allTextContents(),
      ),
    );
    return texts.flatMap((side) => side.slice(0, 5).map((text) => units(text).toString()));
  };
  const same = async () => {
    const before = await known();
    return JSON.stringify(await shown()) === JSON.stringify(before);
  };
  await eventually(same).toBe(true);
}
