import { ppmFloor } from '@assay/core/num/integer';
import { amountsOf, isStakeBound, MAX_RATE_PPM } from '@assay/core/option/payout';
import { TERMS_MS } from '@assay/core/option/window';
import { INDEX_NAME } from '@assay/core/order/market';
import type { TermSpec, TermSpecs, TermValues } from '@assay/core/schema/terms';
import { TICK_EVERY_MS } from '@assay/modules/feeds/rules';
import type { SetOptionMarket } from '../schema/commands.ts';

/** Everything is counted in it. */
export const CASH = 'USDT';

const SYMBOL = /^[A-Z0-9]{2,20}-OPT$/;
const MOST_TICK_MS = 60_000;
const MOST_FEE_PPM = 50_000;
const MOST_VOLATILITY_PPM = 5_000_000;
const MOST_SALE_FEE_PPM = 100_000;

/** Together with the time for an entry less than what the shortest term has before its window. */
const MOST_TICK_DELAY_MS = 15_000;

/** One buyer may take all of a capacity. */
export const WHOLE_PPM = 1_000_000;

const payoutOf = (termMs: number) => `payout${termMs}`;

/** What two people may change of a market, and which way it is against customers. */
export const OPTION_TERMS: TermSpecs = {
  status: { unit: 'choice', against: 'rise', values: ['open', 'closed'] },
  leastStake: { unit: 'coins', against: 'rise' },
  mostStake: { unit: 'coins', against: 'fall' },
  capacityExpiry: { unit: 'coins', against: 'fall' },
  capacityOpen: { unit: 'coins', against: 'fall' },
  /** Less for one leaves more for the others. */
  buyerSharePpm: { unit: 'ppm', against: 'any' },
  /** The longer it is, the further a price may be from the one that was seen. */
  tickDelayMs: { unit: 'seconds', against: 'rise' },
  feePpm: { unit: 'ppm', against: 'rise' },
  saleFeePpm: { unit: 'ppm', against: 'rise' },
  /** Early sales are priced by it: more for one option, less for another. */
  volatilityPpm: { unit: 'ppm', against: 'any' },
  ...Object.fromEntries(
    TERMS_MS.map((termMs): [string, TermSpec] => [
      payoutOf(termMs),
      { unit: 'ppm', against: 'fall' },
    ]),
  ),
};

type Changeable = Omit<SetOptionMarket, 'market' | 'index' | 'asset' | 'tickMs'>;

/** Of the terms of a market, what may change. */
export function optionTermsOf({ rates, ...terms }: Changeable): TermValues {
  const payouts = TERMS_MS.map((termMs) => {
    const rate = rates.find((one) => one.termMs === termMs);
    return [payoutOf(termMs), rate?.payoutPpm ?? 0] as const;
  });
  const { status, leastStake, mostStake, capacityExpiry, capacityOpen } = terms;
  const { buyerSharePpm = WHOLE_PPM, tickDelayMs = 0 } = terms;
  const { feePpm, saleFeePpm, volatilityPpm } = terms;
  return {
    ...{ status, leastStake, mostStake, capacityExpiry, capacityOpen, buyerSharePpm, tickDelayMs },
    ...{ feePpm, saleFeePpm, volatilityPpm, ...Object.fromEntries(payouts) },
  };
}

/**
 * The terms of a market, whole, with what may change as it is published. What was published before
 * there was a share of a buyer, or a delay, has none, and neither has the command that sets it.
 */
export function withOptionTerms(
  { market, index, asset, tickMs }: Omit<SetOptionMarket, keyof Changeable>,
  values: TermValues,
): SetOptionMarket {
  const number = (field: string) => Number(values[field]);
  return {
    ...{ market, index, asset, tickMs, status: values.status === 'open' ? 'open' : 'closed' },
    ...{ leastStake: number('leastStake'), mostStake: number('mostStake') },
    ...{ capacityExpiry: number('capacityExpiry'), capacityOpen: number('capacityOpen') },
    ...(values.buyerSharePpm === undefined ? {} : { buyerSharePpm: number('buyerSharePpm') }),
    ...(values.tickDelayMs === undefined ? {} : { tickDelayMs: number('tickDelayMs') }),
    ...{ feePpm: number('feePpm'), volatilityPpm: number('volatilityPpm') },
    saleFeePpm: number('saleFeePpm'),
    rates: TERMS_MS.map((termMs) => ({ termMs, payoutPpm: number(payoutOf(termMs)) })),
  };
}

/** Whether the terms of a market can be read and are within their bounds. */
export function isMarket(body: SetOptionMarket): boolean {
  const { market, index, status } = body;
  const isNamed = typeof market === 'string' && SYMBOL.test(market);
  const isIndex = typeof index === 'string' && INDEX_NAME.test(index);
  return isNamed && isIndex && (status === 'open' || status === 'closed');
}

/** The first term, as staff publish them, that is out of its bounds; null: all can be. */
export function termFault(body: SetOptionMarket): string | null {
  const { leastStake, mostStake, capacityExpiry, capacityOpen } = body;
  const { buyerSharePpm = WHOLE_PPM, tickDelayMs = 0 } = body;
  if (!isStakeBound(leastStake)) return 'leastStake';
  if (!isStakeBound(mostStake) || mostStake < leastStake) return 'mostStake';
  if (!isStakeBound(capacityExpiry)) return 'capacityExpiry';
  if (!isStakeBound(capacityOpen)) return 'capacityOpen';
  if (!isWithin(buyerSharePpm, 1, WHOLE_PPM)) return 'buyerSharePpm';
  if (!isWithin(tickDelayMs, 0, MOST_TICK_DELAY_MS)) return 'tickDelayMs';
  if (!isWithin(body.tickMs, 1, MOST_TICK_MS)) return 'tickMs';
  if (!isWithin(body.feePpm, 0, MOST_FEE_PPM)) return 'feePpm';
  if (!isWithin(body.volatilityPpm, 0, MOST_VOLATILITY_PPM)) return 'volatilityPpm';
  if (!isWithin(body.saleFeePpm, 0, MOST_SALE_FEE_PPM)) return 'saleFeePpm';
  return rateFault(body.rates);
}

function rateFault(rates: SetOptionMarket['rates']): string | null {
  if (!Array.isArray(rates) || rates.length > TERMS_MS.length) return 'rates';
  const terms = new Set<number>();
  for (const rate of rates as readonly (SetOptionMarket['rates'][number] | null)[]) {
    if (rate === null || typeof rate !== 'object' || !TERMS_MS.includes(rate.termMs)) {
      return 'rates';
    }
    const isOnce = !terms.has(rate.termMs);
    if (!isOnce || !isWithin(rate.payoutPpm, 0, MAX_RATE_PPM)) return payoutOf(rate.termMs);
    terms.add(rate.termMs);
  }
  return null;
}

function isWithin(value: unknown, least: number, most: number): boolean {
  return Number.isSafeInteger(value) && (value as number) >= least && (value as number) <= most;
}

/** What one buyer may take of a capacity, rounded down: what is left over is for the others. */
export function buyerCapacity(capacity: number, sharePpm: number | null): number {
  return ppmFloor(capacity, sharePpm ?? WHOLE_PPM);
}

/** The market of an index; it has one. */
export const marketOn = (index: string) => `${index.replace('-', '')}-OPT`;

/** What staff decide of a market that they list: all but its state. It begins closed. */
const { status: _, ...LISTED } = OPTION_TERMS;
export const LISTED_OPTION_TERMS: TermSpecs = LISTED;

/**
 * The market on an index by the terms that staff have signed, or the first field that cannot be.
 * Name and asset follow from the index and from what everything is counted in, the rate of ticks
 * from the feeds. It begins closed, so that its terms are read before anybody can buy.
 */
export function optionMarketOn(index: string, signed: TermValues): SetOptionMarket | string {
  // What was signed before there was a share of a buyer leaves all of a capacity to one, and what
  // was signed before there was a delay has none.
  const terms: TermValues = { buyerSharePpm: WHOLE_PPM, tickDelayMs: 0, ...signed };
  const market = marketOn(index);
  if (!INDEX_NAME.test(index) || !SYMBOL.test(market)) return 'index';
  const decided = Object.keys(LISTED);
  const other = Object.keys(terms).find((name) => !decided.includes(name));
  if (other !== undefined) return other;
  const missing = decided.find((name) => typeof terms[name] !== 'number');
  if (missing !== undefined) return missing;
  const named = { market, index, asset: CASH, tickMs: TICK_EVERY_MS };
  const body = withOptionTerms(named, { ...terms, status: 'closed' });
  return termFault(body) ?? misfit(body) ?? body;
}

/** Terms that must fit one another. */
const FITTING = Object.keys(OPTION_TERMS).filter((name) =>
  /^(mostStake|capacity|buyerShare|payout)/.test(name),
);

/**
 * The first term that a change leaves as it cannot be. Terms that do not fit one another any more
 * since before this was asked are no reason against a change that touches none of them.
 */
export function changeFault(present: SetOptionMarket, terms: TermValues): string | null {
  const before = optionTermsOf(present);
  const isTouched = FITTING.some((name) => before[name] !== terms[name]);
  const body = withOptionTerms(present, terms);
  return termFault(body) ?? (isTouched ? misfit(body) : null);
}

/** The first term by which a market, though possible, could never sell what it publishes. */
function misfit(body: SetOptionMarket): string | null {
  const { rates, mostStake, capacityExpiry, capacityOpen, buyerSharePpm = null } = body;
  const highest = Math.max(...rates.map(({ payoutPpm }) => payoutPpm));
  if (highest === 0) return payoutOf(rates[0]!.termMs);
  const { profit } = amountsOf(mostStake, highest, 0);
  if (profit > capacityExpiry) return 'capacityExpiry';
  if (profit > buyerCapacity(capacityExpiry, buyerSharePpm)) return 'buyerSharePpm';
  return capacityExpiry > capacityOpen ? 'capacityOpen' : null;
}
