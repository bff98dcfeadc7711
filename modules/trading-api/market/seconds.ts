import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { BookRules } from '@assay/core/order/market';
import {
  firstTradeSince,
  readTapeBefore,
  readTapeFrom,
  readTapeSeconds,
  type TapeSecond,
} from '@assay/modules/orders';
import type { TradeView } from '@assay/modules/orders/schema';
import type { ApiRealm } from '../realm.ts';
import type { Bar } from './bars.ts';

export const SECOND_MS = 1_000;
const FIRST_TRADE = 1;
/** The trades that one request reads at most: the span of its answer ends, or begins, there. */
const TRADES_MAX = 10_000;

/** Opening times in ms, both included; without `from` the latest are meant. */
export interface SecondRange {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly limit: number;
}

/**
 * Candles of a second, made from the trades on our own book when they are asked for, oldest first.
 * A second without a trade is flat at the last price; before the first trade there is none.
 */
export async function secondBars(
  realm: ApiRealm,
  rules: BookRules,
  { from, to, limit }: SecondRange,
  now: number,
): Promise<Bar[]> {
  const last = Math.floor(Math.min(to ?? now, now) / SECOND_MS) + 1;
  let first = from === undefined ? last - limit : Math.ceil(from / SECOND_MS);
  let end = Math.min(last, first + limit);
  if (first >= end) return [];
  const idAt = (second: number) =>
    firstTradeSince(realm.db.pool, realm.realm, rules.id, second * SECOND_MS);
  let [fromId, toId] = [await idAt(first), await idAt(end)];
  if (from !== undefined && fromId === FIRST_TRADE) {
    // The candles begin with the first trade.
    first = Math.max(first, await secondOf(realm, rules, FIRST_TRADE));
    end = Math.min(last, first + limit);
    if (first >= end) return [];
    toId = await idAt(end);
  }
  if (toId - fromId > TRADES_MAX) {
    // What is read has whole seconds only, and at least one.
    if (from === undefined) {
      first = Math.min((await secondOf(realm, rules, toId - TRADES_MAX)) + 1, end - 1);
      fromId = await idAt(first);
    } else {
      end = Math.max(await secondOf(realm, rules, fromId + TRADES_MAX), first + 1);
      toId = await idAt(end);
    }
  }
  const { pool } = realm.db;
  const rows = await readTapeSeconds(pool, realm.realm, rules.id, fromId, toId);
  const [before] = await readTapeBefore(pool, realm.realm, rules.id, fromId, 1);
  return filled(rules, rows, before?.ticks, first, end);
}

/** The second in which a trade was made. */
async function secondOf(realm: ApiRealm, rules: BookRules, id: number): Promise<number> {
  const [trade] = await readTapeFrom(realm.db.pool, realm.realm, rules.id, id, 1);
  return Math.floor((trade?.at ?? 0) / SECOND_MS);
}

/** Bars of the seconds in [first, end); `ticks` is the price before them. */
function filled(
  rules: BookRules,
  rows: readonly TapeSecond[],
  ticks: number | undefined,
  first: number,
  end: number,
): Bar[] {
  const bars: Bar[] = [];
  let close = ticks === undefined ? undefined : ticks * rules.quotePerTick;
  let next = 0;
  for (let second = first; second < end; second += 1) {
    const row = rows[next];
    if (row?.second === second) {
      next += 1;
      const bar = barOfRow(rules, row);
      close = bar.close;
      bars.push(bar);
    } else if (close !== undefined) {
      bars.push(flatSecond(second, close));
    }
  }
  return bars;
}

function barOfRow(rules: BookRules, row: TapeSecond): Bar {
  const price = (ticks: number) => ticks * rules.quotePerTick;
  const base = (lots: string) => BigInt(lots) * BigInt(rules.basePerLot);
  const quote = (worth: string) => BigInt(worth) * BigInt(rules.quotePerTickLot);
  return {
    ...spanOf(row.second),
    open: price(row.open),
    high: price(row.high),
    low: price(row.low),
    close: price(row.close),
    volume: base(row.lots),
    quoteVolume: quote(row.worth),
    takerBuyVolume: base(row.boughtLots),
    takerBuyQuoteVolume: quote(row.boughtWorth),
    trades: row.trades,
    firstTrade: row.firstTrade,
  };
}

function spanOf(second: number) {
  return { openAt: second * SECOND_MS, closeAt: (second + 1) * SECOND_MS - 1 };
}

/** A second in which nothing was traded, at the last price. */
export function flatSecond(second: number, price: number): Bar {
  const prices = { open: price, high: price, low: price, close: price };
  const volumes = { volume: 0n, quoteVolume: 0n, takerBuyVolume: 0n, takerBuyQuoteVolume: 0n };
  return { ...spanOf(second), ...prices, ...volumes, trades: 0, firstTrade: 0 };
}

/** The bar of a second with one more trade; undefined is a second that had none. */
export function withTrade(bar: Bar | undefined, second: number, trade: TradeView): Bar {
  const price = Number(unitsOf(trade.price));
  const quantity = unitsOf(trade.quantity);
  const quote = (unitsOf(trade.price) * quantity) / 10n ** BigInt(SCALE);
  const [bought, boughtQuote] = trade.takerSide === 'buy' ? [quantity, quote] : [0n, 0n];
  const before = bar ?? { ...flatSecond(second, price), firstTrade: trade.id };
  return {
    ...before,
    high: Math.max(before.high, price),
    low: Math.min(before.low, price),
    close: price,
    volume: before.volume + quantity,
    quoteVolume: before.quoteVolume + quote,
    takerBuyVolume: before.takerBuyVolume + bought,
    takerBuyQuoteVolume: before.takerBuyQuoteVolume + boughtQuote,
    trades: before.trades + 1,
  };
}

export function unitsOf(text: string): bigint {
  return parseDecimal(text, SCALE) ?? 0n;
}
