import { marketRules } from '@assay/core/order/market';
import type { PublishedListing } from '@assay/modules/markets/schema';
import { readValue } from '../../ui/parameter-value.tsx';

type Published = Extract<PublishedListing, { kind: 'market' }>['market'];

/** What staff type of a market; its symbol is the pair. */
export const FIRST = {
  base: '',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.01',
  maxPrice: '1000000',
  minQuantity: '0.01',
  maxQuantity: '100000',
  minNotional: '5',
  maxNotional: '1000000',
  maker: '0.1',
  taker: '0.1',
  reason: '',
};
export type Typed = typeof FIRST;
export type Field = keyof Typed;

export const NUMBERS = [
  ...(['tickSize', 'stepSize', 'maxPrice', 'minQuantity', 'maxQuantity'] as const),
  ...(['minNotional', 'maxNotional'] as const),
] as const;

/** Which field is typed wrong, by the name that the rules of a listing have for it. */
const FIELD_OF: Readonly<Record<string, Field>> = {
  tickTimesStep: 'stepSize',
  quotePerTick: 'tickSize',
  basePerLot: 'stepSize',
  quotePerTickLot: 'stepSize',
  maxTicks: 'maxPrice',
  minLots: 'minQuantity',
  maxLots: 'maxQuantity',
  minAboveMax: 'maxNotional',
  fee: 'taker',
  index: 'base',
  symbol: 'base',
  asset: 'base',
};

/** The field at which the server's or the rules' name of a number stands. */
export function fieldOf(name: string): Field {
  return FIELD_OF[name] ?? (name in FIRST ? (name as Field) : 'base');
}

export function listingOf({ maker, taker, reason: _, ...numbers }: Typed): Published {
  const { base, quote } = numbers;
  return {
    ...numbers,
    symbol: `${base}${quote}`,
    makerFeePpm: readValue(maker, 'ppm'),
    takerFeePpm: readValue(taker, 'ppm'),
  };
}

/** The rules that the listing comes to, or the field that is wrong. */
export function rulesOf(typed: Typed) {
  const rules = marketRules(listingOf(typed), { id: 1, quoteAsset: 1 });
  return typeof rules === 'string' ? { wrong: fieldOf(rules) } : { rules };
}
