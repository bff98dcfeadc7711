import { WAYS } from '@assay/core/position/value';
import { tickView } from '@assay/modules/feeds/schema';
import { z } from 'zod';
import { ENDINGS } from '../rules/quality.ts';
import { KINDS, RECEIPT_KINDS, WHYS } from './commands.ts';

/** Texts that must be shown beside contracts. */
export const CFD_WARNINGS = [
  'cfdRisk',
  'cryptoRisk',
  'coolingOff',
  'unregulated',
  'notOffered',
] as const;

const side = z.enum(['buy', 'sell']);
const protection = {
  takeProfit: z.string(),
  stopLoss: z.string(),
  trailing: z.string(),
  guaranteed: z.boolean(),
};

export const orderView = z.strictObject({
  ...{ id: z.int(), contract: z.string(), kind: z.enum(KINDS), side, lots: z.string() },
  ...{ leverage: z.int(), price: z.string(), worst: z.string(), held: z.string(), ...protection },
  ...{ expiresAt: z.int(), acceptedAt: z.int(), ended: z.enum([...WHYS, 'filled', '']) },
});

export const positionView = z.strictObject({
  ...{ id: z.int(), contract: z.string(), side, lots: z.string(), leverage: z.int() },
  ...{ entry: z.string(), margin: z.string(), premium: z.string(), financing: z.string() },
  ...{ openedAt: z.int(), ...protection, closing: z.string() },
  /** The price that converted its margin. */
  conversionEntry: z.string().optional(),
});

export const accountView = z.strictObject({
  ...{ netted: z.boolean(), used: z.string(), reserved: z.string(), deficit: z.string() },
  ...{ owed: z.string(), equity: z.string(), unrealised: z.string(), available: z.string() },
  ...{ riskRatePpm: z.int().nullable(), level: z.int() },
  closeOutPercent: z.int(),
});

export const receiptView = z.strictObject({
  ...{ seq: z.int(), n: z.int(), kind: z.enum(RECEIPT_KINDS), why: z.enum(WHYS) },
  ...{ contract: z.string(), version: z.int(), id: z.int(), side, lots: z.string() },
  ...{ leverage: z.int(), entry: z.string(), price: z.string(), tick: z.int(), tickAt: z.int() },
  ...{ indexPrice: z.string(), spread: z.string(), recent: z.array(z.string()) },
  ...{ amount: z.string(), margin: z.string(), premium: z.string(), carryNights: z.int() },
  ...{ adminNights: z.int(), worst: z.string(), startedAt: z.int(), at: z.int() },
  /** What the customer went by: "" for none; and when it was asked for: 0 for not just then. */
  ...{ reference: z.string(), askedAt: z.int() },
  /** The tick that converted its amounts, and the price of it; absent: nothing did. */
  conversionTick: z.int().optional(),
  conversionTickAt: z.int().optional(),
  conversionPrice: z.string().optional(),
});

/** A contract as it is published (`ContractListing`). */
export const listingView = z.strictObject({
  ...{ symbol: z.string(), index: z.string(), underlying: z.string(), contractSize: z.string() },
  ...{ tickSize: z.string(), lotStep: z.string(), minLots: z.string(), maxLots: z.string() },
  ...{ maxLeverage: z.int(), spread: z.string(), thinMs: z.int(), thinPercent: z.int() },
  ...{ calmPpm: z.int(), premiumPpm: z.int(), guaranteedPpm: z.int(), carry: z.int() },
  ...{ carryDays: z.int(), adminPpm: z.int(), nights: z.string(), holidays: z.string() },
  ...{ maxNetLots: z.string(), stressPpm: z.int(), status: z.string() },
  /** By whose price amounts become USDT, and how; absent: they are those of the price. */
  conversionIndex: z.string().optional(),
  conversionWay: z.enum(WAYS).optional(),
});

export const contractView = z.strictObject({
  ...{ version: z.int(), listing: listingView },
  /** "" and 0 before the first tick. */
  ...{ bid: z.string(), ask: z.string(), tick: z.int(), tickAt: z.int() },
  isOpen: z.boolean(),
  /** When it opens next; null while it is open, or when nobody knows. */
  opensAt: z.int().nullable(),
  /** The highest leverage for whoever asks: of the terms and of their country. 0: not offered. */
  leverage: z.int(),
  /** Lots that the house still takes. */
  ...{ availableBuy: z.string(), availableSell: z.string() },
  /** The price that converts now; "" before its first tick; absent: nothing is converted. */
  conversionPrice: z.string().optional(),
});

const session = z.strictObject({ opensAt: z.int(), closesAt: z.int().nullable() });

/** The account before a position of it was closed out, and what follows from it. */
export const accountAtView = z.strictObject({
  /** The command at whose tick it was found in danger before. */
  since: z.int(),
  ...{ wallet: z.string(), deficit: z.string(), equity: z.string(), used: z.string() },
  closeOutPercent: z.int(),
  /** In millionths, as digits; "" when nothing is left against the margin. */
  riskRatePpm: z.string(),
  positions: z.array(
    z.strictObject({
      ...{ id: z.int(), contract: z.string(), side, lots: z.string(), leverage: z.int() },
      ...{ entry: z.string(), margin: z.string(), exit: z.string(), gain: z.string() },
      conversionEntry: z.string().optional(),
    }),
  ),
  /**
   * The last tick of each other contract of its positions, and of those that convert them, with
   * what the spread rests on.
   */
  markets: z.array(
    z.strictObject({
      ...{ contract: z.string(), tick: z.int(), tickAt: z.int(), indexPrice: z.string() },
      ...{ spread: z.string(), recent: z.array(z.string()), terms: listingView },
      session: session.nullable(),
    }),
  ),
});

/** A line of the ledger; `person` is whom the receipt belongs to. */
const postingView = z.strictObject({
  ...{ from: z.string(), to: z.string(), amount: z.string(), purpose: z.string() },
});

/** Ticks of a log in a row, the last of which is signed. */
const run = {
  ticks: z.array(tickView),
  head: z
    .strictObject({ n: z.int(), hash: z.string(), at: z.int(), signature: z.string() })
    .nullable(),
};

/** All by which anyone computes a receipt again; examples/verify-contract.mjs does. */
export const proofView = z.strictObject({
  format: z.literal('assay-cfd-receipt-1'),
  publicKey: z.string(),
  /**
   * Of a close-out with the account that was closed out, and with what its command moved from and
   * to the person; of receipts from before, without.
   */
  receipt: receiptView.extend({
    account: accountAtView.optional(),
    postings: z.array(postingView).optional(),
  }),
  /** The terms that held then. */
  terms: listingView,
  /** Of a closing: how the position was opened. */
  opened: receiptView.nullable(),
  /** The session of the tick. */
  session: session.nullable(),
  /** The tick, and those before it by which the spread goes. */
  ...run,
  /** The ticks of the index that converts, until the one of the receipt. */
  conversion: z.strictObject(run).optional(),
  /** The same of each market of the account. */
  others: z.array(z.strictObject(run)),
  /** Of all of this but the ticks. */
  signature: z.string(),
});

/** What the law of the person's country says, and what became of others in the last year. */
export const policyView = z.strictObject({
  preset: z.string(),
  warnings: z.array(z.enum(CFD_WARNINGS)),
  /** The share of the margin at which an account is closed out. */
  closeOutPercent: z.int(),
  /** People who closed contracts, and how many of them lost money by it all in all. */
  ...{ people: z.int(), losers: z.int() },
});

/** One message of the channel `cfdQuotes`: all contracts at first, then those that moved. */
export interface CfdQuotesData {
  readonly quotes: readonly CfdQuoteView[];
}

export interface CfdQuoteView {
  readonly contract: string;
  readonly bid: string;
  readonly ask: string;
  readonly tick: number;
  readonly at: number;
}

export const termsView = z.strictObject({
  ...{ version: z.int(), at: z.int(), listing: listingView },
});

/** What the house stands for, by contract and all together. Lots and amounts are decimal text. */
export const exposureView = z.strictObject({
  at: z.int(),
  contracts: z.array(
    z.strictObject({
      ...{
        version: z.int(),
        listing: listingView,
        isOpen: z.boolean(),
        opensAt: z.int().nullable(),
      },
      ...{ bid: z.string(), ask: z.string(), tickAt: z.int() },
      ...{ positions: z.int(), orders: z.int(), long: z.string(), short: z.string() },
      /** Below zero: customers are short together. */
      net: z.string(),
      /** What the net exposure is worth, what customers would gain now, what the house keeps. */
      ...{ value: z.string(), gain: z.string(), worst: z.string() },
    }),
  ),
  /** What gains are paid of, what is kept of it for all contracts, and what is owed already. */
  ...{ capital: z.string(), insurance: z.string(), worst: z.string(), owed: z.string() },
  /** Accounts that are due to be closed out. */
  endangered: z.int(),
});

/** Sums by month, contract, ending and reason; amounts are decimal text in USDT. */
export const qualityReport = z.strictObject({
  rows: z.array(
    z.strictObject({
      ...{ month: z.string(), contract: z.string(), ending: z.enum(ENDINGS) },
      /** Of a fill what caused it, of all else why there was none. */
      ...{ reason: z.string(), count: z.int() },
      /** Of those with a price that the customer went by: filled at a better and at a worse one. */
      ...{ measured: z.int(), better: z.int(), worse: z.int() },
      ...{ betterBy: z.string(), worseBy: z.string() },
      /** Of those that were asked for at the next tick: how long until it. */
      ...{ timed: z.int(), averageMs: z.int(), longestMs: z.int() },
      ...{ within1s: z.int(), within2s: z.int(), within5s: z.int() },
    }),
  ),
});
