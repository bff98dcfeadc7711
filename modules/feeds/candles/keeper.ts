import { REALMS, type Realm } from '@assay/core/ledger/realm';
import { parseDecimal, SCALE } from '@assay/core/num/decimal';
import type { Candle } from '../rules/candle.ts';
import { joinCandles, UNTRADED } from '../rules/candle.ts';
import { DAY, HOUR, MINUTE_MS, minuteOf } from '../rules/interval.ts';
import type { FeedSource } from '../sources/source.ts';
import type { CandleStore, LevelCandle } from '../store/candles.ts';
import type { TickStore } from '../store/ticks.ts';
import type { CandleBook, TradeTick } from './book.ts';
import type { Coverage, Range } from './coverage.ts';
import { MinuteRing } from './ring.ts';

/** A trade as its product publishes it. Ids of a market rise with time. */
export interface TradeRecord {
  readonly id: number;
  readonly market: string;
  readonly price: string;
  readonly quantity: string;
  readonly takerSide: 'buy' | 'sell';
  readonly at: number;
}

/**
 * The stored trades of a market from an id on, oldest first, at most `limit`. Implemented by the
 * product that makes trades: after a crash, candles that were not written are rebuilt from it.
 */
export type TradesFrom = (
  realm: Realm,
  market: string,
  fromId: number,
  limit: number,
) => Promise<readonly TradeRecord[]>;

export interface KeeperDeps {
  readonly book: CandleBook;
  readonly store: CandleStore;
  readonly ticks: TickStore;
  readonly coverage: Coverage;
  readonly source: FeedSource;
  readonly trades: TradesFrom;
}

const TRADES_PER_READ = 1_000;
const UNIT = 10n ** BigInt(SCALE);

/**
 * Keeps the candle book and the database in step: loads the last days, rebuilds what the last run
 * had not written, fills from the source the time that the server was off, and writes what changes.
 */
export class CandleKeeper {
  readonly #deps: KeeperDeps;
  /** From which minute on each index is whole once its fill is done. */
  readonly #wholeFrom = new Map<string, number>();
  /** Id of the last trade in the candles, by realm and market. */
  readonly #lastTrade = new Map<string, number>();
  /** Trades published while the stored ones of their market are being read. */
  readonly #held = new Map<string, TradeRecord[]>();
  #flushing: Promise<void> = Promise.resolve();

  constructor(deps: KeeperDeps) {
    this.#deps = deps;
  }

  /** The first minute of what is kept in memory: yesterday 00:00 UTC. */
  static windowStart(now: number): number {
    return Math.floor(minuteOf(now) / DAY) * DAY - DAY;
  }

  /** Loads the book with the markets that it knows; call before the first tick and trade. */
  async load(indices: readonly string[], now: number): Promise<void> {
    await this.#deps.coverage.load();
    for (const index of indices) await this.#loadIndex(index, now);
    for (const realm of REALMS) {
      for (const market of this.#deps.book.markets()) await this.#loadTrades(realm, market, now);
    }
  }

  /**
   * Reads the last minutes' trades of a realm again: after its engine had to load again, there may
   * be durable trades that were never published.
   */
  async recoverTrades(realm: Realm, now: number): Promise<void> {
    for (const market of this.#deps.book.markets()) {
      const ring = this.#deps.book.tradeRing(realm, market);
      const { newest } = ring;
      const stored = newest < 0 ? this.#deps.store.lastTradedFrom(realm, market) : null;
      await this.#retakeTrades(realm, market, (await stored) ?? ring.firstTrade(newest), now);
    }
  }

  /**
   * Asks the source for the minutes of the window that have no candle yet. Until it has answered,
   * the index does not count as covered, and the next start asks again.
   */
  async fill(index: string, now: number): Promise<void> {
    const { book, source, coverage, store } = this.#deps;
    const from = Math.max(coverage.end(index) ?? 0, CandleKeeper.windowStart(now));
    const level = source.finest(index);
    const bars = await source.history(index, level, from, minuteOf(now));
    if (level === 1) {
      const ring = book.indexRing(index);
      for (const candle of bars) {
        if (!ring.has(candle.minute) && ring.put(candle)) ring.dirty.add(candle.minute);
      }
    } else {
      // Bars longer than a minute are not kept in memory: the current hour and day begin with the
      // feed.
      await store.fillIndex(bars.map((candle) => ({ name: index, level, candle })));
      await store.foldIndex(index, level, from, Math.floor(minuteOf(now) / HOUR) * HOUR);
    }
    this.#wholeFrom.set(index, from);
  }

  /** Adds a trade that was committed; a trade that was added already is ignored. */
  trade(realm: Realm, record: TradeRecord): void {
    const key = `${realm}|${record.market}`;
    const held = this.#held.get(key);
    if (held !== undefined) {
      held.push(record);
      return;
    }
    if (record.id <= (this.#lastTrade.get(key) ?? 0)) return;
    this.#lastTrade.set(key, record.id);
    this.#deps.book.trade(realm, tradeTick(record));
  }

  /** Writes what changed. A failed write is tried again with the next. */
  flush(now: number): Promise<void> {
    const flushing = this.#flushing.catch(() => undefined).then(() => this.#flush(now));
    this.#flushing = flushing;
    return flushing;
  }

  async #flush(now: number): Promise<void> {
    const { book, store, coverage } = this.#deps;
    const covered = new Map<string, Range>();
    // One minute earlier than possible: a trade may be published a moment after its minute has
    // ended.
    for (const [index, from] of this.#wholeFrom) covered.set(index, [from, minuteOf(now) - 1]);
    const dirty = book.takeDirty();
    try {
      await store.writeIndex(dirty.index);
      for (const realm of REALMS) await store.writeTrades(realm, dirty.trades[realm]);
    } catch (error) {
      dirty.restore();
      throw error;
    }
    await coverage.add(covered);
  }

  async #loadIndex(index: string, now: number): Promise<void> {
    const { book, store, ticks, coverage, source } = this.#deps;
    const ring = book.indexRing(index);
    const oldest = MinuteRing.windowStart(minuteOf(now));
    const end = coverage.end(index) ?? 0;
    for (const candle of await store.readIndex(index, 1, oldest, minuteOf(now) + 1)) {
      ring.put(candle);
    }
    if (end === 0) return;
    const since = Math.max(end, oldest) * MINUTE_MS;
    const again = new Map<number, Candle>();
    for (const { at, price } of await ticks.prices(index, since)) {
      addTo(again, minuteOf(at), priceCandle(minuteOf(at), Number(units(price))));
    }
    for (const [minute, candle] of again) {
      const to = Math.min((minute + 1) * MINUTE_MS, now);
      const referenceVolume = source.volume(index, minute * MINUTE_MS, to);
      if (ring.put({ ...candle, referenceVolume })) ring.dirty.add(minute);
    }
  }

  async #loadTrades(realm: Realm, market: string, now: number): Promise<void> {
    const { book, store } = this.#deps;
    const oldest = MinuteRing.windowStart(minuteOf(now));
    const stored = await store.readTrades(realm, market, 1, oldest, minuteOf(now) + 1);
    if (stored.length > 0) {
      const ring = book.tradeRing(realm, market);
      for (const candle of stored) ring.put(candle);
    }
    await this.#retakeTrades(realm, market, await store.lastTradedFrom(realm, market), now);
  }

  /** Makes the traded minutes from that of the trade `fromId` on again. */
  async #retakeTrades(realm: Realm, market: string, fromId: number, now: number): Promise<void> {
    const key = `${realm}|${market}`;
    const held: TradeRecord[] = [];
    this.#held.set(key, held);
    try {
      const minutes = new Map<number, Candle>();
      let next = fromId;
      for (;;) {
        const piece = await this.#deps.trades(realm, market, next, TRADES_PER_READ);
        for (const record of piece) {
          addTo(minutes, minuteOf(record.at), tradeCandle(tradeTick(record)));
          this.#lastTrade.set(key, record.id);
          next = record.id + 1;
        }
        if (piece.length < TRADES_PER_READ) break;
      }
      await this.#putTrades(realm, market, minutes, now);
    } finally {
      this.#held.delete(key);
      for (const record of held) this.trade(realm, record);
    }
  }

  async #putTrades(
    realm: Realm,
    market: string,
    minutes: ReadonlyMap<number, Candle>,
    now: number,
  ): Promise<void> {
    if (minutes.size === 0) return;
    const ring = this.#deps.book.tradeRing(realm, market);
    const oldest = MinuteRing.windowStart(minuteOf(now));
    const old: LevelCandle[] = [];
    for (const [minute, candle] of minutes) {
      if (minute < oldest) old.push({ name: market, level: 1, candle });
      else if (ring.put(candle)) ring.dirty.add(minute);
    }
    // Their days are not covered yet, so the back-fill folds the coarser levels.
    await this.#deps.store.writeTrades(realm, old);
  }
}

function addTo(minutes: Map<number, Candle>, minute: number, candle: Candle): void {
  const before = minutes.get(minute);
  minutes.set(minute, before === undefined ? candle : joinCandles(before, candle, minute));
}

function priceCandle(minute: number, price: number): Candle {
  const four = { open: price, high: price, low: price, close: price };
  return { minute, ...four, ...UNTRADED, referenceVolume: 0n };
}

function tradeCandle({ id, at, price, quantity, quote, takerBuys }: TradeTick): Candle {
  const [takerBuyVolume, takerBuyQuoteVolume] = takerBuys ? [quantity, quote] : [0n, 0n];
  const volumes = { volume: quantity, quoteVolume: quote, takerBuyVolume, takerBuyQuoteVolume };
  return { ...priceCandle(minuteOf(at), price), ...volumes, trades: 1, firstTrade: id };
}

/** The trade in units; price x quantity is whole by the market's filters. */
function tradeTick({ id, market, price, quantity, takerSide, at }: TradeRecord): TradeTick {
  const [priceUnits, quantityUnits] = [units(price), units(quantity)];
  const quote = (priceUnits * quantityUnits) / UNIT;
  const takerBuys = takerSide === 'buy';
  return { id, market, at, price: Number(priceUnits), quantity: quantityUnits, quote, takerBuys };
}

function units(text: string): bigint {
  const value = parseDecimal(text, SCALE);
  if (value === null) throw new RangeError(`${text} is no decimal with ${SCALE} digits`);
  return value;
}
