import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { BookRules } from '@assay/core/order/market';
import {
  firstTradeSince,
  readTapeBefore,
  readTapeFrom,
  type TapeRow,
  tradeView,
} from '@assay/modules/orders';
import { z } from 'zod';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';
import { API_ERRORS } from '../errors.ts';
import { instant, integer, limit, symbol } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { rulesOf } from '../trade/context.ts';
import {
  type AggregateTrade,
  aggregateJson,
  aggregateTrades,
  type SequencedTrade,
} from './aggregate.ts';
import { limitWeight } from './listing.ts';

/** A read takes so many rows more than aggregates are wanted: most aggregates are one trade. */
const ROWS_MORE = 100;
/** After this many rows a request is answered as soon as it has one complete aggregate. */
const ROWS_ENOUGH = 5_000;
/** A request reads no more rows than this; a longer aggregate is cut. */
const ROWS_MAX = 20_000;
const NEWEST = Number.MAX_SAFE_INTEGER;

/** Single trades and aggregate trades. */
export function tradeEndpoints(realm: ApiRealm): Endpoint[] {
  return [
    publicEndpoint({
      method: 'GET',
      path: '/api/v3/trades',
      weight: 25,
      summary: 'The last trades of a market, oldest first.',
      params: z.strictObject({ symbol, limit: limit(500, 1_000) }),
      answer: async ({ symbol, limit }) => {
        const rules = rulesOf(realm, symbol);
        return (await readBefore(realm, rules, NEWEST, limit)).map(tradeJson);
      },
    }),
    publicEndpoint({
      method: 'GET',
      path: '/api/v3/historicalTrades',
      weight: 25,
      summary: 'Trades of a market from an id on, oldest first; without it the last ones.',
      params: z.strictObject({ symbol, limit: limit(500, 1_000), fromId: integer(0).optional() }),
      answer: async ({ symbol, limit, fromId }) => {
        const rules = rulesOf(realm, symbol);
        const trades =
          fromId === undefined
            ? await readBefore(realm, rules, NEWEST, limit)
            : await readFrom(realm, rules, fromId, limit);
        return trades.map(tradeJson);
      },
    }),
    publicEndpoint({
      method: 'GET',
      path: '/api/v3/aggTrades',
      weight: limitWeight(500, [500, 4], [1_000, 10]),
      summary:
        'Trades that one command made at one price as one, oldest first: from an id or a time on, or the last ones.',
      params: z.strictObject({
        symbol,
        fromId: integer(0).optional(),
        startTime: instant.optional(),
        endTime: instant.optional(),
        limit: limit(500, 1_000),
      }),
      answer: async ({ symbol, fromId, startTime, endTime, limit }) => {
        const rules = rulesOf(realm, symbol);
        if (fromId !== undefined && (startTime ?? endTime) !== undefined) {
          throw API_ERRORS.combination();
        }
        const since = (at: number) => firstTradeSince(realm.db.pool, realm.realm, rules.id, at);
        const end = endTime === undefined ? NEWEST : await since(endTime + 1);
        const from = startTime === undefined ? fromId : await since(startTime);
        const found =
          from === undefined
            ? await aggregatesBefore(realm, rules, end, limit)
            : await aggregatesFrom(realm, rules, from, end, limit);
        return found.map(aggregateJson);
      },
    }),
  ];
}

/** One trade as the API shows it. */
function tradeJson({ trade }: SequencedTrade) {
  return {
    id: trade.id,
    price: trade.price,
    qty: trade.quantity,
    quoteQty: quoteOf(trade.price, trade.quantity),
    time: trade.at,
    isBuyerMaker: trade.takerSide === 'sell',
    isBestMatch: true,
  };
}

/** price x quantity; the market's filters make sure that it is an integer in units of 1e-8. */
function quoteOf(price: string, quantity: string): string {
  const product = (parseDecimal(price, SCALE) ?? 0n) * (parseDecimal(quantity, SCALE) ?? 0n);
  return formatDecimal(product / 10n ** BigInt(SCALE), SCALE);
}

/** Aggregates whose first trade has the id `from` or a later one, below `end`. */
async function aggregatesFrom(
  realm: ApiRealm,
  rules: BookRules,
  from: number,
  end: number,
  limit: number,
): Promise<AggregateTrade[]> {
  const rows: TapeRow[] = [];
  const count = limit + ROWS_MORE;
  let begun = 0;
  let isAll = false;
  // The trade before `from` shows whether the first one starts an aggregate.
  for (let next = Math.max(1, from - 1); !isAll && !isEnough(rows, begun, limit); ) {
    const piece = await readTapeFrom(realm.db.pool, realm.realm, rules.id, next, count);
    for (const row of piece) {
      if (row.id >= from && begins(rows.at(-1), row)) begun += 1;
      rows.push(row);
    }
    next = (rows.at(-1)?.id ?? 0) + 1;
    isAll = piece.length < count || next > end;
  }
  const all = aggregateTrades(tradesOf(rules, rows));
  const found = all.filter(({ firstId }) => firstId >= from && firstId < end);
  // The last aggregate may continue beyond the rows that were read.
  if (!isAll && found.length > 1) found.pop();
  return found.slice(0, limit);
}

/** The last aggregates below the id `end`. */
async function aggregatesBefore(
  realm: ApiRealm,
  rules: BookRules,
  end: number,
  limit: number,
): Promise<AggregateTrade[]> {
  let rows: TapeRow[] = [];
  const count = limit + ROWS_MORE;
  let begun = 0;
  let isAll = false;
  for (let before = end; !isAll && !isEnough(rows, begun, limit); ) {
    const piece = await readTapeBefore(realm.db.pool, realm.realm, rules.id, before, count);
    rows = [...piece, ...rows];
    begun = rows.filter((row, i) => begins(rows[i - 1], row)).length;
    before = rows[0]?.id ?? 0;
    isAll = piece.length < count;
  }
  const found = aggregateTrades(tradesOf(rules, rows));
  // The first aggregate may start before the rows that were read.
  if (!isAll && found.length > 1) found.shift();
  return found.slice(-limit);
}

/** Whether enough rows are read: one aggregate more than wanted shows where the last one ends. */
function isEnough({ length }: readonly TapeRow[], begun: number, limit: number): boolean {
  if (begun > limit || length >= ROWS_MAX) return true;
  return length >= ROWS_ENOUGH && begun > 1;
}

/** Whether a row starts an aggregate, by the same conditions as in `aggregateTrades`. */
function begins(before: TapeRow | undefined, { seq, ticks, side }: TapeRow): boolean {
  return before?.seq !== seq || before.ticks !== ticks || before.side !== side;
}

async function readFrom(
  { db, realm }: ApiRealm,
  rules: BookRules,
  fromId: number,
  count: number,
): Promise<SequencedTrade[]> {
  return tradesOf(rules, await readTapeFrom(db.pool, realm, rules.id, fromId, count));
}

async function readBefore(
  { db, realm }: ApiRealm,
  rules: BookRules,
  before: number,
  count: number,
): Promise<SequencedTrade[]> {
  return tradesOf(rules, await readTapeBefore(db.pool, realm, rules.id, before, count));
}

function tradesOf(rules: BookRules, rows: readonly TapeRow[]): SequencedTrade[] {
  return rows.map((row) => ({ seq: row.seq, trade: tradeView(rules, { ...row, taker: row }) }));
}
