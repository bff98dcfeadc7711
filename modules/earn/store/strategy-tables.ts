import { type RowOf, record } from '@assay/core/schema/record';
import { STRATEGIES } from '../rules.ts';
import { HOLDING_ENDS, HOLDING_STATES } from '../schema/strategy-commands.ts';

/** A strategy product: its terms, its units, and the cut that is under way. */
export const earnStrategy = record({
  table: 'earn_strategy',
  key: ['product'],
  fields: {
    product: { type: 'text' },
    asset: { type: 'integer' },
    strategy: { type: 'text', values: STRATEGIES },
    status: { type: 'text', values: ['open', 'closed'], changes: true },
    least: { type: 'bigint', changes: true },
    most: { type: 'bigint', changes: true },
    mostPerson: { type: 'bigint', changes: true },
    quota: { type: 'bigint', changes: true },
    /** The command that set them, and the one that listed the product. */
    version: { type: 'bigint', changes: true },
    listedSeq: { type: 'bigint' },
    listedAt: { type: 'bigint' },
    /** What the house put in when it was listed. */
    seed: { type: 'bigint' },
    /** All units, and those of the house. */
    units: { type: 'bigint', as: 'bigint', changes: true },
    houseUnits: { type: 'bigint', as: 'bigint', changes: true },
    /** The last day whose cut has begun, in days since the epoch. */
    day: { type: 'integer', changes: true },
    /** Of a cut under way: its command, what it found, and what it has done; 0 without one. */
    cutSeq: { type: 'bigint', changes: true },
    cutAt: { type: 'bigint', changes: true },
    cutValue: { type: 'bigint', as: 'bigint', changes: true },
    cutUnits: { type: 'bigint', as: 'bigint', changes: true },
    paidIn: { type: 'bigint', as: 'bigint', changes: true },
    issued: { type: 'bigint', as: 'bigint', changes: true },
    paidOut: { type: 'bigint', as: 'bigint', changes: true },
    redeemed: { type: 'bigint', as: 'bigint', changes: true },
  },
});

/** What somebody has put in, and the units that it has become. */
export const strategyHolding = record({
  table: 'strategy_holding',
  key: ['id'],
  removable: true,
  fields: {
    /** The number of the command that accepted it. */
    id: { type: 'bigint' },
    userId: { type: 'bigint' },
    product: { type: 'text' },
    asset: { type: 'integer' },
    amount: { type: 'bigint' },
    acceptedAt: { type: 'bigint' },
    state: { type: 'text', values: HOLDING_STATES, changes: true },
    units: { type: 'bigint', as: 'bigint', changes: true },
    /** Days since the epoch: of the cut that issued them, and of the notice. */
    issuedDay: { type: 'integer', optional: true, changes: true },
    askedDay: { type: 'integer', optional: true, changes: true },
    /** The command and the time of the notice. */
    askedSeq: { type: 'bigint', optional: true, changes: true },
    askedAt: { type: 'bigint', optional: true, changes: true },
    paid: { type: 'bigint', as: 'bigint', changes: true },
  },
});

/** One that has ended: only ever added. */
export const endedHolding = record({
  table: 'ended_holding',
  key: ['id'],
  fields: {
    id: { type: 'bigint' },
    userId: { type: 'bigint' },
    product: { type: 'text' },
    asset: { type: 'integer' },
    amount: { type: 'bigint' },
    acceptedAt: { type: 'bigint' },
    state: { type: 'text', values: HOLDING_ENDS },
    units: { type: 'bigint', as: 'bigint' },
    issuedDay: { type: 'integer', optional: true },
    askedDay: { type: 'integer', optional: true },
    askedSeq: { type: 'bigint', optional: true },
    askedAt: { type: 'bigint', optional: true },
    paid: { type: 'bigint', as: 'bigint' },
    /** The command that ended it. */
    seq: { type: 'bigint' },
    endedAt: { type: 'bigint' },
  },
});

/** A cut as it was made, once for each day: only ever added. */
export const strategyCut = record({
  table: 'strategy_cut',
  key: ['product', 'day'],
  fields: {
    product: { type: 'text' },
    day: { type: 'integer' },
    /** The command that took the value, and its time. */
    valuedSeq: { type: 'bigint' },
    at: { type: 'bigint' },
    value: { type: 'bigint', as: 'bigint' },
    units: { type: 'bigint', as: 'bigint' },
    paidIn: { type: 'bigint', as: 'bigint' },
    issued: { type: 'bigint', as: 'bigint' },
    paidOut: { type: 'bigint', as: 'bigint' },
    redeemed: { type: 'bigint', as: 'bigint' },
    /** Units whose redemption could not be paid with it. */
    waiting: { type: 'bigint', as: 'bigint' },
    /** The command that has ended it. */
    seq: { type: 'bigint' },
  },
});

/** What the account had of an asset at a cut, and by which tick it was valued: only ever added. */
export const strategyCutAsset = record({
  table: 'strategy_cut_asset',
  key: ['product', 'day', 'asset'],
  fields: {
    product: { type: 'text' },
    day: { type: 'integer' },
    asset: { type: 'integer' },
    amount: { type: 'bigint', as: 'bigint' },
    /** Per coin; 1 of the asset of the product itself, whose tick has the number 0. */
    price: { type: 'bigint' },
    n: { type: 'bigint' },
    seq: { type: 'bigint' },
  },
});

/** Contracts that the account had open at a cut, and what closing them would have brought. */
export const strategyCutContract = record({
  table: 'strategy_cut_contract',
  key: ['product', 'day', 'contract', 'side'],
  fields: {
    product: { type: 'text' },
    day: { type: 'integer' },
    contract: { type: 'text' },
    side: { type: 'smallint' },
    /** In units of the coin. */
    quantity: { type: 'bigint', as: 'bigint' },
    /** What they would have been closed at, and by what that follows from the tick. */
    price: { type: 'bigint' },
    n: { type: 'bigint' },
    indexPrice: { type: 'bigint' },
    spread: { type: 'bigint' },
    recent: { type: 'text' },
    version: { type: 'integer' },
    /** The tick that converted the gain, and its price; null: nothing did. */
    conversionTick: { type: 'bigint', optional: true, digest: 'whenSet' },
    conversionPrice: { type: 'bigint', optional: true, digest: 'whenSet' },
    /** Below zero for a loss. */
    gain: { type: 'bigint', as: 'bigint' },
    seq: { type: 'bigint' },
  },
});

export type StrategyRow = RowOf<typeof earnStrategy>;
export type HoldingRow = RowOf<typeof strategyHolding>;
export type EndedHoldingRow = RowOf<typeof endedHolding>;
export type CutRow = RowOf<typeof strategyCut>;
export type CutAssetRow = RowOf<typeof strategyCutAsset>;
export type CutContractRow = RowOf<typeof strategyCutContract>;
