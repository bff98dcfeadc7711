import { parseSafe, SCALE } from '@assay/core/num/decimal';
import { compareDecimals } from '@assay/kit/format/compare.ts';
import { changeText } from '@assay/modules/markets/rules';
import type { TickerView } from '../api/wire.ts';

/** A trade older than this says little about the price now. */
export const LAST_MAX_AGE_MS = 60_000;

/** The one price that stands for a market, and the change of the day up to it. Decimal text. */
export interface Headline {
  readonly price: string;
  /** The mark price instead of that of the last trade. */
  readonly isMark: boolean;
  readonly change24h: string;
}

type Figures = Pick<TickerView, 'last' | 'lastAt' | 'index' | 'bid' | 'ask' | 'open24h'>;

/** The last price, or the mark price where the last trade is old or there is none. */
export function headlineOf(ticker: Figures, now: number): Headline {
  const isMark = now - ticker.lastAt > LAST_MAX_AGE_MS && ticker.index !== '';
  const price = isMark ? markOf(ticker) : ticker.last;
  const [close, open] = [parseSafe(price, SCALE), parseSafe(ticker.open24h, SCALE)];
  return { price, isMark, change24h: close < 0 ? '' : changeText(close, open) };
}

/** What stands between the sides of a book. Decimal text. */
export interface Between {
  readonly price: string;
  /** Before the first trade there is no other than the mark price. */
  readonly isMark: boolean;
  /** The trade no longer stands for the market. */
  readonly isOld: boolean;
}

/** The last trade, which the mark price accompanies. */
export function betweenOf(ticker: Figures, now: number): Between {
  const isMark = ticker.lastAt === 0;
  return {
    price: isMark ? markOf(ticker) : ticker.last,
    isMark,
    isOld: !isMark && headlineOf(ticker, now).isMark,
  };
}

/** The mark price: the index price, kept between the best bid and the best ask. */
export function markOf({ index, bid, ask }: Pick<Figures, 'index' | 'bid' | 'ask'>): string {
  if (index === '') return '';
  if (bid !== '' && compareDecimals(index, bid) < 0) return bid;
  return ask !== '' && compareDecimals(index, ask) > 0 ? ask : index;
}
