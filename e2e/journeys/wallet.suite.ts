import { expect, it } from 'vitest';
import { atDesk } from '../harness/at-desk.ts';
import { violationsOf } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { decimal, units } from '../harness/money.ts';
import { named } from '../harness/texts.ts';

/** What one has, and how it came. */
export function walletJourneys(): void {
  it('UI-1222 UI-1223 WALL-126 assets follow an order, and the records of one add up to what is left', () =>
    atDesk(async (visit, desk) => {
      const { page, say } = visit;
      await visit.open('/table1');
      const bitcoin = page.getByRole('row').filter({ hasText: 'BTC' });
      const total = bitcoin.getByRole('cell').nth(1);
      expect(units((await total.textContent()) ?? '')).toBe(0n);
      expect(await violationsOf(page)).toEqual([]);

      // An account of today has no day that is over; a day's worth is of LEDG-310.
      await page.getByText(say('wallet.worth.none')).waitFor();

      await visit.open('/deal');
      await desk.choose('buy', 'market');
      await desk.field('quantity').fill('0.01');
      await desk.preview();
      await desk.send('buy');
      await visit.open('/table1');
      await eventually(async () => units((await total.textContent()) ?? '') > 0n).toBe(true);
      const left = units((await total.textContent()) ?? '');
      // One eye for all balances of the app.
      await page.getByRole('button', { name: say('wallet.hide') }).click();
      await eventually(() => total.textContent()).toBe('••••');
      await page.getByRole('button', { name: say('wallet.show') }).click();

      // Bought and not sold: a cost, and a result that is not realised.
      const held = page.getByRole('region', { name: named(say('wallet.results.holdings')) });
      const cost = held.getByRole('row').filter({ hasText: 'BTC' }).getByRole('cell').nth(2);
      await eventually(async () => units((await cost.textContent()) ?? '') > 0n).toBe(true);
      const choice = { name: say('wallet.totalIn') };
      await page.getByRole('combobox', choice).selectOption('EUR');
      // Currencies have no prices at weekends; then the page says so, and stays in USDT.
      await page.getByText(/index EUR-USD of|of EUR-USD is from|no rate of EUR/).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.reload();
      await eventually(() => page.getByRole('combobox', choice).inputValue()).toBe('EUR');

      await bitcoin.getByRole('link', { name: say('wallet.recordsOf', { asset: 'BTC' }) }).click();
      await visit.arrived('/record');
      const fee = page.getByRole('row').filter({ hasText: say('wallet.purposes.spotFee') });
      await fee.first().waitFor();
      const amounts = await page.locator('tbody tr td:nth-child(4)').allTextContents();
      const sum = amounts.reduce((all, amount) => all + units(amount), 0n);
      expect(decimal(sum)).toBe(decimal(left));
      expect(await violationsOf(page)).toEqual([]);
      const purpose = page.getByRole('combobox', { name: say('wallet.purpose') });
      await purpose.selectOption({ label: say('wallet.purposes.virtualGrant') });
      await page.getByText(named(say('wallet.noRecords'))).waitFor();
      expect(new URL(page.url()).search).toContain('purpose=virtualGrant');
    }));

  it('UI-1270 UI-1271 UI-1272 money moves to the other account and back, and what an order holds does not', () =>
    atDesk(async (visit, desk) => {
      const { page, say } = visit;
      await desk.choose('buy', 'limit');
      const below = ((await desk.best('bids')) * 98n) / 100n;
      await desk.field('price').fill(decimal(below - (below % 1_000_000n)));
      await desk.field('quantity').fill('0.1');
      await desk.send('buy');
      await visit.open('/table1');
      const tether = page.getByRole('row').filter({ hasText: 'USDT' });
      await tether
        .getByRole('link', { name: say('wallet.transfer.of', { asset: 'USDT' }) })
        .click();
      await visit.arrived('/transfer');

      const amount = page.getByRole('textbox', { name: named(say('wallet.amount')) });
      const send = page.getByRole('button', { name: say('wallet.transfer.do'), exact: true });
      await page.getByText(named(say('wallet.transfer.heldBy.orders'))).waitFor();
      await amount.fill('99999.5');
      await send.click();
      const tooMuch = say('wallet.transfer.tooMuch', { asset: 'USDT' });
      await page.getByText(named(tooMuch)).waitFor();
      expect(await violationsOf(page)).toEqual([]);

      await amount.fill('120.5');
      await send.click();
      const question = page.getByRole('dialog');
      await question.getByText('120.5').waitFor();
      await question.getByRole('button', { name: say('wallet.transfer.do') }).click();
      await page.getByText(named(say('wallet.transfer.done'))).waitFor();

      // All of it back, by the direction and the maximum.
      await page.getByRole('button', { name: say('wallet.transfer.swap') }).click();
      await page.getByRole('button', { name: say('kit.most') }).click();
      await eventually(() => amount.inputValue()).toBe('120.5');
      await visit.open('/table2');
      await page.getByRole('row').filter({ hasText: 'USDT' }).getByText('120.5').first().waitFor();
      await visit.open('/record?purpose=transfer');
      const lines = page.locator('tbody tr td:nth-child(4)');
      await eventually(() => lines.count()).toBe(2);
      const sum = (await lines.allTextContents()).reduce((all, text) => all + units(text), 0n);
      expect(sum).toBe(0n);
    }));
}
