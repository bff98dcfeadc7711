import { OWNER } from '@assay/core/ledger/owners';
import { integerArray } from '@assay/core/num/integer-array';
import { type RowWriter, textArray } from '@assay/platform/engine/machine';
import type { Order, SpotState, Trade } from '../machine/state.ts';

/**
 * Columns of an order, in the order of the table: name, type, and whether it changes after placing.
 */
const COLUMNS: readonly Column[] = [
  ['id', 'bigint', (o: Order) => o.id],
  ['user_id', 'bigint', (o: Order) => o.userId],
  ['market', 'smallint', (o: Order) => o.live.rules.id],
  ['side', 'smallint', (o: Order) => o.side],
  ['type', 'smallint', (o: Order) => o.type],
  ['time_in_force', 'smallint', (o: Order) => o.timeInForce],
  ['post_only', 'boolean', (o: Order) => o.postOnly],
  ['self_trade', 'smallint', (o: Order) => o.selfTrade],
  ['amount', 'bigint', (o: Order) => o.amount],
  ['trigger_ticks', 'bigint', (o: Order) => o.trigger],
  ['rises', 'boolean', (o: Order) => o.rises],
  ['slippage_ppm', 'integer', (o: Order) => o.slippagePpm],
  ['maker_ppm', 'integer', (o: Order) => o.makerPpm],
  ['taker_ppm', 'integer', (o: Order) => o.takerPpm],
  ['created_at', 'bigint', (o: Order) => o.createdAt],
  ['limit_ticks', 'bigint', (o: Order) => o.limit],
  ['lots', 'bigint', (o: Order) => o.lots],
  ['filled', 'bigint', (o: Order) => o.filled],
  ['filled_quote', 'bigint', (o: Order) => o.filledQuote],
  ['fee', 'bigint', (o: Order) => o.fee],
  ['fee_fraction', 'integer', (o: Order) => o.feeFraction],
  ['held', 'bigint', (o: Order) => o.held],
  ['status', 'smallint', (o: Order) => o.status],
  ['place', 'bigint', (o: Order) => o.place],
  ['updated_at', 'bigint', (o: Order) => o.updatedAt],
  ['seq', 'bigint', (o: Order) => o.seq],
];

/** What changes in the life of an order; the id comes first because rows are found by it. */
const CHANGING = COLUMNS.filter(([name]) =>
  [
    'id',
    'limit_ticks',
    'lots',
    'filled',
    'filled_quote',
    'fee',
    'fee_fraction',
    'held',
    'status',
    'place',
    'updated_at',
    'seq',
  ].includes(name),
);

/** What became of the orders that a batch touched. */
class OrderRows {
  placed: Order[] = [];
  changed: Order[] = [];
  /** Ids of rows that leave the table of open orders. */
  gone: number[] = [];
  done: Order[] = [];
}

/**
 * Sorts the touched orders by what the database must do. An order that came and went is only
 * history.
 */
function sortOut(state: SpotState): OrderRows {
  const rows = new OrderRows();
  for (const order of state.dirty) {
    order.changed = false;
    if (order.open) {
      (order.stored ? rows.changed : rows.placed).push(order);
      order.stored = true;
      continue;
    }
    if (order.stored) rows.gone.push(order.id);
    // Quotes of the house that nobody took are not history; there would be millions of them.
    if (order.userId !== OWNER.marketMaker || order.filled > 0) rows.done.push(order);
  }
  state.changed = state.dirty;
  state.dirty = [];
  return rows;
}

/** Writers of orders. The first one drained sorts the batch's orders out for all four. */
export function orderWriters(state: SpotState): RowWriter[] {
  let rows = new OrderRows();
  return [
    {
      sql: insertSql('spot_order'),
      columns: COLUMNS.length + 1,
      drain() {
        rows = sortOut(state);
        return insertColumns(rows.placed);
      },
    },
    {
      sql: `UPDATE spot_order SET ${CHANGING.slice(1)
        .map(([name]) => `${name} = r.${name}`)
        .join(', ')} FROM unnest(${placeholders(CHANGING)}) AS r (${names(CHANGING)})
        WHERE spot_order.id = r.id`,
      columns: CHANGING.length,
      drain: () => CHANGING.map(([, , read]) => integerArray(rows.changed, read)),
    },
    {
      sql: 'DELETE FROM spot_order WHERE id = ANY ($1::bigint[])',
      columns: 1,
      drain: () => [integerArray(rows.gone, (id) => id)],
    },
    {
      sql: insertSql('spot_order_done'),
      columns: COLUMNS.length + 1,
      drain: () => insertColumns(rows.done),
    },
  ];
}

function insertSql(table: string): string {
  const all = `${names(COLUMNS)}, client_order_id`;
  const last = COLUMNS.length + 1;
  return `INSERT INTO ${table} (${all})
    SELECT * FROM unnest(${placeholders(COLUMNS)}, $${last}::text[]) AS r (${all})`;
}

function insertColumns(orders: readonly Order[]): string[] {
  const columns = COLUMNS.map(([, , read]) => integerArray(orders, read));
  columns.push(textArray(orders.map((order) => order.clientOrderId)));
  return columns;
}

type Column = readonly [name: string, type: string, read: (order: Order) => number | boolean];

function names(columns: readonly Column[]): string {
  return columns.map(([name]) => name).join(', ');
}

function placeholders(columns: readonly Column[]): string {
  return columns.map(([, type], i) => `$${i + 1}::${type}[]`).join(', ');
}

/** In the order of the statement below. */
const TRADE_COLUMNS: readonly ((trade: Trade) => number)[] = [
  (t) => t.live.rules.id,
  (t) => t.id,
  (t) => t.seq,
  (t) => t.at,
  (t) => t.ticks,
  (t) => t.lots,
  (t) => t.taker.side,
  (t) => t.taker.id,
  (t) => t.maker.id,
  (t) => t.taker.userId,
  (t) => t.maker.userId,
  (t) => t.takerFee,
  (t) => t.makerFee,
];

/** Rows of trades. */
export function tradeWriter(state: SpotState): RowWriter {
  return {
    sql: `INSERT INTO spot_trade (market, id, seq, at, ticks, lots, taker_side, taker_order,
            maker_order, taker_user, maker_user, taker_fee, maker_fee)
          SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[],
            $5::bigint[], $6::bigint[], $7::smallint[], $8::bigint[], $9::bigint[], $10::bigint[],
            $11::bigint[], $12::bigint[], $13::bigint[])`,
    columns: TRADE_COLUMNS.length,
    drain: () => TRADE_COLUMNS.map((read) => integerArray(state.trades, read)),
  };
}

/** Rows of fee rates that changed. */
export function tierWriter(state: SpotState): RowWriter {
  return {
    sql: `INSERT INTO spot_fee_tier (user_id, maker_ppm, taker_ppm)
          SELECT * FROM unnest($1::bigint[], $2::integer[], $3::integer[])
          ON CONFLICT (user_id) DO UPDATE SET maker_ppm = excluded.maker_ppm,
            taker_ppm = excluded.taker_ppm`,
    columns: 3,
    drain() {
      const tiers = [...new Set(state.tiers)];
      state.tiers = [];
      return [
        integerArray(tiers, (t) => t.userId),
        integerArray(tiers, (t) => t.makerPpm),
        integerArray(tiers, (t) => t.takerPpm),
      ];
    },
  };
}
