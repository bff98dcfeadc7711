import { expect } from 'vitest';
import { violationsOf } from './axe.ts';
import { choose, closeNow, exact, exactOf, toContractAccount, turnTo } from './contracts.ts';
import { eventually } from './eventually.ts';
import { proved } from './proved.ts';
import { named, startingWith } from './texts.ts';
import type { Visit } from './visit.ts';

const PAIR = { pair: 'USD/JPY' };

/** Euros in yen are bought and sold: amounts are in USDT, and the receipt says by which price. */
export async function convertedTrade(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await visit.open('/preciousMetal?market=EURJPY-CFD');
  const terms = page.getByRole('region', { name: named(say('cfd.specification')) });
  await terms.getByText(startingWith('1,000 JPY')).waitFor();
  await terms.getByRole('link', { name: startingWith('USD') }).waitFor();
  await page.getByRole('textbox', { name: say('cfd.lots') }).fill('0.1');
  const preview = page.getByRole('region', { name: named(say('cfd.preview')) });
  await preview.getByText(named(say('cfd.converted.at', PAIR))).waitFor();
  // 10,000 euros at ten times: more than a thousand dollars, and not as many as yen.
  await eventually(() => exactOf(visit, 'cfd.margin')).toBeGreaterThan(500n * 10n ** 8n);
  expect(await exactOf(visit, 'cfd.margin')).toBeLessThan(3_000n * 10n ** 8n);
  expect(await violationsOf(page)).toEqual([]);
  await page.getByRole('button', { name: named(say('cfd.buy')) }).click();
  const open = page.getByRole('table', { name: named(say('cfd.positions')) });
  await open.getByText(named(PAIR.pair)).waitFor();
  await closeNow(visit);
  await page.getByText(named(say('cfd.noPositions'))).waitFor();
  await turnTo(visit, 'history');
  const row = page.getByRole('row').filter({ hasText: PAIR.pair }).first();
  await row.getByText(startingWith(say('cfd.converted.tick', { ...PAIR, n: '' }))).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await row.getByRole('link', { name: named(say('cfd.verify')) }).click();
  const receipt = await proved(visit, 'contract');
  await page.getByLabel(named(say('receipts.contract.receipt'))).fill(receipt);
  const own = page.getByRole('region', { name: named(say('receipts.contract.title')) });
  await own.getByRole('button', { name: named(say('receipts.check')) }).click();
  await own.getByText(named(say('receipts.contract.converted.price', PAIR))).waitFor();
}

/** While no price moves, an order in yen holds what was shown before it was sent. */
export async function expectHeldAsShown(visit: Visit): Promise<void> {
  const { page, say } = visit;
  await toContractAccount(visit, '5000');
  await visit.open('/preciousMetal?market=EURJPY-CFD');
  await choose(visit, 'cfd.kinds.limit');
  await page.getByRole('textbox', { name: say('cfd.lots') }).fill('0.07');
  await page.getByRole('textbox', { name: say('cfd.price') }).fill('150.007');
  const shown = await exactOf(visit, 'cfd.margin');
  await page.getByRole('button', { name: named(say('cfd.buy')) }).click();
  await turnTo(visit, 'pending');
  const waiting = page.getByRole('table', { name: named(say('cfd.pending')) });
  const held = waiting.getByRole('row').nth(1).locator('[title$="USDT"]').first();
  await eventually(async () => exact(await held.getAttribute('title'))).toBe(shown);
}
