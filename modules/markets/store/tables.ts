import { record } from '@assay/core/schema/record';
import { MARKET_STAGES, MARKET_STATUSES } from '../schema.ts';

/** What may be held. */
export const asset = record({
  table: 'asset',
  key: ['id'],
  fields: {
    /** Engine-assigned, from 1 without gaps; part of every account id, so it never changes. */
    id: { type: 'integer' },
    symbol: { type: 'text' },
    /** A proper name, the same in every language: "Bitcoin". */
    name: { type: 'text' },
  },
});

/** What may be traded: a listing with every filter filled in, and whether it trades now. */
export const market = record({
  table: 'market',
  key: ['id'],
  fields: {
    id: { type: 'integer' },
    symbol: { type: 'text' },
    product: { type: 'text' },
    index: { type: 'text', column: 'index_name' },
    base: { type: 'text' },
    /** The asset that the product's trades move, if they move one. */
    baseAsset: { type: 'integer', optional: true },
    quoteAsset: { type: 'integer' },
    tickSize: { type: 'numeric' },
    stepSize: { type: 'numeric' },
    maxPrice: { type: 'numeric' },
    minQuantity: { type: 'numeric' },
    maxQuantity: { type: 'numeric' },
    minNotional: { type: 'numeric', changes: true },
    maxNotional: { type: 'numeric' },
    marketStepSize: { type: 'numeric' },
    marketMinQuantity: { type: 'numeric' },
    marketMaxQuantity: { type: 'numeric' },
    makerFeePpm: { type: 'integer', changes: true },
    takerFeePpm: { type: 'integer', changes: true },
    bidMultiplierUpPpm: { type: 'integer', changes: true },
    bidMultiplierDownPpm: { type: 'integer', changes: true },
    askMultiplierUpPpm: { type: 'integer', changes: true },
    askMultiplierDownPpm: { type: 'integer', changes: true },
    priceWarningPpm: { type: 'integer', changes: true },
    status: { type: 'text', values: MARKET_STATUSES, changes: true },
    stage: { type: 'text', values: MARKET_STAGES, changes: true },
  },
});
