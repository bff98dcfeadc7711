import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violationsOf } from '../harness/axe.ts';
import { agree } from '../harness/console.ts';
import { faultsOf } from '../harness/measure.ts';
import { scriptsKb } from '../harness/scripts.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { overflowOf } from './screens.suite.ts';

const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1366, height: 768 };
/** A page of an account (UI-1083), in kB by gzip. */
const PAGE_KB = 230;
const REASON = 'Order of a court, file 7';

/** Custody products from both sides: offered, subscribed, redeemed, rejected by law, closed. */
export function earnJourneys(): void {
  it('UI-1370 UI-1371 UI-1372 UI-1373 UI-1374 UI-1083 UI-981 EARN-035 a customer subscribes, asks for redemption, and reads why the law keeps it; staff close a product', () =>
    stage.visit({ virtual: true }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/profit_index');
      await page.getByText(say('earn.rules.source')).waitFor();
      expect(await scriptsKb(page)).toBeLessThanOrEqual(PAGE_KB);
      await inOrder(page);
      const offer = page.getByRole('article').filter({ hasText: named30(visit) });
      await offer.getByText(say('earn.noDays')).waitFor();
      await offer.getByRole('link').click();
      await visit.arrived('/profit_buy');
      await subscribe(visit);

      await page.getByText(say('earn.states.custody')).first().waitFor();
      await page.getByText(say('earn.noCredit')).waitFor();
      await inOrder(page);
      await hideAndShow(visit);
      const renews = page.getByRole('switch', { name: named(say('earn.renew')) });
      await renews.click();
      await page.locator('[role=switch]:checked').waitFor();
      await redeem(visit);
      await inOrder(page);

      const staff = await stage.consolePage();
      await reject(staff);
      await page.getByText(say('earn.codes.courtOrder')).waitFor();
      await page.getByText(say('earn.rejectedText')).waitFor();
      await close(staff);

      await visit.open('/profit_wdtg');
      await page.getByText(say('earn.noEnded')).waitFor();
      await page.getByText(say('earn.states.rejected')).first().waitFor();
      await inOrder(page);
      await visit.open('/profit_buy?product=USDT-30');
      await page.getByText(say('earn.closedText')).waitFor();
      await visit.open('/profit_wdtg?id=1');
      await page.getByText(say('earn.unknownOrder')).waitFor();
    }));

  it('UI-1375 UI-1530 UI-1083 EARN-054 a customer reads the risk of a strategy, puts something in and waits for its units; staff close it', () =>
    stage.visit({ virtual: true }, async (visit) => {
      const { page, say } = visit;
      await visit.open('/profit_index');
      await page.getByText(say('strategies.riskText')).waitFor();
      const offer = page.getByRole('article').filter({ hasText: say('strategies.does.bookIndex') });
      await offer.getByRole('link').click();
      await visit.arrived('/profit_buy');
      await page.getByText('house:earnStrategy').waitFor();
      expect(await scriptsKb(page)).toBeLessThanOrEqual(PAGE_KB);
      await putIn(visit);
      await page.getByText(say('strategies.states.pending')).waitFor();
      await inOrder(page);

      await visit.open(`/profit_buy?strategy=${WITH_CONTRACTS}`);
      await page.getByText(say('strategies.counterparty')).waitFor();
      await page.getByText('house:earnContracts').waitFor();
      await page.getByText(say('strategies.noContracts')).waitFor();
      await page.getByText(say('strategies.margin')).waitFor();
      await inOrder(page);

      const staff = await stage.consolePage();
      await closeStrategy(staff);
      await visit.open(`/profit_buy?strategy=${STRATEGY}`);
      await page.getByText(say('strategies.closedText')).waitFor();
      await visit.open('/profit_buy?strategy=NO-1');
      await page.getByText(say('strategies.unknownText')).waitFor();
    }));
}

const STRATEGY = 'USDT-BOOK-INDEX';
const WITH_CONTRACTS = 'USDT-SPOT-CONTRACT';

/** Nothing is taken before the person has said that they know the risk, and has been asked. */
async function putIn(visit: Visit): Promise<void> {
  const { page, say } = visit;
  const send = { name: named(say('strategies.subscribe')) };
  await page.getByRole('textbox', { name: startingWith(say('strategies.amount')) }).fill('100');
  await page.getByRole('button', send).click();
  await page.getByText(say('strategies.accept')).waitFor();
  await page.getByRole('checkbox').check();
  await inOrder(page);
  await page.getByRole('button', send).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(say('strategies.riskText')).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', send).click();
  await visit.arrived('/profit_wdtg');
}

async function closeStrategy(page: Page): Promise<void> {
  await openPool(page);
  const other = page.getByRole('row').filter({ hasText: WITH_CONTRACTS });
  await other.getByText('house:earnContracts').waitFor();
  await page.getByText(staffSay('strategies.margin')).waitFor();
  const row = page.getByRole('row').filter({ hasText: STRATEGY });
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').first().selectOption('closed');
  await dialog.getByLabel(named(staffSay('chains.reason'))).fill('Enough of this');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: named(staffSay('chains.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await agree(page, 'setEarnStrategy');
}

const named30 = ({ say }: Visit) =>
  say('earn.named', { asset: 'USDT', days: say('earn.days_other', { count: 30 }) });

/** Nothing is wrong with the page, at a desk and on a phone. */
async function inOrder(page: Page): Promise<void> {
  for (const size of [PHONE, DESKTOP]) {
    await page.setViewportSize(size);
    expect(await overflowOf(page)).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
    expect(await faultsOf(page)).toEqual([]);
  }
}

/** What is wrong is said, what it brings is computed, and then it is in custody. */
async function subscribe(visit: Visit): Promise<void> {
  const { page, say } = visit;
  const amount = page.getByRole('textbox', { name: startingWith(say('earn.amount')) });
  const send = page.getByRole('button', { name: named(say('earn.subscribe')) });
  await send.click();
  await page.getByText(named(say('earn.problem.empty'))).waitFor();
  await amount.fill('9');
  await page.getByText(say('earn.problem.least', { amount: '10', asset: 'USDT' })).waitFor();
  await amount.fill('100');
  const lines = page.getByRole('region', { name: named(say('earn.calculator')) });
  const whole = lines.locator('dl > div', { hasText: say('earn.whole') }).locator('dd');
  // 5 % a year, rounded down to a billionth a day: 0.4109 of 100 in thirty days.
  await expect.poll(() => whole.textContent()).toContain('0.41');
  await inOrder(page);
  await send.click();
  // Nothing is taken before the question is answered.
  const dialog = page.getByRole('dialog');
  await dialog.getByText(say('earn.lastDay')).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: named(say('earn.subscribe')) }).click();
  await visit.arrived('/profit_wdtg');
}

/** What is in custody is hidden with all else that one owns, in the list and on its own page. */
async function hideAndShow(visit: Visit): Promise<void> {
  const { page, say } = visit;
  const order = new URL(page.url());
  const main = page.getByRole('main');
  const amount = /(?<![\d.])100\.00/;
  const press = async (key: 'wallet.hide' | 'wallet.show') => {
    await visit.open('/table1');
    await page.getByRole('button', { name: named(say(key)) }).click();
  };
  await press('wallet.hide');
  for (const path of ['/profit_wdtg', `${order.pathname}${order.search}`]) {
    await visit.open(path);
    await main.getByText(say('earn.states.custody')).first().waitFor();
    await main.getByText('••••').first().waitFor();
    expect(await main.getByText(amount).count(), path).toBe(0);
  }
  await press('wallet.show');
  await visit.open(`${order.pathname}${order.search}`);
  await main.getByText(amount).first().waitFor();
}

/** The cost stands in the question. */
async function redeem({ page, say }: Visit): Promise<void> {
  const press = { name: named(say('earn.redeem')) };
  await page.getByRole('button', press).click();
  const dialog = page.getByRole('dialog');
  const back = dialog.locator('dl > div', { hasText: say('earn.back') }).locator('dd');
  await expect.poll(() => back.textContent()).toContain('100');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', press).click();
  await page.getByText(say('earn.states.redeeming')).first().waitFor();
}

const go = (page: Page, key: string) =>
  page
    .getByRole('link', { name: named(staffSay(key)) })
    .first()
    .click();

async function openPool(page: Page): Promise<void> {
  await go(page, 'earn.title');
  const demo = page.getByRole('radio', { name: named(staffSay('house.realms.demo')) });
  await demo.click();
  await page.getByText(staffSay('earn.covered')).waitFor();
}

async function reject(page: Page): Promise<void> {
  await openPool(page);
  await page.getByRole('button', { name: named(staffSay('earn.reject')) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(named(staffSay('chains.reason'))).fill(REASON);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: named(staffSay('chains.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await agree(page, 'rejectRedemption');
}

async function close(page: Page): Promise<void> {
  await openPool(page);
  expect(await violationsOf(page)).toEqual([]);
  const row = page.getByRole('row').filter({ hasText: 'USDT-30' });
  await row.getByRole('button').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').first().selectOption('closed');
  await dialog.getByLabel(named(staffSay('chains.reason'))).fill('No more of this');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: named(staffSay('chains.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await agree(page, 'setEarnProduct');
}
