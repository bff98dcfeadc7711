import type { Locator, Page } from 'playwright-core';
import { eventually } from './eventually.ts';
import { units } from './money.ts';
import { named, startingWith } from './texts.ts';
import type { Visit } from './visit.ts';

/** Virtual money begins in the currency account. */
export async function toContractAccount(visit: Visit, amount: string): Promise<void> {
  const { page, say } = visit;
  await visit.open('/transfer?asset=USDT&from=currency');
  await page.getByRole('textbox', { name: named(say('wallet.amount')) }).fill(amount);
  const send = { name: say('wallet.transfer.do'), exact: true };
  await page.getByRole('button', send).click();
  await page.getByRole('dialog').getByRole('button', send).click();
  await page.getByText(named(say('wallet.transfer.done'))).waitFor();
}

/** Ends all positions, as long as there are some. */
export async function closeNow({ page, say }: Visit): Promise<void> {
  const patience = { timeout: 10_000 };
  await page.getByRole('button', { name: named(say('cfd.close.all')) }).click(patience);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: named(say('cfd.close.do')) }).click(patience);
}

/** The lots whose margin at a hundred times is four fifths of what is available. */
export async function fourFifths({ page, say }: Visit): Promise<string> {
  const account = page.getByRole('region', { name: named(say('cfd.account')) });
  const figure = async (within: Page | Locator, key: string) => {
    const shown = within
      .locator('dl > div', { hasText: say(key) })
      .first()
      .locator('dd');
    return Number(((await shown.textContent()) ?? '').replace(/[^\d.]/g, ''));
  };
  const lots = async () =>
    ((await figure(account, 'cfd.available')) * 80) / (await figure(page, 'cfd.ask'));
  // Neither is there before its first message.
  await eventually(async () => Number.isFinite(await lots()) && (await lots()) > 0).toBe(true);
  return (await lots()).toFixed(2);
}

/** What a person has, what waits, or what happened. */
export async function turnTo({ page, say }: Visit, list: 'positions' | 'pending' | 'history') {
  const name = startingWith(say(`cfd.${list}`));
  await page.getByRole('tab', { name }).click();
  // The former list stays until the code of this one is there.
  await page.getByRole('tab', { name, selected: true }).waitFor();
}

/** One of the segments of the ticket. */
export async function choose({ page, say }: Visit, key: string): Promise<void> {
  await page.getByRole('radio', { name: named(say(key)) }).check({ force: true });
}

/** A line of the preview, with all of its digits. */
export async function exactOf({ page, say }: Visit, key: string): Promise<bigint> {
  const lines = page.getByRole('region', { name: named(say('cfd.preview')) });
  const figure = lines
    .locator('dl > div', { hasText: say(key) })
    .locator('dd [title]')
    .first();
  return exact(await figure.getAttribute('title'));
}

export const exact = (title: string | null) => units((title ?? '').replace(/[^\d.]/g, ''));
