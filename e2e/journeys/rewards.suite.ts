import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import {
  chooseCountry,
  fillPasswords,
  newAddress,
  PASSWORD,
  passOver,
  proveAddress,
  register,
} from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { closeNow } from '../harness/contracts.ts';
import { Desk } from '../harness/desk.ts';
import { coming, eventually } from '../harness/eventually.ts';
import { faultsOf } from '../harness/measure.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { approve, openStaffPage, sendJunior } from './verification.suite.ts';

/** What the house gives, from both sides. */
export function rewardJourneys(): void {
  it('UI-1440 UI-1441 UI-1442 UI-1443 UI-1445 UI-1447 UI-1448 RWRD-020 RWRD-021 RWRD-022 RWRD-023 CRED-003 OPTN-065 a person reads the rules, is verified, signs in once, takes trial funds and buys an option with them, and sees fees and score', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await visit.open('/signRule');
      await page.getByText(say('rewards.rule.points.fund')).waitFor();
      await fine(page);
      await visit.open('/benefits');
      await page.getByText(say('rewards.benefits.feeTiers.title')).waitFor();
      await fine(page);
      await visit.open('/benefitsDetail?id=feeTiers');
      await page.getByText('VIP 4').first().waitFor();
      await register(visit, newAddress());
      await visit.open('/sign');
      await page.getByText(say('rewards.sign.unverified')).waitFor();
      const take = page.getByRole('button', { name: say('rewards.sign.take', TAKE) });
      expect(await take.isDisabled()).toBe(true);
      await fine(page);
      await visit.follow('/sfyz');
      await sendJunior(visit);
      const staff = await openStaffPage();
      await approve(staff);

      await visit.open('/sign');
      await take.click();
      await page.getByText(say('rewards.sign.taken')).waitFor();
      await page.getByText(say('rewards.sign.states.signed')).first().waitFor();
      await page
        .getByText(say('rewards.history.signIn', { slot: 1 }))
        .first()
        .waitFor();
      await fine(page);
      await visit.open('/table1');
      const tether = page.getByRole('row').filter({ hasText: 'USDT' });
      await eventually(async () => tether.getByRole('cell').nth(1).textContent()).toMatch(/^0\.1/);

      await visit.open('/vip');
      await page.getByText(named(say('rewards.tiers.yours'))).waitFor();
      await fine(page);
      await visit.open('/credit');
      await page.getByText(named(say('credit.verified.junior'))).waitFor();
      await fine(page);
      await page.getByLabel(named(say('credit.appealField'))).fill('The age is wrong.');
      await page.getByRole('button', { name: named(say('credit.appealSend')) }).click();
      await page.getByText(say('credit.appealed')).waitFor();
      await fillFund(staff);
      await publishTask(staff, 'fees');
      await go(staff, 'rewards.title');
      await endTask(staff);
      await go(staff, 'rewards.title');
      await publishTask(staff, 'options');
      await takesVoucher(visit);
      await paysWithTrial(visit);
      await go(staff, 'rewards.title');
      await staff.getByText('1 / 10').waitFor();
      await fine(staff);
      await endTask(staff);
      await visit.open('/benefitsDetail?id=tasks');
      await page.getByText(say('rewards.tasks.none')).waitFor();
      await page.getByText(say('rewards.vouchers.states.open')).first().waitFor();
    }));

  it('UI-1449 RWRD-040 RWRD-042 trial funds for contracts are chosen on their desk, trade beside nothing that is one’s own, and are ended', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await register(visit, newAddress());
      await visit.follow('/sfyz');
      await sendJunior(visit);
      const staff = await openStaffPage();
      await approve(staff);
      await go(staff, 'rewards.title');
      await publishTask(staff, 'contracts', '500');
      await takesVoucher(visit);
      await tradesByTrial(visit);
      await go(staff, 'rewards.title');
      await fine(staff);
      await endTask(staff);
      await visit.open('/benefitsDetail?id=tasks');
      await page
        .getByText(named(say('rewards.vouchers.states.over')))
        .first()
        .waitFor();
    }));

  it('UI-1444 UI-1446 PROM-020 PROM-021 PROM-024 who registers by a link and trades brings income that waits, and staff see both', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      await register(visit, newAddress());
      await visit.open('/mypromotion');
      await page.getByText(say('promotion.noMembers')).waitFor();
      const link = page.locator('code').filter({ hasText: '/register?code=' }).first();
      const address = new URL((await link.textContent())?.trim() ?? '');
      await fine(page);
      await stage.visit({}, (other) => tradesAsInvited(other, address));
      await visit.open('/mypromotion');
      const level = page.getByRole('row').filter({ hasText: say('promotion.level', { level: 1 }) });
      // 0.1 % of 0.001 BTC, and a fifth of it.
      await eventually(async () => level.first().textContent()).toContain('0.0000002');
      await page.getByRole('row').filter({ hasText: '#**' }).waitFor();
      await page.getByText(say('promotion.noDays')).waitFor();
      await fine(page);
      const saved = coming(page.waitForEvent('download'));
      await page.getByRole('button', { name: named(say('promotion.picture')) }).click();
      expect((await saved).suggestedFilename()).toMatch(/^invitation-[A-Z0-9]{8}\.png$/);

      const staff = await stage.consolePage();
      await go(staff, 'rewards.title');
      await staff.getByText(staffSay('rewards.noClusters')).waitFor();
      await fine(staff);
      await staff
        .getByRole('button', { name: named(staffSay('rewards.join')) })
        .last()
        .click();
      await propose(staff, 'joinCluster');
      await go(staff, 'rewards.title');
      await staff
        .getByText(/cluster \d+/)
        .first()
        .waitFor();
      await visit.open('/mypromotion');
      await page.getByText(say('promotion.noMembersText')).waitFor({ state: 'detached' });
      await eventually(async () => level.first().textContent()).not.toContain('0.0000002');
    }));
}

const TAKE = { amount: '0.10', asset: 'USDT' };

async function fine(page: Page): Promise<void> {
  expect(await violationsOf(page)).toEqual([]);
  expect(await faultsOf(page)).toEqual([]);
}

const go = (page: Page, key: string) =>
  page
    .getByRole('link', { name: named(staffSay(key)) })
    .first()
    .click();

/** By the link, with test money of the trial, at the market. */
async function tradesAsInvited(visit: Visit, link: URL): Promise<void> {
  const { page, say } = visit;
  const email = newAddress();
  await visit.open(`${link.pathname}${link.search}`);
  await chooseCountry(visit, 'PT');
  await page.getByLabel(named(say('identity.fields.email'))).fill(email);
  await proveAddress(visit, email);
  await page.getByRole('button', { name: named(say('identity.register.continue')) }).click();
  const invitation = page.getByLabel(named(say('identity.fields.invitationOptional')));
  expect(await invitation.inputValue()).toBe(link.searchParams.get('code'));
  await fillPasswords(visit, 'identity.fields.password', PASSWORD);
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: named(say('identity.register.submit')) }).click();
  await passOver(visit);
  await visit.open('/withdrawalRules');
  await page.getByRole('checkbox', { name: named(say('wayOut.read')) }).check();
  await page.getByRole('button', { name: named(say('wayOut.tick')) }).click();
  await page.getByText(say('wayOut.done')).first().waitFor();
  await visit.open('/recharge');
  await page.getByRole('button', { name: /Get 1,000 test USDT/ }).click();
  const credited = page.getByText(say('deposits.states.credited'));
  await credited.first().waitFor({ timeout: 60_000 });
  const desk = new Desk(visit, 'BTC');
  await desk.open();
  await desk.choose('buy', 'market');
  await desk.field('quantity').fill('0.001');
  await desk.send('buy');
}

/** One proposes more capital for the fund, the other agrees; a trial lets one do both. */
async function fillFund(staff: Page): Promise<void> {
  await go(staff, 'rewards.title');
  await staff.getByRole('button', { name: named(staffSay('rewards.fill')) }).click();
  const dialog = staff.getByRole('dialog');
  const amount = staffSay('rewards.amountOf', { asset: 'USDT' });
  await dialog.getByLabel(named(amount)).fill('250');
  await propose(staff, 'fundPromotions');
  await go(staff, 'rewards.title');
  await staff
    .getByText(/10,249\.9/)
    .first()
    .waitFor();
}

/** Ten vouchers for whoever is verified. */
async function publishTask(
  staff: Page,
  gives: 'fees' | 'options' | 'contracts',
  most = '5',
): Promise<void> {
  await staff.getByRole('button', { name: named(staffSay('rewards.publishTask')) }).click();
  const dialog = staff.getByRole('dialog');
  const amount = staffSay('rewards.voucherAmount', { asset: 'USDT' });
  const kind = dialog.getByRole('combobox', { name: staffSay('rewards.gives') });
  await kind.selectOption(gives);
  await dialog.getByLabel(named(amount)).fill(most);
  await dialog.getByLabel(named(staffSay('rewards.howMany'))).fill('10');
  await propose(staff, 'publishTask');
}

async function endTask(staff: Page): Promise<void> {
  await staff.getByRole('button', { name: named(staffSay('rewards.endTask')) }).click();
  await propose(staff, 'endTask');
}

/** Without own money in the contract account, an option is bought with what was given. */
async function paysWithTrial(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await visit.open('/deal_jg');
  const pays = page.getByRole('combobox', { name: say('options.pays') });
  await pays.selectOption({ index: 1 });
  const stake = page.getByRole('textbox', { name: say('options.stake') });
  await stake.fill('6');
  await stake.blur();
  const least = say('options.problem.trial', { amount: '5', asset: 'USDT' });
  await page.getByText(named(least)).waitFor();
  await stake.fill('1');
  await page.getByText(named(say('options.signed'))).waitFor();
  await fine(page);
  await page.getByRole('button', { name: named(say('options.buyUp')) }).click();
  await page
    .getByText(named(say('options.trial')))
    .first()
    .waitFor();
  await fine(page);
}

/** A coin, with nothing of one's own in the contract account. */
async function tradesByTrial(visit: Visit): Promise<void> {
  const { page, say } = visit;
  const kind = named(say('rewards.vouchers.kinds.contracts'));
  await page.getByRole('link', { name: kind }).click();
  await visit.arrived('/preciousMetal');
  const label = page.getByText(named(say('cfd.trial.title')));
  await label.waitFor();
  await page.getByRole('tab', { name: named(say('markets.groups.crypto')) }).click();
  await label.waitFor();
  const end = page.getByRole('button', { name: named(say('cfd.trial.end')) });
  await eventually(() => end.isEnabled()).toBe(true);
  await fine(page);
  await page.getByRole('textbox', { name: say('cfd.lots') }).fill('0.01');
  await page.getByRole('button', { name: named(say('cfd.buy')) }).click();
  const row = page
    .getByRole('table', { name: named(say('cfd.positions')) })
    .getByRole('row')
    .filter({ hasText: say('cfd.long') });
  await row.waitFor();
  await eventually(() => end.isEnabled()).toBe(false);
  // Of one's own there is nothing, and all of it is there again for the trial.
  const by = page.getByRole('combobox', { name: say('cfd.trial.by') });
  await by.selectOption({ index: 0 });
  await row.waitFor({ state: 'detached' });
  await by.selectOption({ index: 1 });
  await row.waitFor();
  await closeNow(visit);
  await row.waitFor({ state: 'detached' });
  await eventually(() => end.isEnabled()).toBe(true);
  await end.click();
  await label.waitFor({ state: 'detached' });
}

/** Somebody who is verified takes the voucher of it, once. */
async function takesVoucher(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await visit.open('/benefits');
  await page.getByText(say('rewards.benefits.tasks.title')).waitFor();
  await fine(page);
  await visit.open('/benefitsDetail?id=tasks');
  await page.getByRole('button', { name: named(say('rewards.tasks.take')) }).click();
  await page.getByText(say('rewards.tasks.states.taken')).first().waitFor();
  await page.getByText(say('rewards.vouchers.states.open')).first().waitFor();
  await page.getByText(say('rewards.vouchers.nothing')).waitFor();
  await fine(page);
}

async function propose(staff: Page, type: string): Promise<void> {
  const dialog = staff.getByRole('dialog');
  await dialog.getByLabel(named(staffSay('chains.reason'))).fill('As agreed today');
  await dialog.getByRole('button', { name: named(staffSay('chains.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await go(staff, 'approvals.title');
  await staff.getByText(type).first().click();
  const press = { name: named(staffSay('approvals.verdicts.approve')) };
  await staff.getByRole('button', press).click();
  await staff.getByText(staffSay('approvals.exactly')).waitFor();
  await staff.getByRole('button', press).last().click();
  await staff.getByText(staffSay('approvals.empty')).waitFor();
}
