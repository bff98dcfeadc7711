import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { atDesk } from '../harness/at-desk.ts';
import { violationsOf } from '../harness/axe.ts';
import { middleOf, openChartMenu } from '../harness/chart-menu.ts';
import { eventually } from '../harness/eventually.ts';
import { latch } from '../harness/latch.ts';
import { units } from '../harness/money.ts';
import { named, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';

export function chartJourneys(): void {
  it('UI-974 UI-976 UI-1060 a drawing is placed by two quick clicks, styled, removed and restored, and undo leaves the ticket alone', () =>
    atDesk(async (visit, desk) => {
      const { page, say } = visit;
      const { fill, style } = await drawLine(visit);
      await style.waitFor();
      await fill();
      const price = await desk.field('quantity').inputValue();
      await style.click();
      await page
        .getByRole('radio', { name: say('chart.style.colors.lime') })
        .check({ force: true });
      await page.keyboard.press('Escape');
      await eventually(() => drawingsOf(visit)).toEqual(['lime']);
      expect(await violationsOf(page)).toEqual([]);
      await style.focus();
      await page.keyboard.press('Control+z');
      await eventually(() => drawingsOf(visit)).toEqual(['violet']);
      expect(await desk.field('quantity').inputValue()).toBe(price);
      await page.keyboard.press('Delete');
      await eventually(() => drawingsOf(visit)).toEqual([]);
      await style.waitFor({ state: 'detached' });
      expect(await page.locator('[tabindex]:not([tabindex="0"], [tabindex="-1"])').count()).toBe(0);
    }));

  it('UI-1062 a dragged order is asked about with what it comes to, and Escape puts its line back', () =>
    atDesk(async (visit, desk) => {
      const { page, say } = visit;
      // By days the market does not come to the order's price while this lasts.
      await page.getByRole('radio', { name: named('1d') }).click();
      await desk.choose('buy', 'limit');
      const best = await desk.best('bids');
      await desk.field('price').fill(`${(best * 98n) / 100n / 10n ** 8n}`);
      await desk.field('quantity').fill('0.01');
      await desk.preview();
      await desk.send('buy');
      await desk.turnTo('open');
      const price = async () => (await desk.cells('open', 0))[say('desk.table.price')] ?? '';
      await eventually(() => desk.list('open').count()).toBe(1);
      const first = await price();
      const dialog = page.getByRole('dialog', { name: say('chart.move.title') });
      await makeRoom(visit);
      const line = await eventuallyLine(visit);

      await dragToAsk(visit, dialog);
      const rows = dialog.locator('dl > div');
      const row = (key: string) =>
        rows.filter({ has: page.getByText(say(key), { exact: true }) }).locator('dd');
      expect(units((await row('chart.move.from').textContent()) ?? '')).toBe(units(first));
      const asked = (await row('chart.move.to').textContent()) ?? '';
      expect(units(asked)).toBeLessThan(units(first));
      expect(await row('chart.move.away').textContent()).toMatch(/^-\d+\.\d+%$/);
      expect(await row('desk.preview.value').textContent()).toMatch(/USDT/);
      expect(await row('desk.table.fee').textContent()).toMatch(/BTC/);
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await dialog.waitFor({ state: 'detached' });
      await eventually(() => movedFrom(visit, line)).toBeLessThan(DRAG / 2);
      expect(await price()).toBe(first);

      await drag(visit, DRAG, 'Escape');
      await eventually(() => movedFrom(visit, line)).toBeLessThan(DRAG / 2);
      expect(await dialog.count()).toBe(0);

      await dragToAsk(visit, dialog);
      await dialog.getByRole('checkbox').check();
      await dialog.getByRole('button', { name: say('chart.move.go') }).click();
      await eventually(price).not.toBe(first);
      const second = await price();
      // The list may be ahead of the picture.
      await eventually(async () => (await lineOf(visit))?.y ?? line.y).not.toBe(line.y);
      // Back up, to about where it was first; with the next price the line may be elsewhere.
      await eventually(async () => {
        if ((await price()) === second) await drag(visit, -DRAG);
        await page.waitForTimeout(3_000);
        return price();
      }).not.toBe(second);
      expect(await dialog.count()).toBe(0);
    }));

  it('UI-1490 until its candles are there a chart has nothing that looks like a price', () =>
    atDesk(async (visit) => {
      const { page } = visit;
      const canvas = page.locator('canvas').first();
      for (const path of ['/deal?market=BTCUSDT', '/deal_c']) {
        const held: (() => void)[] = [];
        await page.route('**/web/getKline*', async (route) => {
          await new Promise<void>((resolve) => {
            held.push(resolve);
          });
          await route.continue();
        });
        await visit.open(path);
        const expectNone = async () => {
          await canvas.waitFor({ state: 'attached' });
          await page.locator('[data-waiting][data-over]').waitFor({ state: 'attached' });
          await eventually(() => canvas.isVisible(), path).toBe(false);
          for (const release of held.splice(0)) release();
          await canvas.waitFor();
        };
        await expectNone();
        // Of another interval there are none yet.
        await page.getByRole('radio', { name: named('1h') }).click();
        await expectNone();
        await page.unrouteAll({ behavior: 'wait' });
      }
    }));

  it('UI-990 UI-991 a panel that fails is retried by itself, and lists keep their shape', () =>
    atDesk(
      async ({ page, say }, desk) => {
        const chart = page.getByRole('region', { name: say('panels.chart'), exact: true });
        const bottom = page.getByRole('region', { name: say('panels.account'), exact: true });
        const retry = { name: say('kit.retry') };
        const held = latch();
        await page.route('**/assets/chart-*.js', (route) => route.abort());
        await page.route('**/web/getOrderHistory*', async (route) => {
          await held.opened;
          await route.abort();
        });
        await page.reload();
        await desk.ready();
        await chart.getByRole('button', retry).waitFor();
        await desk.turnTo('history');
        await bottom.locator('tr[data-waiting]').first().waitFor();
        const status = bottom.getByRole('columnheader', { name: say('desk.table.status') });
        await status.waitFor();
        held.open();
        await bottom.getByRole('button', retry).waitFor();
        await page.unrouteAll({ behavior: 'wait' });
        await bottom.getByRole('button', retry).click();
        await bottom.getByRole('button', { name: say('desk.empty.wholePast') }).click();
        await bottom.getByRole('button', { name: say('desk.empty.toTicket') }).click();
        await page.locator('input:focus').and(desk.field('quantity')).waitFor();
        expect(await violationsOf(page)).toEqual([]);
        await chart.getByRole('button', retry).click();
        await chart.locator('canvas').first().waitFor();
      },
      { expected: [/ERR_FAILED/, /dynamically imported/, /no answer/] },
    ));
}

/**
 * The one order's line: the row of the upper canvas with most pixels in the colour of purchases, in
 * px of the page, with the end of its pane. Null while it is not drawn.
 */
function lineOf({ page }: Visit): Promise<{ x: number; y: number; bottom: number } | null> {
  return page.evaluate(`(() => {
    const canvas = document.querySelectorAll('section[tabindex="0"] canvas')[1];
    const probe = document.createElement('span');
    probe.style.color = 'var(--buy)';
    document.body.append(probe);
    const [red, green, blue] = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
    probe.remove();
    const { width, height } = canvas;
    const { data } = canvas.getContext('2d').getImageData(0, 0, width, height);
    const counts = Array.from({ length: height }, (_, y) => {
      let count = 0;
      for (let i = y * width * 4; i < (y + 1) * width * 4; i += 4) {
        const far = [red, green, blue].some((part, c) => Math.abs(data[i + c] - part) > 24);
        if (!far && data[i + 3] > 128) count += 1;
      }
      return count;
    });
    const most = Math.max(...counts);
    if (most < width / 4) return null;
    const box = canvas.getBoundingClientRect();
    const ratio = height / box.height;
    const y = Math.round(box.y + counts.indexOf(most) / ratio);
    return { x: box.x + box.width * 0.3, y, bottom: box.bottom };
  })()`);
}

/**
 * Stretches the scale of prices until there is room below the order, which depends on where the
 * market has been on the days before. Afterwards the scale no longer follows the prices.
 */
async function makeRoom(visit: Visit): Promise<void> {
  const { page, say } = visit;
  const chart = page.getByRole('region', { name: startingWith(say('chart.label').slice(0, 9)) });
  const box = await chart.boundingBox();
  if (box === null) throw new Error('there is no chart');
  const x = box.x + box.width - 20;
  const y = box.y + 60;
  for (let tries = 0; tries < 4; tries += 1) {
    const line = await lineOf(visit);
    if (line !== null && line.y + 2 * DRAG < line.bottom) return;
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, 1.5 * y, { steps: 8 });
    await page.mouse.up();
  }
}

async function eventuallyLine(visit: Visit): Promise<{ x: number; y: number }> {
  await eventually(async () => (await lineOf(visit)) !== null).toBe(true);
  const line = await lineOf(visit);
  if (line === null) throw new Error('the line of the order is not drawn');
  return line;
}

/** How far an order is dragged, in px: more than the scale moves by while prices tick. */
const DRAG = 24;

/** How far the line is from where it was, in px. */
async function movedFrom(visit: Visit, line: { y: number }): Promise<number> {
  const now = await lineOf(visit);
  return now === null ? Number.POSITIVE_INFINITY : Math.abs(now.y - line.y);
}

/** Drags the line until it is asked about: with the next price the line may be elsewhere. */
async function dragToAsk(visit: Visit, dialog: Locator): Promise<void> {
  await eventually(async () => {
    // It may have come late: nothing can be dragged below it.
    if ((await dialog.count()) === 0) await drag(visit, DRAG);
    return dialog.waitFor({ timeout: 5_000 }).then(
      () => true,
      () => false,
    );
  }).toBe(true);
}

/** Drags the one order's line by some px downwards; a key is pressed before it is let go. */
async function drag(visit: Visit, by: number, key?: string): Promise<void> {
  const { page } = visit;
  const { x, y } = await eventuallyLine(visit);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y + by, { steps: 8 });
  if (key !== undefined) await page.keyboard.press(key);
  await page.mouse.up();
}

/** Draws a line across the chart; `fill` types into the ticket afterwards. */
async function drawLine({ page, say }: Visit) {
  const chart = page.getByRole('region', { name: startingWith(say('chart.label').slice(0, 9)) });
  // Nothing can be drawn before the candles are there; then the menu has their prices.
  const sell = page.getByRole('menuitem', { name: startingWith(say('chart.menu.sell')) });
  await openChartMenu(page, sell, await middleOf(chart));
  await page.keyboard.press('Escape');
  await sell.waitFor({ state: 'hidden' });
  const box = await chart.boundingBox();
  if (box === null) throw new Error('there is no chart');
  await page.getByRole('button', { name: say('chart.drawingGroups.lines'), exact: true }).click();
  await page.getByRole('menuitem', { name: say('chart.drawings.segment'), exact: true }).click();
  // At once: two clicks in quick succession at different places are two.
  for (const share of [0.3, 0.5]) {
    await page.mouse.click(box.x + box.width * share, box.y + box.height * 0.4);
  }
  const style = page.getByRole('button', {
    name: startingWith(say('chart.style.of', { name: '' }).trim()),
  });
  const fill = async () => {
    const field = page.locator('#ticket input[inputmode="decimal"]').nth(1);
    await field.fill('0.5');
  };
  return { fill, style };
}

/** The colours of the drawings that the browser keeps. */
async function drawingsOf({ page }: Visit): Promise<string[]> {
  return page.evaluate<string[]>(`
    JSON.parse(localStorage.getItem('assay.chart.BTCUSDT') ?? '{"drawings":[]}')
      .drawings.map((drawing) => drawing.style.color)
  `);
}
