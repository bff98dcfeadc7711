import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAddress, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { agree } from '../harness/console.ts';
import { eventually } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { confirmByCode } from './security.suite.ts';
import { approve, openStaffPage, sendJunior } from './verification.suite.ts';

const DOCUMENTS = 5;

/** A loan against documents: refused once, approved by two, signed, paid out and repaid. */
export function loanJourneys(): void {
  it('UI-1410 UI-1411 UI-1412 UI-1413 UI-1414 UI-1415 a loan is refused once, approved by two, signed, paid out, repaid in part with proof and then in full', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      const email = newAddress();
      await register(visit, email);
      await visit.open('/currency');
      await page.getByText(say('loans.notVerified')).waitFor();
      await visit.follow('/sfyz');
      await sendJunior(visit);
      const staff = await openStaffPage();
      await approve(staff);

      await looksRight(visit, '/currencyRecord');
      await visit.open('/currency');
      await apply(visit);
      await decide(staff, 'refuse', 'refuseLoan');
      await page.getByText(say('loans.stages.refused')).first().waitFor({ timeout: 60_000 });
      await page.getByText(say('loans.reasons.documentsUnreadable')).first().waitFor();

      await visit.open('/currency');
      await apply(visit);
      await decide(staff, 'approve', 'approveLoan');
      await page.getByText(say('loans.stages.offered')).first().waitFor({ timeout: 60_000 });
      await seenWell(visit);
      await page.getByRole('button', { name: named(say('loans.signDo')) }).click();
      await confirmByCode(visit, email);
      await page.getByText(say('loans.stages.issued')).first().waitFor();
      await seenWell(visit);

      await page
        .getByRole('link', { name: named(say('loans.repay')) })
        .first()
        .click();
      await seenWell(visit);
      await show(visit, '40');
      await confirmShown(staff);
      await page.getByText(say('loans.shownStates.credited')).first().waitFor({ timeout: 60_000 });
      await page
        .getByRole('textbox', { name: startingWith(say('loans.payment')) })
        .first()
        .fill('1000');
      await page.getByRole('button', { name: named(say('loans.repayDo')) }).click();
      await page.getByText(say('loans.stages.repaid')).first().waitFor();
      await visit.open('/currencyRecord');
      await eventually(() => page.getByRole('row').filter({ hasText: 'LN-' }).count()).toBe(2);
    }));
}

async function seenWell({ page }: Visit): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
}

async function looksRight(visit: Visit, path: string): Promise<void> {
  await visit.open(path);
  await visit.page.getByText(visit.say('loans.none')).waitFor();
  await seenWell(visit);
}

/** Sends five pictures, reads the cost and the contract, agrees, and applies for 100. */
async function apply(visit: Visit): Promise<void> {
  const { page, say } = visit;
  const buffer = await page.screenshot({ type: 'jpeg' });
  const file = { name: 'document.jpg', mimeType: 'image/jpeg', buffer };
  for (let n = 0; n < DOCUMENTS; n += 1) {
    await page.locator('input[type=file]').first().setInputFiles(file);
    await page.getByText(say('loans.sent')).nth(n).waitFor();
  }
  await page.getByRole('textbox', { name: startingWith(say('loans.amount')) }).fill('100');
  // 100 at 0.05 % for 30 days.
  await page.getByText('101.5').first().waitFor();
  await page.getByText(say('loans.readContract')).click();
  await page.getByText('1. Parties').waitFor();
  await seenWell(visit);
  await page.getByRole('checkbox').check();
  // While it is sent the button cannot be pressed; a press that was lost on a busy machine is not.
  const send = page.getByRole('button', { name: named(say('loans.applyDo')) });
  await eventually(async () => {
    if (await send.isEnabled()) await send.click();
    return page
      .waitForURL((url) => url.pathname === '/repayment', { waitUntil: 'commit', timeout: 5_000 })
      .then(() => true)
      .catch(() => false);
  }).toBe(true);
  await page.getByText(say('loans.stages.unreviewed')).first().waitFor();
}

async function show({ page, say }: Visit, amount: string): Promise<void> {
  const buffer = await page.screenshot({ type: 'jpeg' });
  const file = { name: 'proof.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByRole('textbox', { name: startingWith(say('loans.proofAmount')) }).fill(amount);
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByText(say('loans.shownStates.review')).first().waitFor();
}

const go = (page: Page, key: string) =>
  page
    .getByRole('link', { name: named(staffSay(key)) })
    .first()
    .click();

/** One looks at a document and proposes, the other agrees; a trial lets one member do both. */
async function decide(page: Page, what: 'approve' | 'refuse', type: string): Promise<void> {
  await go(page, 'loans.title');
  await page.getByText(staffSay('loans.pool')).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('row').filter({ hasText: 'LN-' }).getByRole('button').first().click();
  await page.getByRole('button', { name: named(staffSay('withdrawals.claim')) }).click();
  const verdict = { name: named(staffSay(`loans.${what}`)) };
  await page.getByRole('button', verdict).waitFor();
  const kind = staffSay('loans.kinds.income');
  await page.getByRole('button', { name: named(kind) }).click();
  await page.getByRole('img', { name: named(kind) }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', verdict).click();
  await page.getByRole('dialog').getByRole('button', verdict).click();
  await page.getByText(staffSay('withdrawals.prepared')).waitFor();
  await agree(page, type);
}

async function confirmShown(page: Page): Promise<void> {
  await go(page, 'loans.title');
  await page.getByRole('button', { name: named(staffSay('loans.openProof')) }).click();
  await page.getByRole('img', { name: named(staffSay('loans.proof')) }).waitFor();
  await page.getByRole('button', { name: named(staffSay('loans.decide')) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(named(staffSay('loans.reference'))).fill('BANK-4711');
  await dialog.getByLabel(named(staffSay('chains.reason'))).fill('It has arrived');
  await dialog.getByRole('button', { name: named(staffSay('chains.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await agree(page, 'confirmRepayment');
}
