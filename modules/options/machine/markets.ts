import { isStakeBound, MAX_RATE_PPM } from '@assay/core/option/payout';
import { TERMS_MS } from '@assay/core/option/window';
import { INDEX_NAME } from '@assay/core/order/market';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { isSameQuote, type OptionQuote, type QuoteRequest, quoteOf } from '../rules/quote.ts';
import type { SetOptionMarket } from '../schema/commands.ts';
import type { MarketRow, optionMarket, optionRate } from '../store/tables.ts';

const SYMBOL = /^[A-Z0-9]{2,20}-OPT$/;
const MOST_TICK_MS = 60_000;
const MOST_FEE_PPM = 50_000;
const MOST_VOLATILITY_PPM = 5_000_000;
const MOST_SALE_FEE_PPM = 100_000;

/** The markets of options with their terms, which are the same for everybody. */
export class OptionMarkets {
  readonly #markets: ObjectTable<typeof optionMarket>;
  readonly #rates: ObjectTable<typeof optionRate>;
  readonly #symbol: (asset: number) => string;

  constructor(
    markets: ObjectTable<typeof optionMarket>,
    rates: ObjectTable<typeof optionRate>,
    symbol: (asset: number) => string,
  ) {
    this.#markets = markets;
    this.#rates = rates;
    this.#symbol = symbol;
  }

  get(market: string): MarketRow | undefined {
    return this.#markets.get(market);
  }

  rows(): readonly MarketRow[] {
    return this.#markets.rows();
  }

  indexOf(market: string): string {
    return this.#markets.get(market)?.index ?? '';
  }

  /** What a right option of the term gains; 0: it is not offered. */
  payoutPpm(market: string, termMs: number): number {
    return this.#rates.get(market, termMs)?.payoutPpm ?? 0;
  }

  set(body: SetOptionMarket, asset: number, version: number): void {
    const { rates, market, index, status, tickMs, leastStake, mostStake } = body;
    const { capacityExpiry, capacityOpen, feePpm, volatilityPpm, saleFeePpm } = body;
    const terms = {
      ...{ status, tickMs, leastStake, mostStake, capacityExpiry, capacityOpen },
      ...{ feePpm, volatilityPpm, saleFeePpm },
    };
    const row = this.#markets.get(market);
    if (row === undefined) {
      this.#markets.insert({ market, index, asset, ...terms, version, countedUntil: 0 });
    } else {
      this.#markets.change(row, { ...terms, version });
    }
    for (const termMs of TERMS_MS) {
      const payoutPpm = rates.find((rate) => rate.termMs === termMs)?.payoutPpm ?? 0;
      const known = this.#rates.get(market, termMs);
      if (known === undefined) this.#rates.insert({ market, termMs, payoutPpm });
      else if (known.payoutPpm !== payoutPpm) this.#rates.change(known, { payoutPpm });
    }
  }

  counted(row: MarketRow, until: number): void {
    this.#markets.change(row, { countedUntil: until });
  }

  /** The quote that everybody gets who asks for this. */
  quote(row: MarketRow, request: QuoteRequest): OptionQuote {
    const { market, index, asset, feePpm, tickMs, version } = row;
    const payoutPpm = this.payoutPpm(market, request.termMs);
    const terms = { market, index, asset: this.#symbol(asset), payoutPpm, feePpm, tickMs, version };
    return quoteOf(terms, request);
  }

  isCurrent(row: MarketRow, quote: OptionQuote): boolean {
    return isSameQuote(this.quote(row, quote), quote);
  }
}

/** Whether the terms of a market can be read and are within their bounds. */
export function isMarket(body: SetOptionMarket): boolean {
  const { market, index, status } = body;
  const isNamed = typeof market === 'string' && SYMBOL.test(market);
  const isIndex = typeof index === 'string' && INDEX_NAME.test(index);
  return isNamed && isIndex && (status === 'open' || status === 'closed');
}

export function areTerms(body: SetOptionMarket): boolean {
  const { leastStake, mostStake, capacityExpiry, capacityOpen, rates } = body;
  const stakes = isStakeBound(leastStake) && isStakeBound(mostStake) && leastStake <= mostStake;
  const capacities = isStakeBound(capacityExpiry) && isStakeBound(capacityOpen);
  return (
    stakes &&
    capacities &&
    isWithin(body.tickMs, 1, MOST_TICK_MS) &&
    isWithin(body.feePpm, 0, MOST_FEE_PPM) &&
    isWithin(body.volatilityPpm, 0, MOST_VOLATILITY_PPM) &&
    isWithin(body.saleFeePpm, 0, MOST_SALE_FEE_PPM) &&
    areRates(rates)
  );
}

function areRates(rates: SetOptionMarket['rates']): boolean {
  if (!Array.isArray(rates) || rates.length > TERMS_MS.length) return false;
  const terms = new Set<number>();
  for (const rate of rates as readonly (SetOptionMarket['rates'][number] | null)[]) {
    if (rate === null || typeof rate !== 'object' || !TERMS_MS.includes(rate.termMs)) return false;
    if (terms.has(rate.termMs) || !isWithin(rate.payoutPpm, 0, MAX_RATE_PPM)) return false;
    terms.add(rate.termMs);
  }
  return true;
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}
