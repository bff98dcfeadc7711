import { isStakeBound, MAX_RATE_PPM } from '@assay/core/option/payout';
import { TERMS_MS } from '@assay/core/option/window';
import { INDEX_NAME } from '@assay/core/order/market';
import type { TermSpec, TermSpecs, TermValues } from '@assay/core/schema/terms';
import type { SetOptionMarket } from '../schema/commands.ts';

const SYMBOL = /^[A-Z0-9]{2,20}-OPT$/;
const MOST_TICK_MS = 60_000;
const MOST_FEE_PPM = 50_000;
const MOST_VOLATILITY_PPM = 5_000_000;
const MOST_SALE_FEE_PPM = 100_000;

const payoutOf = (termMs: number) => `payout${termMs}`;

/** What two people may change of a market, and which way it is against customers. */
export const OPTION_TERMS: TermSpecs = {
  status: { unit: 'choice', against: 'rise', values: ['open', 'closed'] },
  leastStake: { unit: 'coins', against: 'rise' },
  mostStake: { unit: 'coins', against: 'fall' },
  capacityExpiry: { unit: 'coins', against: 'fall' },
  capacityOpen: { unit: 'coins', against: 'fall' },
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
  const { feePpm, saleFeePpm, volatilityPpm } = terms;
  return {
    ...{ status, leastStake, mostStake, capacityExpiry, capacityOpen },
    ...{ feePpm, saleFeePpm, volatilityPpm, ...Object.fromEntries(payouts) },
  };
}

/** The terms of a market, whole, with what may change as it is published. */
export function withOptionTerms(
  { market, index, asset, tickMs }: Omit<SetOptionMarket, keyof Changeable>,
  values: TermValues,
): SetOptionMarket {
  const number = (field: string) => Number(values[field]);
  return {
    ...{ market, index, asset, tickMs, status: values.status === 'open' ? 'open' : 'closed' },
    ...{ leastStake: number('leastStake'), mostStake: number('mostStake') },
    ...{ capacityExpiry: number('capacityExpiry'), capacityOpen: number('capacityOpen') },
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
