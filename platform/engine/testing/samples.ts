import { record } from '@assay/core/schema/record';
import type pg from 'pg';

/** Records of every shape that modules keep, for the tests of declared tables. */

/** Listed and never changed. */
export const asset = record({
  table: 'sample_asset',
  key: ['id'],
  fields: {
    id: { type: 'integer' },
    symbol: { type: 'text' },
    name: { type: 'text' },
  },
});

export const MARKET_STATUSES = ['trading', 'halted'] as const;

/** Listed, and one field of it changes. */
export const market = record({
  table: 'sample_market',
  key: ['id'],
  fields: {
    id: { type: 'integer' },
    symbol: { type: 'text' },
    tickSize: { type: 'numeric' },
    makerFeePpm: { type: 'integer' },
    status: { type: 'text', values: MARKET_STATUSES, changes: true },
  },
});

/** Found by a text; all of it changes. */
export const referencePrice = record({
  table: 'sample_reference_price',
  key: ['symbol'],
  fields: {
    symbol: { type: 'text' },
    index: { type: 'numeric', column: 'index_price', changes: true },
    n: { type: 'bigint', changes: true },
    at: { type: 'bigint', changes: true },
  },
});

/** Found by two fields, with one that may be null; it comes and goes. */
export const loan = record({
  table: 'sample_loan',
  key: ['userId', 'asset'],
  removable: true,
  fields: {
    userId: { type: 'bigint' },
    asset: { type: 'text' },
    amount: { type: 'bigint', as: 'bigint' },
    isOpen: { type: 'boolean', changes: true },
    decidedAt: { type: 'bigint', optional: true, changes: true },
  },
});

/** In typed arrays (order-layout.ts is made from it). */
export const order = record({
  table: 'sample_order',
  key: ['id'],
  removable: true,
  fields: {
    id: { type: 'bigint', hot: true },
    userId: { type: 'bigint' },
    market: { type: 'smallint', digest: false },
    side: { type: 'smallint' },
    postOnly: { type: 'boolean' },
    rises: { type: 'boolean' },
    slippagePpm: { type: 'integer', place: 'number' },
    clientOrderId: { type: 'text', changes: 'rarely' },
    limit: { type: 'bigint', column: 'limit_ticks', hot: true, changes: true },
    filled: { type: 'bigint', hot: true, changes: true },
    status: { type: 'smallint', changes: true },
    workingTime: { type: 'bigint', place: 'cold', changes: true },
    slot: { place: 'int' },
    stored: { place: 'mark' },
    changed: { place: 'mark' },
  },
});

/** Added and never changed, as a row of numbers (trade-layout.ts is made from it). */
export const trade = record({
  table: 'sample_trade',
  key: ['market', 'id'],
  fields: {
    market: { type: 'smallint' },
    id: { type: 'bigint' },
    ticks: { type: 'bigint' },
    takerSide: { type: 'smallint' },
    takerFilled: { place: 'number' },
  },
});

export const SAMPLES = [asset, market, referencePrice, loan, order, trade] as const;

/** Makes the tables of all samples in the connection's schema. */
export async function createSampleTables(client: Pick<pg.Client, 'query'>): Promise<void> {
  const done = 'CREATE TABLE sample_order_done (LIKE sample_order, PRIMARY KEY (id))';
  await client.query(`
    CREATE TABLE sample_asset (id integer PRIMARY KEY, symbol text NOT NULL UNIQUE,
      name text NOT NULL);
    CREATE TABLE sample_market (id integer PRIMARY KEY, symbol text NOT NULL,
      tick_size numeric NOT NULL, maker_fee_ppm integer NOT NULL, status text NOT NULL);
    CREATE TABLE sample_reference_price (symbol text PRIMARY KEY, index_price numeric NOT NULL,
      n bigint NOT NULL, at bigint NOT NULL);
    CREATE TABLE sample_loan (user_id bigint, asset text, amount bigint NOT NULL,
      is_open boolean NOT NULL, decided_at bigint, PRIMARY KEY (user_id, asset));
    CREATE TABLE sample_order (id bigint PRIMARY KEY, user_id bigint NOT NULL,
      market smallint NOT NULL, side smallint NOT NULL, post_only boolean NOT NULL,
      rises boolean NOT NULL, slippage_ppm integer NOT NULL, client_order_id text NOT NULL,
      limit_ticks bigint NOT NULL, filled bigint NOT NULL, status smallint NOT NULL,
      working_time bigint NOT NULL);
    ${done};
    CREATE TABLE sample_trade (market smallint, id bigint, ticks bigint NOT NULL,
      taker_side smallint NOT NULL, PRIMARY KEY (market, id))`);
}
