import fs from 'node:fs';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAddress, openAccount, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { sendAgain, takeBack } from '../harness/chain.ts';
import { agree, goTo } from '../harness/console.ts';
import { coming, eventually } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { units } from '../harness/money.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';

/** Nobody deposits before they have read how money leaves. */
export async function readRules(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await page.getByRole('link', { name: named(say('deposits.readRules')) }).click();
  await visit.arrived('/withdrawalRules');
  await page.getByRole('checkbox', { name: named(say('wayOut.read')) }).check();
  await page.getByRole('button', { name: named(say('wayOut.tick')) }).click();
  await page.getByRole('link', { name: named(say('wayOut.deposit')) }).click();
  await visit.arrived('/recharge');
}

/** Money that comes in, on the chain of the trial. */
export function depositJourneys(): void {
  it('DEPO-050 UI-1280 UI-1281 UI-1282 UI-1283 test money arrives n of N, is taken back by a reorganisation, comes again and is credited once', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await register(visit, newAddress());
      await visit.open('/table1');
      await page
        .getByRole('link', { name: named(say('deposits.title')) })
        .first()
        .click();
      await visit.arrived('/recharge');
      await readRules(visit);
      const address = page
        .locator('code')
        .filter({ hasText: /^0x[0-9a-fA-F]{40}$/ })
        .first();
      await address.waitFor();
      await page.getByText(named(say('deposits.test.title'))).waitFor();
      await page.getByText(named(say('deposits.nothing'))).waitFor();
      expect(await violationsOf(page)).toEqual([]);

      await page.getByRole('button', { name: /Get 1,000 test USDT/ }).click();
      const arriving = page.getByRole('list').filter({ hasText: '1,000' });
      await arriving.getByText(/^\d of 6$/).waitFor();
      // Before it is final: nothing that takes time comes in between.
      const transaction = await arriving.locator('code[title]').getAttribute('title');
      const raw = await takeBack(transaction ?? '');
      await arriving.getByText(say('deposits.states.orphaned')).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await visit.follow('/table1');
      expect(await page.getByRole('main').textContent()).not.toContain('1,000');
      await visit.follow('/recharge');
      await sendAgain(raw);
      await arriving.getByText(say('deposits.states.credited')).waitFor();
      expect(await violationsOf(page)).toEqual([]);

      await visit.open('/table1');
      const tether = page.getByRole('row').filter({ hasText: 'USDT' });
      await eventually(async () => tether.getByRole('cell').nth(1).textContent()).toMatch(/^1,000/);
      await records(visit, transaction ?? '');
      await visit.open('/news');
      await page
        .getByText(/Your deposit of 1000 USDT/)
        .first()
        .waitFor();
    }));

  it('UI-1326 DEPO-079 a proof of a missing transfer is refused by two with a reason, and so is a transfer on another network; another one is credited by two', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await register(visit, newAddress());
      await visit.open('/recharge');
      await readRules(visit);
      await page.getByRole('button', { name: named(say('deposits.proof.open')) }).click();
      await page.getByText(say('deposits.proof.amountMissing')).waitFor();
      await page
        .getByRole('textbox', { name: startingWith(say('deposits.proof.amount')) })
        .fill('75');
      const buffer = await page.screenshot({ type: 'jpeg' });
      const file = { name: 'proof.jpg', mimeType: 'image/jpeg', buffer };
      await page.locator('input[type=file]').first().setInputFiles(file);
      await page.getByText(say('deposits.proof.sent')).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      const staff = await stage.consolePage();
      await refuseProof(staff);
      await visit.open('/cbjl');
      await page.getByText(say('deposits.proof.reasons.notFound')).first().waitFor();
      await reportTransfer(visit, '7c');
      await refuseRecovery(staff);
      await visit.open('/cbjl');
      await page.getByRole('row').filter({ hasText: 'TRON' }).getByRole('button').click();
      const drawer = page.getByRole('dialog');
      await drawer.getByText(say('deposits.recovery.reasons.outOfReach')).waitFor();
      await drawer.getByText(say('deposits.recovery.events.refused')).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await drawer.waitFor({ state: 'detached' });

      await reportTransfer(visit, '8d');
      const kept = await creditRecovery(staff);
      await seeCredited(visit, units('120') - kept, kept);
      expect(await faultsOf(page)).toEqual([]);
    }));

  it('UI-1284 a virtual account is sent to the real one', () =>
    stage.visit({ virtual: true }, async (visit) => {
      await visit.open('/recharge');
      await visit.page.getByText(named(visit.say('ui.realOnlyText'))).waitFor();
      expect(await violationsOf(visit.page)).toEqual([]);
      await visit.open('/cbjl');
      await visit.page.getByText(named(visit.say('deposits.none'))).waitFor();
    }));

  it('DEPO-051 staff see the chain with its node, and find a deposit by its customer', async () => {
    const program = await openAccount(newAddress());
    const { chains } = (await program.get('getDepositChains')) as {
      chains: { chainId: number; isTest: boolean }[];
    };
    const { chainId } = chains.find(({ isTest }) => isTest)!;
    const { version, digest } = await program.get('getWithdrawalRules');
    await program.post('readWithdrawalRules', { version, digest });
    await program.post('getDepositAddress', { chainId });
    await program.post('askTestMoney', { chainId });
    const { userId } = await program.get('getInfo');
    const page = await stage.consolePage();
    await page.getByRole('link', { name: 'Chains', exact: true }).click();
    const chain = page.getByRole('region', { name: /Test network/ });
    await chain.getByText('127.0.0.1').waitFor();
    const found = page.getByRole('row').filter({ hasText: `#${userId}` });
    await found.waitFor();
    await page.getByRole('searchbox').fill('#999999');
    await found.waitFor({ state: 'detached' });
    await page.getByRole('searchbox').fill(`#${userId}`);
    await found.waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
}

/** By the keyboard: the first that is free is claimed, and a decision about it is begun. */
async function claimAndPress(page: Page, key: 'a' | 'r'): Promise<void> {
  const claim = { name: named(staffSay('withdrawals.claim')) };
  await page.getByRole('button', claim).first().waitFor();
  await page.keyboard.press('n');
  await page
    .getByText(named(staffSay('withdrawals.mine')))
    .first()
    .waitFor();
  await page.keyboard.press(key);
}

/** Claimed and seen by one, proposed, and agreed to by a second: a trial lets one play both. */
async function refuseProof(page: Page): Promise<void> {
  await page.getByRole('link', { name: named(staffSay('proofs.title')) }).click();
  await page
    .getByRole('button', { name: named(staffSay('proofs.open')) })
    .first()
    .click();
  await page.getByRole('img', { name: named(staffSay('proofs.picture')) }).waitFor();
  await claimAndPress(page, 'r');
  const dialog = page.getByRole('dialog');
  const reason = { name: named(staffSay('chains.reason')) };
  await dialog.getByRole('textbox', reason).fill('Looked for it');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: named(staffSay('chains.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await page
    .getByRole('link', { name: named(staffSay('approvals.title')) })
    .first()
    .click();
  await page.getByText('refuseProof').first().click();
  const approve = { name: named(staffSay('approvals.verdicts.approve')) };
  await page.getByRole('button', approve).click();
  await page.getByText(staffSay('approvals.exactly')).waitFor();
  await page.getByRole('button', approve).last().click();
  await page.getByText(staffSay('approvals.empty')).waitFor();
}

/** One record, with its transaction, on the screen and in the file. */
async function records({ page, say }: Visit, transaction: string): Promise<void> {
  await page
    .getByRole('link', { name: named(say('deposits.records')) })
    .first()
    .click();
  const row = page.getByRole('row').filter({ hasText: '1,000' });
  await row.getByText(say('deposits.states.credited')).waitFor();
  expect(await row.count()).toBe(1);
  expect(await row.locator('code[title]').getAttribute('title')).toBe(transaction);
  expect(await violationsOf(page)).toEqual([]);
  const download = coming(page.waitForEvent('download'));
  await page.getByRole('button', { name: /CSV/ }).click();
  const file = fs.readFileSync(await (await download).path(), 'utf8');
  expect(file).toContain(transaction);
  const state = page.getByRole('combobox', { name: say('deposits.state') });
  await state.selectOption({ label: say('deposits.states.orphaned') });
  await page.getByText(named(say('deposits.none'))).waitFor();
}

/** What was sent on a network that is not read here. */
async function reportTransfer({ page, say }: Visit, byte: string): Promise<void> {
  await page.getByRole('button', { name: named(say('deposits.recovery.report')) }).click();
  const dialog = page.getByRole('dialog');
  const field = (key: string) => dialog.getByRole('textbox', { name: startingWith(say(key)) });
  await dialog.getByRole('button', { name: named(say('deposits.recovery.send')) }).click();
  await dialog.getByText(say('deposits.recovery.transactionWrong')).waitFor();
  await field('deposits.transaction').fill(byte.repeat(32));
  await field('deposits.asset').fill('usdt');
  await field('deposits.quantity').fill('120');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: named(say('deposits.recovery.send')) }).click();
  const asked = say('deposits.recovery.states.review');
  await page.getByRole('row').filter({ hasText: 'TRON' }).filter({ hasText: asked }).waitFor();
}

/** Claimed by one, refused by two: a trial lets one play both. */
async function refuseRecovery(page: Page): Promise<void> {
  await goTo(page, 'recoveries.title');
  await claimAndPress(page, 'r');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox').selectOption('outOfReach');
  await dialog.getByLabel(named(staffSay('chains.reason'))).fill('No key of ours is there');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: named(staffSay('chains.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await agree(page, 'refuseRecovery', 'outOfReach');
}

/** Credited by two, with no more kept than was stated; what is kept of it. */
async function creditRecovery(page: Page): Promise<bigint> {
  await goTo(page, 'recoveries.title');
  await claimAndPress(page, 'a');
  const dialog = page.getByRole('dialog');
  const fee = dialog.getByRole('textbox', { name: startingWith(staffSay('recoveries.fee')) });
  const stated = await fee.inputValue();
  await dialog.getByLabel(named(staffSay('chains.reason'))).fill('Moved to custody');
  const propose = dialog.getByRole('button', { name: named(staffSay('chains.propose')) });
  await fee.fill('119');
  await propose.click();
  await dialog.getByText(staffSay('recoveries.feeWrong', { most: stated })).waitFor();
  await fee.fill(stated);
  expect(await violationsOf(page)).toEqual([]);
  await propose.click();
  await dialog.waitFor({ state: 'detached' });
  await agree(page, 'creditRecovery', stated);
  return units(stated);
}

/** Its owner reads what was credited and what was kept, and has it. */
async function seeCredited(visit: Visit, credited: bigint, kept: bigint): Promise<void> {
  const { page, say } = visit;
  await visit.open('/cbjl');
  const state = say('deposits.recovery.states.credited');
  await page.getByRole('row').filter({ hasText: state }).getByRole('button').click();
  const drawer = page.getByRole('dialog');
  const value = (key: string) =>
    drawer.locator('dt', { hasText: named(say(key)) }).locator('xpath=following-sibling::dd[1]');
  const shown = async (key: string) => units((await value(key).textContent()) ?? '');
  expect(await shown('deposits.recovery.credited')).toBe(credited);
  expect(await shown('deposits.recovery.fee')).toBe(kept);
  expect(await violationsOf(page)).toEqual([]);
  await visit.open('/table1');
  const tether = page.getByRole('row').filter({ hasText: 'USDT' }).getByRole('cell').nth(1);
  await eventually(async () => units((await tether.textContent()) ?? '')).toBe(credited);
}
