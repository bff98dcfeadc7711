import { NIGHT_RULES } from '@assay/core/position/rollover';
import { WAYS } from '@assay/core/position/value';
import { record } from '@assay/core/schema/record';
import { STATUSES, UNDERLYINGS } from '../rules/terms.ts';
import { KINDS, RECEIPT_KINDS, WHYS } from '../schema/commands.ts';

/** What no version of the terms changes. */
const fixed = {
  symbol: { type: 'text' },
  index: { type: 'text', column: 'index_name' },
  underlying: { type: 'text', values: UNDERLYINGS },
  /** By whose price amounts become USDT, and how; null: they are those of the price. */
  conversionIndex: { type: 'text', optional: true, digest: 'whenSet' },
  conversionWay: { type: 'text', values: WAYS, optional: true, digest: 'whenSet' },
  contractSize: { type: 'bigint', as: 'bigint' },
  lotStep: { type: 'bigint', as: 'bigint' },
} as const;

/** A contract with its terms as they are now. */
export const contract = record({
  table: 'cfd_contract',
  key: ['id'],
  fields: {
    id: { type: 'integer' },
    ...fixed,
    tickSize: { type: 'bigint', changes: true },
    minLots: { type: 'bigint', as: 'bigint', changes: true },
    maxLots: { type: 'bigint', as: 'bigint', changes: true },
    maxLeverage: { type: 'integer', changes: true },
    spread: { type: 'bigint', changes: true },
    thinMs: { type: 'bigint', changes: true },
    thinPercent: { type: 'integer', changes: true },
    calmPpm: { type: 'integer', changes: true },
    premiumPpm: { type: 'integer', changes: true },
    guaranteedPpm: { type: 'integer', changes: true },
    carry: { type: 'bigint', changes: true },
    carryDays: { type: 'bigint', changes: true },
    adminPpm: { type: 'integer', changes: true },
    nights: { type: 'text', values: NIGHT_RULES, changes: true },
    holidays: { type: 'text', changes: true },
    maxNetLots: { type: 'bigint', as: 'bigint', changes: true },
    stressPpm: { type: 'integer', changes: true },
    status: { type: 'text', values: STATUSES, changes: true },
    /** Counted from 1 with each change. */
    version: { type: 'integer', changes: true },
    listedAt: { type: 'bigint' },
  },
});

/** Every version of the terms, by which receipts are recomputed. */
export const termsVersion = record({
  table: 'cfd_terms',
  key: ['contract', 'version'],
  fields: {
    seq: { type: 'bigint' },
    contract: { type: 'integer' },
    version: { type: 'integer' },
    at: { type: 'bigint' },
    /** The listing as canonical JSON. */
    listing: { type: 'text' },
  },
});

/** The prices of a contract at its last tick. */
export const quote = record({
  table: 'cfd_quote',
  key: ['contract'],
  fields: {
    contract: { type: 'integer' },
    /** The command whose tick it is, and the tick of the index. */
    seq: { type: 'bigint', changes: true },
    n: { type: 'bigint', changes: true },
    at: { type: 'bigint', changes: true },
    price: { type: 'bigint', changes: true },
    bid: { type: 'bigint', changes: true },
    ask: { type: 'bigint', changes: true },
    spread: { type: 'bigint', changes: true },
    /** The last index prices, by which the spread goes. */
    recent: { type: 'text', changes: true },
    /** Nights up to here are charged. */
    rolledAt: { type: 'bigint', changes: true },
    /** Of the terms by which the spread was made; null: not known, of a tick from before. */
    version: { type: 'integer', optional: true, changes: true, digest: false },
  },
});

/** A tick that is not worked through yet. */
export const tick = record({
  table: 'cfd_tick',
  key: ['seq', 'contract'],
  removable: true,
  fields: {
    seq: { type: 'bigint' },
    contract: { type: 'integer' },
    n: { type: 'bigint' },
    at: { type: 'bigint' },
    price: { type: 'bigint' },
    /** Of the first of a command: what the house owed was paid, and more of the tick is left. */
    paid: { type: 'boolean', optional: true, changes: true, digest: false },
  },
});

/** The person's account; no row before the first order. */
export const account = record({
  table: 'cfd_account',
  key: ['userId'],
  fields: {
    userId: { type: 'bigint' },
    netted: { type: 'boolean', changes: true },
    /** What open positions need, what waiting orders need, and what the ledger holds of it. */
    used: { type: 'bigint', as: 'bigint', changes: true },
    reserved: { type: 'bigint', as: 'bigint', changes: true },
    held: { type: 'bigint', as: 'bigint', changes: true },
    /** Losses that the wallet could not pay, set off against gains of what is still open. */
    deficit: { type: 'bigint', as: 'bigint', changes: true },
    /** Gains that the house could not pay yet, and since when. */
    owed: { type: 'bigint', as: 'bigint', changes: true },
    owedSince: { type: 'bigint', changes: true },
    /** The warning that was given. */
    level: { type: 'smallint', changes: true },
    /** The command at whose tick the equity was at or below half of the margin; 0: it was not. */
    endangered: { type: 'bigint', changes: true },
    /**
     * The share of the margin at which it is closed out: that of the person's country policy when
     * the first of what is open was ordered.
     */
    closeOutPercent: { type: 'smallint', changes: true },
  },
});

/**
 * What a person has open in one direction of a contract, and the price that is to be looked
 * at.
 */
export const leg = record({
  table: 'cfd_leg',
  key: ['userId', 'contract', 'side'],
  removable: true,
  fields: {
    userId: { type: 'bigint' },
    contract: { type: 'integer' },
    side: { type: 'smallint' },
    /** 0: none. */
    guard: { type: 'bigint', changes: true },
    /** The same for the price that converts: at or below the one, at or above the other. */
    conversionFloor: { type: 'bigint', optional: true, changes: true, digest: 'whenSet' },
    conversionCeiling: { type: 'bigint', optional: true, changes: true, digest: 'whenSet' },
  },
});

/** An order that waits: at market for the next tick, else for its price. */
export const order = record({
  table: 'cfd_order',
  key: ['id'],
  removable: true,
  fields: {
    id: { type: 'bigint' },
    userId: { type: 'bigint' },
    contract: { type: 'integer' },
    kind: { type: 'text', values: KINDS },
    side: { type: 'smallint' },
    lots: { type: 'bigint', as: 'bigint' },
    leverage: { type: 'integer' },
    policyLeverage: { type: 'integer' },
    /** 0: at market. */
    price: { type: 'bigint' },
    /** The worst price that its customer accepts; 0: any. */
    worst: { type: 'bigint' },
    /** 0: none, of each. */
    takeProfit: { type: 'bigint' },
    stopLoss: { type: 'bigint' },
    trail: { type: 'bigint' },
    guaranteed: { type: 'boolean' },
    held: { type: 'bigint', as: 'bigint' },
    expiresAt: { type: 'bigint' },
    acceptedAt: { type: 'bigint' },
    /** The price that its customer went by: that of the side at the acceptance, else its own. */
    reference: { type: 'bigint' },
  },
});

export const position = record({
  table: 'cfd_position',
  key: ['id'],
  removable: true,
  fields: {
    /** That of the order that opened it. */
    id: { type: 'bigint' },
    userId: { type: 'bigint' },
    contract: { type: 'integer' },
    side: { type: 'smallint' },
    lots: { type: 'bigint', as: 'bigint', changes: true },
    entry: { type: 'bigint' },
    leverage: { type: 'integer' },
    margin: { type: 'bigint', as: 'bigint', changes: true },
    /** The price that converted its margin; null: nothing does. */
    conversionEntry: { type: 'bigint', optional: true, digest: 'whenSet' },
    openedAt: { type: 'bigint' },
    takeProfit: { type: 'bigint', changes: true },
    stopLoss: { type: 'bigint', changes: true },
    trail: { type: 'bigint', changes: true },
    guaranteed: { type: 'boolean', changes: true },
    /** What the guaranteed stop has paid into escrow. */
    premium: { type: 'bigint', as: 'bigint', changes: true },
    /** The command that set what it waits for: earlier ticks do not reach it. */
    since: { type: 'bigint', changes: true },
    /** Lots to be closed at the next tick after that command, and the worst price accepted. */
    closing: { type: 'bigint', as: 'bigint', changes: true },
    closingSince: { type: 'bigint', changes: true },
    closingWorst: { type: 'bigint', changes: true },
    /** When the closing was asked for, and the price at which it would have been then. */
    closingAt: { type: 'bigint', changes: true },
    closingReference: { type: 'bigint', changes: true },
    /** Received for nights so far, below zero for paid; and up to which cut-off. */
    financing: { type: 'bigint', as: 'bigint', changes: true },
    financedTo: { type: 'bigint', changes: true },
  },
});

/** How far the price went for stops that trail; see machine/trail.ts. */
export const peak = record({
  table: 'cfd_peak',
  key: ['contract', 'side', 'seq'],
  removable: true,
  fields: {
    contract: { type: 'integer' },
    side: { type: 'smallint' },
    seq: { type: 'bigint' },
    peak: { type: 'bigint' },
  },
});

/** What happened to orders and positions, each with all that its amounts follow from. */
export const receipt = record({
  table: 'cfd_receipt',
  key: ['seq', 'n'],
  fields: {
    seq: { type: 'bigint' },
    /** Counted from 1 within the command. */
    n: { type: 'integer' },
    kind: { type: 'text', values: RECEIPT_KINDS },
    why: { type: 'text', values: WHYS },
    userId: { type: 'bigint' },
    contract: { type: 'integer' },
    version: { type: 'integer' },
    /** Of the order or of the position. */
    id: { type: 'bigint' },
    side: { type: 'smallint' },
    lots: { type: 'bigint', as: 'bigint' },
    leverage: { type: 'integer' },
    entry: { type: 'bigint' },
    /** At which it was filled, closed or charged; 0: not at all. */
    price: { type: 'bigint' },
    /**
     * The tick: its number in the log, its time, the index, and the spread with what it rests
     * on.
     */
    tick: { type: 'bigint' },
    tickAt: { type: 'bigint' },
    indexPrice: { type: 'bigint' },
    spread: { type: 'bigint' },
    recent: { type: 'text' },
    /** Gain or financing, below zero for a loss. */
    amount: { type: 'bigint', as: 'bigint' },
    margin: { type: 'bigint', as: 'bigint' },
    premium: { type: 'bigint', as: 'bigint' },
    /** Nights charged: those of the carry and those of the charge of the house. */
    carryNights: { type: 'smallint' },
    adminNights: { type: 'smallint' },
    /** The bound of the customer; 0: none. */
    worst: { type: 'bigint' },
    /** When it was accepted or opened. */
    startedAt: { type: 'bigint' },
    at: { type: 'bigint' },
    /**
     * The price that the customer went by: of the side when it was asked for, else the one that was
     * waited for; 0: none. And when it was asked for; 0: nobody did just then.
     */
    reference: { type: 'bigint' },
    askedAt: { type: 'bigint' },
    /** The tick that converted its amounts, and the price of it; null: nothing did. */
    conversionTick: { type: 'bigint', optional: true, digest: 'whenSet' },
    conversionTickAt: { type: 'bigint', optional: true, digest: 'whenSet' },
    conversionPrice: { type: 'bigint', optional: true, digest: 'whenSet' },
    /** Of a close-out: the account before it (`KeptAccount`). */
    account: { type: 'text', optional: true, digest: 'whenSet' },
  },
});
