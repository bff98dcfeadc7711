import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { defineCalls } from '@assay/core/schema/call';
import { positiveDecimal } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import type {} from '@assay/core/schema/registry';
import { HOUR } from '@assay/core/time';
import { z } from 'zod';

/** Decimal text; value, fee and received in USDT. */
const converted = z.strictObject({
  asset: z.string(),
  amount: z.string(),
  price: z.string(),
  value: z.string(),
  fee: z.string(),
  received: z.string(),
});
export type ConvertedBalance = z.infer<typeof converted>;

/** `least`: what the person wants to receive at least, of USDT. */
export interface ConvertSmallBalances {
  readonly assets: readonly string[];
  readonly least: string;
}

/** In the order in which the reasons are checked. */
export const CONVERT_SMALL_BALANCES_REFUSALS = [
  'notAllowed',
  'invalidList',
  'invalidAmount',
  'oncePerDay',
  'unknownAsset',
  'notSmall',
  'noIndexPrice',
  'priceMoved',
  'houseCannotPay',
] as const;

declare module '@assay/core/schema/registry' {
  interface Commands {
    convertSmallBalances: {
      body: ConvertSmallBalances;
      outcome: { readonly balances: readonly ConvertedBalance[]; readonly received: string };
      refusal: (typeof CONVERT_SMALL_BALANCES_REFUSALS)[number];
    };
  }
}

const LIST = /^[A-Z0-9]{1,16}(,[A-Z0-9]{1,16}){0,49}$/;

export const conversionLimits = {
  convertSmall: { account: [{ max: 20, ms: HOUR }], network: [{ max: 200, ms: HOUR }] },
} as const satisfies LimitTable;

export const conversionCalls = defineCalls({
  getSmallBalances: {
    method: 'GET',
    auth: 'user',
    summary: 'Balances below what an order takes, and what they are converted to now.',
    input: z.strictObject({}),
    output: z.strictObject({
      balances: z.array(converted),
      feePpm: z.int(),
      /** When they can be converted again; null: now. */
      nextAt: z.int().nullable(),
    }),
    refusals: [],
  },
  convertSmallBalances: {
    method: 'POST',
    auth: 'user',
    limit: 'convertSmall',
    summary: 'Converts balances below what an order takes to USDT at the index, once a day.',
    input: z.strictObject({
      /** Separated by commas. */
      assets: z.string().regex(LIST),
      least: positiveDecimal.refine((text) => parseDecimal(text, SCALE) !== null, 'eightDecimals'),
    }),
    output: z.strictObject({
      balances: z.array(converted),
      received: z.string(),
      receipt: z.strictObject({ seq: z.int(), hash: z.string() }),
    }),
    refusals: [
      ...(['oncePerDay', 'unknownAsset', 'notSmall', 'noIndexPrice'] as const),
      ...(['priceMoved', 'houseCannotPay', 'invalidList'] as const),
    ],
  },
});
