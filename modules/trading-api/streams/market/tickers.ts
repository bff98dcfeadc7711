import { averageOf } from '../../market/candles.ts';
import { dayTicker, windowTicker } from '../../market/tickers.ts';
import type { ApiRealm } from '../../realm.ts';
import type { TickerTopic, Window } from '../names.ts';
import { Pace } from '../pace.ts';
import { type MarketBatch, type MarketSource, MarketStream } from './stream.ts';

const EVERY_MS = 1_000;
const MINUTE_MS = 60_000;
const WINDOW_MINUTES: Readonly<Record<Window, number>> = { '1h': 60, '4h': 240, '1d': 1_440 };

/** What a figure of one market says now, without the name and the time of the event. */
type Tell = (market: string, now: number) => Promise<object | null>;

/**
 * Figures of a market, or of all that have moved, at most once a second: what REST answers at that
 * moment, in the letters of streams.
 */
export class FigureStream extends MarketStream {
  /** Null: all of them, in one event that is a list. */
  readonly #market: string | null;
  readonly #event: string;
  readonly #tell: Tell;
  readonly #pace: Pace;
  readonly #moved = new Set<string>();

  constructor(
    name: string,
    source: MarketSource,
    market: string | null,
    { event, tell }: { readonly event: string; readonly tell: Tell },
  ) {
    super(name, source);
    this.#market = market;
    this.#event = event;
    this.#tell = tell;
    this.#pace = new Pace(EVERY_MS, () => void this.#send());
  }

  override follow({ market }: MarketBatch): void {
    this.moved(market);
  }

  override moved(market: string): void {
    if (this.#market !== null && this.#market !== market) return;
    this.#moved.add(market);
    this.#pace.mark();
  }

  override stop(): void {
    this.#pace.stop();
  }

  protected override greet(): void {
    for (const { market } of this.source.realm.board.views()) this.moved(market);
  }

  async #send(): Promise<void> {
    const markets = [...this.#moved];
    this.#moved.clear();
    try {
      const now = this.source.now();
      const events: object[] = [];
      for (const market of markets) {
        const figures = await this.#tell(market, now);
        if (figures !== null) events.push({ e: this.#event, E: now, s: market, ...figures });
      }
      if (events.length === 0) return;
      this.readers.send(JSON.stringify(this.#market === null ? events : events[0]));
    } catch (error) {
      this.source.failed(error);
    }
  }
}

/** The event of a topic, and what is told of a market in it. */
export function figureOf(realm: ApiRealm, topic: TickerTopic): { event: string; tell: Tell } {
  switch (topic.kind) {
    case 'miniTicker':
      return { event: '24hrMiniTicker', tell: (market, now) => miniFigures(realm, market, now) };
    case 'ticker':
      return { event: '24hrTicker', tell: (market, now) => dayFigures(realm, market, now) };
    case 'windowTicker': {
      const { window } = topic;
      const tell: Tell = (market, now) => windowFigures(realm, market, window, now);
      return { event: `${window}Ticker`, tell };
    }
  }
}

/** `<symbol>@avgPrice`. */
export function averageFigure(realm: ApiRealm): { event: string; tell: Tell } {
  const tell: Tell = async (market, now) => {
    const { mins, price, closeTime } = await averageOf(realm, market, now);
    return { i: `${mins}m`, w: price, T: closeTime };
  };
  return { event: 'avgPrice', tell };
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

/** What all figures of a span have in common. */
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
