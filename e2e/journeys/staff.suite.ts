import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { violationsOf } from '../harness/axe.ts';
import { eventually } from '../harness/eventually.ts';
import { stage } from '../harness/stage.ts';
import { named, sayInConsole as say, startingWith } from '../harness/texts.ts';

const REASON = 'A faulty feed';

/** A production's first two members of staff, each with a browser of their own. */
export function staffJourneys(): void {
  it('UI-1150 UI-1151 UI-1152 UI-1180 UI-1181 UI-1182 OPER-049 UI-1188 UI-1189 UI-1190 UI-1245 two members enrol, come back by passkey, stop a market and withdrawals, go on with it, lower a fee and list an asset together', async () => {
    const [firstLink = '', secondLink = ''] = stage.server.consoleLinks;
    const first = await stage.member(firstLink);
    await enrol(first, 'laptop');
    const second = await stage.member(secondLink);
    await enrol(second, 'phone');
    await leaveAndComeBack(second);

    await open(second, 'markets.title');
    // The contract on it has a row of its own.
    const row = (page: Page) => page.getByRole('row').filter({ hasText: /BTCUSDT(?!-)/ });
    await row(second)
      .getByRole('button', { name: named(say('markets.stop')) })
      .click();
    const effect = second.getByRole('dialog');
    await effect.getByText(say('markets.bids')).waitFor();
    await effect
      .getByText(named(say('markets.worth', { orders: '0', value: '0.00 USDT' })))
      .first()
      .waitFor();
    await giveReason(second, say('markets.stop'));
    await row(second).getByText(say('markets.stopped')).waitFor();
    await stage.visit({}, async (visit) => {
      await visit.open('/');
      await visit.page.getByText(REASON).first().waitFor();
    });
    await stopWithdrawals(second);

    await open(first, 'markets.title');
    await row(first)
      .getByRole('button', { name: named(say('markets.extend')) })
      .click();
    await giveReason(first, say('markets.extend'));
    // Whoever prepared it may withdraw it, and nothing else.
    await openProposal(first, 'extendStop');
    await button(first, 'approvals.verdicts.withdraw').waitFor();
    expect(await button(first, 'approvals.verdicts.approve').count()).toBe(0);

    await openProposal(second, 'extendStop');
    expect(await violationsOf(second)).toEqual([]);
    await button(second, 'approvals.verdicts.approve').click();
    await second.getByText(say('approvals.exactly')).waitFor();
    await button(second, 'approvals.verdicts.approve').last().click();
    await second.getByText(say('approvals.empty')).waitFor();
    await second.getByRole('radio', { name: named(say('approvals.decided')) }).click();
    await second.getByText('extendStop').first().click();
    await second.getByText(say('approvals.signed', { passkey: 'phone' }).slice(2)).waitFor();
    await lowerFee(first, second);
    await raiseAndWithdraw(first, second);
    await listTogether(first, second);
  });
}

/** Stopped by one, read by everybody, and reopened. */
async function stopWithdrawals(page: Page): Promise<void> {
  const part = page.getByRole('region', { name: named(say('markets.withdrawals')) });
  await part.getByRole('button', { name: named(say('markets.stop')) }).click();
  await giveReason(page, say('markets.stop'));
  await part.getByText(say('markets.stopped')).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await stage.visit({}, async (visit) => {
    await visit.open('/');
    await visit.page.getByText(visit.say('shell.stopped.withdrawals')).waitFor();
  });
  await part.getByRole('button', { name: named(say('markets.reopen')) }).click();
  await button(page, 'markets.reopen').click();
  await part.getByText(say('markets.open')).waitFor();
}

/** All that a link opens is a screen that sets up a passkey; with it the roles' screens open. */
async function enrol(page: Page, name: string): Promise<void> {
  await page.getByText(say('access.mustEnrol')).waitFor();
  await eventually(() => page.getByRole('navigation').getByRole('link').count()).toBe(1);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: named(say('access.addPasskey')) }).click();
  await page.getByLabel(named(say('access.name'))).fill(name);
  await page.getByRole('button', { name: named(say('access.goOn')) }).click();
  await page.getByRole('link', { name: named(say('staff.title')) }).waitFor();
}

/** The session is the browser's: a tab that is opened has it, and loses it with the others. */
async function leaveAndComeBack(page: Page): Promise<void> {
  const isIn = (tab: Page) => tab.getByRole('link', { name: named(say('staff.title')) }).waitFor();
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await isIn(tab);
  await page.getByRole('button', { name: named(say('leave')) }).click();
  await tab.getByRole('button', { name: named(say('enter.submit')) }).waitFor();
  await page.getByRole('button', { name: named(say('enter.submit')) }).click();
  await Promise.all([isIn(page), isIn(tab)]);
  await tab.close();
}

async function open(page: Page, title: string): Promise<void> {
  await page.getByRole('link', { name: named(say(title)) }).click();
  await page.getByRole('table').first().waitFor();
}

async function openProposal(page: Page, type: string): Promise<void> {
  await open(page, 'approvals.title');
  await page.getByText(type).first().click();
}

/** Proposed by one, refused to the same one, signed by the other, and read by everybody. */
async function lowerFee(first: Page, second: Page): Promise<void> {
  await open(first, 'parameters.title');
  expect(await violationsOf(first)).toEqual([]);
  const row = first.getByRole('row').filter({ hasText: 'ETHUSDT' });
  const takerFee = row.filter({ hasText: say('parameters.names.takerFee') });
  await takerFee.getByRole('button').first().click();
  await button(first, 'parameters.change').click();
  await propose(first, '0.09', 'Spring prices');
  await openProposal(first, 'changeParameter');
  await first.getByRole('dialog').getByText('0.09 %').waitFor();
  await button(first, 'approvals.verdicts.withdraw').waitFor();
  expect(await button(first, 'approvals.verdicts.approve').count()).toBe(0);
  await sign(second, 'changeParameter');
  await stage.visit({}, async (visit) => {
    await visit.open('/changes');
    await visit.page.getByText('Spring prices').waitFor();
    expect(await violationsOf(visit.page)).toEqual([]);
  });
}

/** In percent, as everybody reads it; what is no such number is said at the field. */
async function propose(page: Page, value: string, reason: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  const field = page.getByLabel(startingWith(say('parameters.value')));
  await field.fill('1.00001');
  await dialog.getByLabel(named(say('parameters.reason'))).fill(reason);
  await button(page, 'parameters.change').click();
  await dialog.getByText(say('parameters.between', { least: '0', most: '1' })).waitFor();
  await dialog.getByRole('textbox').first().fill(value);
  await button(page, 'parameters.change').click();
  await page.getByText(say('parameters.prepared')).waitFor();
  await page.keyboard.press('Escape');
}

async function sign(page: Page, type: string): Promise<void> {
  await page.keyboard.press('Escape');
  await openProposal(page, type);
  await button(page, 'approvals.verdicts.approve').click();
  await page.getByText(say('approvals.exactly')).waitFor();
  await button(page, 'approvals.verdicts.approve').last().click();
  await page.getByText(say('approvals.empty')).waitFor();
}

/** A rise is announced; two people withdraw it, which everybody reads. */
async function raiseAndWithdraw(first: Page, second: Page): Promise<void> {
  const openFee = async () => {
    await first.keyboard.press('Escape');
    await open(first, 'parameters.title');
    await first.getByLabel(named(say('parameters.search'))).fill('taker fee sol');
    const row = first.getByRole('row').filter({ hasText: 'SOLUSDT' });
    await row.getByRole('button').first().click();
  };
  await openFee();
  await button(first, 'parameters.change').click();
  await propose(first, '0.2', 'Costs have risen');
  await sign(second, 'changeParameter');
  await openFee();
  await button(first, 'parameters.withdraw').click();
  const dialog = first.getByRole('dialog');
  await dialog.getByText('0.2').first().waitFor();
  await dialog.getByLabel(named(say('parameters.reason'))).fill('A mistake of ours');
  await button(first, 'parameters.withdraw').click();
  await sign(second, 'withdrawChange');
  await stage.visit({}, async (visit) => {
    await visit.open('/changes');
    const row = visit.page.getByRole('row').filter({ hasText: 'SOLUSDT' });
    await row.getByText('A mistake of ours').waitFor();
    await row.getByText('0.2%').waitFor();
  });
  await openFee();
  await button(first, 'parameters.change').waitFor();
  await first.keyboard.press('Escape');
}

/** An asset is listed by two: whoever proposed it cannot approve it, and everybody reads it. */
async function listTogether(first: Page, second: Page): Promise<void> {
  await first.keyboard.press('Escape');
  await first.getByRole('link', { name: named(say('markets.title')) }).click();
  await first.getByRole('button', { name: named(say('markets.listing.asset')) }).click();
  const dialog = first.getByRole('dialog');
  await dialog.getByLabel(startingWith(say('markets.listing.symbol'))).fill('PEPE');
  await dialog.getByLabel(startingWith(say('markets.listing.name'))).fill('Pepe');
  await dialog.getByLabel(startingWith(say('parameters.reason'))).fill('Asked for by many');
  await button(first, 'staff.propose').click();
  await dialog.waitFor({ state: 'detached' });
  await openProposal(first, 'publishListing');
  await button(first, 'approvals.verdicts.withdraw').waitFor();
  expect(await button(first, 'approvals.verdicts.approve').count()).toBe(0);
  await sign(second, 'publishListing');
  await stage.visit({}, async (visit) => {
    await visit.open('/changes');
    const row = visit.page.getByRole('row').filter({ hasText: 'PEPE' });
    await row.getByText('Asked for by many').waitFor();
  });
}

async function giveReason(page: Page, action: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox').fill(REASON);
  await dialog.getByRole('button', { name: named(action) }).click();
  await dialog.waitFor({ state: 'detached' });
}

function button(page: Page, key: string) {
  return page.getByRole('dialog').getByRole('button', { name: named(say(key)) });
}
