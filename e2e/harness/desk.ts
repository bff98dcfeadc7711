import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { coming, eventually } from './eventually.ts';
import { units } from './money.ts';
import { named, type Say } from './texts.ts';
import type { Visit } from './visit.ts';

/** The ticket's preview of an order, in units of 10⁻⁸. */
export interface Preview {
  /** In the quote asset. */
  readonly value: bigint;
  /** Both in the asset that the order receives. */
  readonly fee: bigint;
  readonly received: bigint;
  /** The fee rate as shown, such as "0.1%". */
  readonly rate: string;
}

type FieldName = 'price' | 'limitPrice' | 'trigger' | 'stopPrice' | 'quantity' | 'total' | 'amount';

type TypeName = 'limit' | 'market' | 'stopLimit' | 'stopMarket' | 'oco';

export type ListName = 'open' | 'history' | 'fills' | 'balances';

/** The trading page as a user operates it. */
export class Desk {
  readonly page: Page;
  readonly say: Say;
  readonly form: Locator;

  constructor(
    readonly visit: Visit,
    readonly base: string,
  ) {
    this.page = visit.page;
    this.say = visit.say;
    this.form = this.page.getByRole('form', { name: named(this.say('desk.ticket.label')) });
  }

  /** Goes to the market and waits until its book is shown and an order can be sent. */
  async open(): Promise<void> {
    await this.visit.open(this.address());
    await this.ready();
  }

  protected address(): string {
    return `/deal?market=${this.base}USDT`;
  }

  async ready(): Promise<void> {
    await this.rows('bids').first().waitFor();
    await this.rows('asks').first().waitFor();
    await this.submit('buy').or(this.submit('sell')).waitFor();
  }

  /** The rows of a side that show a price, best first. */
  rows(side: 'bids' | 'asks'): Locator {
    const list = this.page.getByRole('listbox', { name: named(this.say(`desk.book.${side}`)) });
    return list.locator('[role=option]:not([data-empty])');
  }

  /** The price cell in a row of the book. */
  priceOf(row: Locator): Locator {
    return row.locator('[data-cell=price]');
  }

  /** The current best price of a side. */
  async best(side: 'bids' | 'asks'): Promise<bigint> {
    return units((await this.priceOf(this.rows(side).first()).textContent()) ?? '');
  }

  async choose(side: 'buy' | 'sell', type: TypeName): Promise<void> {
    await this.choice(`desk.side.${side}`).click();
    await this.choice(`desk.type.${type}`).click();
  }

  /** A side or a type of order in the ticket, by its text. */
  choice(key: string): Locator {
    return this.form.getByRole('radio', { name: named(this.say(key)) });
  }

  /** A number field of the ticket; its label ends with a colon while it has an error. */
  field(name: FieldName): Locator {
    const label = this.say(`desk.ticket.${name}`);
    return this.form.getByRole('textbox', { name: new RegExp(`^\\s*${label}:?\\s*$`) });
  }

  submit(side: 'buy' | 'sell'): Locator {
    const text = this.say(`spot.send.${side}`, { asset: this.base });
    return this.form.getByRole('button', { name: named(text) });
  }

  /** The lines below the fields, read together as soon as they show figures. */
  async preview(): Promise<Preview> {
    const keys = ['desk.preview.value', 'desk.preview.fee', 'spot.total.receive'];
    const [value = '', fee = '', received = ''] = await this.lines(
      keys.map((key) => this.say(key)),
    );
    const figure = (line: string) => units(line.split('\n').at(-1) ?? '');
    return {
      value: figure(value),
      fee: figure(fee),
      received: figure(received),
      rate: /[\d.]+\W*%/.exec(fee)?.[0] ?? '',
    };
  }

  /** The lines of the preview with these names, as text, once the last of them has its figure. */
  protected async lines(names: readonly string[]): Promise<string[]> {
    const heads = names.map((name) => name.replace(/ \(.*/, ''));
    const lines = this.form.locator('dl > div');
    const read = async () => {
      const texts = await exactTexts(lines, '\n');
      return heads.map((head) => texts.find((text) => text.startsWith(head)) ?? '');
    };
    await eventually(async () => (await read()).at(-1)).toMatch(/\d/);
    return read();
  }

  /** Sends the ticket, confirms, and returns once the server has answered with the code. */
  async send(side: 'buy' | 'sell', code = 0): Promise<void> {
    await this.submit(side).click();
    await this.confirm('placeOrder', code);
  }

  /** Confirms the dialog that repeats the ticket, and waits for the server's answer. */
  async confirm(call: 'placeOrder' | 'placeOco' = 'placeOrder', code = 0): Promise<void> {
    const send = this.page.getByRole('button', { name: named(this.say('desk.confirm.send')) });
    const dialog = this.page.getByRole('dialog').filter({ has: send });
    const answered = coming(this.page.waitForResponse((got) => got.url().endsWith(`/web/${call}`)));
    await send.click();
    expect((await (await answered).json()).code, `answer to ${call}`).toBe(code);
    await dialog.waitFor({ state: 'hidden' });
  }

  /** Switches to one of the lists below the chart. */
  async turnTo(list: ListName): Promise<void> {
    await this.page.getByRole('tab', { name: this.say(`desk.tabs.${list}`) }).click();
  }

  /** The rows of the list that is shown, without its header and rows on their way. */
  list(name: ListName): Locator {
    const table = this.page.getByRole('table', { name: named(this.say(`desk.tabs.${name}`)) });
    return table.locator('tbody tr:not([data-waiting])');
  }

  /** The cells of a row, by the names of their columns. */
  async cells(name: ListName, row: number): Promise<Record<string, string>> {
    const table = this.page.getByRole('table', { name: named(this.say(`desk.tabs.${name}`)) });
    const heads = await table.locator('thead th').allTextContents();
    const texts = await exactTexts(this.list(name).nth(row).locator('th, td'));
    return Object.fromEntries(heads.map((head, i) => [head.trim(), texts[i]?.trim() ?? '']));
  }

  /** The total, available and held amounts of an asset, as the list of balances shows them. */
  async balance(asset: string): Promise<{ total: bigint; available: bigint; held: bigint }> {
    await this.turnTo('balances');
    const row = this.list('balances').filter({ has: this.page.getByText(asset, { exact: true }) });
    await this.list('balances').first().waitFor();
    if ((await row.count()) === 0) return { total: 0n, available: 0n, held: 0n };
    const [total = '', available = '', held = ''] = await exactTexts(row.locator('td'));
    return { total: units(total), available: units(available), held: units(held) };
  }
}

/**
 * The texts of elements, their parts joined, with all digits of the amounts, which the titles of
 * shortened ones have.
 */
export function exactTexts(elements: Locator, joint = ''): Promise<string[]> {
  return elements.evaluateAll(
    (found, between) =>
      found.map((one) => {
        const cut = one.querySelector('bdi[title]');
        const text = Array.from(
          one.childNodes,
          ({ textContent }: { textContent: unknown }) => textContent,
        ).join(between);
        return text.replace(cut?.textContent ?? '', cut?.getAttribute('title') ?? '');
      }),
    joint,
  );
}
