import { REALMS, type Realm } from '@assay/core/ledger/realm';
import type { Hub, Publisher } from '@assay/platform/streams/hub';
import { candleView } from './rules/candle.ts';
import { INTERVALS, type Interval } from './rules/interval.ts';
import type { CandlesData } from './schema.ts';
import type { FeedService } from './service.ts';

/** A chart draws four times a second at most. */
const CANDLES_EVERY_MS = 250;
const PREFIX = 'candles';

/**
 * The growing candles of every market and interval, for subscribers; without any nothing is
 * computed.
 */
export class CandleStreams {
  readonly #feed: FeedService;
  readonly #now: () => number;
  readonly #publishers: Readonly<Record<Realm, Publisher>>;

  constructor(hub: Pick<Hub, 'declare'>, feed: FeedService, now: () => number) {
    this.#feed = feed;
    this.#now = now;
    const declare = (realm: Realm) =>
      hub.declare(
        realm,
        PREFIX,
        { everyMs: CANDLES_EVERY_MS },
        { snapshot: (name) => this.#snapshot(realm, name) },
      );
    this.#publishers = { real: declare('real'), demo: declare('demo') };
    feed.onCandles((realm, market) => this.#changed(realm, market));
  }

  #changed(only: Realm | null, market: string): void {
    for (const realm of only === null ? REALMS : [only]) {
      const publisher = this.#publishers[realm];
      for (const interval of INTERVALS) {
        const name = `${PREFIX}.${market}.${interval}`;
        if (!publisher.hasReaders(name)) continue;
        const data = this.#current(realm, market, interval);
        if (data.candle === null) continue;
        publisher.publish(name, (waiting: CandlesData | undefined) => joined(waiting, data));
      }
    }
  }

  #snapshot(realm: Realm, name: string): CandlesData | null {
    const [, market = '', interval = '', more] = name.split('.');
    if (more !== undefined || !isInterval(interval) || !this.#feed.has(market)) return null;
    return this.#current(realm, market, interval);
  }

  #current(realm: Realm, market: string, interval: Interval): CandlesData {
    const candle = this.#feed.reader.current(realm, market, interval, this.#now());
    return { candle: candle === null ? null : candleView(candle) };
  }
}

/** A candle that was waiting to be sent when the next one began is sent along as closed. */
function joined(waiting: CandlesData | undefined, data: CandlesData): CandlesData {
  const before = waiting?.candle;
  if (before && before.openAt !== data.candle?.openAt) return { ...data, closed: before };
  return waiting?.closed === undefined ? data : { ...data, closed: waiting.closed };
}

function isInterval(text: string): text is Interval {
  return (INTERVALS as readonly string[]).includes(text);
}
