import { expect, it } from 'vitest';
import { atDesk } from '../harness/at-desk.ts';
import { violationsOf } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';

export function chartJourneys(): void {
  it('UI-974 UI-976 a drawing is placed, styled, removed and restored, and undo leaves the ticket alone', () =>
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

  it('UI-990 UI-991 a panel that fails is retried by itself, and lists keep their shape', () =>
    atDesk(
      async ({ page, say }, desk) => {
        const chart = page.getByRole('region', { name: say('desk.panel.chart'), exact: true });
        const bottom = page.getByRole('region', { name: say('desk.panel.account'), exact: true });
        const retry = { name: say('kit.retry') };
        let release: () => void = () => undefined;
        const held = new Promise<void>((resolve) => {
          release = resolve;
        });
        await page.route('**/assets/chart-*.js', (route) => route.abort());
        await page.route('**/web/getOrderHistory*', async (route) => {
          await held;
          await route.abort();
        });
        await page.reload();
        await desk.ready();
        await chart.getByRole('button', retry).waitFor();
        await desk.turnTo('history');
        await bottom.locator('tr[data-waiting]').first().waitFor();
        const status = bottom.getByRole('columnheader', { name: say('desk.table.status') });
        await status.waitFor();
        release();
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

/** Draws a line across the chart; `fill` types into the ticket afterwards. */
async function drawLine({ page, say }: Visit) {
  const chart = page.getByRole('region', { name: startingWith(say('chart.label').slice(0, 9)) });
  const box = await chart.boundingBox();
  if (box === null) throw new Error('there is no chart');
  await page.getByRole('button', { name: say('chart.drawingGroups.lines'), exact: true }).click();
  await page.getByRole('menuitem', { name: say('chart.drawings.segment'), exact: true }).click();
  for (const share of [0.3, 0.5]) {
    await page.mouse.click(box.x + box.width * share, box.y + box.height * 0.4);
    // Two clicks in quick succession are a double click to the chart.
    await page.waitForTimeout(600);
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
