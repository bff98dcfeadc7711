import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { logIn, newAddress, openAccount, PASSWORD } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import type { Program } from '../harness/calls.ts';
import { agree } from '../harness/console.ts';
import { eventually } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { scriptsKb } from '../harness/scripts.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';

const PAGE_KB = 230;

/** A loan against coins, from both sides: opened, secured better, repaid; its terms by two. */
export function securedLoanJourneys(): void {
  it('UI-1416 UI-1417 UI-1418 UI-1419 UI-1083 coins are bought, lent against, added to and freed, and staff change the terms by two', () =>
    stage.visit({ expected: [/40[0-9]/] }, async (visit) => {
      const { page, say } = visit;
      const email = newAddress();
      await withCoins(await openAccount(email));
      await visit.open('/login');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/index');
      await visit.open('/currency');
      await page.getByRole('tab', { name: named(say('secured.byCoins')) }).click();
      await open(visit);
      await page.getByText(say('secured.covered')).waitFor();
      await seenWell(visit);
      expect(await scriptsKb(page)).toBeLessThanOrEqual(PAGE_KB);

      await step(visit, 'add', '0.0001');
      await page.getByText(say('secured.events.added')).first().waitFor();
      await step(visit, 'repay', '20');
      await page.getByText(say('secured.events.repaid')).first().waitFor();
      await visit.open('/currencyRecord');
      const row = page.getByRole('row').filter({ hasText: 'CL-' });
      await row.getByText(say('secured.states.open')).waitFor();
      await seenWell(visit);

      const staff = await stage.consolePage();
      await change(staff);
      await visit.open('/currency?kind=coins');
      await page.getByText(say('secured.announced', { asset: 'BTC' })).waitFor();

      await visit.open('/currencyRecord');
      await row.getByRole('link').click();
      await step(visit, 'repay', '1000');
      await page.getByText(say('secured.states.repaid')).first().waitFor();
      await page.getByText(say('secured.overText')).waitFor();
      await seenWell(visit);
    }));
}

/** Test money of the trial, half of which buys BTC. */
async function withCoins(program: Program): Promise<void> {
  await eventually(() => testChain(program)).toBeGreaterThan(0);
  const chainId = await testChain(program);
  const { version, digest } = await program.get('getWithdrawalRules');
  await program.post('readWithdrawalRules', { version, digest });
  await program.post('getDepositAddress', { chainId });
  await program.post('askTestMoney', { chainId });
  await eventually(() => has(program, 'USDT')).toBeGreaterThan(900);
  const order = { market: 'BTCUSDT', side: 'buy', type: 'market', quantity: '0.003' };
  await program.post('placeOrder', order);
  await eventually(() => has(program, 'BTC')).toBeGreaterThan(0.002);
}

/** The number of the chain of the trial; 0: it has not begun yet. */
async function testChain(program: Program): Promise<number> {
  const { chains } = (await program.get('getDepositChains')) as {
    chains: { chainId: number; isTest: boolean }[];
  };
  return chains.find(({ isTest }) => isTest)?.chainId ?? 0;
}

async function has(program: Program, asset: string): Promise<number> {
  const { balances } = (await program.get('getAsset2')) as {
    balances: { asset: string; wallet: string; available: string }[];
  };
  const row = balances.find((one) => one.asset === asset && one.wallet === 'currency');
  return Number(row?.available ?? 0);
}

async function seenWell({ page }: Visit): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
}

/** Reads share, prices, cost and contract, agrees, and borrows 60 against 0.0015 BTC. */
async function open(visit: Visit): Promise<void> {
  const { page, say } = visit;
  const field = (key: string) => page.getByRole('textbox', { name: startingWith(say(key)) });
  // The form with documents, whose amount is named alike, stands until this one has come.
  await field('secured.collateral').fill('0.0015');
  await field('secured.amount').fill('60');
  // 60 at 8.76 % a year for 30 days.
  await page.getByText('60.43').first().waitFor();
  await page.getByText(named(say('loans.readContract'))).click();
  await page.getByText('1. Parties').waitFor();
  await seenWell(visit);
  expect(await scriptsKb(page)).toBeLessThanOrEqual(PAGE_KB);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: named(say('secured.borrowDo')) }).click();
  await page.waitForURL((url) => url.pathname === '/repayment');
}

async function step({ page, say }: Visit, key: 'add' | 'repay', amount: string): Promise<void> {
  await page.getByRole('textbox', { name: startingWith(say(`secured.${key}`)) }).fill(amount);
  await page.getByRole('button', { name: named(say(`secured.${key}Do`)) }).click();
}

/** One proposes a higher rate, the other agrees: it takes effect a day later. */
async function change(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: named(staffSay('loans.title')) })
    .first()
    .click();
  await page.getByText(staffSay('loans.covered')).first().waitFor();
  await page.getByText('CL-').first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const row = page.getByRole('row').filter({ hasText: 'BTC · 1' });
  await row.getByRole('button', { name: named(staffSay('loans.change')) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(named(staffSay('loans.fields.aprPpm'))).fill('96360');
  await dialog.getByLabel(named(staffSay('chains.reason'))).fill('Money costs more');
  await dialog.getByRole('button', { name: named(staffSay('chains.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await agree(page, 'setCollateral');
}
