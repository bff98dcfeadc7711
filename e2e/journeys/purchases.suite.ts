import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { Early, logIn, newAddress, openAccount, PASSWORD, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { agree } from '../harness/console.ts';
import { eventually } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { confirmByCode } from './security.suite.ts';
import { approve, openStaffPage, sendJunior } from './verification.suite.ts';

export const IBAN = 'DE89370400440532013000';
const COST = '93.52';

/** Coins for bank money: opened by staff, ordered, proved, released by two. */
export function purchaseJourneys(): void {
  it('UI-1320 UI-1321 UI-1322 UI-1323 UI-1324 an order is paid with proof, its payment imported, assigned by two and released; another is cancelled', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await register(visit, newAddress());
      await visit.open('/kjmbSelect');
      await page.getByText(say('purchases.closed')).waitFor();
      await page.getByText(say('purchases.notVerified')).waitFor();
      await page.getByText(say('purchases.rulesUnread')).first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await visit.follow('/sfyz');
      await sendJunior(visit);
      const staff = await openStaffPage();
      await approve(staff);
      await publishRate(staff, '1.08');
      await openPayee(staff);
      await readRules(visit);

      await visit.open('/kjmbSelect');
      const reference = await order(visit);
      await page.getByText(IBAN).first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
      await prove(visit);

      await importPayment(staff, reference);
      await release(staff, reference);
      await page.getByText(say('purchases.stages.released')).first().waitFor({ timeout: 60_000 });
      await visit.open('/table1');
      await page.getByRole('row').filter({ hasText: 'USDT' }).getByText(/100/).first().waitFor();

      await visit.open('/kjmbSelect');
      await order(visit);
      await page.getByRole('button', { name: named(say('purchases.cancel')) }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('button', { name: named(say('purchases.cancel')) }).click();
      await page.getByText(say('purchases.stages.cancelled')).first().waitFor();
      await visit.open('/kjmbSelect');
      await eventually(() => page.getByRole('row').filter({ hasText: 'QB-' }).count()).toBe(2);
      expect(await violationsOf(page)).toEqual([]);
    }));

  receivingJourneys();
}

/** Whoever needs a second code has an account that is opened before the first journey. */
function receivingJourneys(): void {
  const early = new Early(openAccount);
  beforeAll(() => early.open());

  it('UI-1325 where somebody is paid is shown masked once it was confirmed', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      const { email, untilNextCode } = await early.take();
      await visit.open('/login?to=/receive');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/receive');
      await page.getByText(say('identity.receive.hold')).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
      const fill = (field: string, text: string) =>
        page.getByLabel(named(say(`identity.receive.fields.${field}`))).fill(text);
      await fill('bank_name', 'First Bank');
      await fill('bank_number', '!');
      const save = page.getByRole('button', { name: named(say('identity.security.save')) });
      await save.click();
      await page.getByText(say('identity.receive.numberWrong')).waitFor();
      await fill('bank_number', 'de89 3704 0044 0532 0130 00');
      await untilNextCode();
      await save.click();
      await confirmByCode(visit, email);
      await page.getByText('***3000').waitFor();
      await page.getByText('First Bank').first().waitFor();
      expect(await page.content()).not.toContain('0532');
    }));
}

async function readRules({ page, say }: Visit): Promise<void> {
  await page.goto(`${stage.address}/withdrawalRules`);
  await page.getByRole('checkbox').first().check();
  await page.getByRole('button', { name: named(say('wayOut.tick')) }).click();
  await page.getByText(say('wayOut.done')).first().waitFor();
}

/** Orders 100 USDT; the number that is written on the payment. */
async function order({ page, say }: Visit): Promise<string> {
  await page.getByRole('textbox', { name: startingWith(say('purchases.amount')) }).fill('100');
  await page.getByLabel(named(say('purchases.payer'))).fill('Ana Sousa');
  await page.getByText(COST).first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: named(say('purchases.do')) }).click();
  await page.waitForURL((url) => url.pathname === '/kjmb');
  const reference = page.locator('code').filter({ hasText: /^QB-/ }).first();
  return (await reference.textContent())?.trim() ?? '';
}

/** Sends a picture of the page itself: a real JPEG. */
async function prove({ page, say }: Visit): Promise<void> {
  const buffer = await page.screenshot({ type: 'jpeg' });
  const file = { name: 'proof.jpg', mimeType: 'image/jpeg', buffer };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByText(say('purchases.stages.proved')).first().waitFor();
  await page.getByText(say('purchases.events.proved')).first().waitFor();
}

export const go = (page: Page, key: string) =>
  page
    .getByRole('link', { name: named(staffSay(key)) })
    .first()
    .click();

export async function publishRate(page: Page, value: string): Promise<void> {
  await go(page, 'parameters.title');
  const name = staffSay('parameters.names.purchaseRateEur');
  await page.getByLabel(named(staffSay('parameters.search'))).fill('one eur');
  await page.getByRole('row').filter({ hasText: name }).getByRole('button').first().click();
  const change = { name: named(staffSay('parameters.change')) };
  await page.getByRole('button', change).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill(value);
  await dialog.getByLabel(named(staffSay('parameters.reason'))).fill('Rate of today');
  await page.getByRole('button', change).click();
  await page.getByText(staffSay('parameters.prepared')).waitFor();
  await page.keyboard.press('Escape');
  await agree(page, 'changeParameter');
}

export async function openPayee(page: Page): Promise<void> {
  await go(page, 'purchases.bank');
  await page.getByText(staffSay('purchases.noPayees')).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: named(staffSay('purchases.addPayee')) }).click();
  const dialog = page.getByRole('dialog');
  const fill = (key: string, value: string) => dialog.getByLabel(named(staffSay(key))).fill(value);
  await fill('purchases.holder', 'Assay Trial Ltd');
  await fill('purchases.bankName', 'First Bank');
  await fill('purchases.account', IBAN);
  await fill('purchases.bic', 'COBADEFFXXX');
  await fill('purchases.bankAddress', 'Frankfurt am Main');
  await fill('chains.reason', 'Our first account');
  await dialog.getByRole('button', { name: named(staffSay('chains.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await agree(page, 'setPayee');
}

/** As the bank of somebody writes it: with another name than the order has. */
async function importPayment(page: Page, reference: string): Promise<void> {
  await go(page, 'purchases.bank');
  const text = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt><Stmt><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">${COST}</Amt>
<CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-26</Dt></BookgDt>
<AcctSvcrRef>BANK-1</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Dbtr><Pty><Nm>A. Sousa</Nm></Pty></Dbtr>
</RltdPties><RmtInf><Ustrd>${reference}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt>
</BkToCstmrStmt></Document>`;
  const file = { name: 'day.xml', mimeType: 'application/xml', buffer: Buffer.from(text) };
  await page.locator('input[type=file]').first().setInputFiles(file);
  await page.getByText(staffSay('purchases.imported', { read: '1', added: '1' })).waitFor();
  await page.getByRole('row').filter({ hasText: 'A. Sousa' }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
}

/** One looks at the proof and proposes, the other agrees; a trial lets the same member do both. */
async function release(page: Page, reference: string): Promise<void> {
  await go(page, 'purchases.title');
  await page.getByRole('row').filter({ hasText: reference }).getByRole('button').first().click();
  await page.getByRole('button', { name: named(staffSay('purchases.openProof')) }).click();
  await page.getByRole('img', { name: named(staffSay('purchases.proof')) }).waitFor();
  await page.getByRole('button', { name: named(staffSay('withdrawals.claim')) }).click();
  const assign = { name: named(staffSay('purchases.assign')) };
  await page.getByRole('button', assign).first().click();
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('dialog').getByRole('button', assign).click();
  await page.getByText(staffSay('withdrawals.prepared')).waitFor();
  await agree(page, 'assignLine');
}
