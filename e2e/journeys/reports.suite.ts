import type { Locator } from 'playwright-core';
import { expect, it } from 'vitest';
import { violationsOf } from '../harness/axe.ts';
import { Program } from '../harness/calls.ts';
import { eventually } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { sayInConsole } from '../harness/texts.ts';
import { overflowOf } from './screens.suite.ts';

/** What a row has in the column of this name. */
async function cellOf(row: Locator, column: string): Promise<string | undefined> {
  const heads = await row.locator('xpath=ancestor::table').locator('thead th').allTextContents();
  return (await row.locator('th, td').allTextContents())[heads.indexOf(column)];
}

export function reportJourneys(): void {
  it('UI-1206 the console shows the figures of the present day, with lines, at every width', async () => {
    const trader = await new Program(stage.address).practise();
    const order = { market: 'BTCUSDT', side: 'buy', type: 'market', quoteAmount: '250' };
    // Before the order: a moment later it may be another day.
    const today = new Date().toISOString().slice(0, 10);
    // On a busy machine a price may come late, and then nobody quotes: such an order ends unfilled.
    const placed = async () => (await trader.post('placeOrder', order)).order;
    await eventually(placed).toMatchObject({ status: 'filled' });
    const page = await stage.outbox();
    const base = `${stage.server.consoleAddress}/console/reports`;
    await page.goto(`${base}?days.realm=demo`);
    const table = page.getByRole('table', { name: sayInConsole('reports.days') });
    const row = table.getByRole('row').filter({ hasText: today });
    await row.waitFor();
    const volume = () => cellOf(row, sayInConsole('reports.volumeIn', { asset: 'USDT' }));
    await eventually(volume).not.toBe('0');
    for (const figure of ['volume', 'fees', 'orders', 'trades', 'active']) {
      const line = page.getByRole('group', {
        name: sayInConsole(`reports.${figure}`),
        exact: true,
      });
      await eventually(() => line.locator('path').count(), figure).toBeGreaterThan(1);
    }
    expect(await violationsOf(page)).toEqual([]);
    // The real accounts are counted apart: nobody has traded there.
    await page.goto(base);
    await row.waitFor();
    await eventually(volume).toBe('0');
    for (const width of [1366, 390]) {
      await page.setViewportSize({ width, height: 768 });
      expect(await overflowOf(page), String(width)).toBe(0);
    }
    await page.setViewportSize({ width: 1366, height: 768 });
    expect(await faultsOf(page)).toEqual([]);
  });

  it('UI-1207 the trial balance adds up, and names the command and the hash that it is of', async () => {
    const page = await stage.outbox();
    const base = `${stage.server.consoleAddress}/console/reports?view=trialBalance`;
    await page.goto(`${base}&trial.realm=demo`);
    await page.getByText(sayInConsole('reports.addsUp'), { exact: true }).waitFor();
    const lines = page.getByRole('table', { name: sayInConsole('reports.lines') });
    await eventually(() => lines.getByRole('row').count()).toBeGreaterThan(10);
    await page.getByText(/^[0-9a-f]{64}$/).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflowOf(page)).toBe(0);
    await page.setViewportSize({ width: 1366, height: 768 });
  });

  it('UI-1208 the entries of an account of the house say what caused them', async () => {
    const page = await stage.outbox();
    const base = `${stage.server.consoleAddress}/console/reports?view=entries`;
    await page.goto(`${base}&entries.realm=demo&entries.owner=outside:capital`);
    const table = page.getByRole('table', { name: sayInConsole('house.entries') });
    await table.getByRole('row').filter({ hasText: 'fundHouse' }).first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await overflowOf(page)).toBe(0);
    await page.setViewportSize({ width: 1366, height: 768 });
  });
}
