import type { BookRules, WholeListing } from '@assay/core/order/market';

export interface Asset {
  /** Engine-assigned, from 1 without gaps; part of every account id, so it never changes. */
  readonly id: number;
  readonly symbol: string;
  /** A proper name, the same in every language: "Bitcoin". */
  readonly name: string;
}

export type MarketStatus = 'trading' | 'halted';

/** One market as it stands now. The object lives as long as the engine; only `status` changes. */
export interface LiveMarket<Rules extends BookRules = BookRules> {
  readonly rules: Rules;
  readonly listing: WholeListing;
  status: MarketStatus;
}
