import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { practise } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { Desk } from '../harness/desk.ts';
import { eventually, lasting } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';

const LOOKS = [
  { language: 'en', theme: 'dark' },
  { language: 'en', theme: 'light' },
  { language: 'ar', theme: 'dark' },
  { language: 'ar', theme: 'light' },
] as const;

const PATHS = ['/index', '/market', '/register', '/nowhere', '/help', '/login'];

/** The screens, one after another, in both writing directions and both themes. */
export function screenJourneys(): void {
  it.each(LOOKS)(
    'UI-903 UI-022 UI-023 no screen has a violation or is too wide: $language, $theme',
    async (look) => {
      await stage.visit(look, async (visit) => {
        const { page } = visit;
        for (const path of PATHS) {
          // By URL in the first look and at the start of a visit, by navigation otherwise.
          if (look === LOOKS[0] || path === PATHS[0]) await visit.open(path);
          else await visit.follow(path);
          await expectValidScreen(page, look);
        }
        await practise(visit);
        const desk = new Desk(visit, 'BTC');
        await desk.ready();
        await expectValidScreen(page, look);
        if (look.theme === 'dark') await checkDialogs(visit, desk);
      });
    },
  );

  it('UI-905 UI-080 the home screen shows its figures and markets, and every row leads to its trading page', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/');
      await page.getByText(say('home.figures.note')).waitFor();
      const rows = page.getByRole('table').locator('tbody tr');
      await eventually(() => rows.count()).toBeGreaterThanOrEqual(12);
      await page.getByRole('tab', { name: named(say('markets.tabs.gainers')) }).click();
      const gains = () => rows.locator('td:nth-child(4)').allTextContents();
      const percents = async () =>
        (await gains()).map((text) => Number(/-?[\d.]+%/.exec(text)?.[0].slice(0, -1)));
      // Figures change while they are read, so the order may be wrong for a short time.
      await eventually(async () => {
        // What has no day of prices yet has no change.
        const shown = (await percents()).filter((gain) => !Number.isNaN(gain));
        return (
          shown.length >= 12 && shown.every((gain, i) => i === 0 || gain <= (shown[i - 1] ?? 0))
        );
      }).toBe(true);
      const row = rows.filter({ hasText: 'SOL' }).filter({ hasNotText: 'CFD' });
      expect(await row.textContent()).toMatch(/\d/);
      await row
        .getByRole('link', { name: say('markets.tradePair', { pair: 'SOL/USDT' }) })
        .waitFor();
      // The whole row is clickable.
      await row.click();
      await visit.arrived('/login');
      expect(new URL(page.url()).searchParams.get('to')).toBe('/deal?market=SOLUSDT');
    }));

  it('UI-904 UI-051 OPSX-133 simulated prices are labelled on every screen that shows them, a trial on every screen', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      const label = page.getByRole('region', { name: named(say('shell.simulated.title')) });
      const trial = page.getByTitle(say('shell.trial.text'));
      await visit.open('/');
      await label.waitFor();
      await trial.waitFor();
      for (const path of ['/index', '/market']) {
        await visit.follow(path);
        await label.waitFor();
      }
      await visit.follow('/login');
      await eventually(async () => [await label.count(), await trial.count()]).toEqual([0, 1]);
      await practise(visit);
      await new Desk(visit, 'BTC').ready();
      await label.waitFor();
      await eventually(() => trial.count()).toBe(1);
    }));
}

/** Checks one screen: language and theme, no violation, no horizontal scrolling. */
async function expectValidScreen(
  page: Page,
  { language, theme }: { language: string; theme: string },
): Promise<void> {
  const root = page.locator('html');
  await eventually(() => root.getAttribute('lang')).toBe(language);
  expect(await root.getAttribute('dir')).toBe(language === 'ar' ? 'rtl' : 'ltr');
  expect(await root.getAttribute('data-mantine-color-scheme')).toBe(theme);
  expect(await overflowOf(page), page.url()).toBe(0);
  expect(await violationsOf(page)).toEqual([]);
}

/** The number of pixels by which the page is wider than its window. */
export async function overflowOf(page: Page): Promise<number> {
  const measured = 'document.documentElement.scrollWidth - window.innerWidth';
  return lasting(
    () => page.evaluate<number>(measured),
    (beyond) => beyond === 0,
  );
}

/** Checks the dialogs and menus above the trading page; the keyboard closes each of them. */
async function checkDialogs({ page, say }: Visit, desk: Desk): Promise<void> {
  const dialog = page.getByRole('dialog');
  const closed = async () => {
    await page.keyboard.press('Escape');
    await dialog.or(page.getByRole('menu')).waitFor({ state: 'hidden' });
  };
  // The chart has its buttons, which the list of markets covers in part.
  await page.getByRole('button', { name: / MA / }).first().waitFor({ state: 'attached' });
  await page.keyboard.press('/');
  await dialog.getByRole('combobox').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await closed();

  await desk.choose('buy', 'market');
  await desk.field('quantity').fill('0.01');
  await desk.preview();
  await desk.submit('buy').click();
  await dialog.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await closed();

  await page.getByRole('button', { name: named(say('shell.appearance.menu')) }).click();
  await page.getByRole('menu').waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await closed();

  await page.getByRole('button', { name: say('chart.toolbar.indicators') }).click();
  await dialog.waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await closed();
}
