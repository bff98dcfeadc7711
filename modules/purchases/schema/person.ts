import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import { defineCalls } from '@assay/core/schema/call';
import { id, limit, oneOf, positiveDecimal, text } from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { HOUR } from '@assay/core/time';
import { z } from 'zod';
import { CURRENCIES } from '../rules.ts';
import { REASONS } from './commands.ts';

export const purchaseLimits = {
  /** Each order holds something of the house. */
  purchase: { account: [{ max: 10, ms: HOUR }], network: [{ max: 30, ms: HOUR }] },
  purchaseUpload: {
    account: [{ max: 20, ms: HOUR }],
    network: [{ max: 60, ms: HOUR }],
    members: [{ max: 300, ms: HOUR }],
  },
} as const satisfies LimitTable;

const PROOF_TYPES = ['image/jpeg', 'image/png'] as const;
const PROOF_BELOW_BYTES = 8 * 1024 * 1024;
const PAYER_MAX = 70;
/** Support's message has 2,000 characters; the reference of the order is put before this. */
const DISPUTE_MAX = 1_900;

/**
 * Where an order stands, for people: `waiting` for the payment, `proved` by a picture, `matched` by
 * a line of the bank, `disputed` with support, or how it ended.
 */
export const STAGES = [
  ...(['waiting', 'proved', 'matched', 'disputed'] as const),
  ...(['released', 'cancelled', 'expired', 'refunded'] as const),
] as const;
export type PurchaseStage = (typeof STAGES)[number];

const amount = positiveDecimal.refine(
  (written) => parseDecimal(written, SCALE) !== null,
  'eightDecimals',
);
const currency = oneOf(...CURRENCIES);

const rateView = z.strictObject({
  /** USDT for one unit of the currency. */
  rate: z.string(),
  rateAt: z.int(),
  rateSource: z.enum(['index', 'parameter']),
  /** The number of the tick in the log of prices, or of the version of the parameter. */
  rateTick: z.int(),
});

export const purchaseView = z.strictObject({
  purchaseId: z.int(),
  asset: z.string(),
  amount: z.string(),
  currency: z.string(),
  cost: z.string(),
  ...rateView.shape,
  marginPpm: z.int(),
  /** To whom it is paid, and what is written on the payment. */
  payee: z.strictObject({
    ...{ holder: z.string(), bankName: z.string(), account: z.string() },
    ...{ bic: z.string(), bankAddress: z.string() },
  }),
  reference: z.string(),
  payer: z.string(),
  stage: z.enum(STAGES),
  orderedAt: z.int(),
  deadline: z.int(),
  changedAt: z.int(),
  hasProof: z.boolean(),
  ticketId: z.int().nullable(),
  /** Of one that was refunded. */
  reason: z.enum([...REASONS, '']),
  canCancel: z.boolean(),
  canProve: z.boolean(),
  canDispute: z.boolean(),
});
export type PurchaseView = z.infer<typeof purchaseView>;

export const purchaseEvent = z.strictObject({
  what: z.enum(['ordered', 'proved', 'matched', 'disputed', ...STAGES.slice(4)] as [
    'ordered',
    'proved',
    'matched',
    'disputed',
    'released',
    'cancelled',
    'expired',
    'refunded',
  ]),
  at: z.int(),
  reason: z.enum([...REASONS, '']),
});
export type PurchaseEvent = z.infer<typeof purchaseEvent>;

const unknown = ['unknownPurchase', 'wrongState'] as const;

export const purchaseCalls = defineCalls({
  getPurchaseTerms: {
    method: 'GET',
    auth: 'user',
    summary: 'In which currencies USDT can be bought, at which published rates and margin.',
    input: z.strictObject({}),
    output: z.strictObject({
      ...{ asset: z.string(), least: z.string(), most: z.string(), marginPpm: z.int() },
      /** Within so many hours an order is to be paid. */
      hours: z.int(),
      currencies: z.array(z.strictObject({ currency: z.string(), ...rateView.shape })),
      verified: z.enum(['none', 'junior', 'senior']),
      hasReadRules: z.boolean(),
    }),
    refusals: ['virtualAccount'],
  },
  previewPurchase: {
    method: 'GET',
    auth: 'user',
    summary: 'What an amount costs at this moment; the order is refused if it costs more then.',
    input: z.strictObject({ currency, amount }),
    output: z.strictObject({ cost: z.string(), marginPpm: z.int(), ...rateView.shape }),
    refusals: ['virtualAccount', 'currencyClosed', 'belowLeast', 'aboveMost', 'soldOut'],
  },
  orderPurchase: {
    method: 'POST',
    auth: 'user',
    limit: 'purchase',
    summary: 'Orders USDT for bank money: the rate is locked and the amount is held for the order.',
    input: z.strictObject({
      currency,
      amount,
      /** What it may cost at most, as the preview has said. */
      cost: positiveDecimal,
      /** The holder of the account from which it will be paid. */
      payer: text(1, PAYER_MAX),
    }),
    output: z.strictObject({
      purchase: purchaseView,
      receipt: z.strictObject({ seq: z.int(), hash: z.string() }),
    }),
    refusals: [
      ...(['virtualAccount', 'verificationNeeded', 'rulesUnread', 'currencyClosed'] as const),
      ...(['belowLeast', 'aboveMost', 'rateMoved', 'tooManyPurchases', 'soldOut'] as const),
    ],
  },
  getPurchases: {
    method: 'GET',
    auth: 'user',
    summary: 'The quick purchases of this person, the latest first.',
    input: z.strictObject({ before: id.optional(), limit: limit(50, 200) }),
    output: z.strictObject({ purchases: z.array(purchaseView), next: z.int().nullable() }),
    refusals: [],
  },
  getPurchase: {
    method: 'GET',
    auth: 'user',
    summary: 'A quick purchase with everything that happened to it.',
    input: z.strictObject({ purchaseId: id }),
    output: z.strictObject({ purchase: purchaseView, timeline: z.array(purchaseEvent) }),
    refusals: ['unknownPurchase'],
  },
  cancelPurchase: {
    method: 'POST',
    auth: 'user',
    summary: 'Ends an order of which nothing says that it was paid.',
    input: z.strictObject({ purchaseId: id }),
    output: z.strictObject({ purchase: purchaseView }),
    refusals: unknown,
  },
  uploadPurchaseProof: {
    method: 'POST',
    auth: 'user',
    limit: 'purchaseUpload',
    upload: { types: PROOF_TYPES, belowBytes: PROOF_BELOW_BYTES },
    summary: 'Sends the picture that proves the payment, the whole body; it credits nothing.',
    input: z.strictObject({ purchaseId: id, fileName: text(1, 255) }),
    output: z.strictObject({ purchase: purchaseView }),
    refusals: [...unknown, 'quotaObjects', 'quotaBytes', 'quotaEverybody'],
  },
  disputePurchase: {
    method: 'POST',
    auth: 'user',
    limit: 'supportMessage',
    summary: 'Opens a conversation with support about an order, which does not end meanwhile.',
    input: z.strictObject({ purchaseId: id, text: text(1, DISPUTE_MAX) }),
    output: z.strictObject({ ticketId: z.int() }),
    refusals: [...unknown, 'tooManyOpen'],
  },
});
