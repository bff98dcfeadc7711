import { expect, it } from 'vitest';
import { atDesk } from '../harness/at-desk.ts';
import { violationsOf } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { named, startingWith } from '../harness/texts.ts';

export function ticketJourneys(): void {
  it('UI-942 UI-432 numbers are read and written in the chosen format, also after a reload', () =>
    atDesk(async ({ page, say }, desk) => {
      await desk.choose('buy', 'limit');
      const menu = say('shell.language.menu').replace(/:.*/, '');
      await page.getByRole('button', { name: startingWith(menu) }).click();
      await page.getByRole('menuitemradio', { name: '1.234.567,89' }).click();
      const price = desk.field('price');
      await eventually(() => price.inputValue()).toMatch(/^\d+,\d+$/);
      await price.fill('95.000,50');
      expect(await price.inputValue()).toBe('95.000,50');
      await price.blur();
      await eventually(() => price.inputValue()).toBe('95000,50');
      await desk.field('quantity').fill('0,01');
      await eventually(() => desk.field('total').inputValue()).toBe('950,005');
      await price.fill('95.204');
      await page
        .getByText(named(say('ui.ambiguous', { first: '95,204', second: '95204' })))
        .waitFor();
      await price.press('Enter');
      expect(await page.getByRole('dialog').count()).toBe(0);

      await page.reload();
      await desk.ready();
      await eventually(() => price.inputValue()).toMatch(/^\d+,\d+$/);
      await eventually(() => page.title()).toMatch(/^[\d.]+,\d\d BTC/);
    }));

  it('UI-943 a second market order is given by amount like the first, also after a reload', () =>
    atDesk(async ({ page, say }, desk) => {
      await desk.choose('buy', 'market');
      await desk.form.getByRole('button', { name: 'USDT', exact: true }).click();
      for (const amount of ['1000', '940']) {
        await desk.field('amount').fill(amount);
        await desk.preview();
        await desk.send('buy');
        await eventually(() => desk.field('amount').inputValue()).toBe('');
      }
      await page.reload();
      await desk.ready();
      await desk.choose('sell', 'market');
      await desk.form.getByRole('button', { name: startingWith(say('desk.ticket.most')) }).click();
      expect(Number(await desk.field('amount').inputValue())).toBeGreaterThan(1900);
    }));

  it('UI-944 an order far from the market is asked about, also by people who switched that off', () =>
    atDesk(async ({ page, say }, desk) => {
      const dialog = page.getByRole('dialog');
      const order = async (price: bigint, quantity: string) => {
        await desk.field('price').fill(`${price / 10n ** 8n}`);
        await desk.field('quantity').fill(quantity);
        await desk.preview();
        await desk.submit('buy').click();
      };
      await desk.choose('buy', 'limit');
      const best = await desk.best('bids');
      await order((best * 98n) / 100n, '0.01');
      await dialog.getByRole('checkbox').check();
      await desk.confirm();

      await order((best * 156n) / 100n, '0.1');
      await dialog.getByRole('alert').waitFor();
      await dialog.getByText(/5\d(\.\d)?%/).waitFor();
      expect(await dialog.getByRole('checkbox').count()).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      const back = dialog.getByRole('button', { name: named(say('shell.session.back')) });
      await back.and(page.locator(':focus')).waitFor();
      await back.click();
      await desk.turnTo('open');
      expect(await desk.list('open').count()).toBe(1);
    }));
}
