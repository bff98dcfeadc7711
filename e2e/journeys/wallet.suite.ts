import { expect, it } from 'vitest';
import { atDesk } from '../harness/at-desk.ts';
import { violationsOf } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { decimal, units } from '../harness/money.ts';
import { named } from '../harness/texts.ts';

/** What one has, and how it came. */
export function walletJourneys(): void {
  it('UI-1222 UI-1223 assets follow an order, and the records of one add up to what is left', () =>
    atDesk(async (visit, desk) => {
      const { page, say } = visit;
      await visit.open('/table1');
      const bitcoin = page.getByRole('row').filter({ hasText: 'BTC' });
      const total = bitcoin.getByRole('cell').nth(1);
      expect(units((await total.textContent()) ?? '')).toBe(0n);
      expect(await violationsOf(page)).toEqual([]);

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
}
