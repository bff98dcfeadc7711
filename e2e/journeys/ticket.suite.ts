import type { Route } from 'playwright-core';
import { expect, it } from 'vitest';
import { atDesk } from '../harness/at-desk.ts';
import { violationsOf } from '../harness/axe.ts';
import { Desk } from '../harness/desk.ts';
import { coming, eventually } from '../harness/eventually.ts';
import { decimal, units } from '../harness/money.ts';
import { escaped, named, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { UNANSWERED } from './outage.suite.ts';

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
      await desk.field('quantity').fill('0,02');
      await eventually(() => desk.field('total').inputValue()).toBe('1900,01');
      await price.fill('95.204');
      await page
        .getByText(named(say('kit.ambiguous', { first: '95,204', second: '95204' })))
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
      await desk.form.getByLabel(say('desk.ticket.unit')).selectOption('quote');
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
      const most = async () => Number(await desk.field('amount').inputValue());
      await eventually(most).toBeGreaterThan(1900);
    }));

  it('UI-944 UI-1066 an order far from the market is asked about, also by people who switched that off', () =>
    atDesk(async ({ page, say }, desk) => {
      const dialog = page.getByRole('dialog');
      const order = async (price: bigint, quantity: string) => {
        await desk.field('price').fill(`${price / 10n ** 8n}`);
        await desk.field('quantity').fill(quantity);
        await desk.preview();
        // A press while the order before is still on its way asks nothing: one presses again.
        await eventually(async () => {
          const press = { timeout: 2_000 };
          if ((await dialog.count()) === 0)
            await desk
              .submit('buy')
              .click(press)
              .catch(() => undefined);
          return dialog.count();
        }).toBe(1);
      };
      await desk.choose('buy', 'limit');
      const best = await desk.best('bids');
      await order((best * 98n) / 100n, '0.01');
      await dialog.getByRole('checkbox').check();
      await desk.confirm();

      await order((best * 156n) / 100n, '0.1');
      await dialog.getByRole('alert').waitFor();
      await dialog.getByText(/5\d(\.\d)?%/).waitFor();
      const figures = await dialog.locator('dt').allTextContents();
      expect(figures).toContain(say('desk.preview.value'));
      expect(figures).toEqual([...new Set(figures)]);
      expect(await dialog.getByRole('checkbox').count()).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      const back = dialog.getByRole('button', { name: named(say('shell.session.back')) });
      await back.and(page.locator(':focus')).waitFor();
      await back.click();
      await desk.turnTo('open');
      await eventually(() => desk.list('open').count()).toBe(1);
    }));

  it.each([
    { language: 'en', theme: 'dark' },
    { language: 'ar', theme: 'light' },
  ] as const)(
    'UI-952 UI-953 an error is read whole, and a button that cannot send looks so: $language',
    (look) =>
      atDesk(async ({ page, say }, desk) => {
        await desk.choose('buy', 'limit');
        await desk.field('price').fill('95000');
        const colour = () =>
          page.evaluate<string>(
            `getComputedStyle(document.querySelector('#ticket [type=submit]')).backgroundColor`,
          );
        await desk.field('quantity').fill('0.01');
        await desk.preview();
        const sends = page.locator('#ticket [type=submit]');
        await sends
          .and(page.locator(':not([disabled], [data-disabled], [aria-disabled=true])'))
          .waitFor();
        const ready = await colour();
        await desk.field('quantity').fill('5000');
        const problem = page.getByText(
          named(say('desk.refusals.maxNotional', { limit: '9,000,000', quote: 'USDT' })),
        );
        await problem.waitFor();
        const cut = await page.evaluate<boolean>(`(() => {
          const shown = document.querySelector('#ticket [id$=-error]');
          return shown.scrollWidth > shown.clientWidth;
        })()`);
        expect(cut).toBe(false);
        await eventually(colour).not.toBe(ready);
        expect(await violationsOf(page)).toEqual([]);
      }, look),
  );

  it.each([
    { language: 'en', theme: 'dark' },
    { language: 'ar', theme: 'light' },
  ] as const)(
    'UI-945 UI-946 UI-948 a stop waits for the mark price, and its trigger is changed: $language',
    (look) => atDesk((visit) => placeAndAmendStop(visit), look),
  );

  it('UI-1041 the mark price is always beside the last one, and neither moves what stands beside it', () =>
    atDesk(async (visit) => {
      const { page, say } = visit;
      const desk = new Desk(visit, 'XRP');
      await desk.open();
      const strip = page.getByRole('region', { name: say('desk.strip.label'), exact: true });
      const book = page.getByRole('region', { name: say('desk.panel.book'), exact: true });
      const name = (key: string) => strip.getByText(named(say(`desk.strip.${key}`)));
      const between = book.getByRole('button').and(book.getByTitle(say('desk.book.takePrice')));
      const besideIt = book.getByText(startingWith(say('desk.source.mark'))).first();
      const places = async () => {
        const parts = [name('change'), name('high'), name('low'), between];
        const boxes = await Promise.all(parts.map((part) => part.boundingBox()));
        return boxes.map((box) => Math.round(box?.x ?? -1));
      };
      await name('mark').waitFor();
      await name('lastTrade').waitFor();
      await besideIt.waitFor();
      const before = await places();
      await desk.choose('buy', 'market');
      await desk.field('quantity').fill('10');
      await desk.preview();
      await desk.send('buy');
      await name('last').waitFor();
      await name('mark').waitFor();
      await name('lastTrade').waitFor({ state: 'detached' });
      await besideIt.waitFor();
      await eventually(places).toEqual(before);
      // What the trade was made at, whatever the mark price does.
      await desk.turnTo('fills');
      await desk.list('fills').first().waitFor();
      const fill = (await desk.cells('fills', 0))[say('desk.table.price')] ?? '';
      await eventually(async () => units((await between.textContent()) ?? '')).toBe(units(fill));
    }));

  it('UI-1047 a change or a cancellation that is refused says so, and the order stands as it was', () =>
    atDesk(
      async ({ page, say }, desk) => {
        const toast = page.locator('[data-kit="toast"]');
        const button = (key: string) => page.getByRole('button', { name: named(say(key)) });
        await desk.choose('buy', 'limit');
        const best = await desk.best('bids');
        await desk.field('price').fill(`${(best * 98n) / 100n / 10n ** 8n}`);
        await desk.field('quantity').fill('0.01');
        await desk.preview();
        await desk.send('buy');
        await desk.turnTo('open');
        await eventually(() => desk.list('open').count()).toBe(1);
        const quantity = async () => (await desk.cells('open', 0))[say('desk.table.quantity')];
        const stands = await quantity();
        await button('desk.table.change').click();
        const quantityField = { name: named(say('desk.table.quantity')) };
        const field = desk.list('open').getByRole('textbox', quantityField);
        await field.fill('90');
        await field.press('Enter');
        await toast.filter({ hasText: beginning(say('desk.toast.changeRefused')) }).waitFor();
        await button('desk.table.keep').click();
        await eventually(quantity).toBe(stands);

        // Somebody else with this account has cancelled it a moment earlier.
        await page.route('**/web/cancelOrder', async (route) => {
          await route.fetch();
          const headers = { ...route.request().headers(), 'idempotency-key': 'another-command' };
          await route.continue({ headers });
        });
        await button('desk.table.cancel').click();
        await toast.filter({ hasText: beginning(say('desk.toast.cancelRefused')) }).waitFor();
      },
      { expected: [/status of 4\d\d/] },
    ));

  it('UI-1220 an order without an answer is named until it is known, and placed once', () =>
    atDesk(
      async ({ page, say }, desk) => {
        await desk.choose('buy', 'limit');
        const best = await desk.best('bids');
        await desk.field('price').fill(`${(best * 97n) / 100n / 10n ** 8n}`);
        await desk.field('quantity').fill('0.01');
        await desk.preview();
        const lose = async (route: Route) => {
          await route.fetch();
          await route.abort();
        };
        await page.route('**/web/placeOrder', lose);
        await desk.submit('buy').click();
        await page.getByRole('button', { name: named(say('desk.confirm.send')) }).click();
        const notice = page.getByRole('alert').filter({ hasText: say('desk.toast.unanswered') });
        await notice.waitFor();
        expect(await violationsOf(page)).toEqual([]);
        // Answers are lost when nothing can be sent: the button goes then, what is open stays.
        await page.context().setOffline(true);
        await page.getByRole('button', { name: named(say('desk.ticket.offline')) }).waitFor();
        expect(await notice.count()).toBe(1);
        await page.context().setOffline(false);
        await desk.submit('buy').waitFor();
        await desk.turnTo('open');
        await eventually(() => desk.list('open').count()).toBe(1);
        await page.unroute('**/web/placeOrder', lose);
        // It is said for three seconds: who looks only after the click may come too late.
        const said = coming(page.getByText(/sent twice and placed once/).waitFor());
        await page.getByRole('button', { name: named(say('desk.ticket.sendAgain')) }).click();
        await said;
        await notice.waitFor({ state: 'hidden' });
        expect(await desk.list('open').count()).toBe(1);
      },
      { expected: [...UNANSWERED, /ERR_FAILED/] },
    ));

  it('UI-947 the most that can be bought at market follows the book', () =>
    atDesk(async ({ say }, desk) => {
      await desk.choose('buy', 'market');
      const most = desk.form.getByRole('button', { name: startingWith(say('desk.ticket.most')) });
      const first = await most.textContent();
      await eventually(() => most.textContent()).not.toBe(first);
    }));
}

/** A text up to the reason that it ends with. */
function beginning(text: string): RegExp {
  return startingWith(text.trim());
}

/** In a market that nobody trades: the mark price stands for it. */
async function placeAndAmendStop(visit: Visit): Promise<void> {
  const { page, say } = visit;
  const desk = new Desk(visit, 'LTC');
  await desk.open();
  await page.getByText(named(say('desk.strip.mark'))).waitFor();
  await page.getByText(named(say('desk.strip.lastTrade'))).waitFor();
  const best = await desk.best('bids');
  const tick = units('0.01');
  const at = (share: bigint) => decimal(((best * share) / 100n / tick) * tick);
  await desk.choose('buy', 'stopMarket');
  await desk.field('trigger').fill(at(98n));
  const price = new RegExp(`${escaped(say('desk.sourceName.mark'))}.*${escaped(at(98n))}`);
  await desk.form.getByText(price).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await desk.field('trigger').fill(at(102n));
  await desk.field('quantity').fill('1');
  await desk.preview();
  await desk.send('buy');
  await desk.turnTo('open');
  await eventually(() => desk.list('open').count()).toBe(1);
  const trigger = async () => (await desk.cells('open', 0))[say('desk.table.trigger')];
  expect(await trigger()).toMatch(new RegExp(`${escaped(say('desk.source.mark'))}.*≥`));
  await page.getByRole('button', { name: named(say('desk.table.change')) }).click();
  const field = page.getByRole('textbox', { name: named(say('desk.table.trigger')) });
  await field.fill(at(103n));
  await field.press('Enter');
  await eventually(trigger).toContain(at(103n));
  expect(await violationsOf(page)).toEqual([]);
}
