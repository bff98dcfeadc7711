import { compareDecimals } from '@assay/kit/format/compare.ts';
import type { TickerView } from '../../lib/api/wire.ts';

/** A trade older than this says little about the price now. */
export const LAST_MAX_AGE_MS = 60_000;

/** The one price that stands for a market. Decimal text. */
export interface Headline {
  readonly price: string;
  /** The mark price instead of that of the last trade. */
  readonly isMark: boolean;
}

type Figures = Pick<TickerView, 'last' | 'lastAt' | 'index' | 'bid' | 'ask'>;

/** The last price, or the mark price where the last trade is old or there is none. */
export function headlineOf(ticker: Figures, now: number): Headline {
  const isMark = now - ticker.lastAt > LAST_MAX_AGE_MS && ticker.index !== '';
  return { price: isMark ? markOf(ticker) : ticker.last, isMark };
}

/** The mark price: the index price, kept between the best bid and the best ask. */
export function markOf({ index, bid, ask }: Pick<Figures, 'index' | 'bid' | 'ask'>): string {
  if (bid !== '' && compareDecimals(index, bid) < 0) return bid;
  return ask !== '' && compareDecimals(index, ask) > 0 ? ask : index;
}
