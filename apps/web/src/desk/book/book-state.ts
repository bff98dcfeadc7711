import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { BookRules } from '@assay/core/order/market';
import { BUY, SELL, type Side } from '@assay/core/order/side';
import type { BookDelta, BookSnapshot } from '../../lib/api/wire.ts';

/** A price level: ticks and lots, safe integers. */
export interface Level {
  readonly ticks: number;
  readonly lots: number;
  /** The part of the lots that is the house's own. */
  readonly house: number;
}

/**
 * The book of one market as this browser knows it: a map a side, sorted only when it is read.
 * It holds what the stream said and nothing else; a crossed state is never handed out.
 */
export class BookState {
  private readonly sides: readonly [Map<number, Level>, Map<number, Level>] = [
    new Map(),
    new Map(),
  ];
  private readonly sorted: [Level[] | null, Level[] | null] = [null, null];

  constructor(private readonly rules: BookRules) {}

  /** Replaces everything. */
  replace(snapshot: BookSnapshot): void {
    for (const side of [BUY, SELL] as const) {
      this.sides[side].clear();
      this.sorted[side] = null;
    }
    for (const level of snapshot.bids) this.set(BUY, ...level);
    for (const level of snapshot.asks) this.set(SELL, ...level);
  }

  /** Takes in the levels that changed; quantity "0" removes one. */
  apply({ levels }: BookDelta): void {
    for (const change of levels) this.set(...change);
  }

  /** Levels of a side, best first. The same array until the side changes. */
  levels(side: Side): readonly Level[] {
    const known = this.sorted[side];
    if (known !== null) return known;
    const made = [...this.sides[side].values()];
    made.sort(side === BUY ? (a, b) => b.ticks - a.ticks : (a, b) => a.ticks - b.ticks);
    this.sorted[side] = made;
    return made;
  }

  /** True when the best bid is not below the best ask: something was lost on the way. */
  get crossed(): boolean {
    const bid = this.levels(BUY)[0];
    const ask = this.levels(SELL)[0];
    return bid !== undefined && ask !== undefined && bid.ticks >= ask.ticks;
  }

  private set(side: Side, price: string, quantity: string, ofHouse: string): void {
    const ticks = units(price) / this.rules.quotePerTick;
    const lots = units(quantity) / this.rules.basePerLot;
    if (!Number.isSafeInteger(ticks) || !Number.isSafeInteger(lots) || ticks <= 0) return;
    const house = units(ofHouse) / this.rules.basePerLot || 0;
    if (lots === 0) this.sides[side].delete(ticks);
    else this.sides[side].set(ticks, { ticks, lots, house });
    this.sorted[side] = null;
  }
}

/** 1e-8 units of decimal text; NaN for what is none, which `set` then drops. */
function units(text: string): number {
  const value = parseDecimal(text, SCALE);
  return value === null ? Number.NaN : Number(value);
}
