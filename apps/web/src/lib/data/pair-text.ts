import type { MarketView } from '../api/wire.ts';

/** What is traded, as the symbol says: `CFD` of `XAUUSD-CFD`; undefined for the thing itself. */
export function contractOf(symbol: string): string | undefined {
  return symbol.split('-')[1];
}

/** A market by its pair; a contract on it says that it is one. */
export function pairText({ base, quote, market }: Pick<MarketView, 'base' | 'quote' | 'market'>) {
  return [`${base}/${quote}`, contractOf(market)].filter(Boolean).join(' ');
}
