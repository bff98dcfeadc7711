import { formatDecimal, SCALE } from '@assay/core/num/decimal';
import { assert } from '@assay/core/num/integer';
import { saleValue } from '@assay/core/option/sale';
import { entryWithinMs, resultOf, trimmedMean } from '@assay/core/option/window';
import type { Fact, Turn } from '@assay/platform/engine/machine';
import type { HistoryTable } from '@assay/platform/engine/tables/history-table';
import { ownPart } from '../rules/trial.ts';
import type { VoidReason } from '../schema/commands.ts';
import type { EndedRow, OpenRow, optionSettlement, SeriesRow, TickRow } from '../store/tables.ts';
import type { Days } from './days.ts';
import { type Escrow, type Shares, sharesOf, sharesOfSale } from './escrow.ts';
import type { OptionMarkets } from './markets.ts';
import { type Ask, delayOf, type OpenOptions } from './open-options.ts';
import type { People } from './people.ts';
import type { FollowedTicks } from './ticks.ts';
import { viewOf } from './view.ts';
import type { SettledWindows } from './windows.ts';

export interface SettlerParts {
  readonly markets: OptionMarkets;
  readonly open: OpenOptions;
  readonly ticks: FollowedTicks;
  readonly people: People;
  readonly days: Days;
  readonly windows: SettledWindows;
  readonly escrow: Escrow;
  readonly settlements: HistoryTable<typeof optionSettlement>;
  readonly symbol: (asset: number) => string;
  readonly publish: (fact: Fact) => void;
}

type End = Pick<EndedRow, 'result' | 'reason' | 'exitPrice' | 'exitN'>;

const PPM = 1_000_000n;

/**
 * What ticks do with options: entries, early sales, settlements. All of it depends on ticks alone,
 * so that it does not matter in which command a step is taken.
 */
export class Settler {
  readonly #parts: SettlerParts;

  constructor(parts: SettlerParts) {
    this.#parts = parts;
  }

  /** Whether a tick has left something to do. */
  get hasWork(): boolean {
    const { open } = this.#parts;
    if (open.voids.length > 0) return true;
    return open.followed().some((index) => this.#isAsked(index) || this.#isDue(index));
  }

  /**
   * Does up to `most` steps, one option each: void windows first, then index by index those that
   * wait for a tick, as they asked, then series by expiry. Returns how many it did.
   */
  work(turn: Turn, most: number): number {
    const { open, ticks } = this.#parts;
    let done = this.#payVoids(turn, most);
    if (open.voids.length > 0) return done;
    for (const index of open.followed()) {
      done += this.#answer(index, turn, most - done);
      while (done < most && !this.#isAsked(index) && this.#isDue(index)) {
        done += this.#settle(index, turn, most - done);
      }
      if (this.#isAsked(index) || this.#isDue(index)) break;
      ticks.prune(index, open.isFollowed(index));
    }
    return done;
  }

  /** Everything is paid back, at once. */
  void(option: OpenRow, reason: VoidReason, turn: Turn): void {
    const end = { result: 'void', reason, exitPrice: null, exitN: null } as const;
    this.#end(option, end, sharesOf(option, 'void'), turn);
  }

  /** Notes that a window is void, or its price. */
  decide(series: SeriesRow, window: readonly TickRow[], reason: VoidReason, turn: Turn): void {
    const { markets, open, ticks, windows, settlements, publish } = this.#parts;
    const { market, expiresAt, windowMs, needed } = series;
    const price = reason === '' ? trimmedMean(window.map((tick) => tick.price)) : null;
    open.series.change(series, { state: price === null ? 'void' : 'settled', price, reason });
    const { n: headN, hash: head } = ticks.last(markets.indexOf(market));
    settlements.add({
      ...{ market, expiresAt, windowMs, needed, price, reason, headN, head },
      ...{ ticks: window.length, firstN: window[0]?.n ?? null, lastN: window.at(-1)?.n ?? null },
      ...{ seq: turn.seq, at: turn.at },
    });
    if (price !== null) windows.settled(series, turn.at);
    const text = price === null ? '' : formatDecimal(price, SCALE);
    const fact = { market, expiresAt, windowMs, price: text, ticks: window.length };
    publish({ type: 'windowSettled', ...fact });
  }

  #payVoids(turn: Turn, most: number): number {
    const { open } = this.#parts;
    let done = 0;
    for (;;) {
      const series = open.voids[0];
      if (series === undefined) return done;
      for (const option of open.in(series)) {
        if (done >= most) return done;
        this.void(option, series.reason, turn);
        done += 1;
      }
      open.dropVoid();
    }
  }

  /** Whether one that waits has its tick; what has ended by other means is passed over. */
  #isAsked(index: string): boolean {
    const { open, ticks } = this.#parts;
    return open.asks(index).some((asks) => {
      const ask = asks.find((one) => this.#isWaiting(one));
      return ask !== undefined && ticks.firstAfter(index, ask.at, ask.afterN) !== undefined;
    });
  }

  #answer(index: string, turn: Turn, most: number): number {
    const { open, ticks } = this.#parts;
    let done = 0;
    const counts = open.asks(index).map((asks) => {
      let taken = 0;
      for (const ask of asks) {
        if (this.#isWaiting(ask)) {
          const tick = ticks.firstAfter(index, ask.at, ask.afterN);
          if (tick === undefined || done >= most) break;
          if (ask.option.state === 'waiting') this.#enter(ask.option, tick, turn);
          else this.#sell(ask.option, tick, turn);
          done += 1;
        }
        taken += 1;
      }
      return taken;
    });
    open.dropAsks(index, counts);
    return done;
  }

  /** The entry is the tick that was asked for, if it is in time and as near as was wanted. */
  #enter(option: OpenRow, tick: TickRow, turn: Turn): void {
    const { acceptedAt, tickMs, expiresAt, windowMs, slippagePpm } = option;
    const from = acceptedAt + delayOf(option);
    const isLate = tick.at - from > entryWithinMs(tickMs) || tick.at > expiresAt - windowMs;
    if (isLate) {
      this.void(option, 'noEntry', turn);
      return;
    }
    const spot = BigInt(option.spot);
    const away = tick.price > spot ? tick.price - spot : spot - tick.price;
    const isFar = slippagePpm !== null && away * PPM > BigInt(slippagePpm) * spot;
    if (isFar) {
      this.void(option, 'slippage', turn);
      return;
    }
    this.#parts.open.enter(option, tick);
    this.#tell(option);
  }

  #sell(option: OpenRow, tick: TickRow, turn: Turn): void {
    const { market, saleLeast, entryPrice } = option;
    assert(entryPrice !== null && saleLeast !== null, 'what is sold has its entry');
    const terms = this.#parts.markets.get(market);
    assert(terms !== undefined, 'an option has a market');
    const value = saleValue({ ...option, entry: entryPrice }, tick, terms);
    if (value === null || ownPart(option, value, false) < saleLeast) {
      this.#parts.open.keep(option);
      this.#tell(option);
      return;
    }
    const end = { result: 'sold', reason: '', exitPrice: tick.price, exitN: tick.n } as const;
    this.#end(option, end, sharesOfSale(option, value), turn);
  }

  /** A window is whole once the log has gone beyond its end. */
  #isDue(index: string): boolean {
    const { open, ticks } = this.#parts;
    const series = open.first(index);
    return series !== undefined && series.expiresAt < ticks.last(index).at;
  }

  /** Decides the first series of the index, and pays its options as far as `most` goes. */
  #settle(index: string, turn: Turn, most: number): number {
    const { open, ticks } = this.#parts;
    const series = open.first(index)!;
    let done = 0;
    if (series.state === 'open' && series.count > 0) {
      const { expiresAt, windowMs, needed } = series;
      const window = ticks.within(index, expiresAt - windowMs, expiresAt);
      this.decide(series, window, window.length < needed ? 'fewTicks' : '', turn);
      done += 1;
    }
    for (const option of open.in(series)) {
      if (done >= most) return done;
      this.#pay(option, series, turn);
      done += 1;
    }
    this.#count(series, turn);
    open.removeFirst(index);
    return Math.max(done, 1);
  }

  #pay(option: OpenRow, series: SeriesRow, turn: Turn): void {
    const { direction, entryPrice } = option;
    if (series.price === null || entryPrice === null) {
      this.void(option, series.price === null ? series.reason : 'noEntry', turn);
      return;
    }
    const result = resultOf(direction, entryPrice, series.price);
    const end = { result, reason: '', exitPrice: series.price, exitN: null } as const;
    const row = this.#end(option, end, sharesOf(option, result), turn);
    this.#parts.windows.ended(row, turn.at);
  }

  /** Takes a settled window into the test of independence, if it overlaps none that was taken. */
  #count(series: SeriesRow, turn: Turn): void {
    const { markets, days, windows } = this.#parts;
    const { market, net, openedAt, expiresAt } = series;
    const row = markets.get(market);
    if (row === undefined || net === 0n || openedAt < row.countedUntil) return;
    markets.counted(row, expiresAt);
    windows.counted(series, net > 0n, days.crowd(market, turn.at, net > 0n));
  }

  #end(option: OpenRow, end: End, shares: Shares, turn: Turn): EndedRow {
    const { seq, at: endedAt } = turn;
    const { markets, open, people, days, escrow, symbol, publish } = this.#parts;
    const market = markets.get(option.market);
    assert(market !== undefined, 'an option has a market');
    const { asset } = market;
    escrow.release(option, asset, shares, turn);
    const row = open.end(option, { ...end, paid: shares.paid, seq, endedAt });
    const { userId, result } = row;
    people.ended(userId, result === 'lost', result === 'won', endedAt);
    days.ended(row);
    const name = symbol(asset);
    publish({ type: 'optionChanged', userId, option: viewOf(row, market.index, name) });
    return row;
  }

  /** False for what has ended since it asked. */
  #isWaiting({ option, seq }: Ask): boolean {
    if (this.#parts.open.get(option.id) !== option) return false;
    return option.state === 'waiting' ? option.id === seq : option.saleSeq === seq;
  }

  #tell(option: OpenRow): void {
    const { markets, symbol, publish } = this.#parts;
    const market = markets.get(option.market)!;
    const view = viewOf(option, market.index, symbol(market.asset));
    publish({ type: 'optionChanged', userId: option.userId, option: view });
  }
}
