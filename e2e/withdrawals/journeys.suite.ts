import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAddress, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { agree } from '../harness/console.ts';
import { eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { confirmByCode } from '../journeys/security.suite.ts';
import { approve, openStaffPage, sendJunior } from '../journeys/verification.suite.ts';
import { AWAY, comeBack } from './come-back.ts';
import type { Ethereum } from './ethereum.ts';
import type { SetLater } from './moved-clock.ts';

export const PIN = '271845';
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
/** 500 less the fee, as the token counts it. */
const PAID = 498_000_000n;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** The address is no longer new then. */
export const COOLED = 2 * DAY;

/** Money that leaves; `setLater` moves the server's clock on from its start. */
export function withdrawalJourneys(setLater: SetLater, ethereum: Ethereum): void {
  it('UI-1290 UI-1291 UI-1292 UI-1293 UI-1294 UI-1295 UI-1296 UI-1302 a withdrawal waits for its hours, passes review, is paid by hand and read as paid; another is cancelled; all that is left is asked for by a plan and taken back', async () => {
    // Only one code a minute is sent.
    let passed = 0;
    const aMinuteLater = () => {
      passed += 1.2 * MINUTE;
      setLater(passed);
    };
    await stage.visit({ expected: AWAY }, async (visit) => {
      const { page, say } = visit;
      const email = newAddress();
      await register(visit, email);
      await visit.open('/money');
      await page.getByText(say('wallet.out.noPassword')).first().waitFor();
      await page.getByText(say('wallet.out.notVerified')).first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      aMinuteLater();
      await setTradePassword(visit, email);
      await visit.open('/sfyz');
      await sendJunior(visit);
      await approve(await openStaffPage());

      await visit.open('/money');
      await fill(visit, ADDRESS, '50');
      await page.getByText(say('wallet.out.refusals.belowLeast')).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      aMinuteLater();
      await request(visit, email, '120');
      const first = await follow(visit);

      // An address is known by a request that stands; one that was taken back has proved nothing.
      passed = COOLED;
      await comeBack(visit, { email, to: '/money', now: setLater(passed) });
      await request(visit, email, '500');
      const second = await follow(visit);
      await visit.open(first);
      await cancel(visit);
      const number = new URL(second, stage.address).searchParams.get('id');
      const staff = await stage.consolePage();
      await openCase(staff, `#${number}`);
      await staff.getByText(staffSay('withdrawals.story')).first().waitFor();
      expect(await violationsOf(staff)).toEqual([]);
      await propose(staff, 'approveByTwo');
      await agree(staff, 'approveWithdrawal');

      await visit.open(`/tbjl?id=${number}`);
      const drawer = page.getByRole('dialog');
      await drawer.getByText(say('wallet.out.byPeople')).waitFor();
      expect(await drawer.getByText(say('wallet.out.events.paying')).count()).toBe(0);
      passed = COOLED + 20 * MINUTE;
      setLater(passed);
      await drawer.getByText(say('wallet.out.events.paying')).first().waitFor({ timeout: 60_000 });
      expect(await violationsOf(page)).toEqual([]);

      // What was not paid whole has not paid it, whatever two people say.
      const wrong = ethereum.pay(ADDRESS, PAID - 1n);
      await settle(staff, `#${number}`, wrong);
      const said = staff.getByText(staffSay('withdrawals.byHand.other'));
      // What a case says is read again by who opens it again.
      await eventually(async () => {
        await openCase(staff, `#${number}`);
        return said.count();
      }).toBe(1);
      expect(await drawer.getByText(say('wallet.out.stages.paid')).count()).toBe(0);
      const transaction = ethereum.pay(ADDRESS, PAID);
      await settle(staff, `#${number}`, transaction);
      await drawer.getByText(say('wallet.out.stages.paid')).first().waitFor({ timeout: 60_000 });
      const link = drawer.getByRole('link').filter({ hasText: transaction.slice(0, 6) });
      expect(await link.getAttribute('href')).toContain(transaction);
      await page.keyboard.press('Escape');
      const rows = page.getByRole('row').filter({ hasText: 'USDT' });
      await eventually(() => rows.count()).toBe(2);
      const states = await rows.allTextContents();
      expect(states.some((text) => text.includes(say('wallet.out.stages.paid')))).toBe(true);
      expect(states.some((text) => text.includes(say('wallet.out.stages.cancelled')))).toBe(true);
      aMinuteLater();
      await leaveByPlan(visit, email);
    });
  });
}

export async function setTradePassword(visit: Visit, email: string): Promise<void> {
  const { page, say } = visit;
  await visit.open('/bindmpwd');
  await page.getByLabel(named(say('identity.tradePassword.new'))).fill(PIN);
  await page.getByLabel(named(say('identity.tradePassword.again'))).fill(PIN);
  await page.getByRole('button', { name: named(say('identity.security.save')) }).click();
  await confirmByCode(visit, email);
  await page
    .getByText(named(say('identity.security.saved')))
    .first()
    .waitFor();
}

export async function fill({ page, say }: Visit, address: string, amount: string): Promise<void> {
  await page.getByLabel(named(say('wallet.out.address'))).fill(address);
  await page.getByRole('textbox', { name: startingWith(say('wallet.amount')) }).fill(amount);
}

/** All of it, on a phone: by a plan, which is shown, proved, and taken back as a whole. */
async function leaveByPlan(visit: Visit, email: string): Promise<void> {
  const { page, say } = visit;
  await page.setViewportSize({ width: 390, height: 844 });
  await visit.open('/money');
  await page.getByLabel(named(say('wallet.out.address'))).fill(ADDRESS);
  await page.getByRole('button', { name: named(say('wallet.out.everything')) }).click();
  await page.getByText(say('wallet.out.refusals.travelDataNeeded')).waitFor();
  await page.getByLabel(named(say('wallet.out.recipient'))).fill('Ana Sousa');
  await page.getByText(named(say('wallet.out.plan.title'))).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  const send = { name: named(say('wallet.out.plan.do')) };
  await page.getByRole('button', send).click();
  const dialog = page.getByRole('dialog');
  // 99,500 by 10,000 each: what one request of the first level may be.
  await eventually(() => dialog.getByRole('listitem').count()).toBe(10);
  await dialog.getByLabel(named(say('wallet.out.pin'))).fill(PIN);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', send).click();
  await page.getByLabel(named(say('kit.sentCode'))).waitFor();
  await confirmByCode(visit, email);
  await page.getByRole('link', { name: say('wallet.out.follow') }).click();
  await page
    .getByRole('button', { name: named(say('wallet.out.details')) })
    .first()
    .click();
  const all = { name: named(say('wallet.out.plan.cancel')) };
  await page.getByRole('dialog').getByRole('button', all).click();
  await page.getByRole('dialog').last().getByRole('button', all).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByText(say('wallet.out.events.cancelled')).first().waitFor();
  await page.keyboard.press('Escape');
  const open = page.getByText(say('wallet.out.stages.review'));
  await eventually(() => open.count()).toBe(0);
}

/** Where what was just asked for can be followed. */
async function follow({ page, say }: Visit): Promise<string> {
  const link = page.getByRole('link', { name: say('wallet.out.follow') });
  return (await link.getAttribute('href')) ?? '';
}

/** Asks for an amount. */
async function request(visit: Visit, email: string, amount: string): Promise<void> {
  const { page, say } = visit;
  await fill(visit, ADDRESS, amount);
  await page.getByText(say('wallet.out.holds.outflow')).waitFor();
  await prove(visit, email);
}

/** Sends what the form says, with the six digits and the proof. */
export async function prove(
  visit: Visit,
  email: string,
  kind: 'ordinary' | 'return' = 'ordinary',
): Promise<void> {
  const { page, say } = visit;
  await page.getByRole('button', { name: named(say('wallet.out.do')) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(named(say('wallet.out.pin'))).fill(PIN);
  expect(await violationsOf(page)).toEqual([]);
  const send = dialog.getByRole('button', { name: named(say('wallet.out.do')) });
  if (kind === 'return') {
    expect(await send.isDisabled()).toBe(true);
    await dialog.getByLabel(named(say('wallet.out.sourceIsMine'))).check();
  }
  await send.click();
  await page.getByLabel(named(say('kit.sentCode'))).waitFor();
  await confirmByCode(visit, email);
  await page.getByText(named(say('wallet.out.done'))).waitFor();
}

export async function cancel({ page, say }: Visit): Promise<void> {
  const drawer = page.getByRole('dialog');
  await drawer.getByText(say('wallet.out.events.requested')).waitFor();
  await drawer.getByRole('button', { name: named(say('wallet.out.cancel')) }).click();
  await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: named(say('wallet.out.cancel')) })
    .click();
  await drawer.getByText(say('wallet.out.events.cancelled')).first().waitFor();
}

export async function openCase(staff: Page, number: string): Promise<void> {
  await staff.getByRole('link', { name: named(staffSay('withdrawals.title')) }).click();
  // The page may show the case that was looked at last.
  const back = staff.getByRole('button', { name: named(staffSay('withdrawals.back')) });
  const own = staff.getByRole('row').filter({ hasText: number }).getByRole('button').first();
  // It may also be about to go, since a page stays until the next one is there.
  await eventually(async () => {
    if (await back.isVisible()) await back.click({ timeout: 2_000 }).catch(() => undefined);
    return own.isVisible();
  }).toBe(true);
  await own.click();
  const claim = staff.getByRole('button', { name: named(staffSay('withdrawals.claim')) });
  const release = staff.getByRole('button', { name: named(staffSay('withdrawals.release')) });
  await claim.or(release).waitFor();
  if (await claim.isVisible()) await claim.click();
  await release.waitFor();
}

/** Two people say by which transaction they have paid it. */
async function settle(staff: Page, number: string, transaction: string): Promise<void> {
  await openCase(staff, number);
  await propose(staff, 'settle', transaction);
  await agree(staff, 'settleByHand');
}

/** The first of two decisions. */
export async function propose(
  staff: Page,
  step: 'approveByTwo' | 'settle',
  transaction = '',
): Promise<void> {
  const press = { name: named(staffSay(`withdrawals.steps.${step}`)) };
  await staff.getByRole('button', press).click();
  const dialog = staff.getByRole('dialog');
  if (step === 'settle') {
    const field = dialog.getByLabel(named(staffSay('withdrawals.transaction')));
    await field.fill(transaction);
  }
  await dialog.getByRole('button', press).click();
  await staff.getByText(staffSay('withdrawals.prepared')).waitFor();
}
