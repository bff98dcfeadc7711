import { SCALE } from '@assay/core/num/decimal';
import { z } from 'zod';
import { type Candle, UNTRADED } from '../rules/candle.ts';
import { INDEX_POLICY, type IndexPolicy, type Quote } from '../rules/index.ts';
import { DAY, HOUR, type Level, MINUTE_MS } from '../rules/interval.ts';
import { symbolOf } from '../rules/symbols.ts';
import { Polling } from './polling.ts';
import type { ComponentHealth, FeedIndex } from './source.ts';
import { fetchFrom } from './venues.ts';

/**
 * Prices of metals, oil, gas and forex from the price service of Pyth ("Hermes"): one aggregate of
 * many publishers, with the width of the band in which they agree. History comes from its
 * benchmarks. Both are read and nothing is sent but the key.
 */

export const PYTH = 'pyth';
const PRICES = 'hermes.pyth.network';
const BARS = 'benchmarks.pyth.network';
/** One request has all prices; the service allows thirty in ten seconds. */
const POLL_MS = 1_000;
const REQUEST_MS = 4_000;
/** Publishers that agree on no more than this say nothing: in ppm of the price. */
const WIDEST_PPM = 5_000n;
const KINDS = ['metal', 'fx', 'commodities'];
const RESOLUTIONS: Readonly<Partial<Record<Level, string>>> = { 1: '1', [HOUR]: '60', [DAY]: '1D' };
/** Bars of one request. */
const BARS_AT_ONCE = 5_000;

/**
 * One service is one source, and one makes no index. This one is an aggregate of many publishers
 * itself, whose disagreement it tells; where it is all there is, it is enough (decision 0064).
 */
export const AGGREGATE_POLICY: IndexPolicy = { ...INDEX_POLICY, minSources: 1 };

const price = z.object({
  price: z.string().regex(/^-?\d{1,19}$/),
  conf: z.string().regex(/^\d{1,20}$/),
  expo: z.int().min(-18).max(8),
  publish_time: z.int(),
});
const latest = z.object({ parsed: z.array(z.object({ id: z.string(), price })) });
const feeds = z.array(z.object({ id: z.string(), attributes: z.object({ symbol: z.string() }) }));
const numbers = z.array(z.number());
const bars = z.object({
  s: z.enum(['ok', 'no_data', 'error']),
  ...{ t: numbers.default([]), o: numbers.default([]), h: numbers.default([]) },
  ...{ l: numbers.default([]), c: numbers.default([]) },
});

export interface PythOptions {
  readonly now: () => number;
  readonly log: { info(data: object, text: string): void; warn(data: object, text: string): void };
  /** Sent as a bearer token; without one the service answers nobody, and is not asked. */
  readonly key: string;
  readonly send: typeof fetch;
  readonly pollMs?: number | undefined;
}

/** Polls the price service; whatever fails is tried again, ever more slowly. */
export class PythSource {
  readonly quotes = new Map<string, Quote>();
  readonly #options: PythOptions;
  readonly #fetch: typeof fetch;
  /** What the service calls our indices. */
  #symbols = new Map<string, string>();
  /** Ids of the service by our indices. */
  #ids: Map<string, string> | null = null;
  readonly #polling: Polling;
  #heardAt = 0;

  constructor(options: PythOptions) {
    this.#options = options;
    this.#fetch = fetchFrom([PRICES, BARS], options.send);
    const { now, log, pollMs = POLL_MS } = options;
    this.#polling = new Polling({ venue: PYTH, pollMs, now, log, poll: () => this.#poll() });
  }

  /** Whether there is anything to ask, and a key to ask with. */
  get isAsked(): boolean {
    return this.#polling.isRunning;
  }

  get health(): ComponentHealth {
    return { source: PYTH, heardAt: this.#heardAt, failing: this.#polling.failing };
  }

  start(indices: readonly FeedIndex[]): void {
    const wanted = indices.flatMap(({ name }): [string, string][] => {
      const symbol = symbolOf(name);
      return symbol === undefined ? [] : [[name, symbol.pyth]];
    });
    if (wanted.some(([name]) => !this.#symbols.has(name))) this.#ids = null;
    this.#symbols = new Map(wanted);
    if (this.#options.key !== '' && wanted.length > 0) this.#polling.start();
  }

  stop(): Promise<void> {
    return this.#polling.stop();
  }

  /** Bars of past time; null for an index that this service has not. Its bars have no volume. */
  async history(index: string, level: Level, from: number, to: number): Promise<Candle[] | null> {
    const symbol = this.#symbols.get(index);
    const resolution = RESOLUTIONS[level];
    if (symbol === undefined || resolution === undefined || this.#options.key === '') return null;
    const candles: Candle[] = [];
    for (let start = from; start < to; start += level * BARS_AT_ONCE) {
      const end = Math.min(to, start + level * BARS_AT_ONCE);
      const asked = new URLSearchParams({ symbol, resolution });
      asked.set('from', String(start * 60));
      asked.set('to', String(end * 60 - 1));
      const path = `/v1/shims/tradingview/history?${asked}`;
      candles.push(...candlesOf(bars.parse(await this.#get(BARS, path)), start, end));
    }
    return candles;
  }

  async #poll(): Promise<void> {
    this.#ids ??= await this.#readIds();
    if (this.#ids.size === 0) return;
    const indices = new Map([...this.#ids].map(([index, id]) => [id, index]));
    const asked = [...indices.keys()].map((id) => `ids[]=${id}`).join('&');
    const path = `/v2/updates/price/latest?${asked}&parsed=true&ignore_invalid_price_ids=true`;
    for (const { id, price: given } of latest.parse(await this.#get(PRICES, path)).parsed) {
      const index = indices.get(id);
      if (index !== undefined) this.quotes.set(index, quoteOf(index, given));
    }
    this.#heardAt = this.#options.now();
  }

  /** Ids change with the service, the names of what is priced do not. */
  async #readIds(): Promise<Map<string, string>> {
    const bySymbol = new Map<string, string>();
    for (const kind of KINDS) {
      const found = feeds.parse(await this.#get(PRICES, `/v2/price_feeds?asset_type=${kind}`));
      for (const { id, attributes } of found) bySymbol.set(attributes.symbol, id);
    }
    const known = [...this.#symbols].flatMap(([index, symbol]): [string, string][] => {
      const id = bySymbol.get(symbol);
      return id === undefined ? [] : [[index, id]];
    });
    return new Map(known);
  }

  async #get(host: string, path: string): Promise<unknown> {
    const timeout = AbortSignal.timeout(REQUEST_MS);
    const response = await this.#fetch(`https://${host}${path}`, {
      headers: { authorization: `Bearer ${this.#options.key}` },
      signal: AbortSignal.any([timeout, this.#polling.signal]),
    });
    if (!response.ok) throw new PythRefused(`status ${response.status}`);
    return await response.json();
  }
}

/** An answer that is none: the key is missing or used up. */
class PythRefused extends Error {
  override readonly name = 'PythRefused';
}

/** A price of the service in our units, exact but for digits below 1e-8, which are cut off. */
export function quoteOf(index: string, given: z.output<typeof price>): Quote {
  const units = unitsOf(given.price, given.expo);
  const width = unitsOf(given.conf, given.expo);
  const isWide = width * 1_000_000n > units * WIDEST_PPM;
  const last = units > 0n && !isWide ? units : null;
  return { source: PYTH, index, bid: null, ask: null, last, at: given.publish_time * 1_000 };
}

function unitsOf(text: string, expo: number): bigint {
  const power = SCALE + expo;
  return power >= 0 ? BigInt(text) * 10n ** BigInt(power) : BigInt(text) / 10n ** BigInt(-power);
}

function candlesOf(given: z.output<typeof bars>, from: number, to: number): Candle[] {
  if (given.s === 'error') throw new PythRefused('no bars');
  return given.t.flatMap((at, i): Candle[] => {
    const minute = Math.floor((at * 1_000) / MINUTE_MS);
    const [open = 0, high = 0, low = 0, close = 0] = [given.o, given.h, given.l, given.c].map(
      (list) => Math.round((list[i] ?? 0) * 10 ** SCALE),
    );
    if (minute < from || minute >= to || low <= 0 || high < low) return [];
    return [{ minute, open, high, low, close, ...UNTRADED, referenceVolume: 0n }];
  });
}
