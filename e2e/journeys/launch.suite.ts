import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { newAddress, practise, register } from '../harness/account.ts';
import { violationsOf } from '../harness/axe.ts';
import { agree } from '../harness/console.ts';
import { eventually } from '../harness/eventually.ts';
import { scriptsKb } from '../harness/scripts.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as staffSay, startingWith } from '../harness/texts.ts';
import type { Visit } from '../harness/visit.ts';
import type { SetLater } from '../withdrawals/moved-clock.ts';
import { overflowOf } from './screens.suite.ts';

/** The examples of a trial are open for three minutes from its first start on. */
const OVER_MS = 240_000;
/** A page of an account (UI-1083), in kB by gzip. */
const PAGE_KB = 230;
const PHONE = { width: 390, height: 844 };

/**
 * New coins: from a subscription to a result that the browser computes again, a draw, staff;
 * `setLater` moves the server's clock on from its start.
 */
export function launchJourneys(setLater: SetLater): void {
  it('UI-1390 UI-1391 UI-1392 UI-1393 LNCH-050 LNCH-051 LNCH-054 LNCH-073 LNCH-074 a subscription has its result, tickets are drawn, and the browser computes both again; two publish a project and staff let somebody in', () =>
    stage.visit({}, async (visit) => {
      await visit.open('/login');
      await practise(visit);
      const sale = await subscribe(visit);
      const lottery = await takeTickets(visit);
      await publishAndReview();
      await refuseByTwo();
      setLater(OVER_MS);
      await result(visit, sale);
      await drawn(visit, lottery);
    }));
}

/** Where the project is looked at again. */
async function subscribe(visit: Visit): Promise<string> {
  const { page, say } = visit;
  await visit.open('/subscription');
  await page
    .getByText(named(say('launch.groups.announced')))
    .first()
    .waitFor();
  expect(await scriptsKb(page)).toBeLessThanOrEqual(PAGE_KB);
  expect(await violationsOf(page)).toEqual([]);
  const card = page.getByRole('article').filter({ hasText: 'Quartz' });
  await card.getByRole('link', { name: named(say('launch.subscribe')) }).click();
  const quantity = page.getByRole('textbox', { name: say('launch.quantity') });
  const press = page.getByRole('button', { name: named(say('launch.subscribe')) });
  await quantity.fill('15');
  await press.click();
  const wrong = say('launch.problem.lot', { lot: '10', symbol: 'QUARTZ' });
  await page.getByText(named(wrong)).waitFor();
  for (const amount of ['400', '100']) {
    await quantity.fill(amount);
    await press.click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText(say('launch.confirmText')).waitFor();
    expect(await violationsOf(page)).toEqual([]);
    await dialog.getByRole('button', { name: named(say('launch.subscribe')) }).click();
    await dialog.waitFor({ state: 'detached' });
    await page
      .getByText(named(say('launch.done')))
      .last()
      .waitFor();
    // The text may be that of the first one.
    await eventually(() => quantity.inputValue()).toBe('');
  }
  await page.getByText(named(say('launch.number'))).waitFor();
  await page.getByText(/500/).first().waitFor();
  for (const size of [PHONE, { width: 1366, height: 768 }]) {
    await page.setViewportSize(size);
    expect(await overflowOf(page)).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  }
  return new URL(page.url()).search;
}

/** Five tickets of a lottery in which two win; where it is looked at again. */
async function takeTickets(visit: Visit): Promise<string> {
  const { page, say } = visit;
  await page.setViewportSize({ width: 1366, height: 768 });
  await visit.open('/subscription');
  const card = page.getByRole('article').filter({ hasText: 'Ember' });
  await card.getByRole('link', { name: named(say('launch.subscribe')) }).click();
  await page.getByText(named(say('launch.lottery.practice'))).waitFor();
  const tickets = page.getByRole('textbox', { name: say('launch.lottery.count') });
  const press = page.getByRole('button', { name: named(say('launch.subscribe')) });
  await tickets.fill('1.5');
  await press.click();
  await page.getByText(named(say('launch.problem.tickets'))).waitFor();
  await tickets.fill('5');
  await press.click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByText(say('launch.lottery.chance', { own: '5', all: '5', winners: '2' }))
    .waitFor();
  await dialog.getByRole('button', { name: named(say('launch.subscribe')) }).click();
  await dialog.waitFor({ state: 'detached' });
  await page.getByText(named(say('launch.number'))).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  return new URL(page.url()).search;
}

/** The practice beacon has signed its round by now; the browser checks list, signature and keys. */
async function drawn(visit: Visit, search: string): Promise<void> {
  const { page, say } = visit;
  await visit.open(`/subscribe${search}`);
  const check = page.getByRole('button', { name: named(say('launch.check.action')) });
  await check.waitFor();
  for (const [label, value] of [
    [say('launch.lottery.numbers'), '1 – 5'],
    [say('launch.lottery.won'), /^[1-5], [1-5]$/],
  ] as const) {
    await page.getByText(named(label)).waitFor();
    await page.getByText(value).first().waitFor();
  }
  await check.click();
  await page.getByText(say('launch.check.signed')).waitFor();
  await page.getByText(say('launch.check.own', { asked: '50', got: '20' })).waitFor();
  for (const size of [{ width: 1366, height: 768 }, PHONE]) {
    await page.setViewportSize(size);
    expect(await overflowOf(page)).toBe(0);
    expect(await violationsOf(page)).toEqual([]);
  }
}

/** The file is there once everybody is paid. */
async function result(visit: Visit, search: string): Promise<void> {
  const { page, say } = visit;
  await visit.open(`/subscribe${search}`);
  const check = page.getByRole('button', { name: named(say('launch.check.action')) });
  await check.waitFor();
  await check.click();
  await page.getByText(named(say('launch.check.right'))).waitFor();
  await page.getByText(say('launch.check.own', { asked: '50', got: '50' })).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await visit.open('/subscriptionList');
  // The lottery may be over as well.
  await page
    .getByText(named(say('launch.allotted')))
    .first()
    .waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await page.setViewportSize(PHONE);
  expect(await overflowOf(page)).toBe(0);
}

/** One proposes a project that looks at each person, another signs; then somebody is let in. */
async function publishAndReview(): Promise<void> {
  const staff = await stage.consolePage();
  await go(staff, 'launches.title');
  expect(await violationsOf(staff)).toEqual([]);
  await publish(staff);
  await agree(staff, 'publishLaunch');
  await stage.visit({}, async (visit) => {
    const { page, say } = visit;
    await apply(visit);
    await go(staff, 'launches.title');
    const letIn = { name: named(staffSay('launches.letIn')) };
    // By the keyboard: the first that is free is claimed, and only then decided.
    const mine = staff.getByText(named(staffSay('withdrawals.mine')));
    await staff
      .getByRole('button', { name: named(staffSay('withdrawals.claim')) })
      .first()
      .waitFor();
    await staff.keyboard.press('n');
    await mine.first().waitFor();
    expect(await violationsOf(staff)).toEqual([]);
    await staff.keyboard.press('a');
    await staff.getByRole('dialog').getByRole('button', letIn).click();
    await staff.getByText(named(staffSay('launches.nobody'))).waitFor();
    expect(await violationsOf(staff)).toEqual([]);
    await page.getByText(named(say('launch.eligibility.passed'))).waitFor();
    expect(await violationsOf(page)).toEqual([]);
  });
}

/** Somebody new asks to take part in what was published. */
async function apply(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await register(visit, newAddress());
  await visit.open('/subscription');
  const card = page.getByRole('article').filter({ hasText: '7.77' });
  await card.getByRole('link').first().click();
  await page.getByRole('button', { name: named(say('launch.apply')) }).click();
  await page.getByText(named(say('launch.eligibility.underReview'))).waitFor();
}

/** One prepares why somebody is refused, another signs it; then the applicant reads it. */
async function refuseByTwo(): Promise<void> {
  const staff = await stage.consolePage();
  await stage.visit({}, async (visit) => {
    const { page, say } = visit;
    await apply(visit);
    await go(staff, 'launches.title');
    await staff
      .getByRole('button', { name: named(staffSay('withdrawals.claim')) })
      .first()
      .waitFor();
    await staff.keyboard.press('n');
    await staff
      .getByText(named(staffSay('withdrawals.mine')))
      .first()
      .waitFor();
    await staff.keyboard.press('r');
    const dialog = staff.getByRole('dialog');
    await dialog.getByLabel(named(staffSay('launches.why'))).fill('The papers are of a firm.');
    expect(await violationsOf(staff)).toEqual([]);
    await dialog.getByRole('button', { name: named(staffSay('launches.refuse')) }).click();
    await staff.getByText(named(staffSay('launches.second'))).waitFor();
    expect(await violationsOf(staff)).toEqual([]);
    await page.getByText(named(say('launch.eligibility.underReview'))).waitFor();
    await agree(staff, 'refuseLaunchApplication', 'The papers are of a firm.');
    await page.getByText('The papers are of a firm.').waitFor();
  });
}

/** A time of the form, in UTC. */
const at = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace('T', ' ');

async function publish(page: Page): Promise<void> {
  await page.getByRole('button', { name: named(staffSay('launches.publish')) }).click();
  const dialog = page.getByRole('dialog');
  const now = Date.now();
  const fields = {
    ...{ about: 'A coin of a journey.', website: 'https://example.com/' },
    ...{ issued: '1000', supply: '1000', cap: '100', most: '100', lot: '1', price: '7.77' },
    ...{ opensAt: at(now - 60_000), closesAt: at(now + 3_600_000), listsAt: at(now + 7_200_000) },
    releases: '0: 50, 30: 50',
  };
  for (const [name, value] of Object.entries(fields)) {
    await dialog.getByLabel(named(staffSay(`launches.fields.${name}`))).fill(value);
  }
  // The other way of sharing out asks for tickets, and for verified documents.
  const mode = dialog.getByLabel(named(staffSay('launches.mode')));
  await mode.selectOption('lottery');
  await dialog.getByLabel(named(staffSay('launches.fields.ticketLots'))).waitFor();
  await dialog.getByText(startingWith(staffSay('launches.lotteryText'))).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await mode.selectOption('proRata');
  await dialog.getByLabel(named(staffSay('launches.tier'))).selectOption('none');
  await dialog.getByText(staffSay('launches.review')).click();
  await dialog.getByLabel(startingWith(staffSay('chains.reason'))).fill('The first project');
  expect(await violationsOf(page)).toEqual([]);
  await dialog.getByRole('button', { name: named(staffSay('chains.propose')) }).click();
  await dialog.waitFor({ state: 'detached' });
}

const go = (page: Page, key: string) =>
  page
    .getByRole('link', { name: named(staffSay(key)) })
    .first()
    .click();
