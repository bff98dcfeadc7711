import { PriceQueue } from '@assay/core/position/price-queue';
import {
  type Direction,
  gainOver,
  LONG,
  type Rate,
  rateOf,
  SHORT,
} from '@assay/core/position/value';
import type { RowOf } from '@assay/core/schema/record';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import type * as tables from '../store/tables.ts';
import { Trail } from './trail.ts';

export type ContractRow = RowOf<typeof tables.contract>;
export type QuoteRow = RowOf<typeof tables.quote>;
export type OrderRow = RowOf<typeof tables.order>;
export type PositionRow = RowOf<typeof tables.position>;
export type AccountRow = RowOf<typeof tables.account>;
export type TickRow = RowOf<typeof tables.tick>;

/** What all positions of one direction are together. */
interface Total {
  quantity: bigint;
  /** The sum of entry price x quantity, undivided. */
  cost: bigint;
}

/** What is to be looked at when the bid or the ask reaches a price. */
interface Triggers {
  readonly stop: PriceQueue;
  readonly take: PriceQueue;
  readonly limit: PriceQueue;
  readonly stopOrder: PriceQueue;
  readonly guard: PriceQueue;
  /** The same of the price that converts: people, not positions, wait here. */
  readonly conversionFloor: PriceQueue;
  readonly conversionCeiling: PriceQueue;
  readonly trail: Trail;
}

/** A contract at work: its terms, its last quote, and all that waits for its next one. */
export class LiveContract {
  readonly row: ContractRow;
  /** The contract by whose index amounts become USDT, which may be this one; null: none. */
  readonly conversion: LiveContract | null;
  /** Those that this one's index converts. */
  readonly converts: LiveContract[] = [];
  quote: QuoteRow | null = null;
  readonly positions = new Map<number, PositionRow>();
  /** Orders at market, and positions that are being closed, in the order of their commands. */
  readonly orders = new Set<number>();
  readonly closing = new Set<number>();
  /** All orders that have not ended, in the order of their numbers. */
  readonly waiting = new Set<number>();
  /** Whether one of them may wait for nothing. */
  mayHaveLeft = true;
  /** Positions and orders whose triggers the next tick takes in. */
  fresh: { readonly what: 'position' | 'order'; readonly id: number }[] = [];
  readonly totals: Readonly<Record<Direction, Total>> = {
    [LONG]: { quantity: 0n, cost: 0n },
    [SHORT]: { quantity: 0n, cost: 0n },
  };
  /** By direction: of a long position and of an order to buy, and the other way round. */
  readonly triggers: Readonly<Record<Direction, Triggers>>;

  /** @param follows the first contract on an index, undefined for one that has none yet */
  constructor(
    row: ContractRow,
    peaks: ObjectTable<typeof tables.peak>,
    follows: (index: string) => LiveContract | undefined,
  ) {
    this.row = row;
    const { index, conversionIndex } = row;
    this.conversion =
      conversionIndex === null
        ? null
        : (follows(conversionIndex) ?? (conversionIndex === index ? this : null));
    this.conversion?.converts.push(this);
    const make = (side: Direction): Triggers => ({
      stop: new PriceQueue(side === LONG ? -1 : 1),
      take: new PriceQueue(side),
      limit: new PriceQueue(side === LONG ? -1 : 1),
      stopOrder: new PriceQueue(side),
      guard: new PriceQueue(side === LONG ? -1 : 1),
      conversionFloor: new PriceQueue(-1),
      conversionCeiling: new PriceQueue(1),
      trail: new Trail(peaks, row.id, side),
    });
    this.triggers = { [LONG]: make(LONG), [SHORT]: make(SHORT) };
  }

  /** Whether there is all that an amount follows from: prices, and what converts them. */
  get isPriced(): boolean {
    return this.quote !== null && this.conversion?.quote !== null;
  }

  /** The price that converts now; null: nothing is converted. */
  get conversionPrice(): number | null {
    return this.conversion?.quote?.price ?? null;
  }

  /** What a unit of the price's currency is in USDT, now or by another price that converts. */
  rate(price = this.conversionPrice): Rate {
    return rateOf(price, this.row.conversionWay);
  }

  /** What closes a position of this direction: a long is sold at the bid. */
  exit(side: Direction): number {
    return side === LONG ? this.quote!.bid : this.quote!.ask;
  }

  /** What opens one. */
  entry(side: Direction): number {
    return side === LONG ? this.quote!.ask : this.quote!.bid;
  }

  /** The version of the terms by which the last prices were made. */
  get quotedBy(): number {
    return this.quote?.version ?? this.row.version;
  }

  /** The price as trailing stops count it. */
  trailed(side: Direction): number {
    return side * this.exit(side);
  }

  /** What customers together would gain if all were closed now; below zero: lose. */
  gain(): bigint {
    let sum = 0n;
    for (const side of [LONG, SHORT] as const) {
      const { quantity, cost } = this.totals[side];
      if (quantity > 0n) sum += gainOver(side, cost, this.exit(side), quantity, this.rate());
    }
    return sum;
  }

  net(): bigint {
    return this.totals[LONG].quantity - this.totals[SHORT].quantity;
  }

  forget(side: Direction, id: number): void {
    const { stop, take, trail } = this.triggers[side];
    stop.remove(id);
    take.remove(id);
    trail.remove(id);
  }
}
