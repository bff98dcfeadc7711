import type { BookRules } from '@assay/core/order/market';
import type { MarketView } from '../../lib/api/wire.ts';
import { rulesOf } from '../market-rules.ts';
import type { Surroundings } from './check.ts';
import { EMPTY_FORM, type Lead, type OcoForm } from './form.ts';
import type { Funding } from './funding.ts';
import type { KeptLead } from './ticket-store.ts';

/** What the tests of the ticket trade: ticks of 0.01, lots of 0.00001, fees of 0.1 %. */
export const rules = rulesOf({
  market: 'BTCUSDT',
  base: 'BTC',
  quote: 'USDT',
  tickSize: '0.01',
  stepSize: '0.00001',
  maxPrice: '1000000',
  minQuantity: '0.0001',
  maxQuantity: '100',
  minNotional: '5',
  maxNotional: '9000000',
  makerFeePpm: 1000,
  takerFeePpm: 1000,
} as MarketView) as BookRules;

/** What a person gives orders at market by, kept for one test. */
export function habit(lead: Lead = 'quantity'): KeptLead {
  let kept = lead;
  return {
    get: () => kept,
    set: (next) => {
      kept = next;
    },
  };
}

/** An account that nobody knows yet: no balance keeps an order from being sent. */
export const UNKNOWN: Funding = {
  feeFromReceived: true,
  required: () => 0,
  budget: (_side, amount) => amount,
  available: () => null,
};

/** What stands around a ticket; the book and the last price are the test's own. */
export const AROUND: Omit<Surroundings, 'asks' | 'bids' | 'now'> = {
  rules,
  market: 'BTCUSDT',
  funding: UNKNOWN,
  own: false,
  resting: 0,
  waiting: 0,
};

/** Prices in ticks at one moment: an index of 60,000 unless the test names another. */
export function pricesAt(lastTicks: number, indexTicks = 6_000_000): Pick<Surroundings, 'now'> {
  const prices = { lastTicks, indexTicks, indexAt: 0, bestAgainst: () => 0 };
  return { now: { prices, at: 0 } };
}

/** Bought at 58,000, or above 62,000 as the market then is. */
export const buyOco = (change: Partial<OcoForm> = {}): OcoForm => ({
  ...EMPTY_FORM,
  type: 'oco',
  triggerSource: 'last',
  price: '58000',
  trigger: '62000',
  quantity: '0.1',
  ...change,
});
export const sellOco = (change: Partial<OcoForm> = {}): OcoForm =>
  buyOco({ side: 'sell', price: '62000', trigger: '58000', ...change });
