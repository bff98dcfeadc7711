import fs from 'node:fs';
import { expect, it } from 'vitest';
import { newAddress, practise, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { sendAgain, takeBack } from '../harness/chain.ts';
import { eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';

/** Nobody deposits before they have read how money leaves. */
async function readRules(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await page.getByRole('link', { name: named(say('deposits.readRules')) }).click();
  await visit.arrived('/withdrawalRules');
  await page.getByRole('checkbox', { name: named(say('wayOut.read')) }).check();
  await page.getByRole('button', { name: named(say('wayOut.tick')) }).click();
  await page.getByRole('link', { name: named(say('wayOut.deposit')) }).click();
  await visit.arrived('/recharge');
}

/** Money that comes in, on the chain of the trial. */
export function depositJourneys(): void {
  it('DEPO-050 UI-1280 UI-1281 UI-1282 UI-1283 test money arrives n of N, is taken back by a reorganisation, comes again and is credited once', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await register(visit, newAddress());
      await visit.open('/table1');
      await page
        .getByRole('link', { name: named(say('deposits.title')) })
        .first()
        .click();
      await visit.arrived('/recharge');
      await readRules(visit);
      const address = page
        .locator('code')
        .filter({ hasText: /^0x[0-9a-fA-F]{40}$/ })
        .first();
      await address.waitFor();
      await page.getByText(named(say('deposits.test.title'))).waitFor();
      await page.getByText(named(say('deposits.nothing'))).waitFor();
      expect(await violationsOf(page)).toEqual([]);

      await page.getByRole('button', { name: /Get 1,000 test USDT/ }).click();
      const arriving = page.getByRole('list').filter({ hasText: '1,000' });
      await arriving.getByText(say('deposits.states.confirming')).waitFor();
      await arriving.getByText(/^[12] of 6$/).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const transaction = await arriving.locator('code[title]').getAttribute('title');

      const raw = await takeBack(transaction ?? '');
      await arriving.getByText(say('deposits.states.orphaned')).waitFor();
      await visit.follow('/table1');
      expect(await page.getByRole('main').textContent()).not.toContain('1,000');
      await visit.follow('/recharge');
      await sendAgain(raw);
      await arriving.getByText(say('deposits.states.confirming')).waitFor();
      await arriving.getByText(say('deposits.states.credited')).waitFor();
      await arriving.getByText(/^\d+ of 12$/).waitFor();

      await visit.open('/table1');
      const tether = page.getByRole('row').filter({ hasText: 'USDT' });
      await eventually(async () => tether.getByRole('cell').nth(1).textContent()).toMatch(/^1,000/);
      await records(visit, transaction ?? '');
      await visit.open('/news');
      await page
        .getByText(/Your deposit of 1000 USDT/)
        .first()
        .waitFor();
    }));

  it('UI-1284 a virtual account is sent to the real one', () =>
    stage.visit({}, async (visit) => {
      await visit.open('/login');
      await practise(visit);
      await visit.open('/recharge');
      await visit.page.getByText(named(visit.say('deposits.virtualText'))).waitFor();
      expect(await violationsOf(visit.page)).toEqual([]);
      await visit.open('/cbjl');
      await visit.page.getByText(named(visit.say('deposits.none'))).waitFor();
    }));

  it('DEPO-051 staff see the chain with its node, and find a deposit by its customer', async () => {
    const page = await stage.consolePage();
    await page.getByRole('link', { name: 'Chains', exact: true }).click();
    const chain = page.getByRole('region', { name: /Test network/ });
    await chain.getByText('127.0.0.1').waitFor();
    const found = page.getByRole('row').filter({ hasText: 'Credited' });
    await found.first().waitFor();
    const customer = (await found.first().getByRole('rowheader').textContent()) ?? '';
    await page.getByRole('searchbox').fill(customer);
    await found.first().waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await page.getByRole('searchbox').fill('999999');
    await found.first().waitFor({ state: 'detached' });
  });
}

/** One record, with its transaction, on the screen and in the file. */
async function records({ page, say }: Visit, transaction: string): Promise<void> {
  await page
    .getByRole('link', { name: named(say('deposits.records')) })
    .first()
    .click();
  const row = page.getByRole('row').filter({ hasText: '1,000' });
  await row.getByText(say('deposits.states.credited')).waitFor();
  expect(await row.count()).toBe(1);
  expect(await row.locator('code[title]').getAttribute('title')).toBe(transaction);
  expect(await violationsOf(page)).toEqual([]);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: /CSV/ }).click();
  const file = fs.readFileSync(await (await download).path(), 'utf8');
  expect(file).toContain(transaction);
  const state = page.getByRole('combobox', { name: say('deposits.state') });
  await state.selectOption({ label: say('deposits.states.orphaned') });
  await page.getByText(named(say('deposits.none'))).waitFor();
}
