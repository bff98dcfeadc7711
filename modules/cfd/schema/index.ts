import { REALMS } from '@assay/core/ledger/realm';
import { defineCalls } from '@assay/core/schema/call';
import {
  id,
  instant,
  integer,
  limit,
  oneOf,
  positiveDecimal,
  text,
  truth,
} from '@assay/core/schema/fields';
import type { LimitTable } from '@assay/core/schema/limits';
import { stepUpField } from '@assay/modules/identity/schema';
import { z } from 'zod';
import { MAX_LEVERAGE } from '../rules/terms.ts';
import {
  CANCEL_CFD_ORDER_REFUSALS,
  CLOSE_CFD_POSITIONS_REFUSALS,
  KINDS,
  PLACE_CFD_ORDER_REFUSALS,
  PROTECT_CFD_POSITION_REFUSALS,
  SET_CFD_MODE_REFUSALS,
} from './commands.ts';
import {
  accountView,
  contractView,
  exposureView,
  orderView,
  policyView,
  positionView,
  proofView,
  qualityReport,
  receiptView,
  termsView,
} from './views.ts';

export type * from './commands.ts';
export * from './views.ts';

/** Proof of a command: its number and its hash in the realm's chain of all commands. */
const receipt = z.strictObject({ seq: z.int(), hash: z.string() });
/** Where the person has chosen so, a trade of a session is proved (decision 0041). */
const proved = ['stepUpNeeded', 'stepUpWrong'] as const;

const contract = text(1, 32);
const side = oneOf('buy', 'sell');
const modes = ['hedged', 'netted'] as const;
const protection = {
  takeProfit: positiveDecimal.optional(),
  stopLoss: positiveDecimal.optional(),
  trailing: positiveDecimal.optional(),
  guaranteed: truth.optional(),
};

/** Of trial funds, in whose account it is asked or done; absent: in the caller's own. */
const ofTrial = { voucherId: id.optional() };

/** Those of a person: nobody else can send their commands. */
function own<const R extends readonly string[]>(refusals: R) {
  return refusals.filter((one) => one !== 'notAllowed') as Exclude<R[number], 'notAllowed'>[];
}

/** Ways out are counted apart: whoever has used up the limit of orders must still get out. */
export const limits = {
  cfdOrders: { account: [{ max: 100, ms: 10_000 }] },
  cfdClosing: { account: [{ max: 100, ms: 10_000 }] },
} as const satisfies LimitTable;

export const calls = defineCalls({
  getCfdContracts: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'Every contract with its terms, its prices, its session, what the house still takes, and what the policy of whoever asks says.',
    input: z.strictObject({}),
    output: z.strictObject({
      at: z.int(),
      contracts: z.array(contractView),
      policy: policyView,
    }),
    refusals: [],
  },
  getCfdTerms: {
    method: 'GET',
    auth: 'visitor',
    summary: 'Every version of the terms of a contract, the latest first.',
    input: z.strictObject({ contract, limit: limit(50, 500) }),
    output: z.strictObject({ terms: z.array(termsView) }),
    refusals: ['unknownContract'],
  },
  getExecutionQuality: {
    method: 'GET',
    auth: 'visitor',
    summary:
      'How orders for contracts were executed, of all customers by month and contract: prices against those that they went by, times, refusals.',
    input: z.strictObject({ months: integer(1, 60).default(12) }),
    output: qualityReport,
    refusals: [],
  },
  getMyExecutionQuality: {
    method: 'GET',
    auth: 'user',
    summary: 'The same of the orders of this person.',
    input: z.strictObject({ months: integer(1, 60).default(12) }),
    output: qualityReport,
    refusals: [],
  },
  getCfdExposure: {
    method: 'GET',
    auth: 'operator',
    right: 'markets.read',
    summary:
      'What customers have open of each contract, and what the house keeps for the worst case.',
    input: z.strictObject({ realm: z.enum(REALMS).default('real') }),
    output: exposureView,
    refusals: [],
  },
  placeCfdOrder: {
    method: 'POST',
    auth: 'user',
    limit: 'cfdOrders',
    summary: 'An order for a contract: at the next tick, or when its price is reached.',
    input: z.strictObject({
      ...{ contract, side, kind: oneOf(...KINDS), lots: positiveDecimal },
      leverage: integer(1, MAX_LEVERAGE),
      price: positiveDecimal.optional(),
      slippage: positiveDecimal.optional(),
      expiresAt: instant.optional(),
      ...protection,
      ...ofTrial,
      ...stepUpField,
    }),
    output: z.strictObject({ order: orderView, receipt }),
    refusals: [...proved, 'trialFundsNotUsable', ...own(PLACE_CFD_ORDER_REFUSALS)],
  },
  cancelCfdOrder: {
    method: 'POST',
    auth: 'user',
    limit: 'cfdClosing',
    summary: 'Cancels an order that waits.',
    input: z.strictObject({ orderId: id, ...ofTrial }),
    output: z.strictObject({ order: orderView, receipt }),
    refusals: ['trialFundsNotUsable', ...own(CANCEL_CFD_ORDER_REFUSALS)],
  },
  closeCfdPositions: {
    method: 'POST',
    auth: 'user',
    limit: 'cfdClosing',
    summary: 'Closes one position or a part of it, all of a side or contract, or all.',
    input: z.strictObject({
      positionId: id.optional(),
      contract: contract.optional(),
      side: side.optional(),
      lots: positiveDecimal.optional(),
      slippage: positiveDecimal.optional(),
      ...ofTrial,
    }),
    output: z.strictObject({ closing: z.array(z.int()), receipt }),
    refusals: ['trialFundsNotUsable', ...own(CLOSE_CFD_POSITIONS_REFUSALS)],
  },
  protectCfdPosition: {
    method: 'POST',
    auth: 'user',
    limit: 'cfdClosing',
    summary: 'Sets by what a position closes itself; what is left out is taken away.',
    input: z.strictObject({ positionId: id, ...protection, ...ofTrial }),
    output: z.strictObject({ position: positionView, receipt }),
    refusals: ['trialFundsNotUsable', ...own(PROTECT_CFD_POSITION_REFUSALS)],
  },
  setCfdMode: {
    method: 'POST',
    auth: 'user',
    limit: 'cfdOrders',
    summary: 'Whether opposite orders close positions, or open others beside them.',
    input: z.strictObject({ mode: oneOf(...modes), ...ofTrial }),
    output: z.strictObject({ mode: z.enum(modes), receipt }),
    refusals: ['trialFundsNotUsable', ...own(SET_CFD_MODE_REFUSALS)],
  },
  getCfdAccount: {
    method: 'GET',
    auth: 'user',
    summary: 'The account of this person for contracts, with orders that wait and open positions.',
    input: z.strictObject(ofTrial),
    output: z.strictObject({
      account: accountView,
      orders: z.array(orderView),
      positions: z.array(positionView),
    }),
    refusals: ['trialFundsNotUsable'],
  },
  getCfdReceipt: {
    method: 'GET',
    auth: 'user',
    summary: 'All by which anyone can compute a receipt again: terms, ticks, opening, signatures.',
    input: z.strictObject({ seq: id, n: integer(1, 2 ** 31 - 1), ...ofTrial }),
    output: proofView,
    refusals: ['trialFundsNotUsable', 'unknownReceipt', 'ticksMissing', 'ticksBroken'],
  },
  getCfdReceipts: {
    method: 'GET',
    auth: 'user',
    summary: 'What happened to orders and positions of this person, the latest first, in pages.',
    input: z.strictObject({ before: id.optional(), limit: limit(50, 500), ...ofTrial }),
    output: z.strictObject({
      receipts: z.array(receiptView),
      /** For `before` of the next page; null on the last one. */
      next: z.int().nullable(),
    }),
    refusals: ['trialFundsNotUsable'],
  },
});
