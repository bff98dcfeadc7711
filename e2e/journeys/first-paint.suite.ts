import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAddress, register } from '../harness/account.ts';
import { eventually } from '../harness/eventually.ts';
import { latch } from '../harness/latch.ts';
import { scriptsKb } from '../harness/scripts.ts';
import { stage } from '../harness/stage.ts';

const BUILT = fileURLToPath(new URL('../../dist/web', import.meta.url));

/** The most that an address may load as scripts before its screen is there, in kB by gzip. */
const SCRIPTS_KB = {
  ...{ '/': 180, '/market': 180, '/login': 180, '/register': 185 },
  ...{ '/setting': 210, '/apiKeys': 215, '/deal': 260 },
};

/** The bytes of a script beyond which the build warns. */
const SCRIPT_MAX = 500_000;

/** With how many cells a market has in a list there. */
const SIZES = [
  { width: 1366, height: 768, cells: 9 },
  { width: 390, height: 844, touch: true, cells: 4 },
];

/** The home page ends with notices where there are any, which come later than the page. */
const NOTICE = {
  ...{ key: 'maintenance', kind: 'notice', title: 'Maintenance', lead: 'On Sunday.' },
  ...{ at: 1_780_000_000_000, section: '', pinned: false },
};
const ONE_NOTICE = { code: 0, message: '', data: { total: 1, items: [NOTICE] } };

/** The pages of a person with an account whose parts come one after another. */
const KEEPING = [
  ...['/table1', '/record', '/setting', '/setting/security', '/news', '/about', '/sfyz'],
  ...['/money', '/transfer', '/recharge', '/receive', '/kjmbSelect', '/smauth', '/address'],
  ...['/profit_index', '/subscription', '/currency', '/sign', '/mypromotion', '/all'],
];
/** All that a page of an account loads, also what its screen asks for later, in kB by gzip. */
const PAGE_KB = 230;
/** Of the window, by how far (the measure of browsers): a line that is a digit wider. */
const SHIFT_MAX = 0.02;

/** What a page shows before its scripts have run, and what changes once they have. */
export function firstPaintJourneys(): void {
  it.each(SIZES)(
    'UI-1080 UI-1081 UI-1089 a public page comes with its screen, and nothing moves: $width',
    ({ cells, ...size }) =>
      stage.visit(size, async (visit) => {
        const { page } = visit;
        await countShifts(page);
        const late = latch();
        await page.route('**/web/getGG?*', async (route) => {
          await late.opened;
          await route.fulfill({ json: ONE_NOTICE });
        });
        for (const address of ['/', '/market', '/login']) {
          const letGo = await holdScripts(page);
          await page.goto(stage.address + address, { waitUntil: 'commit' });
          await page.locator('h1').waitFor();
          await styled(page);
          await page.evaluate('document.fonts.ready.then(() => true)');
          const before = await boxesOf(page);
          expect(Object.keys(before).length, address).toBeGreaterThan(8);
          expect(await page.locator('main:not([inert] *)').count(), address).toBe(0);
          letGo();
          await page.locator('main:not([inert] *) h1').waitFor();
          await visit.settled();
          const after = await boxesOf(page);
          if (address !== '/login') expect(await cellsOfRow(page), address).toEqual([cells, cells]);
          late.open();
          const notice = page.getByText(NOTICE.title);
          if (address === '/') await notice.waitFor();
          const both = Object.keys(before).filter((name) => name in after);
          expect(both.length, address).toBeGreaterThan(8);
          for (const name of both)
            expect([name, after[name]], address).toEqual([name, before[name]]);
          expect(await page.evaluate('globalThis.shifts'), address).toEqual([]);
        }
      }),
  );

  it('UI-1550 on a phone nothing moves when the font comes late and the list of markets not at all', () =>
    stage.visit({ ...SIZES[1], expected: [/ERR_FAILED/] }, async ({ page, say }) => {
      await countShifts(page);
      const late = latch();
      await page.route('**/web/getmarketList*', (route) => route.abort());
      await page.route('**/*.woff2', async (route) => {
        await late.opened;
        await route.continue();
      });
      await page.goto(`${stage.address}/`, { waitUntil: 'commit' });
      const failed = page.getByRole('alert').filter({ hasText: say('kit.failed') });
      await failed.waitFor();
      late.open();
      await page.evaluate('document.fonts.ready.then(() => true)');
      // Each try would have put other things in the place of the list, and taken them away.
      await page.waitForRequest('**/web/getmarketList*');
      await failed.waitFor();
      expect(await page.evaluate('globalThis.shifts')).toEqual([]);
    }));

  it('UI-1080 whoever sees the page otherwise sees the bar of the app first', () =>
    stage.visit({ language: 'ar' }, async ({ page }) => {
      const letGo = await holdScripts(page);
      await page.goto(`${stage.address}/market`, { waitUntil: 'commit' });
      await page.locator('.before').waitFor();
      await styled(page);
      expect(await page.locator('h1').isVisible()).toBe(false);
      letGo();
      await page.locator('main:not([inert] *) h1').waitFor();
    }));

  it('UI-1083 the scripts of an address stay within their size', () => {
    const pages = JSON.parse(fs.readFileSync(path.join(BUILT, '.pages.json'), 'utf8'));
    const sizes = Object.entries(SCRIPTS_KB).map(([address, most]) => {
      const page: string = pages[address.slice(1)];
      const names = new Set(page.match(/assets\/[\w.-]+\.js/g));
      const sum = [...names].reduce((all, name) => {
        return all + gzipSync(fs.readFileSync(path.join(BUILT, name)), { level: 9 }).length;
      }, 0);
      return { address, kb: Math.round(sum / 1000), most };
    });
    expect(sizes.filter(({ kb, most }) => kb > most)).toEqual([]);
    expect(sizes.every(({ kb }) => kb > 50)).toBe(true);
  });

  it('UI-1202 the console comes with its log-in, and each screen of it in a file of its own', () => {
    const folder = path.join(BUILT, '../console/assets');
    const scripts = fs.readdirSync(folder).filter((name) => name.endsWith('.js'));
    const large = scripts.filter((name) => fs.statSync(path.join(folder, name)).size > SCRIPT_MAX);
    expect(large).toEqual([]);
    expect(scripts.length).toBeGreaterThan(8);
  });
}

/** What a page of somebody who is logged in keeps while its data comes. */
export function keepingJourneys(): void {
  it('UI-1087 UI-1083 UI-1552 a page of an account keeps its shape when its data comes, and its scripts their size', () =>
    stage.visit({ width: 1366, height: 768 }, async (visit) => {
      const { page } = visit;
      await register(visit, newAddress());
      await countShifts(page);
      const found: string[] = [];
      for (const address of KEEPING) {
        await page.goto(stage.address + address, { waitUntil: 'commit' });
        await page.locator('main:not([inert] *) h1').waitFor();
        await visit.settled();
        const moved = (await page.evaluate('globalThis.shifts')) as readonly [
          number,
          ...string[],
        ][];
        const sum = moved.reduce((all, [value]) => all + value, 0);
        if (sum >= SHIFT_MAX) found.push(`${address} moves: ${JSON.stringify(moved)}`);
        const kb = await scriptsKb(page);
        if (kb > PAGE_KB) found.push(`${address} loads ${Math.round(kb)} kB`);
      }
      expect(found).toEqual([]);

      // What is answered last moves nothing below it, although all else is there already.
      const late = latch();
      await page.route('**/web/getSecurity*', async (route) => {
        await late.opened;
        await route.continue();
      });
      await page.goto(`${stage.address}/setting`, { waitUntil: 'commit' });
      await page.locator('main:not([inert] *) tbody tr:not([data-waiting])').first().waitFor();
      const before = await boxesOf(page);
      expect(await page.locator('main .skeleton').count()).toBeGreaterThan(0);
      late.open();
      await visit.settled();
      const after = await boxesOf(page);
      expect(Object.keys(before).length).toBeGreaterThan(8);
      for (const [name, box] of Object.entries(before))
        expect([name, after[name]]).toEqual([name, box]);
    }));
}

/** Waits for the style sheets, without which a browser shows nothing of a page. */
function styled(page: Page): Promise<void> {
  const links = '[...document.querySelectorAll("link[rel=stylesheet]")]';
  return eventually(() => page.evaluate(`${links}.every(({ sheet }) => sheet)`)).toBe(true);
}

/** Keeps the app's scripts back until the returned function is called. */
async function holdScripts(page: Page): Promise<() => void> {
  let open: () => void = () => undefined;
  const opened = new Promise<void>((resolve) => {
    open = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await opened;
    await route.continue();
  });
  return () => open();
}

/** Counts, from the next page on, what the browser saw moving by itself. */
function countShifts(page: Page): Promise<unknown> {
  return page.addInitScript(`
    globalThis.shifts = [];
    new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        const names = sources.map(({ node }) => node?.outerHTML?.slice(0, 80));
        if (value > 0.001) globalThis.shifts.push([value, ...names]);
      }
    }).observe({ type: 'layout-shift', buffered: true });
  `);
}

/** Once there are markets. */
async function cellsOfRow(page: Page): Promise<readonly number[]> {
  const row = page.locator('main:not([inert] *) tbody tr:has(a)').first();
  await row.waitFor();
  return [await row.locator('> *').count(), await row.locator('> :visible').count()];
}

/** Where the parts of the page stand that are there before and after, by what they say. */
function boxesOf(page: Page): Promise<Readonly<Record<string, readonly number[]>>> {
  return page.evaluate(`Object.fromEntries(
    [...document.querySelectorAll('header a, h1, h2, main p, main label, main button, th, footer a')]
      .filter((part) => part.checkVisibility() && part.textContent.trim() !== '')
      .map((part) => {
        const { x, y, width, height } = part.getBoundingClientRect();
        const name = part.tagName + ' ' + part.textContent.trim().slice(0, 40);
        return [name, [x, y, width, height].map(Math.round)];
      }),
  )`);
}
