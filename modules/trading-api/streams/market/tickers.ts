import { averageOf } from '../../market/candles.ts';
import { dayTicker, windowTicker } from '../../market/tickers.ts';
import type { ApiRealm } from '../../realm.ts';
import type { TickerTopic, Window } from '../names.ts';
import { Throttle } from '../throttle.ts';
import { type MarketBatch, type MarketSource, MarketStream } from './stream.ts';

const EVERY_MS = 1_000;
const MINUTE_MS = 60_000;
const WINDOW_MINUTES: Readonly<Record<Window, number>> = { '1h': 60, '4h': 240, '1d': 1_440 };

/** Reads the figures of one market as of now: an event without its name, time and symbol. */
type ReadFigures = (market: string, now: number) => Promise<object | null>;

/**
 * Figures of one market, or of all markets that moved, at most once a second: the same numbers as
 * those of REST at that time, under the field names of streams.
 */
export class FigureStream extends MarketStream {
  /** Null for all markets, whose figures are sent as a list in one event. */
  readonly #market: string | null;
  readonly #event: string;
  readonly #read: ReadFigures;
  readonly #throttle: Throttle;
  readonly #moved = new Set<string>();

  constructor(
    name: string,
    source: MarketSource,
    market: string | null,
    { event, read }: { readonly event: string; readonly read: ReadFigures },
  ) {
    super(name, source);
    this.#market = market;
    this.#event = event;
    this.#read = read;
    this.#throttle = new Throttle(EVERY_MS, () => void this.#send());
  }

  override follow({ market }: MarketBatch): void {
    this.moved(market);
  }

  override moved(market: string): void {
    if (this.#market !== null && this.#market !== market) return;
    this.#moved.add(market);
    this.#throttle.schedule();
  }

  override stop(): void {
    this.#throttle.stop();
  }

  protected override sendInitial(): void {
    for (const market of this.source.realm.board.symbols()) this.moved(market);
  }

  async #send(): Promise<void> {
    const markets = [...this.#moved];
    this.#moved.clear();
    try {
      const now = this.source.now();
      const events: object[] = [];
      for (const market of markets) {
        const figures = await this.#read(market, now);
        if (figures !== null) events.push({ e: this.#event, E: now, s: market, ...figures });
      }
      if (events.length === 0) return;
      this.readers.send(JSON.stringify(this.#market === null ? events : events[0]));
    } catch (error) {
      this.source.failed(error);
    }
  }
}

/** The event name of a topic and the figures that it contains. */
export function figureOf(
  realm: ApiRealm,
  topic: TickerTopic,
): { event: string; read: ReadFigures } {
  switch (topic.kind) {
    case 'miniTicker':
      return { event: '24hrMiniTicker', read: (market, now) => miniFigures(realm, market, now) };
    case 'ticker':
      return { event: '24hrTicker', read: (market, now) => dayFigures(realm, market, now) };
    case 'windowTicker': {
      const { window } = topic;
      const read: ReadFigures = (market, now) => windowFigures(realm, market, window, now);
      return { event: `${window}Ticker`, read };
    }
  }
}

/** `<symbol>@avgPrice`. */
export function averageFigure(realm: ApiRealm): { event: string; read: ReadFigures } {
  const read: ReadFigures = async (market, now) => {
    const { mins, price, closeTime } = await averageOf(realm, market, now);
    return { i: `${mins}m`, w: price, T: closeTime };
  };
  return { event: 'avgPrice', read };
}

async function miniFigures(realm: ApiRealm, name: string, now: number) {
  const market = realm.board.view(name);
  if (market === undefined) return null;
  const day = await dayTicker(realm, market, 'MINI', now);
  return {
    c: day.lastPrice,
    o: day.openPrice,
    h: day.highPrice,
    l: day.lowPrice,
    v: day.volume,
    q: day.quoteVolume,
  };
}

async function dayFigures(realm: ApiRealm, name: string, now: number) {
  const market = realm.board.view(name);
  if (market === undefined) return null;
  const day = await dayTicker(realm, market, 'FULL', now);
  if (!('bidPrice' in day && 'priceChange' in day)) return null;
  return {
    ...spanFigures(day),
    x: day.prevClosePrice,
    Q: day.lastQty,
    b: day.bidPrice,
    B: day.bidQty,
    a: day.askPrice,
    A: day.askQty,
  };
}

async function windowFigures(realm: ApiRealm, name: string, window: Window, now: number) {
  const market = realm.board.view(name);
  if (market === undefined) return null;
  const first = Math.floor(now / MINUTE_MS) + 1 - WINDOW_MINUTES[window];
  const span = await windowTicker(realm, market, first, 'FULL', now);
  return 'priceChange' in span ? spanFigures(span) : null;
}

/** The fields of every ticker over a span of time. */
function spanFigures(span: {
  priceChange: string;
  priceChangePercent: string;
  weightedAvgPrice: string;
  openPrice: string;
  highPrice: string;
  lowPrice: string;
  lastPrice: string;
  volume: string;
  quoteVolume: string;
  openTime: number;
  closeTime: number;
  firstId: number | undefined;
  lastId: number | undefined;
  count: number;
}) {
  return {
    p: span.priceChange,
    P: span.priceChangePercent,
    w: span.weightedAvgPrice,
    c: span.lastPrice,
    o: span.openPrice,
    h: span.highPrice,
    l: span.lowPrice,
    v: span.volume,
    q: span.quoteVolume,
    O: span.openTime,
    C: span.closeTime,
    F: span.firstId,
    L: span.lastId,
    n: span.count,
  };
}
