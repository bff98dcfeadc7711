import type { Launch } from './use-launches.ts';

const QUOTE = 'USDT';
const SCALE = 8;

/** The power of ten of the first digit of a decimal text: 0.05 has -2, and 120 has 2. */
function exponentOf(text: string): number {
  const [whole = '', fraction = ''] = text.split('.');
  if (/[1-9]/.test(whole)) return whole.length - 1;
  return -(fraction.search(/[1-9]/) + 1);
}

/** A power of ten as decimal text. */
const tenTo = (exponent: number) =>
  exponent < 0 ? `0.${'1'.padStart(-exponent, '0')}` : `1${'0'.repeat(exponent)}`;

/** A spot market for what a coin cost: prices of four digits, up to ten thousand times as much. */
export function marketOf({ symbol, price, supply }: Pick<Launch, 'symbol' | 'price' | 'supply'>) {
  const worth = exponentOf(price);
  const tick = Math.max(-SCALE, worth - 3);
  const stepSize = tenTo(Math.max(-SCALE - tick, -2));
  return {
    ...{ symbol: `${symbol}${QUOTE}`, base: symbol, quote: QUOTE },
    ...{ tickSize: tenTo(tick), stepSize, minQuantity: stepSize },
    ...{ maxPrice: tenTo(worth + 4), maxQuantity: tenTo(Math.max(0, exponentOf(supply))) },
    ...{ minNotional: '5', maxNotional: '1000000', makerFeePpm: 1_000, takerFeePpm: 1_000 },
  };
}
