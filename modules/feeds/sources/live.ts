import type { Exchange, Ticker } from 'ccxt';
import { type Candle, UNTRADED } from '../rules/candle.ts';
import { classOf, INDEX_POLICY, type IndexPolicy, type Quote } from '../rules/index.ts';
import { DAY, HOUR, type Level, MINUTE_MS } from '../rules/interval.ts';
import { Polling } from './polling.ts';
import { AGGREGATE_POLICY, PYTH, PythSource } from './pyth.ts';
import { RecentVolumes } from './recent-volumes.ts';
import type { ComponentHealth, FeedIndex, FeedSource } from './source.ts';
import { fetchFrom, openExchange, VENUES, type Venue } from './venues.ts';
import { inTime } from './wait.ts';

export interface LiveOptions {
  readonly now: () => number;
  readonly log: { info(data: object, text: string): void; warn(data: object, text: string): void };
  readonly venues?: readonly Venue[];
  /** The `fetch` that the guarded one sends by. */
  readonly send?: typeof fetch;
  readonly pollMs?: number;
  /** The key for Pyth's price service; without one there are prices of coins alone. */
  readonly pythKey?: string | undefined;
}

/** Tickers of all indices in one request a venue; an index of 10 s has room for four failures. */
const POLL_MS = 2_000;
const POLL_TIMEOUT_MS = 5_000;
const MARKETS_TIMEOUT_MS = 25_000;
const PROBE_TIMEOUT_MS = 3_000;
const BARS_PER_REQUEST = 1_000;
const BAR_NAMES: Readonly<Partial<Record<Level, string>>> = { 1: '1m', [HOUR]: '1h', [DAY]: '1d' };

/**
 * Live prices: of coins from several exchanges through ccxt, of what else there is from Pyth's
 * price service. Each is polled on its own, none is able to hold up another.
 */
export class LiveSource implements FeedSource {
  readonly kind = 'live';
  readonly weights: Readonly<Record<string, number>>;
  readonly #polls: VenuePoll[];
  readonly #pyth: PythSource;
  readonly #volumes: RecentVolumes;
  readonly #pollMs: number;

  constructor(options: LiveOptions) {
    const venues = options.venues ?? VENUES;
    const weights = venues.map(({ id, weight }) => [id, weight] as const);
    this.weights = { ...Object.fromEntries(weights), [PYTH]: 1 };
    this.#polls = venues.map((venue) => new VenuePoll(venue, options));
    const { now, log, send = fetch, pollMs, pythKey: key = '' } = options;
    this.#pyth = new PythSource({ now, log, send, pollMs, key });
    this.#volumes = new RecentVolumes((...asked) => this.history(...asked), options.now);
    this.#pollMs = options.pollMs ?? POLL_MS;
  }

  async start(indices: readonly FeedIndex[]): Promise<void> {
    const coins = indices.filter(({ name }) => classOf(name) === 'coin');
    for (const poll of this.#polls) poll.start(coins);
    this.#pyth.start(indices);
    this.#volumes.start(
      coins.map(({ name }) => name),
      this.#pollMs,
    );
  }

  async stop(): Promise<void> {
    const polls = [this.#pyth, ...this.#polls];
    await Promise.all([this.#volumes.stop(), ...polls.map((poll) => poll.stop())]);
  }

  quotes(index: string): Quote[] {
    const polls = [...this.#polls, this.#pyth];
    return polls.map((poll) => poll.quotes.get(index)).filter((quote) => quote !== undefined);
  }

  policyOf(index: string): IndexPolicy {
    return classOf(index) === 'coin' ? INDEX_POLICY : AGGREGATE_POLICY;
  }

  /** Venues report the volume of whole minutes: that of the minute in which the span begins. */
  volume(index: string, from: number): bigint {
    return this.#volumes.of(index, from);
  }

  finest(): Level {
    return 1;
  }

  /** Bars of the first venue that gives any, heaviest first. */
  async history(index: string, level: Level, from: number, to: number): Promise<Candle[]> {
    if (classOf(index) !== 'coin') return (await this.#pyth.history(index, level, from, to)) ?? [];
    let failure: unknown = new Error('no venue is ready');
    for (const poll of this.#polls) {
      try {
        const candles = await poll.history(index, level, from, to);
        if (candles !== null) return candles;
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }

  health(): ComponentHealth[] {
    const polls = this.#pyth.isAsked ? [...this.#polls, this.#pyth] : this.#polls;
    return polls.map((poll) => poll.health);
  }
}

/** Whether at least two venues answer now: enough for an index. Never throws. */
export async function canReachVenues(
  send: typeof fetch = fetch,
  venues: readonly Venue[] = VENUES,
): Promise<boolean> {
  const answers = await Promise.all(
    venues.map(async ({ hosts, probe }) => {
      try {
        const signal = AbortSignal.timeout(PROBE_TIMEOUT_MS);
        const response = await fetchFrom(hosts, send)(probe, { signal });
        await response.body?.cancel();
        return response.ok;
      } catch {
        return false;
      }
    }),
  );
  return answers.filter(Boolean).length >= INDEX_POLICY.minSources;
}

/** One venue: connects, polls, keeps the last quote of each index, waits longer while it fails. */
class VenuePoll {
  readonly quotes = new Map<string, Quote>();
  readonly #venue: Venue;
  readonly #options: LiveOptions;
  /** Names of our indices by what the library calls their pair. */
  #indices = new Map<string, string>();
  #exchange: Exchange | null = null;
  readonly #polling: Polling;
  #heardAt = 0;

  constructor(venue: Venue, options: LiveOptions) {
    this.#venue = venue;
    this.#options = options;
    const { now, log, pollMs = POLL_MS } = options;
    this.#polling = new Polling({ venue: venue.id, pollMs, now, log, poll: () => this.#poll() });
  }

  get health(): ComponentHealth {
    return { source: this.#venue.id, heardAt: this.#heardAt, failing: this.#polling.failing };
  }

  start(indices: readonly FeedIndex[]): void {
    this.#indices = new Map(indices.map(({ name, base, quote }) => [`${base}/${quote}`, name]));
    this.#polling.start();
  }

  stop(): Promise<void> {
    return this.#polling.stop();
  }

  /** Null when this venue is not connected or does not have the pair. */
  async history(index: string, level: Level, from: number, to: number): Promise<Candle[] | null> {
    const exchange = this.#exchange;
    const unified = [...this.#indices].find(([, ours]) => ours === index)?.[0];
    const name = BAR_NAMES[level];
    if (exchange === null || unified === undefined || name === undefined) return null;
    if (exchange.markets?.[unified] === undefined) return null;
    const candles: Candle[] = [];
    for (let next = from; next < to && !this.#polling.signal.aborted; ) {
      const limit = Math.min(BARS_PER_REQUEST, Math.ceil((to - next) / level));
      const rows = await this.#wait(
        exchange.fetchOHLCV(unified, name, next * MINUTE_MS, limit),
        MARKETS_TIMEOUT_MS,
      );
      const bars = rows.map(candleOf).filter((bar) => bar !== null);
      const news = bars.filter((bar) => bar.minute >= next && bar.minute < to);
      candles.push(...news);
      const last = news[news.length - 1];
      if (last === undefined) break;
      next = last.minute + level;
    }
    return candles;
  }

  async #poll(): Promise<void> {
    this.#exchange ??= await this.#connect();
    const exchange = this.#exchange;
    const known = [...this.#indices.keys()].filter((pair) => exchange.markets?.[pair]);
    if (known.length === 0) return;
    const tickers = await this.#wait(exchange.fetchTickers(known), POLL_TIMEOUT_MS);
    const now = this.#options.now();
    for (const [unified, ticker] of Object.entries(tickers)) {
      const index = this.#indices.get(unified);
      if (index !== undefined) this.quotes.set(index, this.#quoteOf(index, ticker, now));
    }
    this.#heardAt = now;
  }

  async #connect(): Promise<Exchange> {
    const exchange = await openExchange(this.#venue, this.#options.send ?? fetch);
    await this.#wait(exchange.loadMarkets(), MARKETS_TIMEOUT_MS);
    return exchange;
  }

  #wait<T>(promise: Promise<T>, ms: number): Promise<T> {
    return inTime(promise, ms, this.#polling.signal);
  }

  /** A venue that gives no time of its own is taken by ours: the answer has just come. */
  #quoteOf(index: string, ticker: Ticker, now: number): Quote {
    const bid = priceUnits(ticker.bid);
    const ask = priceUnits(ticker.ask);
    const at = typeof ticker.timestamp === 'number' ? ticker.timestamp : now;
    return { source: this.#venue.id, index, bid, ask, last: priceUnits(ticker.last), at };
  }
}

function candleOf(row: readonly (number | undefined)[]): Candle | null {
  const [at, ...rest] = row;
  const [open, high, low, close] = rest.slice(0, 4).map(priceUnits);
  if (at === undefined || !open || !high || !low || !close) return null;
  return {
    minute: Math.floor(at / MINUTE_MS),
    open: Number(open),
    high: Number(high),
    low: Number(low),
    close: Number(close),
    ...UNTRADED,
    referenceVolume: priceUnits(rest[4]) ?? 0n,
  };
}

/** The library gives numbers; rounded to 1e-8 they are the decimals that the venue wrote. */
function priceUnits(value: number | undefined): bigint | null {
  if (value === undefined || !Number.isFinite(value)) return null;
  return BigInt(Math.round(value * 1e8));
}
