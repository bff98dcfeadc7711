import type { Locator } from 'playwright-core';
import texts from '../../apps/web/src/testing/prepaid/en.json' with { type: 'json' };
import { Desk } from '../harness/desk.ts';
import { units } from '../harness/money.ts';
import { named } from '../harness/texts.ts';
import { CONTRACT } from './contract.ts';

/** The preview of a contract's order, in units of 10⁻⁸ of the quote asset. */
export interface Cost {
  readonly value: bigint;
  readonly fee: bigint;
  readonly lose: bigint;
  readonly pay: bigint;
}

/** The page of the prepaid contract as a user operates it. */
export class PrepaidDesk extends Desk {
  protected override address(): string {
    return `/prepaid?market=${CONTRACT.symbol}`;
  }

  override submit(side: 'buy' | 'sell'): Locator {
    return this.form.getByRole('button', { name: named(texts.send[side]) });
  }

  /** The product's own field. */
  get stake(): Locator {
    return this.form.getByRole('textbox', { name: named(texts.stake) });
  }

  async cost(): Promise<Cost> {
    const { lose, pay } = texts.total;
    const shared = ['value', 'fee'].map((key) => this.say(`desk.preview.${key}`));
    const lines = await this.lines([...shared, lose, pay]);
    const figures = lines.map((line) => units(line.split('\n').at(-1) ?? ''));
    const [value = 0n, fee = 0n, ...own] = figures;
    return { value, fee, lose: own[0] ?? 0n, pay: own[1] ?? 0n };
  }
}
