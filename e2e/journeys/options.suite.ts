import { expect, it } from 'vitest';
import { logIn, newAddress, openAccount, PASSWORD, practise } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { agree, goTo } from '../harness/console.ts';
import { eventually } from '../harness/eventually.ts';
import { expectDeskInView } from '../harness/in-view.ts';
import { units } from '../harness/money.ts';
import { proved } from '../harness/proved.ts';
import { scriptsKb } from '../harness/scripts.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { overflowOf } from './screens.suite.ts';

/** Thirty seconds of the shortest term, and as long again for a busy machine. */
const SETTLED_MS = 120_000;
/** A desk without candles (UI-1083), in kB by gzip. */
const PAGE_KB = 230;
const PHONE = { width: 390, height: 844 };

/** Delivery contracts: from a quote to a receipt, and whom they are not sold to. */
export function optionJourneys(): void {
  it('OPTN-050 OPTN-051 OPTN-052 OPTN-055 OPTN-084 OPTN-085 UI-1083 UI-1341 UI-1474 a contract is bought at the quote that is shown, settled, and computed again by the browser', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/login');
      await practise(visit);
      await visit.open('/deal_jg');
      expect(await scriptsKb(page)).toBeLessThanOrEqual(PAGE_KB);
      const stake = page.getByRole('textbox', { name: say('options.stake') });
      const buy = page.getByRole('button', { name: named(say('options.buyUp')) });
      await expectDeskInView(visit, buy);
      await buy.click();
      await page.getByText(named(say('options.problem.empty'))).waitFor();
      await stake.fill('0.5');
      const least = say('options.problem.least', { amount: '1', asset: 'USDT' });
      await page.getByText(named(least)).waitFor();
      await stake.fill('10');
      await page.getByText(named(say('options.problem.balance'))).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await toContractAccount(visit, '100');

      await visit.open('/deal_jg');
      await stake.fill('10');
      await page.getByText(named(say('options.signed'))).waitFor();
      const lines = page.getByRole('region', { name: named(say('options.quote')) });
      const payout = lines.locator('dl > div', { hasText: say('options.payout') }).locator('dd');
      const paid = units((await payout.textContent()) ?? '');
      expect(paid > units('10') && paid < units('20')).toBe(true);
      await page.setViewportSize(PHONE);
      expect(await overflowOf(page)).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      const lesson = page.getByRole('region', { name: named(say('lesson.title')) });
      await lesson.getByText(named(say('options.lesson.quoteText'))).waitFor();
      await lesson.getByRole('button', { name: named(say('lesson.read')) }).click();
      await lesson.getByText(named(say('options.lesson.purchaseText'))).waitFor();
      await page.getByRole('button', { name: named(say('options.directions.up')) }).click();
      await page.getByText(named(say('options.signed'))).waitFor();
      await buy.click();
      await page.getByRole('timer', { name: named(say('options.head.left')) }).waitFor();
      expect(await overflowOf(page)).toBe(0);
      await lesson.getByText(named(say('options.lesson.windowText'))).waitFor();
      const watched = lesson.getByText(named(say('options.lesson.receiptText')));
      await watched.waitFor({ timeout: SETTLED_MS });

      await visit.open('/jgcc');
      const verify = page.getByRole('link', { name: named(say('options.verify')) });
      await verify.waitFor({ timeout: SETTLED_MS });
      expect(await overflowOf(page)).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
      await page.setViewportSize({ width: 1366, height: 768 });
      expect(await overflowOf(page)).toBe(0);
      await verify.click();
      const read = JSON.parse(await proved(visit, 'option'));

      await visit.open('/deal_jg');
      await lesson.getByText(named(say('lesson.over'))).waitFor();

      await madeGood(read);

      await visit.open('/statistics');
      const made = page.getByRole('row').filter({ hasText: 'A wrong source' }).first();
      await made.getByText(say('optionStatistics.madeGood')).waitFor();
      const day = page.getByRole('row').filter({ hasText: '-OPT' }).first();
      await day.waitFor();
      expect(await overflowOf(page)).toBe(0);
      expect(await violationsOf(page)).toEqual([]);
    }));

  it('OPTN-056 OPTN-057 staff change the terms of a market: in favour of customers at once, against them after a day', async () => {
    const page = await stage.consolePage();
    const table = page.getByRole('table', { name: named(staffSay('options.markets')) });
    const row = table.getByRole('row').filter({ hasText: '-OPT' }).first();
    const dialog = page.getByRole('dialog');
    const field = (key: string) => dialog.getByLabel(startingWith(staffSay(key)));
    const change = async (key: string, value: string, effect: string, signed: string) => {
      await goTo(page, 'options.title');
      await row.getByRole('button', { name: named(staffSay('terms.change')) }).click();
      await field(key).fill(value);
      await dialog.getByText(named(staffSay(effect))).waitFor();
      await field('terms.reason').fill('Other stakes');
      expect(await violationsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: named(staffSay('terms.propose')) }).click();
      await dialog.waitFor({ state: 'detached' });
      await agree(page, 'changeTerms', signed);
    };
    // As much as one buyer's share of a capacity has room for, or less.
    await change('terms.fields.mostStake', '5200', 'terms.atOnce', '5,200');
    // The form has what the list had when it was opened, which may be the terms of before.
    const stands = () =>
      eventually(async () => {
        await goTo(page, 'options.title');
        await row.getByRole('button', { name: named(staffSay('terms.change')) }).click();
        const most = await field('terms.fields.mostStake').inputValue();
        await page.keyboard.press('Escape');
        await dialog.waitFor({ state: 'detached' });
        return most;
      }).toContain('5200');
    await stands();
    await change('terms.fields.mostStake', '4321', 'terms.announced', '4,321');
    await goTo(page, 'options.title');
    await page
      .getByText(named(staffSay('terms.waits')))
      .first()
      .waitFor();
    await stands();
  });

  it('OPTN-053 OPTN-054 OPTN-089 UI-1341 where contracts are forbidden it says so and leads to the virtual account, in which one limits oneself', async () => {
    const email = newAddress();
    await openAccount(email);
    await stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/deal_jg');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/deal_jg');
      await page.getByText(named(say('options.forbidden.title'))).waitFor();
      const buy = page.getByRole('button', { name: named(say('options.buyUp')) });
      const lesson = page.getByRole('region', { name: named(say('lesson.title')) });
      expect([await buy.count(), await lesson.count()]).toEqual([0, 0]);
      expect(await violationsOf(page)).toEqual([]);
      await page.getByRole('button', { name: named(say('options.forbidden.action')) }).click();
      await buy.waitFor();
      await lesson.waitFor();
      await page.getByText(named(say('options.practice'))).waitFor();

      await page.getByRole('button', { name: named(say('options.limits.change')) }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('textbox').fill('25');
      const exclude = dialog.getByRole('combobox', { name: say('options.limits.exclude') });
      await exclude.selectOption('7');
      expect(await violationsOf(page)).toEqual([]);
      await dialog.getByRole('button', { name: named(say('options.limits.save')) }).click();
      await page.getByText(named(say('options.excluded.title'))).waitFor();
      await page.getByText('25').first().waitFor();
      expect(await buy.count()).toBe(0);
    });
  });
}

/** Two of staff declare the window of a receipt wrong, by the form of the console. */
async function madeGood(receipt: {
  readonly quote: { readonly index: string; readonly market: string };
  readonly order: { readonly expiresAt: number };
}): Promise<void> {
  const page = await stage.consolePage();
  await goTo(page, 'options.title');
  await page.getByRole('radio', { name: named(staffSay('house.realms.demo')) }).click();
  const table = page.getByRole('table', { name: named(staffSay('options.markets')) });
  const row = table.getByRole('row').filter({ hasText: receipt.quote.market }).first();
  await row.getByRole('button', { name: named(staffSay('options.makeGood')) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(named(staffSay('options.spans.makeGoodWindow.text'))).waitFor();
  const time = (at: number) => new Date(at).toISOString().slice(0, 19).replace('T', ' ');
  const { expiresAt } = receipt.order;
  const field = (key: string) => dialog.getByLabel(startingWith(staffSay(key)));
  await field('options.spans.from').fill(time(expiresAt - 1_000));
  await field('options.spans.to').fill(time(expiresAt));
  await field('options.spans.reason').fill('A wrong source');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: named(staffSay('options.spans.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await agree(page, 'makeGoodWindow', 'A wrong source');
}

/** By the link of the ticket; virtual money begins in the currency account. */
async function toContractAccount(visit: Visit, amount: string): Promise<void> {
  const { page, say } = visit;
  await page.getByRole('link', { name: named(say('options.topUp')) }).click();
  await visit.arrived('/transfer');
  // By its whole name: the desk, which may still be there for a moment, has an amount, too.
  await page.getByRole('textbox', { name: named(say('wallet.amount')) }).fill(amount);
  const send = { name: say('wallet.transfer.do'), exact: true };
  await page.getByRole('button', send).click();
  await page.getByRole('dialog').getByRole('button', send).click();
  await page.getByText(named(say('wallet.transfer.done'))).waitFor();
}
