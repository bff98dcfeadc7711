import { TERMS_MS } from '@assay/core/option/window';
import type { ObjectTable } from '@assay/platform/engine/tables/object-table';
import { isSameQuote, type OptionQuote, type QuoteRequest, quoteOf } from '../rules/quote.ts';
import { WHOLE_PPM } from '../rules/terms.ts';
import type { SetOptionMarket } from '../schema/commands.ts';
import type { MarketRow, optionMarket, optionRate } from '../store/tables.ts';

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

  /** The terms of a market, whole, as they would be set. */
  termsOf(market: string): SetOptionMarket | null {
    const row = this.#markets.get(market);
    if (row === undefined) return null;
    const { index, status, tickMs, leastStake, mostStake, capacityExpiry, capacityOpen } = row;
    const { feePpm, volatilityPpm, saleFeePpm, buyerSharePpm, tickDelayMs } = row;
    return {
      ...{ market, index, asset: this.#symbol(row.asset), status, tickMs, leastStake, mostStake },
      ...{ capacityExpiry, capacityOpen, feePpm, volatilityPpm, saleFeePpm },
      ...(buyerSharePpm === null ? {} : { buyerSharePpm }),
      ...(tickDelayMs === null ? {} : { tickDelayMs }),
      rates: TERMS_MS.map((termMs) => ({ termMs, payoutPpm: this.payoutPpm(market, termMs) })),
    };
  }

  set(body: SetOptionMarket, asset: number, version: number): void {
    const { rates, market, index, status, tickMs, leastStake, mostStake } = body;
    const { capacityExpiry, capacityOpen, feePpm, volatilityPpm, saleFeePpm } = body;
    const { buyerSharePpm = WHOLE_PPM, tickDelayMs = 0 } = body;
    const terms = {
      ...{ status, tickMs, leastStake, mostStake, capacityExpiry, capacityOpen },
      ...{ feePpm, volatilityPpm, saleFeePpm },
      buyerSharePpm: buyerSharePpm === WHOLE_PPM ? null : buyerSharePpm,
      tickDelayMs: tickDelayMs === 0 ? null : tickDelayMs,
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
    const payoutPpm = this.payoutPpm(row.market, request.termMs);
    return quoteOf({ ...row, asset: this.#symbol(row.asset), payoutPpm }, request);
  }

  isCurrent(row: MarketRow, quote: OptionQuote): boolean {
    return isSameQuote(this.quote(row, quote), quote);
  }
}
