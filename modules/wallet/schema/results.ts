import { defineCalls } from '@assay/core/schema/call';
import { z } from 'zod';

/** Signed decimal text, in USDT. */
const usdt = z.string();

const parts = z.strictObject({ spot: usdt, contracts: usdt, options: usdt, total: usdt });

const holding = z.strictObject({
  asset: z.string(),
  quantity: z.string(),
  /** What it has cost, and that for one unit; '' while something of it came in without a price. */
  cost: usdt,
  average: usdt,
  /** At the index price, rounded down; '' while the asset has no price. */
  value: usdt,
  /** value − cost; '' where one of both is. */
  unrealised: usdt,
});
export type HoldingView = z.infer<typeof holding>;

const arrival = z.strictObject({
  /** The command by which it came in, as in the statement. */
  seq: z.int(),
  at: z.int(),
  asset: z.string(),
  amount: z.string(),
  /** The index by which it was counted; '' for none. */
  price: usdt,
});

const rate = z.strictObject({
  currency: z.string(),
  index: z.string(),
  /** What one unit of is priced: the currency (EUR-USD), or the dollar (USD-JPY). */
  of: z.enum(['currency', 'dollar']),
  price: z.string(),
  /** Of its tick, in ms since the epoch. */
  at: z.int(),
  isFresh: z.boolean(),
});
export type RateView = z.infer<typeof rate>;

export const resultCalls = defineCalls({
  getResults: {
    method: 'GET',
    auth: 'user',
    summary: 'What trading has made for this person: realised, and not realised yet.',
    input: z.strictObject({}),
    output: z.strictObject({
      /** Added up to this command; there is more to add up until `last`. */
      seq: z.int(),
      last: z.int(),
      realised: parts,
      /** By the last index prices; of options nothing is known before they end. */
      unrealised: parts,
      holdings: z.array(holding),
      /** What came in otherwise than by a trade, the latest first, of which a hundred are shown. */
      arrivals: z.array(arrival),
    }),
    refusals: [],
  },
  getCurrencyRates: {
    method: 'GET',
    auth: 'user',
    summary: 'The currencies in which a total can be read, and the index of each to the US dollar.',
    input: z.strictObject({}),
    output: z.strictObject({ rates: z.array(rate) }),
    refusals: [],
  },
});
