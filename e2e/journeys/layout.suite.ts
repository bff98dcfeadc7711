import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { fromAccountMenu } from '../harness/account.ts';
import { atDesk } from '../harness/at-desk.ts';
import type { Desk, ListName } from '../harness/desk.ts';
import { eventually, isNone, lasting } from '../harness/eventually.ts';
import { scriptsKb } from '../harness/scripts.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { UNANSWERED } from './outage.suite.ts';

const LISTS: readonly ListName[] = ['open', 'history', 'fills', 'balances'];

/** All scripts that the desk loads until somebody presses something, in kB by gzip. */
const DESK_KB = 350;

/** Where things stand on the trading page, measured at the smallest window. */
export function layoutJourneys(): void {
  it.each([
    { language: 'en', theme: 'dark' },
    { language: 'ar', theme: 'light' },
  ] as const)('UI-955 UI-954 the lists show all their columns whole: $language', (look) =>
    atDesk(async (_visit, desk) => {
      await tradeAll(desk);
      for (const list of LISTS) {
        await desk.turnTo(list);
        await desk.list(list).first().waitFor();
        const usual = await lasting(
          () => measured(desk),
          ({ clipped, beyond }) => isNone(clipped) && beyond === 0,
        );
        expect(usual, list).toMatchObject({ clipped: [], beyond: 0 });
        const long = await lasting(
          () => lengthened(desk),
          ({ clipped, pinned }) => isNone(clipped) && pinned,
        );
        expect(long, list).toMatchObject({ clipped: [], pinned: true });
      }
    }, look),
  );

  it.each([
    { language: 'en', theme: 'dark', bookWidth: 272 },
    { language: 'en', theme: 'light', bookWidth: 232 },
    { language: 'ar', theme: 'light', bookWidth: 232 },
  ] as const)(
    'UI-1041 UI-1088 with an old trade no text leaves its panel: $language, $bookWidth px',
    ({ bookWidth, ...look }) =>
      atDesk(
        async ({ page, say }, desk) => {
          await desk.choose('buy', 'market');
          await desk.field('quantity').fill('0.012');
          await desk.preview();
          await desk.send('buy');
          const age = await aged(page);
          await page.reload();
          await desk.ready();
          const between = page.getByTitle(say('desk.book.takePrice'));
          await between.getByText(age).last().waitFor();
          for (const width of [1366, 1920]) {
            await page.setViewportSize({ width, height: 768 });
            expect(await lasting(() => strayTexts(desk), isNone), `${width}`).toEqual([]);
          }
          // A figure keeps its distance from the edge of its box, on whichever side it ends.
          await desk.choose('buy', 'limit');
          expect(await lasting(() => tightFields(desk), isNone)).toEqual([]);
        },
        { ...look, stored: { 'assay.deal': JSON.stringify({ bookWidth }) } },
      ),
  );

  it('UI-958 UI-959 UI-1083 the skeleton has the shape of the desk, its scripts stay within their size, and no toast or notice covers a control', () =>
    atDesk(
      async (visit, desk) => {
        const { page, say } = visit;
        const [code, list, chart] = await Promise.all([
          held(page, '**/assets/deal-screen*.js'),
          held(page, '**/getmarketList*'),
          held(page, '**/assets/chart-*.js'),
        ]);
        await page.goto(`${stage.address}/deal`, { waitUntil: 'commit' });
        const skeleton = page.getByRole('main').locator('[data-panel] .skeleton');
        await skeleton.first().waitFor();
        const first = await boxesOf(desk);
        await code();
        await page.waitForResponse('**/assets/deal-screen*.js');
        const second = await boxesOf(desk);
        await list();
        await desk.ready();
        const shown = await boxesOf(desk);
        expect(Object.keys(shown)).toEqual(['chart', 'book', 'ticket', 'bottom']);
        expect(first).toEqual(shown);
        expect(second).toEqual(shown);
        // The chart comes last; until then its place says that something will be there.
        await page.locator('[data-panel=chart] [data-waiting]').waitFor();
        await chart();
        await page.locator('canvas').first().waitFor();
        expect(await scriptsKb(page)).toBeLessThanOrEqual(DESK_KB);

        // A notice about the connection takes the line at the lower edge, and nothing moves.
        await page.context().setOffline(true);
        const offline = page
          .getByRole('status')
          .filter({ hasText: say('shell.connection.offline') });
        await offline.waitFor();
        await eventually(() => boxesOf(desk)).toEqual(shown);
        await page.context().setOffline(false);
        await offline.waitFor({ state: 'detached' });
        for (const width of [1366, 390]) {
          await page.setViewportSize({ width, height: 768 });
          const toast = page.locator('[data-kit="toast"]').first();
          // It is there for three seconds: a busy machine may have to look twice.
          await eventually(async () => {
            await resetVirtual(visit, width < 768);
            await toast.waitFor();
            await page.getByRole('dialog').waitFor({ state: 'detached' });
            const covered = await coveredBy(desk, '[data-kit="toast"]');
            return [...covered, ...(width > 768 ? await onStatus(desk) : [])];
          }, `${width}`).toEqual([]);
          await toast.waitFor({ state: 'detached' });
        }
      },
      // It measures what this desk loads after another page has been open.
      { expected: UNANSWERED, virtual: false },
    ));

  it('UI-956 a language that is not offered, in the address or kept, gives way to English', () =>
    stage.visit({ language: 'ar', expected: [/LOCAL_NETWORK_ACCESS/] }, async ({ page, say }) => {
      // The page as a server without the switch makes it.
      await page.route(/\/index\?/, async (route) => {
        const answer = await route.fetch();
        const body = (await answer.text()).replace(
          /(&quot;languages&quot;:)\[.*?\]/,
          '$1[&quot;en&quot;]',
        );
        await route.fulfill({ response: answer, body });
      });
      for (const lang of ['ar', 'xx', 'de']) {
        await page.goto(`${stage.address}/index?lang=${lang}`);
        const menu = page.getByRole('button', {
          name: say('shell.language.menu', { name: 'English' }),
        });
        await menu.click();
        await page.getByRole('menu').waitFor();
        expect(await page.getByRole('menuitemradio', { name: 'English' }).count()).toBe(0);
        const root = page.locator('html');
        const shown = [await root.getAttribute('lang'), await root.getAttribute('dir')];
        expect(shown).toEqual(['en', 'ltr']);
      }
    }));
}

/** Begins the virtual account again, by what is at hand for it at this width. */
async function resetVirtual(visit: Visit, isNarrow: boolean): Promise<void> {
  const { page, say } = visit;
  if (isNarrow) await fromAccountMenu(visit, 'shell.account.resetVirtual');
  else await page.getByRole('button', { name: named(say('shell.demo.reset')) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: named(say('shell.demo.resetDo')) }).click();
}

/** One order of each fate: filled, waiting, resting, and ended without a trade. */
async function tradeAll(desk: Desk): Promise<void> {
  await desk.choose('buy', 'market');
  await desk.field('quantity').fill('0.01234');
  await desk.preview();
  await desk.send('buy');
  const best = await desk.best('asks');
  const whole = (percent: bigint) => `${(best * percent) / 100n / 10n ** 8n}`;
  await desk.choose('buy', 'oco');
  await desk.field('limitPrice').fill(whole(98n));
  await desk.field('trigger').fill(whole(102n));
  await desk.field('quantity').fill('0.01');
  await desk.preview();
  await desk.submit('buy').click();
  await desk.confirm('placeOco');
  await desk.turnTo('open');
  await eventually(() => desk.list('open').count()).toBe(2);
}

interface Measured {
  /** Texts that are wider than their cells. */
  readonly clipped: readonly string[];
  /** Pixels by which the table is wider than its panel. */
  readonly beyond: number;
  /** Whether the first and last columns are in the panel. */
  readonly pinned: boolean;
}

const MEASURE = `(() => {
  const table = document.querySelector('section[tabindex="0"] > table');
  const panel = table.parentElement;
  const box = panel.getBoundingClientRect();
  const cells = [...table.querySelectorAll('th, td')];
  const inside = (cell) => {
    const { left, right } = cell.getBoundingClientRect();
    return left >= box.left - 1 && right <= box.right + 1;
  };
  const ends = table.querySelectorAll('tr > :first-child, tr > :last-child');
  return {
    clipped: cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((c) => c.textContent),
    beyond: panel.scrollWidth - panel.clientWidth,
    pinned: [...ends].every(inside),
  };
})()`;

function measured({ page }: Desk): Promise<Measured> {
  return page.evaluate(MEASURE);
}

/** The same with every word longer by two fifths, as in some languages, and back again. */
function lengthened({ page }: Desk): Promise<Measured> {
  return page.evaluate(`(() => {
    const table = document.querySelector('section[tabindex="0"] > table');
    const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
    const before = new Map();
    while (texts.nextNode()) before.set(texts.currentNode, texts.currentNode.data);
    for (const [node, text] of before) {
      node.data = text.replace(/\\p{L}{3,}/gu, (word) => {
        return word + 'n'.repeat(Math.ceil(word.length * 0.4));
      });
    }
    const found = ${MEASURE};
    for (const [node, text] of before) node.data = text;
    return found;
  })()`);
}

/** From the next load on the last trades are seven minutes old, for nearly a minute; in words. */
async function aged(page: Page): Promise<RegExp> {
  const old = (text: string) =>
    text.replace(/"lastAt":[1-9]\d*/g, () => `"lastAt":${Date.now() - 7 * 60_000 - 5_000}`);
  await page.route('**/getmarketList*', async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: old(await answer.text()) });
  });
  await page.routeWebSocket(/.*/, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) =>
      socket.send(typeof message === 'string' ? old(message) : message),
    );
  });
  return /[7٧]/;
}

/** Texts that are seen outside of their panels, or whose figures are cut off between the sides. */
function strayTexts({ page }: Desk): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('main [data-panel]')].flatMap((panel) => {
    const room = panel.getBoundingClientRect();
    const texts = document.createTreeWalker(panel, NodeFilter.SHOW_TEXT);
    const stray = [];
    while (texts.nextNode()) {
      const range = document.createRange();
      range.selectNodeContents(texts.currentNode);
      const { left, right, width } = range.getBoundingClientRect();
      if (width === 0 || (left >= room.left - 1 && right <= room.right + 1)) continue;
      let box = texts.currentNode.parentElement;
      while (box !== panel && getComputedStyle(box).overflowX === 'visible') box = box.parentElement;
      if (box === panel) stray.push(panel.dataset.panel + ': ' + texts.currentNode.data);
    }
    const cut = [...panel.querySelectorAll('bdi')].filter((one) => one.scrollWidth > one.clientWidth);
    const seen = cut.filter((one) => getComputedStyle(one).textOverflow === 'ellipsis');
    return [...stray, ...seen.map((one) => one.textContent)];
  })`);
}

/** The fields of the ticket whose text begins or ends at the very edge of their box. */
function tightFields({ page }: Desk): Promise<readonly string[]> {
  return page.evaluate(`[...document.querySelectorAll('#ticket input[inputmode=decimal]')].filter((field) => {
    const style = getComputedStyle(field);
    const edge = document.dir === 'rtl' ? 'Right' : 'Left';
    return parseFloat(style['padding' + edge]) < 6;
  }).map((field) => field.outerHTML.slice(0, 120))`);
}

/** Holds the requests of a kind back until the returned function is called. */
async function held(page: Page, pattern: string): Promise<() => Promise<void>> {
  let letGo: () => void = () => undefined;
  const gone = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route(pattern, async (route) => {
    await gone;
    await route.continue();
  });
  return async () => letGo();
}

/** Where the panels of the desk, or of its skeleton, stand: in whole steps of two pixels. */
function boxesOf({ page }: Desk): Promise<Record<string, readonly number[]>> {
  return page.evaluate(`Object.fromEntries(
    [...document.querySelectorAll('main [data-panel]')].map((panel) => {
      const { x, y, width, height } = panel.getBoundingClientRect();
      return [panel.dataset.panel, [x, y, width, height].map((size) => Math.round(size / 2) * 2)];
    }),
  )`);
}

/** The parts of the status line that a toast lies over. */
function onStatus({ page }: Desk): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const over = document.querySelector('[data-kit="toast"]').getBoundingClientRect();
    return [...document.querySelectorAll('[data-status] > span')].filter((part) => {
      const { left, right } = part.getBoundingClientRect();
      return part.textContent !== '' && left < over.right && right > over.left;
    }).map((part) => part.textContent);
  })()`);
}

/** The controls that something lies over, by their names. */
function coveredBy({ page }: Desk, selector: string): Promise<readonly string[]> {
  return page.evaluate(`(() => {
    const over = document.querySelector(${JSON.stringify(selector)}).getBoundingClientRect();
    const controls = document.querySelectorAll('button, a[href], input, select, [role=slider]');
    return [...controls].filter((control) => {
      if (control.closest(${JSON.stringify(selector)})) return false;
      const box = control.getBoundingClientRect();
      const [left, right] = [Math.max(box.left, over.left), Math.min(box.right, over.right)];
      const [top, bottom] = [Math.max(box.top, over.top), Math.min(box.bottom, over.bottom)];
      if (left >= right || top >= bottom) return false;
      // What a panel has scrolled away is not there, nor what is below a line that stays.
      const stack = document.elementsFromPoint((left + right) / 2, (top + bottom) / 2);
      const below = stack.find((one) => !one.closest(${JSON.stringify(selector)}));
      return below !== undefined && control.contains(below);
    }).map((control) => control.outerHTML.slice(0, 120));
  })()`);
}
