import { formatDecimal, parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { MarketRules } from '@assay/core/order/market';
import {
  firstTradeSince,
  readTapeBefore,
  readTapeFrom,
  type TapeRow,
  tradeView,
} from '@assay/modules/spot';
import { z } from 'zod';
import { type Endpoint, publicEndpoint } from '../endpoint.ts';
import { API_ERRORS } from '../errors.ts';
import { instant, limit, symbol, whole } from '../fields.ts';
import type { ApiRealm } from '../realm.ts';
import { rulesOf } from '../trade/context.ts';
import {
  type AggregateTrade,
  aggregateJson,
  aggregateTrades,
  type MadeTrade,
} from './aggregate.ts';

/** Rows of one read; an aggregate has seldom more than a few. */
const ROWS_PER_READ = 1_000;
/** Rows that one request may read before it answers with what it has. */
const ROWS_MAX = 20_000;
const NEWEST = Number.MAX_SAFE_INTEGER;

/** Trades one by one, and those of one taker at one price as one. */
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
      params: z.strictObject({ symbol, limit: limit(500, 1_000), fromId: whole(0).optional() }),
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
      weight: 4,
      summary:
        'Trades that one command made at one price as one, oldest first: from an id or a time on, or the last ones.',
      params: z.strictObject({
        symbol,
        fromId: whole(0).optional(),
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

/** One trade in the words of clients. */
function tradeJson({ trade }: MadeTrade) {
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

/** price x quantity: whole in units of 1e-8, as the market's filters make sure. */
function quoteOf(price: string, quantity: string): string {
  const product = (parseDecimal(price, SCALE) ?? 0n) * (parseDecimal(quantity, SCALE) ?? 0n);
  return formatDecimal(product / 10n ** BigInt(SCALE), SCALE);
}

/** Aggregates whose first trade has the id `from` or a later one, below `end`. */
async function aggregatesFrom(
  realm: ApiRealm,
  rules: MarketRules,
  from: number,
  end: number,
  limit: number,
): Promise<AggregateTrade[]> {
  // The trade before tells whether the first one begins an aggregate.
  const first = Math.max(1, from - 1);
  const trades: MadeTrade[] = [];
  let found: AggregateTrade[] = [];
  for (let next = first; trades.length < ROWS_MAX; ) {
    const piece = await readFrom(realm, rules, next, ROWS_PER_READ);
    trades.push(...piece);
    found = aggregateTrades(trades).filter(({ firstId }) => firstId >= from && firstId < end);
    const last = piece.at(-1);
    // One more than wanted shows that the last one wanted is whole.
    if (last === undefined || piece.length < ROWS_PER_READ) return found.slice(0, limit);
    if (found.length > limit || last.trade.id >= end) return found.slice(0, limit);
    next = last.trade.id + 1;
  }
  return found.length > 1 ? found.slice(0, -1).slice(0, limit) : found;
}

/** The last aggregates below the id `end`. */
async function aggregatesBefore(
  realm: ApiRealm,
  rules: MarketRules,
  end: number,
  limit: number,
): Promise<AggregateTrade[]> {
  let trades: MadeTrade[] = [];
  let found: AggregateTrade[] = [];
  for (let before = end; trades.length < ROWS_MAX; before = trades[0]?.trade.id ?? 0) {
    const piece = await readBefore(realm, rules, before, ROWS_PER_READ);
    trades = [...piece, ...trades];
    found = aggregateTrades(trades);
    if (piece.length < ROWS_PER_READ) return found.slice(-limit);
    // What is read first may be the end of an aggregate.
    if (found.length > limit) return found.slice(-limit);
  }
  return found.length > 1 ? found.slice(1).slice(-limit) : found;
}

async function readFrom(
  { db, realm }: ApiRealm,
  rules: MarketRules,
  fromId: number,
  count: number,
): Promise<MadeTrade[]> {
  return madeOf(rules, await readTapeFrom(db.pool, realm, rules.id, fromId, count));
}

async function readBefore(
  { db, realm }: ApiRealm,
  rules: MarketRules,
  before: number,
  count: number,
): Promise<MadeTrade[]> {
  return madeOf(rules, await readTapeBefore(db.pool, realm, rules.id, before, count));
}

function madeOf(rules: MarketRules, rows: readonly TapeRow[]): MadeTrade[] {
  return rows.map((row) => ({ seq: row.seq, trade: tradeView(rules, { ...row, taker: row }) }));
}
