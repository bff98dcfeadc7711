import { OWNER } from '@assay/core/ledger/owners';
import { Int, Mark, Num, OrderRecords, type OrderRef } from '@assay/core/order/life/records';
import type { TradingState } from '@assay/core/order/life/state';
import { TradeField } from '@assay/core/order/life/trades';
import { type RowWriter, textArray } from '@assay/platform/engine/machine';
import { integerArray, integerRows } from '@assay/platform/engine/tables/integer-array';

/**
 * Columns of an order, in the order of the table: name, type, and whether it changes after placing.
 */
const COLUMNS: readonly Column[] = [
  ['id', 'bigint', (o, at) => o.numbers[at + Num.id]!],
  ['user_id', 'bigint', (o, at) => o.numbers[at + Num.userId]!],
  ['market', 'smallint', (o, at) => o.ints[at + Int.market]!],
  ['side', 'smallint', (o, at) => o.ints[at + Int.side]!],
  ['type', 'smallint', (o, at) => o.ints[at + Int.type]!],
  ['time_in_force', 'smallint', (o, at) => o.ints[at + Int.timeInForce]!],
  ['post_only', 'boolean', (o, at) => o.has(at, Mark.postOnly)],
  ['self_trade', 'smallint', (o, at) => o.ints[at + Int.selfTrade]!],
  ['amount', 'bigint', (o, at) => o.numbers[at + Num.amount]!],
  ['trigger_ticks', 'bigint', (o, at) => o.numbers[at + Num.trigger]!],
  ['rises', 'boolean', (o, at) => o.has(at, Mark.rises)],
  ['slippage_ppm', 'integer', (o, at) => o.numbers[at + Num.slippagePpm]!],
  ['maker_ppm', 'integer', (o, at) => o.ints[at + Int.makerPpm]!],
  ['taker_ppm', 'integer', (o, at) => o.ints[at + Int.takerPpm]!],
  ['created_at', 'bigint', (o, at) => o.numbers[at + Num.createdAt]!],
  ['limit_ticks', 'bigint', (o, at) => o.numbers[at + Num.limit]!],
  ['lots', 'bigint', (o, at) => o.numbers[at + Num.lots]!],
  ['filled', 'bigint', (o, at) => o.numbers[at + Num.filled]!],
  ['filled_quote', 'bigint', (o, at) => o.numbers[at + Num.filledQuote]!],
  ['fee', 'bigint', (o, at) => o.numbers[at + Num.fee]!],
  ['fee_fraction', 'integer', (o, at) => o.ints[at + Int.feeFraction]!],
  ['held', 'bigint', (o, at) => o.numbers[at + Num.held]!],
  ['status', 'smallint', (o, at) => o.ints[at + Int.status]!],
  ['priority', 'bigint', (o, at) => o.numbers[at + Num.priority]!],
  ['updated_at', 'bigint', (o, at) => o.numbers[at + Num.updatedAt]!],
  ['seq', 'bigint', (o, at) => o.numbers[at + Num.seq]!],
  ['oco', 'bigint', (o, at) => o.numbers[at + Num.oco]!],
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
    'priority',
    'updated_at',
    'seq',
  ].includes(name),
);

/** What became of the orders that a batch touched, as they stood when it ended. */
class OrderRows {
  readonly records: OrderRecords;
  readonly placed: OrderRef[] = [];
  readonly changed: OrderRef[] = [];
  /** Changed, and their sender calls them by another name. */
  readonly renamed: OrderRef[] = [];
  /** Rows that leave the table of open orders. */
  readonly gone: OrderRef[] = [];
  readonly done: OrderRef[] = [];

  constructor(records: OrderRecords) {
    this.records = records;
  }
}

/**
 * Copies the touched orders and sorts the copies by what the database must do. An order that came
 * and went is only history. Records of orders that ended are free from here on.
 */
function sortOut(state: TradingState): OrderRows {
  const { orders } = state;
  const dirty = state.dirty.all;
  const rows = new OrderRows(orders.copy(dirty));
  for (let n = 0; n < dirty.length; n += 1) {
    const order = dirty[n]!;
    const copy = OrderRecords.at(n + 1);
    const isStored = orders.has(order, Mark.stored);
    if (orders.isOpen(order)) {
      const isRenamed = orders.formerNames.has(order);
      if (!isStored) rows.placed.push(copy);
      else (isRenamed ? rows.renamed : rows.changed).push(copy);
      continue;
    }
    if (isStored) rows.gone.push(copy);
    // Quotes of the house that nobody took are not history; there would be millions of them.
    const isQuote = orders.numbers[order + Num.userId] === OWNER.marketMaker;
    if (!isQuote || orders.numbers[order + Num.filled]! > 0) rows.done.push(copy);
  }
  state.changed = rows.records;
  state.settleDirty();
  return rows;
}

/** Writers of orders. The first one drained sorts the batch's orders out for all of them. */
export function orderWriters(state: TradingState): RowWriter[] {
  let rows = new OrderRows(state.orders.copy(state.dirty.all));
  return [
    {
      sql: insertSql('open_order'),
      columns: COLUMNS.length + 1,
      drain() {
        rows = sortOut(state);
        return insertColumns(rows.records, rows.placed);
      },
    },
    {
      sql: updateSql(false),
      columns: CHANGING.length,
      drain: () => columnsOf(CHANGING, rows.records, rows.changed),
    },
    // Apart from the others: names are long texts, and hardly any order gets another one.
    {
      sql: updateSql(true),
      columns: CHANGING.length + 1,
      drain: () => {
        const columns = columnsOf(CHANGING, rows.records, rows.renamed);
        columns.push(namesOf(rows.records, rows.renamed));
        return columns;
      },
    },
    {
      sql: 'DELETE FROM open_order WHERE id = ANY ($1::bigint[])',
      columns: 1,
      drain: () => [integerArray(rows.gone, (at) => rows.records.numbers[at + Num.id]!)],
    },
    {
      sql: insertSql('ended_order'),
      columns: COLUMNS.length + 1,
      drain: () => insertColumns(rows.records, rows.done),
    },
  ];
}

function insertSql(table: string): string {
  const all = `${names(COLUMNS)}, client_order_id`;
  const last = COLUMNS.length + 1;
  return `INSERT INTO ${table} (${all})
    SELECT * FROM unnest(${placeholders(COLUMNS)}, $${last}::text[]) AS r (${all})`;
}

function insertColumns(records: OrderRecords, orders: readonly OrderRef[]): string[] {
  const columns = columnsOf(COLUMNS, records, orders);
  columns.push(namesOf(records, orders));
  return columns;
}

function updateSql(withName: boolean): string {
  const changing = CHANGING.map(([name]) => name);
  const sources = [placeholders(CHANGING)];
  if (withName) {
    changing.push('client_order_id');
    sources.push(`$${changing.length}::text[]`);
  }
  const set = changing.slice(1).map((name) => `${name} = r.${name}`);
  return `UPDATE open_order SET ${set.join(', ')}
    FROM unnest(${sources.join(', ')}) AS r (${changing.join(', ')})
    WHERE open_order.id = r.id`;
}

function namesOf(records: OrderRecords, orders: readonly OrderRef[]): string {
  return textArray(orders.map((at) => records.name(at)));
}

function columnsOf(
  columns: readonly Column[],
  records: OrderRecords,
  orders: readonly OrderRef[],
): string[] {
  return columns.map(([, , read]) => integerArray(orders, (at) => read(records, at)));
}

type Column = readonly [
  name: string,
  type: string,
  read: (orders: OrderRecords, at: OrderRef) => number | boolean,
];

function names(columns: readonly Column[]): string {
  return columns.map(([name]) => name).join(', ');
}

function placeholders(columns: readonly Column[]): string {
  return columns.map(([, type], i) => `$${i + 1}::${type}[]`).join(', ');
}

/** In the order of the statement below. */
const TRADE_COLUMNS: readonly TradeField[] = [
  TradeField.market,
  TradeField.id,
  TradeField.seq,
  TradeField.at,
  TradeField.ticks,
  TradeField.lots,
  TradeField.takerSide,
  TradeField.takerOrder,
  TradeField.makerOrder,
  TradeField.takerUser,
  TradeField.makerUser,
  TradeField.takerFee,
  TradeField.makerFee,
];

/** Rows of trades. */
export function tradeWriter(state: TradingState): RowWriter {
  return {
    sql: `INSERT INTO trade (market, id, seq, at, ticks, lots, taker_side, taker_order,
            maker_order, taker_user, maker_user, taker_fee, maker_fee)
          SELECT * FROM unnest($1::smallint[], $2::bigint[], $3::bigint[], $4::bigint[],
            $5::bigint[], $6::bigint[], $7::smallint[], $8::bigint[], $9::bigint[], $10::bigint[],
            $11::bigint[], $12::bigint[], $13::bigint[])`,
    columns: TRADE_COLUMNS.length,
    drain() {
      const { trades } = state;
      return TRADE_COLUMNS.map((field) =>
        integerRows(trades.count, (row) => trades.get(row, field)),
      );
    },
  };
}
