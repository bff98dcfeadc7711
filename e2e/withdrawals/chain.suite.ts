import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAddress, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { paymentsTo } from '../harness/chain.ts';
import { agree, goTo } from '../harness/console.ts';
import { Desk } from '../harness/desk.ts';
import { eventually } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { readRules } from '../journeys/deposits.suite.ts';
import { confirmByCode } from '../journeys/security.suite.ts';
import { approve, openStaffPage, sendJunior } from '../journeys/verification.suite.ts';
import { AWAY, comeBack } from './come-back.ts';
import { cancel, fill, openCase, propose, prove, setTradePassword } from './journeys.suite.ts';
import type { SetLater } from './moved-clock.ts';

const ADDRESS = '0x8617E340B3D01FA5F11F306F4090FD50E238070D';
const NETWORK = 'Test network';
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** It begins within the hours of the day. */
const FROM = 50 * MINUTE;

/** Money that came by the chain and leaves by it; `setLater` says what time it is then. */
export function chainJourneys(setLater: SetLater): void {
  it('UI-1297 UI-1298 what the chain brought is traded, an address cools, what was not used goes back at any hour, and a withdrawal waits for its hours, is approved by two, signed and confirmed', async () => {
    let passed = FROM;
    const aMinuteLater = () => {
      passed += 1.2 * MINUTE;
      return setLater(passed);
    };
    aMinuteLater();
    await stage.visit({ expected: AWAY }, async (visit) => {
      const { page, say } = visit;
      const email = newAddress();
      await register(visit, email);
      await visit.open('/recharge');
      await readRules(visit);
      await deposit(visit);
      await trade(visit);
      aMinuteLater();
      await setTradePassword(visit, email);
      await visit.open('/sfyz');
      await sendJunior(visit);
      await approve(await openStaffPage());
      aMinuteLater();
      await addAddress(visit, email);
      await visit.open('/money');
      await fillForChain(visit, '300');
      await page.getByText(say('wallet.out.holds.newAddress')).waitFor();

      // A quarter of an hour before the hours of a day begin; nobody is logged in any more.
      passed = 2 * DAY;
      await comeBack(visit, { email, to: '/address', now: setLater(passed) });
      await page.getByText(say('addresses.ready')).waitFor();
      expect(await violationsOf(page)).toEqual([]);

      const taken = await withdraw(visit, email, '120');
      await page.getByRole('link', { name: say('wallet.out.follow') }).click();
      await cancel(visit);
      aMinuteLater();
      const number = await withdraw(visit, email, '300');
      expect(number).not.toBe(taken);
      aMinuteLater();
      const back = await giveBack(visit, email);

      const first = await stage.consolePage();
      const second = await invite(first);
      await openCase(first, `#${number}`);
      await first.getByText(staffSay('withdrawals.story')).first().waitFor();
      await propose(first, 'approveByTwo');
      await agree(second, 'approveWithdrawal');
      await second.context().close();
      // What goes back is not held by what left the house, and nobody has to look at it.
      await visit.open(`/tbjl?id=${back.number}`);
      await isPaid(visit);
      await paidAs(visit, back.source, 149_000_000n);
      await visit.open(`/tbjl?id=${number}`);
      const drawer = page.getByRole('dialog');
      await drawer.getByText(say('wallet.out.byPeople')).waitFor();
      await drawer.getByText(say('wallet.out.events.queued')).waitFor();
      expect(await drawer.getByText(say('wallet.out.events.paying')).count()).toBe(0);
      expect(await paymentsTo(ADDRESS)).toEqual([]);

      setLater(2 * DAY + 20 * MINUTE);
      await isPaid(visit);
      await paidAs(visit, ADDRESS, 298_000_000n);
      expect(await violationsOf(page)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
    });
  });
}

/** Test money of the trial's chain, until it is credited. */
async function deposit({ page, say }: Visit): Promise<void> {
  await page.getByRole('button', { name: /Get 1,000 test USDT/ }).click();
  await page.getByText(say('deposits.states.credited')).first().waitFor();
}

/** Some of it is spent. */
async function trade(visit: Visit): Promise<void> {
  const desk = new Desk(visit, 'BTC');
  await desk.open();
  await desk.choose('buy', 'market');
  await desk.field('quantity').fill('0.001');
  await desk.preview();
  await desk.send('buy');
  await eventually(async () => (await desk.balance('BTC')).total > 0n).toBe(true);
}

async function addAddress(visit: Visit, email: string): Promise<void> {
  const { page, say } = visit;
  await visit.open('/address');
  await page.getByRole('button', { name: named(say('addresses.add')) }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog, say('addresses.network'));
  await dialog.getByLabel(startingWith(say('addresses.address'))).fill(ADDRESS);
  await dialog.getByLabel(startingWith(say('addresses.remark'))).fill('My own');
  await dialog.getByRole('button', { name: named(say('addresses.add')) }).click();
  await page.getByLabel(named(say('kit.sentCode'))).waitFor();
  await confirmByCode(visit, email);
  const row = page.getByRole('row').filter({ hasText: 'My own' });
  await row.getByText(say('addresses.cooling')).waitFor();
  expect(await violationsOf(page)).toEqual([]);
}

/** The network of the trial, where there is a choice. */
async function choose(within: Page | Locator, label: string): Promise<void> {
  const select = within.getByRole('combobox', { name: label });
  const text = await select.locator('option').filter({ hasText: NETWORK }).textContent();
  await select.selectOption({ label: text ?? '' });
}

async function fillForChain(visit: Visit, amount: string): Promise<void> {
  await choose(visit.page, visit.say('wallet.out.network'));
  await fill(visit, ADDRESS, amount);
}

/** Asks for it outside the hours of the day, to an address that has cooled; its number. */
async function withdraw(visit: Visit, email: string, amount: string): Promise<string> {
  const { page, say } = visit;
  await visit.open('/money');
  await fillForChain(visit, amount);
  await page.getByText(say('wallet.out.holds.turnover')).waitFor();
  expect(await page.getByText(say('wallet.out.holds.newAddress')).count()).toBe(0);
  await prove(visit, email);
  return numberOf(visit);
}

async function numberOf({ page, say }: Visit): Promise<string> {
  const follow = page.getByRole('link', { name: say('wallet.out.follow') });
  const link = new URL((await follow.getAttribute('href')) ?? '', stage.address);
  return link.searchParams.get('id') ?? '';
}

/** Back to the address that it came from, before the hours of the day. */
async function giveBack(visit: Visit, email: string): Promise<{ number: string; source: string }> {
  const { page, say } = visit;
  await visit.open('/money');
  await page.getByText(say('wallet.out.kinds.return.title')).click();
  const source = await page.getByRole('combobox', { name: say('wallet.out.source') }).inputValue();
  await page.getByRole('textbox', { name: startingWith(say('wallet.amount')) }).fill('150');
  await prove(visit, email, 'return');
  return { number: await numberOf(visit), source };
}

async function isPaid({ page, say }: Visit): Promise<void> {
  const drawer = page.getByRole('dialog');
  await drawer.getByText(say('wallet.out.stages.paid')).first().waitFor({ timeout: 90_000 });
}

/** The chain has paid it once, by the transaction that the screen shows. */
async function paidAs({ page }: Visit, address: string, sum: bigint): Promise<void> {
  const paid = await paymentsTo(address);
  expect(paid.map((one) => one.sum)).toEqual([sum]);
  const shown = async () => (await page.getByRole('dialog').textContent())?.replace(/\s/g, '');
  await eventually(shown).toContain(paid[0]?.transaction);
}

/** A second member of staff, who comes in by a link of their own. */
async function invite(first: Page): Promise<Page> {
  await goTo(first, 'staff.title');
  await first.getByRole('button', { name: named(staffSay('staff.invite')) }).click();
  const dialog = first.getByRole('dialog');
  await dialog.getByLabel(startingWith(staffSay('staff.name'))).fill('Second');
  await dialog.getByText(named(staffSay('staff.roles.financeChecker'))).click();
  await dialog.getByLabel(startingWith(staffSay('approvals.reason'))).fill('Two decide');
  await dialog.getByRole('button', { name: named(staffSay('staff.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await agree(first, 'inviteStaff');
  await goTo(first, 'staff.title');
  const row = first.getByRole('row').filter({ hasText: 'Second' });
  await row.getByRole('button', { name: named(staffSay('staff.makeLink')) }).click();
  const link = dialog.getByText(/\/console\/#[\w-]{43}$/);
  const second = await stage.member((await link.textContent()) ?? '');
  await first.keyboard.press('Escape');
  return second;
}
