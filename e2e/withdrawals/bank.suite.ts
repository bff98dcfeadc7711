import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAddress, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { agree } from '../harness/console.ts';
import { faultsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { go, IBAN, openPayee, publishRate } from '../journeys/purchases.suite.ts';
import { confirmByCode } from '../journeys/security.suite.ts';
import { approve, openStaffPage, sendJunior } from '../journeys/verification.suite.ts';
import { AWAY, comeBack } from './come-back.ts';
import { COOLED, openCase, PIN, propose, setTradePassword } from './journeys.suite.ts';
import type { SetLater } from './moved-clock.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Within the hours of the day, and not before the end of the journey before this one. */
const FROM = 30 * MINUTE;
/** 500 USDT less 2, at 1.08 and one per cent: 498 × 0.99 ÷ 1.08, rounded down. */
const PROCEEDS = '456.5';

/** A withdrawal that a bank carries: paid by a line of a statement, and sent back by another. */
export function bankJourneys(setLater: SetLater): void {
  it('UI-1470 UI-1471 UI-1472 UI-1473 a withdrawal to a bank is asked for at a locked rate, approved by two, paid by a debit, and given back when the bank sends it back', async () => {
    let passed = Math.floor(setLater.set() / DAY) * DAY + FROM;
    const aMinuteLater = () => {
      passed += 1.2 * MINUTE;
      setLater(passed);
    };
    aMinuteLater();
    await stage.visit({ expected: AWAY }, async (visit) => {
      const { page, say } = visit;
      const email = newAddress();
      await register(visit, email);
      aMinuteLater();
      await setTradePassword(visit, email);
      await visit.open('/sfyz');
      await sendJunior(visit);
      let staff = await openStaffPage();
      await approve(staff);
      await visit.open('/money');
      const toBank = page.getByRole('radio', { name: named(say('wallet.bank.ways.bank')) });
      await toBank.click();
      await page.getByText(say('wallet.bank.closed')).waitFor();
      await publishRate(staff, '1.08');
      await openPayee(staff);

      await visit.open('/money');
      await toBank.click();
      aMinuteLater();
      await request(visit, email);
      await page.getByRole('link', { name: say('wallet.out.follow') }).click();
      const drawer = page.getByRole('dialog');
      const reference = await drawer.getByText(/^BW-/).first().textContent();
      const number = new URL(page.url()).searchParams.get('id');
      expect(await violationsOf(page)).toEqual([]);

      await openCase(staff, `#${number}`);
      await staff.getByText('NL91ABNA0417164300').first().waitFor();
      expect(await violationsOf(staff)).toEqual([]);
      await propose(staff, 'approveByTwo');
      await agree(staff, 'approveWithdrawal');
      passed += COOLED;
      await comeBack(visit, { email, to: `/tbjl?id=${number}`, now: setLater(passed) });
      staff = await stage.consolePage();
      await drawer.getByText(say('wallet.out.events.paying')).first().waitFor({ timeout: 60_000 });
      await importLine(staff, { text: reference!, kind: 'DBIT', entry: 'OUT-1' });
      await openCase(staff, `#${number}`);
      await staff
        .getByRole('button', { name: named(staffSay('withdrawals.bank.pay')) })
        .first()
        .click();
      await drawer.getByText(say('wallet.out.stages.paid')).first().waitFor({ timeout: 60_000 });

      await importLine(staff, { text: `RETURN ${reference}`, kind: 'CRDT', entry: 'IN-1' });
      await go(staff, 'purchases.bank');
      await staff
        .getByRole('link', { name: `#${number}` })
        .first()
        .click();
      await staff
        .getByRole('button', { name: named(staffSay('withdrawals.bank.giveBack')) })
        .first()
        .click();
      await agree(staff, 'returnByBank');
      await drawer
        .getByText(say('wallet.out.stages.sentBack'))
        .first()
        .waitFor({ timeout: 60_000 });
      await drawer.getByText(say('wallet.bank.gotBack')).waitFor();
      expect(await violationsOf(page)).toEqual([]);

      await visit.open('/transparency');
      const banks = page.getByRole('table', { name: say('transparency.banks') });
      await banks.getByText('EUR').first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      expect(await faultsOf(page)).toEqual([]);
    });
  });
}

/** Fills the form, with a wrong account first, and proves the request. */
async function request(visit: Visit, email: string): Promise<void> {
  const { page, say } = visit;
  const fill = (name: string, text: string) =>
    page.getByLabel(startingWith(say(`wallet.bank.fields.${name}`))).fill(text);
  await page.getByRole('textbox', { name: startingWith(say('wallet.amount')) }).fill('500');
  await fill('payeeName', 'Ana Sousa');
  await fill('account', 'NL91 ABNA 0417 1643 01');
  await fill('bic', 'abnanl2a');
  await page.getByText(say('wallet.bank.ibanWrong')).waitFor();
  await fill('account', 'NL91 ABNA 0417 1643 00');
  await fill('bankName', 'Second Bank');
  await fill('bankAddress', 'Amsterdam');
  await fill('payeePhone', '+31 20 1234567');
  await fill('payeeAddress', 'Keizersgracht 1, Amsterdam');
  await page.getByText(PROCEEDS).first().waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: named(say('wallet.out.do')) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText(say('wallet.bank.locked')).waitFor();
  await dialog.getByLabel(named(say('wallet.out.pin'))).fill(PIN);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: named(say('wallet.out.do')) }).click();
  await page.getByLabel(named(say('kit.sentCode'))).waitFor();
  await confirmByCode(visit, email);
  await page.getByText(named(say('wallet.out.done'))).waitFor();
}

interface Line {
  readonly text: string;
  readonly kind: 'DBIT' | 'CRDT';
  readonly entry: string;
}

/** A statement of our bank with one line of this sum. */
async function importLine(page: Page, { text, kind, entry }: Line): Promise<void> {
  await go(page, 'purchases.bank');
  const file = `<?xml version="1.0"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08">
<BkToCstmrStmt><Stmt><Acct><Id><IBAN>${IBAN}</IBAN></Id></Acct><Ntry><Amt Ccy="EUR">${PROCEEDS}</Amt>
<CdtDbtInd>${kind}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-26</Dt></BookgDt>
<AcctSvcrRef>${entry}</AcctSvcrRef><NtryDtls><TxDtls><RltdPties><Cdtr><Pty><Nm>Ana Sousa</Nm></Pty></Cdtr>
</RltdPties><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry></Stmt>
</BkToCstmrStmt></Document>`;
  await page
    .locator('input[type=file]')
    .first()
    .setInputFiles({ name: 'day.xml', mimeType: 'application/xml', buffer: Buffer.from(file) });
  await page.getByText(staffSay('purchases.imported', { read: '1', added: '1' })).waitFor();
  await page.getByRole('row').filter({ hasText: text }).first().waitFor();
}
