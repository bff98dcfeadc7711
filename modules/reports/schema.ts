import { REALMS } from '@assay/core/ledger/realm';
import { defineCalls } from '@assay/core/schema/call';
import { instant, oneOf, timeRange } from '@assay/core/schema/fields';
import { z } from 'zod';

const realm = oneOf(...REALMS).default('real');

const sums = z.array(z.strictObject({ asset: z.string(), amount: z.string() }));

const dayFigures = z.strictObject({
  /** When the day begins. */
  at: z.int(),
  /** Of people: in the demo realm those who came without an account. */
  registered: z.int(),
  active: z.int(),
  /** Null where there is none: a virtual account is not verified and has no conversations. */
  verified: z.int().nullable(),
  conversations: z.int().nullable(),
  /** Orders of customers. */
  orders: z.int(),
  trades: z.int(),
  /** By market, in its quote asset; each trade once. Decimal text. */
  volumes: z.array(
    z.strictObject({ market: z.string(), asset: z.string(), trades: z.int(), volume: z.string() }),
  ),
  /** What the house earned by fees, by asset. Decimal text. */
  fees: sums,
  /** What came in from outside and went out, by asset. Decimal text. */
  deposits: sums,
  withdrawals: sums,
});
export type DayFigures = z.infer<typeof dayFigures>;

/** One owner in a trial balance; all customers are one. Decimal text. */
const balanceLine = z.strictObject({
  owner: z.string(),
  asset: z.string(),
  /** The sum of the entries. */
  entries: z.string(),
  /** What the table of balances says at the same command; null for a day that is over. */
  kept: z.string().nullable(),
});
export type BalanceLine = z.infer<typeof balanceLine>;

export const calls = defineCalls({
  getDailyFigures: {
    method: 'GET',
    auth: 'operator',
    right: 'reports.read',
    summary: 'People, orders, volumes and fees of each UTC day, the present one included.',
    input: z.strictObject({
      realm,
      /** Instants of the first and the last day; without them the thirty days up to now. */
      ...timeRange,
    }),
    output: z.strictObject({
      realm: z.enum(REALMS),
      /** The last command that is counted, and when that was. */
      seq: z.int(),
      countedAt: z.int(),
      days: z.array(dayFigures),
    }),
    refusals: ['badRange'],
  },
  getTrialBalance: {
    method: 'GET',
    auth: 'operator',
    right: 'reports.read',
    summary: 'The sums of all entries by owner and asset, now or at the end of a UTC day.',
    input: z.strictObject({ realm, /** An instant of the day. */ at: instant.optional() }),
    output: z.strictObject({
      realm: z.enum(REALMS),
      /** When the day begins at whose end it was so; null: now. */
      at: z.int().nullable(),
      /** The last command in it, and the hash of the chain there. */
      seq: z.int(),
      head: z.string(),
      /** Whether all that is asked for is counted; else up to `seq`. */
      complete: z.boolean(),
      lines: z.array(balanceLine),
      /** Over all owners of an asset: "0", or something is wrong. */
      sums: z.array(z.strictObject({ asset: z.string(), sum: z.string() })),
    }),
    refusals: ['dayNotOver'],
  },
});
