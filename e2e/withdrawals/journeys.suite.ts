import pg from 'pg';
import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { logIn, newAddress, PASSWORD, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { paidTo } from '../harness/chain.ts';
import { Desk } from '../harness/desk.ts';
import { eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import { confirmByCode } from '../journeys/security.suite.ts';
import { approve, openStaffPage, sendJunior } from '../journeys/verification.suite.ts';

const PIN = '271845';
const ADDRESS = '0x52908400098527886E0F7030069857D2E4169EE7';
const TRANSACTION = `0x${'5a'.repeat(32)}`;
const MINUTE = 60_000;

/** Money that leaves; `setLater` moves the server's clock on from its start. */
export function withdrawalJourneys(setLater: (ms: number) => void): void {
  // Only one code a minute is sent.
  let passed = 0;
  const aMinuteLater = () => {
    passed += 1.2 * MINUTE;
    setLater(passed);
  };
  it('UI-1290 UI-1291 UI-1292 UI-1293 UI-1294 UI-1295 UI-1296 UI-1297 withdrawals wait for their hours, pass review by two people, are signed or paid by hand, and read as paid; another is cancelled', () =>
    stage.visit({}, async (visit) => {
      const { page, say } = visit;
      const email = newAddress();
      await begin(visit, email, aMinuteLater);
      await fill(visit, ADDRESS, '50');
      await page.getByText(say('wallet.out.refusals.belowLeast')).waitFor();
      expect(await violationsOf(page)).toEqual([]);
      aMinuteLater();
      await request(visit, email, '120');
      await page.getByRole('link', { name: say('wallet.out.follow') }).click();
      await cancel(visit);

      const byHand = await another(visit, email, '500', aMinuteLater);
      const signed = await another(visit, email, '300', aMinuteLater, 'Test network');
      const [first, second] = [await stage.consolePage(), await stage.member(await secondLink())];
      await openCase(first, `#${byHand}`);
      await first.getByText(staffSay('withdrawals.story')).first().waitFor();
      expect(await violationsOf(page)).toEqual([]);
      for (const number of [byHand, signed]) {
        await openCase(first, `#${number}`);
        await propose(first, 'approveByTwo');
        await agree(second, 'approveWithdrawal');
      }

      await visit.open(`/tbjl?id=${byHand}`);
      const drawer = page.getByRole('dialog');
      await drawer.getByText(say('wallet.out.byPeople')).waitFor();
      expect(await drawer.getByText(say('wallet.out.events.paying')).count()).toBe(0);
      passed = 20 * MINUTE;
      setLater(passed);
      await drawer.getByText(say('wallet.out.events.paying')).first().waitFor({ timeout: 60_000 });
      expect(await violationsOf(page)).toEqual([]);
      await openCase(first, `#${byHand}`);
      await propose(first, 'settle');
      await agree(second, 'settleByHand');
      await isPaid(visit);
      const link = drawer.getByRole('link').filter({ hasText: TRANSACTION.slice(0, 6) });
      expect(await link.getAttribute('href')).toContain(TRANSACTION);

      await visit.open(`/tbjl?id=${signed}`);
      await isPaid(visit);
      expect(await paidTo(ADDRESS)).toBe(298_000_000n);
      await page.keyboard.press('Escape');
      const rows = page.getByRole('row').filter({ hasText: 'USDT' });
      await eventually(() => rows.count()).toBe(3);
      const states = (await rows.allTextContents()).join();
      expect(states).toContain(say('wallet.out.stages.paid'));
      expect(states).toContain(say('wallet.out.stages.cancelled'));
    }));

  it('UI-1298 what came from the chain is traded, what was not used goes back to its source, and an address cools', () =>
    stage.visit({}, async (visit) => {
      const email = newAddress();
      await register(visit, email);
      await deposit(visit);
      await trade(visit);
      aMinuteLater();
      await setTradePassword(visit, email);
      aMinuteLater();
      await addAddress(visit, email);
      aMinuteLater();
      const source = await giveBack(visit, email);
      await isPaid(visit);
      expect(await paidTo(source)).toBe(149_000_000n);
      // Who comes back a day later logs in again.
      setLater(passed + 25 * 60 * MINUTE);
      await visit.page.clock.setSystemTime(Date.now() + 3 * 24 * 60 * MINUTE);
      await visit.open('/login?to=/address');
      await logIn(visit, email, PASSWORD);
      await visit.arrived('/address');
      await visit.page.getByText(visit.say('addresses.ready')).waitFor();
    }));
}

/** Registered and verified, with a trade password, at the form; before, it says what is missing. */
async function begin(visit: Visit, email: string, aMinuteLater: () => void): Promise<void> {
  const { page, say } = visit;
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
}

/** One more request, on this network; its number. */
async function another(
  visit: Visit,
  email: string,
  amount: string,
  aMinuteLater: () => void,
  network = '',
): Promise<string> {
  const { page, say } = visit;
  await visit.open('/money');
  aMinuteLater();
  if (network !== '') await choose(page, say('wallet.out.network'), network);
  await request(visit, email, amount);
  const follow = page.getByRole('link', { name: say('wallet.out.follow') });
  const address = new URL((await follow.getAttribute('href')) ?? '', stage.address);
  return address.searchParams.get('id') ?? '';
}

/** Chooses the option that begins like this. */
async function choose(within: Page | Locator, label: string, option: string): Promise<void> {
  const select = within.getByRole('combobox', { name: label });
  const text = await select.locator('option').filter({ hasText: option }).textContent();
  await select.selectOption({ label: text ?? '' });
}

async function isPaid({ page, say }: Visit): Promise<void> {
  const drawer = page.getByRole('dialog');
  await drawer.getByText(say('wallet.out.stages.paid')).first().waitFor({ timeout: 90_000 });
}

/** Test money of the trial's chain, until it is credited. */
async function deposit(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await visit.open('/recharge');
  await page.getByRole('button', { name: /Get 1,000 test USDT/ }).click();
  const credited = page.getByText(say('deposits.states.credited')).first();
  await credited.waitFor({ timeout: 90_000 });
}

/** Some of it is spent at once. */
async function trade(visit: Visit): Promise<void> {
  const desk = new Desk(visit, 'BTC');
  await desk.open();
  await desk.choose('buy', 'market');
  await desk.field('quantity').fill('0.001');
  await desk.preview();
  await desk.send('buy');
}

async function addAddress(visit: Visit, email: string): Promise<void> {
  const { page, say } = visit;
  await visit.open('/address');
  await page.getByRole('button', { name: named(say('addresses.add')) }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog, say('addresses.network'), 'Test network');
  await dialog.getByLabel(startingWith(say('addresses.address'))).fill(ADDRESS);
  await dialog.getByLabel(startingWith(say('addresses.remark'))).fill('My own');
  await dialog.getByRole('button', { name: named(say('addresses.add')) }).click();
  await page.getByLabel(named(say('kit.sentCode'))).waitFor();
  await confirmByCode(visit, email);
  await page.getByRole('row').filter({ hasText: 'My own' }).waitFor();
  await page.getByText(say('addresses.cooling')).waitFor();
  expect(await violationsOf(page)).toEqual([]);
}

/** Back to the address that it came from, whoever one is and whatever the hour. */
async function giveBack(visit: Visit, email: string): Promise<string> {
  const { page, say } = visit;
  await visit.open('/money');
  await page.getByText(say('wallet.out.kinds.return.title')).click();
  const source = await page.getByRole('combobox', { name: say('wallet.out.source') }).inputValue();
  await page.getByRole('textbox', { name: startingWith(say('wallet.amount')) }).fill('150');
  await prove(visit, email);
  await page.getByRole('link', { name: say('wallet.out.follow') }).click();
  return source;
}

/** A way in for another member of staff, as whoever runs the machine can make one. */
async function secondLink(): Promise<string> {
  const secret = 'S'.repeat(43);
  const database = new pg.Client({ connectionString: stage.server.databaseUrl });
  await database.connect();
  await database.query(
    `with person as (insert into staff_person (created_at) values (0) returning person_id),
     made as (insert into operator (name, person_id, roles, created_at)
       select 'Second', person_id, (select roles from operator order by operator_id limit 1), 0
       from person returning operator_id)
     insert into operator_link (link_hash, created_at, expires_at, operator_id)
     select sha256($1), 0, 9000000000000, operator_id from made`,
    [secret],
  );
  await database.end();
  return stage.server.consoleLink.replace(/[\w-]{43}$/, secret);
}

async function setTradePassword(visit: Visit, email: string): Promise<void> {
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

async function fill({ page, say }: Visit, address: string, amount: string): Promise<void> {
  await page.getByLabel(named(say('wallet.out.address'))).fill(address);
  await page.getByRole('textbox', { name: startingWith(say('wallet.amount')) }).fill(amount);
}

/** Asks for an amount, with the six digits and the proof. */
async function request(visit: Visit, email: string, amount: string): Promise<void> {
  const { page, say } = visit;
  await fill(visit, ADDRESS, amount);
  await page.getByText(say('wallet.out.holds.outflow')).waitFor();
  await prove(visit, email);
}

async function prove(visit: Visit, email: string): Promise<void> {
  const { page, say } = visit;
  await page.getByRole('button', { name: named(say('wallet.out.do')) }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(named(say('wallet.out.pin'))).fill(PIN);
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: named(say('wallet.out.do')) }).click();
  await page.getByLabel(named(say('kit.sentCode'))).waitFor();
  await confirmByCode(visit, email);
  await page.getByText(named(say('wallet.out.done'))).waitFor();
}

async function cancel({ page, say }: Visit): Promise<void> {
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

async function openCase(staff: Page, number: string): Promise<void> {
  await staff.getByRole('link', { name: named(staffSay('withdrawals.title')) }).click();
  const back = staff.getByRole('button', { name: named(staffSay('withdrawals.back')) });
  if (await back.isVisible()) await back.click();
  await staff.getByRole('row').filter({ hasText: number }).getByRole('button').first().click();
  const claim = staff.getByRole('button', { name: named(staffSay('withdrawals.claim')) });
  const release = staff.getByRole('button', { name: named(staffSay('withdrawals.release')) });
  await claim.or(release).waitFor();
  if (await claim.isVisible()) await claim.click();
  await release.waitFor();
}

/** The first of two decisions. */
async function propose(staff: Page, step: 'approveByTwo' | 'settle'): Promise<void> {
  const press = { name: named(staffSay(`withdrawals.steps.${step}`)) };
  await staff.getByRole('button', press).click();
  const dialog = staff.getByRole('dialog');
  if (step === 'settle') {
    const field = dialog.getByLabel(named(staffSay('withdrawals.transaction')));
    await field.fill(TRANSACTION);
  }
  await dialog.getByRole('button', press).click();
  await staff.getByText(staffSay('withdrawals.prepared')).waitFor();
}

/** The second one, which a trial lets the same member take. */
async function agree(staff: Page, type: string): Promise<void> {
  await staff
    .getByRole('link', { name: named(staffSay('approvals.title')) })
    .first()
    .click();
  await staff.getByText(type).first().click();
  const press = { name: named(staffSay('approvals.verdicts.approve')) };
  await staff.getByRole('button', press).click();
  await staff.getByText(staffSay('approvals.exactly')).waitFor();
  await staff.getByRole('button', press).last().click();
  await staff.getByText(staffSay('approvals.empty')).waitFor();
}
